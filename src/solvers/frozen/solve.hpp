#pragma once
// What every solver of the lab is given and what it gives back.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "solvers/frozen/row_problem.hpp"

namespace cairn::lab {

enum class Status {
    converged,        ///< the residual is at or below the tolerance, checked on the returned answer
    finished,         ///< another stopping rule was met (fixed count, small change, small fraction)
    iteration_limit,  ///< the iteration budget ran out first
    time_limit,       ///< the time budget ran out first
    stalled,          ///< no further progress is possible; the best answer found is returned
    diverged,         ///< the iteration left the finite numbers; the best finite answer is returned
    not_applicable,   ///< this solver does not do this friction model or problem; nothing was computed
    failed            ///< the method broke down (singular pivot, no complementary ray, bad input)
};
std::string to_string(Status status);

/// Catto's four ways to end an iteration (section 7.1).
enum class StopRule { residual, iterations, change, fraction };

struct SolveOptions {
    FrictionModel friction;
    StopRule rule = StopRule::residual;
    double tolerance = 1e-8;
    /// StopRule::fraction ends when every |dx_i| is below this part of its value one iteration earlier.
    double fraction = 0.5;
    std::int64_t max_iterations = 10000;
    double max_seconds = 10.0;
    /// Contact reactions to start from; empty means a cold start from zero.
    Vector warm_start;
    bool record_history = false;
};

struct HistoryPoint {
    std::int64_t iteration;
    double seconds;
    double residual;
};

struct SolveResult {
    Status status = Status::failed;
    std::string message;
    /// One impulse per contact (normal, tangent, tangent).
    Vector reaction;
    /// The rows' own unknowns for row models; empty for cone models.
    Vector row_values;
    std::int64_t iterations = 0;
    /// Scalar rows visited, the cost axis that does not depend on the machine.
    std::int64_t row_updates = 0;
    double seconds = 0.0;
    /// The model's residual at the end (what the residual rule compares with the tolerance).
    double residual = 0.0;
    /// Working memory of the method beyond the problem itself.
    std::size_t bytes = 0;
    std::vector<HistoryPoint> history;
};

SolveResult not_applicable(std::string reason);

}  // namespace cairn::lab
