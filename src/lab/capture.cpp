#include "lab/capture.hpp"

#include "lab/live_problem.hpp"
#include "solvers/live/live_stage.hpp"

namespace cairn::lab {
namespace {

thread_local LiveSystem* captured = nullptr;

/// A stage solver that shows the step's system to whoever asked, and then solves it in some way.
void register_capture() {
    const auto make = [](StageSettings&) -> std::unique_ptr<StageSolver> {
        auto stage = std::make_unique<LiveStage>(LiveOptions{}, std::make_unique<SweepSolver>(false, 1.0));
        stage->set_probe([](const LiveSystem& system, const LiveOptions&) {
            if (captured) *captured = system;
        });
        return stage;
    };
    register_stage_solver({"capture", "shows a step to the laboratory", {}, make});
}

}  // namespace

LiveSystem capture_system(Scene& scene) {
    register_capture();
    LiveSystem system;
    World& world = scene.world();
    const Snapshot before = world.snapshot();
    const uint64_t index = scene.step_index();
    world.set_stage_solver("capture");
    captured = &system;
    scene.step();
    captured = nullptr;
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
