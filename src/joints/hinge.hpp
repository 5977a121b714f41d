#pragma once
// Hinge: a point block and a tilt block hold five degrees of freedom; the sixth is the angle of frame b
// against frame a about their common z axis, with spring, motor and limits (twist_angle, twist_axis in
// rows.hpp).

#include "joints/blocks.hpp"

namespace cairn::CAIRN_WIDE {

struct HingeAxis {
    TurnRow row;
    Float angle, drive, held_drive;  // drive: displacement of the spring; held: at the start of the sub-step

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(held_drive), v(angle), v(drive), row.visit(v);
    }
};

/// The axis of its angle (twist_axis), of a length from 1 to 1.4. Where a torn hinge is more than a right
/// angle away from its axis, the true one would be long without bound, and what it was pushed with before,
/// times that length, throws its bodies.
CAIRN_INLINE TurnRow make_hinge_axis(const JointPose& pose, const JointBodies& bodies) {
    const Vec3w za = axis_z(pose.frame_a), zb = axis_z(pose.frame_b);
    const Float one(1.0f), sum = one + dot(za, zb);
    const Float length = select(sum < one, square_root(max_of(sum, Float(1e-6f))), sum);
    return make_turn_row(bodies, (one / length) * (za + zb));
}

struct Hinge {
    using Parts = HingeParts;
    using Settings = HingeSettings<Lanes>;
    using Impulses = HingeImpulses<Lanes>;
    static constexpr int tilt_at = part_columns<PointBlock>;
    static constexpr int axis_at = tilt_at + part_columns<TiltBlock>;
    static constexpr int columns = axis_at + part_columns<HingeAxis>;
    static constexpr bool force_turns = false;

    static CAIRN_INLINE bool needs_frames(const float*) { return true; }
    static CAIRN_INLINE bool has_axis(const float* settings) { return any(load(settings) > Float(0.0f)); }

    static CAIRN_INLINE void refresh(const JointPose& pose, const JointBodies& bodies, const float* settings,
                                     float* angles, float* c) {
        store_part(c, make_point(pose, bodies));
        store_part(c + tilt_at * lane_count,
                   make_tilt(bodies, axis_z(pose.frame_b), axis_x(pose.frame_a), axis_y(pose.frame_a)));
        const AxisSettings<Lanes> s = load_part<Settings>(settings).axis;
        const Float angle = follow_angle(twist_of(pose), load(angles), s.limits);
        store(angles, angle);
        if (!has_axis(settings)) return;
        HingeAxis axis;
        axis.held_drive = load(c + axis_at * lane_count);
        axis.row = make_hinge_axis(pose, bodies);
        axis.angle = angle;
        axis.drive = angle_drive(angle, s.spring.target, s.limits);
        store_part(c + axis_at * lane_count, axis);
    }

    template <bool bias>
    static CAIRN_INLINE void solve(JointBodies& bodies, const JointStep& step, const float* settings,
                                   float* c, float* impulses) {
        Impulses total = load_part<Impulses>(impulses);
        if (has_axis(settings)) {
            const HingeAxis axis = load_part<HingeAxis>(c + axis_at * lane_count);
            if (bias) store(c + axis_at * lane_count, axis.drive);
            solve_axis<bias>(bodies, axis.row, axis.angle, bias ? axis.drive : axis.held_drive,
                             load_part<Settings>(settings).axis, step, total.axis);
        }
        solve_tilt<bias>(bodies, load_part<TiltBlock>(c + tilt_at * lane_count), step, total.tilt_x,
                         total.tilt_y);
        solve_point<bias>(bodies, load_part<PointBlock>(c), step, total.point);
        store_part(impulses, total);
    }

    static CAIRN_INLINE JointLoad load_on_b(const float* settings, const float* c, const float* impulses) {
        const Impulses total = load_part<Impulses>(impulses);
        const TiltBlock tilt = load_part<TiltBlock>(c + tilt_at * lane_count);
        JointLoad result{total.point, total.tilt_x * tilt.axis_1 + total.tilt_y * tilt.axis_2};
        if (has_axis(settings))
            result.torque =
                result.torque + sum_of(total.axis) * load_part<HingeAxis>(c + axis_at * lane_count).row.axis;
        return result;
    }
    static CAIRN_INLINE Vec3w arm_a(const float* c) { return load3(c); }
    static CAIRN_INLINE Vec3w arm_b(const float* c) { return load3(c + 3 * lane_count); }
};

}  // namespace cairn::CAIRN_WIDE
