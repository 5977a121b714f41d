#pragma once
// Watches an iteration: budgets, stopping rules, history, the best answer so far. One place, so that every
// solver is timed and stopped in the same way.

#include <chrono>
#include <functional>
#include <string>

#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

class Monitor {
public:
    using Residual = std::function<double(const Vector&)>;

    /// `residual` maps the iteration's own unknowns to the model's residual.
    Monitor(const SolveOptions& options, Residual residual);

    /// Call with the start value and then once per iteration; true means: stop now.
    /// With a negative `known_residual` the residual is computed when the rule or the history needs it.
    bool observe(std::int64_t iteration, const Vector& x, double known_residual = -1.0);

    /// Ends the run with a status of the solver's own (stalled, failed).
    void end(Status status, std::string message = {});

    /// True when the time budget is spent; for loops inside one iteration.
    bool out_of_time();

    /// Moves status, timings, history and the answer into the result; a non-finite x is replaced by the best
    /// one.
    Vector finish(const Vector& x, SolveResult& result);

    double residual_now(const Vector& x) const { return residual_(x); }
    double tolerance() const { return options_.tolerance; }
    double last_residual() const { return last_residual_; }
    double best_residual() const { return best_residual_; }
    const Vector& best() const { return best_; }
    double seconds() const;

private:
    using Clock = std::chrono::steady_clock;

    bool change_rule_met(const Vector& x);
    bool check_due(std::int64_t iteration) const;
    void note_residual(std::int64_t iteration, const Vector& x, double value);

    const SolveOptions& options_;
    Residual residual_;
    Clock::time_point start_;
    double excluded_seconds_ = 0.0;
    Status status_ = Status::iteration_limit;
    std::string message_;
    bool ended_ = false;
    std::int64_t iterations_ = 0;
    double next_check_ = 0.0;
    double last_residual_ = 0.0;
    double best_residual_ = 0.0;
    bool has_best_ = false;
    Vector best_;
    Vector previous_;
    Vector previous_change_;
    std::vector<HistoryPoint> history_;
};

}  // namespace cairn::lab
