#pragma once
// The point block: two anchors are held together. Shared by ball, hinge and fixed joints.
//
//     C    = xB + rB - xA - rA                               (three rows)
//     Cdot = vB + wB x rB - vA - wA x rA
//     J    = [-1, [rA]x, 1, -[rB]x]
//     K    = J M^-1 J^T = (1/mA + 1/mB) 1 - [rA]x IA^-1 [rA]x - [rB]x IB^-1 [rB]x
//
// The three rows are solved at once. A velocity that satisfies Cdot = 0 still leaves the constraint to second
// order, since the arms turn on the way: after a sub-step h,
//
//     C' = C + h Cdot + h^2/2 (wB x (wB x rB) - wA x (wA x rA)) + ...
//
// The pass with bias aims at C' rather than at C + h Cdot, the pass without bias then makes the velocity
// tangent where the anchors have come to. Together they are the two halves of RATTLE (Andersen 1983): a
// swinging body neither drifts off its anchor nor loses energy to it.

#include "joints/rows.hpp"

namespace cairn::CAIRN_WIDE {

struct PointBlock {
    Vec3w arm_a, arm_b, error;
    Sym3w mass;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(arm_a), v(arm_b), v(error), v(mass);
    }
};

constexpr int point_error_at = 6;  // its column

/// What a force between the anchors does to their speed: K.
CAIRN_INLINE Sym3w anchor_response(const JointPose& pose, const JointBodies& bodies) {
    Sym3w k = point_response(bodies.inertia_a(), pose.arm_a) + point_response(bodies.inertia_b(), pose.arm_b);
    const Float mass = bodies.mass_a() + bodies.mass_b();
    k.xx += mass, k.yy += mass, k.zz += mass;
    return k;
}

CAIRN_INLINE PointBlock make_point(const JointPose& pose, const JointBodies& bodies) {
    return {pose.arm_a, pose.arm_b, pose.gap,
            safe_inverse(anchor_response(pose, bodies), bodies.least_push())};
}

CAIRN_INLINE Vec3w point_speed(const JointBodies& bodies, Vec3w arm_a, Vec3w arm_b) {
    return bodies.linear_b + cross(bodies.angular_b, arm_b) - bodies.linear_a -
           cross(bodies.angular_a, arm_a);
}

CAIRN_INLINE void push_point(JointBodies& bodies, Vec3w arm_a, Vec3w arm_b, Vec3w impulse) {
    bodies.linear_a = bodies.linear_a - bodies.mass_a() * impulse;
    bodies.linear_b = bodies.linear_b + bodies.mass_b() * impulse;
    bodies.angular_a = bodies.angular_a - bodies.inertia_a() * cross(arm_a, impulse);
    bodies.angular_b = bodies.angular_b + bodies.inertia_b() * cross(arm_b, impulse);
}

/// w x (w x r) h / 2, the mean speed at which a turning arm falls behind its tangent. It fades out for bodies
/// that turn by a tenth of a radian and more in a sub-step: their world inertia, which is that of the start
/// of the step, is then so far off that the energy lost to the tangent is welcome.
CAIRN_INLINE Vec3w arm_curvature(Vec3w w, Vec3w arm, Float h) {
    const Float square = dot(w, w);
    const Float turn = Float(100.0f) * h * h * square;
    const Float scale = Float(0.5f) * h / (Float(1.0f) + turn * turn);
    return scale * (dot(w, arm) * w - square * arm);
}

/// The speed that the three rows want to be zero.
template <bool bias>
CAIRN_INLINE Vec3w speed_of(const JointBodies& bodies, const PointBlock& point, const JointStep& step) {
    const Vec3w speed = point_speed(bodies, point.arm_a, point.arm_b);
    if (!bias) return speed;
    return speed + step.soft.bias_rate * point.error + arm_curvature(bodies.angular_b, point.arm_b, step.h) -
           arm_curvature(bodies.angular_a, point.arm_a, step.h);
}

template <bool bias>
CAIRN_INLINE void solve_point(JointBodies& bodies, const PointBlock& point, const JointStep& step,
                              Vec3w& total) {
    const Vec3w wanted = -(point.mass * speed_of<bias>(bodies, point, step));
    const Vec3w impulse = softened<bias>(wanted, total, step.soft, step.rigid);
    total = total + impulse;
    push_point(bodies, point.arm_a, point.arm_b, impulse);
}

/// The vector, shortened to a length of at most `bound`.
CAIRN_INLINE Vec3w bounded(Vec3w v, Float bound) {
    const Float length = square_root(dot(v, v));
    const Mask over = length > bound;
    return select(over, bound / select(over, length, Float(1.0f)), Float(1.0f)) * v;
}

/// Three rotation rows J = [0, -1, 0, 1] solved at once as a spring with a bounded torque; `mass` inverts the
/// sum of the inverse inertias.
CAIRN_INLINE void solve_turn_spring(JointBodies& bodies, const Sym3w& mass, Vec3w error,
                                    const SpringSettings<Lanes>& spring, Float bound, const JointStep& step,
                                    Vec3w& total) {
    const Mask on = spring.hertz > Float(0.0f);
    if (!any(on)) return;
    const SoftnessWide soft = soften(spring.hertz, spring.damping, step.h);
    const Vec3w speed = bodies.angular_b - bodies.angular_a + soft.bias_rate * error;
    const Vec3w wanted = total - soft.mass_scale * (mass * speed) - soft.impulse_scale * total;
    const Vec3w next = select(on, bounded(wanted, bound), zero3());
    turn(bodies, next - total);
    total = next;
}

}  // namespace cairn::CAIRN_WIDE
