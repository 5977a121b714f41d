// Cubes that bounce without loss gained energy: of a contact's points, each was made to leave with the speed
// of its impact once, one after the other, and the first ones were then pushed on by the last. Where a cube
// lands on an edge or nearly flat, one of them left too fast. The points are swept until all leave as they
// should.

#include <gtest/gtest.h>

#include "tests/support/random.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// How many of sixty, thrown onto a floor alone, gain more than a fiftieth of their energy in four seconds.
int gaining(const Shape& shape, float restitution, float friction) {
    Random random(11);
    int count = 0;
    for (int i = 0; i < 60; ++i) {
        World world({.sleep = false});
        const ShapeDef material{.friction = friction, .restitution = restitution};
        add_floor(world, material);
        add_body(world,
                 {.position = {0, 1.2f, 0},
                  .rotation = random.rotation(),
                  .velocity = {random.between(-3, 3), random.between(-5, 0), random.between(-3, 3)},
                  .angular_velocity = random.in_cube(10)},
                 shape, material);
        count += energy_gain(world, 4) > 1.02;
    }
    return count;
}

TEST(ReboundingCubes, WithoutLossKeepTheirEnergy) { EXPECT_LE(gaining(Box{{0.25f, 0.25f, 0.25f}}, 1, 0), 2); }

TEST(ReboundingCubes, WithLittleLossNeverGain) {
    EXPECT_EQ(gaining(Box{{0.25f, 0.25f, 0.25f}}, 0.9f, 0.3f), 0);
    EXPECT_EQ(gaining(Box{{0.4f, 0.02f, 0.3f}}, 0.9f, 0.3f), 0);
}

}  // namespace
}  // namespace cairn
