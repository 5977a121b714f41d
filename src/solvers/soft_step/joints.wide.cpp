// Joints of the default solver, one joint a lane.
//
// Between the pass without bias of one sub-step and the pass with bias of the next nothing moves, so that
// what depends on the pose (arms, errors, effective masses) is computed once a sub-step, by the former: the
// latter reads velocities alone.

#include "solvers/soft_step/joint_kernels.hpp"

#include "joints/ball.hpp"
#include "joints/distance.hpp"
#include "joints/fixed.hpp"
#include "joints/hinge.hpp"
#include "joints/motor.hpp"
#include "joints/slider.hpp"
#include "joints/wheel.hpp"
#include "solvers/soft_step/joint_prepare_wide.hpp"
#include "solvers/soft_step/joint_warm_wide.hpp"

namespace cairn::CAIRN_WIDE {
namespace {

template <class Kind>
void crowd(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays, const StepConstants&) {
    crowd_blocks(blocks, JointBlock<Kind>::columns, first, last, arrays);
}

template <class Kind>
void prepare(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays,
             const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const JointBlock<Kind> block(blocks, index);
        JointPreparation preparation;
        prepare_block(block.data, block.constraint, block.at(block.frames_at), block.body_a, block.body_b,
                      arrays, k, preparation);
        bound_closing(block);
        if constexpr (Kind::force_turns)
            store_part(block.at(block.pushing_at), JointCorrection{zero3(), zero3()});
        refresh(block, preparation.pose, preparation.bodies);
    }
}

template <class Kind>
void warm_start(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays,
                const StepConstants&) {
    for (int index = first; index < last; ++index) {
        const JointBlock<Kind> block(blocks, index);
        apply_warm(arrays, block.body_a, block.body_b, block.at(masses_at), warm_impulse(block));
    }
}

/// The correction belongs to the warm start, so that only the first of a sub-step's passes applies it.
template <class Kind>
void solve(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays, const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const JointBlock<Kind> block(blocks, index);
        Pushes room;
        JointBodies bodies = gather_bodies(arrays, block.body_a, block.body_b, block.at(masses_at), room);
        if (k.first_joint_pass) apply_correction(block, bodies);
        Kind::template solve<true>(bodies, make_step(k, block), block.settings(), block.geometry(),
                                   block.impulses());
        scatter_bodies(arrays, block.body_a, block.body_b, bodies);
    }
}

/// How far the two bodies have come since the start of the step.
struct JointMotion {
    Quatw turn_a, turn_b;
    Vec3w moved_a, moved_b;
    Mask far_a, far_b;  // whose inertia is not what it was
};

CAIRN_SHARED JointMotion gather_motion(const BodyArrays& arrays, const BodySlots& body_a,
                                       const BodySlots& body_b) {
    const MotionWide a = gather_motion(arrays.motion, body_a), b = gather_motion(arrays.motion, body_b);
    return {a.turn, b.turn, a.translation, b.translation, a.turned > Float(0.0f), b.turned > Float(0.0f)};
}

/// The inertia of bodies that have turned far follows them. With that of the step's start, a chain of rods
/// swings itself up to many times its energy, and the more sub-steps the higher.
__attribute__((noinline)) void renew_inertia(float* masses_in, const BodyArrays& arrays,
                                             const BodySlots& body_a, const BodySlots& body_b, Mask far_a,
                                             Mask far_b) {
    JointMasses masses = load_part<JointMasses>(masses_in);
    masses.inertia_a = gather_inertia(arrays.inertia, body_a, far_a, masses.inertia_a);
    masses.inertia_b = gather_inertia(arrays.inertia, body_b, far_b, masses.inertia_b);
    store_part(masses_in, masses);
}

/// `frames` are those of the start of the step, or null where nobody looks at them.
CAIRN_SHARED JointPose current_pose(const float* constraint, const float* frames, const JointMotion& motion) {
    const JointStart start = load_part<JointStart>(constraint + start_at * lane_count);
    JointPose pose;
    pose.arm_a = rotate(motion.turn_a, start.arm_a);
    pose.arm_b = rotate(motion.turn_b, start.arm_b);
    // small numbers first: the centres may be far from each other
    pose.gap = start.centers + ((motion.moved_b - motion.moved_a) + (pose.arm_b - pose.arm_a));
    if (frames) {
        const JointStartFrames turned = load_part<JointStartFrames>(frames);
        pose.frame_a = motion.turn_a * turned.frame_a;
        pose.frame_b = motion.turn_b * turned.frame_b;
    }
    return pose;
}

template <class Kind>
void relax(const JointBlocks& blocks, int first, int last, const BodyArrays& arrays, const StepConstants& k) {
    for (int index = first; index < last; ++index) {
        const JointBlock<Kind> block(blocks, index);
        const JointMotion motion = gather_motion(arrays, block.body_a, block.body_b);
        if (any(motion.far_a | motion.far_b))
            renew_inertia(block.at(masses_at), arrays, block.body_a, block.body_b, motion.far_a,
                          motion.far_b);
        Pushes room;
        JointBodies bodies = gather_bodies(arrays, block.body_a, block.body_b, block.at(masses_at), room);
        const WarmImpulse before = warm_impulse(block);
        const float* const frames = block.at(block.frames_at);
        const bool needs_frames = Kind::needs_frames(block.settings());
        const JointPose pose = current_pose(block.constraint, needs_frames ? frames : nullptr, motion);
        refresh(block, pose, bodies);
        store_correction(block, bodies, before);
        Kind::template solve<false>(bodies, make_step(k, block), block.settings(), block.geometry(),
                                    block.impulses());
        scatter_bodies(arrays, block.body_a, block.body_b, bodies);
    }
}

template <class Kind>
JointKernels table_of() {
    return {crowd<Kind>, prepare<Kind>, warm_start<Kind>,
            solve<Kind>, relax<Kind>,   JointBlock<Kind>::scratch};
}

}  // namespace

void fill_joint_kernels(JointKernels (&table)[joint_kind_count]) {
    table[static_cast<int>(JointKind::ball)] = table_of<Ball>();
    table[static_cast<int>(JointKind::hinge)] = table_of<Hinge>();
    table[static_cast<int>(JointKind::slider)] = table_of<Slider>();
    table[static_cast<int>(JointKind::fixed)] = table_of<Fixed>();
    table[static_cast<int>(JointKind::distance)] = table_of<Distance>();
    table[static_cast<int>(JointKind::wheel)] = table_of<Wheel>();
    table[static_cast<int>(JointKind::motor)] = table_of<MotorDriver>();
}

}  // namespace cairn::CAIRN_WIDE
