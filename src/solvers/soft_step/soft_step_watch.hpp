#pragma once
// For the laboratory: soft-step that can be watched.

#include <functional>

#include "solvers/soft_step/soft_step.hpp"

namespace cairn {

/// As solve_soft_step; `after_substep` is called when the columns hold the impulses of a sub-step, final for
/// it.
void solve_soft_step_watched(Model& model, SoftStepScratch& scratch, Crew& crew, const Kernels& kernels,
                             float dt, const std::function<void()>& after_substep);

}  // namespace cairn
