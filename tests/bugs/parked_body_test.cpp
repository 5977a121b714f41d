// A body that was teleported and put to sleep at once, as pools of bodies do: its contacts and sensor
// overlaps never ended, since sleep took its pairs out of those that are looked at before anybody had looked;
// and it put to sleep what it no longer touched. In the same way what was put into a sensor never began.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr float dt = 1.0f / 60;

struct Parked : testing::Test {
    World world;
    BodyId floor = add_floor(world);
    BodyId zone = add_body(world, {.type = BodyType::fixed, .position = {0, 0.5f, 0}}, Box{{2, 2, 2}},
                           {.sensor = true});
    BodyId box = add_box(world, {0, 0.5f, 0});

    void put_to_sleep_at(Vec3 place) {
        world.set_transform(box, {place, {}});
        world.set_awake(box, false);
    }
};

TEST_F(Parked, EndsWhatItTouchedAndOverlapped) {
    run(world, 0.5);
    for (const float height : {500.0f, 0.55f}) {
        SCOPED_TRACE(height);
        world.set_transform(box, {{0, 0.5f, 0}, {}});
        run(world, 0.1);
        ASSERT_EQ(world.contacts().size(), 1u);
        put_to_sleep_at({0, height, 0});
        world.step(dt);
        EXPECT_EQ(world.events().contact_end.size(), 1u);
        EXPECT_EQ(world.events().sensor_end.size(), height > 2 ? 1u : 0u);
        EXPECT_TRUE(world.contacts().empty());
        run(world, 0.5);
        EXPECT_FALSE(world.awake(box)) << "nothing came to it";
        EXPECT_EQ(world.transform(box).position.y, height);
    }
}

TEST_F(Parked, BeginsToOverlapASensorItIsPutInto) {
    world.set_transform(zone, {{2.53f, 0.5f, 0}, {}});  // the pair is known, and apart
    run(world, 0.1);
    put_to_sleep_at({0.2f, 0.5f, 0});
    world.step(dt);
    EXPECT_EQ(world.events().sensor_begin.size(), 1u);
    EXPECT_FALSE(world.awake(box));
}

TEST_F(Parked, TouchesWhereItIsAndNotWhereItWas) {
    run(world, 0.5);
    put_to_sleep_at({1, 0.5f, 0});
    world.step(dt);
    EXPECT_TRUE(world.events().contact_end.empty());
    ASSERT_EQ(world.contacts().size(), 1u);
    for (int i = 0; i < world.contacts()[0].point_count; ++i)
        EXPECT_GT(world.contacts()[0].points[i].position.x, 0.4f) << i;
    EXPECT_FALSE(world.awake(box));
}

TEST_F(Parked, TouchesAndOverlapsWhereItsLastStepTookIt) {
    world.set_gravity({});
    const BodyId wall =
        add_body(world, {.type = BodyType::fixed, .position = {-1.1f, 0.5f, 0}}, Box{{0.5f, 0.4f, 1}});
    const BodyId other_zone = add_body(world, {.type = BodyType::fixed, .position = {1.07f, 0.5f, 0}},
                                       Box{{0.5f, 0.5f, 1}}, {.sensor = true});
    for (const float speed : {5.0f, -5.0f}) {
        world.set_transform(box, {{0, 0.6f, 0}, {}});
        world.set_awake(box, true), world.set_velocity(box, {});
        world.step(dt);
        world.set_velocity(box, {speed, 0, 0});
        world.step(dt);
        world.set_awake(box, false);
        world.step(dt);
        EXPECT_FALSE(world.awake(box)) << speed;
        EXPECT_EQ(world.events().sensor_begin.size(), speed > 0 ? 1u : 0u);
        EXPECT_EQ(world.contacts(wall).size(), speed < 0 ? 1u : 0u);
    }
    EXPECT_TRUE(world.valid(other_zone));
}

TEST_F(Parked, LeavesAwakeWhatStoodOnIt) {
    for (const float away : {0.05f, 50.0f}) {
        const BodyId above = add_box(world, {0, 1.5f, 0});
        run(world, 0.3);
        put_to_sleep_at({0, 0.5f - away, 0});
        EXPECT_TRUE(world.awake(above)) << away;
        EXPECT_FALSE(world.awake(box)) << away;
        world.remove_body(above);
        put_to_sleep_at({0, 0.5f, 0});
        world.set_awake(box, true);
    }
}

}  // namespace
}  // namespace cairn
