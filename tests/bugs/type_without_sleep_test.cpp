// set_type told that a body woke up when it had not slept: dynamic to kinematic, and fixed in between, put
// the body on the list of the awake anew. Who follows fell_asleep and woke_up alone must always know whether
// a body is awake: each tells of a change of World::awake, and of nothing else.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

struct Told {
    size_t asleep, woken;
    bool operator==(const Told&) const = default;
};

Told step(World& world) {
    world.step(1.0f / 60);
    return {world.events().fell_asleep.size(), world.events().woke_up.size()};
}

TEST(TypeWithoutSleep, AMovingBodyOfAnotherMovingTypeIsAwakeAsBefore) {
    World world;
    const BodyId body = add_box(world, {});
    for (const BodyType type : {BodyType::kinematic, BodyType::dynamic, BodyType::dynamic}) {
        world.set_type(body, type);
        EXPECT_TRUE(world.awake(body));
        EXPECT_EQ(step(world), (Told{0, 0}));
    }
}

TEST(TypeWithoutSleep, AFixedBodySleepsAndWakesWhenItMayMoveAgain) {
    World world;
    const BodyId body = add_box(world, {});
    world.set_type(body, BodyType::fixed);
    EXPECT_FALSE(world.awake(body));
    EXPECT_EQ(step(world), (Told{1, 0}));
    world.set_type(body, BodyType::dynamic);
    EXPECT_TRUE(world.awake(body));
    EXPECT_EQ(step(world), (Told{0, 1}));
    world.set_type(body, BodyType::fixed);
    world.set_type(body, BodyType::dynamic);
    EXPECT_EQ(step(world), (Told{1, 1}));
}

TEST(TypeWithoutSleep, ASleeperThatIsMadeFixedDoesNotFallAsleepTwice) {
    World world;
    const BodyId body = add_box(world, {});
    world.set_awake(body, false);
    EXPECT_EQ(step(world), (Told{1, 0}));
    world.set_type(body, BodyType::fixed);
    EXPECT_EQ(step(world), (Told{0, 0}));
    world.set_type(body, BodyType::kinematic);
    EXPECT_EQ(step(world), (Told{0, 1}));
}

}  // namespace
}  // namespace cairn
