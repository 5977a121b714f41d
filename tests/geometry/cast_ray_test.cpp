#include <gtest/gtest.h>

#include <vector>

#include "geometry/cast.hpp"
#include "geometry/hull_builder.hpp"
#include "tests/geometry/random.hpp"

namespace cairn {
namespace {

using test::GeometryRandom;

struct Hit {
    bool hit = false;
    float fraction = -1;
    Vec3 normal;
};

Hit cast(const Shape& shape, Vec3 from, Vec3 to) {
    Hit h;
    h.hit = cast_ray(shape, from, to, h.fraction, h.normal);
    return h;
}

void expect_hit(const Hit& h, float fraction, Vec3 normal) {
    ASSERT_TRUE(h.hit);
    EXPECT_NEAR(h.fraction, fraction, 1e-6f);
    EXPECT_LT(length(h.normal - normal), 2e-6f);
}

TEST(CastRay, SphereHeadOnTangentAndMissed) {
    const Shape ball = Sphere{1, {0, 2, 0}};
    expect_hit(cast(ball, {-5, 2, 0}, {5, 2, 0}), 0.4f, {-1, 0, 0});
    expect_hit(cast(ball, {-5, 2.6f, 0}, {5, 2.6f, 0}), 0.42f, {-0.8f, 0.6f, 0});
    EXPECT_FALSE(cast(ball, {-5, 3.001f, 0}, {5, 3.001f, 0}).hit);
    EXPECT_FALSE(cast(ball, {-5, 2, 0}, {-1.01f, 2, 0}).hit);
    EXPECT_FALSE(cast(ball, {5, 2, 0}, {9, 2, 0}).hit);
}

TEST(CastRay, SphereFromAKilometreAwayKeepsItsDigits) {
    const Hit h = cast(Sphere{0.5f}, {-1000, 0.3f, 0}, {1000, 0.3f, 0});
    ASSERT_TRUE(h.hit);
    EXPECT_NEAR(-1000 + 2000 * double(h.fraction), -0.4, 1.3e-4);  // an ulp of the fraction is 6e-5 m
    EXPECT_LT(length(h.normal - Vec3{-0.8f, 0.6f, 0}), 1e-6f);
}

TEST(CastRay, CapsuleSideAndBothCaps) {
    const Shape rod = Capsule{{0, -1, 0}, {0, 1, 0}, 0.5f};
    expect_hit(cast(rod, {-2, 0.3f, 0}, {2, 0.3f, 0}), 1.5f / 4, {-1, 0, 0});
    expect_hit(cast(rod, {0, 5, 0}, {0, -5, 0}), 0.35f, {0, 1, 0});
    expect_hit(cast(rod, {0, -5, 0}, {0, 5, 0}), 0.35f, {0, -1, 0});
    expect_hit(cast(rod, {-2, 1.3f, 0}, {2, 1.3f, 0}), 0.4f, {-0.8f, 0.6f, 0});
    EXPECT_FALSE(cast(rod, {-2, 1.51f, 0}, {2, 1.51f, 0}).hit);
    EXPECT_FALSE(cast(rod, {0.6f, -3, 0}, {0.6f, 3, 0}).hit);
    expect_hit(cast(Capsule{{0, 0, 0}, {0, 0, 0}, 1}, {-2, 0, 0}, {2, 0, 0}), 0.25f, {-1, 0, 0});
}

TEST(CastRay, BoxFacesAndRotation) {
    const Shape box = Box{{1, 2, 3}, {0, 0, 1}};
    expect_hit(cast(box, {-5, 0, 0}, {5, 0, 0}), 0.4f, {-1, 0, 0});
    expect_hit(cast(box, {0, 0, 9}, {0, 0, -1}), 0.5f, {0, 0, 1});
    EXPECT_FALSE(cast(box, {-5, 2.01f, 0}, {5, 2.01f, 0}).hit);
    EXPECT_FALSE(cast(box, {-5, 0, 0}, {-1.1f, 0, 0}).hit);
    const float root = std::sqrt(2.0f);
    const Shape turned = Box{{1, 1, 1}, {}, axis_angle({0, 0, 1}, 0.78539816f)};
    expect_hit(cast(turned, {-4, 0.5f, 0}, {4, 0.5f, 0}), (4 - (root - 0.5f)) / 8, {-1 / root, 1 / root, 0});
}

TEST(CastRay, HalfSpaceFromAboveOnly) {
    const Shape ground = HalfSpace{{0, 1, 0}, 1};
    expect_hit(cast(ground, {0, 5, 0}, {3, -3, 0}), 0.5f, {0, 1, 0});
    EXPECT_FALSE(cast(ground, {0, 5, 0}, {3, 1.1f, 0}).hit);
    EXPECT_FALSE(cast(ground, {0, 5, 0}, {3, 6, 0}).hit);
    EXPECT_FALSE(cast(ground, {0, 5, 0}, {3, 5, 0}).hit);
}

TEST(CastRay, StartInsideHitsAtOnceAgainstTheRay) {
    std::vector<Shape> shapes{Sphere{1}, Capsule{{0, -1, 0}, {0, 1, 0}, 0.5f}, Box{{1, 1, 1}},
                              Hull(make_box_hull({1, 1, 1})), HalfSpace{{0, 1, 0}, 1}};
    for (const Shape& shape : shapes) {
        expect_hit(cast(shape, {0.1f, 0.2f, 0}, {0.1f, 10.2f, 0}), 0, {0, -1, 0});
        EXPECT_TRUE(cast(shape, {0, 0, 0}, {0, 0, 0}).hit);
        EXPECT_FALSE(cast(shape, {0, 5, 0}, {0, 5, 0}).hit);
    }
}

TEST(CastRay, HullOfABoxAndTheBoxAgree) {
    GeometryRandom random(1);
    int hits = 0, differing = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Vec3 half{random.uniform(0.1f, 1), random.uniform(0.1f, 1), random.uniform(0.1f, 1)};
        const Transform t = random.transform(0.5f);
        const Vec3 from = 3.0f * random.direction(), to = random.vector(1);
        const Hit box = cast(Box{half, t.position, t.rotation}, from, to);
        const Hit hull = cast(Hull(make_box_hull(half, t.position, t.rotation)), from, to);
        differing += box.hit != hull.hit;  // grazing within rounding
        if (!box.hit || !hull.hit) continue;
        ++hits;
        EXPECT_NEAR(box.fraction, hull.fraction, 1e-5f);
    }
    EXPECT_GT(hits, 3000);
    EXPECT_LE(differing, 2);
}

// The entry point of a hull is on its surface, and nothing before it is inside.
TEST(CastRay, EntryPointsOfRandomHullsAreOnTheSurface) {
    GeometryRandom random(2);
    std::vector<Vec3> points;
    for (int i = 0; i < 60; ++i) points.push_back(random.vector(1));
    const Hull hull(points);
    for (int i = 0; i < 5'000; ++i) {
        const Vec3 from = 4.0f * random.direction(), to = random.vector(2);
        const Hit h = cast(hull, from, to);
        float worst = -10;
        const Vec3 end = h.hit ? from + h.fraction * (to - from) : to;
        for (const HullFace& f : hull.data().faces) worst = std::max(worst, dot(f.normal, end) - f.offset);
        if (h.hit) {
            EXPECT_NEAR(worst, 0, 2e-6f);
        } else {
            EXPECT_GT(worst, -2e-6f);
        }
    }
}

}  // namespace
}  // namespace cairn
