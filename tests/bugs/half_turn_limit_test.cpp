// A hinge with limits next to half a turn ran over them: a pose tells an angle within one turn, and what was
// a thousandth of a radian past the upper limit was taken for as much inside the lower one. Angles of hinges
// and wheels are followed from sub-step to sub-step now, and count turns.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr float half_turn = 3.14159265f;

BodyId add_flywheel(World& world) {
    return world.add_body({.mass = 1, .inertia = {0.1f, 0.1f, 0.1f}, .can_sleep = true});
}

HingeJoint driven(BodyId body, float lower, float upper, float speed, float torque) {
    HingeJoint hinge;
    hinge.body_b = body;
    hinge.limits = {true, lower, upper};
    hinge.motor = {true, speed, torque};
    return hinge;
}

WorldDef weightless() { return {.gravity = {}, .sleep = false}; }

TEST(HalfTurnLimit, HoldsAgainstAMotor) {
    for (const float limit : {half_turn, half_turn - 1e-4f, half_turn - 0.002f, half_turn - 0.009f})
        for (const float speed : {0.5f, 3.0f, 40.0f, -40.0f})
            for (const float torque : {0.2f, 5.0f, 100.0f}) {
                World world(weightless());
                const JointId joint =
                    world.add_joint(driven(add_flywheel(world), -limit, limit, speed, torque));
                float farthest = 0;
                for (int i = 0; i < 900; ++i) {
                    world.step(1.0f / 60);
                    farthest = std::max(farthest, std::abs(world.joint_position(joint)));
                }
                EXPECT_NEAR(world.joint_position(joint), std::copysign(limit, speed), 5e-3f)
                    << limit << " at " << speed << " with " << torque;
                EXPECT_LT(farthest, limit + 0.05f) << limit << " at " << speed << " with " << torque;
            }
}

TEST(HalfTurnLimit, HoldsUnderOtherSolvers) {
    for (const char* solver : {"pgs", "si"}) {
        WorldDef def = weightless();
        def.stage_solver = solver;
        World world(def);
        const JointId joint = world.add_joint(driven(add_flywheel(world), -3.14f, 3.14f, 3, 5));
        run(world, 10);
        EXPECT_NEAR(world.joint_position(joint), 3.14f, 0.02f) << solver;
    }
}

TEST(HalfTurnLimit, OfAWheelsSteeringHolds) {
    World world(weightless());
    WheelJoint wheel;
    wheel.body_b = add_flywheel(world);
    wheel.steering = true, wheel.steering_spring = {2, 1};
    wheel.steering_limits = {true, -3.1405f, 3.1405f}, wheel.steering_target = 3.5f;
    const JointId joint = world.add_joint(wheel);
    run(world, 10);
    EXPECT_NEAR(world.joint_position(joint, JointCoordinate::steering), 3.1405f, 5e-3f);
}

TEST(HalfTurnLimit, MayBeTurnsAway) {
    World world(weightless());
    const BodyId body = add_flywheel(world);
    const JointId joint = world.add_joint(driven(body, -1, 20, 4, 100));
    run(world, 4);
    EXPECT_NEAR(world.joint_position(joint), 16, 0.1f);  // 4 rad/s for 4 s
    run(world, 3);
    EXPECT_NEAR(world.joint_position(joint), 20, 5e-3f);
    HingeJoint back = std::get<HingeJoint>(world.definition(joint));
    back.motor.speed = -4;
    world.set_definition(joint, back);
    run(world, 10);
    EXPECT_NEAR(world.joint_position(joint), -1, 5e-3f);
}

TEST(HalfTurnLimit, RemembersItsTurnsAsleepAndInSnapshots) {
    WorldDef def = weightless();
    def.sleep = true;
    World world(def);
    const BodyId body = add_flywheel(world);
    world.add_shape(body, Sphere{0.1f}, {.density = 0});
    const JointId joint = world.add_joint(driven(body, -1, 9, 4, 100));
    run(world, 5);
    ASSERT_FALSE(world.awake(body));
    EXPECT_NEAR(world.joint_position(joint), 9, 5e-3f);
    const Snapshot asleep = world.snapshot();
    HingeJoint back = std::get<HingeJoint>(world.definition(joint));
    back.motor.speed = -4;
    world.set_definition(joint, back);
    run(world, 1);
    EXPECT_NEAR(world.joint_position(joint), 5, 0.1f);
    const Snapshot turning = world.snapshot();
    run(world, 3);
    EXPECT_NEAR(world.joint_position(joint), -1, 5e-3f);
    const uint64_t end = world.hash();
    world.restore(turning);
    run(world, 3);
    EXPECT_EQ(world.hash(), end);
    world.restore(asleep);
    EXPECT_NEAR(world.joint_position(joint), 9, 5e-3f);
}

TEST(HalfTurnLimit, ThatIsNewDoesNotWindBackTurnsMadeWithoutIt) {
    World world(weightless());
    HingeJoint free_hinge;
    free_hinge.body_b = add_flywheel(world);
    free_hinge.motor = {true, 30, 100};
    const JointId joint = world.add_joint(free_hinge);
    run(world, 3);
    ASSERT_GT(world.joint_position(joint), 80);
    HingeJoint limited = free_hinge;
    limited.limits = {true, -0.5f, 0.5f}, limited.motor = {true, 0, 1};
    world.set_definition(joint, limited);
    float fastest = 0;
    for (int i = 0; i < 120; ++i) {
        world.step(1.0f / 60);
        if (i > 30) fastest = std::max(fastest, std::abs(world.joint_speed(joint)));
    }
    EXPECT_LE(std::abs(world.joint_position(joint)), 0.505f);
    EXPECT_LT(fastest, 1);
}

TEST(HalfTurnLimit, IsNotOnTheWayOfASpring) {
    World world(weightless());
    HingeJoint servo;
    servo.body_b = add_flywheel(world);
    servo.limits = {true, -3, 3}, servo.spring = {2, 1}, servo.spring_target = 2.9f;
    const JointId joint = world.add_joint(servo);
    run(world, 3);
    EXPECT_NEAR(world.joint_position(joint), 2.9f, 1e-3f);
    servo.spring_target = -2.9f;  // the short way leads through both limits
    world.set_definition(joint, servo);
    run(world, 3);
    EXPECT_NEAR(world.joint_position(joint), -2.9f, 1e-3f);
}

TEST(HalfTurnLimit, LeavesASpringWithoutLimitsTheShortWay) {
    World world(weightless());
    HingeJoint servo;
    servo.body_b = add_flywheel(world);
    servo.spring = {2, 1}, servo.spring_target = 2.9f;
    const JointId joint = world.add_joint(servo);
    run(world, 3);
    servo.spring_target = -2.9f;
    world.set_definition(joint, servo);
    run(world, 3);
    EXPECT_NEAR(world.joint_position(joint), 2 * half_turn - 2.9f, 1e-3f);
}

TEST(HalfTurnLimit, CountsTurnsOfAPlainHinge) {
    World world(weightless());
    const BodyId body = add_flywheel(world);
    HingeJoint hinge;
    hinge.body_b = body;
    const JointId joint = world.add_joint(hinge);
    world.set_angular_velocity(body, {0, 0, -200});  // half a turn a step and more
    run(world, 2);
    EXPECT_NEAR(world.joint_position(joint), -400, 1);
}

}  // namespace
}  // namespace cairn
