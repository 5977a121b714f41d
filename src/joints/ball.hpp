#pragma once
// Ball joint: the point block (point.hpp), and optionally
//
// cone: the angle t between the twist axes stays below a limit.
//     C = limit - t >= 0, cos t = zA.zB, Cdot = -n.(wB - wA) with n = zA x zB / |zA x zB|
// twist: the angle about the axis stays in a range; see twist_axis in rows.hpp.
// spring: a torque towards the rest pose, three rows J = [0, -1, 0, 1]; see turn_drive in point.hpp.
// motor: three rows on the relative angular velocity, the torque bounded in magnitude.

#include "joints/point.hpp"

namespace cairn::CAIRN_WIDE {

struct BallCone {
    TurnRow row;
    Float angle;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        row.visit(v), v(angle);
    }
};

/// The axis of a straight joint is any; its row then has no effect since the limit is far.
CAIRN_INLINE BallCone make_cone(const JointPose& pose, const JointBodies& bodies) {
    const Vec3w za = axis_z(pose.frame_a), zb = axis_z(pose.frame_b);
    const Vec3w n = cross(za, zb);
    const Float sine = square_root(dot(n, n));
    const Float scale = select(sine > Float(1e-6f), Float(1.0f) / max_of(sine, Float(1e-6f)), Float(0.0f));
    return {make_turn_row(bodies, scale * n), arc_tangent2_of(sine, dot(za, zb))};
}

/// What cone, twist, spring and motor need, apart from the point: most blocks have none of them.
struct BallFeatures {
    Vec3w drive{};     // of the spring, where there is one
    Vec3w held_drive;  // the same at the start of the sub-step
    BallCone cone;
    TurnRow twist;
    Float twist_angle;
    Sym3w mass;  // inverse of the sum of the inverse inertias
    Vec3w motor_velocity;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(drive), v(held_drive), cone.visit(v), twist.visit(v), v(twist_angle), v(mass), v(motor_velocity);
    }
};

struct Ball {
    using Parts = BallParts;
    using Settings = BallSettings<Lanes>;
    using Impulses = BallImpulses<Lanes>;
    static constexpr int columns = part_columns<PointBlock> + part_columns<BallFeatures>;
    static constexpr bool force_turns = false;  // the point impulse is a vector in world axes

    static CAIRN_INLINE bool needs_frames(const float* settings) { return any(load(settings) > Float(0.0f)); }

    static CAIRN_INLINE void refresh(const JointPose& pose, const JointBodies& bodies, const float* settings,
                                     float*, float* c) {
        store_part(c, make_point(pose, bodies));
        if (!needs_frames(settings)) return;
        float* const extra = c + part_columns<PointBlock> * lane_count;
        const Quatw relative = conjugate(pose.frame_a) * pose.frame_b;
        BallFeatures f;
        const Settings s = load_part<Settings>(settings);
        if (any(s.spring.hertz > Float(0.0f))) f.drive = turn_drive(pose, pose.frame_a, bodies);
        f.held_drive = load3(extra + 3 * lane_count);
        f.cone = make_cone(pose, bodies);
        f.twist = make_twist(pose, bodies);
        f.twist.mass = select(has_twist(pose), f.twist.mass, Float(0.0f));
        f.twist_angle = cairn::CAIRN_WIDE::twist_angle(relative);
        f.mass = safe_inverse(bodies.inertia_a() + bodies.inertia_b());
        f.motor_velocity = rotate(pose.frame_a, s.motor_velocity);
        store_part(extra, f);
    }

    template <bool bias>
    static CAIRN_INLINE void solve(JointBodies& bodies, const JointStep& step, const float* settings,
                                   float* c, float* impulses) {
        if (needs_frames(settings)) solve_features<bias>(bodies, step, settings, c, impulses);
        Vec3w total = load3(impulses);
        solve_point<bias>(bodies, load_part<PointBlock>(c), step, total);
        store3(impulses, total);
    }

