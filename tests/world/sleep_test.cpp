// Islands fall asleep as a whole and wake as a whole.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// Steps until the body sleeps; fails after ten seconds.
void wait_for_sleep(World& world, BodyId body) {
    for (int step = 0; step < 600 && world.awake(body); ++step) world.step(1.0f / 60);
    ASSERT_FALSE(world.awake(body));
}

TEST(Sleep, ABoxAtRestFallsAsleepAfterHalfASecondAndSaysSo) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    run(world, 0.4);
    EXPECT_TRUE(world.awake(box));
    int told = 0;
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        for (const BodyId body : world.events().fell_asleep) told += body == box;
    }
    EXPECT_FALSE(world.awake(box));
    EXPECT_EQ(told, 1);
    EXPECT_EQ(world.velocity(box), (Vec3{}));
    EXPECT_EQ(world.report().awake_bodies, 0);
}

TEST(Sleep, ASleepingWorldDoesNotChange) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    wait_for_sleep(world, box);
    const Transform before = world.transform(box);
    run(world, 5);
    EXPECT_EQ(world.transform(box).position, before.position);
    EXPECT_EQ(world.transform(box).rotation, before.rotation);
    EXPECT_EQ(world.contacts().size(), 1u) << "contacts of sleepers are still there to be seen";
}

TEST(Sleep, AStackSleepsAsAWhole) {
    World world;
    add_floor(world);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 4; ++i) boxes.push_back(add_box(world, {0, 0.5f + static_cast<float>(i), 0}));
    const BodyId alone = add_box(world, {5, 0.5f, 0});
    for (int step = 0; step < 240; ++step) {
        // turning the topmost box keeps all of them awake, but not the other island
        world.set_angular_velocity(boxes.back(), {0, 0.3f, 0});
        world.step(1.0f / 60);
    }
    for (const BodyId box : boxes) EXPECT_TRUE(world.awake(box));
    EXPECT_FALSE(world.awake(alone));
    size_t asleep_at_once = 0;
    for (int step = 0; step < 300; ++step) {
        world.step(1.0f / 60);
        asleep_at_once = std::max(asleep_at_once, world.events().fell_asleep.size());
    }
    EXPECT_EQ(asleep_at_once, boxes.size());
}

TEST(Sleep, ATouchWakesTheWholeStack) {
    World world;
    add_floor(world);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 4; ++i) boxes.push_back(add_box(world, {0, 0.5f + static_cast<float>(i), 0}));
    wait_for_sleep(world, boxes[0]);
    add_body(world, {.position = {0, 6, 0}}, Sphere{0.5f});
    std::vector<BodyId> woken;
    for (int step = 0; step < 60 && woken.empty(); ++step) {
        world.step(1.0f / 60);
        woken = world.events().woke_up;
    }
    EXPECT_THAT(woken, testing::ElementsAreArray(boxes));
    for (const BodyId box : boxes) EXPECT_TRUE(world.awake(box));
}

TEST(Sleep, RemovingTheSupportWakesWhatStoodOnIt) {
    World world;
    const BodyId shelf = world.add_body({.type = BodyType::fixed});
    world.add_shape(shelf, Box{{1, 0.1f, 1}});
    const BodyId box = add_box(world, {0, 0.6f, 0});
    wait_for_sleep(world, box);
    world.remove_body(shelf);
    EXPECT_TRUE(world.awake(box));
    run(world, 1);
    EXPECT_LT(world.transform(box).position.y, -3);
}

TEST(Sleep, MovingTheSupportWakesWhatStoodOnIt) {
    World world;
    const BodyId shelf = world.add_body({.type = BodyType::fixed});
    world.add_shape(shelf, Box{{1, 0.1f, 1}});
    const BodyId box = add_box(world, {0, 0.6f, 0});
    wait_for_sleep(world, box);
    world.set_transform(shelf, {{0, -2, 0}, {}});
    run(world, 2);
    EXPECT_NEAR(world.transform(box).position.y, -1.4, 0.01);
}

TEST(Sleep, AKinematicBodyThatStartsToMoveWakesWhatStandsOnIt) {
    World world;
    const BodyId lift = world.add_body({.type = BodyType::kinematic});
    world.add_shape(lift, Box{{1, 0.1f, 1}});
    const BodyId box = add_box(world, {0, 0.6f, 0});
    wait_for_sleep(world, box);
    world.set_velocity(lift, {0, 1, 0});
    run(world, 1);
    EXPECT_TRUE(world.awake(box));
    EXPECT_NEAR(world.transform(box).position.y, 1.6, 0.02);
}

TEST(Sleep, AMovingKinematicBodyKeepsWhatItTouchesAwake) {
    World world;
    const BodyId belt = world.add_body({.type = BodyType::kinematic, .velocity = {0.01f, 0, 0}});
    world.add_shape(belt, Box{{10, 0.1f, 1}});
    const BodyId box = add_box(world, {0, 0.6f, 0});
    run(world, 3);
    EXPECT_TRUE(world.awake(box)) << "slower than the sleep speed, but carried along";
    EXPECT_NEAR(world.transform(box).position.x, 0.03, 0.002);
}

