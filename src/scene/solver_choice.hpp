#pragma once
// Solvers by name, as the command line (`--solver soft-step:substeps=8`) and scene files write them.

#include <span>
#include <string>
#include <vector>

#include <cairn/solver.hpp>

#include "solvers/live/stage_settings.hpp"

namespace cairn {

/// One number of a solver, with the range that makes sense.
struct SolverField {
    std::string name;
    double minimum = 0;
    double maximum = 0;
    bool integer = false;
};

inline constexpr const char* soft_step_name = "soft-step";

/// Names of the solvers that can run a world, soft-step first; a library may have registered more than the
/// core's.
std::vector<std::string> solver_names();

/// The fields of SoftStep, in the order of the struct.
std::span<const SolverField> solver_fields();

double solver_value(const SoftStep& solver, const std::string& field);

/// Throws Error on an unknown field or a value out of range.
void set_solver_value(SoftStep& solver, const std::string& field, double value);

/// What a solver other than soft-step takes; throws Error where there is none of that name.
const std::vector<StageParameter>& solver_parameters(const std::string& name);

/// Throws Error that suggests the nearest where `name` is no solver of a world.
void check_solver_name(const std::string& name);

/// Reads NAME[:key=value,...] on top of `base`.
SoftStep parse_solver(const std::string& text, const SoftStep& base = {});

/// NAME, or NAME:key=value,... with what differs from the defaults.
std::string to_text(const SoftStep& solver);

/// Which solver runs a scene: soft-step with its numbers, or, where `stage_solver` is not empty, another one.
struct SolverChoice {
    SoftStep solver;
    std::string stage_solver;
};

/// Reads NAME[:key=value,...] of any solver; the numbers of soft-step are on top of `base`. However it was
/// spelled, the same choice is the same text. Throws Error on an unknown name, key or value.
SolverChoice choose_solver(const std::string& text, const SoftStep& base = {});

/// NAME, or NAME:key=value,...
std::string solver_text(const SolverChoice& choice);

/// Reads a whole string as a finite number; throws Error naming `what` otherwise.
double parse_number(const std::string& what, const std::string& text);

}  // namespace cairn
