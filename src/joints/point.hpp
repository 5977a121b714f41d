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

/// What a force between the anchors does to their speed: K.
CAIRN_INLINE Sym3w with_pushes(Sym3w turning, const JointBodies& bodies) {
    const Vec3w push = bodies.push_a() + bodies.push_b();
    turning.xx += push.x, turning.yy += push.y, turning.zz += push.z;
    return turning;
}
CAIRN_SHARED Sym3w anchor_response(const JointPose& pose, const JointBodies& bodies) {
    const Sym3w k =
        point_response(bodies.inertia_a(), pose.arm_a) + point_response(bodies.inertia_b(), pose.arm_b);
    return with_pushes(k, bodies);
}

CAIRN_SHARED PointBlock make_point(const JointPose& pose, const JointBodies& bodies) {
    return {pose.arm_a, pose.arm_b, pose.gap,
            safe_inverse(anchor_response(pose, bodies), bodies.least_push())};
}

CAIRN_INLINE Vec3w point_speed(const JointBodies& bodies, Vec3w arm_a, Vec3w arm_b) {
    return bodies.linear_b + cross(bodies.angular_b, arm_b) - bodies.linear_a -
           cross(bodies.angular_a, arm_a);
}

CAIRN_INLINE void push_linearly(JointBodies& bodies, Vec3w impulse) {
    bodies.linear_a = bodies.linear_a - by_axis(bodies.push_a(), impulse);
    bodies.linear_b = bodies.linear_b + by_axis(bodies.push_b(), impulse);
}
CAIRN_SHARED void push_point(JointBodies& bodies, Vec3w arm_a, Vec3w arm_b, Vec3w impulse) {
    push_linearly(bodies, impulse);
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

/// What is i of a body, of the body before it was turned by q.
CAIRN_INLINE Sym3w turned_back(const Sym3w& i, Quatw q) {
    const Vec3w x = axis_x(q), y = axis_y(q), z = axis_z(q);
    const Vec3w ix = i * x, iy = i * y, iz = i * z;
    return {dot(x, ix), dot(y, iy), dot(z, iz), dot(x, iy), dot(x, iz), dot(y, iz)};
}

/// The error of three rotation rows that are a spring. With the rotation vector t of frame b against frame a
/// its energy is t.S t / 2 w^2, where S is what the inverse inertias together invert to when the frames are
/// one: the same in the axes of a however b is turned, or the spring would give energy, or take it, with
/// every turn. The torque is the slope of that,
///
///     -w^2 T S t,  T = 1 + [t]x / 2 + (1 - |t|/2 cot |t|/2) / |t|^2 [t]x^2     (t' = T^T (wB - wA))
///
/// and this is the error to which the rows answer so, who multiply it by the mass of the pose they are in.
CAIRN_SHARED Vec3w turn_drive(const JointPose& pose, Quatw target, const JointBodies& bodies) {
    const Quatw q = pose.frame_b * conjugate(target);
    const Vec3w t = rotation_vector_of(q);
    const Sym3w a = bodies.inertia_a(), b = bodies.inertia_b();
    const Vec3w s = safe_inverse(a + turned_back(b, q)) * t;
    const Float square = dot(t, t), sine = square_root(q.x * q.x + q.y * q.y + q.z * q.z);
    const Mask small = square < Float(0.01f);
    const Float half = Float(0.5f) * square_root(square);
    const Float cosine = select(q.w < Float(0.0f), -q.w, q.w);
    const Float bend = select(small, Float(1.0f / 12) + Float(1.0f / 720) * square,
                              (Float(1.0f) - half * cosine / select(small, Float(1.0f), sine)) /
                                  select(small, Float(1.0f), square));
    const Vec3w across = cross(t, s);
    const Vec3w drive = (a + b) * (s + Float(0.5f) * across + bend * cross(t, across));
    // about locked axes there is no inertia to be turned with the body
    return select(bodies.least_turn() > Float(0.0f), t, drive);
}

/// The vector, shortened to a length of at most `bound`.
CAIRN_INLINE Vec3w bounded(Vec3w v, Float bound) {
    const Float length = square_root(dot(v, v));
    const Mask over = length > bound;
    return select(over, bound / select(over, length, Float(1.0f)), Float(1.0f)) * v;
}

/// Three rotation rows J = [0, -1, 0, 1] solved at once as a spring with a bounded torque; `mass` inverts the
/// sum of the inverse inertias.
CAIRN_SHARED void solve_turn_spring(JointBodies& bodies, const Sym3w& mass, Vec3w error,
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
