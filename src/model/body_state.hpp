#pragma once
// What the solver touches of a body, split by which pass needs it (shared by wide kernels of every width): a
// pass that needs only velocities moves 32 bytes a body.

#include <cairn/math.hpp>

namespace cairn {

/// Read and written by every pass.
struct alignas(32) Velocity {
    Vec3 linear;
    float pad0 = 0;
    Vec3 angular;
    float pad1 = 0;
};
static_assert(sizeof(Velocity) == 32, "one AVX register, half a cache line");

/// Motion since the start of the step: current rotation = turn * Pose::rotation.
struct alignas(32) Motion {
    Vec3 translation;
    float turned = 0;  // 1: so far that its inertia is not that of the start of the step; 2: nor its arms
    Quat turn;
};
static_assert(sizeof(Motion) == 32, "one AVX register, half a cache line");

/// What only the passes over bodies need of it. The angle is the sum of angular velocity times sub-step: it
/// counts whole turns, which a quaternion does not.
struct alignas(16) Winding {
    Vec3 angle;
    float crowding =
        0;  // until it moves: how much its joints ask of it (solvers/soft_step/joint_stiffness_wide.hpp)
};

/// Pose at the start of the step, and inverse mass properties in world axes.
struct alignas(64) Pose {
    Vec3 center;  // centre of mass
    float inverse_mass = 0;
    Quat rotation;
    // symmetric inverse inertia in world axes: xx yy zz xy xz yz
    float inverse_inertia[6] = {};
    // A row of a joint to which the body answers no more than this has no mass: where axes are locked it is
    // rounding alone that answers (joints/rows.hpp). 0 where none are: of translation that is what tells
    // bodies on rails from others.
    float least_push = 0, least_turn = 0;
};
static_assert(sizeof(Pose) == 64, "one cache line");

/// The matrix, stored as Pose::inverse_inertia, times a vector.
constexpr Vec3 symmetric_times(const float (&m)[6], Vec3 v) {
    return {m[0] * v.x + m[3] * v.y + m[4] * v.z, m[3] * v.x + m[1] * v.y + m[5] * v.z,
            m[4] * v.x + m[5] * v.y + m[2] * v.z};
}

/// Inverse inertia in world axes, as it is in mid-step, of bodies that have turned far (Motion::turned).
struct alignas(32) TurnedInertia {
    float inverse[6] = {};  // as in Pose
    float pad[2] = {};
};

/// The rotation in which a body came to stand. Its contacts keep the arms of then for as long as it hardly
/// turns and stays within a small angle (world/move_bodies.wide.cpp); else it is the body's own rotation.
///
/// Contacts give, so what is high leans by a hair, and its weight, beside what bears it, bends it further:
/// towers of soft contacts buckle that would stand for ever on rigid ones. What leans because contacts give
/// is no lean of rigid bodies, so it does not shift their weight.
struct alignas(16) Stance {
    Quat rotation;
};

/// What is asked of every body in every step: 16 bytes.
struct alignas(16) BodyExtent {
    float radius = 0;           // of all shapes about the centre of mass
    float safe_motion = 1e30f;  // how far a point of it may go in a step without a sweep
    float room = 0;             // how far a point of it may go until its shapes may leave their fat bounds
    float quiet_time = 0;       // seconds below the sleep speed
};

/// The arrays of all bodies, indexed by body slot.
struct BodyArrays {
    Velocity* velocity = nullptr;
    Motion* motion = nullptr;
    Winding* winding = nullptr;
    TurnedInertia* inertia = nullptr;
    const Pose* pose = nullptr;
    const Stance* stance = nullptr;
    const struct BodyForces* forces = nullptr;
    bool any_rails = false;  // some body has one or two locked axes of translation
};

}  // namespace cairn
