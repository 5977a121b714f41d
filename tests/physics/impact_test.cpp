// Collisions: V08 and V16 to V19 of the checklist.

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr float dt = 1.0f / 240;

/// 200 balls and boxes that fly into each other in empty space.
World make_cloud(float restitution, float friction, int substeps) {
    World world({.gravity = {0, 0, 0}, .solver = {.substeps = substeps}, .sleep = false});
    Dice dice(8);
    for (int i = 0; i < 200; ++i) {
        const Vec3 cell{static_cast<float>(i % 6) - 2.5f, static_cast<float>(i / 6 % 6) - 2.5f,
                        static_cast<float>(i / 36) - 2.5f};
        const Vec3 position = 1.5f * cell;
        const BodyDef def{.position = position,
                          .rotation = dice.rotation(),
                          .velocity = -0.5f * position + dice.vector(1),
                          .angular_velocity = dice.vector(2)};
        const ShapeDef material{.friction = friction, .restitution = restitution};
        if (i % 2)
            add_body(world, def, Sphere{0.4f}, material);
        else
            add_body(world, def, Box{{0.35f, 0.3f, 0.25f}}, material);
    }
    return world;
}

TEST(V08Cloud, KeepsMomentumForAnyNumberOfSubsteps) {
    for (const int substeps : {1, 4, 16}) {
        World world = make_cloud(0.5f, 0.5f, substeps);
        const Sums before = sums_of(world);
        run(world, 4);
        const Sums after = sums_of(world);
        for (int i = 0; i < 3; ++i) {
            // single precision: 1e-5 of the sum of all |m v| stands for the checklist's 1e-10 in double
            EXPECT_NEAR(after.momentum[i], before.momentum[i], 1e-5 * before.momentum_scale) << substeps;
            EXPECT_NEAR(after.angular_momentum[i], before.angular_momentum[i], 1e-3 * before.angular_scale)
                << substeps;
        }
    }
}

TEST(V08Cloud, NeverGainsEnergy) {
    for (const float restitution : {0.0f, 0.5f, 1.0f}) {
        World world = make_cloud(restitution, 0.3f, 4);
        double last = sums_of(world).kinetic;
        const double first = last;
        for (int step = 0; step < 240; ++step) {
            world.step(1.0f / 60);
            const double now = sums_of(world).kinetic;
            EXPECT_LE(now, last + 1e-3 * first) << "restitution " << restitution << " step " << step;
            last = now;
        }
        EXPECT_LT(last, first);
    }
}

/// Bounces of a ball let fall from 1 m above the floor.
struct Bounces {
    std::vector<double> heights, times;
};

Bounces bounce(float restitution, double seconds) {
    World world({.sleep = false});
    add_floor(world, {.restitution = restitution});
    const float radius = 0.1f;
    const BodyId ball = add_ball(world, {0, 1 + radius, 0}, radius, {.restitution = restitution});
    Bounces bounces;
    double top = 0;
    bool falling = true;
    const int steps = static_cast<int>(seconds * 240);
    for (int step = 1; step <= steps; ++step) {
        const Vec3 x = world.transform(ball).position;
        world.step(dt);
        const float v = world.velocity(ball).y;
        if (falling && v > 0.5f) {
            if (!bounces.times.empty()) bounces.heights.push_back(top);
            bounces.times.push_back(step / 240.0);
            top = 0;
        }
        falling = v < 0;
        top = std::max(top, static_cast<double>(x.y - radius));
    }
    return bounces;
}

TEST(V16Bounce, EachHeightIsESquaredOfTheOneBefore) {
    const Bounces bounces = bounce(0.8f, 3.5);
    const double heights[] = {0.64, 0.4096, 0.262144, 0.16777216};
    const double times[] = {0.451523641, 1.173961467, 1.751911727, 2.214271935, 2.584160102};
    ASSERT_GE(bounces.heights.size(), 4u);
    for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(bounces.heights[i], heights[i], 0.01 * heights[i]) << i;
    for (size_t i = 0; i < 5; ++i) EXPECT_NEAR(bounces.times[i], times[i], 0.01 * times[i]) << i;
}

TEST(V16Bounce, ABallComesToRestAfterTheSumOfAllItsBounces) {
    World world({.solver = {.restitution_speed = 0.05f}, .sleep = false});
    add_floor(world, {.restitution = 0.8f});
    const BodyId ball = add_ball(world, {0, 1.1f, 0}, 0.1f);
    run(world, 3.5, dt);
    EXPECT_GT(std::fabs(world.velocity(ball).y), 0.1f);  // still bouncing shortly before 4.06 s
    run(world, 1.0, dt);
    EXPECT_LT(length(world.velocity(ball)), 1e-3f);
    EXPECT_NEAR(world.transform(ball).position.y, 0.1, 1e-3);
}

