#include "solvers/robust/robust.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/frozen/run.hpp"
#include "solvers/newton/newton.hpp"

namespace cairn::lab {
namespace {

/// Alternates the two phases on one system until the monitor ends the run or the cycles are used up.
class Alternation {
public:
    Alternation(NonsmoothSystem& system, Monitor& monitor, double proximal)
        : system_(system), monitor_(monitor), newton_(system, proximal) {
        sweeps_per_newton_ = std::max(1.0, system.direction_cost() / system.sweep_cost());
    }

    /// True when the run has ended.
    bool cycle(Vector& x, int number) {
        if (sweep_phase(x, number)) return true;
        if (newton_phase(x)) return true;
        // Whatever the phases did, the next cycle starts from the best answer known.
        if (monitor_.best_residual() < monitor_.last_residual()) x = monitor_.best();
        return false;
    }

    std::int64_t iterations() const { return iterations_; }

private:
    /// Sweeps in windows. Goes on while the last window's contraction promises the tolerance for less than a few
    /// Newton steps would cost; otherwise stops after a share of one Newton step's cost.
    bool sweep_phase(Vector& x, int number) {
        const double share = std::clamp(0.25 * sweeps_per_newton_, 10.0, 100.0);
        const double least = share * std::pow(2.0, std::min(number, 6));
        const double patience = std::max(50.0, 3.0 * sweeps_per_newton_) * std::pow(2.0, std::min(number, 6));
        double before = monitor_.residual_now(x);
        double done = 0.0;
        int window = 1;
        while (true) {
            for (int k = 0; k < window; ++k) {
                system_.sweep(x);
                ++iterations_;
                if (k % 64 == 63 && monitor_.out_of_time()) return true;
            }
            done += window;
            const double after = monitor_.residual_now(x);
            if (monitor_.observe(iterations_, x, after)) return true;
            const double rate = std::log(after / before) / window;
            const double remaining = std::log(monitor_.tolerance() / after) / rate;
            const bool promising = rate < 0.0 && remaining < patience && done < 2.0 * patience;
            if (done >= least && !promising) return false;
            before = after;
            // Checking costs about a sweep: a fifth of the work done so far keeps it and the overshoot small.
            window = std::clamp(static_cast<int>(done / 5.0), 1, 32);
        }
    }

    /// Newton steps while they make progress: at least a halving of the residual within every eight.
    bool newton_phase(Vector& x) {
        newton_.start(x);
        double mark = newton_.residual(x);
        int since_mark = 0;
        for (int k = 0; k < 60; ++k) {
            newton_.step(x);
            ++iterations_;
            const double residual = newton_.residual(x);
            if (monitor_.observe(iterations_, x, residual)) return true;
            ++since_mark;
            if (residual < 0.5 * mark) {
                mark = residual;
                since_mark = 0;
            }
            if (since_mark >= 8) break;
        }
        return false;
    }

    NonsmoothSystem& system_;
    Monitor& monitor_;
    NewtonIteration newton_;
    double sweeps_per_newton_;
    std::int64_t iterations_ = 0;
};

}  // namespace

SolveResult solve(const Robust& solver, const ContactProblem& problem, const SolveOptions& options) {
    if (options.rule != StopRule::residual) {
        return not_applicable("robust: stops by the residual only; use rule=residual");
    }
    const bool by_rows = is_row_model(options.friction);
    if (by_rows) {
        const std::string bad = expansion_defect(problem, options.friction);
        if (!bad.empty()) return not_applicable("robust: " + bad);
    }
    const auto alternate = [&](auto& run, NonsmoothSystem& system, Vector& x, Index rows) {
        Alternation alternation(system, run.monitor, solver.proximal);
        bool done = run.monitor.observe(0, x);
        for (int cycle = 0; cycle < solver.cycles && !done; ++cycle) done = alternation.cycle(x, cycle);
        if (!done) run.monitor.end(Status::stalled, "no progress in " + std::to_string(solver.cycles) + " cycles");
        return run.finish(alternation.iterations() * rows, system.bytes());
    };
    if (by_rows) {
        RowRun run(problem, options);
        const auto system = make_row_system(run);
        return alternate(run, *system, run.x, run.rows().rows());
    }
    ConeRun run(problem, options);
    const auto system = make_cone_system(problem, options.friction.kind);
    return alternate(run, *system, run.r, 3 * problem.contacts());
}

}  // namespace cairn::lab
