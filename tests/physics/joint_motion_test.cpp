// Mechanisms: V06, V07, V31 to V33, V35 and V36 of the checklist, and Catto's C40.

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr float joint_dt = 1.0f / 240;

/// A thin rod of 1 m and 1 kg whose centre of mass is `angle` from hanging straight down from the origin.
BodyId add_rod(World& world, float angle, float angular_damping = 0) {
    const Quat turn = axis_angle({0, 0, 1}, angle);
    return world.add_body({.position = rotate(turn, {0, -0.5f, 0}),
                           .rotation = turn,
                           .mass = 1,
                           .inertia = {1.0f / 12, 1e-3f, 1.0f / 12},
                           .angular_damping = angular_damping,
                           .can_sleep = false});
}

float rod_angle(const World& world, BodyId rod) {
    const Vec3 x = world.center_of_mass(rod);
    return std::atan2(x.x, -x.y);
}

JointId hang(World& world, BodyId rod, bool ball) {
    if (ball) {
        BallJoint joint;
        joint.body_b = rod;
        return world.add_joint(joint);
    }
    HingeJoint joint;
    joint.body_b = rod;
    return world.add_joint(joint);
}

/// Time between two passes through the lowest point in the same direction.
double rod_period(float degrees, bool ball) {
    World world;
    const BodyId rod = add_rod(world, degrees * degree);
    hang(world, rod, ball);
    std::vector<double> passes;
    float before = rod_angle(world, rod);
    for (int step = 1; step < 4000 && passes.size() < 3; ++step) {
        world.step(joint_dt);
        const float now = rod_angle(world, rod);
        if (before < 0 && now >= 0 && now < 1)
            passes.push_back((step - 1 + static_cast<double>(before / (before - now))) / 240);
        before = now;
    }
    return passes.size() == 3 ? (passes[2] - passes[0]) / 2 : 0;
}

TEST(V06RodPendulum, HasThePeriodOfTheEllipticIntegralOnAHinge) {
    EXPECT_NEAR(rod_period(5, false), 1.638726531, 0.005 * 1.6387);
    EXPECT_NEAR(rod_period(45, false), 1.703420787, 0.005 * 1.7034);
    EXPECT_NEAR(rod_period(90, false), 1.933334854, 0.005 * 1.9333);
    EXPECT_NEAR(rod_period(150, false), 2.886395582, 0.005 * 2.8864);
}

TEST(V06RodPendulum, HasTheSamePeriodOnABallJoint) {
    EXPECT_NEAR(rod_period(45, true), 1.703420787, 0.005 * 1.7034);
    EXPECT_NEAR(rod_period(150, true), 2.886395582, 0.005 * 2.8864);
}

TEST(V06RodPendulum, LosesLessThanOnePerCentOfItsEnergyInAMinute) {
    for (const bool ball : {false, true}) {
        World world;
        const BodyId rod = add_rod(world, 90 * degree);
        hang(world, rod, ball);
        const double lowest = -0.5 * 9.81;
        const double before = sums_of(world).energy() - lowest;
        run(world, 60, joint_dt);
        EXPECT_NEAR(sums_of(world).energy() - lowest, before, 0.01 * before) << (ball ? "ball" : "hinge");
    }
}

TEST(V07ConicalPendulum, CirclesAtTheAngleAndSpeedOfTheFormula) {
    World world;
    const float angle = 30 * degree, speed = 3.365651836f * std::sin(angle);
    const Vec3 start{std::sin(angle), -std::cos(angle), 0};
    const BodyId bob =
        world.add_body({.position = start, .velocity = {0, 0, speed}, .mass = 1, .can_sleep = false});
    DistanceJoint rod;
    rod.body_b = bob;
    rod.anchor_b = start;
    rod.length = 1;
    world.add_joint(rod);
    double turn = 0, last = 0;
    const int steps = 240 * 10;
    for (int step = 0; step < steps; ++step) {
        world.step(joint_dt);
        const Vec3 x = world.center_of_mass(bob);
        ASSERT_NEAR(length(x), 1, 1e-3);
        ASSERT_NEAR(std::acos(-x.y / length(x)), angle, 0.01 * static_cast<double>(angle)) << step;
        const double now = std::atan2(static_cast<double>(x.z), static_cast<double>(x.x));
        turn += std::remainder(now - last, 2 * pi);
        last = now;
    }
    EXPECT_NEAR(turn / 10, 3.365651836, 0.005 * 3.3657);
}

