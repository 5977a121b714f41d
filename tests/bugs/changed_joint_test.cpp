// Joints that are changed, or whose steps are. Found by a reviewer with closed forms: what was switched off
// went on acting for ever (a pendulum stood in the air, and fell with another number of lanes); a steady load
// wavered when the length of the step did, and a sleeper was told a wrong one; a `stiffness` was no spring
// but a brake; and a body without shapes fell asleep while it turned.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;
using testing::HasSubstr;

BodyId add_point_mass(World& world, Vec3 position, float mass = 1) {
    return world.add_body({.position = position, .mass = mass, .inertia = {1, 1, 1}});
}

/// Switches something off that bears the weight of one kilogram; after it the weight must fall freely.
template <class Joint, class Change>
void expect_falls(Joint joint, Vec3 position, Change off, int lanes) {
    World world({.lanes = lanes});
    const BodyId body = add_point_mass(world, position);
    joint.body_b = body;
    const JointId id = world.add_joint(joint);
    run(world, 1);
    const float before = world.velocity(body).y;
    off(joint);
    world.set_definition(id, joint);
    run(world, 0.1);
    EXPECT_LT(world.velocity(body).y, before - 0.4f) << lanes << " lanes";
    EXPECT_LT(world.reaction(id).force.y, 9) << lanes << " lanes";
}

TEST(ChangedJoint, WhatIsSwitchedOffActsNoLonger) {
    for (const int lanes : {1, 4}) {
        HingeJoint hinge;
        hinge.limits = {true, -3.1f, 3.1f}, hinge.motor = {true, 0, 100};
        expect_falls(
            hinge, {1, 0, 0}, [](HingeJoint& j) { j.motor.enabled = false; }, lanes);
        DistanceJoint line;
        line.anchor_b = {0, -1, 0};
        expect_falls(
            line, {0, -1, 0},
            [](DistanceJoint& j) {
                j.limits = {true, 0, 5};
            },
            lanes);
        SliderJoint slider;
        slider.axis = {0, 1, 0}, slider.spring = {3, 1}, slider.limits = {true, -5, 5};
        expect_falls(
            slider, {}, [](SliderJoint& j) { j.spring = {}; }, lanes);
        BallJoint ball;
        ball.cone_limit = 3, ball.motor_torque = 100;
        expect_falls(
            ball, {1, 0, 0}, [](BallJoint& j) { j.motor_torque = 0; }, lanes);
        MotorJoint motor;
        expect_falls(
            motor, {}, [](MotorJoint& j) { j.linear = {}; }, lanes);
    }
}

/// Up to half as long again: beyond that the automatic stiffness is another.
constexpr float uneven_steps[] = {1.0f / 75, 1.0f / 60, 1.0f / 85, 1.0f / 70, 1.0f / 50, 1.0f / 60};

TEST(ChangedJoint, ASteadyLoadStaysWhatItIsWhenStepsAreUneven) {
    World world({.sleep = false});
    const BodyId body = add_point_mass(world, {1, 0, 0}, 10);
    FixedJoint joint;
    joint.body_b = body;
    const JointId id = world.add_joint(joint);
    run(world, 2);
    for (const float dt : uneven_steps) {
        world.step(dt);
        EXPECT_NEAR(world.reaction(id).force.y, 98.1f, 0.2f) << dt;
        EXPECT_NEAR(world.reaction(id).torque.z, 98.1f, 0.2f) << dt;
    }
}

TEST(ChangedJoint, ASleepersReactionIsNotChangedByTheStepsOfOthers) {
    World world;
    const BodyId body = add_point_mass(world, {0, -1, 0}, 10);
    BallJoint joint;
    joint.body_b = body, joint.anchor = {0, 0, 0};
    const JointId id = world.add_joint(joint);
    run(world, 3);
    ASSERT_FALSE(world.awake(body));
    EXPECT_NEAR(world.reaction(id).force.y, 98.1f, 1);
    world.step(1.0f / 120);
    EXPECT_NEAR(world.reaction(id).force.y, 98.1f, 1);
}

