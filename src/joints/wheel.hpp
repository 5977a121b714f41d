#pragma once
// Wheel: body b rolls on body a. With the suspension axis x of frame a, the spin axis z of frame b and d =
// anchor b - anchor a:
//
// side      C = y.d, z.d = 0: the anchor stays on the suspension axis (side block)
// travel    C = x.d: suspension spring and limits
// spin      motor about zB: Cdot = zB.(wB - wA)
// tilt      C = zB.xA = 0, Cdot = (zB x xA).(wB - wA): the spin axis stays at right angles to the suspension
// straight  C = zB.yA = 0 where the wheel does not steer, Cdot = (zB x yA).(wB - wA)
// steering  the angle s of zB about xA, tan s = -zB.yA / zB.zA; with c = RA^T zB,
//           sdot = (xA - cx / (cy^2 + cz^2) (cy yA + cz zA)).(wB - wA)

#include "joints/blocks.hpp"

namespace cairn::CAIRN_WIDE {

struct WheelGeometry {
    Vec3w arm_a, arm_b;
    Float held_travel, held_steer;
    SideBlock side;
    SlideRow suspension;
    Float travel;
    Vec3w spin;
    TurnRow tilt, straight, steering;
    Float tilt_error, straight_error, steer;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(arm_a), v(arm_b), v(held_travel), v(held_steer), side.visit(v), suspension.visit(v), v(travel),
            v(spin), tilt.visit(v), straight.visit(v), steering.visit(v), v(tilt_error), v(straight_error),
            v(steer);
    }
};

CAIRN_INLINE Vec3w steering_axis(Vec3w x, Vec3w y, Vec3w z, Vec3w spin) {
    const Float cx = dot(spin, x), cy = dot(spin, y), cz = dot(spin, z);
    return x - (cx / max_of(cy * cy + cz * cz, Float(1e-3f))) * (cy * y + cz * z);
}

/// The angle of body b about its spin axis zB: that of xB against xA, the suspension axis, which steering
/// leaves where it is. Seen from b, xA turns about zB the other way, as zB does about xA in steering.
struct WheelSpin {
    Vec3w axis;  // d(angle)/dt = axis.(wB - wA)
    Float angle;
};
CAIRN_INLINE WheelSpin make_spin(const JointPose& pose) {
    const Vec3w up = axis_x(pose.frame_a);
    const Vec3w x = axis_x(pose.frame_b), y = axis_y(pose.frame_b), z = axis_z(pose.frame_b);
    return {steering_axis(z, x, y, up), arc_tangent2_of(-dot(up, y), dot(up, x))};
}

struct Wheel {
    using Parts = WheelParts;
    using Settings = WheelSettings<Lanes>;
    using Impulses = WheelImpulses<Lanes>;
    static constexpr int columns = part_columns<WheelGeometry>;
    static constexpr bool force_turns = true;
    static constexpr int held_at = 6;

    static CAIRN_INLINE bool needs_frames(const float*) { return true; }

    static CAIRN_INLINE void refresh(const JointPose& pose, const JointBodies& bodies, const float* settings,
                                     float* angles, float* c) {
        const Vec3w x = axis_x(pose.frame_a), y = axis_y(pose.frame_a), z = axis_z(pose.frame_a);
        WheelGeometry g;
        g.arm_a = pose.arm_a + pose.gap;
        g.arm_b = pose.arm_b;
        g.held_travel = load(c + held_at * lane_count);
        g.held_steer = load(c + (held_at + 1) * lane_count);
        g.side = make_side(pose, bodies, y, z);
        g.suspension = make_slide_row(bodies, x, g.arm_a, g.arm_b);
        g.travel = dot(x, pose.gap);
        g.spin = axis_z(pose.frame_b);
        BentRows rows{cross(g.spin, x), cross(g.spin, y), dot(g.spin, x), dot(g.spin, y)};
        hold_upright(g.spin, x, y, load_part<Settings>(settings).steering > Float(0.0f), rows);
        g.tilt_error = rows.error_1, g.straight_error = rows.error_2;
        g.tilt = make_turn_row(bodies, rows.axis_1);
        g.straight = make_turn_row(bodies, rows.axis_2);
        g.steering = make_turn_row(bodies, steering_axis(x, y, z, g.spin));
        WheelAngles<Lanes> angle = load_part<WheelAngles<Lanes>>(angles);
        g.steer = angle.steering =
            follow_angle(arc_tangent2_of(-dot(g.spin, y), dot(g.spin, z)), angle.steering,
                         load_part<Settings>(settings).steering_limits);
        angle.spin = follow_angle(make_spin(pose).angle, angle.spin, no_limits());
        store_part(angles, angle);
        store_part(c, g);
    }

