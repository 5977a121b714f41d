// Hull against hull and box against hull: axes and depths against a double-precision oracle, and the same
// answers as the box kernel gives for boxes.

#include <gtest/gtest.h>

#include "collision/narrow/box_box.hpp"
#include "collision/narrow/hull_hull.hpp"
#include "collision/narrow/tolerances.hpp"
#include "geometry/hull_builder.hpp"
#include "tests/support/narrow_checks.hpp"
#include "tests/support/narrow_oracle.hpp"

namespace cairn {
namespace {

using narrow::collide_box_box;
using narrow::collide_box_hull;
using narrow::collide_hull_hull;
using oracle::Dice;
using HullPointer = std::shared_ptr<const HullData>;

/// Points on an ellipsoid; every third hull is a prism, whose faces have many corners.
HullPointer random_hull(Dice& dice, int count) {
    const Vec3 size{dice.between(0.2f, 1), dice.between(0.2f, 1), dice.between(0.2f, 1)};
    const Quat turn = dice.rotation();
    const bool prism = dice.between(0, 3) < 1;
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) {
        Vec3 p = dice.direction();
        if (prism) {
            const Vec3 ring = normalized(Vec3{p.x, 0, p.z}, {1, 0, 0});
            points.push_back(rotate(turn, scale(size, ring + Vec3{0, 1, 0})));
            p = ring - Vec3{0, 1, 0};
        }
        points.push_back(rotate(turn, scale(size, p)) + Vec3{0.1f, 0.2f, -0.1f});
        if (prism) points[points.size() - 2] += Vec3{0.1f, 0.2f, -0.1f};
    }
    return build_hull(points);
}

struct TwoHulls {
    HullPointer a, b;
    Transform b_in_a;
};

class HullPairs {
public:
    explicit HullPairs(uint32_t seed) : dice_(seed) {
        for (int i = 0; i < 40; ++i) hulls_.push_back(random_hull(dice_, 6 + i / 2));
    }

    /// Overlapping a little, or nearly touching.
    TwoHulls next() {
        TwoHulls p{pick(), pick(), {{}, dice_.rotation()}};
        const Vec3 direction = dice_.direction();
        const oracle::Polyhedron a = oracle::polyhedron(*p.a), b = oracle::polyhedron(*p.b);
        const double wanted = dice_.between(-0.1f, 0.03f);
        float low = 0, high = 5;
        for (int i = 0; i < 12; ++i) {
            p.b_in_a.position = 0.5f * (low + high) * direction;
            const double gap = oracle::face_separation(a, b.moved(p.b_in_a));
            (gap < wanted ? low : high) = 0.5f * (low + high);
        }
        return p;
    }

