#pragma once
// What is computed once a step of a block of joints, of whatever kind: masses, stiffness, and the pose at the
// start of the step.

#include "solvers/soft_step/joint_stiffness_wide.hpp"

namespace cairn::CAIRN_WIDE {

/// A body that is free to move answers every push. Where it is the other that does not, what is least for it
/// says nothing: it may be a thousand times as light.
constexpr float next_to_nothing = 1e-37f;
CAIRN_INLINE Float least_push(Float mass_a, Float mass_b, Float least_a, Float least_b) {
    const Float zero(0.0f), sum = least_a + least_b;
    const Mask free = ((mass_a > zero) & (least_a == zero)) | ((mass_b > zero) & (least_b == zero));
    return select(free, min_of(sum, Float(next_to_nothing)), sum);
}

/// What is the same for every kind: the pose at the start of the step, and the masses. Once a step, so it is
/// a call.
struct JointPreparation {
    JointPose pose;
    JointBodies bodies;
    Pushes pushes;
};
__attribute__((noinline)) inline void prepare_block(const float* data, float* constraint, float* frames_to,
                                                    const BodySlots& body_a, const BodySlots& body_b,
                                                    const BodyArrays& arrays, const StepConstants& k,
                                                    JointPreparation& result) {
    const JointFrames<Lanes> frames = load_part<JointFrames<Lanes>>(data);
    const PoseWide a = gather_pose(arrays.pose, body_a), b = gather_pose(arrays.pose, body_b);
    const Float crowding = max_of(gather_crowding(arrays, body_a), gather_crowding(arrays, body_b));
    const JointStiffness stiffness{constraint_softness(frames, crowding, k), rigidity(frames, crowding)};
    const JointStart start{rotate(a.rotation, frames.anchor_a), rotate(b.rotation, frames.anchor_b),
                           b.center - a.center};
    const JointStartFrames turned{a.rotation * frames.frame_a, b.rotation * frames.frame_b};
    float* const masses = constraint + masses_at * lane_count;
    Float unused_x, unused_y, push_a, turn_a, push_b, turn_b;
    gather_part(arrays.pose, body_a, 12, unused_x, unused_y, push_a, turn_a);
    gather_part(arrays.pose, body_b, 12, unused_x, unused_y, push_b, turn_b);
    store_part(masses,
               JointMasses{a.inverse_mass, b.inverse_mass, a.inverse_inertia, b.inverse_inertia,
                           least_push(a.inverse_mass, b.inverse_mass, push_a, push_b), turn_a + turn_b});
    store_part(constraint + stiffness_at * lane_count, stiffness);
    store_part(constraint + start_at * lane_count, start);
    store_part(constraint + turning_at * lane_count, JointCorrection{zero3(), zero3()});
    store_part(frames_to, turned);
    result.bodies.masses = result.bodies.pushes = masses, result.bodies.apart = 0;
    find_pushes(arrays, body_a, body_b, result.pushes, result.bodies);
    result.pose = {start.arm_a, start.arm_b, start.centers + start.arm_b - start.arm_a, turned.frame_a,
                   turned.frame_b};
}

/// A weld that draws a torn joint together does so no faster than it was told (torn_joints.hpp).
template <class Kind>
CAIRN_INLINE void bound_closing(const JointBlock<Kind>& block) {
    if constexpr (requires { &Kind::closing_rate; }) {
        const Float rate = Kind::closing_rate(block.settings());
        const Mask closing = rate > Float(0.0f);
        if (!any(closing)) return;
        Float bias_rate = load(block.at(stiffness_at));
        store(block.at(stiffness_at), select(closing, min_of(rate, bias_rate), bias_rate));
    }
}

}  // namespace cairn::CAIRN_WIDE
