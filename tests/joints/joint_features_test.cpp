// Springs and limits of joints. Reference numbers: V35, V36.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/joints/joint_scenes.hpp"

namespace cairn {
namespace {

using namespace joint_scenes;

/// x after each step of the implicit Euler oscillator (V35).
std::vector<double> soft_recursion(double hertz, double zeta, double h, int steps) {
    std::vector<double> x{1};
    double v = 0;
    const double w = 2 * 3.14159265358979 * hertz;
    for (int i = 0; i < steps; ++i) {
        v = (v - h * w * w * x.back()) / (1 + 2 * zeta * w * h + h * h * w * w);
        x.push_back(x.back() + h * v);
    }
    return x;
}

/// A kilogram on a slider along x, displaced by 1 m from the rest of a spring.
JointDef slider_spring(BodyId body, Spring spring) {
    SliderJoint joint;
    joint.body_b = body;
    joint.spring = spring;
    joint.spring_target = -1;
    return joint;
}
JointDef distance_spring(BodyId body, Spring spring) {
    DistanceJoint joint;
    joint.body_b = body;
    joint.anchor_a = {-5, 0, 0};
    joint.length = 4;
    joint.spring = spring;
    return joint;
}
JointDef motor_spring(BodyId body, Spring spring) {
    MotorJoint joint;
    joint.body_b = body;
    joint.target_position = {-1, 0, 0};
    joint.linear = spring;
    joint.angular = {0, 0};
    return joint;
}
JointDef wheel_spring(BodyId body, Spring spring) {
    WheelJoint joint;
    joint.body_b = body;
    joint.suspension_axis = {1, 0, 0};
    joint.suspension = spring;
    return joint;
}
JointDef user_spring(BodyId body, Spring spring) {
    UserJoint joint;
    joint.body_b = body;
    joint.spring = spring;
    joint.evaluate = [](const Transform&, const Transform& b, Row* rows) {
        rows[0].error = b.position.x + 1;
        rows[0].linear_b = {1, 0, 0};
    };
    return joint;
}

TEST(Spring, FollowsTheImplicitRecursionInEverySubStep) {
    const Spring spring{2, 0.3f};
    const struct {
        const char* name;
        JointDef (*make)(BodyId, Spring);
        bool at_rest_pose_zero;
    } kinds[] = {{"slider", slider_spring, false},
                 {"distance", distance_spring, false},
                 {"motor", motor_spring, false},
                 {"user", user_spring, false},
                 {"wheel", wheel_spring, true}};
    for (const auto& kind : kinds) {
        for (int substeps : {1, 4}) {
            WorldDef def = weightless();
            def.solver.substeps = substeps;
            World world(def);
            BodyDef body;
            body.mass = 1;
            body.inertia = {0.1f, 0.1f, 0.1f};
            const BodyId id = world.add_body(body);
            world.add_joint(kind.make(id, spring));
            // a wheel's suspension rests where it was made: move it away
            if (kind.at_rest_pose_zero) world.set_transform(id, {{1, 0, 0}, {}});
            const float offset = kind.at_rest_pose_zero ? 0.0f : 1.0f;
            const std::vector<double> expected = soft_recursion(2, 0.3, 1.0 / 60 / substeps, 60 * substeps);
            for (int step = 1; step <= 60; ++step) {
                world.step(1.0f / 60);
                ASSERT_NEAR(world.transform(id).position.x + offset, expected[size_t(step * substeps)], 2e-5)
                    << kind.name << " step " << step << " substeps " << substeps;
            }
        }
    }
}

TEST(Spring, ReferenceValuesOfTheRecursion) {
    const std::vector<double> x = soft_recursion(2, 0.3, 1.0 / 60, 60);
    const int steps[] = {1, 2, 6, 15, 30, 60};
    const double expected[] = {0.9624935141,  0.8943240185,  0.4517474603,
                               -0.2560510645, 0.05292869702, -0.001441726362};
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(x[size_t(steps[i])], expected[i], 1e-9);
}

TEST(Spring, TorsionSpringHasTheFrequencyAndTheStiffness) {
    // V36: k = 2, I = 0.02: 1.591549 Hz
    World world(weightless());
    BodyDef body;
    body.mass = 1;
    body.inertia = {0.02f, 0.02f, 0.02f};
    body.angular_velocity = {0, 0, 1};
    const BodyId id = world.add_body(body);
    HingeJoint hinge;
    hinge.body_b = id;
    hinge.spring = {1.591549431f, 0};
    const JointId joint = world.add_joint(hinge);
    const double period = period_of(world, 1.0f / 480, 5, [&] { return world.joint_position(joint); });
    EXPECT_NEAR(1 / period, 1.591549431, 0.005 * 1.591549431);
    hinge.spring.damping_ratio = 1;
    world.set_definition(joint, hinge);
    for (int i = 0; i < 480; ++i) {
        world.apply_torque(id, {0, 0, 0.1f});
        world.step(1.0f / 60);
    }
    EXPECT_NEAR(world.joint_position(joint), 0.05f, 5e-4f);
}

TEST(Spring, BallSpringTurnsBackToTheRestPose) {
    World world(weightless());
    BodyDef body;
    body.mass = 1;
    body.inertia = {0.02f, 0.02f, 0.02f};
    const BodyId id = world.add_body(body);
    BallJoint ball;
    ball.body_b = id;
    ball.spring = {3, 1};
    world.add_joint(ball);
    world.set_transform(id, {{}, axis_angle(normalized(Vec3{1, 2, -1}), 2.5f)});
    for (int i = 0; i < 240; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(std::abs(world.transform(id).rotation.w), 1, 1e-4);
}

TEST(Limits, HingeStopsAtItsLimits) {
    World world(quiet());
    const BodyId rod = add_rod(world, pi_ / 2);
    HingeJoint hinge;
    hinge.body_b = rod;
    hinge.limits = {true, -0.6f, 0.3f};
    const JointId joint = world.add_joint(hinge);
    float least = 0;
    for (int i = 0; i < 300; ++i) {
        world.step(1.0f / 60);
        least = std::min(least, world.joint_position(joint));
    }
    EXPECT_GT(least, -0.62f);
    EXPECT_NEAR(world.joint_position(joint), -0.6f, 0.01f);
    EXPECT_NEAR(world.joint_speed(joint), 0, 0.01f);
}

TEST(Limits, SliderStopsAtItsLimits) {
    World world(quiet());
    BodyDef body;
    body.mass = 2;
    const BodyId id = world.add_body(body);
    SliderJoint slider;
    slider.body_b = id;
    slider.axis = {0, 1, 0};
    slider.limits = {true, -0.5f, 1};
    const JointId joint = world.add_joint(slider);
    for (int i = 0; i < 180; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.joint_position(joint), -0.5f, 2e-3f);
    EXPECT_NEAR(world.reaction(joint).force.y, 2 * gravity, 0.02f * gravity);
}

TEST(Limits, ConeAndTwistOfABallJointHold) {
    World world(quiet());
    BodyDef body;
    body.mass = 1;
    body.inertia = {0.02f, 0.01f, 0.02f};
    body.position = {0, 0.5f, 0};
    body.angular_velocity = {1.5f, 6, 0.5f};
    const BodyId id = world.add_body(body);
    BallJoint ball;
    ball.body_b = id;
    ball.cone_limit = 0.7f;
    ball.twist = {true, -0.4f, 0.4f};
    const JointId joint = world.add_joint(ball);
    for (int i = 0; i < 300; ++i) {
        world.step(1.0f / 60);
        EXPECT_LT(world.joint_position(joint), 0.7f + 0.03f);
    }
    EXPECT_NEAR(world.joint_position(joint), 0.7f, 0.01f);
    const Quat q = world.transform(id).rotation;
    EXPECT_LT(std::abs(2 * std::atan2(q.y, q.w)), 0.42f);
}

TEST(Limits, RopeIsSlackUntilItIsTaut) {
    World world(quiet());
    BodyDef body;
    body.mass = 1;
    body.position = {0, -0.2f, 0};
    const BodyId id = world.add_body(body);
    DistanceJoint rope;
    rope.body_b = id;
    rope.anchor_b = body.position;
    rope.limits = {true, 0, 1};
    const JointId joint = world.add_joint(rope);
    for (int i = 0; i < 15; ++i) world.step(1.0f / 60);
    EXPECT_EQ(length(world.reaction(joint).force), 0);
    float longest = 0;
    for (int i = 0; i < 180; ++i) {
        world.step(1.0f / 60);
        longest = std::max(longest, world.joint_position(joint));
    }
    EXPECT_LT(longest, 1.01f);
    EXPECT_NEAR(world.joint_position(joint), 1, 1e-3f);
    EXPECT_NEAR(world.reaction(joint).force.y, gravity, 0.01f * gravity);
}

}  // namespace
}  // namespace cairn