    Dice& dice() { return dice_; }
    HullPointer pick() { return hulls_[static_cast<size_t>(dice_.between(0, 39.99f))]; }

private:
    Dice dice_;
    std::vector<HullPointer> hulls_;
};

TEST(NarrowHullHull, AxisAndDepthAgreeWithAnOracleInDoublePrecision) {
    HullPairs pairs(21);
    int touching = 0, nearly_equal = 0, sunk_beside = 0, edges = 0;
    for (int i = 0; i < 10000; ++i) {
        const TwoHulls p = pairs.next();
        Manifold m;
        AxisCache cache;
        collide_hull_hull(m, *p.a, *p.b, p.b_in_a, cache);
        const oracle::Polyhedron a = oracle::polyhedron(*p.a), b = oracle::polyhedron(*p.b).moved(p.b_in_a);
        const double best = oracle::separations(a, b).best();
        EXPECT_TRUE(m.count == 0 || best < speculative_distance + 1e-4) << i;
        EXPECT_TRUE(m.count > 0 || best > -1e-4) << i;
        if (m.count == 0) continue;
        expect_sound(m);
        const double along = oracle::separation_along(a, b, oracle::point(m.normal));
        const float margin = narrow::edge_margin(static_cast<float>(best), false) +
                             narrow::face_margin(static_cast<float>(best));
        // what lies deeper beside a face does not count, as long as the points say how deep the pair is
        const bool beside = along < best - margin - 1e-4;
        if (beside) {
            EXPECT_NEAR(deepest(m), best, margin + 1e-4) << i;
        }
        EXPECT_GE(deepest(m), along - 1e-4) << i;
        sunk_beside += beside;
        ++touching;
        edges += cache.kind == 3;
        nearly_equal += beside || deepest(m) < along + 1e-4;
    }
    EXPECT_GT(touching, 6000);
    EXPECT_GT(edges, 400);
    EXPECT_GT(nearly_equal, touching * 8 / 10);
    EXPECT_LT(sunk_beside, touching / 4);
}

TEST(NarrowHullHull, BoxesAsHullsMeetAsBoxesDo) {
    Dice dice(22);
    int compared = 0;
    for (int i = 0; i < 4000; ++i) {
        const Box a{{dice.between(0.2f, 1), dice.between(0.2f, 1), dice.between(0.2f, 1)},
                    dice.vector(0.2f),
                    dice.rotation()};
        const Box b{{dice.between(0.2f, 1), dice.between(0.2f, 1), dice.between(0.2f, 1)},
                    dice.vector(0.2f),
                    dice.rotation()};
        const HullPointer hull = make_box_hull(b.half_extents, b.center, b.rotation);
        const Transform pose{dice.between(0.5f, 2) * dice.direction(), dice.rotation()};
        Manifold boxes, hulls;
        AxisCache box_cache, hull_cache;
        collide_box_box(boxes, a, b, pose, box_cache);
        collide_box_hull(hulls, a, *hull, pose, hull_cache);
        if (boxes.count == 0 && hulls.count == 0) continue;
        if (box_cache.kind != hull_cache.kind) continue;  // a near-tie, decided by rounding
        ++compared;
        EXPECT_EQ(boxes.count, hulls.count) << i;
        EXPECT_NEAR(dot(boxes.normal, hulls.normal), 1, 1e-4) << i;
        EXPECT_NEAR(deepest(boxes), deepest(hulls), 1e-3) << i;
        EXPECT_TRUE(boxes.count == 4 || same_places(boxes, hulls, 1e-3f)) << i;
    }
    EXPECT_GT(compared, 1500);
}

TEST(NarrowHullHull, JitterOf1e5KeepsCountPointsAndIds) {
    HullPairs pairs(23);
    expect_steady(2000, 0.99, [&](Transform& pose) -> CollideOnce {
        const TwoHulls p = pairs.next();
        pose = p.b_in_a;
        return [p](Manifold& m, const Transform& t, AxisCache& cache) {
            collide_hull_hull(m, *p.a, *p.b, t, cache);
        };
    });
}

TEST(NarrowHullHull, PrismOnPrismStandsOnFourFarPoints) {
    std::vector<Vec3> ring;
    for (int i = 0; i < 12; ++i) {
        const Vec3 p = rotate(axis_angle({0, 1, 0}, 0.5235988f * static_cast<float>(i)), {1, 0, 0});
        ring.push_back(p + Vec3{0, 0.5f, 0});
        ring.push_back(p - Vec3{0, 0.5f, 0});
    }
    const HullPointer prism = build_hull(ring);
    Manifold m;
    AxisCache cache;
    collide_hull_hull(m, *prism, *prism, {{0.1f, 0.998f, 0}, axis_angle({0, 1, 0}, 0.1f)}, cache);
    ASSERT_EQ(m.count, 4);
    EXPECT_NEAR(m.normal.y, 1, 1e-5);
    std::vector<oracle::Flat> points;
    for (const ManifoldPoint& p : m.points) {
        EXPECT_NEAR(p.separation, -0.002f, 1e-5);
        points.push_back({p.position.x, p.position.z});
    }
    EXPECT_GT(oracle::area(oracle::around(points)), 1.6);  // the square inside the unit circle has 2
}

TEST(NarrowHullHull, DeepOverlapAlwaysPushesOut) {
    HullPairs pairs(24);
    for (int i = 0; i < 1000; ++i) {
        const HullPointer a = pairs.pick(), b = i % 5 == 0 ? a : pairs.pick();
        Transform pose{{}, pairs.dice().rotation()};
        pose.position = a->center - rotate(pose.rotation, b->center) + pairs.dice().vector(0.02f);
        if (i % 10 == 0) pose = {};
        Manifold m;
        AxisCache cache;
        collide_hull_hull(m, *a, *b, pose, cache);
        ASSERT_GT(m.count, 0) << i;
        expect_sound(m);
        EXPECT_LT(deepest(m), 0);
    }
}

}  // namespace
}  // namespace cairn
