#include "lab/capture.hpp"

#include "lab/live_problem.hpp"
#include "solvers/live/live_stage.hpp"

namespace cairn::lab {
namespace {

constexpr const char* capture_name = "capture";

/// A stage solver that copies the step's system, and then solves it in some way. It is known as long as it is
/// needed: nobody is to find it in a list of solvers.
class CaptureSolver {
public:
    explicit CaptureSolver(LiveSystem& system) {
        const auto make = [&system](StageSettings&) -> std::unique_ptr<StageSolver> {
            auto stage =
                std::make_unique<LiveStage>(LiveOptions{}, std::make_unique<SweepSolver>(false, 1.0));
            stage->set_probe([&system](const LiveSystem& seen, const LiveOptions&) { system = seen; });
            return stage;
        };
        register_stage_solver({capture_name, "shows a step to the laboratory", {}, make});
    }
    ~CaptureSolver() { forget_stage_solver(capture_name); }
    CaptureSolver(const CaptureSolver&) = delete;
    CaptureSolver& operator=(const CaptureSolver&) = delete;
};

}  // namespace

LiveSystem capture_system(Scene& scene) {
    LiveSystem system;
    const CaptureSolver solver(system);
    World& world = scene.world();
    const Snapshot before = world.snapshot();
    const uint64_t index = scene.step_index();
    world.set_stage_solver(capture_name);
    scene.step();
    world.restore(before);
    scene.set_step_index(index);
    return system;
}

ContactProblem capture_problem(Scene& scene) {
    ContactProblem problem = LiveProblem(capture_system(scene)).problem();
    problem.name = scene.description().name + "-" + std::to_string(scene.step_index());
    return problem;
}

}  // namespace cairn::lab
