// What can be read of a joint, against rotations and speeds that are put together here.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/joints/joint_scenes.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace joint_scenes;
using testing::HasSubstr;
using Coordinate = JointCoordinate;

/// A body of 1 kg about the origin, as heavy to turn about any axis.
BodyId add_round_body(World& world) { return world.add_body({.mass = 1, .inertia = {0.1f, 0.1f, 0.1f}}); }

template <class Joint>
JointId join_to_world(World& world, BodyId body) {
    Joint joint;
    joint.body_b = body;
    return world.add_joint(joint);
}

TEST(JointCoordinates, OfAWheelAreTheAnglesOfSteeringThenSpin) {
    for (const float steering : {-2.5f, -0.4f, 0.0f, 1.2f, 3.0f})
        for (const float spin : {-3.0f, -1.1f, 0.3f, 2.0f}) {
            World world(weightless());
            const BodyId body = add_round_body(world);
            const JointId joint = join_to_world<WheelJoint>(world, body);
            const Quat steered = axis_angle({0, 1, 0}, steering);
            world.set_transform(body, {{0, 0.25f, 0}, steered * axis_angle({0, 0, 1}, spin)});
            world.set_velocity(body, {0, -0.5f, 0});
            world.set_angular_velocity(body, Vec3{0, 2, 0} + 7 * rotate(steered, Vec3{0, 0, 1}));
            EXPECT_NEAR(world.joint_position(joint, Coordinate::steering), steering, 2e-6f);
            EXPECT_NEAR(world.joint_position(joint, Coordinate::spin), spin, 2e-6f);
            EXPECT_NEAR(world.joint_position(joint, Coordinate::travel), 0.25f, 1e-6f);
            EXPECT_NEAR(world.joint_speed(joint, Coordinate::steering), 2, 1e-5f);
            EXPECT_NEAR(world.joint_speed(joint, Coordinate::spin), 7, 1e-5f);
            EXPECT_NEAR(world.joint_speed(joint, Coordinate::travel), -0.5f, 1e-6f);
        }
}

TEST(JointCoordinates, OfAWheelOnATurnedChassisAreAgainstTheChassis) {
    World world(weightless());
    const BodyId chassis = add_round_body(world), body = add_round_body(world);
    WheelJoint wheel;
    wheel.body_a = chassis, wheel.body_b = body;
    const JointId joint = world.add_joint(wheel);
    const Quat turned = axis_angle(normalized(Vec3{1, 2, 3}), 2.2f);
    const Quat relative = axis_angle({0, 1, 0}, 0.3f) * axis_angle({0, 0, 1}, -1.4f);
    world.set_transform(chassis, {{}, turned});
    world.set_transform(body, {{}, turned * relative});
    world.set_angular_velocity(chassis, {3, 1, -2});
    world.set_angular_velocity(body, Vec3{3, 1, -2} + rotate(turned * relative, Vec3{0, 0, 5}));
    EXPECT_NEAR(world.joint_position(joint, Coordinate::steering), 0.3f, 2e-6f);
    EXPECT_NEAR(world.joint_position(joint, Coordinate::spin), -1.4f, 2e-6f);
    EXPECT_NEAR(world.joint_speed(joint, Coordinate::steering), 0, 1e-5f);
    EXPECT_NEAR(world.joint_speed(joint, Coordinate::spin), 5, 1e-5f);
}

TEST(JointCoordinates, OfADrivenWheelCountItsTurns) {
    World world(weightless());
    const BodyId body = add_round_body(world);
    WheelJoint wheel;
    wheel.body_b = body, wheel.motor = {.enabled = true, .speed = -10}, wheel.steering = true;
    wheel.steering_target = 0.5f;
    const JointId joint = world.add_joint(wheel);
    for (int i = 0; i < 300; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.joint_speed(joint, Coordinate::spin), -10, 1e-3f);
    EXPECT_NEAR(world.joint_position(joint, Coordinate::spin), -50, 0.05f);  // 10 rad/s for 5 s
    EXPECT_NEAR(world.joint_position(joint, Coordinate::steering), 0.5f, 1e-3f);
}

TEST(JointCoordinates, OfABallAreSwingAndTwist) {
    for (const float swing : {0.2f, 1.0f, 2.5f})
        for (const float twist : {-2.0f, 0.7f}) {
            World world(weightless());
            const BodyId body = add_round_body(world);
            const JointId joint = join_to_world<BallJoint>(world, body);
            world.set_transform(body, {{}, axis_angle({1, 0, 0}, swing) * axis_angle({0, 1, 0}, twist)});
            world.set_angular_velocity(body, {0.5f, 0, 0});
            EXPECT_NEAR(world.joint_position(joint, Coordinate::swing), swing, 2e-6f);
            EXPECT_NEAR(world.joint_position(joint, Coordinate::twist), twist, 4e-6f);
            EXPECT_NEAR(world.joint_speed(joint, Coordinate::swing), 0.5f, 1e-5f);
            EXPECT_NEAR(world.joint_speed(joint, Coordinate::twist), 0, 1e-5f);
        }
}

