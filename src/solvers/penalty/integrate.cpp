#include "solvers/penalty/integrate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace cairn::penalty {

namespace {

class Stepper {
public:
    Stepper(StiffSystem& system, const IntegratorOptions& options, IntegrationReport& report)
        : system_(system), options_(options), report_(report) {}

    Column derivative(const Column& y) {
        Column f(y.size());
        system_.derivative(y, f);
        ++report_.evaluations;
        return f;
    }

    void linearize(const Column& y) {
        system_.linearize(y);
        ++report_.jacobians;
    }

    Column solve(double shift, const Column& b) {
        Column x(b.size());
        const LinearResult result = system_.solve(shift, b, x);
        ++report_.solves;
        report_.linear_iterations += result.iterations;
        report_.linear_failures += result.converged ? 0 : 1;
        return x;
    }

    void runge_kutta(Column& y, double h) {
        const Column k1 = derivative(y), k2 = derivative(y + 0.5 * h * k1), k3 = derivative(y + 0.5 * h * k2),
                     k4 = derivative(y + h * k3);
        y += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    }

    /// (I / h - J) (y1 - y0) = f(y0)
    void semi_implicit_euler(Column& y, double h) {
        linearize(y);
        y += solve(1 / h, derivative(y));
    }

    /// Newton on y1 = y0 + h f(y1). Contacts make f kinked: where a whole Newton step does not help, half of
    /// it may.
    bool newton_euler(Column& y, double h) {
        const Column start = y;
        Column next = start;
        Column residual = h * derivative(next);
        double size = system_.error_ratio(start, next, residual);
        for (int i = 0; i < options_.newton_iterations; ++i) {
            linearize(next);
            const Column change = solve(1 / h, residual / h);
            double share = 1;
            Column tried, tried_residual;
            double tried_size = 0;
            for (int halving = 0; halving < 8; ++halving, share *= 0.5) {
                tried = next + share * change;
                tried_residual = start + h * derivative(tried) - tried;
                tried_size = system_.error_ratio(start, tried, tried_residual);
                if (tried_size < size) break;
            }
            if (!std::isfinite(tried_size)) return false;
            const bool settled =
                system_.error_ratio(start, tried, share * change) <= options_.newton_tolerance;
            next = tried;
            residual = tried_residual;
            size = tried_size;
            if (settled || size <= options_.newton_tolerance) {
                y = next;
                return true;
            }
        }
        y = next;
        return false;
    }

    void implicit_euler(Column& y, double h) {
        if (!newton_euler(y, h)) ++report_.newton_failures;
    }

    /// Numerical Recipes' `stiff`: Kaps and Rentrop's four stages with Shampine's constants (gamma = 1/2).
    /// The Jacobian must have been set at y; h may differ from call to call.
    Column rosenbrock(const Column& y, const Column& f, double h, Column& error) {
        const double shift = 2 / h;
        const Column g1 = solve(shift, f);
        const Column f2 = derivative(y + 2.0 * g1);
        const Column g2 = solve(shift, f2 + (-8.0 / h) * g1);
        const Column f3 = derivative(y + (48.0 / 25) * g1 + (6.0 / 25) * g2);
        const Column g3 = solve(shift, f3 + (1 / h) * ((372.0 / 25) * g1 + (12.0 / 5) * g2));
        const Column g4 =
            solve(shift, f3 + (1 / h) * ((-112.0 / 125) * g1 + (-54.0 / 125) * g2 + (-2.0 / 5) * g3));
        error = (17.0 / 54) * g1 + (7.0 / 36) * g2 + (125.0 / 108) * g4;
        return y + (19.0 / 9) * g1 + 0.5 * g2 + (25.0 / 108) * g3 + (125.0 / 108) * g4;
    }

