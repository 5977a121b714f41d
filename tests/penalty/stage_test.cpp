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
