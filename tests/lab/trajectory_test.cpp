// What a run along a trajectory costs is the step itself, not the looking at it.

#include "lab/trajectory.hpp"

#include <gtest/gtest.h>

#include "lab/live_solvers.hpp"
#include "scene/builtin.hpp"

namespace cairn::lab {
namespace {

Scene stack(const char* solver) {
    register_live_solvers();
    SceneDescription description = make_scene("catto-stack");
    description.stage_solver = solver;
    description.steps = 20;
    return Scene(description);
}

double stage_seconds(const StepReport& report) {
    return report.seconds[static_cast<int>(Stage::prepare)] + report.seconds[static_cast<int>(Stage::solve)];
}

TEST(Trajectory, measuring_the_residual_costs_the_solver_nothing) {
    Scene scene = stack("pgs:measure=true");
    double solving = 0, measuring = 0;
    TrajectoryOptions options;
    options.progress = [&](int) {
        const StepReport& report = scene.world().report();
        EXPECT_GT(report.measuring_seconds, 0);
        EXPECT_LT(report.measuring_seconds, report.seconds[static_cast<int>(Stage::solve)]);
        solving += stage_seconds(report), measuring += report.measuring_seconds;
    };
    const Trajectory result = run_trajectory(scene, options);
    ASSERT_EQ(result.steps, 20);
    EXPECT_GE(result.mean_residual, 0);
    EXPECT_NEAR(result.ms_per_step, 1e3 * (solving - measuring) / 20, 1e-9);
}

TEST(Trajectory, a_step_that_measures_nothing_spends_nothing_on_it) {
    Scene scene = stack("si");
    scene.step();
    EXPECT_EQ(scene.world().report().measuring_seconds, 0);
    EXPECT_LT(scene.world().report().residual, 0);
}

TEST(Trajectory, a_run_that_ends_early_has_no_jitter_rather_than_none_at_all) {
    Scene whole = stack("si"), cut = stack("si");
    TrajectoryOptions options;
    options.max_seconds = 0;
    const Trajectory result = run_trajectory(cut, options);
    ASSERT_EQ(result.status, "time limit");
    EXPECT_LT(result.jitter, 0) << "not measured";
    EXPECT_GT(run_trajectory(whole).jitter, 0);
}

TEST(Trajectory, what_falls_asleep_is_no_error_of_momentum) {
    register_live_solvers();
    SceneDescription description = make_scene("catto-stack", std::vector<SceneSetting>{{"n", 2}});
    description.stage_solver = "robust";
    description.steps = 150;
    Scene scene(description);
    const Trajectory result = run_trajectory(scene);
    ASSERT_EQ(scene.world().report().awake_bodies, 0);
    EXPECT_GE(result.momentum_error, 0);
    EXPECT_LT(result.momentum_error, 0.1) << "N s; gravity gives a box 28 in a step";
}

TEST(Trajectory, the_momentum_of_solvers_with_substeps_is_not_measured) {
    for (const char* solver : {"", "penalty"}) {
        Scene scene = stack(solver);
        EXPECT_LT(run_trajectory(scene).momentum_error, 0) << solver;
    }
    Scene whole_steps = stack("si");
    EXPECT_GE(run_trajectory(whole_steps).momentum_error, 0);
}

TEST(Trajectory, measuring_does_not_change_the_run) {
    Scene measured = stack("si:measure=true"), plain = stack("si");
    for (int i = 0; i < 20; ++i) measured.step(), plain.step();
    const std::vector<BodyId> bodies = plain.world().bodies();
    for (const BodyId body : bodies) {
        EXPECT_EQ(measured.world().center_of_mass(body), plain.world().center_of_mass(body));
        EXPECT_EQ(measured.world().velocity(body), plain.world().velocity(body));
    }
}

}  // namespace
}  // namespace cairn::lab
