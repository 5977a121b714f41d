// Joints in a world against exact mechanics. Reference numbers: V06, V07, V31-V33, C40.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/joints/joint_scenes.hpp"

namespace cairn {
namespace {

using namespace joint_scenes;

TEST(Pendulum, RodSwingsWithTheExactPeriodAtAnyAmplitude) {
    const struct {
        float degrees;
        double period;
    } cases[] = {{5, 1.638726531}, {45, 1.703420787}, {90, 1.933334854}, {150, 2.886395582}};
    for (const auto& c : cases) {
        for (int kind = 0; kind < 2; ++kind) {
            World world(quiet());
            const BodyId rod = add_rod(world, c.degrees * pi_ / 180);
            HingeJoint hinge;
            hinge.body_b = rod;
            BallJoint ball;
            ball.body_b = rod;
            if (kind == 0)
                world.add_joint(hinge);
            else
                world.add_joint(ball);
            const double period = period_of(world, 1.0f / 240, 12, [&] { return rod_angle(world, rod); });
            EXPECT_NEAR(period, c.period, 0.005 * c.period) << c.degrees << " degrees, kind " << kind;
        }
    }
}

TEST(Pendulum, EnergyDriftsLessThanOnePercentAMinute) {
    World world(quiet());
    const BodyId rod = add_rod(world, pi_ / 2);
    HingeJoint hinge;
    hinge.body_b = rod;
    world.add_joint(hinge);
    const float lowest = -0.5f * gravity;
    const float before = rod_energy(world, rod) - lowest;
    for (int i = 0; i < 60 * 240; ++i) world.step(1.0f / 240);
    EXPECT_NEAR(rod_energy(world, rod) - lowest, before, 0.01f * before);
}

TEST(Pendulum, ConicalPendulumKeepsItsAngleAndPeriod) {
    // V07: L = 1, 30 degrees from the vertical
    World world(quiet());
    BodyDef def;
    def.mass = 1;
    def.inertia = {0.01f, 0.01f, 0.01f};
    def.position = {0.5f, -std::sqrt(0.75f), 0};
    def.velocity = {0, 0, -0.5f * 3.365651836f};
    const BodyId bob = world.add_body(def);
    DistanceJoint joint;
    joint.body_b = bob;
    joint.anchor_b = def.position;
    world.add_joint(joint);
    const double period = period_of(world, 1.0f / 240, 20, [&] { return world.transform(bob).position.z; });
    EXPECT_NEAR(period, 1.866855401, 0.005 * 1.866855401);
    EXPECT_NEAR(world.transform(bob).position.y, -std::sqrt(0.75f), 0.01f);
}

TEST(Reaction, HangingMassPullsWithItsWeight) {
    for (int kind = 0; kind < 4; ++kind) {
        World world(quiet());
        BodyDef def;
        def.mass = 3;
        def.inertia = {0.1f, 0.1f, 0.1f};
        const BodyId body = world.add_body(def);
        BallJoint ball;
        HingeJoint hinge;
        FixedJoint fixed;
        SliderJoint slider;  // along x, so that the weight is across it
        ball.body_b = hinge.body_b = fixed.body_b = slider.body_b = body;
        const JointDef defs[] = {ball, hinge, fixed, slider};
        const JointId joint = world.add_joint(defs[kind]);
        for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
        const Vec3 force = world.reaction(joint).force;
        EXPECT_NEAR(force.y, 3 * gravity, 0.001f * 3 * gravity) << kind;
        EXPECT_NEAR(force.x, 0, 0.01f);
        EXPECT_LT(world.joint_error(joint), 2e-4f);
    }
}

TEST(Reaction, FixedJointHoldsTheTorqueOfAnOffsetMass) {
    World world(quiet());
    BodyDef def;
    def.mass = 2;
    def.inertia = {0.1f, 0.1f, 0.1f};
    def.position = {0.7f, 0, 0};
    const BodyId body = world.add_body(def);
    FixedJoint fixed;
    fixed.body_b = body;
    const JointId joint = world.add_joint(fixed);
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.reaction(joint).torque.z, 2 * gravity * 0.7f, 0.01f * 2 * gravity * 0.7f);
}

TEST(Chain, TensionsAreTheWeightBelow) {
    // V31: 20 links of 0.1 kg and 5 kg at the end, fifty times a link
    WorldDef stiff = quiet();
    stiff.solver.joint_hertz = 240;
    World world(stiff);
    std::vector<JointId> joints;
    BodyId above{};
    const float link = 0.2f;
    for (int i = 0; i <= 20; ++i) {
        BodyDef def;
        def.mass = i < 20 ? 0.1f : 5.0f;
        const float inertia = i < 20 ? 0.1f * link * link / 12 : 0.05f;
        def.inertia = {inertia, inertia, inertia};
        def.position = {0, -link * (float(i) + 0.5f), 0};
        const BodyId body = world.add_body(def);
        BallJoint joint;
        joint.body_a = above;
        joint.body_b = body;
        joint.anchor = {0, -link * float(i), 0};
        joints.push_back(world.add_joint(joint));
        above = body;
    }
    for (int i = 0; i < 1200; ++i) world.step(1.0f / 120);
    float top = 0, middle = 0, bottom = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 120);
        top += world.reaction(joints[0]).force.y / 60;
        middle += world.reaction(joints[10]).force.y / 60;
        bottom += world.reaction(joints[20]).force.y / 60;
    }
    EXPECT_NEAR(top, 68.67f, 0.01f * 68.67f);
    EXPECT_NEAR(middle, 58.86f, 0.01f * 58.86f);
    EXPECT_NEAR(bottom, 49.05f, 0.01f * 49.05f);
    EXPECT_LT(-world.transform(above).position.y, 1.01f * link * 20.5f);
}

