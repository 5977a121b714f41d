// Rows of joints about locked axes. A locked axis kept an inverse inertia of about 1e-12, and the axes of a
// joint lie along it to rounding only: rows that nothing can answer had masses of 1e12. Hinges of a flat
// world, which bear no torque at all, broke at 1e12 N m; a motor about a locked axis threw its body away at
// 4e5 m/s. In a body that is held in its place, the anchor of a joint in its centre is there to rounding,
// with the same end.

#include <gtest/gtest.h>

#include <variant>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr Locks flat{.linear_z = true, .angular_x = true, .angular_y = true};
constexpr Locks held{.linear_x = true, .linear_y = true, .linear_z = true};

struct Outcome {
    float force = 0, torque = 0, speed = 0, spin = 0;
    bool broke = false;
};

/// A box of 192 kg, turned, at (1, 0, 0), jointed to the world, for a second.
Outcome outcome_of(JointDef joint, Locks locks, const WorldDef& world_def = {.sleep = false},
                   Vec3 spin = {}) {
    World world(world_def);
    BodyDef def{.position = {1, 0, 0}, .angular_velocity = spin, .locks = locks};
    def.rotation = axis_angle(normalized(Vec3{0.3f, 0.5f, 0.8f}), 0.7f);
    const BodyId body = add_body(world, def, Box{{0.3f, 0.2f, 0.4f}});
    std::visit([&](auto& any) { any.body_b = body; }, joint);
    const JointId id = world.add_joint(joint);
    Outcome outcome;
    for (int i = 0; i < 60 && world.valid(id); ++i) {
        world.step(1.0f / 60);
        outcome.broke |= !world.events().joints_broken.empty() || world.frozen(body);
        if (!world.valid(id)) break;
        const Reaction reaction = world.reaction(id);
        outcome.force = std::max(outcome.force, length(reaction.force));
        outcome.torque = std::max(outcome.torque, length(reaction.torque));
        outcome.speed = std::max(outcome.speed, length(world.velocity(body)));
        outcome.spin = std::max(outcome.spin, length(world.angular_velocity(body)));
    }
    return outcome;
}

constexpr float hung_weight = 192 * gravity;  // with a lever of a metre

HingeJoint hinge_about(Vec3 axis, Vec3 anchor = {}) {
    HingeJoint joint;
    joint.anchor = anchor, joint.axis = axis;
    return joint;
}

TEST(LockedRow, HingesOfAFlatWorldBearNoTorque) {
    for (int s = 0; s < 30; ++s) {
        World world({.sleep = false});
        BodyDef def{.position = {1, 0, 0}, .locks = flat};
        def.rotation =
            normalized(Quat{0.1f * static_cast<float>(s % 7), 0.07f * static_cast<float>(s % 11), 0.2f, 1});
        HingeJoint joint = hinge_about({0, 0, 1});
        joint.body_b = add_body(world, def, Box{{0.3f, 0.2f, 0.4f}});
        joint.break_torque = 10;
        const JointId id = world.add_joint(joint);
        run(world, 1);
        ASSERT_TRUE(world.valid(id)) << s;
        EXPECT_GT(length(world.velocity(joint.body_b)), 0.5f) << s;  // it swings
    }
}

TEST(LockedRow, AMotorAboutALockedAxisDoesNothing) {
    HingeJoint hinge = hinge_about({0, 0, 1});
    hinge.motor = {true, 2, infinity};
    WheelJoint wheel;
    wheel.motor = {true, 4, infinity}, wheel.travel = {true, -0.1f, 0.1f};
    for (const Locks locks : {Locks{.angular_z = true}, Locks{.angular_x = true, .angular_z = true},
                              Locks{.angular_x = true, .angular_y = true, .angular_z = true}}) {
        const Outcome turned = outcome_of(hinge, locks), rolled = outcome_of(wheel, locks);
        EXPECT_FALSE(turned.broke || rolled.broke);
        EXPECT_LT(turned.speed, 0.01f);
        EXPECT_LT(turned.torque, 1.5f * hung_weight);
        EXPECT_LT(rolled.spin, 0.01f);
        EXPECT_LT(rolled.torque, 1.5f * hung_weight);
    }
}

TEST(LockedRow, LimitsThatALockKeepsFromBeingMetDoNothing) {
    HingeJoint hinge = hinge_about({0, 0, 1});
    hinge.limits = {true, 0.1f, 0.5f};
    const Outcome outcome = outcome_of(hinge, {.angular_z = true});
    EXPECT_LT(outcome.speed, 0.01f);
    EXPECT_LT(outcome.torque, 10);
}

