// A locked axis made a zero with a minus before it. Where another body of its block turned freely a zero was
// added to it, which takes the minus away: other bits for other numbers of lanes, and for other neighbours.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(LockedZero, HasNoSignAndTheSameBitsForAnyLanes) {
    for (const int substeps : {1, 2, 8}) {
        uint64_t expected = 0;
        for (const int lanes : {1, 4, 8, 16}) {
            if (error_of([&] { World world({.lanes = lanes}); }) != "") continue;  // not on this machine
            World world({.gravity = {0, 0, 0}, .solver = {.substeps = substeps}, .lanes = lanes});
            BodyDef locked;
            locked.locks.angular_x = true;
            locked.angular_velocity = {-1, 0, 0};
            const BodyId body = add_body(world, locked, Box{{0.5f, 0.2f, 0.3f}});
            add_body(world, {.position = {5, 0, 0}, .angular_velocity = {1, 2, 3}}, Box{{0.5f, 0.2f, 0.3f}});
            world.step(1.0f / 60);
            EXPECT_FALSE(std::signbit(world.angular_velocity(body).x));
            if (lanes == 1) expected = world.hash();
            EXPECT_EQ(world.hash(), expected) << substeps << " sub-steps, " << lanes << " lanes";
        }
    }
}

}  // namespace
}  // namespace cairn