TEST(Motor, TorqueOfThreeOnARodTurnsItAtNineRadiansPerSecondSquared) {
    World world(weightless());
    const BodyId rod = add_rod(world, 0);
    HingeJoint hinge;
    hinge.body_b = rod;
    hinge.motor = {true, 1000, 3};
    world.add_joint(hinge);
    for (int i = 0; i < 120; ++i) world.step(1.0f / 240);
    EXPECT_NEAR(world.angular_velocity(rod).z, 4.5f, 0.045f);
}

TEST(Motor, StallsWhereGravityNeedsAllOfItsTorque) {
    World world(quiet());
    const BodyId rod = add_rod(world, 0);
    HingeJoint hinge;
    hinge.body_b = rod;
    hinge.motor = {true, 0.05f, 3};
    world.add_joint(hinge);
    for (int i = 0; i < 60 * 20; ++i) world.step(1.0f / 60);
    float least = 10, most = -10;
    for (int i = 0; i < 60 * 4; ++i) {
        world.step(1.0f / 60);
        least = std::min(least, rod_angle(world, rod));
        most = std::max(most, rod_angle(world, rod));
    }
    EXPECT_NEAR(0.5f * (least + most) * 180 / pi_, 37.70678949f, 0.4f);
    EXPECT_LT((most - least) * 180 / pi_, 3);
}

TEST(Motor, ReachesItsSpeedAndHoldsIt) {
    World world(quiet());
    const BodyId rod = add_rod(world, 0);
    HingeJoint hinge;
    hinge.body_b = rod;
    hinge.motor = {true, 2, 50};
    const JointId joint = world.add_joint(hinge);
    for (int i = 0; i < 240; ++i) {
        world.step(1.0f / 60);
        if (i > 10) {
            EXPECT_NEAR(world.joint_speed(joint), 2, 0.02f);
        }
    }
    EXPECT_LT(std::abs(world.reaction(joint).torque.z), 50);
}