    static CAIRN_INLINE JointLoad load_on_b(const float* settings, const float* c, const float* impulses) {
        JointLoad result{load3(impulses), zero3()};
        if (!needs_frames(settings)) return result;
        const Impulses total = load_part<Impulses>(impulses);
        const BallFeatures f = load_part<BallFeatures>(c + part_columns<PointBlock> * lane_count);
        result.torque = total.spring + total.motor - total.cone * f.cone.row.axis +
                        (total.twist.lower - total.twist.upper) * f.twist.axis;
        return result;
    }
    static CAIRN_INLINE Vec3w arm_a(const float* c) { return load3(c); }
    static CAIRN_INLINE Vec3w arm_b(const float* c) { return load3(c + 3 * lane_count); }

private:
    static constexpr float most_return = 1;  // rad/s

    template <bool bias>
    static CAIRN_INLINE void solve_features(JointBodies& bodies, const JointStep& step, const float* settings,
                                            float* c, float* impulses) {
        float* const extra = c + part_columns<PointBlock> * lane_count;
        const BallFeatures f = load_part<BallFeatures>(extra);
        const Settings s = load_part<Settings>(settings);
        Impulses total = load_part<Impulses>(impulses);
        if (bias) store3(extra + 3 * lane_count, f.drive);
        solve_turn_spring(bodies, f.mass, bias ? f.drive : f.held_drive, s.spring, Float(infinity), step,
                          total.spring);
        solve_turn_motor<bias>(bodies, f, s, step, total.motor);
        const Mask cone = s.cone_on > Float(0.0f);
        if (any(cone))
            solve_limit<bias>(bodies, f.cone.row, cone, Float(-1.0f), s.cone - f.cone.angle, step,
                              total.cone);
        solve_twist<bias>(bodies, f, s.twist, step, total.twist);
        store_part(impulses, total);
    }

    /// Axes that point against each other have no twist, and near there it changes by a turn while they turn
    /// by little: limits of it would stop them, or throw them.
    static CAIRN_INLINE Mask has_twist(const JointPose& pose) {
        return dot(axis_z(pose.frame_a), axis_z(pose.frame_b)) > Float(-0.95f);
    }

    /// A limit pushes back what is past it, which gives back what it took to get there. But what has come by
    /// where there is no twist may be anywhere past it, for free: from far away it comes back slowly.
    template <bool bias>
    static CAIRN_INLINE void solve_twist(JointBodies& bodies, const BallFeatures& f,
                                         const LimitSettings<Lanes>& limits, const JointStep& step,
                                         LimitImpulses<Lanes>& total) {
        const Mask limited = limits.on > Float(0.0f);
        if (!any(limited)) return;
        const Float farthest = -(Float(most_return) * positive_inverse(step.soft.bias_rate));
        const Float above = max_of(f.twist_angle - limits.lower, farthest);
        const Float below = max_of(limits.upper - f.twist_angle, farthest);
        const Mask on = limited & (f.twist.mass > Float(0.0f));
        solve_limit<bias>(bodies, f.twist, on, Float(1.0f), above, step, total.lower);
        solve_limit<bias>(bodies, f.twist, on, Float(-1.0f), below, step, total.upper);
    }

    /// The motor's velocity, but for what the limits forbid (speed_within): their axes are at right angles.
    template <bool bias>
    static CAIRN_INLINE Vec3w motor_within(const BallFeatures& f, const Settings& s, const JointStep& step) {
        const Vec3w n = f.cone.row.axis, t = f.twist.axis, wanted = f.motor_velocity;
        const Float swing = dot(n, wanted), twist = dot(t, wanted);
        const Float most = select(s.cone_on > Float(0.0f),
                                  min_of(swing, most_speed<bias>(s.cone - f.cone.angle, step)), swing);
        const Float turn = speed_within<bias>(twist, f.twist_angle, s.twist, step);
        return wanted + (most - swing) * n + ((turn - twist) * positive_inverse(dot(t, t))) * t;
    }

    template <bool bias>
    static CAIRN_INLINE void solve_turn_motor(JointBodies& bodies, const BallFeatures& f, const Settings& s,
                                              const JointStep& step, Vec3w& total) {
        const Mask on = s.motor_torque > Float(0.0f);
        if (!any(on)) return;
        const Vec3w speed = bodies.angular_b - bodies.angular_a - motor_within<bias>(f, s, step);
        const Vec3w next = select(on, bounded(total - f.mass * speed, step.h * s.motor_torque), zero3());
        turn(bodies, next - total);
        total = next;
    }
};

}  // namespace cairn::CAIRN_WIDE
