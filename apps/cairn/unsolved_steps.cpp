#include "unsolved_steps.hpp"

#include <cairn/error.hpp>

#include "scene/solver_choice.hpp"

namespace cairn {

void UnsolvedSteps::refuse(const SceneDescription& scene) const {
    if (count == 0) return;
    throw Error(scene.name + ": " + solver_text(SolverChoice{scene.solver, scene.stage_solver}) + ": " +
                std::to_string(count) + (count == 1 ? " step was" : " steps were") +
                " not solved: " + message);
}

}  // namespace cairn
