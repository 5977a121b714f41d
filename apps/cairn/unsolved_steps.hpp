#pragma once
// Steps that the solver gave up on: bodies have moved in them, but not as the solver would have moved them.

#include <string>

#include "scene/scene.hpp"
#include "scene/solver_choice.hpp"

namespace cairn {

struct UnsolvedSteps {
    int count = 0;
    std::string message;  ///< of the last of them

    /// After every step: the world keeps the message of its last step alone.
    void see(const World& world) {
        count = world.report().solver_failures;
        if (!world.solver_message().empty()) message = world.solver_message();
    }

    /// Throws Error where there are any: numbers of a run that was not solved are no answer.
    void refuse(const SceneDescription& scene) const;
    /// The same of what is no scene.
    void refuse(const std::string& name, const SolverChoice& solver) const;
};

}  // namespace cairn
