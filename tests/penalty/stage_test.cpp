// `penalty` as the solver of a world.

#include <gtest/gtest.h>

#include <cairn/error.hpp>
#include <cairn/world.hpp>

#include "lab/live_solvers.hpp"

namespace cairn::test {
namespace {

World world_with(const std::string& solver) {
    lab::register_live_solvers();
    WorldDef def;
    def.stage_solver = solver;
    def.sleep = false;
    return World(def);
}

std::vector<BodyId> stack_of_three(World& world) {
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    world.add_shape(ground, Box{{10, 1, 10}});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 3; ++i) {
        bodies.push_back(world.add_body(
            {.position = {0.05f * static_cast<float>(i), 1.6f + 1.1f * static_cast<float>(i), 0}}));
        world.add_shape(bodies.back(), Box{{0.5f, 0.5f, 0.5f}}, {.density = 100});
    }
    return bodies;
}

TEST(PenaltyStage, AWorldsStackRestsAtItsDepths) {
    World world = world_with("penalty");
    const std::vector<BodyId> bodies = stack_of_three(world);
    for (int i = 0; i < 240; ++i) world.step(1.0f / 60);
    EXPECT_EQ(world.solver_message(), "");
    // 3 d + ... of the weight above each: 3, 3 + 2, 3 + 2 + 1 mm.
    EXPECT_NEAR(world.transform(bodies[0]).position.y, 1.5f - 0.003f, 3e-4f);
    EXPECT_NEAR(world.transform(bodies[1]).position.y, 2.5f - 0.005f, 3e-4f);
    EXPECT_NEAR(world.transform(bodies[2]).position.y, 3.5f - 0.006f, 3e-4f);
}

TEST(PenaltyStage, ASnapshotHoldsTheSprings) {
    World world = world_with("penalty");
    stack_of_three(world);
    for (int i = 0; i < 40; ++i) world.step(1.0f / 60);
    const Snapshot snapshot = world.snapshot();
    for (int i = 0; i < 40; ++i) world.step(1.0f / 60);
    const uint64_t first = world.hash();
    world.restore(snapshot);
    for (int i = 0; i < 40; ++i) world.step(1.0f / 60);
    EXPECT_EQ(world.hash(), first);
}

TEST(PenaltyStage, ABeltCarriesWhatLiesOnItAndWhatFallsOnIt) {
    for (const char* law : {"springs", "tanh", "piecewise", "impulses"}) {
        World world = world_with(std::string("penalty:friction=") + law);
        const BodyId ground = world.add_body({.type = BodyType::fixed});
        world.add_shape(ground, Box{{50, 1, 10}}, {.friction = 0.5f, .surface_velocity = {2, 0, 0}});
        std::vector<BodyId> crates;
        for (const float height : {1.5f, 2.5f}) {
            crates.push_back(world.add_body({.position = {0, height, 3 * height}}));
            world.add_shape(crates.back(), Box{{0.5f, 0.5f, 0.5f}}, {.density = 100, .friction = 0.5f});
        }
        for (int i = 0; i < 12; ++i) world.step(1.0f / 60);
        EXPECT_NEAR(world.velocity(crates[0]).x, 0.5f * 9.81f * 0.2f, 0.06f) << law << ": dragged by mu g";
        for (int i = 0; i < 108; ++i) world.step(1.0f / 60);
        EXPECT_EQ(world.solver_message(), "");
        for (const BodyId crate : crates) EXPECT_NEAR(world.velocity(crate).x, 2, 0.01f) << law;
    }
}

TEST(PenaltyStage, FrictionAndBeltsThatAreSetWhileBodiesTouchCount) {
    World world = world_with("penalty");
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    const ShapeId floor = world.add_shape(ground, Box{{50, 1, 10}}, {.friction = 0.5f});
    const BodyId crate = world.add_body({.position = {0, 1.5f, 0}});
    const ShapeId sole = world.add_shape(crate, Box{{0.5f, 0.5f, 0.5f}}, {.density = 100, .friction = 0.5f});
    const auto run = [&](int steps) {
        for (int i = 0; i < steps; ++i) world.step(1.0f / 60);
        return world.velocity(crate).x;
    };
    EXPECT_NEAR(run(30), 0, 1e-4f);
    world.set_surface_velocity(floor, {1, 0, 0});
    EXPECT_NEAR(run(60), 1, 0.01f);
    world.set_surface_velocity(floor, {});
    for (const ShapeId shape : {floor, sole}) world.set_friction(shape, 0);
    EXPECT_NEAR(run(60), 1, 0.01f) << "nothing slows it down";
    for (const ShapeId shape : {floor, sole}) world.set_friction(shape, 0.5f);
    EXPECT_NEAR(run(60), 0, 1e-3f);
}

World sleepy_world(Vec3 gravity) {
    lab::register_live_solvers();
    return World({.gravity = gravity, .stage_solver = "penalty"});
}

TEST(PenaltyStage, SpringsLastThroughSleepSoThatABodyWokenAgainAndAgainDoesNotSink) {
    World world = sleepy_world({0, -9.81f, 0});
    world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{{0, 1, 0}, 0});
    const BodyId crate = world.add_body({.position = {0, 0.5f, 0}});
    world.add_shape(crate, Box{{0.5f, 0.5f, 0.5f}});
    for (int sleep = 0; sleep < 5; ++sleep) {
        for (int i = 0; i < 90; ++i) world.step(1.0f / 60);
        EXPECT_FALSE(world.awake(crate));
        EXPECT_NEAR(world.transform(crate).position.y, 0.499f, 2e-5f) << "after " << sleep << " times";
        world.set_awake(crate, true);
    }
}

TEST(PenaltyStage, ASleepingBodyTakesTheMomentumOfWhatHitsIt) {
    World world = sleepy_world({});
    const auto ball = [&](float x, float speed, float density) {
        const BodyId body = world.add_body({.position = {x, 0, 0}, .velocity = {speed, 0, 0}});
        world.add_shape(body, Sphere{0.5f}, {.density = density, .friction = 0, .restitution = 1});
        return body;
    };
    const BodyId light = ball(-3, 3, 1000), heavy = ball(2, 0, 2000);
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60);
    EXPECT_FALSE(world.awake(heavy)) << "or this shows nothing";
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.velocity(light).x, -1, 0.01f);
    EXPECT_NEAR(world.velocity(heavy).x, 2, 0.01f);
}

TEST(PenaltyStage, JointsAreNotApplicableAndSaidSo) {
    World world = world_with("penalty");
    const std::vector<BodyId> bodies = stack_of_three(world);
    BallJoint joint;
    joint.body_a = bodies[0];
    joint.body_b = bodies[1];
    joint.anchor = {0, 2, 0};
    world.add_joint(joint);
    EXPECT_EQ(world.step(1.0f / 60).solver_failures, 1);
    EXPECT_NE(world.solver_message().find("not applicable"), std::string::npos);
}

TEST(PenaltyStage, NonsenseParametersAreRefused) {
    for (const char* text : {"penalty:stiffness=0", "penalty:stiffness=-3", "penalty:depth=0",
                             "penalty:friction=glue", "penalty:dept=1", "penalty:max_retries=-1"})
        EXPECT_THROW(world_with(text), Error) << text;
}

}  // namespace
}  // namespace cairn::test
