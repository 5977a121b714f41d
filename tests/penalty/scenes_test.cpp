// Larsen's scenes, and what a frame costs (8).

#include <gtest/gtest.h>

#include "lab/penalty_scene.hpp"
#include "scene/builtin.hpp"

namespace cairn::lab {
namespace {

PenaltyRun run_scene(const std::string& name, std::vector<SceneSetting> settings, int frames) {
    PenaltyScene scene(make_scene(name, settings), {});
    return run(scene, frames);
}

void report(const char* name, const PenaltyRun& r) {
    const penalty::IntegrationReport& work = r.total.integration;
    std::printf(
        "%s: %d frames, %.2f steps a frame, %d retries, worst frame %d steps and %d retries, %d back-ups\n",
        name, r.frames, double(work.steps) / r.frames, work.retries, r.worst_frame_steps,
        r.worst_frame_retries, r.total.backups);
}

TEST(PenaltyScenes, AThousandDominoesRunAtSixtyHertz) {
    const PenaltyRun r = run_scene("dominoes", {{"count", 1000}, {"turn", 0}}, 60);
    report("1000 dominoes", r);
    EXPECT_TRUE(r.finite);
    EXPECT_LT(r.max_speed, 3);
    EXPECT_EQ(r.total.integration.missed_bounds + r.total.integration.unchecked_steps, 0);
    EXPECT_LE(r.largest_rise, 1e-9 * r.energy_start);
    EXPECT_LT(r.total.max_depth, 0.005);
}

TEST(PenaltyScenes, ARowOfDominoesFallsToItsEnd) {
    PenaltyScene scene(make_scene("dominoes", std::vector<SceneSetting>{{"count", 20}, {"turn", 0}}), {});
    const PenaltyRun r = run(scene, 300);
    report("20 dominoes", r);
    EXPECT_LE(r.largest_rise, 1e-9 * r.energy_start);
    for (int i = 1; i <= 20; ++i)
        EXPECT_LT(scene.simulator().bodies()[static_cast<size_t>(i)].state.position.y, 0.2) << i;
}

TEST(PenaltyScenes, APileOfFiftyBoxesComesToRest) {
    const PenaltyRun r = run_scene("box-pile", {{"columns", 5}, {"layers", 2}}, 240);
    report("pile of 50", r);
    EXPECT_TRUE(r.finite);
    EXPECT_LT(r.max_speed, 5);
    EXPECT_LT(r.kinetic_energy, 1e-3);
    EXPECT_LE(r.largest_rise, 1e-9 * r.energy_start);
    EXPECT_LT(r.total.max_depth, 0.05);
}

// Work, not time: steps and solves a domino are the same for rows of any length.
TEST(PenaltyScenes, WorkGrowsInProportionToTheRow) {
    double solves[2];
    for (int k = 0; k < 2; ++k) {
        const int count = k == 0 ? 50 : 200;
        const PenaltyRun r = run_scene("dominoes", {{"count", double(count)}, {"turn", 0}}, 60);
        solves[k] = double(r.total.integration.solves) / count;
    }
    EXPECT_NEAR(solves[1] / solves[0], 1, 0.25);
}

TEST(PenaltyScenes, AsteroidsBounceApartAndKeepTheirMomentum) {
    PenaltyScene scene(make_scene("asteroids"), {});
    Vec3d before, after;
    for (const penalty::Body& b : scene.simulator().bodies()) before = before + b.state.momentum;
    const PenaltyRun r = run(scene, 60);
    for (const penalty::Body& b : scene.simulator().bodies()) after = after + b.state.momentum;
    EXPECT_GE(r.total.impulses, 1);
    EXPECT_LT(length(after - before), 1e-6 * (1 + length(before)));
    EXPECT_LT(r.kinetic_energy, r.energy_start);
    EXPECT_LT(r.total.max_depth, 0.001);
}

TEST(PenaltyScenes, TheTableEdgeLetsItsBlockFall) {
    PenaltyScene scene(make_scene("table-edge"), {});
    const PenaltyRun r = run(scene, 240);
    EXPECT_LT(scene.simulator().bodies()[2].state.position.y, 0.6);
    EXPECT_LE(r.largest_rise, 1e-9 * r.energy_start);
}

TEST(PenaltyScenes, AScenesJointsAreNotApplicable) {
    EXPECT_THROW(PenaltyScene(make_scene("chain"), {}), Error);
}

}  // namespace
}  // namespace cairn::lab
