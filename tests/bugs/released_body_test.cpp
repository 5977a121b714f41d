// Symptom: a body that was carried or thrown as a kinematic one stood still in the air when it was made
// dynamic, and so did a ragdoll when its animation let it go. Where a joint had come apart meanwhile, since
// no joint holds two bodies that are not dynamic, its bodies were thrown. Causes: `set_type` set every
// velocity to zero, and only `set_transform` was known to tear a joint.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(ReleasedBody, GoesOnAsItMoved) {
    World world({.gravity = {}});
    const BodyId body = world.add_body({.type = BodyType::kinematic, .velocity = {3, 4, 0}});
    world.add_shape(body, Box{{0.5f, 0.5f, 0.5f}, {1, 0, 0}});
    world.set_angular_velocity(body, {0, 2, 0});
    run(world, 0.5);
    // the centre of a kinematic body is its origin, that of a dynamic one where its mass is: the points move
    // on
    const Vec3 at{1, 2, 3}, before = world.velocity_at(body, at);
    world.set_type(body, BodyType::dynamic);
    EXPECT_NEAR(length(world.velocity_at(body, at) - before), 0, 1e-5);
    EXPECT_EQ(world.angular_velocity(body), (Vec3{0, 2, 0}));
    const Vec3 velocity = world.velocity(body);
    run(world, 0.5);
    EXPECT_NEAR(length(world.velocity(body) - velocity), 0, 1e-4);
    const Vec3 then = world.velocity_at(body, at);
    world.set_type(body, BodyType::kinematic);
    EXPECT_NEAR(length(world.velocity_at(body, at) - then), 0, 1e-4);
}

TEST(ReleasedBody, StandsStillOnceItWasFixed) {
    World world({.gravity = {}});
    const BodyId body = add_ball(world, {});
    for (const BodyType after : {BodyType::dynamic, BodyType::kinematic}) {
        world.set_type(body, BodyType::dynamic);
        world.set_velocity(body, {1, 2, 3}), world.set_angular_velocity(body, {1, 2, 3});
        world.set_type(body, BodyType::fixed);
        EXPECT_EQ(world.velocity(body), Vec3{});
        world.set_type(body, after);
        EXPECT_EQ(world.velocity(body), Vec3{});
        EXPECT_EQ(world.angular_velocity(body), Vec3{});
    }
}

TEST(ReleasedBody, IsDrawnBackByItsJointNotThrown) {
    World world({.gravity = {}, .sleep = false});
    const BodyId body = add_box(world, {}, {0.3f, 0.2f, 0.4f});
    HingeJoint hinge;
    hinge.body_b = body, hinge.anchor = {1, 0, 0};
    const JointId id = world.add_joint(hinge);
    world.set_type(body, BodyType::kinematic);
    world.set_velocity(body, {8, 3, 0}), world.set_angular_velocity(body, {0, 3, 1});
    run(world, 1);
    world.set_velocity(body, {}), world.set_angular_velocity(body, {});
    world.set_type(body, BodyType::dynamic);
    for (int step = 0; step < 600; ++step) {
        world.step(1.0f / 60);
        ASSERT_LT(length(world.velocity(body)), 15) << step;
    }
    EXPECT_LT(world.joint_error(id), 1);
}

}  // namespace
}  // namespace cairn
