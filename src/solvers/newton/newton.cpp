#include "solvers/newton/newton.hpp"

#include <algorithm>

namespace cairn::lab {

NewtonIteration::NewtonIteration(NonsmoothSystem& system, double proximal)
    : system_(system), least_alpha_(proximal), alpha_(proximal) {}

void NewtonIteration::start(const Vector& x) {
    merit_ = system_.evaluate(x, F_);
    alpha_ = least_alpha_;
}

bool NewtonIteration::line_search(const Vector& x, const Vector& direction) {
    step_length_ = 1.0;
    for (int halving = 0; halving < 7; ++halving) {
        trial_ = x + step_length_ * direction;
        trial_merit_ = system_.evaluate(trial_, trial_F_);
        // Armijo on 1/2 |F|^2, whose slope along an exact Newton direction is -2 merit.
        if (trial_merit_ <= merit_ * (1.0 - 1e-4 * step_length_)) return true;
        step_length_ *= 0.5;
    }
    return false;
}

bool NewtonIteration::step(Vector& x) {
    bool at_x = true;  // the system's cached velocity belongs to x
    for (int attempt = 0; attempt < 4; ++attempt) {
        if (!at_x) system_.evaluate(x, F_);
        at_x = true;
        if (system_.direction(x, F_, alpha_, direction_)) {
            at_x = false;
            if (line_search(x, direction_)) {
                x = trial_;
                F_ = trial_F_;
                merit_ = trial_merit_;
                if (step_length_ == 1.0) alpha_ = std::max(least_alpha_, 0.1 * alpha_);
                return true;
            }
        }
        alpha_ = std::min(1.0, std::max(1e-10, 100.0 * alpha_));
    }
    // No proximal weight gave descent: the sweep is the globalising step. It may raise the merit.
    for (int k = 0; k < 2; ++k) system_.sweep(x);
    sweeps_ += 2;
    merit_ = system_.evaluate(x, F_);
    alpha_ = std::max(least_alpha_, 1e-2 * alpha_);
    return false;
}

namespace {

template <typename Run>
SolveResult run_newton(const Newton& solver, NonsmoothSystem& system, Run& run, Vector& x, Index rows) {
    NewtonIteration newton(system, solver.proximal);
    std::int64_t iteration = 0;
    bool done = run.monitor.observe(0, x);
    for (int k = 0; k < solver.sweeps && !done; ++k) {
        system.sweep(x);
        done = run.monitor.observe(++iteration, x);
    }
    newton.start(x);
    while (!done) {
        newton.step(x);
        done = run.monitor.observe(++iteration, x, newton.residual(x));
    }
    return run.finish((iteration + newton.sweeps()) * rows, system.bytes());
}

}  // namespace

SolveResult solve(const Newton& solver, const ContactProblem& problem, const SolveOptions& options) {
    if (is_row_model(options.friction)) {
        const std::string bad = expansion_defect(problem, options.friction);
        if (!bad.empty()) return not_applicable("newton: " + bad);
        RowRun run(problem, options);
        const auto system = make_row_system(run);
        return run_newton(solver, *system, run, run.x, run.rows().rows());
    }
    ConeRun run(problem, options);
    const auto system = make_cone_system(problem, options.friction.kind);
    return run_newton(solver, *system, run, run.r, 3 * problem.contacts());
}

}  // namespace cairn::lab