TEST(ChangedJoint, AStackRestsWhenStepsAreUneven) {
    World world({.sleep = false});
    add_floor(world);
    BodyId top;
    for (int i = 0; i < 6; ++i) top = add_box(world, {0, 0.5f + static_cast<float>(i), 0});
    run(world, 5);
    for (const float dt : uneven_steps) {
        world.step(dt);
        EXPECT_LT(length(world.velocity(top)), 1e-3f) << dt;
    }
}

/// A board on a soft mounting is a torsion spring: kicked at w0 it swings by w0 / (2 pi f), f times a second.
TEST(ChangedJoint, AnAngularStiffnessIsASpring) {
    for (const int substeps : {8, 16}) {
        World world({.gravity = {0, 0, 0}, .solver = {.substeps = substeps}, .sleep = false});
        const BodyId body = add_point_mass(world, {});
        FixedJoint joint;
        joint.body_b = body, joint.angular_stiffness = {2, 0.02f};
        world.add_joint(joint);
        world.set_angular_velocity(body, {0, 0, 1});
        float highest = 0, lowest = 0, turned_back = 0;
        for (int i = 1; i <= 60; ++i) {
            world.step(1.0f / 60);
            const float angle = 2 * world.transform(body).rotation.z;
            highest = std::max(highest, angle), lowest = std::min(lowest, angle);
            if (turned_back == 0 && angle < 0) turned_back = static_cast<float>(i) / 60;
        }
        EXPECT_NEAR(highest, 1 / (2 * pi * 2), 0.008) << substeps;
        EXPECT_LT(lowest, -0.055f) << substeps;
        EXPECT_NEAR(turned_back, 0.25f, 0.02f) << substeps;
    }
}

/// Under a weight it gives by g / (2 pi f)^2, whatever the number of sub-steps.
TEST(ChangedJoint, AStiffnessGivesAsASpringDoes) {
    for (const int substeps : {4, 8, 16}) {
        World world({.solver = {.substeps = substeps}, .sleep = false});
        const BodyId body = add_point_mass(world, {});
        BallJoint joint;
        joint.body_b = body, joint.stiffness = {2, 1};
        world.add_joint(joint);
        run(world, 3);
        EXPECT_NEAR(world.transform(body).position.y, -9.81 / (16 * pi * pi), 0.001) << substeps;
    }
}

TEST(ChangedJoint, AStiffnessOfUserRowsGivesAsThatOfTheBuiltInJoint) {
    World world({.sleep = false});
    const BodyId body = add_point_mass(world, {});
    UserJoint joint;
    joint.body_b = body, joint.stiffness = {2, 1};
    joint.row_count = 3;
    joint.evaluate = [](const Transform&, const Transform& b, Row* rows) {
        const Vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int i = 0; i < 3; ++i) rows[i].error = dot(axes[i], b.position), rows[i].linear_b = axes[i];
    };
    world.add_joint(joint);
    run(world, 3);
    EXPECT_NEAR(world.transform(body).position.y, -9.81 / (16 * pi * pi), 0.001);
}

TEST(ChangedJoint, ABodyWithoutShapesDoesNotSleepWhileItTurns) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = add_point_mass(world, {});
    HingeJoint joint;
    joint.body_b = body, joint.motor = {true, 2, 1e5f};
    const JointId id = world.add_joint(joint);
    run(world, 2);
    EXPECT_TRUE(world.awake(body));
    EXPECT_NEAR(world.joint_speed(id), 2, 0.01f);
}

TEST(ChangedJoint, ATargetBeyondHalfATurnIsRefused) {
    World world;
    WheelJoint wheel;
    wheel.body_b = add_point_mass(world, {});
    wheel.steering = true, wheel.steering_target = 3.3f;
    EXPECT_THAT(error_of([&] { world.add_joint(wheel); }),
                HasSubstr("steering_target must lie within -pi to pi"));
    HingeJoint hinge;
    hinge.body_b = wheel.body_b, hinge.spring = {2, 1}, hinge.spring_target = -4;
    EXPECT_THAT(error_of([&] { world.add_joint(hinge); }),
                HasSubstr("spring_target must lie within -pi to pi"));
}

}  // namespace
}  // namespace cairn
