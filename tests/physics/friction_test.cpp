// Dry friction of blocks: V09, V10 and V39 of the checklist, and Catto's claims C15 and C21 about resting.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// A block of 1 x 0.5 x 1 m at rest on a slope about the z axis.
struct Slope {
    World world;
    BodyId block;
    Vec3 start;

    Slope(float angle, float friction) : world({.sleep = false}) {
        const Quat turn = axis_angle({0, 0, 1}, angle);
        const Vec3 normal = rotate(turn, {0, 1, 0});
        add_floor(world, {.friction = friction}, normal);
        block = add_body(world, {.position = 0.25f * normal, .rotation = turn}, Box{{0.5f, 0.25f, 0.5f}},
                         {.friction = friction});
        start = world.transform(block).position;
    }
    float moved() const { return length(world.transform(block).position - start); }
};

constexpr float critical_friction = 0.3639702343f;  // tan 20 degrees

TEST(V09Incline, ABlockSticksJustAboveTheFrictionAngle) {
    Slope slope(20 * degree, 1.02f * critical_friction);
    run(slope.world, 2);
    EXPECT_LT(slope.moved(), 1e-3f);
}

TEST(V09Incline, ABlockSlidesJustBelowTheFrictionAngle) {
    Slope slope(20 * degree, 0.98f * critical_friction);
    run(slope.world, 2);
    EXPECT_GT(slope.moved(), 0.1f);  // (sin 20 - 0.98 tan 20 cos 20) g t^2 / 2 = 0.134 m
}

TEST(V09Incline, ASlidingBlockAcceleratesAsCoulombSays) {
    Slope slope(20 * degree, 0.2f);
    run(slope.world, 2);
    EXPECT_NEAR(slope.moved(), 3.023081368, 0.005 * 3.023081368);
    EXPECT_NEAR(length(slope.world.velocity(slope.block)), 2 * 1.511540684, 0.005 * 3.023081368);
}

TEST(C15Friction, ABlockOnASlopeDoesNotCreepInAMinute) {
    Slope slope(15 * degree, 0.5f);
    run(slope.world, 1);
    const Vec3 settled = slope.world.transform(slope.block).position;
    run(slope.world, 60);
    EXPECT_LT(length(slope.world.transform(slope.block).position - settled), 1e-4f);
}

/// How far and how long a block slides on the flat when pushed off in a direction of the plane.
struct Stop {
    double distance = 0, time = 0;
};

Stop slide(float direction) {
    World world({.sleep = false});
    add_floor(world, {.friction = 0.3f});
    const Vec3 along{std::cos(direction), 0, std::sin(direction)};
    const BodyId block = add_body(
        world, {.position = {0, 0.2f, 0}, .rotation = axis_angle({0, 1, 0}, 0.3f), .velocity = 3 * along},
        Box{{0.4f, 0.2f, 0.4f}}, {.friction = 0.3f});
    Stop stop;
    for (int step = 1; step <= 120; ++step) {
        const float speed = length(world.velocity(block));
        world.step(1.0f / 60);
        // the last, partial step: the speed falls by mu g dt each step
        if (stop.time == 0 && length(world.velocity(block)) < 0.005f)
            stop.time = (step - 1) / 60.0 + static_cast<double>(speed / (0.3f * gravity));
    }
    stop.distance = static_cast<double>(length(world.transform(block).position - Vec3{0, 0.2f, 0}));
    return stop;
}

TEST(V10StoppingDistance, IsVSquaredOverTwoMuGButForTheShiftOfHalfASubstep) {
    const Stop stop = slide(0);
    const double h = 1.0 / 240;
    EXPECT_NEAR(stop.distance, 1.529051988 - 3 * h / 2, 0.005 * 1.529);
    EXPECT_NEAR(stop.time, 1.019367992, 0.01);
}

TEST(V10StoppingDistance, IsTheSameInEveryDirection) {
    double shortest = 1e9, longest = 0;
    for (int i = 0; i < 16; ++i) {
        const double distance = slide(static_cast<float>(i) * 22.5f * degree).distance;
        shortest = std::min(shortest, distance), longest = std::max(longest, distance);
    }
    EXPECT_LT((longest - shortest) / longest, 0.005);  // V11: a friction pyramid gives 41 %
}

TEST(V39Conveyor, CarriesABoxUpToItsOwnSpeedByCoulombFriction) {
    World world({.sleep = false});
    add_floor(world, {.friction = 0.4f, .surface_velocity = {2, 0, 0}});
    const BodyId box = add_box(world, {0, 0.25f, 0}, {0.25f, 0.25f, 0.25f}, {.friction = 0.4f});
    double caught_up = 0;
    for (int step = 1; step <= 240; ++step) {
        const float speed = world.velocity(box).x;
        world.step(1.0f / 240);
        if (caught_up == 0 && world.velocity(box).x > 1.999f)
            caught_up = (step - 1) / 240.0 + static_cast<double>((2 - speed) / (0.4f * gravity));
    }
    EXPECT_NEAR(caught_up, 0.5096839959, 0.01 * 0.5097);
    // after one second the belt has run 2 m; the box lags by the slip
    EXPECT_NEAR(2 - world.transform(box).position.x, 0.5096839959, 0.01 * 0.5097);
    EXPECT_NEAR(world.velocity(box).x, 2, 1e-3);
}

TEST(V39Conveyor, TurnsABallThatRollsAgainstItInTheEnd) {
    // a ball set down on a belt ends up rolling without slip: 2/7 of the belt's speed forward
    World world({.sleep = false});
    add_floor(world, {.friction = 0.4f, .surface_velocity = {2, 0, 0}});
    const BodyId ball = add_ball(world, {0, 0.25f, 0}, 0.25f, {.friction = 0.4f});
    run(world, 2, 1.0f / 240);
    EXPECT_NEAR(world.velocity(ball).x, 0.5714285714, 0.01 * 0.5714);
    EXPECT_NEAR(world.angular_velocity(ball).z, (2 - 0.5714285714) / 0.25, 0.06);
}

TEST(C21RedundantSupports, SixLegsCarryTheWholeWeight) {
    World world({.sleep = false});
    add_floor(world);
    const BodyId table = world.add_body({.position = {0, 1, 0}});
    world.add_shape(table, Box{{1, 0.05f, 0.5f}});
    for (int i = 0; i < 6; ++i)
        world.add_shape(table, Box{{0.05f, 0.45f, 0.05f},
                                   {-0.9f + 0.9f * static_cast<float>(i % 3), -0.5f, i < 3 ? -0.4f : 0.4f}});
    run(world, 4);
    EXPECT_EQ(world.contacts().size(), 6u);
    Vec3 force{};
    for (const Contact& contact : world.contacts(table))
        force += contact.body_a == table ? -contact.force : contact.force;
    EXPECT_NEAR(force.y, world.mass(table) * gravity,
                1e-3 * static_cast<double>(world.mass(table) * gravity));
    EXPECT_LT(max_speed(world), 1e-3f);
}

TEST(C12NoAdhesion, ALiftedBoxLeavesTheFloorWithoutBeingPulled) {
    World world({.sleep = false});
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    run(world, 1);
    world.set_velocity(box, {0, 1, 0});
    world.step(1.0f / 60);
    EXPECT_NEAR(world.velocity(box).y, 1 - gravity / 60, 1e-3);
}

}  // namespace
}  // namespace cairn
