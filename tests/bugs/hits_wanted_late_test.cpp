// Hit events that are switched on while two shapes touch. Found by random calls in lockstep: the numbers of
// hits differed between lanes. A contact is told whether its speed of approach is to be noted when its
// material is written, and one that rests keeps its material; so nothing was noted, and what was reported was
// what lay in the memory for it, from whatever had been there before.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

class HitsWantedLate : public testing::TestWithParam<int> {};

TEST_P(HitsWantedLate, AreReportedOfWhatTouchedBefore) {
    for (const bool asleep : {false, true}) {
        World world({.lanes = GetParam()});
        add_floor(world);
        const BodyId box = add_box(world, {0, 0.5f, 0});
        run(world, 1);
        if (asleep) world.set_awake(box, false);
        const ShapeId shape = world.shapes(box).front();
        const uint64_t before = world.hash();
        world.set_hit_events(shape, true);
        world.set_hit_events(shape, false);
        EXPECT_EQ(world.hash(), before);  // nothing else has changed
        world.set_hit_events(shape, true);
        world.set_velocity(box, {0, -3, 0});
        world.step(1.0f / 60);
        ASSERT_EQ(world.events().hits.size(), 1u) << asleep;
        EXPECT_NEAR(world.events().hits[0].speed, 3, 0.01f);
        world.set_hit_events(shape, false);
        world.set_velocity(box, {0, -3, 0});
        world.step(1.0f / 60);
        EXPECT_TRUE(world.events().hits.empty());
    }
}

TEST_P(HitsWantedLate, DoNotTellOfOthersThatWereThereBefore) {
    World world({.sleep = false, .lanes = GetParam()});
    add_floor(world);
    const BodyId first = add_ball(world, {0, 2, 0}, 0.5f, {.hit_events = true});
    run(world, 2);
    world.remove_body(first);
    const BodyId box = add_box(world, {3, 0.5f, 0});
    run(world, 1);
    world.set_hit_events(world.shapes(box).front(), true);
    world.step(1.0f / 60);
    EXPECT_TRUE(world.events().hits.empty());
}

INSTANTIATE_TEST_SUITE_P(Lanes, HitsWantedLate, testing::Values(1, 4, 0));

}  // namespace
}  // namespace cairn
