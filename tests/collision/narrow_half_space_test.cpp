// Everything against a half-space, and the dispatcher.

#include <gtest/gtest.h>

#include "collision/narrow/collide.hpp"
#include "collision/narrow/half_space.hpp"
#include "geometry/hull_builder.hpp"
#include "tests/support/narrow_checks.hpp"

namespace cairn {
namespace {

using namespace narrow;
using oracle::Dice;

const HalfSpace tilted{normalized(Vec3{0.3f, 1, 0.2f}), 0.1f};

/// Height of a point of body a above the half-space.
double height(Vec3 p, const Transform& pose) {
    const oracle::Point n = oracle::rotate(pose.rotation, oracle::point(tilted.normal));
    return oracle::dot(n, oracle::operator-(oracle::point(p), oracle::point(pose.position))) - tilted.offset;
}

TEST(NarrowHalfSpace, SphereAndCapsuleRestOnTheirLowestPoints) {
    Dice dice(41);
    for (int i = 0; i < 1000; ++i) {
        const Transform pose{dice.vector(0.5f), dice.rotation()};
        const Sphere sphere{0.3f, dice.vector(0.5f)};
        const Capsule capsule{dice.vector(0.5f), dice.vector(0.5f), 0.2f};
        Manifold m;
        collide_sphere_half_space(m, sphere, tilted, pose);
        const double separation = height(sphere.center, pose) - sphere.radius;
        ASSERT_EQ(m.count, separation <= speculative_distance ? 1 : 0);
        if (m.count == 1) {
            EXPECT_NEAR(m.points[0].separation, separation, 1e-5);
        }
        collide_capsule_half_space(m, capsule, tilted, pose);
        expect_sound(m);
        const double first = height(capsule.a, pose) - 0.2f, second = height(capsule.b, pose) - 0.2f;
        ASSERT_EQ(m.count, (first <= speculative_distance) + (second <= speculative_distance));
        if (m.count > 0) {
            EXPECT_NEAR(deepest(m), std::min(first, second), 1e-5);
        }
    }
}

TEST(NarrowHalfSpace, BoxAndHullTouchWithTheirLowestVertices) {
    Dice dice(42);
    int touching = 0;
    for (int i = 0; i < 2000; ++i) {
        const Box box{{dice.between(0.2f, 1), dice.between(0.2f, 1), dice.between(0.2f, 1)},
                      dice.vector(0.2f),
                      dice.rotation()};
        const auto hull = make_box_hull(box.half_extents, box.center, box.rotation);
        const Transform pose{dice.vector(1), dice.rotation()};
        double lowest = 1e300;
        for (Vec3 v : hull->vertices) lowest = std::min(lowest, height(v, pose));
        Manifold boxes, hulls;
        collide_box_half_space(boxes, box, tilted, pose);
        collide_hull_half_space(hulls, *hull, tilted, pose);
        expect_sound(boxes);
        expect_sound(hulls);
        ASSERT_EQ(boxes.count > 0, lowest <= speculative_distance) << i;
        ASSERT_EQ(hulls.count > 0, lowest <= speculative_distance) << i;
        if (boxes.count == 0) continue;
        ++touching;
        EXPECT_NEAR(deepest(boxes), lowest, 1e-5);
        EXPECT_NEAR(deepest(hulls), lowest, linear_slop);
        for (int k = 0; k < boxes.count; ++k) {
            const ManifoldPoint& p = boxes.points[k];
            EXPECT_NEAR(height(p.position, pose), 0.5f * p.separation, 1e-5);
        }
    }
    EXPECT_GT(touching, 1000);
}

TEST(NarrowHalfSpace, BoxOnTheGroundHasFourPointsAndAPlateNeverStandsOnItsTop) {
    Manifold m;
    collide_box_half_space(m, Box{}, HalfSpace{}, {{0, -0.49f, 0}, {}});
    ASSERT_EQ(m.count, 4);
    EXPECT_EQ(m.normal, (Vec3{0, -1, 0}));
    const auto plate = make_box_hull({0.2f, 0.004f, 0.3f});
    collide_hull_half_space(m, *plate, HalfSpace{}, {{0, -0.004f, 0}, {}});
    ASSERT_EQ(m.count, 4);
    for (const ManifoldPoint& p : m.points) EXPECT_NEAR(p.separation, 0, 1e-6);
}

TEST(NarrowCollide, EveryPairOfKindsIsServedAndRestsWhereItShould) {
    const auto hull = make_box_hull({0.5f, 0.5f, 0.5f});
    const ShapeView shapes[] = {Sphere{0.5f}, Capsule{{-0.5f, 0, 0}, {0.5f, 0, 0}, 0.5f}, Box{}, *hull,
                                HalfSpace{}};
    const int points[5][5] = {
        {1, 1, 1, 1, 1}, {0, 2, 2, 2, 2}, {0, 0, 4, 4, 4}, {0, 0, 0, 4, 4}, {0, 0, 0, 0, 0}};
    for (int a = 0; a < 5; ++a) {
        for (int b = a; b < 5; ++b) {
            const float distance = b == 4 ? 0.495f : 0.995f;
            Manifold m;
            AxisCache cache;
            collide(m, shapes[a], shapes[b], {{0, -distance, 0}, {}}, cache);
            EXPECT_EQ(m.count, points[a][b]) << a << " " << b;
            if (m.count == 0) continue;
            expect_sound(m);
            EXPECT_NEAR(m.normal.y, -1, 1e-5) << a << " " << b;
            for (int i = 0; i < m.count; ++i)
                EXPECT_NEAR(m.points[i].separation, -0.005f, 1e-5) << a << " " << b;
        }
    }
}

}  // namespace
}  // namespace cairn