TEST(SliderCrank, FollowsTheExactMotion) {
    // V33: r = 0.1, l = 0.3, 10 rad/s; x = r cos t + sqrt(l^2 - r^2 sin^2 t)
    const float r = 0.1f, l = 0.3f;
    World world(weightless());
    BodyDef def;
    def.mass = 0.5f;
    def.inertia = {0.001f, 0.001f, 0.001f};
    def.position = {r / 2, 0, 0};
    const BodyId crank = world.add_body(def);
    def.position = {r + l / 2, 0, 0};
    const BodyId rod = world.add_body(def);
    def.position = {r + l, 0, 0};
    const BodyId piston = world.add_body(def);
    HingeJoint drive;
    drive.body_b = crank;
    drive.motor = {true, 10, infinity};
    const JointId driven = world.add_joint(drive);
    BallJoint pin;
    pin.body_a = crank, pin.body_b = rod, pin.anchor = {r, 0, 0};
    world.add_joint(pin);
    HingeJoint wrist;
    wrist.body_a = rod, wrist.body_b = piston, wrist.anchor = {r + l, 0, 0};
    world.add_joint(wrist);
    SliderJoint guide;
    guide.body_b = piston, guide.anchor = {r + l, 0, 0};
    world.add_joint(guide);
    for (int i = 0; i < 480; ++i) {
        world.step(1.0f / 240);
        if (i < 240) continue;
        const float t = world.joint_position(driven), s = std::sin(t);
        const float root = std::sqrt(l * l - r * r * s * s);
        EXPECT_NEAR(world.transform(piston).position.x, r * std::cos(t) + root, 2e-4f);
        const float speed = 10 * (-r * s - r * r * s * std::cos(t) / root);
        EXPECT_NEAR(world.velocity(piston).x, speed, 0.02f);
    }
}

TEST(Wheel, SuspensionSagsByGravityOverOmegaSquared) {
    World world(quiet());
    BodyDef body;
    body.mass = 4;
    const BodyId id = world.add_body(body);
    WheelJoint wheel;
    wheel.body_b = id;
    wheel.suspension = {2, 1};
    wheel.motor = {true, 12, infinity};
    const JointId joint = world.add_joint(wheel);
    for (int i = 0; i < 300; ++i) world.step(1.0f / 60);
    const float omega = 2 * pi_ * 2;
    EXPECT_NEAR(world.joint_position(joint), -gravity / (omega * omega), 1e-4f);
    EXPECT_NEAR(world.angular_velocity(id).z, 12, 0.01f);
    EXPECT_LT(world.joint_error(joint), 1e-4f);
}

TEST(Wheel, SteersToItsTargetWithinItsLimits) {
    World world(weightless());
    BodyDef body;
    body.mass = 4;
    body.inertia = {0.1f, 0.1f, 0.2f};
    const BodyId id = world.add_body(body);
    WheelJoint wheel;
    wheel.body_b = id;
    wheel.steering = true;
    wheel.steering_target = 0.5f;
    wheel.steering_limits = {true, -0.3f, 0.3f};
    const JointId joint = world.add_joint(wheel);
    const auto heading = [&] {
        const Vec3 spin = rotate(world.transform(id).rotation, Vec3{0, 0, 1});
        return std::atan2(spin.x, spin.z);
    };
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(heading(), 0.3f, 0.01f);
    wheel.steering_target = -0.2f;
    world.set_definition(joint, wheel);
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(heading(), -0.2f, 0.01f);
}

TEST(MotorJoint, DrivesToThePoseAndNoHarderThanItMay) {
    World world(weightless());
    BodyDef body;
    body.mass = 2;
    body.inertia = {0.1f, 0.2f, 0.3f};
    const BodyId id = world.add_body(body);
    MotorJoint motor;
    motor.body_b = id;
    motor.target_position = {0.5f, 1, -0.25f};
    motor.target_rotation = axis_angle({0, 1, 0}, 1);
    motor.max_force = 5;
    motor.max_torque = 3;
    const JointId joint = world.add_joint(motor);
    for (int i = 0; i < 600; ++i) {
        world.step(1.0f / 60);
        EXPECT_LE(length(world.reaction(joint).force), 5.001f);
        EXPECT_LE(length(world.reaction(joint).torque), 3.001f);
    }
    EXPECT_LT(world.joint_error(joint), 1e-3f);
    EXPECT_LT(length(world.transform(id).position - motor.target_position), 1e-3f);
    EXPECT_NEAR(dot(world.transform(id).rotation, motor.target_rotation), 1, 1e-4f);
}

