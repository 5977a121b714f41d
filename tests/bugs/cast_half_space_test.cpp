// Symptom: a half-space cast at a half-space hits at once, wherever they are, though `overlapping` says that
// they are apart. Cause: two half-spaces were taken to overlap always. Those that face each other need not.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(CastOfAHalfSpace, HitsTheOneItFacesWhereTheyMeet) {
    World world;
    add_floor(world);
    const Shape ceiling = HalfSpace{{0, -1, 0}, -4};
    RayHit hit;
    EXPECT_FALSE(world.cast_shape(ceiling, {}, {0, -3, 0}, hit));
    EXPECT_FALSE(world.cast_shape(ceiling, {}, {0, 8, 0}, hit));
    ASSERT_TRUE(world.cast_shape(ceiling, {}, {0, -8, 0}, hit));
    EXPECT_NEAR(hit.fraction, 0.5f, 1e-3f);
    EXPECT_NEAR(hit.normal.y, 1, 1e-6f);
    EXPECT_TRUE(world.cast_shape(HalfSpace{{1, 0, 0}, -100}, {}, {0, -3, 0}, hit))
        << "planes that cross meet";
    EXPECT_EQ(hit.fraction, 0);
}

}  // namespace
}  // namespace cairn
