// Solvers of the laboratory in a running world: they take the place of soft-step in stage 5.

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cairn/world.hpp>

#include "lab/live_solvers.hpp"
#include "scene/load.hpp"
#include "scene/scene.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;

/// Catto's Table 1 with its beta of 0.1 per time unit at a time step of 0.5 (E2), his friction bound, no
/// gyroscopic term and his first-order rotation.
const std::string catto =
    "pgs:friction=fixed,iterations=10,beta=0.05,slop=0,push_speed=1e9,gyroscopic=off,rotation=first-order";

SceneDescription with_solver(const std::string& scene, const std::vector<SceneSetting>& settings,
                             const std::string& solver) {
    SceneDescription description = load_scene(scene, settings);
    description.stage_solver = solver;
    return description;
}

/// Height of the highest body's centre.
float top_of(const Scene& scene) {
    float top = -1e30f;
    for (const BodyId body : scene.bodies()) top = std::max(top, scene.world().center_of_mass(body).y);
    return top;
}

float fastest(const Scene& scene) {
    float speed = 0;
    for (const BodyId body : scene.bodies()) speed = std::max(speed, length(scene.world().velocity(body)));
    return speed;
}

std::string error_of_solver(const std::string& text) {
    try {
        World world({.stage_solver = text});
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(LiveSolver, ten_boxes_stand_on_ten_iterations_with_the_contact_cache) {
    Scene scene(with_solver("catto-stack", {{"sleep", 0}}, "pgs:iterations=10,beta=0.05,slop=0"));
    for (int i = 0; i < 600; ++i) scene.step();
    EXPECT_GT(top_of(scene), 9.4f * 0.35f) << "the top box is where ten boxes put it";
    EXPECT_LT(fastest(scene), 0.5f) << "it may sway";
}

TEST(LiveSolver, three_boxes_slide_and_fall_without_the_contact_cache) {
    Scene scene(with_solver("catto-stack", {{"sleep", 0}, {"n", 3}}, catto + ",warm_start=off"));
    for (int i = 0; i < 1500; ++i) scene.step();
    EXPECT_LT(top_of(scene), 2 * 0.35f) << "nothing lies on the second box any more";
}

TEST(LiveSolver, unknown_names_keys_and_values_say_what_is_meant) {
    EXPECT_THAT(error_of_solver("psg"), HasSubstr("unknown solver 'psg'; did you mean 'pgs'?"));
    EXPECT_THAT(error_of_solver("soft-step:substeps=3"), HasSubstr("the world's own solver"));
    EXPECT_EQ(error_of_solver("pgs:iteration=3"),
              "pgs: unknown parameter 'iteration'; did you mean 'iterations'?");
    EXPECT_EQ(error_of_solver("pgs:iterations=-1"), "pgs: iterations must be between 0 and 1e+06, got -1");
    EXPECT_EQ(error_of_solver("pgs:iterations=2.5"), "pgs: iterations must be a whole number, got 2.5");
    EXPECT_EQ(error_of_solver("si:friction=con"), "si: unknown friction 'con'; did you mean 'cone'?");
    EXPECT_EQ(error_of_solver("si:beta"), "si: expected key=value, got 'beta'");
    EXPECT_THAT(error_of_solver("pgs:friction=cone"), HasSubstr("not applicable"));
}

TEST(LiveSolver, a_snapshot_holds_the_contact_cache) {
    Scene scene(with_solver("catto-stack", {{"sleep", 0}}, "si"));
    for (int i = 0; i < 60; ++i) scene.step();
    World& world = scene.world();
    const Snapshot snapshot = world.snapshot();
    const uint64_t then = world.hash();
    for (int i = 0; i < 30; ++i) world.step(1.0f / 60);
    const uint64_t after = world.hash();
    world.set_stage_solver("");
    EXPECT_NE(world.hash(), after) << "which solver comes next is part of the state";
    world.restore(snapshot);
    EXPECT_EQ(world.stage_solver(), "si");
    EXPECT_EQ(world.hash(), then);
    for (int i = 0; i < 30; ++i) world.step(1.0f / 60);
    EXPECT_EQ(world.hash(), after);
}

TEST(LiveSolver, gives_the_same_bits_for_any_lanes_and_threads) {
    lab::register_live_solvers();
    for (const std::string solver : {"pgs", "si:correction=split", "jacobi", "apgd", "mprgp:friction=pyramid",
                                     "nncg", "newton", "interior", "robust", "penalty"}) {
        const SceneDescription description =
            solver == "penalty" ? with_solver("catto-stack", {{"n", 3}, {"sleep", 0}}, solver)
                                : with_solver("bridge", {{"planks", 6}, {"sleep", 0}}, solver);
        uint64_t hash = 0;
        for (const RunOptions& options : {RunOptions{1, 1, nullptr}, RunOptions{3, 4, nullptr}}) {
            Scene scene(description, options);
            const uint64_t start = scene.world().hash();
            for (int i = 0; i < 20; ++i) scene.step();
            EXPECT_NE(scene.world().hash(), start) << solver;
            if (hash == 0) hash = scene.world().hash();
            EXPECT_EQ(scene.world().hash(), hash) << solver;
        }
    }
}

/// At 240 steps a second: a light chain under a heavy ball has transverse modes that a single step of 1/60 s,
/// with its forces along the directions of its start, cannot follow, whoever solves it.
TEST(LiveSolver, joints_hold) {
    const std::pair<const char*, std::vector<SceneSetting>> scenes[] = {
        {"bridge", {{"sleep", 0}, {"crates", 2}}},
        {"chain", {{"sleep", 0}}},
        {"ragdolls", {{"sleep", 0}, {"count", 2}}}};
    for (const auto& [name, settings] : scenes) {
        for (const char* solver : {"pgs:iterations=30", "si:iterations=30"}) {
            SceneDescription description = with_solver(name, settings, solver);
            description.dt = 1.0f / 240;
            Scene scene(description);
            for (int i = 0; i < 240; ++i) scene.step();
            float worst = 0;
            for (const JointId joint : scene.joints())
                worst = std::max(worst, scene.world().joint_error(joint));
            EXPECT_LT(worst, 0.01f) << name << " " << solver;
        }
    }
}

TEST(LiveSolver, a_joint_reports_the_weight_it_carries) {
    for (const char* solver : {"pgs:iterations=50", "si"}) {
        World world({.stage_solver = solver, .sleep = false});
        const BodyId body = world.add_body({.position = {0, -1, 0}, .mass = 3});
        world.add_shape(body, Sphere{0.2f});
        BallJoint joint;
        joint.body_b = body;
        joint.anchor = {0, 0, 0};
        const JointId id = world.add_joint(joint);
        for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
        EXPECT_NEAR(world.reaction(id).force.y, 3 * 9.81f, 0.03f) << solver;
    }
}

/// All solvers of the laboratory, on contacts and joints alike.
TEST(LiveSolver, every_solver_of_the_laboratory_runs_a_world) {
    lab::register_live_solvers();
    for (const char* solver : {"jacobi:iterations=300", "pgd", "apgd", "mprgp", "nncg", "newton", "interior",
                               "direct", "robust"}) {
        Scene scene(with_solver("catto-stack", {{"sleep", 0}, {"n", 3}, {"gap", 0.01}}, solver));
        for (int i = 0; i < 90; ++i) scene.step();
        EXPECT_EQ(scene.world().report().solver_failures, 0)
            << solver << ": " << scene.world().solver_message();
        EXPECT_NEAR(top_of(scene), 2.5f * 0.35f, 0.03f) << solver;
        EXPECT_LT(fastest(scene), 0.05f) << solver;
        SceneDescription hanging = with_solver("chain", {{"sleep", 0}, {"links", 5}}, solver);
        hanging.dt = 1.0f / 240;
        Scene chain(hanging);
        for (int i = 0; i < 120; ++i) chain.step();
        EXPECT_EQ(chain.world().report().solver_failures, 0)
            << solver << ": " << chain.world().solver_message();
        for (const JointId joint : chain.joints())
            EXPECT_LT(chain.world().joint_error(joint), 0.01f) << solver;
    }
}

TEST(LiveSolver, a_solver_without_the_friction_model_says_not_applicable) {
    lab::register_live_solvers();
    EXPECT_THAT(error_of_solver("direct:friction=cone"), HasSubstr("not applicable"));
    EXPECT_THAT(error_of_solver("mprgp:friction=cone"), HasSubstr("not applicable"));
    EXPECT_THAT(error_of_solver("newton:no=1"), HasSubstr("unknown parameter 'no'"));
}

/// A box of 1 % of the weight under a heavy one: ten sweeps cannot hold it, the island's own Newton can.
TEST(LiveSolver, a_hard_island_is_given_to_a_stronger_solver) {
    lab::register_live_solvers();
    Scene scene(with_solver("catto-stack", {{"sleep", 0}, {"n", 4}, {"gap", 0.01}},
                            "si:strong=robust,strong_residual=1e-4"));
    int switched = 0;
    for (int i = 0; i < 60; ++i) switched += scene.step().switched_islands;
    EXPECT_GT(switched, 0);
    EXPECT_THAT(error_of_solver("si:strong=robust"), HasSubstr("to say when"));
}

/// L07: three touching balls, the first one arrives at 1 m/s, no loss.
std::vector<float> cradle(const std::string& solver) {
    World world({.gravity = {0, 0, 0}, .stage_solver = solver, .sleep = false, .continuous = false});
    std::vector<BodyId> balls;
    for (int i = 0; i < 3; ++i) {
        balls.push_back(world.add_body(
            {.position = {static_cast<float>(i), 0, 0}, .velocity = {i == 0 ? 1.0f : 0.0f, 0, 0}}));
        world.add_shape(balls.back(), Sphere{0.5f}, {.friction = 0, .restitution = 1});
    }
    for (int i = 0; i < 3; ++i) world.step(1.0f / 60);
    std::vector<float> speeds;
    for (const BodyId ball : balls) speeds.push_back(world.velocity(ball).x);
    return speeds;
}

TEST(LiveSolver, impacts_spread_one_after_another_or_all_at_once) {
    const std::string common = ":friction=fixed,iterations=100,restitution_speed=0.01,restitution=";
    const std::vector<float> at_once = cradle("pgs" + common + "simultaneous");
    const std::vector<float> in_turn = cradle("pgs" + common + "sequential");
    const float expected_at_once[] = {-1.0f / 3, 2.0f / 3, 2.0f / 3}, expected_in_turn[] = {0, 0, 1};
    for (size_t i = 0; i < 3; ++i) {
        EXPECT_NEAR(at_once[i], expected_at_once[i], 1e-5f) << i;
        EXPECT_NEAR(in_turn[i], expected_in_turn[i], 1e-5f) << i;
    }
}

/// The residual that a world reports is that of its own problem: more sweeps, less of it.
TEST(LiveSolver, measures_its_own_residual) {
    double last = 1e30;
    for (const char* solver :
         {"si:measure=on,iterations=3", "si:measure=on,iterations=30", "si:measure=on,iterations=1000"}) {
        Scene scene(with_solver("catto-stack", {{"sleep", 0}, {"n", 4}}, solver));
        for (int i = 0; i < 30; ++i) scene.step();
        EXPECT_LT(scene.world().report().residual, 0.5 * last) << solver;
        last = scene.world().report().residual;
    }
    EXPECT_LT(last, 1e-6);
}

}  // namespace
}  // namespace cairn
