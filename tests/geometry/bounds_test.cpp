#include "geometry/bounds.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "geometry/convex_points.hpp"
#include "geometry/hull_builder.hpp"
#include "math/trigonometry.hpp"
#include "tests/geometry/random.hpp"

namespace cairn {
namespace {

using test::GeometryRandom;

TEST(Bounds, AreTightAroundThePointsOfEveryConvexShape) {
    GeometryRandom random(1);
    for (int i = 0; i < 2'000; ++i) {
        const Vec3 half = abs_of(random.vector(1)) + Vec3{0.1f, 0.1f, 0.1f};
        std::vector<Vec3> points;
        for (int k = 0; k < random.integer(10, 60); ++k) points.push_back(random.vector(2));
        const std::vector<Shape> shapes{Sphere{half.x, random.vector(1)},
                                        Capsule{random.vector(1), random.vector(1), half.x},
                                        Box{half, random.vector(1), random.rotation()}, Hull(points)};
        const Transform t = random.transform(5);
        for (const Shape& shape : shapes) {
            const ConvexPoints convex = convex_points(shape);
            Vec3 low = t * convex.point(0), high = low;
            for (int k = 1; k < convex.count; ++k) {
                low = min_of(low, t * convex.point(k));
                high = max_of(high, t * convex.point(k));
            }
            const Vec3 r{convex.radius, convex.radius, convex.radius};
            const Bounds bounds = shape_bounds(shape, t);
            EXPECT_LT(length(bounds.lower - (low - r)), 5e-6f) << shape.index();
            EXPECT_LT(length(bounds.upper - (high + r)), 5e-6f) << shape.index();
        }
    }
}

TEST(Bounds, UnrotatedBoxIsExact) {
    const Bounds b = shape_bounds(Box{{1, 2, 3}, {10, 0, 0}}, {{0, 5, 0}, {}});
    EXPECT_EQ(b.lower, (Vec3{9, 3, -3}));
    EXPECT_EQ(b.upper, (Vec3{11, 7, 3}));
}

TEST(Bounds, OfAHalfSpaceAreHugeFiniteAndEndAtAnAxisAlignedPlane) {
    const Bounds ground = shape_bounds(HalfSpace{{0, 1, 0}, 2}, {{0, 3, 0}, {}});
    EXPECT_EQ(ground.upper, (Vec3{half_space_reach, 5, half_space_reach}));
    EXPECT_EQ(ground.lower.y, -half_space_reach);
    const Bounds wall = shape_bounds(HalfSpace{{-1, 0, 0}, 2}, {});  // -x <= 2
    EXPECT_EQ(wall.lower.x, -2);
    EXPECT_EQ(wall.upper.x, half_space_reach);
    const Bounds slope = shape_bounds(HalfSpace{normalized(Vec3{0.1f, 1, 0}), 0}, {});
    EXPECT_EQ(slope.upper.y, half_space_reach);
}

}  // namespace
}  // namespace cairn
