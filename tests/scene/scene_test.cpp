#include "scene/scene.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/suggest.hpp"
#include "scene/metrics.hpp"
#include "scene/solver_choice.hpp"
#include "scene_support.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;

SceneDescription one_ball() {
    SceneDescription description;
    SceneBody ball;
    ball.name = "ball";
    ball.def.position = {1, 10, 2};
    ball.def.velocity = {3, 0, 0};
    ball.def.angular_velocity = {0, 5, 0};
    ball.shapes.push_back({Sphere{0.5f}, {}});
    description.bodies.push_back(ball);
    return description;
}

TEST(Scene, FindsBodiesAndJointsByName) {
    Scene scene(small_scene("ragdolls"));
    EXPECT_TRUE(scene.has_body("doll0.torso"));
    EXPECT_EQ(scene.world().type(scene.body("doll1.head")), BodyType::dynamic);
    EXPECT_TRUE(scene.world().valid(scene.joint("doll2.neck")));
    EXPECT_EQ(error_of([&] { scene.body("doll0.torsso"); }),
              "unknown body 'doll0.torsso'; did you mean 'doll0.torso'?");
    EXPECT_THAT(error_of([&] { scene.joint("doll0.nek"); }), HasSubstr("did you mean 'doll0.neck'?"));
}

TEST(Scene, NamesWhatTheWorldRefuses) {
    SceneDescription description = one_ball();
    description.bodies[0].shapes[0].geometry = Sphere{-1};
    EXPECT_THAT(error_of([&] { Scene scene(description); }), HasSubstr("bodies[0] 'ball': "));
}

TEST(Scene, NamesTheMotionThatTheWorldRefuses) {
    SceneDescription description = one_ball();
    description.bodies[0].def.type = BodyType::kinematic;
    description.motions.push_back({.body = 0, .speed = 1e30f});
    Scene scene(description);
    EXPECT_THAT(error_of([&] { scene.step(); }), HasSubstr("motions[0] 'ball': World::set_angular_velocity"));
}

TEST(Scene, RefusesReferencesToNothing) {
    SceneDescription description = one_ball();
    description.bodies[0].shapes[0].geometry = HullReference{0};
    EXPECT_THAT(error_of([&] { Scene scene(description); }), HasSubstr("no such index 0"));
    description = one_ball();
    description.joints.push_back({"j", 0, 1, BallJoint{}});
    EXPECT_THAT(error_of([&] { Scene scene(description); }), HasSubstr("joints[0].body_b: no such index 1"));
    description = one_ball();
    description.bodies.push_back(description.bodies[0]);
    EXPECT_THAT(error_of([&] { Scene scene(description); }),
                HasSubstr("bodies[1].name: two bodies are named 'ball'"));
}

TEST(Scene, DoesTheInputsOfAStepJustBeforeIt) {
    SceneDescription description = one_ball();
    description.gravity = {};
    SceneInput stop;
    stop.step = 2;
    stop.kind = InputKind::velocity;
    description.inputs.push_back(stop);
    Scene scene(description);
    scene.step();
    scene.step();
    EXPECT_FLOAT_EQ(scene.world().velocity(scene.body("ball")).x, 3);
    scene.step();
    EXPECT_FLOAT_EQ(scene.world().velocity(scene.body("ball")).x, 0);
}

TEST(Scene, SwaysAKinematicBodyAlongASine) {
    SceneDescription description;
    SceneBody body;
    body.name = "platform";
    body.def.type = BodyType::kinematic;
    body.def.position = {0, 1, 0};
    body.shapes.push_back({Box{{1, 0.1f, 1}}, {}});
    description.bodies.push_back(body);
    SceneMotion motion;
    motion.sway = {0, 0.5f, 0};
    motion.hertz = 1;
    description.motions.push_back(motion);
    Scene scene(description);
    for (int i = 0; i < 15; ++i) scene.step();  // a quarter of a period
    EXPECT_NEAR(scene.world().transform(scene.body("platform")).position.y, 1.5f, 1e-4f);
    for (int i = 0; i < 6000; ++i) scene.step();  // 100 periods later it has not drifted
    EXPECT_NEAR(scene.world().transform(scene.body("platform")).position.y, 1.5f, 1e-3f);
}

