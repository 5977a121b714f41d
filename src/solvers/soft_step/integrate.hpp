#pragma once
// What moves a body between constraint passes, gathered once a step for the wide body kernels
// (bodies.wide.cpp).

#include "model/model.hpp"

namespace cairn {

class Crew;
struct SoftStepScratch;

/// One body's forces and properties during one step.
struct alignas(32) BodyForces {
    Vec3 acceleration;          // gravity and forces
    float linear_keep = 1;      // share of the velocity that damping leaves after one sub-step
    Vec3 angular_acceleration;  // torque
    float angular_keep = 1;
    Vec3 linear_free{1, 1, 1};  // 0 along locked axes
    float pad = 0;
    Vec3 angular_free{1, 1, 1};
    float pad2 = 0;
    float inertia[6] = {};  // body axes: xx yy zz xy xz yz
    float gyroscopic = 0;   // 1: its angular velocity follows its angular momentum
    // radians in a step up to which its inertia may stay as it was; below 0: and its arms
    float turn_limit = 1e30f;
};
static_assert(sizeof(BodyForces) == 96, "gathered by fours");

/// Fills the forces of all bodies of the plan, and marks those that may only be read.
void gather_forces(const Model& model, SoftStepScratch& scratch, Crew& crew, float h);

/// The rotation by the vector `angle`, to float precision for angles up to one radian.
Quat small_rotation(Vec3 angle);

}  // namespace cairn
