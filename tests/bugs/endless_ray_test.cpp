// Symptom: a ray that was made as long as a float can say, to mean "however far", met tilted ground, boxes
// and hulls at fraction 0, wherever they were, with a normal of NaN or zero; and went through capsules.
// Cause: its ends were turned into the body's axes in floats, and overflowed there.

#include <gtest/gtest.h>

#include "tests/support/random.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr float short_way = 30, lengths[] = {1e6f, 1e15f, 1e30f, 1e38f, 1.9e38f};

std::vector<Shape> one_of_each_kind() {
    return {Sphere{1}, Capsule{{-1, 0, 0}, {1, 0, 0}, 0.5f}, Box{{1, 0.5f, 0.8f}},
            Hull(std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0.3f}, {0, 1, 0}, {0, -1, 0.2f}, {0, 0, 1}}),
            HalfSpace{{0, 1, 0}, 0.3f}};
}

TEST(EndlessRay, MeetsWhatAShortRayTheSameWayMeets) {
    Random random(1);
    int hits = 0;
    for (const Shape& shape : one_of_each_kind()) {
        for (int i = 0; i < 300; ++i) {
            World world;
            add_body(world,
                     {.type = BodyType::fixed, .position = random.in_cube(3), .rotation = random.rotation()},
                     shape);
            const Vec3 from = random.in_cube(5), way = normalized(random.in_cube(1), {0, 1, 0});
            RayHit near;
            if (!world.cast_ray(from, from + short_way * way, near)) continue;
            ++hits;
            for (const float size : lengths) {
                RayHit far;
                ASSERT_TRUE(world.cast_ray(from, from + size * way, far)) << shape.index() << ", " << size;
                EXPECT_NEAR(far.fraction * size, near.fraction * short_way, 1e-3f);
                EXPECT_NEAR(length(far.normal - near.normal), 0, 1e-3f);
                EXPECT_NEAR(length(far.point - near.point), 0, 1e-3f);
            }
        }
    }
    EXPECT_GT(hits, 200);
}

TEST(EndlessRay, MissesWhatLiesBehindIt) {
    Random random(2);
    for (const Shape& shape : one_of_each_kind()) {
        if (std::holds_alternative<HalfSpace>(shape)) continue;  // endless itself
        for (int i = 0; i < 300; ++i) {
            World world;
            add_body(world, {.type = BodyType::fixed, .rotation = random.rotation()}, shape);
            const Vec3 way = normalized(random.in_cube(1), {0, 1, 0});
            RayHit hit;
            for (const float size : lengths) ASSERT_FALSE(world.cast_ray(3 * way, size * way, hit));
        }
    }
}

}  // namespace
}  // namespace cairn
