// Bodies that are made asleep woke in the first step in which they touched anything: a level that is loaded
// asleep woke as a whole, since every touch that begins woke those who sleep. Now it must come from something
// that moves, or that was put to the sleeper.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

std::vector<BodyId> add_sleeping_stack(World& world, float x, int height) {
    std::vector<BodyId> boxes;
    for (int i = 0; i < height; ++i)
        boxes.push_back(add_body(world, {.position = {x, 0.5f + static_cast<float>(i), 0}, .awake = false},
                                 Box{{0.5f, 0.5f, 0.5f}}));
    return boxes;
}

TEST(MadeAsleep, ALevelSleepsOnWhateverIsAddedFirst) {
    for (const bool floor_first : {true, false})
        for (const BodyType type : {BodyType::fixed, BodyType::kinematic}) {
            World world;
            const auto add_ground = [&] {
                add_body(world, {.type = type, .position = {0, -0.5f, 0}}, Box{{20, 0.5f, 20}});
            };
            if (floor_first) add_ground(), world.step(1.0f / 60);
            add_sleeping_stack(world, -3, 5), add_sleeping_stack(world, 3, 5);
            if (!floor_first) add_ground();
            world.step(1.0f / 60);
            EXPECT_EQ(world.report().awake_bodies, type == BodyType::kinematic ? 1 : 0);
            EXPECT_EQ(world.events().contact_begin.size(), 10u);
            EXPECT_TRUE(world.events().woke_up.empty());
            EXPECT_EQ(world.contacts().size(), 10u);
            run(world, 1);
            EXPECT_EQ(world.contacts().size(), 10u);
            EXPECT_EQ(world.report().awake_bodies, type == BodyType::kinematic ? 1 : 0);
        }
}

TEST(MadeAsleep, AStackStandsWhenItIsWoken) {
    World world;
    add_floor(world);
    const std::vector<BodyId> boxes = add_sleeping_stack(world, 0, 5);
    run(world, 0.1);
    world.set_awake(boxes[2], true);
    for (const BodyId box : boxes) EXPECT_TRUE(world.awake(box)) << "they are one island";
    run(world, 2);
    EXPECT_NEAR(world.transform(boxes[4]).position.y, 4.5, 0.02);
    EXPECT_FALSE(world.awake(boxes[4]));
}

TEST(MadeAsleep, ASleeperAddedToSleepersLeavesThemAsleep) {
    World world;
    add_floor(world);
    add_sleeping_stack(world, 0, 3);
    run(world, 0.1);
    add_body(world, {.position = {0, 3.5f, 0}, .awake = false}, Box{{0.5f, 0.5f, 0.5f}});
    run(world, 0.1);
    EXPECT_EQ(world.report().awake_bodies, 0);
    EXPECT_EQ(world.contacts().size(), 4u);
}

TEST(MadeAsleep, WhatMovesWakesIt) {
    for (const BodyType type : {BodyType::dynamic, BodyType::kinematic}) {
        World world;
        add_floor(world);
        const std::vector<BodyId> boxes = add_sleeping_stack(world, 0, 3);
        add_body(world, {.type = type, .position = {-1.5f, 1.5f, 0}, .velocity = {3, 0, 0}}, Sphere{0.4f});
        run(world, 0.5);
        EXPECT_TRUE(world.awake(boxes[0]) && world.awake(boxes[2]));
        EXPECT_GT(world.transform(boxes[1]).position.x, 0.001f);
    }
}

TEST(MadeAsleep, AWallThatIsPutIntoItWakesIt) {
    for (const BodyType type : {BodyType::fixed, BodyType::kinematic}) {
        World world;
        add_floor(world);
        const BodyId box = add_sleeping_stack(world, 0, 1)[0];
        run(world, 0.1);
        add_body(world, {.type = type, .position = {0.6f, 0.5f, 0}}, Box{{0.5f, 0.4f, 0.5f}});
        run(world, 1);
        EXPECT_NEAR(world.transform(box).position.x, -0.4f, 0.03f);
    }
}

}  // namespace
}  // namespace cairn
