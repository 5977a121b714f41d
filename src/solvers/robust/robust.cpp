#include "solvers/robust/robust.hpp"

#include <algorithm>
#include <limits>

#include "math/vector_double.hpp"
#include "solvers/frozen/residual.hpp"
#include "solvers/frozen/run.hpp"
#include "solvers/interior/interior.hpp"
#include "solvers/newton/newton.hpp"

namespace cairn::lab {
namespace {

/// Alternates sweeps and Newton on one system until the monitor ends the run.
class Alternation {
public:
    Alternation(NonsmoothSystem& system, Monitor& monitor, double proximal)
        : system_(system), monitor_(monitor), newton_(system, proximal) {
        sweeps_per_newton_ = std::max(1.0, system.direction_cost() / system.sweep_cost());
    }

    /// Whether fewer than `patience` sweeps reach the tolerance, if every window shrinks the residual as the
    /// last one did. By multiplication: logarithms are not the same everywhere.
    bool promises(double before, double after, int window, double patience) const {
        if (!(after < before)) return false;
        double residual = after;
        for (double sweeps = 0; sweeps < patience; sweeps += window) {
            if (residual <= monitor_.tolerance()) return true;
            residual *= after / before;
        }
        return false;
    }

    /// Sweeps in windows. Goes on while the last window's contraction promises the tolerance for less than a
    /// few Newton steps would cost; otherwise stops after a share of one Newton step's cost. True when the
    /// run has ended.
    bool sweep_phase(Vector& x, int number) {
        const double growth = static_cast<double>(1 << std::min(number, 6));
        const double least = growth * std::clamp(0.25 * sweeps_per_newton_, 10.0, 100.0);
        const double patience = growth * std::max(50.0, 3.0 * sweeps_per_newton_);
        double before = monitor_.residual_now(x);
        double done = 0.0;
        int window = 1;
        while (true) {
            for (int k = 0; k < window; ++k) system_.sweep(x);
            iterations_ += window;
            done += window;
            const double after = monitor_.residual_now(x);
            if (monitor_.observe(iterations_, x, after)) return true;
            const bool promising = done < 2.0 * patience && promises(before, after, window, patience);
            if (done >= least && !promising) return false;
            before = after;
            // Checking costs about a sweep: a fifth of the work done so far keeps it and the overshoot small.
            window = std::clamp(static_cast<int>(done / 5.0), 1, 32);
        }
    }

    /// Newton steps while they make progress: at least a halving of the residual within every five.
    bool newton_phase(Vector& x) {
        newton_.start(x);
        double mark = newton_.residual(x);
        int since_mark = 0;
        for (int k = 0; k < 60; ++k) {
            newton_.step(x);
            const double residual = newton_.residual(x);
            if (monitor_.observe(++iterations_, x, residual)) return true;
            ++since_mark;
            if (residual < 0.5 * mark) {
                mark = residual;
                since_mark = 0;
            }
            if (since_mark >= 5) break;
        }
        return false;
    }

    /// Follows the central path from its start while its own residual falls; x takes its best point if that
    /// is better.
    bool interior_phase(const ContactProblem& problem, bool relaxed, Vector& x) {
        InteriorPoint point(problem, relaxed, 0.99);
        double to_beat = monitor_.residual_now(x);
        double best = std::numeric_limits<double>::infinity();
        int since_best = 0;
        for (int k = 0; k < 100 && since_best < 15 && point.step(); ++k) {
            const Vector r = point.reaction();
            const double residual = monitor_.residual_now(r);
            ++since_best;
            if (residual < best) {
                best = residual;
                since_best = 0;
            }
            if (residual < to_beat) {
                to_beat = residual;
                x = r;
            }
            if (monitor_.observe(++iterations_, r, residual)) return true;
        }
        return false;
    }

    /// Coulomb as a fixed point over convex problems: the dilation s_n = mu |u_t| is frozen, the convex
    /// problem is solved by the interior point, and s is taken from its velocity (Haslinger; Acary-Cadoux).
    bool fixed_point_phase(const ContactProblem& problem, int rounds, Vector& x) {
        ContactProblem convex = problem;
        Vector r = x;
        for (int round = 0; round < rounds; ++round) {
            const Vector u = problem.velocity(r);
            for (int i = 0; i < problem.contacts(); ++i) {
                convex.q[3 * i] =
                    problem.q[3 * i] + problem.mu[i] * planar_length(u[3 * i + 1], u[3 * i + 2]);
            }
            InteriorPoint point(convex, true, 0.99);
            const double wanted = 0.01 * monitor_.best_residual();
            for (int k = 0; k < 60 && point.step(); ++k) {
                r = point.reaction();
                if (monitor_.out_of_time()) return true;
                if (convex_residual(convex, r) <= wanted) break;
            }
            if (!r.allFinite()) return false;
            const double residual = monitor_.residual_now(r);
            if (residual < monitor_.best_residual()) x = r;
            if (monitor_.observe(++iterations_, r, residual)) {
                x = r;
                return true;
            }
        }
        return false;
    }

    /// The next phase starts from the best answer known, whatever the last one did.
    void return_to_best(Vector& x) const {
        if (monitor_.best_residual() < monitor_.last_residual()) x = monitor_.best();
    }

    std::int64_t iterations() const { return iterations_; }

private:
    static double convex_residual(const ContactProblem& problem, const Vector& r) {
        return convex_distance(problem, r, problem.velocity(r), 1.0) / residual_scale(problem.q);
    }

    NonsmoothSystem& system_;
    Monitor& monitor_;
    NewtonIteration newton_;
    double sweeps_per_newton_;
    std::int64_t iterations_ = 0;
};

/// One cycle: sweeps and Newton, and for the cone models an interior phase where those did not do. True at
/// the end.
bool cycle(Alternation& alternation, const ContactProblem& problem, FrictionKind kind, int number,
           Vector& x) {
    if (alternation.sweep_phase(x, number) || alternation.newton_phase(x)) return true;
    alternation.return_to_best(x);
    const bool relaxed = kind == FrictionKind::cone_relaxed;
    if (kind != FrictionKind::cone && !relaxed) return false;
    bool done = false;
    if (number == 0 || relaxed) {
        done = alternation.interior_phase(problem, relaxed, x);
    } else {
        done = alternation.fixed_point_phase(problem, std::min(5 * number, 50), x);
    }
    if (done || alternation.newton_phase(x)) return true;
    alternation.return_to_best(x);
    return false;
}

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
        for (int number = 0; number < solver.cycles && !done; ++number) {
            done = cycle(alternation, problem, options.friction.kind, number, x);
        }
        if (!done)
            run.monitor.end(Status::stalled, "no progress in " + std::to_string(solver.cycles) + " cycles");
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