    template <bool bias>
    static CAIRN_INLINE void solve(JointBodies& bodies, const JointStep& step, const float* settings,
                                   float* c, float* impulses) {
        const Settings s = load_part<Settings>(settings);
        Impulses total = load_part<Impulses>(impulses);
        const WheelGeometry g = load_part<WheelGeometry>(c);
        if (bias) {
            store(c + held_at * lane_count, g.travel);
            store(c + (held_at + 1) * lane_count, g.steer);
        }
        solve_motor(bodies, make_turn_row(bodies, g.spin), s.motor, step, total.motor);
        solve_steering<bias>(bodies, step, s, g, total);
        solve_spring(bodies, g.suspension, bias ? g.travel : g.held_travel, s.suspension, Float(infinity),
                     step, total.suspension);
        solve_limits<bias>(bodies, g.suspension, g.travel, s.travel, step, total.travel);
        solve_equality<bias>(bodies, g.tilt, g.tilt_error, step.soft, step.rigid, total.tilt);
        solve_side<bias>(bodies, g.side, step, total.side_y, total.side_z);
        store_part(impulses, total);
    }

    static CAIRN_INLINE JointLoad load_on_b(const float*, const float* c, const float* impulses) {
        const Impulses total = load_part<Impulses>(impulses);
        const WheelGeometry g = load_part<WheelGeometry>(c);
        const Float along = total.suspension + total.travel.lower - total.travel.upper;
        const Float steer = total.steering_spring + total.steering_limits.lower - total.steering_limits.upper;
        return {
            along * g.suspension.axis + total.side_y * g.side.row_1.axis + total.side_z * g.side.row_2.axis,
            total.motor * g.spin + total.tilt * g.tilt.axis + total.straight * g.straight.axis +
                steer * g.steering.axis};
    }
    static CAIRN_INLINE Vec3w arm_a(const float* c) { return load3(c); }
    static CAIRN_INLINE Vec3w arm_b(const float* c) { return load3(c + 3 * lane_count); }

private:
    /// A wheel that steers may be turned as it likes about the suspension, but not be laid on its side.
    static CAIRN_INLINE void hold_upright(Vec3w spin, Vec3w x, Vec3w y, Mask steers, BentRows& rows) {
        const Mask bent = is_bent(spin, x, y, rows.error_1, rows.error_2) & ~steers;
        const Mask laid_down = (rows.error_1 * rows.error_1 > Float(0.99f)) & steers;
        if (!any(bent | laid_down)) return;
        BentRows unbent = rows;  // a copy, which alone has to be in memory
        unbend(spin, x, y, bent, unbent);
        rows = unbent;
        rows.axis_1 = select(laid_down, y, rows.axis_1);
    }

    /// A wheel either steers, by a bounded spring within limits, or is held straight.
    template <bool bias>
    static CAIRN_INLINE void solve_steering(JointBodies& bodies, const JointStep& step, const Settings& s,
                                            const WheelGeometry& g, Impulses& total) {
        const Mask steers = s.steering > Float(0.0f);
        if (any(steers)) {
            SpringSettings<Lanes> spring = s.steering_spring;
            spring.hertz = select(steers, spring.hertz, Float(0.0f));
            LimitSettings<Lanes> limits = s.steering_limits;
            limits.on = select(steers, limits.on, Float(0.0f));
            solve_spring(bodies, g.steering,
                         angle_drive(bias ? g.steer : g.held_steer, spring.target, limits), spring,
                         step.h * s.steering_torque, step, total.steering_spring);
            solve_limits<bias>(bodies, g.steering, g.steer, limits, step, total.steering_limits);
        }
        if (any(~steers)) {
            TurnRow straight = g.straight;
            straight.mass = select(steers, Float(0.0f), straight.mass);
            solve_equality<bias>(bodies, straight, g.straight_error, step.soft, step.rigid, total.straight);
        }
    }
};

}  // namespace cairn::CAIRN_WIDE
