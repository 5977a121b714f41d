// How far a step's impulses are from a solution, in metres a second, and small helpers on the whole system.

#include <algorithm>
#include <cmath>

#include "base/index.hpp"
#include "solvers/live/live_sweeps.hpp"
#include "solvers/live/live_system.hpp"

namespace cairn {

namespace {

double clamped(double value, double bound) { return std::max(-bound, std::min(value, bound)); }

/// |x - clip(x - u / k)| k of the three rows.
double rows_error(const LivePoint& p, double bound, double u0, double u1, double u2) {
    const double k0 = p.k[0] + p.compliance;
    const double n = std::abs(p.impulse[0] - std::max(0.0, p.impulse[0] - u0 / k0)) * k0;
    const double t1 = std::abs(p.impulse[1] - clamped(p.impulse[1] - u1 / p.k[3], bound)) * p.k[3];
    const double t2 = std::abs(p.impulse[2] - clamped(p.impulse[2] - u2 / p.k[5], bound)) * p.k[5];
    return std::max({n, t1, t2});
}

double polygon_error(const LivePoint& p, int sides, double mu, double u0, double u1, double u2) {
    const FrictionAxes& axes = friction_axes(sides);
    const double k0 = p.k[0] + p.compliance;
    double worst = std::abs(p.impulse[0] - std::max(0.0, p.impulse[0] - u0 / k0)) * k0;
    const double bound = axes.bound * mu * std::max(0.0, p.impulse[0]);
    for (int i = 0; i < axes.count; ++i) {
        const double c = axes.cosine[i], s = axes.sine[i];
        const double k = c * c * p.k[3] + 2 * c * s * p.k[4] + s * s * p.k[5];
        const double x = p.axis_impulse[i];
        worst = std::max(worst, std::abs(x - clamped(x - (c * u1 + s * u2) / k, bound)) * k);
    }
    return worst;
}

/// |r - P_K(r - rho u)| / rho with rho = 1 / k_nn; De Saxce's change of u makes it Coulomb's law.
double cone_error(const LivePoint& p, double mu, bool coulomb, double u0, double u1, double u2) {
    const double k = p.k[0];
    if (coulomb) u0 += mu * std::sqrt(u1 * u1 + u2 * u2);
    const double n = p.impulse[0] - u0 / k, t1 = p.impulse[1] - u1 / k, t2 = p.impulse[2] - u2 / k;
    const double t = std::sqrt(t1 * t1 + t2 * t2);
    double next = n, scale = 1;
    if (n < 0 || t > mu * n) {  // without friction, t = 0 > mu n does not say so where n < 0
        next = std::max(0.0, (n + mu * t) / (1 + mu * mu));
        scale = t > 0 ? mu * next / t : 0;
    }
    const double d0 = p.impulse[0] - next, d1 = p.impulse[1] - scale * t1, d2 = p.impulse[2] - scale * t2;
    return std::sqrt(d0 * d0 + d1 * d1 + d2 * d2) * k;
}

double point_error(const LivePoint& p, const LiveContact& contact, const LiveOptions& options, double u0,
                   double u1, double u2) {
    switch (options.friction) {
        case LiveFriction::fixed:
            return rows_error(p, p.bound, u0, u1, u2);
        case LiveFriction::pyramid:
            return options.sides == 4
                       ? rows_error(p, contact.friction * std::max(0.0, p.impulse[0]), u0, u1, u2)
                       : polygon_error(p, options.sides, contact.friction, u0, u1, u2);
        case LiveFriction::cone:
        case LiveFriction::cone_relaxed:
            break;
    }
    return cone_error(p, contact.friction, options.friction == LiveFriction::cone, u0, u1, u2);
}

}  // namespace

void apply_impulses(LiveSystem& system) {
    for (const LiveRow& row : system.rows) push_row(system, row, row.impulse);
    for (const LiveContact& contact : system.contacts) {
        LiveBody& a = system.bodies[at(contact.body_a)];
        LiveBody& b = system.bodies[at(contact.body_b)];
        for (int32_t i = contact.first; i < contact.first + contact.count; ++i) {
            const LivePoint& p = system.points[at(i)];
            push_point(a, b, p,
                       p.impulse[0] * contact.normal + p.impulse[1] * contact.tangent_1 +
                           p.impulse[2] * contact.tangent_2);
        }
    }
}

double live_residual(const LiveSystem& system, const LiveOptions& options, std::vector<double>* per_body) {
    double worst = 0;
    if (per_body) per_body->assign(system.bodies.size(), 0.0);
    const auto note = [&](int32_t a, int32_t b, double error) {
        worst = std::max(worst, error);
        if (!per_body) return;
        (*per_body)[at(a)] = std::max((*per_body)[at(a)], error);
        (*per_body)[at(b)] = std::max((*per_body)[at(b)], error);
    };
    for (const LiveRow& row : system.rows) {
        const double k = row.diagonal + row.compliance;
        if (!(k > 0)) continue;
        const double w = row_velocity(system, row) + row.compliance * row.impulse - row.target;
        const double next = std::max(row.lower, std::min(row.impulse - w / k, row.upper));
        const double error = std::abs(row.impulse - next) * k;
        visit_row_bodies(system, row, [&](int32_t body) { note(body, body, error); });
    }
    for (const LiveContact& contact : system.contacts) {
        const LiveBody& a = system.bodies[at(contact.body_a)];
        const LiveBody& b = system.bodies[at(contact.body_b)];
        for (int32_t i = contact.first; i < contact.first + contact.count; ++i) {
            const LivePoint& p = system.points[at(i)];
            if (!(p.k[0] > 0)) continue;
            const Vec3d u = point_velocity(a, b, p);
            note(contact.body_a, contact.body_b,
                 point_error(p, contact, options,
                             dot(contact.normal, u) - p.target + p.compliance * p.impulse[0],
                             dot(contact.tangent_1, u) + contact.surface_1,
                             dot(contact.tangent_2, u) + contact.surface_2));
        }
    }
    return worst;
}

}  // namespace cairn
