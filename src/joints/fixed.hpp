#pragma once
// Fixed joint: a point block and a turn block hold all six degrees of freedom, solved at once. Where the
// rotation has a stiffness of its own it is a spring, and the point is held whatever the spring does: one
// after the other.
//
// What pulls bodies together that are far apart would turn them, were it not at one point of both: while a
// joint closes, which is a weld then (torn_joints.hpp), it acts at anchor b.

#include "joints/blocks.hpp"

namespace cairn::CAIRN_WIDE {

struct Fixed {
    using Parts = FixedParts;
    using Settings = FixedSettings<Lanes>;
    using Impulses = FixedImpulses<Lanes>;
    static constexpr int turn_at = part_columns<PointBlock>;
    static constexpr int columns = turn_at + part_columns<TurnBlock>;
    static constexpr bool force_turns = false;

    static CAIRN_INLINE bool needs_frames(const float*) { return true; }

    static CAIRN_INLINE Float closing_rate(const float* settings) { return load(settings + 2 * lane_count); }
    static CAIRN_INLINE Mask turns_softly(const float* settings) { return load(settings) > Float(0.0f); }

    static CAIRN_INLINE void refresh(const JointPose& pose, const JointBodies& bodies, const float* settings,
                                     float*, float* c) {
        TurnBlock rotation = make_turn(pose, bodies);
        Sym3w response = welded_response(bodies, rotation.mass, pose.arm_a - pose.arm_b);
        Vec3w arm_a = pose.arm_a;
        const Mask closing = closing_rate(settings) > Float(0.0f);
        if (any(closing)) {
            arm_a = select(closing, arm_a + pose.gap, arm_a);
            response = select(closing, welded_response(bodies, rotation.mass, arm_a - pose.arm_b), response);
        }
        const Mask soft = turns_softly(settings);
        if (any(soft)) {
            response = select(soft, anchor_response(pose, bodies), response);
            rotation.error = select(soft, turn_drive(pose, pose.frame_a, bodies), rotation.error);
        }
        store_part(c, PointBlock{arm_a, pose.arm_b, pose.gap, safe_inverse(response, bodies.least_push())});
        store_part(c + turn_at * lane_count, rotation);
    }

    template <bool bias>
    static CAIRN_INLINE void solve(JointBodies& bodies, const JointStep& step, const float* settings,
                                   float* c, float* impulses) {
        Impulses total = load_part<Impulses>(impulses);
        const PointBlock point = load_part<PointBlock>(c);
        const TurnBlock rotation = load_part<TurnBlock>(c + turn_at * lane_count);
        const Mask soft = turns_softly(settings);
        if (any(soft)) {
            const JointBodies before = bodies;
            const Impulses total_before = total;
            solve_softly<bias>(bodies, point, rotation, step, load_part<Settings>(settings), total);
            JointBodies welded = before;
            Impulses weld = total_before;
            solve_weld<bias>(welded, point, rotation, step, weld.point, weld.turn);
            total = {select(soft, total.point, weld.point), select(soft, total.turn, weld.turn)};
            take(~soft, welded, bodies);
        } else {
            solve_weld<bias>(bodies, point, rotation, step, total.point, total.turn);
        }
        store_part(impulses, total);
    }

    static CAIRN_INLINE JointLoad load_on_b(const float*, const float*, const float* impulses) {
        const Impulses total = load_part<Impulses>(impulses);
        return {total.point, total.turn};
    }
    static CAIRN_INLINE Vec3w arm_a(const float* c) { return load3(c); }
    static CAIRN_INLINE Vec3w arm_b(const float* c) { return load3(c + 3 * lane_count); }

private:
    template <bool bias>
    static CAIRN_INLINE void solve_softly(JointBodies& bodies, const PointBlock& point,
                                          const TurnBlock& rotation, const JointStep& step, const Settings& s,
                                          Impulses& total) {
        solve_turn<bias>(bodies, rotation, soften(s.hertz, s.damping, step.h),
                         step.rigid & (s.hertz < Float(0.0f)), total.turn);
        solve_point<bias>(bodies, point, step, total.point);
    }

    static CAIRN_INLINE void take(Mask mask, const JointBodies& from, JointBodies& to) {
        to.linear_a = select(mask, from.linear_a, to.linear_a);
        to.angular_a = select(mask, from.angular_a, to.angular_a);
        to.linear_b = select(mask, from.linear_b, to.linear_b);
        to.angular_b = select(mask, from.angular_b, to.angular_b);
    }
};

}  // namespace cairn::CAIRN_WIDE