TEST(V31HangingChain, EachLinkCarriesWhatHangsBelowIt) {
    World world({.sleep = false});
    const float link = 0.2f;
    std::vector<JointId> joints;
    BodyId above{};
    for (int i = 0; i < 21; ++i) {
        const bool weight = i == 20;
        const Vec3 middle{0, -link * (static_cast<float>(i) + 0.5f), 0};
        const BodyId body = add_body(world, {.position = middle, .mass = weight ? 5.0f : 0.1f},
                                     Capsule{{0, -0.05f, 0}, {0, 0.05f, 0}, 0.03f});
        BallJoint joint;
        joint.body_a = above, joint.body_b = body;
        joint.anchor = {0, -link * static_cast<float>(i), 0};
        joints.push_back(world.add_joint(joint));
        above = body;
    }
    run(world, 12);
    EXPECT_NEAR(length(world.reaction(joints[0]).force), 68.67, 0.01 * 68.67);
    EXPECT_NEAR(length(world.reaction(joints[10]).force), 58.86, 0.01 * 58.86);
    EXPECT_NEAR(length(world.reaction(joints[20]).force), 49.05, 0.01 * 49.05);
    EXPECT_NEAR(-world.center_of_mass(above).y, 4.1, 0.01 * 4.1) << "stretched";
}

TEST(V32Motor, WithBoundedTorqueAcceleratesAtTorqueOverInertia) {
    World world({.gravity = {0, 0, 0}});
    const BodyId rod = add_rod(world, 0);
    HingeJoint hinge;
    hinge.body_b = rod;
    hinge.motor = {true, 1000, 3};
    world.add_joint(hinge);
    run(world, 0.5, joint_dt);
    EXPECT_NEAR(world.angular_velocity(rod).z, 9.0 * 0.5, 0.01 * 4.5);
}

TEST(V32Motor, ReachesItsSpeedAndHoldsItWhereTheTorqueSuffices) {
    World world;
    const BodyId rod = add_rod(world, 0);
    HingeJoint hinge;
    hinge.body_b = rod;
    hinge.motor = {true, 2, 20};
    const JointId joint = world.add_joint(hinge);
    for (int step = 0; step < 480; ++step) {
        world.step(joint_dt);
        if (step > 60) {
            ASSERT_NEAR(world.joint_speed(joint), 2, 0.01) << step;
        }
    }
}

TEST(V32Motor, StallsWhereGravityNeedsMoreThanItsTorque) {
    World world;
    const BodyId rod = add_rod(world, 0, 3);  // damped, so that it comes to rest
    HingeJoint hinge;
    hinge.body_b = rod;
    hinge.motor = {true, 1000, 3};
    const JointId joint = world.add_joint(hinge);
    run(world, 20, joint_dt);
    EXPECT_NEAR(rod_angle(world, rod) / degree, 37.70678949, 0.38);
    EXPECT_NEAR(world.joint_position(joint) / degree, 37.70678949, 0.38);
}

TEST(V32Motor, ASpringOnTheHingeKeepsAnInvertedPendulumUp) {
    World world;
    const BodyId rod = add_rod(world, 180 * degree);
    HingeJoint hinge;
    hinge.body_b = rod;
    hinge.spring = {2, 0.7f};
    world.add_joint(hinge);
    world.apply_angular_impulse(rod, {0, 0, 0.3f});
    run(world, 10);
    EXPECT_GT(world.center_of_mass(rod).y, 0.499f);
    EXPECT_LT(length(world.angular_velocity(rod)), 0.01f);
}

