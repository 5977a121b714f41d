// Motors and belts slower than the speed at which bodies fall asleep stopped for good after half a second:
// only a moving kinematic body kept what it carries awake. What they cannot move may sleep all the same.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

template <class Joint>
JointId add_driven(World& world, Joint joint) {
    joint.body_b = add_box(world, {0, 5, 0});
    joint.anchor = {0, 5, 0};
    return world.add_joint(joint);
}

TEST(SlowDrive, MotorsGoOn) {
    World world;
    HingeJoint hinge;
    hinge.motor = {true, 0.04f, 1e5f};
    SliderJoint slider;
    slider.motor = {true, -0.04f, 1e5f};
    WheelJoint wheel;
    wheel.motor = {true, 0.04f, 1e5f};
    BallJoint ball;
    ball.motor_velocity = {0, 0.04f, 0}, ball.motor_torque = 1e5f;
    const JointId turns = add_driven(world, hinge), slides = add_driven(world, slider);
    const JointId spins = add_driven(world, wheel), twists = add_driven(world, ball);
    for (const JointId joint : {turns, slides, spins, twists})  // in one place, and not in each other's way
        world.set_filter(
            world.shapes(std::visit([](const auto& j) { return j.body_b; }, world.definition(joint)))[0],
            {.mask = 0});
    run(world, 10);
    EXPECT_NEAR(world.joint_position(turns), 0.4f, 0.01f);
    EXPECT_NEAR(world.joint_position(slides), -0.4f, 0.01f);
    EXPECT_NEAR(world.joint_position(spins, JointCoordinate::spin), 0.4f, 0.01f);
    EXPECT_NEAR(world.joint_position(twists, JointCoordinate::twist), 0.4f, 0.02f);
}

TEST(SlowDrive, BeltsGoOn) {
    for (const float speed : {0.04f, 0.004f}) {
        World world;
        add_floor(world, {.surface_velocity = {speed, 0, 0}});
        const BodyId box = add_box(world, {0, 0.5f, 0}), above = add_box(world, {0, 1.5f, 0});
        run(world, 10);
        EXPECT_NEAR(world.transform(box).position.x, 10 * speed, 0.1f * speed) << speed;
        EXPECT_NEAR(world.transform(above).position.x, 10 * speed, 0.1f * speed) << speed;
    }
}

TEST(SlowDrive, AMotorAtItsLimitLetsItsBodiesSleep) {
    World world;
    SliderJoint slider;
    slider.motor = {true, 0.5f, 1e5f};
    slider.limits = {true, -0.1f, 0.1f};
    const JointId joint = add_driven(world, slider);
    run(world, 3);
    EXPECT_NEAR(world.joint_position(joint), 0.1f, 0.001f);
    EXPECT_EQ(world.report().awake_bodies, 0);
}

TEST(SlowDrive, WhatABeltHoldsAgainstAWallSleepsUntilTheWallGoes) {
    World world;
    add_floor(world, {.surface_velocity = {0.04f, 0, 0}});
    const BodyId wall = add_body(world, {.type = BodyType::fixed, .position = {1, 0.5f, 0}},
                                 Box{{0.4f, 1, 1}}, {.friction = 0});
    const BodyId box = add_box(world, {0, 0.5f, 0});
    run(world, 8);
    EXPECT_FALSE(world.awake(box));
    world.remove_body(wall);
    run(world, 10);
    EXPECT_NEAR(world.transform(box).position.x, 0.5f, 0.02f);
}

}  // namespace
}  // namespace cairn
