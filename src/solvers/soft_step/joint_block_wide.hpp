#pragma once
// A block of joints of one kind: where its columns are, and its bodies' velocities on their way in and out.

#include "joints/rows.hpp"
#include "solvers/soft_step/bodies_wide.hpp"
#include "solvers/soft_step/kernels.hpp"

namespace cairn::CAIRN_WIDE {

/// As in JointStep.
struct JointStiffness {
    SoftnessWide soft;
    Float rigid;  // above 0

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        soft.visit(v), v(rigid);
    }
};

/// The joint's pose at the start of the step; the frames follow where they are needed.
struct JointStart {
    Vec3w arm_a, arm_b, centers;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(arm_a), v(arm_b), v(centers);
    }
};
struct JointStartFrames {
    Quatw frame_a, frame_b;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(frame_a), v(frame_b);
    }
};

/// What turning Jacobians change in the warm start of the next sub-step: angular velocities, and, where the
/// force turns too, linear ones.
struct JointCorrection {
    Vec3w a, b;

    template <class V>
    CAIRN_INLINE void visit(V&& v) {
        v(a), v(b);
    }
};

// What every pass reads comes first, in one piece with the first columns of the kind; what few joints need
// follows the kind's.
constexpr int masses_at = 0;
constexpr int stiffness_at = masses_at + part_columns<JointMasses>;
constexpr int start_at = stiffness_at + part_columns<JointStiffness>;
constexpr int turning_at = start_at + part_columns<JointStart>;
constexpr int kind_at = turning_at + part_columns<JointCorrection>;

/// One block of joints of a kind.
template <class Kind>
struct JointBlock {
    static constexpr int columns = all_columns<typename Kind::Parts>;
    static constexpr int frames_at = kind_at + Kind::columns;
    static constexpr int pushing_at = frames_at + part_columns<JointStartFrames>;
    static constexpr int scratch = pushing_at + (Kind::force_turns ? part_columns<JointCorrection> : 0);

    float* data;
    float* constraint;
    BodySlots body_a, body_b;

    CAIRN_INLINE JointBlock(const JointBlocks& blocks, int index)
        : data(blocks.columns + static_cast<size_t>(index) * columns * lane_count),
          constraint(blocks.constraint + static_cast<size_t>(index) * scratch * lane_count),
          body_a(blocks.body_a + index * lane_count),
          body_b(blocks.body_b + index * lane_count) {}

    CAIRN_INLINE float* settings() const { return data + frame_columns * lane_count; }
    CAIRN_INLINE float* impulses() const { return data + impulse_begin<typename Kind::Parts> * lane_count; }
    CAIRN_INLINE float* angles() const { return data + angle_begin<typename Kind::Parts> * lane_count; }
    CAIRN_INLINE float* at(int column) const { return constraint + column * lane_count; }
    CAIRN_INLINE float* geometry() const { return at(kind_at); }
};

template <class Kind>
CAIRN_INLINE JointStep make_step(const StepConstants& k, const JointBlock<Kind>& block) {
    const JointStiffness stiffness = load_part<JointStiffness>(block.at(stiffness_at));
    return {Float(k.h), Float(k.inverse_h), stiffness.soft, stiffness.rigid > Float(0.0f)};
}

template <class Kind>
CAIRN_SHARED void refresh(const JointBlock<Kind>& block, const JointPose& pose, const JointBodies& bodies) {
    Kind::refresh(pose, bodies, block.settings(), block.angles(), block.geometry());
}

/// Room for inverse masses by axis: those of a, then those of b.
struct Pushes {
    alignas(4 * lane_count) float columns[6 * lane_count];
};

/// Whether a body of the block has a locked axis of translation: then they are filled in.
__attribute__((noinline)) inline bool find_pushes(const BodyForces* forces, const BodySlots& a,
                                                  const BodySlots& b, const float* masses, float* pushes) {
    const JointMasses m = load_part<JointMasses>(masses);
    if (!any(m.least_push > Float(0.0f))) return false;
    store3(pushes, m.mass_a * gather_vector(forces, a, 8));
    store3(pushes + 3 * lane_count, m.mass_b * gather_vector(forces, b, 8));
    return true;
}

CAIRN_INLINE void find_pushes(const BodyArrays& arrays, const BodySlots& a, const BodySlots& b, Pushes& room,
                              JointBodies& bodies) {
    if (!arrays.any_rails || !find_pushes(arrays.forces, a, b, bodies.masses, room.columns)) return;
    bodies.pushes = room.columns, bodies.apart = lane_count;
}

CAIRN_SHARED JointBodies gather_bodies(const BodyArrays& arrays, const BodySlots& a, const BodySlots& b,
                                       const float* masses, Pushes& room) {
    const VelocityWide va = gather_velocity(arrays.velocity, a), vb = gather_velocity(arrays.velocity, b);
    JointBodies bodies{va.linear, va.angular, vb.linear, vb.angular, masses};
    find_pushes(arrays, a, b, room, bodies);
    return bodies;
}

CAIRN_SHARED void scatter_bodies(const BodyArrays& arrays, const BodySlots& a, const BodySlots& b,
                                 const JointBodies& bodies) {
    scatter_velocity(arrays.velocity, a, {bodies.linear_a, bodies.angular_a});
    scatter_velocity(arrays.velocity, b, {bodies.linear_b, bodies.angular_b});
}

}  // namespace cairn::CAIRN_WIDE
