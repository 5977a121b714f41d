// A body that leaves the finite range is frozen where it last was, told of, and hurts nobody.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

bool finite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

TEST(Frozen, ABodyThrownOutOfTheFiniteRangeStaysWhereItLastWas) {
    World world;
    add_floor(world);
    const BodyId lost = add_box(world, {0, 5, 0}), other = add_box(world, {3, 0.5f, 0});
    run(world, 0.1);
    const Vec3 last = world.transform(lost).position;
    world.set_velocity(lost, {0, 3e38f, 0});
    world.step(1.0f / 60);
    EXPECT_TRUE(world.frozen(lost));
    EXPECT_THAT(world.events().frozen, testing::ElementsAre(lost));
    EXPECT_EQ(world.report().frozen, 1);
    EXPECT_EQ(world.transform(lost).position, last);
    EXPECT_EQ(world.velocity(lost), (Vec3{}));
    run(world, 2);
    EXPECT_TRUE(world.events().frozen.empty());
    EXPECT_EQ(world.transform(lost).position, last);
    EXPECT_FALSE(world.frozen(other));
    EXPECT_NEAR(world.transform(other).position.y, 0.5, 0.01);
}

TEST(Frozen, HugeSpinsAndForcesDoNotSpread) {
    World world;
    add_floor(world);
    const BodyId lost = add_box(world, {0, 0.5f, 0}), neighbour = add_box(world, {0, 1.5f, 0});
    run(world, 0.3);
    world.set_angular_velocity(lost, {3e38f, 3e38f, 3e38f});
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        for (const BodyId body : {lost, neighbour}) {
            ASSERT_TRUE(finite(world.transform(body).position)) << step;
            ASSERT_TRUE(finite(world.velocity(body))) << step;
            ASSERT_TRUE(finite(world.angular_velocity(body))) << step;
        }
    }
}

TEST(Frozen, NothingMovesAFrozenBodyButATeleport) {
    World world;
    add_floor(world);
    const BodyId lost = add_box(world, {0, 2, 0});
    world.set_velocity(lost, {0, 3e38f, 0});
    world.step(1.0f / 60);
    ASSERT_TRUE(world.frozen(lost));
    const Vec3 last = world.transform(lost).position;
    add_ball(world, {0, 5, 0});
    world.apply_impulse(lost, {1e3f, 0, 0});
    world.apply_force(lost, {1e3f, 0, 0});
    world.set_gravity({0, -5, 0});
    world.set_sleep(false);
    run(world, 2);
    EXPECT_TRUE(world.frozen(lost));
    EXPECT_EQ(world.transform(lost).position, last);
    world.set_transform(lost, {{5, 2, 0}, {}});
    EXPECT_FALSE(world.frozen(lost));
    run(world, 3);
    EXPECT_NEAR(world.transform(lost).position.y, 0.5, 0.02);
    EXPECT_EQ(world.report().frozen, 0);
}

TEST(Frozen, ABodyThatFallsForeverIsFrozenInTheEnd) {
    World world({.gravity = {0, -1e5f, 0}});
    const BodyId body = world.add_body();
    for (int step = 0; step < 2000 && !world.frozen(body); ++step) world.step(1.0f / 60);
    EXPECT_TRUE(world.frozen(body));
    EXPECT_TRUE(finite(world.transform(body).position));
}

TEST(Frozen, RemovingAFrozenBodyIsFine) {
    World world;
    const BodyId body = add_box(world, {});
    world.set_velocity(body, {3e38f, 0, 0});
    world.step(1.0f / 60);
    ASSERT_TRUE(world.frozen(body));
    world.remove_body(body);
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().frozen, 0);
}

}  // namespace
}  // namespace cairn