    /// One step that keeps the error bound, or the best of max_retries attempts. Returns its length.
    double checked_step(Column& y, double start, double h, double& next, AttemptObserver* observer) {
        linearize(y);
        const Column f = derivative(y);
        Column best, error(y.size());
        double best_error = std::numeric_limits<double>::infinity(), best_step = h;
        for (int attempt = 0; attempt <= options_.max_retries; ++attempt) {
            const Column after = rosenbrock(y, f, h, error);
            double ratio = after.allFinite() ? system_.error_ratio(y, after, error)
                                             : std::numeric_limits<double>::infinity();
            if (!(ratio >= 0)) ratio = std::numeric_limits<double>::infinity();
            const bool good = ratio <= 1;
            if (observer) observer->attempted({start, h, good, after});
            if (good || ratio < best_error) {
                best = after;
                best_error = ratio;
                best_step = h;
            }
            if (good) {
                next = h * (ratio > 1e-3 ? std::min(2.0, 0.9 / std::sqrt(std::sqrt(ratio))) : 4.0);
                break;
            }
            ++report_.retries;
            // On stiff components the error falls slower than the order says: a second failure cuts deeper.
            const double share = std::isfinite(ratio) ? 0.9 / std::sqrt(std::sqrt(ratio)) : 0.1;
            h *= std::clamp(share, 0.1, attempt == 0 ? 0.9 : 0.4);
            next = h;
        }
        if (best_error > 1) {
            ++report_.missed_bounds;
            next = best_step;
        }
        if (best.size() == y.size()) y = best;
        if (std::isfinite(best_error)) report_.worst_error = std::max(report_.worst_error, best_error);
        finish(y, best_step);
        return best_step;
    }

    void finish(Column& y, double h) {
        system_.settle(y);
        ++report_.steps;
        report_.smallest_step = report_.smallest_step > 0 ? std::min(report_.smallest_step, h) : h;
    }

private:
    StiffSystem& system_;
    const IntegratorOptions& options_;
    IntegrationReport& report_;
};

}  // namespace

void IntegrationReport::add(const IntegrationReport& o) {
    steps += o.steps;
    retries += o.retries;
    missed_bounds += o.missed_bounds;
    unchecked_steps += o.unchecked_steps;
    newton_failures += o.newton_failures;
    evaluations += o.evaluations;
    jacobians += o.jacobians;
    solves += o.solves;
    linear_iterations += o.linear_iterations;
    linear_failures += o.linear_failures;
    worst_error = std::max(worst_error, o.worst_error);
    if (o.smallest_step > 0)
        smallest_step = smallest_step > 0 ? std::min(smallest_step, o.smallest_step) : o.smallest_step;
}

void take_step(StiffSystem& system, Method method, Column& y, double h, const IntegratorOptions& options,
               IntegrationReport& report, Column* error) {
    Stepper stepper(system, options, report);
    switch (method) {
        case Method::explicit_euler:
            y += h * stepper.derivative(y);
            break;
        case Method::midpoint:
            y += h * stepper.derivative(y + 0.5 * h * stepper.derivative(y));
            break;
        case Method::runge_kutta:
            stepper.runge_kutta(y, h);
            break;
        case Method::semi_implicit_euler:
            stepper.semi_implicit_euler(y, h);
            break;
        case Method::implicit_euler:
            stepper.implicit_euler(y, h);
            break;
        case Method::rosenbrock: {
            Column estimate(y.size());
            stepper.linearize(y);
            y = stepper.rosenbrock(y, stepper.derivative(y), h, estimate);
            if (error) *error = estimate;
            break;
        }
    }
    stepper.finish(y, h);
}

void integrate(StiffSystem& system, Column& y, double duration, double& step_hint,
               const IntegratorOptions& options, IntegrationReport& report, AttemptObserver* observer) {
    if (!(duration > 0)) return;
    if (options.method != Method::rosenbrock) {
        const int parts = std::max(1, options.substeps);
        for (int i = 0; i < parts; ++i)
            take_step(system, options.method, y, duration / parts, options, report);
        return;
    }
    Stepper stepper(system, options, report);
    double time = 0, next = step_hint > 0 ? std::min(step_hint, duration) : duration;
    for (int step = 0; duration - time > 1e-12 * duration; ++step) {
        const double left = duration - time;
        if (step >= options.max_steps) {
            // Out of steps. A linearised Euler step of any length stays bounded, so the frame ends here.
            ++report.unchecked_steps;
            take_step(system, Method::semi_implicit_euler, y, left, options, report);
            break;
        }
        // A sliver at the end would cost as much as a whole step.
        const double h = next > 0.99 * left ? left : next > 0.5 * left ? 0.5 * left : next;
        double proposed = h;
        const double taken = stepper.checked_step(y, time, h, proposed, observer);
        time += taken;
        // A step cut short by the end of the duration says little about the step after it.
        next = taken == h && h < next ? std::max(proposed, next) : proposed;
    }
    step_hint = next;
}

}  // namespace cairn::penalty
