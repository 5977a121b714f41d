#pragma once
// Solvers by name. "name:key=value,key=value" chooses a solver, sets its own parameters and, with the common
// keys below, how it is run. Unknown names and keys are errors that suggest the nearest known one.

#include <functional>
#include <string>
#include <vector>

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct ParameterInfo {
    std::string name;
    std::string kind;   // "number", "integer", "flag", or its words separated by |
    std::string value;  // the default
    std::string help;
    double least = -1e30, most = 1e30;  // of numbers
};

struct SolverInfo {
    std::string name;
    std::string summary;
    std::vector<ParameterInfo> parameters;
};

/// A solver chosen and set up, ready to run.
struct SolverSpec {
    std::string text;  // as it was written
    std::string name;
    std::function<SolveResult(const ContactProblem&, const SolveOptions&)> run;
    /// Changes that the common keys make to the options of a run.
    std::function<void(SolveOptions&)> adjust;
};

const std::vector<SolverInfo>& solver_list();
/// Keys every solver takes: friction, load, tolerance, iterations, seconds, rule, fraction.
const std::vector<ParameterInfo>& common_parameters();

/// Throws std::invalid_argument on an unknown name, key or value.
SolverSpec parse_solver(const std::string& text);
/// Splits "pgs:float=true,iterations=30,newton" into its two specs: a piece with '=' and no ':' continues the
/// last.
std::vector<std::string> split_specs(const std::string& text);

/// Checks the problem, applies the spec's options, runs, and checks the answer's claim again from scratch.
SolveResult run_solver(const SolverSpec& spec, const ContactProblem& problem, SolveOptions options);

/// The candidate with the smallest edit distance, or empty when nothing is near.
std::string nearest_name(const std::string& word, const std::vector<std::string>& candidates);

}  // namespace cairn::lab