TEST(Sleep, AKinematicBodyThatArrivesWakesTheSleeper) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    wait_for_sleep(world, box);
    const BodyId ram =
        world.add_body({.type = BodyType::kinematic, .position = {-3, 0.5f, 0}, .velocity = {2, 0, 0}});
    world.add_shape(ram, Box{{0.5f, 0.4f, 0.4f}});
    run(world, 2);
    EXPECT_GT(world.transform(box).position.x, 1.5f);
}

TEST(Sleep, ForcesImpulsesAndVelocitiesWake) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    const std::function<void()> actions[] = {
        [&] {
            world.apply_force(box, {1, 0, 0});
        },
        [&] {
            world.apply_impulse(box, {1, 0, 0});
        },
        [&] {
            world.apply_torque(box, {0, 1, 0});
        },
        [&] {
            world.apply_angular_impulse(box, {0, 1, 0});
        },
        [&] {
            world.set_velocity(box, {0, 0, 0.01f});
        },
        [&] {
            world.set_angular_velocity(box, {0, 0.01f, 0});
        },
        [&] { world.set_transform(box, world.transform(box)); },
        [&] { world.set_gravity_scale(box, 1); },
        [&] {
            world.set_gravity({0, -9.81f, 0});
        },
        [&] { world.set_awake(box, true); },
    };
    for (const auto& action : actions) {
        wait_for_sleep(world, box);
        action();
        EXPECT_TRUE(world.awake(box));
    }
}

TEST(Sleep, AJointWakesBothItsBodies) {
    World world;
    add_floor(world);
    const BodyId a = add_box(world, {0, 0.5f, 0}), b = add_box(world, {2, 0.5f, 0});
    wait_for_sleep(world, a);
    wait_for_sleep(world, b);
    BallJoint joint;
    joint.body_a = a, joint.body_b = b, joint.anchor = {1, 0.5f, 0};
    const JointId id = world.add_joint(joint);
    EXPECT_TRUE(world.awake(a) && world.awake(b));
    wait_for_sleep(world, a);
    EXPECT_FALSE(world.awake(b)) << "joined bodies sleep together";
    world.apply_impulse(b, {0, 10, 0});
    EXPECT_TRUE(world.awake(a)) << "and wake together";
    wait_for_sleep(world, a);
    world.remove_joint(id);
    EXPECT_TRUE(world.awake(a) && world.awake(b));
}

TEST(Sleep, CanBeForbiddenToABodyAndToTheWorld) {
    World world;
    add_floor(world);
    const BodyId restless = add_body(world, {.position = {0, 0.5f, 0}, .can_sleep = false}, Box{});
    const BodyId neighbour = add_box(world, {0, 1.5f, 0});
    run(world, 3);
    EXPECT_TRUE(world.awake(restless));
    EXPECT_TRUE(world.awake(neighbour)) << "the island has one that may not";
    world.set_can_sleep(restless, true);
    wait_for_sleep(world, restless);
    world.set_sleep(false);
    EXPECT_TRUE(world.awake(restless));
    run(world, 3);
    EXPECT_TRUE(world.awake(restless));
}

TEST(Sleep, ABodyMayStartAsleep) {
    World world;
    add_floor(world);
    const BodyId box = add_body(world, {.position = {0, 5, 0}, .awake = false}, Box{});
    run(world, 1);
    EXPECT_FALSE(world.awake(box));
    EXPECT_EQ(world.transform(box).position, (Vec3{0, 5, 0})) << "asleep in the air until something wakes it";
    world.set_awake(box, true);
    run(world, 1);
    EXPECT_LT(world.transform(box).position.y, 1);
}

TEST(Sleep, OneBodyOfAnAwakeStackCanBePutToSleepSafely) {
    World world;
    add_floor(world);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 3; ++i) boxes.push_back(add_box(world, {0, 0.5f + static_cast<float>(i), 0}));
    run(world, 0.2);
    world.set_awake(boxes[1], false);
    for (int step = 0; step < 60; ++step) {
        world.set_velocity(boxes[2], {0.5f, 0, 0});
        world.step(1.0f / 60);
    }
    run(world, 4);
    EXPECT_NEAR(world.transform(boxes[1]).position.y, 1.5, 0.05);
    EXPECT_GT(world.transform(boxes[2]).position.y, 0.4f);
    EXPECT_LT(max_penetration(world), 0.02f);
}

TEST(Sleep, WakingChangesNothingOfWhatWasCarried) {
    // a stack that slept and is woken must not jump: its impulses were kept
    World world;
    add_floor(world);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 8; ++i) boxes.push_back(add_box(world, {0, 0.5f + static_cast<float>(i), 0}));
    wait_for_sleep(world, boxes[0]);
    const float top = world.transform(boxes.back()).position.y;
    world.set_awake(boxes[0], true);
    for (int step = 0; step < 20; ++step) {
        world.step(1.0f / 60);
        EXPECT_LT(max_speed(world), 0.02f) << step;
    }
    EXPECT_NEAR(world.transform(boxes.back()).position.y, top, 1e-3);
}

}  // namespace
}  // namespace cairn
