// A stack of forty boxes swayed for a quarter of a minute and fell; so did twenty storeys of beams, and a
// brick wall of forty courses. A soft contact gives: what is high leans by a hair, its weight is then beside
// what bears it and leans it further, and beyond a height that grows with the third root of the stiffness it
// goes on by itself. That is Euler's column, not a tower of rigid bodies. What stands keeps the arms of its
// contacts since (Stance), so that leaning by a hair shifts no weight; what is on the brink of falling falls
// where geometry says, within that hair.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

constexpr float gravity = 9.81f;

using namespace test;

/// A tower of boxes a metre high on a floor, under a gravity that is tilted by so much about z.
struct Tower {
    World world;
    std::vector<BodyId> boxes;

    Tower(int count, float half_width, float tilt = 0)
        : world({.gravity = {9.81f * std::sin(tilt), -9.81f * std::cos(tilt), 0}, .sleep = false}) {
        const ShapeDef rough{.friction = 0.9f};
        add_floor(world, rough);
        for (int i = 0; i < count; ++i)
            boxes.push_back(
                add_box(world, {0, 0.5f + static_cast<float>(i), 0}, {half_width, 0.5f, half_width}, rough));
    }
    Vec3 top() const { return world.transform(boxes.back()).position; }
    float aside() const { return std::hypot(top().x, top().z); }
};

TEST(BucklingTowers, SixtyBoxesFortyCentimetresWideStand) {
    Tower tower(60, 0.2f);  // at 1.6 m aside after ten seconds, on the floor after eleven
    run(tower.world, 30);
    EXPECT_GT(tower.top().y, 59.4f);
    EXPECT_LT(tower.aside(), 0.05f);
}

TEST(BucklingTowers, HitATowerStandsAgain) {
    Tower tower(40, 0.5f);
    run(tower.world, 2);
    tower.world.apply_impulse(tower.boxes[28], {600, 0, 0});  // a man who walks into it
    run(tower.world, 30);
    EXPECT_GT(tower.top().y, 39.4f);
    EXPECT_LT(tower.aside(), 0.2f);
}

TEST(BucklingTowers, AWallOfFortyCoursesStands) {
    World world({.sleep = false});
    add_floor(world);
    std::vector<BodyId> bricks;
    const auto add = [&](float x, int course, float half_length) {
        const Vec3 place{x, 0.2f + 0.4f * static_cast<float>(course), 0};
        bricks.push_back(add_box(world, place, {half_length, 0.2f, 0.2f}));
    };
    for (int course = 0; course < 40; ++course) {
        const bool whole = course % 2 == 0;
        for (int i = 0; i < (whole ? 6 : 5); ++i)
            add(static_cast<float>(i) + (whole ? 0 : 0.5f), course, 0.495f);
        if (!whole) add(-0.25f, course, 0.245f), add(5.25f, course, 0.245f);
    }
    run(world, 20);
    for (const BodyId brick : bricks) EXPECT_LT(std::abs(world.transform(brick).position.z), 0.05f);
}

/// Geometry: a column tips where its centre of mass is no longer above its base, at tan(tilt) = width /
/// height.
TEST(BucklingTowers, AColumnOnTheBrinkFallsWhereGeometrySays) {
    for (const int count : {1, 3, 6}) {
        const float brink = std::atan(0.4f / static_cast<float>(count)), hair = 0.01f;
        Tower stands(count, 0.2f, brink - hair), falls(count, 0.2f, brink + hair);
        run(stands.world, 10), run(falls.world, 10);
        EXPECT_GT(stands.top().y, static_cast<float>(count) - 0.52f) << count << " boxes";
        EXPECT_LT(falls.top().y, static_cast<float>(count) - 0.6f) << count << " boxes";
    }
}

/// A stack on a platform that is tilted slowly leans with it, and slides off where friction says.
TEST(BucklingTowers, WhatStandsOnASlowlyTiltingPlatformSlidesOffAtTheAngleOfFriction) {
    World world({.sleep = false});
    const ShapeDef smooth{.friction = 0.3f};
    const BodyId platform = add_body(world, {.type = BodyType::kinematic}, Box{{5, 0.5f, 5}}, smooth);
    const BodyId box = add_box(world, {0, 0.6f, 0}, {0.3f, 0.1f, 0.3f}, smooth);
    world.set_angular_velocity(platform, {0, 0, -0.02f});
    float slid_at = 0;
    for (int i = 0; i < 60 * 25 && slid_at == 0; ++i) {
        world.step(1.0f / 60);
        const Transform seen = relative(world.transform(platform), world.transform(box));
        if (seen.position.x > 0.05f) slid_at = 0.02f * static_cast<float>(i + 1) / 60;
    }
    EXPECT_NEAR(slid_at, std::atan(0.3f), 0.03f);
}

}  // namespace
}  // namespace cairn
