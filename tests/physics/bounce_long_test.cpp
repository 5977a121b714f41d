// V16 at full length.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr float dt = 1.0f / 240;

TEST(V16Bounce, WithoutLossKeepsItsHeightForAnHour) {
    World world({.sleep = false});
    add_floor(world, {.restitution = 1});
    const BodyId ball = add_ball(world, {0, 1.1f, 0}, 0.1f, {.restitution = 1});
    for (int step = 0; step < 240 * 3600; ++step) world.step(dt);
    float top = 0;
    for (int step = 0; step < 240 * 2; ++step) {
        world.step(dt);
        top = max_of(top, world.transform(ball).position.y - 0.1f);
    }
    EXPECT_NEAR(top, 1, 0.01);
}

}  // namespace
}  // namespace cairn
