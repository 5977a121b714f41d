#include "solvers/penalty/impulse.hpp"

#include <algorithm>
#include <limits>

#include "solvers/direct/lcp.hpp"

namespace cairn::penalty {

namespace {

const Body& body_of(std::span<const Body> bodies, const ContactPoint& at, std::size_t side) {
    return bodies[std::size_t(at.body[side])];
}

Vec3d velocity_of(const Body& body, Vec3d point) {
    const Frame f = frame_of(body, body.state);
    return f.velocity + cross(f.angular_velocity, point - f.position);
}

/// The change of velocity at `where` by an impulse at `point`, for one body.
Vec3d velocity_change(const Body& body, Vec3d point, Vec3d impulse, Vec3d where) {
    if (body.kind != BodyKind::dynamic) return {};
    const Frame f = frame_of(body, body.state);
    const Vec3d turn = f.inverse_inertia * cross(point - f.position, impulse);
    return impulse / body.mass + cross(turn, where - f.position);
}

/// Entry (i, j): the change of the normal velocity at i by a unit normal impulse at j.
lab::Matrix contact_matrix(std::span<const Body> bodies, std::span<const ContactPoint> points) {
    const auto n = static_cast<lab::Index>(points.size());
    lab::Matrix A = lab::Matrix::Zero(n, n);
    for (lab::Index i = 0; i < n; ++i)
        for (lab::Index j = 0; j < n; ++j) {
            const ContactPoint &at = points[std::size_t(i)], &by = points[std::size_t(j)];
            for (std::size_t s = 0; s < 2; ++s)
                for (std::size_t t = 0; t < 2; ++t) {
                    if (at.body[s] != by.body[t]) continue;
                    const double sign = s == t ? 1 : -1;
                    A(i, j) += sign * dot(at.normal, velocity_change(body_of(bodies, at, s), by.point,
                                                                     by.normal, at.point));
                }
        }
    return A;
}

lab::PivotResult solve_lcp(const lab::Matrix& A, const lab::Vector& b) {
    const lab::Vector zero = lab::Vector::Zero(b.size());
    const lab::Vector none = lab::Vector::Constant(b.size(), std::numeric_limits<double>::infinity());
    return lab::dantzig(A, b, zero, none, 100 + 50 * static_cast<int>(b.size()));
}

double restitution_at(const ContactPoint& at, double approach, const ImpulseOptions& options) {
    return approach > options.bounce_speed ? at.restitution : 0;
}

double fastest_approach(std::span<const Body> bodies, std::span<const ContactPoint> points) {
    double fastest = 0;
    for (const ContactPoint& at : points)
        fastest = std::max(fastest, -dot(at.normal, relative_velocity(bodies, at)));
    return fastest;
}

/// All contacts once, in order; says whether any still approached.
bool propagate_once(std::span<Body> bodies, std::span<const ContactPoint> points,
                    const ImpulseOptions& options, ImpulseReport& report) {
    bool any = false;
    for (const ContactPoint& at : points) {
        const Vec3d velocity = relative_velocity(bodies, at);
        const double approach = -dot(at.normal, velocity);
        if (approach <= options.speed) continue;
        const double e = restitution_at(at, approach, options);
        apply_impulse(
            bodies, at,
            collision_impulse(collision_matrix(bodies, at), velocity + at.belt, at.normal, e, at.friction));
        ++report.impulses;
        any = true;
    }
    ++report.passes;
    return any;
}

void collide_at_once(std::span<Body> bodies, std::span<const ContactPoint> points,
                     const ImpulseOptions& options, bool bounce, ImpulseReport& report) {
    lab::Vector b(static_cast<lab::Index>(points.size()));
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double speed = dot(points[i].normal, relative_velocity(bodies, points[i]));
        const double e = bounce ? restitution_at(points[i], -speed, options) : 0;
        // Wanted: v+ >= -e v-, that is A p >= -v- - e v-.
        b[static_cast<lab::Index>(i)] = -speed - (speed < 0 ? e * speed : 0);
    }
    const lab::PivotResult solved = solve_lcp(contact_matrix(bodies, points), b);
    report.message = solved.message;
    ++report.passes;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const double impulse = solved.x[static_cast<lab::Index>(i)];
        if (impulse <= 0) continue;
        apply_impulse(bodies, points[i], impulse * points[i].normal);
        ++report.impulses;
    }
}

