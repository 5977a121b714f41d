#pragma once
// Warm starting of joints.
//
// The body pass warm starts a sub-step by applying the last one's change of velocity again (integrate.hpp),
// which is right where Jacobians do not change. Those of a joint turn with its bodies; what they changed by,
// times the impulses, is a correction that the pass without bias computes and the next pass with bias
// applies. Left out, it would be a torque that no row can take back, applied again and again.

#include "joints/point.hpp"
#include "solvers/soft_step/joint_block_wide.hpp"

namespace cairn::CAIRN_WIDE {

/// The angular and linear impulses that the accumulated impulses stand for, with the Jacobians as stored.
struct WarmImpulse {
    Vec3w force, angular_a, angular_b;
};

template <class Kind>
CAIRN_SHARED WarmImpulse warm_impulse(const JointBlock<Kind>& block) {
    const JointLoad warm = Kind::load_on_b(block.settings(), block.geometry(), block.impulses());
    return {warm.force, cross(Kind::arm_a(block.geometry()), warm.force) + warm.torque,
            cross(Kind::arm_b(block.geometry()), warm.force) + warm.torque};
}

CAIRN_SHARED void store_turning(float* constraint, const WarmImpulse& before, const WarmImpulse& now) {
    JointBodies bodies;
    bodies.masses = constraint + masses_at * lane_count;
    store_part(constraint + turning_at * lane_count,
               JointCorrection{bodies.inertia_a() * (before.angular_a - now.angular_a),
                               bodies.inertia_b() * (now.angular_b - before.angular_b)});
}

template <class Kind>
CAIRN_INLINE void store_correction(const JointBlock<Kind>& block, const JointBodies& bodies,
                                   const WarmImpulse& before) {
    const WarmImpulse now = warm_impulse(block);
    store_turning(block.constraint, before, now);
    if constexpr (Kind::force_turns) {
        const Vec3w force = now.force - before.force;
        store_part(block.at(block.pushing_at),
                   JointCorrection{-by_axis(bodies.push_a(), force), by_axis(bodies.push_b(), force)});
    }
}

template <class Kind>
CAIRN_INLINE void apply_correction(const JointBlock<Kind>& block, JointBodies& bodies) {
    const JointCorrection turning = load_part<JointCorrection>(block.at(turning_at));
    bodies.angular_a = bodies.angular_a + turning.a;
    bodies.angular_b = bodies.angular_b + turning.b;
    if constexpr (Kind::force_turns) {
        const JointCorrection pushing = load_part<JointCorrection>(block.at(block.pushing_at));
        bodies.linear_a = bodies.linear_a + pushing.a;
        bodies.linear_b = bodies.linear_b + pushing.b;
    }
}

__attribute__((noinline)) inline void apply_warm(const BodyArrays& arrays, const BodySlots& body_a,
                                                 const BodySlots& body_b, const float* masses,
                                                 const WarmImpulse& warm) {
    Pushes room;
    JointBodies bodies = gather_bodies(arrays, body_a, body_b, masses, room);
    push_linearly(bodies, warm.force);
    bodies.angular_a = bodies.angular_a - bodies.inertia_a() * warm.angular_a;
    bodies.angular_b = bodies.angular_b + bodies.inertia_b() * warm.angular_b;
    scatter_bodies(arrays, body_a, body_b, bodies);
}

}  // namespace cairn::CAIRN_WIDE
