#pragma once
// Frozen problems times solvers: one table row each, with costs, residuals and the path of the residual over
// time.

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/residual.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

enum class StartFrom {
    cold,  ///< zero impulses
    warm   ///< the answer of the step before: the same problem with q a thousandth smaller, solved to 1e-6
};

struct ReportOptions {
    SolveOptions solve;
    StartFrom start = StartFrom::cold;
    /// Each pair runs this often; the fastest run's time is kept.
    int repeats = 1;
    /// Called after each pair with (done, total).
    std::function<void(int, int)> progress;
};

struct ReportRow {
    std::string problem;
    int contacts = 0;
    std::string solver;
    std::string friction;
    Status status = Status::failed;
    std::string message;
    std::int64_t iterations = 0;
    std::int64_t row_updates = 0;
    double milliseconds = 0.0;
    std::size_t bytes = 0;
    /// Of the solver's own friction model; NaN, as all of `contact`, where there is no answer to measure.
    double residual = std::numeric_limits<double>::quiet_NaN();
    ContactResidual contact = ContactResidual::unknown();
    std::vector<HistoryPoint> history;
};

struct SolveReport {
    std::vector<ReportRow> rows;
    /// Problems that could not be read or generated: "text: what is wrong".
    std::vector<std::string> unreadable;
};

/// A file (Siconos .dat, FCLIB) or a generated problem ("tower:boxes=10"); throws what names it and is wrong.
ContactProblem load_problem(const std::string& text);
/// The same for several, which are named as the rows of a report are to call them.
std::vector<ContactProblem> load_problems(const std::vector<std::string>& texts);

/// `problems` are files (Siconos .dat, FCLIB) or generated ones ("tower:boxes=10"). Unknown solvers throw
/// std::invalid_argument before anything runs; unreadable problems become failed rows.
SolveReport solve_report(const std::vector<std::string>& problems, const std::vector<std::string>& solvers,
                         const ReportOptions& options);

/// The same for problems at hand.
SolveReport report_on(const std::vector<ContactProblem>& problems, const std::vector<std::string>& solvers,
                      const ReportOptions& options);

/// Dolan-More: for each solver the share of problems it brings to the tolerance within tau times the fastest
/// solver's time. Needs histories. Problems that nobody solves count against everybody.
struct ProfileCurve {
    std::string solver;
    std::vector<double> tau;    // ascending, from 1
    std::vector<double> share;  // of problems, at each tau
};
std::vector<ProfileCurve> performance_profile(const SolveReport& report, double tolerance);

std::string to_json(const SolveReport& report);
std::string to_csv(const SolveReport& report);
/// For the terminal.
std::string to_table(const SolveReport& report);

}  // namespace cairn::lab
