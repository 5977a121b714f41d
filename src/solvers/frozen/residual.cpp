#include "solvers/frozen/residual.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/vector_double.hpp"
#include "solvers/frozen/cone.hpp"

namespace cairn::lab {
namespace {

/// Fischer-Burmeister phi(a, b) = a + b - sqrt(a^2 + b^2): zero exactly when 0 <= a _|_ b >= 0.
double fischer_burmeister(double a, double b) { return a + b - planar_length(a, b); }

double row_fischer_burmeister(double x, double w, double lo, double hi) {
    const bool has_lo = std::isfinite(lo);
    const bool has_hi = std::isfinite(hi);
    if (has_lo && has_hi) return fischer_burmeister(x - lo, fischer_burmeister(hi - x, -w) * -1.0);
    if (has_lo) return fischer_burmeister(x - lo, w);
    if (has_hi) return fischer_burmeister(hi - x, -w);
    return w;
}

/// What counts as an impulse and as a motion: a millionth of the largest. Below that both are what the
/// tolerance left, and have any direction.
struct Smallest {
    double impulse = 0.0;
    double speed = 0.0;

    Smallest(const Vector& reaction, const Vector& q)
        : impulse(1e-6 * reaction.lpNorm<Eigen::Infinity>()), speed(1e-6 * q.lpNorm<Eigen::Infinity>()) {}
};

void add_physical_parts(const Vector3& r, const Vector3& u, double mu, const Smallest& smallest,
                        ContactResidual& result) {
    const double r_tangent = planar_length(r[1], r[2]);
    const double u_tangent = planar_length(u[1], u[2]);
    result.approach_speed = std::max(result.approach_speed, -u[0]);
    result.spurious_work += std::abs(u[0] * r[0]);
    result.cone_violation = std::max(result.cone_violation, r_tangent - mu * r[0]);
    if (r[0] <= smallest.impulse || mu <= 0.0) return;
    // Within a part in a million of the cone the contact counts as sliding: there the direction matters.
    if (r_tangent < mu * r[0] * (1.0 - 1e-6)) {
        result.sticking_speed = std::max(result.sticking_speed, u_tangent);
    } else if (u_tangent > smallest.speed && r_tangent > 0.0) {
        const double cross = u[1] * r[2] - u[2] * r[1];
        const double dot = -(u[1] * r[1] + u[2] * r[2]);
        const double angle = std::atan2(std::abs(cross), dot);  // same-bits: reported, no solver reads it
        result.direction_error = std::max(result.direction_error, angle);
    }
}

/// How far u is outside of the dual cone, u alone. The distance of the natural map is never less (Moreau's
/// decomposition); computed it is, where r is so large that u is lost in r - u: infeasible problems end so.
double dual_distance(const ContactProblem& problem, FrictionKind kind, const Vector& u) {
    double squared = 0.0;
    for (int i = 0; i < problem.contacts(); ++i) {
        const double mu = problem.mu[i];
        const double tangent =
            kind == FrictionKind::cone_relaxed ? mu * planar_length(u[3 * i + 1], u[3 * i + 2]) : 0.0;
        const double outside = std::max(0.0, tangent - u[3 * i]);
        squared += outside * outside / (1.0 + mu * mu);
    }
    return std::sqrt(squared);
}

}  // namespace

double residual_scale(const Vector& q) {
    const double norm = q.norm();
    return norm > std::numeric_limits<double>::epsilon() ? norm : 1.0;
}

RowResidual row_residual(const RowProblem& problem, const Vector& x) {
    const Vector w = problem.A * x - problem.b;
    RowResidual result;
    double squared = 0.0;
    double merit = 0.0;
    for (Index i = 0; i < problem.rows(); ++i) {
        const double diagonal = problem.A.coeff(i, i);
        const double scale = diagonal > 0.0 ? 1.0 / diagonal : 1.0;
        const double step = std::abs(x[i] - problem.clamp(i, x[i] - w[i] * scale, x));
        result.natural = std::max(result.natural, step);
        result.natural_velocity = std::max(result.natural_velocity, step / scale);
        // where nothing is clamped the step is w, also where x is so large that w is lost in x - w
        const double wanted = x[i] - w[i], clamped = problem.clamp(i, wanted, x);
        const double unit_step = clamped == wanted ? w[i] : x[i] - clamped;
        squared += unit_step * unit_step;
        const double phi = row_fischer_burmeister(x[i], w[i], problem.lower(i, x), problem.upper(i, x));
        merit += 0.5 * phi * phi;
    }
    result.relative = std::sqrt(squared) / residual_scale(problem.b);
    result.fischer_burmeister = merit;
    return result;
}

double de_saxce_distance(const ContactProblem& problem, const Vector& r, const Vector& u, double rho) {
    double squared = 0.0;
    for (int i = 0; i < problem.contacts(); ++i) {
        const Vector3 ri = r.segment<3>(3 * i);
        const Vector3 modified = de_saxce_velocity(u.segment<3>(3 * i), problem.mu[i]);
        squared += (ri - project_cone(ri - rho * modified, problem.mu[i])).squaredNorm();
    }
    return std::sqrt(squared);
}

double convex_distance(const ContactProblem& problem, const Vector& r, const Vector& u, double rho) {
    double squared = 0.0;
    for (int i = 0; i < problem.contacts(); ++i) {
        const Vector3 ri = r.segment<3>(3 * i);
        squared += (ri - project_cone(ri - rho * u.segment<3>(3 * i), problem.mu[i])).squaredNorm();
    }
    return std::sqrt(squared);
}

double cone_model_residual(const ContactProblem& problem, FrictionKind kind, const Vector& reaction) {
    const Vector u = problem.velocity(reaction);
    const double distance = kind == FrictionKind::cone_relaxed ? convex_distance(problem, reaction, u, 1.0)
                                                               : de_saxce_distance(problem, reaction, u, 1.0);
    return std::max(distance, dual_distance(problem, kind, u)) / residual_scale(problem.q);
}

ContactResidual ContactResidual::unknown() {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    return {nan, nan, nan, nan, nan, nan, nan, nan, nan, nan};
}

ContactResidual contact_residual(const ContactProblem& problem, const Vector& reaction) {
    const Vector u = problem.velocity(reaction);
    const double scale = residual_scale(problem.q);
    const double mean = problem.W.mean_diagonal();
    const double rho = mean > 0.0 ? 1.0 / mean : 1.0;
    ContactResidual result;
    const double coulomb = dual_distance(problem, FrictionKind::cone, u);
    const double convex = dual_distance(problem, FrictionKind::cone_relaxed, u);
    result.de_saxce = std::max(de_saxce_distance(problem, reaction, u, 1.0), coulomb) / scale;
    result.convex = std::max(convex_distance(problem, reaction, u, 1.0), convex) / scale;
    // rho u is an impulse, so dividing by rho ||q|| leaves a pure number whatever the units are.
    result.de_saxce_scaled = std::max(de_saxce_distance(problem, reaction, u, rho) / rho, coulomb) / scale;
    result.convex_scaled = std::max(convex_distance(problem, reaction, u, rho) / rho, convex) / scale;
    result.objective = 0.5 * reaction.dot(u + problem.q);
    const Smallest smallest(reaction, problem.q);
    for (int i = 0; i < problem.contacts(); ++i) {
        add_physical_parts(reaction.segment<3>(3 * i), u.segment<3>(3 * i), problem.mu[i], smallest, result);
    }
    return result;
}

}  // namespace cairn::lab
