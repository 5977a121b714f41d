#pragma once
// Joints that the user tore by putting one of their bodies elsewhere.

#include "model/model.hpp"
#include "solvers/soft_step/kernels.hpp"

namespace cairn {

/// Looks at each, once a step: how fast it may close, or that it has come together.
void tend_torn_joints(Model& model, const StepConstants& constants);

}  // namespace cairn
