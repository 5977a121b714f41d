#pragma once
// soft-step on the yardstick of frozen problems. It changes the problem (springs, sub-steps), so it has no
// residual of its own; but what it did in a step can be asked whether it answers the step's frozen problem.

#include "scene/scene.hpp"
#include "solvers/frozen/problem.hpp"

namespace cairn::lab {

struct SoftStepAnswer {
    /// The frozen problem of the step, as capture_problem gives it.
    ContactProblem problem;
    /// Why the step has no answer in this form; empty where it has.
    std::string not_applicable;
    /// Impulses of all sub-steps added up. Friction acts at the middle of a manifold's points there; it is
    /// shared out among them in proportion to their normal impulses, the twist about the normal as forces
    /// around the middle.
    Vector reaction;
    /// m/s: by how much the bodies' velocities differ from those that these impulses would give them.
    double unexplained = 0;
    int substeps = 0;
    std::int64_t row_updates = 0;
    double seconds = 0;
};

/// Takes the scene's coming step with these settings, and back: the scene stays as it is. Impulses start from
/// those of the last step, whichever solver found them.
SoftStepAnswer soft_step_answer(Scene& scene, const SoftStep& settings);

}  // namespace cairn::lab
