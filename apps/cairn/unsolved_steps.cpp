#include "unsolved_steps.hpp"

#include <cairn/error.hpp>

namespace cairn {

void UnsolvedSteps::refuse(const SceneDescription& scene) const {
    refuse(scene.name, SolverChoice{scene.solver, scene.stage_solver});
}

void UnsolvedSteps::refuse(const std::string& name, const SolverChoice& solver) const {
    if (count == 0) return;
    throw Error(name + ": " + solver_text(solver) + ": " + std::to_string(count) +
                (count == 1 ? " step was" : " steps were") + " not solved: " + message);
}

}  // namespace cairn
