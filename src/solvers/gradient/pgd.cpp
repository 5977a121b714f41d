#include "solvers/gradient/pgd.hpp"

#include <cmath>
#include <utility>

#include "solvers/frozen/run.hpp"
#include "solvers/gradient/convex_model.hpp"

namespace cairn::lab {
namespace {

/// A point with its velocity y = A x + c: because y is affine in x, extrapolated points need no product.
struct Point {
    Vector x;
    Vector y;
};

/// Finds 1/L with f(P(from - g/L)) <= f(from) + g d + L/2 |d|^2, Renouf-Alart's "maximum safe step". L grows
/// by doubling and relaxes by a tenth a step, so it follows the curvature along the path.
class StepLength {
public:
    explicit StepLength(double start) : L_(start > 0.0 ? start : 1.0) {}

    Point step(const ConvexModel& model, const Point& from, const Vector& g, std::int64_t& products) {
        Point to;
        for (int attempt = 0; attempt < 60; ++attempt) {
            to.x = from.x - g / L_;
            model.project(to.x);
            model.product(to.x, to.y);
            ++products;
            const Vector d = to.x - from.x;
            const double curvature = d.dot(to.y - from.y);
            const double squared = d.squaredNorm();
            // The slack covers the rounding of the difference of products when d is tiny.
            if (curvature <= L_ * squared * (1.0 + 1e-10) || squared == 0.0) break;
            L_ *= 2.0;
        }
        L_ *= 0.9;
        return to;
    }

private:
    double L_;
};

std::string defect(const ContactProblem& problem, const FrictionModel& model) {
    return is_row_model(model) ? expansion_defect(problem, model) : std::string();
}

}  // namespace

SolveResult solve(const Pgd& solver, const ContactProblem& problem, const SolveOptions& options) {
    const std::string bad = defect(problem, options.friction);
    if (!bad.empty()) return not_applicable("pgd: " + bad);
    ConvexModel model(problem, options);
    Monitor monitor(options, [&model](const Vector& x) { return model.model_residual(x); });
    std::int64_t products = 0;
    Point point{model.start(options), {}};
    model.product(point.x, point.y);
    StepLength length(problem.W.mean_diagonal());
    Vector g;
    for (std::int64_t iteration = 0;; ++iteration) {
        const double residual = model.model_residual(point.x, point.y);
        if (monitor.observe(iteration, point.x, residual)) break;
        model.gradient(point.y, g);
        if (!model.exact() && model.frozen_residual(point.x, g) <= solver.refresh * residual) {
            model.refresh(point.x, point.y);
            model.gradient(point.y, g);
        }
        point = length.step(model, point, g, products);
    }
    return model.result(monitor, point.x, products, 5);
}

SolveResult solve(const Apgd& solver, const ContactProblem& problem, const SolveOptions& options) {
    const std::string bad = defect(problem, options.friction);
    if (!bad.empty()) return not_applicable("apgd: " + bad);
    ConvexModel model(problem, options);
    Monitor monitor(options, [&model](const Vector& x) { return model.model_residual(x); });
    std::int64_t products = 0;
    Point point{model.start(options), {}};
    model.product(point.x, point.y);
    Point ahead = point;
    StepLength length(problem.W.mean_diagonal());
    double theta = 1.0;
    Vector g;
    for (std::int64_t iteration = 0;; ++iteration) {
        const double residual = model.model_residual(point.x, point.y);
        if (monitor.observe(iteration, point.x, residual)) break;
        if (!model.exact()) {
            model.gradient(point.y, g);
            if (model.frozen_residual(point.x, g) <= solver.refresh * residual) {
                model.refresh(point.x, point.y);
                ahead = point;
                theta = 1.0;
            }
        }
        model.gradient(ahead.y, g);
        Point next = length.step(model, ahead, g, products);
        const bool uphill = g.dot(next.x - point.x) > 0.0;
        if (solver.restart && uphill) {
            theta = 1.0;
            ahead = next;
        } else {
            const double theta_next = 0.5 * (theta * std::sqrt(theta * theta + 4.0) - theta * theta);
            const double momentum = theta * (1.0 - theta) / (theta * theta + theta_next);
            ahead.x = next.x + momentum * (next.x - point.x);
            ahead.y = next.y + momentum * (next.y - point.y);
            theta = theta_next;
        }
        point = std::move(next);
    }
    return model.result(monitor, point.x, products, 8);
}

}  // namespace cairn::lab
