// Symptom: a slider, hinge, ball or winch whose motor has no bound (`max_force` as it is by default) ran
// through its own limit, a metre and more in some seconds, and one with a bound of 1e5 N by centimetres.
// Cause: the motor asked for its speed and the limit for none, pass after pass, each with as much as the
// other had added; of the two only the limit, which is soft, gave way. A motor now asks for no speed that
// the limits of its coordinate forbid. Under `pgs` and `si` the limit held, but what the two had wound up
// had to be unwound first when the motor was turned round.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr const char* solvers[] = {"", "pgs", "si"};

BodyId add_mass(World& world, Vec3 position) {
    return world.add_body({.position = position, .mass = 3, .inertia = {1, 1, 1}});
}

/// Drives to either limit and back; how far it is past them at the end of each way.
template <class Joint>
void expect_kept(Joint joint, Vec3 at, float speed) {
    for (const char* solver : solvers) {
        World world({.gravity = {}, .stage_solver = solver, .sleep = false});
        joint.body_b = add_mass(world, at);
        joint.motor = {.enabled = true, .speed = speed};
        const JointId id = world.add_joint(joint);
        for (int turn = 0; turn < 3; ++turn) {
            run(world, 5);
            const float end = joint.motor.speed > 0 ? joint.limits.upper : joint.limits.lower;
            EXPECT_NEAR(world.joint_position(id), end, 1e-3f) << "'" << solver << "', turn " << turn;
            joint.motor.speed = -joint.motor.speed;
            world.set_definition(id, joint);
        }
    }
}

TEST(MotorAtLimit, OfUnboundedForceStopsThere) {
    SliderJoint slider;
    slider.limits = {true, -1, 1};
    expect_kept(slider, {}, 1);
    HingeJoint hinge;
    hinge.limits = {true, -0.5f, 0.5f};
    expect_kept(hinge, {}, 3);
    DistanceJoint winch;
    winch.anchor_b = {0, -2, 0}, winch.limits = {true, 1, 3};
    expect_kept(winch, {0, -2, 0}, -1);
}

TEST(MotorAtLimit, OfABallStopsAtConeAndTwist) {
    World world({.gravity = {}, .sleep = false});
    BallJoint ball;
    ball.body_b = add_mass(world, {});
    ball.axis = {0, 1, 0}, ball.cone_limit = 0.5f, ball.twist = {true, -0.3f, 0.3f};
    ball.motor_velocity = {1, 1, 1}, ball.motor_torque = infinity;
    const JointId id = world.add_joint(ball);
    run(world, 10);
    EXPECT_NEAR(world.joint_position(id), 0.5f, 1e-3f);
    EXPECT_NEAR(world.joint_position(id, JointCoordinate::twist), 0.3f, 1e-3f);
}

/// A strong one goes on bearing what hangs on it, and lets go at once when it is turned off.
TEST(MotorAtLimit, BearsALoadThere) {
    World world({.gravity = {0, -10, 0}, .sleep = false});
    HingeJoint hinge;
    hinge.body_b = world.add_body({.position = {1, 0, 0}, .mass = 10, .inertia = {1, 1, 1}});
    hinge.limits = {true, -0.5f, 0.5f}, hinge.motor = {.enabled = true, .speed = 2};
    const JointId id = world.add_joint(hinge);
    run(world, 5);
    EXPECT_NEAR(world.joint_position(id), 0.5f, 1e-3f);
    EXPECT_NEAR(world.reaction(id).torque.z, 100 * 0.87758f, 1);
    hinge.motor.enabled = false;
    world.set_definition(id, hinge);
    run(world, 0.1);
    EXPECT_LT(world.joint_speed(id), -0.5f);
}

}  // namespace
}  // namespace cairn
