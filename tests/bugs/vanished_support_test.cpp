// A body that was put to sleep by force, and whose support left within one step. The pair was dropped because
// its bounds had parted before the narrow phase could say that the touch had ended, and only that woke the
// sleeper: it hung in the air for good.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(VanishedSupport, ASleeperFallsHoweverFastItsPlatformLeaves) {
    for (const float speed : {4.0f, 40.0f, 300.0f}) {
        World world;
        add_body(world, {.type = BodyType::kinematic, .position = {0, -0.5f, 0}, .velocity = {speed, 0, 0}},
                 Box{{1, 0.5f, 1}}, {.friction = 0});
        const BodyId box = add_box(world, {0, 0.5f, 0}, {0.5f, 0.5f, 0.5f}, {.friction = 0});
        world.step(1.0f / 60);
        world.set_awake(box, false);
        run(world, 2);
        EXPECT_TRUE(world.awake(box)) << speed;
        EXPECT_LT(world.transform(box).position.y, -1) << speed;
        EXPECT_TRUE(world.contacts().empty()) << speed;
    }
}

TEST(VanishedSupport, ASleeperStaysAsleepWhenASensorLeavesThatFast) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    add_body(world, {.type = BodyType::kinematic, .position = {0, 0.5f, 0}, .velocity = {300, 0, 0}},
             Box{{1, 1, 1}}, {.sensor = true});
    world.step(1.0f / 60);
    world.set_awake(box, false);
    run(world, 0.2);
    EXPECT_FALSE(world.awake(box));
}

}  // namespace
}  // namespace cairn