/// Acceleration of the body's point without contact forces: gravity, and what turning does.
Vec3d free_acceleration(const Body& body, Vec3d point) {
    if (body.kind != BodyKind::dynamic) return {};
    const Frame f = frame_of(body, body.state);
    const Vec3d w = f.angular_velocity, arm = point - f.position;
    const Vec3d turning = f.inverse_inertia * (body.torque - cross(w, body.state.spin));
    return body.gravity + body.force / body.mass + cross(turning, arm) + cross(w, cross(w, arm));
}

}  // namespace

Mat3d collision_matrix(std::span<const Body> bodies, const ContactPoint& at) {
    Mat3d K = 0.0 * Mat3d{};
    for (std::size_t side = 0; side < 2; ++side) {
        const Body& body = body_of(bodies, at, side);
        const Vec3d axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        K = K + Mat3d{velocity_change(body, at.point, axes[0], at.point),
                      velocity_change(body, at.point, axes[1], at.point),
                      velocity_change(body, at.point, axes[2], at.point)};
    }
    return K;
}

Vec3d relative_velocity(std::span<const Body> bodies, const ContactPoint& at) {
    return velocity_of(body_of(bodies, at, 0), at.point) - velocity_of(body_of(bodies, at, 1), at.point);
}

void apply_impulse(std::span<Body> bodies, const ContactPoint& at, Vec3d impulse) {
    for (std::size_t side = 0; side < 2; ++side) {
        Body& body = bodies[std::size_t(at.body[side])];
        if (body.kind != BodyKind::dynamic) continue;
        const Vec3d own = side == 0 ? impulse : -impulse;
        body.state.momentum = body.state.momentum + own;
        body.state.spin = body.state.spin + cross(at.point - body.state.position, own);
    }
}

Vec3d collision_impulse(const Mat3d& K, Vec3d velocity, Vec3d normal, double restitution, double friction) {
    const double approach = dot(normal, velocity), stiffness = dot(normal, K * normal);
    if (!(stiffness > 0)) return {};
    const Vec3d plastic = (-approach / stiffness) * normal;  // frictionless
    const Vec3d first = (1 + restitution) * plastic;
    if (!(friction > 0)) return first;
    const Vec3d toward_sticking = -(inverse(K) * velocity) - plastic;
    const Vec3d whole = first + toward_sticking;
    const auto across = [&](Vec3d v) { return length(v - dot(v, normal) * normal); };
    if (across(whole) <= friction * dot(whole, normal)) return whole;
    // On the cone: |t| kappa = mu ((1 + e) n.P_I + kappa n.(P_II - P_I)).
    const double below = across(toward_sticking) - friction * dot(toward_sticking, normal);
    const double kappa = below > 0 ? friction * dot(first, normal) / below : 0;
    return first + std::min(1.0, kappa) * toward_sticking;
}

ImpulseReport collide(std::span<Body> bodies, std::span<const ContactPoint> points,
                      const ImpulseOptions& options) {
    ImpulseReport report;
    if (points.empty() || fastest_approach(bodies, points) <= options.speed) return report;
    if (options.mode != ImpulseMode::propagate) {
        if (options.mode == ImpulseMode::hybrid) propagate_once(bodies, points, options, report);
        collide_at_once(bodies, points, options, options.mode == ImpulseMode::simultaneous, report);
    } else {
        while (report.passes < options.max_passes && propagate_once(bodies, points, options, report)) {
        }
    }
    report.fastest_left = fastest_approach(bodies, points);
    return report;
}

ContactForces resting_forces(std::span<const Body> bodies, std::span<const ContactPoint> points,
                             std::span<const double> wanted) {
    ContactForces result;
    const auto n = static_cast<lab::Index>(points.size());
    lab::Vector b(n);
    for (lab::Index i = 0; i < n; ++i) {
        const ContactPoint& at = points[std::size_t(i)];
        const Body& second = body_of(bodies, at, 1);
        // The normal turns with the second body (Baraff 1997): 2 n' . v comes on top.
        const Vec3d turning = cross(frame_of(second, second.state).angular_velocity, at.normal);
        const Vec3d relative =
            free_acceleration(body_of(bodies, at, 0), at.point) - free_acceleration(second, at.point);
        b[i] = -dot(at.normal, relative) - 2 * dot(turning, relative_velocity(bodies, at));
        if (!wanted.empty()) b[i] += wanted[std::size_t(i)];
    }
    const lab::Matrix A = contact_matrix(bodies, points);
    const lab::PivotResult solved = solve_lcp(A, b);
    result.message = solved.message;
    result.pivots = solved.pivots;
    const lab::Vector accelerations = A * solved.x - b;
    result.forces.assign(solved.x.data(), solved.x.data() + n);
    result.accelerations.assign(accelerations.data(), accelerations.data() + n);
    return result;
}

}  // namespace cairn::penalty
