#pragma once
// Distance joint: one row along the line between the anchors. With d = anchor b - anchor a, L = |d| and n = d
// / L,
//
//     C    = L - length
//     Cdot = n.(vB - vA) + (rB x n).wB - (rA x n).wA
//
// (Catto 2005, eq. 11, divided by L so that C is a length.) Rigid, or a spring, a motor and limits on L; a
// rope is a limit. The second derivative of L is that of the arms along n (point.hpp) and the square of the
// speed across n divided by L.

#include "joints/point.hpp"

namespace cairn::CAIRN_WIDE {

struct DistanceRow {
    SlideRow row;
    Float length, drive, held_drive;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(held_drive), v(length), v(drive), row.visit(v);
    }
};

/// Anchors that meet have no direction; any will do to part them.
CAIRN_INLINE SlideRow make_distance_row(const JointPose& pose, const JointBodies& bodies, Float& length) {
    length = square_root(dot(pose.gap, pose.gap));
    const Mask apart = length > Float(1e-6f);
    const Float scale = Float(1.0f) / select(apart, length, Float(1.0f));
    const Vec3w n = select(apart, scale * pose.gap, Vec3w{Float(0.0f), Float(1.0f), Float(0.0f)});
    return make_slide_row(bodies, n, pose.arm_a, pose.arm_b);
}

/// h/2 times the second derivative of the length, as a speed.
CAIRN_INLINE Float distance_curvature(const JointBodies& bodies, const SlideRow& row, Vec3w arm_a,
                                      Vec3w arm_b, Float length, Float h) {
    const Vec3w bend = arm_curvature(bodies.angular_b, arm_b, h) - arm_curvature(bodies.angular_a, arm_a, h);
    const Vec3w speed = point_speed(bodies, arm_a, arm_b);
    const Float along = dot(speed, row.axis);
    const Float across = max_of(dot(speed, speed) - along * along, Float(0.0f));
    // the same fading as that of the arms: a turn of the line by more than a tenth of a radian
    const Float safe = max_of(length, Float(1e-6f));
    const Float turn = Float(100.0f) * h * h * across / (safe * safe);
    return dot(bend, row.axis) + Float(0.5f) * h * across / (safe * (Float(1.0f) + turn * turn));
}

struct Distance {
    using Parts = DistanceParts;
    using Settings = DistanceSettings<Lanes>;
    using Impulses = DistanceImpulses<Lanes>;
    static constexpr int row_at = 6;
    static constexpr int columns = row_at + part_columns<DistanceRow>;
    static constexpr bool force_turns = true;

    static CAIRN_INLINE bool needs_frames(const float*) { return false; }

    static CAIRN_INLINE void refresh(const JointPose& pose, const JointBodies& bodies, const float* settings,
                                     float*, float* c) {
        store3(c, pose.arm_a);
        store3(c + 3 * lane_count, pose.arm_b);
        DistanceRow line;
        line.held_drive = load(c + row_at * lane_count);
        line.row = make_distance_row(pose, bodies, line.length);
        line.drive = line.length - load_part<Settings>(settings).length;
        store_part(c + row_at * lane_count, line);
    }

    template <bool bias>
    static CAIRN_INLINE void solve(JointBodies& bodies, const JointStep& step, const float* settings,
                                   float* c, float* impulses) {
        const Settings s = load_part<Settings>(settings);
        Impulses total = load_part<Impulses>(impulses);
        const DistanceRow line = load_part<DistanceRow>(c + row_at * lane_count);
        if (bias) store(c + row_at * lane_count, line.drive);
        // what the length will gain by itself on the way counts as gained, in errors and limits alike
        const Float gain = bias ? distance_curvature(bodies, line.row, load3(c), load3(c + 3 * lane_count),
                                                     line.length, step.h)
                                : Float(0.0f);
        const Mask rigid = s.rigid > Float(0.0f);
        if (any(~rigid))
            solve_axis<bias>(bodies, line.row, line.length + step.h * gain,
                             bias ? line.drive : line.held_drive, s.axis, step, total.axis);
        if (any(rigid)) {
            const Float speed = speed_of(bodies, line.row);
            const Float wanted = bias ? -step.soft.mass_scale * line.row.mass *
                                                (speed + step.soft.bias_rate * line.drive + gain) -
                                            step.soft.impulse_scale * total.rigid
                                      : select(step.rigid, -line.row.mass * speed, Float(0.0f));
            const Float impulse = select(rigid, wanted, Float(0.0f));
            total.rigid += impulse;
            push(bodies, line.row, impulse);
        }
        store_part(impulses, total);
    }

    static CAIRN_INLINE JointLoad load_on_b(const float*, const float* c, const float* impulses) {
        const Impulses total = load_part<Impulses>(impulses);
        const DistanceRow line = load_part<DistanceRow>(c + row_at * lane_count);
        return {(total.rigid + sum_of(total.axis)) * line.row.axis, zero3()};
    }
    static CAIRN_INLINE Vec3w arm_a(const float* c) { return load3(c); }
    static CAIRN_INLINE Vec3w arm_b(const float* c) { return load3(c + 3 * lane_count); }
};

}  // namespace cairn::CAIRN_WIDE
