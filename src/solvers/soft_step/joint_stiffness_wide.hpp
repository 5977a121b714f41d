#pragma once
// How stiff joints may be: the softer, the more they ask of a body together.

#include "solvers/soft_step/joint_block_wide.hpp"

namespace cairn::CAIRN_WIDE {

CAIRN_INLINE SoftnessWide select(Mask mask, const SoftnessWide& a, const SoftnessWide& b) {
    return {select(mask, a.bias_rate, b.bias_rate), select(mask, a.mass_scale, b.mass_scale),
            select(mask, a.impulse_scale, b.impulse_scale)};
}

/// A body may be asked to move with this many times its mass. Beyond that one sweep a sub-step does not find
/// the answer, what it leaves is applied again in the next, and the bodies shake themselves apart: a light
/// hub with three or four heavy bodies.
constexpr float most_crowding = 2;

/// With more crowding than this the pass without bias is left out. What many joints of one body do is far
/// from independent: there is much that they can pull against each other without moving anything, each pass
/// with bias lets go a part of it, and the pass without puts more there than was: a plate on twenty pins tore
/// itself loose. As springs they must be a little softer. Found by trying: at 2.5 and 4 fixed joints of
/// bodies three to ten times as heavy as their hub shake it apart, at 6 seven of them do.
constexpr float most_rigid_crowding = 4.5f;
constexpr float crowded_share = 0.7f;

CAIRN_SHARED SoftnessWide constraint_softness(const JointFrames<Lanes>& frames, Float crowding,
                                              const StepConstants& k) {
    SoftnessWide standard{Float(k.joint.bias_rate), Float(k.joint.mass_scale), Float(k.joint.impulse_scale)};
    const Mask crowded = crowding > Float(most_crowding);
    if (any(crowded)) {
        // by the root of it the springs would add up to no more than elsewhere; six bodies on a hub want more
        const Float share = select(crowding > Float(most_rigid_crowding), Float(crowded_share), Float(1.0f)) *
                            (Float(most_crowding) / max_of(crowding, Float(most_crowding)));
        standard = select(crowded, soften(share * Float(k.joint_hertz), Float(k.joint_damping), Float(k.h)),
                          standard);
    }
    const SoftnessWide own = soften(frames.hertz, frames.damping, Float(k.h));
    return select(frames.hertz == Float(0.0f), standard, own);
}

CAIRN_INLINE Float rigidity(const JointFrames<Lanes>& frames, Float crowding) {
    const Float zero(0.0f);
    return select((frames.hertz == zero) & (crowding <= Float(most_rigid_crowding)), Float(1.0f), zero);
}

CAIRN_INLINE Float gather_crowding(const BodyArrays& arrays, const BodySlots& slots) {
    Float x, y, z, crowding;
    gather_part(arrays.winding, slots, 0, x, y, z, crowding);
    return crowding;
}
CAIRN_INLINE void add_crowding(const BodyArrays& arrays, const BodySlots& slots, Float more) {
    alignas(4 * lane_count) float values[lane_count];
    store(values, more);
    for (int lane = 0; lane < lane_count; ++lane)
        if (slots.refs[lane] >= 0) arrays.winding[slots.refs[lane]].crowding += values[lane];
}

/// How crowded bodies are with joints: the sum over a body's joints of their effective masses, in parts of
/// its own. In a chain it is 1; for a light hub between heavy bodies it is their number.
__attribute__((noinline)) inline void crowd_blocks(const JointBlocks& blocks, int stride, int first, int last,
                                                   const BodyArrays& arrays) {
    for (int index = first; index < last; ++index) {
        const BodySlots body_a(blocks.body_a + index * lane_count),
            body_b(blocks.body_b + index * lane_count);
        const float* const data = blocks.columns + static_cast<size_t>(index * stride * lane_count);
        const JointFrames<Lanes> frames = load_part<JointFrames<Lanes>>(data);
        Vec3w unused;
        Float mass_a, mass_b;
        gather_part(arrays.pose, body_a, 0, unused.x, unused.y, unused.z, mass_a);
        gather_part(arrays.pose, body_b, 0, unused.x, unused.y, unused.z, mass_b);
        const Float zero(0.0f), half(0.5f), sum = mass_a + mass_b;
        const Mask automatic = frames.hertz == zero;
        // rounded so that equal masses have a half each, exactly
        const auto share = [&](Float own, Float other) {
            return select(automatic, select(other > zero, own / select(sum > zero, sum, half), half), zero);
        };
        add_crowding(arrays, body_a, share(mass_a, mass_b));
        add_crowding(arrays, body_b, share(mass_b, mass_a));
    }
}
}  // namespace cairn::CAIRN_WIDE