TEST(V33SliderCrank, MovesThePistonAsTheGeometrySays) {
    World world({.gravity = {0, 0, 0}, .sleep = false});
    const float r = 0.1f, l = 0.3f, speed = 10;
    const BodyId crank =
        world.add_body({.position = {0.5f * r, 0, 0}, .mass = 1, .inertia = {0.01f, 0.01f, 0.01f}});
    const BodyId rod =
        world.add_body({.position = {r + 0.5f * l, 0, 0}, .mass = 0.5f, .inertia = {0.01f, 0.01f, 0.01f}});
    const BodyId piston =
        world.add_body({.position = {r + l, 0, 0}, .mass = 0.5f, .inertia = {0.01f, 0.01f, 0.01f}});
    HingeJoint main_bearing, crank_pin, wrist_pin;
    main_bearing.body_b = crank;
    main_bearing.motor = {true, speed, infinity};
    crank_pin.body_a = crank, crank_pin.body_b = rod, crank_pin.anchor = {r, 0, 0};
    wrist_pin.body_a = rod, wrist_pin.body_b = piston, wrist_pin.anchor = {r + l, 0, 0};
    SliderJoint cylinder;
    cylinder.body_b = piston, cylinder.anchor = {r + l, 0, 0};
    const JointId crank_joint = world.add_joint(main_bearing);
    world.add_joint(crank_pin);
    world.add_joint(wrist_pin);
    world.add_joint(cylinder);
    // two turns to get going, then look at one
    run(world, 4 * pi / 10, joint_dt);
    const double angles[] = {0, pi / 3, pi / 2, pi}, positions[] = {0.4, 0.3372281323, 0.2828427125, 0.2};
    for (int i = 0; i < 4; ++i) {
        float before = world.joint_position(crank_joint), x_before = 0;
        for (int step = 0; step < 400; ++step) {
            x_before = world.center_of_mass(piston).x;
            world.step(joint_dt);
            const float now = world.joint_position(crank_joint);
            const double from = std::remainder(static_cast<double>(before) - angles[i], 2 * pi);
            const double to = std::remainder(static_cast<double>(now) - angles[i], 2 * pi);
            before = now;
            if (from > 0 || to < 0 || to > 1) continue;
            const float part = static_cast<float>(from / (from - to));
            const float x = x_before + part * (world.center_of_mass(piston).x - x_before);
            EXPECT_NEAR(x, positions[i], 0.01 * positions[i]) << "at " << angles[i];
            if (i == 1) {
                EXPECT_NEAR(world.velocity(piston).x, -1.016781076, 0.02 * 1.0168);
            }
            break;
        }
    }
}

TEST(V35SoftConstraint, FollowsTheImplicitRecursionStepByStep) {
    // v+ = (v - h w^2 x) / (1 + 2 z w h + h^2 w^2), x+ = x + h v+ with 2 Hz and z = 0.3 at 60 Hz
    World world({.gravity = {0, 0, 0}, .solver = {.substeps = 1}, .sleep = false});
    const BodyId body = world.add_body({.mass = 3});
    SliderJoint slider;
    slider.body_b = body;
    slider.spring = {2, 0.3f};
    slider.spring_target = -1;
    world.add_joint(slider);
    const int steps[] = {1, 2, 6, 15, 30, 60};
    const double positions[] = {0.9624935141,  0.8943240185,  0.4517474603,
                                -0.2560510645, 0.05292869702, -0.001441726362};
    int step = 0;
    for (int i = 0; i < 6; ++i) {
        for (; step < steps[i]; ++step) world.step(1.0f / 60);
        EXPECT_NEAR(world.center_of_mass(body).x + 1, positions[i], 1e-4) << "after step " << step;
    }
}