TEST(SceneMetrics, AreThoseOfAThrownBall) {
    Scene scene(one_ball());
    const SceneMetrics metrics = measure(scene);
    const double mass = 1000 * 4.0 / 3 * 3.14159265358979 * 0.125, inertia = 0.4 * mass * 0.25;
    EXPECT_EQ(metrics.bodies, 1);
    EXPECT_NEAR(metrics.kinetic_energy, 0.5 * mass * 9 + 0.5 * inertia * 25, 1e-2);
    EXPECT_NEAR(metrics.potential_energy, mass * 9.81 * 10, 0.5);
    EXPECT_NEAR(metrics.linear_momentum[0], mass * 3, 1e-2);
    // r x mv with r = (1, 10, 2), v = (3, 0, 0): (0, 2 * 3, -10 * 3) m, plus the spin about y.
    EXPECT_NEAR(metrics.angular_momentum[1], mass * 6 + inertia * 5, 1e-1);
    EXPECT_NEAR(metrics.angular_momentum[2], -mass * 30, 1e-1);
    EXPECT_NEAR(metrics.max_speed, 3, 1e-6);
    EXPECT_NEAR(metrics.max_angular_speed, 5, 1e-6);
    EXPECT_EQ(metrics.contacts, 0);
    EXPECT_EQ(metrics.hash, scene.world().hash());
}

TEST(SceneMetrics, SeeTheOverlapOfAStack) {
    Scene scene(small_scene("mass-ratio"));
    for (int i = 0; i < 60; ++i) scene.step();
    const SceneMetrics metrics = measure(scene);
    EXPECT_EQ(metrics.contacts, 2);
    EXPECT_EQ(metrics.contact_points, 8);
    EXPECT_GE(metrics.max_penetration, metrics.mean_penetration);
    EXPECT_LT(metrics.max_penetration, 0.02);
}

TEST(Camera, IsTheHintOrSeesWhatMoves) {
    EXPECT_EQ(camera_of(small_scene("arch")).target, small_scene("arch").camera->target);
    const SceneCamera camera = camera_of(one_ball());
    EXPECT_EQ(camera.target, (Vec3{1, 10, 2}));
    EXPECT_GT(length(camera.eye - camera.target), 1);
}

TEST(SolverChoice, ReadsNamesAndNumbers) {
    const SoftStep solver = parse_solver("soft-step:substeps=7,contact_hertz=61");
    EXPECT_EQ(solver.substeps, 7);
    EXPECT_EQ(solver.contact_hertz, 61);
    EXPECT_EQ(to_text(solver), "soft-step:substeps=7,contact_hertz=61");
    EXPECT_EQ(parse_solver("soft-step"), SoftStep{});
    EXPECT_EQ(to_text({}), "soft-step");
}

TEST(SolverChoice, SaysWhatIsWrong) {
    EXPECT_EQ(error_of([] { parse_solver("softstep"); }),
              "unknown solver 'softstep'; did you mean 'soft-step'?");
    EXPECT_EQ(error_of([] { parse_solver("soft-step:substeps"); }),
              "soft-step: expected key=value, got 'substeps'");
    EXPECT_EQ(error_of([] { parse_solver("soft-step:substeps=x"); }),
              "soft-step: substeps: expected a number, got 'x'");
    EXPECT_EQ(error_of([] { parse_solver("soft-step:substeps=inf"); }),
              "soft-step: substeps: expected a number, got 'inf'");
    EXPECT_EQ(error_of([] { parse_solver("soft-step:substeps=0"); }),
              "soft-step: substeps must be between 1 and 1000, got 0");
    EXPECT_EQ(error_of([] { parse_solver("soft-step:substep=4"); }),
              "soft-step: unknown parameter 'substep'; did you mean 'substeps'?");
}

TEST(Suggest, ControlCharactersArePrintedAsNumbers) {
    EXPECT_EQ(printable(std::string("a\0b\n\x1b\x7f", 6)), "a\\u0000b\\u000a\\u001b\\u007f");
    EXPECT_EQ(printable("\xc2\x80\xc2\x9f\xc2\xa0"), "\\u0080\\u009f\xc2\xa0");
    EXPECT_EQ(printable("\xc2"), "\xc2");
    EXPECT_EQ(printable(""), "");
}

TEST(Suggest, LongTextsAreCutBetweenCharacters) {
    EXPECT_EQ(printable("abcd", 4), "abcd");
    EXPECT_EQ(printable("abcde", 4), "abcd...");
    EXPECT_EQ(printable("abc\xe2\x82\xac", 4), "abc...");
    EXPECT_EQ(printable("abc\xe2\x82\xac", 6), "abc\xe2\x82\xac");
}

TEST(Suggest, CountsEdits) {
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("pyramid", "pyramid"), 0);
    EXPECT_EQ(edit_distance("pyarmid", "pyramid"), 1);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Suggest, OnlyWhatIsNear) {
    const std::vector<std::string> names{"arch", "tower", "washer"};
    EXPECT_EQ(nearest("washr", names), "washer");
    EXPECT_EQ(nearest("was", names), "washer");
    EXPECT_EQ(nearest("completely-else", names), "");
    EXPECT_EQ(nearest("", names), "");
}

}  // namespace
}  // namespace cairn