/// Across the locked axis but for rounding, or for a degree, its tilt can only be mended by turning about its
/// own axis, ten times and more.
TEST(LockedRow, AHingeThatIsNearlyAcrossALockedAxisTurnsToItsLimitAndStops) {
    for (int s = 0; s < 24; ++s) {
        const float off = s % 3 == 0 ? 1e-4f : s % 3 == 1 ? 1e-3f : 0.015f;
        const float sign = s % 2 == 0 ? 1.0f : -1.0f;
        const float lever = 0.2f * static_cast<float>(s / 6) - 0.3f;
        HingeJoint hinge = hinge_about({1, 0.5f * off, sign * off}, {1 + lever, 0.7f, 0.5f * sign});
        hinge.motor = {true, 2, 50}, hinge.limits = {true, -1, 1};
        const Outcome outcome = outcome_of(hinge, {.angular_z = true});
        EXPECT_GT(outcome.speed, 1) << s;
        EXPECT_LT(outcome.speed, 10) << s;
        EXPECT_LT(outcome.torque, 300 * hung_weight) << s;
    }
}

TEST(LockedRow, WeldsAndSlidersBearWhatTheFreeAxesAskOfThem) {
    EXPECT_NEAR(outcome_of(FixedJoint{}, flat).torque, hung_weight, 0.02f * hung_weight);
    SliderJoint slider;
    slider.axis = {0, 1, 0};
    EXPECT_LT(outcome_of(slider, flat).torque, 10);
}

TEST(LockedRow, ABodyThatIsHeldInItsPlaceTurnsAboutAPinInItsCentre) {
    Locks door = held;
    door.angular_x = door.angular_z = true;
    for (const Vec3 off : {Vec3{}, Vec3{1e-7f, 2e-7f, -1e-7f}}) {
        HingeJoint hinge = hinge_about({0, 1, 0}, Vec3{1, 0, 0} + off);
        hinge.motor = {true, 2, 1000};
        BallJoint ball;
        ball.anchor = hinge.anchor;
        for (const Locks locks : {held, door}) {
            const Outcome turned = outcome_of(hinge, locks), pinned = outcome_of(ball, locks, {}, {0, 2, 0});
            EXPECT_FALSE(turned.broke || pinned.broke);
            EXPECT_NEAR(turned.spin, 2, 1e-3f);
            EXPECT_NEAR(pinned.spin, 2, 0.3f);
            EXPECT_LT(turned.force + pinned.force, 1);
            EXPECT_LT(turned.torque, 1100);  // the motor, and what holds a body of unequal moments
        }
    }
}

UserJoint turned_by_user() {
    UserJoint joint;
    joint.evaluate = [](const Transform&, const Transform&, Row* rows) {
        rows[0].angular_b = normalized(Vec3{1e-7f, 2e-7f, 1});
        rows[0].speed = 2;
    };
    return joint;
}

TEST(LockedRow, OfAUserHasNoMassEither) {
    const Outcome outcome = outcome_of(turned_by_user(), {.linear_y = true, .angular_z = true});
    EXPECT_FALSE(outcome.broke);
    EXPECT_LT(outcome.spin, 0.01f);
}

/// Its three rows are solved at once.
TEST(LockedRow, OfRollingResistanceLeavesTheOthers) {
    float left[2];
    for (const bool locked : {false, true}) {
        World world;
        add_floor(world, {.friction = 1, .rolling_resistance = 0.05f});
        const BodyId ball = add_body(world,
                                     {.position = {0, 0.5f, 0},
                                      .velocity = {1, 0, 0},
                                      .angular_velocity = {0, 0, -2},
                                      .locks = locked ? flat : Locks{}},
                                     Sphere{0.5f}, {.friction = 1, .rolling_resistance = 0.05f});
        run(world, 0.5);
        left[locked] = world.velocity(ball).x;
    }
    EXPECT_LT(left[0], 0.9f);
    EXPECT_NEAR(left[1], left[0], 1e-3f);
}

TEST(LockedRow, HasNoMassUnderTheOtherSolvers) {
    HingeJoint hinge = hinge_about({0, 0, 1});
    hinge.motor = {true, 2, infinity};
    for (const char* solver : {"pgs", "si"}) {
        const WorldDef def{.stage_solver = solver, .sleep = false};
        EXPECT_LT(outcome_of(hinge_about({0, 0, 1}), flat, def).torque, 10) << solver;
        EXPECT_LT(outcome_of(hinge, {.angular_z = true}, def).speed, 0.1f) << solver;
        EXPECT_LT(outcome_of(turned_by_user(), {.linear_y = true, .angular_z = true}, def).spin, 0.1f)
            << solver;
    }
}

}  // namespace
}  // namespace cairn
