#pragma once
// Motion of single bodies between constraint passes.

#include "model/model.hpp"
#include "solvers/soft_step/soft_step.hpp"

namespace cairn {

/// Forces, gravity, damping and gyroscopic torque of one sub-step, and, after the first sub-step, the warm start.
///
/// Warm starting sub-step k + 1 means to apply all of sub-step k's impulses again. The Jacobians are those of the whole step,
/// so what those impulses do to a body is what they did to it in sub-step k: its change of velocity since the forces were
/// applied. One vector addition a body replaces a pass over all constraints.
void integrate_velocities(Model& model, SoftStepScratch& scratch, int first, int last, float h, bool first_substep);

void integrate_positions(Model& model, SoftStepScratch& scratch, int first, int last, float h);

/// The rotation by the vector `angle`, to float precision for angles up to one radian.
Quat small_rotation(Vec3 angle);

}  // namespace cairn
