#include "solvers/mprgp/mprgp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/frozen/run.hpp"
#include "solvers/gradient/convex_model.hpp"

namespace cairn::lab {
namespace {

/// The three gradients of the method: free (rows between their bounds), chopped (rows at a bound that want to
/// leave it) and the free one reduced to what a step of the fixed length may use.
struct Gradients {
    Vector free;
    Vector chopped;
    double reduced_dot_free = 0.0;

    void split(const ConvexModel& model, const Vector& x, const Vector& g, double step) {
        const Vector& lo = model.lower();
        const Vector& hi = model.upper();
        free = Vector::Zero(x.size());
        chopped = Vector::Zero(x.size());
        reduced_dot_free = 0.0;
        for (Index i = 0; i < x.size(); ++i) {
            const bool at_low = x[i] <= lo[i];
            const bool at_high = x[i] >= hi[i];
            if (at_low && at_high) continue;
            if (at_low) {
                chopped[i] = std::min(g[i], 0.0);
            } else if (at_high) {
                chopped[i] = std::max(g[i], 0.0);
            } else {
                free[i] = g[i];
                const double room = g[i] > 0.0 ? (x[i] - lo[i]) / step : (x[i] - hi[i]) / step;
                const double reduced = g[i] > 0.0 ? std::min(room, g[i]) : std::max(room, g[i]);
                reduced_dot_free += reduced * g[i];
            }
        }
    }
};

/// The largest t with x - t p inside the bounds.
double feasible_step(const ConvexModel& model, const Vector& x, const Vector& p) {
    double largest = std::numeric_limits<double>::infinity();
    for (Index i = 0; i < x.size(); ++i) {
        if (p[i] > 0.0) largest = std::min(largest, (x[i] - model.lower()[i]) / p[i]);
        if (p[i] < 0.0) largest = std::min(largest, (x[i] - model.upper()[i]) / p[i]);
    }
    return largest;
}

class Iteration {
public:
    Iteration(ConvexModel& model, Vector start, double proportion)
        : model_(model), proportion_(proportion), x(std::move(start)) {
        const double eigenvalue = model.largest_eigenvalue();
        // Anything in (0, 2 / |A|) is safe; the middle leaves room for the estimate.
        step_ = eigenvalue > 0.0 ? 1.0 / eigenvalue : 1.0;
        restart();
    }

    /// Everything anew from x; after a change of bounds.
    void restart() {
        model_.project(x);
        wash_out_rounding();
        p_ = gradients_.free;
    }

    /// The gradient anew from x. The direction stays: without it conjugacy would be lost, and where the free
    /// rows are badly conditioned a method that begins again every so many steps is as slow as plain
    /// gradients.
    void wash_out_rounding() {
        model_.product(x, g);
        ++products;
        gradients_.split(model_, x, g, step_);
    }

    void advance() {
        const double chopped = gradients_.chopped.squaredNorm();
        if (chopped > proportion_ * proportion_ * gradients_.reduced_dot_free) return proportioning();
        model_.multiply(p_, Ap_);
        ++products;
        const double curvature = p_.dot(Ap_);
        const double feasible = feasible_step(model_, x, p_);
        const double wanted =
            curvature > 0.0 ? g.dot(p_) / curvature : std::numeric_limits<double>::infinity();
        if (wanted <= feasible) return conjugate_step(wanted, curvature);
        expansion(feasible);
    }

    std::int64_t products = 0;

private:
    void conjugate_step(double length, double curvature) {
        x -= length * p_;
        g -= length * Ap_;
        gradients_.split(model_, x, g, step_);
        p_ = gradients_.free - (gradients_.free.dot(Ap_) / curvature) * p_;
    }

    void expansion(double feasible) {
        if (std::isfinite(feasible)) {
            x -= feasible * p_;
            g -= feasible * Ap_;
        }
        gradients_.split(model_, x, g, step_);
        x -= step_ * gradients_.free;
        restart();
    }

    void proportioning() {
        const Vector d = gradients_.chopped;
        model_.multiply(d, Ap_);
        ++products;
        const double curvature = d.dot(Ap_);
        double length = curvature > 0.0 ? g.dot(d) / curvature : step_;
        length = std::min(length, feasible_step(model_, x, d));
        x -= length * d;
        g -= length * Ap_;
        model_.project(x);
        gradients_.split(model_, x, g, step_);
        p_ = gradients_.free;
    }

    ConvexModel& model_;
    double proportion_;
    double step_ = 1.0;
    Gradients gradients_;
    Vector p_;
    Vector Ap_;

public:
    Vector x;
    Vector g;
};

}  // namespace

SolveResult solve(const Mprgp& solver, const ContactProblem& problem, const SolveOptions& options) {
    const std::string bad = expansion_defect(problem, options.friction);
    if (!bad.empty()) return not_applicable("mprgp: " + bad);
    ConvexModel model(problem, options);
    Monitor monitor(options, [&model](const Vector& x) { return model.model_residual(x); });
    Iteration state(model, model.start(options), solver.proportion);
    for (std::int64_t iteration = 0;; ++iteration) {
        // g is updated, not recomputed, so once in a while (and before any claim) the rounding is washed out.
        if (iteration % 50 == 49) state.wash_out_rounding();
        double residual = model.model_residual(state.x, state.g);
        if (residual <= options.tolerance) {
            state.wash_out_rounding();
            residual = model.model_residual(state.x, state.g);
        }
        if (monitor.observe(iteration, state.x, residual)) break;
        if (!model.exact() && model.frozen_residual(state.x, state.g) <= solver.refresh * residual) {
            model.refresh(state.x, state.g);
            state.restart();
        }
        state.advance();
    }
    return model.result(monitor, state.x, state.products, 7);
}

}  // namespace cairn::lab
