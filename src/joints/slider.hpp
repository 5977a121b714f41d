#pragma once
// Slider: a side block keeps anchor b on the z axis of frame a and a turn block holds the rotation; the free
// coordinate is
//
//     C = z.d,  Cdot = z.(vB - vA) + (rB x z).wB - ((rA + d) x z).wA
//
// with d = anchor b - anchor a, and has spring, motor and limits.

#include "joints/blocks.hpp"

namespace cairn::CAIRN_WIDE {

struct SliderAxis {
    SlideRow row;
    Float distance, drive, held_drive;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(held_drive), v(distance), v(drive), row.visit(v);
    }
};

struct Slider {
    using Parts = SliderParts;
    using Settings = SliderSettings<Lanes>;
    using Impulses = SliderImpulses<Lanes>;
    static constexpr int arms_at = 0;
    static constexpr int side_at = 6;
    static constexpr int turn_at = side_at + part_columns<SideBlock>;
    static constexpr int axis_at = turn_at + part_columns<TurnBlock>;
    static constexpr int columns = axis_at + part_columns<SliderAxis>;
    static constexpr bool force_turns = true;

    static CAIRN_INLINE bool needs_frames(const float*) { return true; }
    static CAIRN_INLINE bool has_axis(const float* settings) { return any(load(settings) > Float(0.0f)); }

    static CAIRN_INLINE void refresh(const JointPose& pose, const JointBodies& bodies, const float* settings,
                                     float*, float* c) {
        store3(c, pose.arm_a + pose.gap);
        store3(c + 3 * lane_count, pose.arm_b);
        const TurnBlock rotation = make_turn(pose, bodies);
        store_part(c + side_at * lane_count, make_welded_side(pose, bodies, rotation.mass));
        store_part(c + turn_at * lane_count, rotation);
        if (!has_axis(settings)) return;
        SliderAxis axis;
        axis.held_drive = load(c + axis_at * lane_count);
        axis.row = make_slide_row(bodies, axis_z(pose.frame_a), pose.arm_a + pose.gap, pose.arm_b);
        axis.distance = dot(axis.row.axis, pose.gap);
        axis.drive = axis.distance - load_part<Settings>(settings).axis.spring.target;
        store_part(c + axis_at * lane_count, axis);
    }

    template <bool bias>
    static CAIRN_INLINE void solve(JointBodies& bodies, const JointStep& step, const float* settings,
                                   float* c, float* impulses) {
        Impulses total = load_part<Impulses>(impulses);
        if (has_axis(settings)) {
            const SliderAxis axis = load_part<SliderAxis>(c + axis_at * lane_count);
            if (bias) store(c + axis_at * lane_count, axis.drive);
            solve_axis<bias>(bodies, axis.row, axis.distance, bias ? axis.drive : axis.held_drive,
                             load_part<Settings>(settings).axis, step, total.axis);
        }
        solve_rows<bias>(bodies, load_part<SideBlock>(c + side_at * lane_count),
                         load_part<TurnBlock>(c + turn_at * lane_count), step, total);
        store_part(impulses, total);
    }

    static CAIRN_INLINE JointLoad load_on_b(const float* settings, const float* c, const float* impulses) {
        const Impulses total = load_part<Impulses>(impulses);
        const SideBlock side = load_part<SideBlock>(c + side_at * lane_count);
        JointLoad result{total.side_x * side.row_1.axis + total.side_y * side.row_2.axis, total.turn};
        if (has_axis(settings))
            result.force =
                result.force + sum_of(total.axis) * load_part<SliderAxis>(c + axis_at * lane_count).row.axis;
        return result;
    }
    static CAIRN_INLINE Vec3w arm_a(const float* c) { return load3(c); }
    static CAIRN_INLINE Vec3w arm_b(const float* c) { return load3(c + 3 * lane_count); }

private:
    /// Sides whose mass knows that the rotation is held (blocks.hpp).
    static CAIRN_INLINE SideBlock make_welded_side(const JointPose& pose, const JointBodies& bodies,
                                                   const Sym3w& turn_mass) {
        const Vec3w n1 = axis_x(pose.frame_a), n2 = axis_y(pose.frame_a);
        SideBlock side = make_side(pose, bodies, n1, n2);
        const Sym3w response = welded_response(bodies, turn_mass, pose.arm_a + pose.gap - pose.arm_b);
        const Vec3w r1 = response * n1, r2 = response * n2;
        side.mass = safe_inverse(Sym2w{dot(n1, r1), dot(n1, r2), dot(n2, r2)}, bodies.least_push());
        return side;
    }

    /// As solve_weld, with two rows of translation.
    template <bool bias>
    static CAIRN_INLINE void solve_rows(JointBodies& bodies, const SideBlock& side, const TurnBlock& rotation,
                                        const JointStep& step, Impulses& total) {
        JointBodies rigid = bodies;
        Vec3w turning = wanted_of<bias>(rigid, rotation, step.soft);
        turn(rigid, turning);
        Float x = speed_of(rigid, side.row_1), y = speed_of(rigid, side.row_2);
        if (bias) x += step.soft.bias_rate * side.error_1, y += step.soft.bias_rate * side.error_2;
        Float push_1 = -(side.mass.xx * x + side.mass.xy * y),
              push_2 = -(side.mass.xy * x + side.mass.yy * y);
        push(rigid, side.row_1, push_1);
        push(rigid, side.row_2, push_2);
        turning = turning + wanted_of<bias>(rigid, rotation, step.soft);
        push_1 = softened<bias>(push_1, total.side_x, step.soft, step.rigid);
        push_2 = softened<bias>(push_2, total.side_y, step.soft, step.rigid);
        turning = softened<bias>(turning, total.turn, step.soft, step.rigid);
        push(bodies, side.row_1, push_1);
        push(bodies, side.row_2, push_2);
        turn(bodies, turning);
        total.side_x += push_1, total.side_y += push_2, total.turn = total.turn + turning;
    }
};

}  // namespace cairn::CAIRN_WIDE
