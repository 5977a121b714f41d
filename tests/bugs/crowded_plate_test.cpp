// A body with more contacts than there are colours has some solved one after another. Balls, capsules and
// boxes are kept apart by how many points they can have, and these three rows were given to three workers at
// once, all of which wrote the one body they share: other bits in every run with several threads. Seen in the
// code, not by a user.

#include <gtest/gtest.h>

#include "tests/support/thread_tasks.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

uint64_t run_plate(int threads, int& overflow) {
    ThreadTasks tasks(threads);
    World world({.sleep = false, .tasks = &tasks});
    add_floor(world);
    add_box(world, {0, 0.25f, 0}, {12, 0.25f, 12});
    for (int i = 0; i < 400; ++i) {
        const Vec3 at{static_cast<float>(i % 20) - 9.5f, 0.75f, static_cast<float>(i / 20) - 9.5f};
        if (i % 3 == 0) add_ball(world, at, 0.25f);
        if (i % 3 == 1) add_body(world, {.position = at}, Capsule{{-0.1f, 0, 0}, {0.1f, 0, 0}, 0.25f});
        if (i % 3 == 2) add_box(world, at, {0.25f, 0.25f, 0.25f});
    }
    for (int step = 0; step < 60; ++step) world.step(1.0f / 60);
    overflow = world.report().overflow;
    return world.hash();
}

TEST(CrowdedPlate, GivesTheSameBitsForAnyNumberOfThreads) {
    int overflow = 0;
    const uint64_t expected = run_plate(1, overflow);
    ASSERT_GT(overflow, 100);
    for (const int threads : {2, 4})
        EXPECT_EQ(run_plate(threads, overflow), expected) << threads << " threads";
}

}  // namespace
}  // namespace cairn