TEST(V16Bounce, WithoutLossKeepsItsHeightForTenMinutes) {
    World world({.sleep = false});
    add_floor(world, {.restitution = 1});
    const BodyId ball = add_ball(world, {0, 1.1f, 0}, 0.1f, {.restitution = 1});
    for (int step = 0; step < 240 * 600; ++step) world.step(dt);
    float top = 0;
    for (int step = 0; step < 240 * 2; ++step) {
        world.step(dt);
        top = max_of(top, world.transform(ball).position.y - 0.1f);
    }
    EXPECT_NEAR(top, 1, 0.01);
}

/// Balls of these masses in a row, the first with 5 m/s; their speeds, in units of that, when all have met
/// once.
std::vector<double> cradle(const std::vector<float>& masses, float gap, double seconds) {
    World world({.gravity = {0, 0, 0}, .sleep = false});
    std::vector<BodyId> balls;
    for (size_t i = 0; i < masses.size(); ++i) {
        const float x = static_cast<float>(i) * (1 + gap);
        const Vec3 velocity{i == 0 ? 5.0f : 0.0f, 0, 0};
        balls.push_back(add_body(world, {.position = {x, 0, 0}, .velocity = velocity, .mass = masses[i]},
                                 Sphere{0.5f}, {.friction = 0, .restitution = 1}));
    }
    run(world, seconds, dt);
    std::vector<double> speeds;
    for (const BodyId ball : balls) speeds.push_back(static_cast<double>(world.velocity(ball).x) / 5);
    return speeds;
}

TEST(V17NewtonsCradle, HandsTheWholeSpeedToTheLastBall) {
    const std::vector<double> speeds = cradle({1, 1, 1, 1, 1}, 0.1f, 0.2);
    for (size_t i = 0; i < 4; ++i) EXPECT_NEAR(speeds[i], 0, 0.01) << i;
    EXPECT_NEAR(speeds[4], 1, 0.01);
}

TEST(V17NewtonsCradle, OfGrowingMassesSendsTheFirstOnesBack) {
    // 1 kg on 2 kg on 4 kg, after the first pass
    const std::vector<double> speeds = cradle({1, 2, 4}, 0.3f, 0.25);
    EXPECT_NEAR(speeds[0], -1.0 / 3, 0.01);
    EXPECT_NEAR(speeds[1], -2.0 / 9, 0.01);
    EXPECT_NEAR(speeds[2], 4.0 / 9, 0.01);
}

TEST(V17NewtonsCradle, TouchingBallsKeepMomentumAndGainNoEnergy) {
    const std::vector<double> speeds = cradle({1, 1, 1, 1, 1}, 0, 0.5);
    double momentum = 0, energy = 0;
    for (const double speed : speeds) momentum += speed, energy += speed * speed;
    EXPECT_NEAR(momentum, 1, 1e-4);
    EXPECT_LE(energy, 1.001);
    for (size_t i = 1; i < 5; ++i)
        EXPECT_GE(speeds[i], speeds[i - 1] - 1e-3) << "balls do not pass each other";
}

TEST(V18Billiards, AHalfBallHitSendsTheBallsOffAt30And60Degrees) {
    World world({.gravity = {0, 0, 0}, .solver = {.restitution_speed = 0.1f}, .sleep = false});
    const ShapeDef ivory{.friction = 0, .restitution = 1};
    const BodyId cue =
        add_body(world, {.position = {-1.5f, 0, 0}, .velocity = {1, 0, 0}}, Sphere{0.5f}, ivory);
    const BodyId object = add_ball(world, {0, -0.5f, 0}, 0.5f, ivory);
    run(world, 1.5, dt);
    const Vec3 v = world.velocity(cue), u = world.velocity(object);
    EXPECT_NEAR(length(u), 0.8660254038, 0.01);
    EXPECT_NEAR(length(v), 0.5, 0.01);
    EXPECT_NEAR(std::atan2(-u.y, u.x) / degree, 30, 0.5f);
    EXPECT_NEAR(std::atan2(v.y, v.x) / degree, 60, 0.5f);
}

TEST(V19RodImpact, TheEndOfATiltedRodTakesTheImpulseThatMakesItSpin) {
    // A rod of 1 m and 1 kg, 30 degrees from level, falls with 2 m/s on its end: a bead of 1 cm, without
    // friction.
    World world({.gravity = {0, 0, 0}, .sleep = false});
    add_floor(world, {.friction = 0, .restitution = 0.5f});
    const float tilt = 30 * degree;
    const Vec3 position{0, 0.5f * std::sin(tilt) + 0.05f, 0};
    const BodyId rod = add_body(world,
                                {.position = position,
                                 .rotation = axis_angle({0, 0, 1}, -tilt),
                                 .velocity = {0, -2, 0},
                                 .mass = 1,
                                 .inertia = {1.0f / 12, 1.0f / 12, 1.0f / 12},
                                 .center_of_mass = Vec3{}},
                                Sphere{0.01f, {0.5f, 0, 0}}, {.friction = 0, .restitution = 0.5f});
    run(world, 0.05, dt);
    EXPECT_NEAR(world.velocity(rod).y + 2, 0.9230769231, 0.01 * 0.923);
    EXPECT_NEAR(world.angular_velocity(rod).z, 4.79644839, 0.01 * 4.796);
}

}  // namespace
}  // namespace cairn
