#pragma once
// Fixed joint: a point block and a turn block hold all six degrees of freedom; the rotation may be softer.

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

    static CAIRN_INLINE void refresh(const JointPose& pose, const JointBodies& bodies, const float*, float*,
                                     float* c) {
        store_part(c, make_point(pose, bodies));
        store_part(c + turn_at * lane_count, make_turn(pose, bodies));
    }

    template <bool bias>
    static CAIRN_INLINE void solve(JointBodies& bodies, const JointStep& step, const float* settings,
                                   float* c, float* impulses) {
        const Settings s = load_part<Settings>(settings);
        Impulses total = load_part<Impulses>(impulses);
        SoftnessWide soft = step.soft;
        const Mask own = s.hertz > Float(0.0f);
        if (bias && any(own)) {
            const SoftnessWide softer = soften(s.hertz, s.damping, step.h);
            soft = {select(own, softer.bias_rate, soft.bias_rate),
                    select(own, softer.mass_scale, soft.mass_scale),
                    select(own, softer.impulse_scale, soft.impulse_scale)};
        }
        solve_turn<bias>(bodies, load_part<TurnBlock>(c + turn_at * lane_count), soft, step.rigid & ~own,
                         total.turn);
        solve_point<bias>(bodies, load_part<PointBlock>(c), step, total.point);
        store_part(impulses, total);
    }

    static CAIRN_INLINE JointLoad load_on_b(const float*, const float*, const float* impulses) {
        const Impulses total = load_part<Impulses>(impulses);
        return {total.point, total.turn};
    }
    static CAIRN_INLINE Vec3w arm_a(const float* c) { return load3(c); }
    static CAIRN_INLINE Vec3w arm_b(const float* c) { return load3(c + 3 * lane_count); }
};

}  // namespace cairn::CAIRN_WIDE