TEST(Break, HoldsBelowTheThresholdAndBreaksAboveIt) {
    // C40: within one percent
    for (const float factor : {1.01f, 0.99f}) {
        World world(quiet());
        BodyDef body;
        body.mass = 2;
        const BodyId id = world.add_body(body);
        BallJoint ball;
        ball.body_b = id;
        ball.break_force = factor * 2 * gravity;
        const JointId joint = world.add_joint(ball);
        int broken_at = -1;
        for (int i = 0; i < 120 && broken_at < 0; ++i) {
            world.step(1.0f / 60);
            if (world.events().joints_broken.empty()) continue;
            broken_at = i;
            EXPECT_EQ(world.events().joints_broken[0].joint, joint);
            EXPECT_NEAR(world.events().joints_broken[0].force, 2 * gravity, 0.2f);
        }
        EXPECT_EQ(world.valid(joint), factor > 1);
        EXPECT_EQ(broken_at >= 0, factor < 1);
    }
}

TEST(UserJoint, DistanceRowFollowsTheDistanceJoint) {
    const auto make = [](World& world) {
        BodyDef body;
        body.mass = 1;
        body.inertia = {0.05f, 0.05f, 0.05f};
        body.position = {1, 0, 0};
        return world.add_body(body);
    };
    World built_in(quiet()), user(quiet());
    const BodyId a = make(built_in), b = make(user);
    DistanceJoint distance;
    distance.body_b = a;
    distance.anchor_b = {1, 0, 0};
    built_in.add_joint(distance);
    UserJoint row;
    row.body_b = b;
    row.evaluate = [](const Transform&, const Transform& body, Row* rows) {
        const float l = length(body.position);
        rows[0].error = l - 1;
        rows[0].linear_b = body.position / l;
    };
    const JointId joint = user.add_joint(row);
    for (int i = 0; i < 120; ++i) {
        built_in.step(1.0f / 60);
        user.step(1.0f / 60);
        ASSERT_LT(length(built_in.transform(a).position - user.transform(b).position), 2e-4f) << i;
    }
    EXPECT_NEAR(length(user.reaction(joint).force), length(built_in.reaction(built_in.joints()[0]).force),
                0.05f);
}

TEST(UserJoint, OneSidedRowHoldsFromOneSideOnly) {
    World world(quiet());
    BodyDef body;
    body.mass = 1;
    body.position = {0, 1, 0};
    const BodyId id = world.add_body(body);
    UserJoint floor;
    floor.body_b = id;
    floor.evaluate = [](const Transform&, const Transform& b, Row* rows) {
        rows[0].error = b.position.y;
        rows[0].linear_b = {0, 1, 0};
        rows[0].lower = 0;
    };
    const JointId joint = world.add_joint(floor);
    for (int i = 0; i < 10; ++i) world.step(1.0f / 60);
    EXPECT_EQ(length(world.reaction(joint).force), 0);
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.transform(id).position.y, 0, 2e-3f);
    EXPECT_NEAR(world.reaction(joint).force.y, gravity, 0.01f * gravity);
}

TEST(Distance, MotorWindsTheRopeIn) {
    World world(quiet());
    BodyDef body;
    body.mass = 1;
    body.position = {0, -2, 0};
    const BodyId id = world.add_body(body);
    DistanceJoint winch;
    winch.body_b = id;
    winch.anchor_b = body.position;
    winch.motor = {true, -0.5f, 100};
    const JointId joint = world.add_joint(winch);
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.joint_position(joint), 1, 0.01f);
    EXPECT_NEAR(world.joint_speed(joint), -0.5f, 0.005f);
}

TEST(Ball, MotorTurnsAtItsVelocityAndFrictionStopsIt) {
    World world(weightless());
    BodyDef body;
    body.mass = 1;
    body.inertia = {0.1f, 0.1f, 0.1f};
    const BodyId id = world.add_body(body);
    BallJoint ball;
    ball.body_b = id;
    ball.motor_velocity = {0, 3, 0};
    ball.motor_torque = 1;
    const JointId joint = world.add_joint(ball);
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.angular_velocity(id).y, 3, 0.01f);
    ball.motor_velocity = {};
    ball.motor_torque = 0.1f;  // dry friction: 1 rad/s each second
    world.set_definition(joint, ball);
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.angular_velocity(id).y, 2, 0.02f);
    for (int i = 0; i < 180; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(length(world.angular_velocity(id)), 0, 1e-4f);
}

}  // namespace
}  // namespace cairn
