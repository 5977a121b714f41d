// A shape cast that begins a hair above a large floor, and goes along it or away, hit it at once: the doubt
// about floats far from the centre was larger than the gap. And the doubt grew with the length of the cast,
// so that long ones hit early, or what they pass. Found by a reviewer.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(CastFromFloor, GoesAlongItAndAwayFromItFreely) {
    World world;
    add_body(world, {.type = BodyType::fixed}, Box{{500, 1, 500}, {0, -1, 0}});
    for (const float x : {0.0f, 100.0f, 400.0f})
        for (const float gap : {2e-5f, 2e-4f}) {
            const Transform start{{x, 0.5f + gap, 0}, {}};
            RayHit hit;
            EXPECT_FALSE(world.cast_shape(Sphere{0.5f}, start, {0, 1, 0}, hit)) << x << " " << gap;
            EXPECT_FALSE(world.cast_shape(Sphere{0.5f}, start, {1, 0, 0}, hit)) << x << " " << gap;
            EXPECT_TRUE(world.cast_shape(Sphere{0.5f}, start, {0, -1, 0}, hit)) << x << " " << gap;
        }
}

TEST(CastFromFloor, OfAnyLengthHitsWhereItHits) {
    World world;
    add_body(world, {.type = BodyType::fixed}, Sphere{0.5f});
    for (const float reach : {10.0f, 1e4f, 1e6f, 1e8f}) {
        RayHit hit;
        ASSERT_TRUE(world.cast_shape(Sphere{0.5f}, {{-5, 0, 0}, {}}, {reach, 0, 0}, hit));
        EXPECT_NEAR(hit.fraction * reach, 4, 0.001f) << reach;
        EXPECT_FALSE(world.cast_shape(Sphere{0.5f}, {{-5, 1.01f, 0}, {}}, {reach, 0, 0}, hit)) << reach;
    }
    RayHit hit;
    EXPECT_THAT(error_of([&] {
                    world.cast_shape(Sphere{0.5f}, {{-5, 0, 0}, {}}, {1e20f, 0, 0}, hit);
                }),
                testing::HasSubstr("motion"));
}

}  // namespace
}  // namespace cairn