TEST(V35SoftConstraint, ADistanceSpringIsTheSameSpring) {
    World world({.gravity = {0, 0, 0}, .solver = {.substeps = 1}, .sleep = false});
    const BodyId body = world.add_body({.position = {3, 0, 0}, .mass = 3});
    DistanceJoint spring;
    spring.body_b = body;
    spring.anchor_b = {3, 0, 0};
    spring.length = 2;
    spring.spring = {2, 0.3f};
    world.add_joint(spring);
    for (int step = 0; step < 6; ++step) world.step(1.0f / 60);
    EXPECT_NEAR(world.center_of_mass(body).x - 2, 0.4517474603, 1e-4);
    for (int step = 6; step < 15; ++step) world.step(1.0f / 60);
    EXPECT_NEAR(world.center_of_mass(body).x - 2, -0.2560510645, 1e-4);
}

TEST(V36TorsionSpring, OscillatesAtTheRootOfStiffnessOverInertia) {
    World world({.gravity = {0, 0, 0}, .sleep = false});
    const BodyId disc = world.add_body({.mass = 1, .inertia = {0.02f, 0.02f, 0.02f}});
    HingeJoint hinge;
    hinge.body_b = disc;
    hinge.spring = {1.591549431f, 0};  // 2 N m / rad on 0.02 kg m^2
    hinge.spring_target = 0.3f;
    const JointId joint = world.add_joint(hinge);
    std::vector<double> passes;
    float before = world.joint_position(joint) - 0.3f;
    for (int step = 1; step < 2000 && passes.size() < 4; ++step) {
        world.step(1.0f / 960);
        const float now = world.joint_position(joint) - 0.3f;
        if (before < 0 && now >= 0)
            passes.push_back((step - 1 + static_cast<double>(before / (before - now))) / 960);
        before = now;
    }
    ASSERT_EQ(passes.size(), 4u);
    EXPECT_NEAR(3 / (passes[3] - passes[0]), 1.591549431, 0.01 * 1.5915);
}

TEST(V36TorsionSpring, IsDeflectedByATorqueAsItsStiffnessSays) {
    World world({.gravity = {0, 0, 0}, .sleep = false});
    const BodyId disc = world.add_body({.mass = 1, .inertia = {0.02f, 0.02f, 0.02f}});
    HingeJoint hinge;
    hinge.body_b = disc;
    hinge.spring = {1.591549431f, 1};
    const JointId joint = world.add_joint(hinge);
    for (int step = 0; step < 300; ++step) {
        world.apply_torque(disc, {0, 0, 0.4f});
        world.step(1.0f / 60);
    }
    EXPECT_NEAR(world.joint_position(joint), 0.2, 0.002);
}

TEST(C40JointReaction, OfAHangingMassIsItsWeight) {
    World world({.sleep = false});
    const BodyId mass = world.add_body({.position = {0, -1, 0}, .mass = 7});
    FixedJoint joint;
    joint.body_b = mass;
    const JointId id = world.add_joint(joint);
    run(world, 3);
    EXPECT_NEAR(world.reaction(id).force.y, 7 * 9.81, 1e-3 * 7 * 9.81);
    EXPECT_NEAR(length(world.reaction(id).torque), 0, 0.01);
}

TEST(C40JointReaction, AJointBreaksAtItsThreshold) {
    for (const float factor : {0.99f, 1.01f}) {
        World world({.sleep = false});
        const BodyId mass = world.add_body({.position = {0, -1, 0}, .mass = 5, .gravity_scale = 0});
        BallJoint joint;
        joint.body_b = mass;
        joint.break_force = 100;
        const JointId id = world.add_joint(joint);
        bool broke = false;
        for (int step = 0; step < 300; ++step) {
            // drawn slowly, so that nothing swings
            world.apply_force(mass, {0, -100 * factor * min_of(1, static_cast<float>(step) / 240), 0});
            world.step(1.0f / 60);
            if (!world.events().joints_broken.empty()) {
                EXPECT_EQ(world.events().joints_broken[0].joint, id);
                EXPECT_NEAR(world.events().joints_broken[0].force, 100, 1);
                broke = true;
            }
        }
        EXPECT_EQ(broke, factor > 1);
        EXPECT_EQ(world.valid(id), factor < 1);
    }
}

}  // namespace
}  // namespace cairn
