// L08: closest points against an oracle that tries every pair of features.
#include "geometry/distance.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "geometry/hull_builder.hpp"
#include "math/rotation.hpp"
#include "tests/geometry/polytope_oracle.hpp"
#include "tests/geometry/random.hpp"

namespace cairn {
namespace {

using test::GeometryRandom;

Hull random_hull(GeometryRandom& random, int count, float size) {
    std::vector<Vec3> points;
    const Vec3 scales{size * random.uniform(0.2f, 1), size * random.uniform(0.2f, 1), size};
    for (int i = 0; i < count; ++i) points.push_back(scale(scales, random.direction()));
    return Hull(points);
}

std::vector<Hull> some_hulls(GeometryRandom& random) {
    std::vector<Hull> hulls;
    for (int i = 0; i < 40; ++i) hulls.push_back(random_hull(random, random.integer(4, 14), 1));
    for (int i = 0; i < 10; ++i)
        hulls.emplace_back(make_box_hull(abs_of(random.vector(1)) + Vec3{0.05f, 0.05f, 0.05f}));
    return hulls;
}

void expect_consistent(const DistanceResult& r, float size) {
    EXPECT_NEAR(length(r.normal), 1, 1e-6f);
    EXPECT_LT(length(r.point_b - r.point_a - r.distance * r.normal), 2e-6f * size);
}

TEST(Distance, AgreesWithTheOracleOnRandomHullPairs) {
    GeometryRandom random(1);
    const std::vector<Hull> hulls = some_hulls(random);
    int separated = 0, touching = 0;
    for (int i = 0; i < 20'000; ++i) {
        const Hull& a = hulls[size_t(random.integer(0, int(hulls.size()) - 1))];
        const Hull& b = hulls[size_t(random.integer(0, int(hulls.size()) - 1))];
        const Transform ta = random.transform(0.5f), tb = random.transform(i % 2 == 0 ? 2.0f : 0.5f);
        const test::Polytope pa = test::polytope(a.data(), ta), pb = test::polytope(b.data(), tb);
        const double separation = test::oracle_separation(pa, pb);
        const DistanceResult r = shape_distance(a, ta, b, tb);
        EXPECT_LT(r.iterations, 40);
        if (separation > 1e-5) {
            const double exact = test::oracle_distance(pa, pb);
            EXPECT_FALSE(r.overlap) << exact;
            EXPECT_NEAR(double(r.distance), exact, 1e-4 * exact * 0.1 + 2e-6);
            expect_consistent(r, 4);
            ++separated;
        } else if (separation < -1e-5) {
            EXPECT_TRUE(r.overlap) << separation;
            ++touching;
        }
    }
    EXPECT_GT(separated, 4000);
    EXPECT_GT(touching, 4000);
}

TEST(Distance, NearContactsKeepTheirDigitsAndAreNeverZero) {
    GeometryRandom random(2);
    const std::vector<Hull> hulls = some_hulls(random);
    for (int i = 0; i < 4'000; ++i) {
        const Hull& a = hulls[size_t(random.integer(0, int(hulls.size()) - 1))];
        const Hull& b = hulls[size_t(random.integer(0, int(hulls.size()) - 1))];
        Transform tb = random.transform(3);
        const DistanceResult apart = shape_distance(a, {}, b, tb);
        if (apart.overlap) continue;
        const float gap = std::pow(10.0f, random.uniform(-5, -2));
        tb.position -= (apart.distance - gap) * apart.normal;
        const test::Polytope pa = test::polytope(a.data(), {}), pb = test::polytope(b.data(), tb);
        const double exact = test::oracle_distance(pa, pb);
        const DistanceResult r = shape_distance(a, {}, b, tb);
        EXPECT_FALSE(r.overlap) << gap;
        EXPECT_NEAR(double(r.distance), exact, 1e-5 * exact + 5e-7);
    }
}

// Faces that lie exactly on each other's planes, edges exactly parallel: the degenerate simplices of games.
TEST(Distance, ParallelFacesAndEdgesOfBoxesAreExact) {
    const Shape unit = Box{{0.5f, 0.5f, 0.5f}};
    for (const float gap : {1e-5f, 1e-4f, 1e-3f, 0.01f, 1.0f, 100.0f}) {
        for (const float slide : {0.0f, 0.1f, 0.5f, 0.999f, 1.0f}) {
            for (const Quat& q :
                 {Quat{}, axis_angle({0, 1, 0}, 0.7853981634f), axis_angle({0, 1, 0}, 1e-4f)}) {
                const float top = 1 + gap;
                const DistanceResult r = shape_distance(unit, {}, unit, {{slide, top, 0.5f * slide}, q});
                EXPECT_FALSE(r.overlap);
                if (slide < 1) {
                    EXPECT_NEAR(r.distance, gap, 2e-7f * top) << gap << " " << slide;
                    EXPECT_GT(r.normal.y, 0.9999f);
                }
            }
        }
    }
    const DistanceResult touching = shape_distance(unit, {}, unit, {{0, 0.9999f, 0}, {}});
    EXPECT_TRUE(touching.overlap);
}

TEST(Distance, SpheresAndCapsulesHaveClosedForms) {
    const Shape ball = Sphere{0.5f, {1, 0, 0}}, small = Sphere{0.25f};
    DistanceResult r = shape_distance(ball, {{0, 1, 0}, {}}, small, {{4, 5, 0}, {}});
    EXPECT_NEAR(r.distance, 5 - 0.75f, 1e-6f);
    EXPECT_LT(length(r.normal - Vec3{0.6f, 0.8f, 0}), 1e-6f);
    EXPECT_LT(length(r.point_a - Vec3{1.3f, 1.4f, 0}), 1e-6f);
    const Shape rod = Capsule{{0, -1, 0}, {0, 1, 0}, 0.1f};
    r = shape_distance(rod, {}, rod, {{2, 0, 0}, axis_angle({1, 0, 0}, 1)});
    EXPECT_NEAR(r.distance, 1.8f, 1e-6f);
    r = shape_distance(rod, {}, small, {{0.3f, 0.5f, 0}, {}});
    EXPECT_FALSE(r.overlap);
    EXPECT_NEAR(r.distance, 0.3f - 0.35f, 1e-6f);  // the rounded parts overlap: a true depth
    EXPECT_LT(length(r.normal - Vec3{1, 0, 0}), 1e-6f);
    r = shape_distance(small, {}, small, {});
    EXPECT_TRUE(r.overlap);
    EXPECT_FLOAT_EQ(r.distance, -0.5f);
}

TEST(Distance, HalfSpaceIsExactAndSignedFromBothSides) {
    const Shape ground = HalfSpace{{0, 1, 0}, 2};
    const Shape box = Box{{1, 1, 1}};
    DistanceResult r = shape_distance(ground, {}, box, {{0, 5, 0}, {}});
    EXPECT_FLOAT_EQ(r.distance, 2);
    EXPECT_EQ(r.normal, (Vec3{0, 1, 0}));
    r = shape_distance(box, {{0, 1.5f, 0}, {}}, ground, {});
    EXPECT_FLOAT_EQ(r.distance, -1.5f);
    EXPECT_EQ(r.normal, (Vec3{0, -1, 0}));
    EXPECT_NEAR(r.point_b.y, 2, 1e-6f);
    EXPECT_TRUE(shape_distance(ground, {}, ground, {}).overlap);
}

TEST(Distance, WitnessPointsLieOnTheReturnedFeatures) {
    GeometryRandom random(3);
    const std::vector<Hull> hulls = some_hulls(random);
    for (int i = 0; i < 2'000; ++i) {
        const Hull& a = hulls[size_t(i) % hulls.size()];
        const Hull& b = hulls[size_t(i / 7) % hulls.size()];
        const DistanceResult r = shape_distance(a, {}, b, random.transform(4));
        if (r.overlap) continue;
        ASSERT_GE(r.simplex.count, 1);
        ASSERT_LE(r.simplex.count, 3);
        Vec3 low = a.vertices()[r.simplex.index_a[0]], high = low;
        for (int k = 1; k < r.simplex.count; ++k) {
            low = min_of(low, a.vertices()[r.simplex.index_a[k]]);
            high = max_of(high, a.vertices()[r.simplex.index_a[k]]);
        }
        const Vec3 clamped = max_of(low, min_of(high, r.point_a));
        EXPECT_LT(length(clamped - r.point_a), 1e-6f);
    }
}

TEST(Distance, WarmStartNeedsAStepOrTwoAndAgreesWithAColdOne) {
    GeometryRandom random(4);
    const std::vector<Hull> hulls = some_hulls(random);
    int steps = 0, searches = 0;
    for (int i = 0; i < 200; ++i) {
        const Hull& a = hulls[size_t(i) % hulls.size()];
        const Hull& b = hulls[size_t(i * 3) % hulls.size()];
        Transform tb{3.0f * random.direction(), random.rotation()};
        const Vec3 spin = 0.01f * random.direction();
        SimplexCache cache;
        for (int k = 0; k < 50; ++k) {
            tb.rotation = normalized(exp_rotation(spin) * tb.rotation);
            const DistanceResult warm = shape_distance(a, {}, b, tb, cache),
                                 cold = shape_distance(a, {}, b, tb);
            EXPECT_NEAR(warm.distance, cold.distance, 2e-6f);
            cache = warm.simplex;
            if (k > 0) steps += warm.iterations, ++searches;
        }
    }
    EXPECT_LT(float(steps) / float(searches), 2);
}

TEST(Distance, ForeignCachesAreHarmless) {
    GeometryRandom random(5);
    const Hull a = random_hull(random, 12, 1), b = random_hull(random, 12, 1);
    for (int i = 0; i < 1000; ++i) {
        SimplexCache cache;
        cache.count = uint8_t(random.integer(0, 4));
        for (int k = 0; k < 4; ++k)
            cache.index_a[k] = uint8_t(random.integer(0, 255)),
            cache.index_b[k] = uint8_t(random.integer(0, 12));
        const Transform tb = random.transform(3);
        const DistanceResult r = shape_distance(a, {}, b, tb, cache), cold = shape_distance(a, {}, b, tb);
        EXPECT_EQ(r.overlap, cold.overlap);
        EXPECT_NEAR(r.distance, cold.distance, 2e-6f);
    }
}

TEST(Distance, MillimetreAndKilometreHullsKeepTheirRelativePrecision) {
    GeometryRandom random(6);
    for (const float size : {1e-3f, 1.0f, 1e3f}) {
        for (int i = 0; i < 500; ++i) {
            const Hull a = random_hull(random, 10, size), b = random_hull(random, 10, size);
            const Transform tb = random.transform(3 * size);
            const test::Polytope pa = test::polytope(a.data(), {}), pb = test::polytope(b.data(), tb);
            if (test::oracle_separation(pa, pb) < 1e-3 * double(size)) continue;
            const double exact = test::oracle_distance(pa, pb);
            EXPECT_NEAR(double(shape_distance(a, {}, b, tb).distance) / exact, 1, 1e-4);
        }
    }
}

TEST(ConvexPoints, SupportIsTheFurthestVertexAndTiesGoToTheLowestIndex) {
    GeometryRandom random(7);
    for (int i = 0; i < 300; ++i) {
        const Hull hull = random_hull(random, random.integer(4, 120), 1);
        const Vec3 d = random.direction();
        int best = 0;
        for (int k = 1; k < int(hull.vertices().size()); ++k) {
            if (dot(hull.vertices()[size_t(k)], d) > dot(hull.vertices()[size_t(best)], d)) best = k;
        }
        EXPECT_EQ(hull_support(hull.data(), d), best);
    }
    const Hull box(make_box_hull({1, 1, 1}));
    EXPECT_EQ(hull_support(box.data(), {0, 1, 0}), 2);
    EXPECT_EQ(hull_support(box.data(), {0, 0, 0}), 0);
    EXPECT_FLOAT_EQ(radius_about(convex_points(Box{{1, 2, 2}}), {0, 0, 0}), 3);
}

}  // namespace
}  // namespace cairn