TEST(JointCoordinates, ThatHaveNoNameAreTheFirstOfTheirKind) {
    World world(weightless());
    const BodyId body = add_round_body(world);
    const JointId joints[] = {join_to_world<HingeJoint>(world, body), join_to_world<SliderJoint>(world, body),
                              join_to_world<DistanceJoint>(world, body),
                              join_to_world<BallJoint>(world, body), join_to_world<WheelJoint>(world, body)};
    const Coordinate firsts[] = {Coordinate::angle, Coordinate::translation, Coordinate::length,
                                 Coordinate::swing, Coordinate::travel};
    world.set_transform(body, {{0.1f, 0.2f, 0.3f}, axis_angle(normalized(Vec3{3, -1, 2}), 0.8f)});
    world.set_velocity(body, {1, 2, -3}), world.set_angular_velocity(body, {2, 1, 4});
    for (int i = 0; i < 5; ++i) {
        EXPECT_NE(world.joint_position(joints[i]), 0);
        EXPECT_EQ(world.joint_position(joints[i], firsts[i]), world.joint_position(joints[i]));
        EXPECT_EQ(world.joint_speed(joints[i], firsts[i]), world.joint_speed(joints[i]));
    }
}

TEST(JointCoordinates, ThatAJointDoesNotHaveAreAnError) {
    World world(weightless());
    const BodyId body = add_round_body(world);
    const JointId hinge = join_to_world<HingeJoint>(world, body);
    const JointId weld = join_to_world<FixedJoint>(world, body);
    EXPECT_THAT(test::error_of([&] { (void)world.joint_position(hinge, Coordinate::steering); }),
                HasSubstr("World::joint_position: a HingeJoint has no steering"));
    EXPECT_THAT(test::error_of([&] { (void)world.joint_speed(weld, Coordinate::length); }),
                HasSubstr("World::joint_speed: a FixedJoint has no length"));
    EXPECT_THAT(test::error_of([&] { (void)world.joint_speed(weld, static_cast<Coordinate>(99)); }),
                HasSubstr("a FixedJoint has no such coordinate"));
    EXPECT_EQ(world.joint_position(weld), 0);
}

TEST(JointPlace, IsWhereTheBodiesCarryTheJoint) {
    World world({.gravity = {0, 0, 0}});
    const BodyId door = add_round_body(world);
    HingeJoint hinge;
    hinge.body_b = door, hinge.anchor = {1, 0, 0}, hinge.axis = {0, 3, 0};
    const JointId joint = world.add_joint(hinge);
    const Quat turn = axis_angle({0, 0, 1}, 0.5f);
    world.set_transform(door, {{0, 2, 0}, turn});
    const JointPlacement place = world.joint_place(joint);
    EXPECT_NEAR(length(place.anchor_a - Vec3{1, 0, 0}), 0, 1e-6);
    EXPECT_NEAR(length(place.anchor_b - (Vec3{0, 2, 0} + rotate(turn, {1, 0, 0}))), 0, 1e-6);
    EXPECT_NEAR(length(place.axis_a - Vec3{0, 1, 0}), 0, 1e-6);
    EXPECT_NEAR(length(place.axis_b - rotate(turn, {0, 1, 0})), 0, 1e-6);
}

TEST(JointPlace, OfAWheelHasTheAxesOfSuspensionAndSpin) {
    World world({.gravity = {0, 0, 0}});
    const BodyId chassis = add_round_body(world), wheel = add_round_body(world);
    WheelJoint def;
    def.body_a = chassis, def.body_b = wheel;
    const JointId joint = world.add_joint(def);
    const Quat turn = axis_angle({1, 0, 0}, 0.5f);
    world.set_transform(chassis, {{}, turn});
    const JointPlacement place = world.joint_place(joint);
    EXPECT_NEAR(length(place.axis_a - rotate(turn, {0, 1, 0})), 0, 1e-6);
    EXPECT_NEAR(length(place.axis_b - Vec3{0, 0, 1}), 0, 1e-6);
    FixedJoint weld;
    weld.body_a = chassis, weld.body_b = wheel;
    EXPECT_EQ(world.joint_place(world.add_joint(weld)).axis_a, Vec3{});
}

}  // namespace
}  // namespace cairn
