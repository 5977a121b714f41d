// Box against box: axes and depths against a double-precision oracle, contact polygons against brute force.

#include <gtest/gtest.h>

#include "collision/narrow/box_box.hpp"
#include "collision/narrow/tolerances.hpp"
#include "tests/support/narrow_checks.hpp"
#include "tests/support/narrow_oracle.hpp"

namespace cairn {
namespace {

using narrow::collide_box_box;
using oracle::Dice;

struct TwoBoxes {
    Box a, b;
    Transform b_in_a;
};

Box random_box(Dice& dice) {
    return {{dice.between(0.1f, 1), dice.between(0.1f, 1), dice.between(0.1f, 1)},
            dice.vector(0.3f),
            dice.rotation()};
}

/// A pose in which the boxes overlap a little or nearly touch.
TwoBoxes random_pair(Dice& dice) {
    TwoBoxes p{random_box(dice), random_box(dice), {{}, dice.rotation()}};
    const Vec3 direction = dice.direction();
    const auto gap = [&](float distance) {
        p.b_in_a.position = distance * direction;
        return oracle::separations(oracle::polyhedron(p.a), oracle::polyhedron(p.b).moved(p.b_in_a)).best();
    };
    float low = 0, high = 5;
    const double wanted = dice.between(-0.1f, 0.03f);
    for (int i = 0; i < 20; ++i) {
        const float middle = 0.5f * (low + high);
        (gap(middle) < wanted ? low : high) = middle;
    }
    p.b_in_a.position = low * direction;
    return p;
}

Manifold collide_afresh(const TwoBoxes& p, AxisCache* used = nullptr) {
    Manifold m;
    AxisCache cache;
    collide_box_box(m, p.a, p.b, p.b_in_a, cache);
    if (used) *used = cache;
    return m;
}

/// The turned box stands level on the other: the commonest contact, with up to eight corners.
TwoBoxes resting_pair(Dice& dice) {
    TwoBoxes p;
    p.a.half_extents = {dice.between(0.3f, 1), 0.5f, dice.between(0.3f, 1)};
    p.b.half_extents = {dice.between(0.3f, 1), 0.5f, dice.between(0.3f, 1)};
    const Quat turn = normalized(Quat{0, dice.between(-1, 1), 0, 1});
    p.b_in_a = {{dice.between(-0.5f, 0.5f), 0.999f, dice.between(-0.5f, 0.5f)},
                dice.small_rotation(0.002f) * turn};
    return p;
}

TEST(NarrowBoxBox, AxisAndDepthAgreeWithAnOracleInDoublePrecision) {
    Dice dice(11);
    int touching = 0, nearly_equal = 0, sunk_beside = 0;
    for (int i = 0; i < 10000; ++i) {
        const TwoBoxes p = random_pair(dice);
        const Manifold m = collide_afresh(p);
        const oracle::Polyhedron a = oracle::polyhedron(p.a), b = oracle::polyhedron(p.b).moved(p.b_in_a);
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
        nearly_equal += beside || deepest(m) < along + 1e-4;
    }
    EXPECT_GT(touching, 8000);
    EXPECT_GT(nearly_equal, touching * 95 / 100);
    EXPECT_LT(sunk_beside, touching / 4);
}

/// The overlap of the faces that the kernel used, in the plane of the reference face, by brute force.
struct FaceOverlap {
    std::vector<oracle::Flat> corners;       // all that are near enough
    std::vector<oracle::Flat> points;        // what the manifold holds
    std::vector<double> corner_separations;  // parallel to corners
};

FaceOverlap face_overlap(const TwoBoxes& p, const AxisCache& cache, const Manifold& m) {
    using namespace oracle;
    const bool on_a = cache.kind == 1;
    const size_t axis = on_a ? cache.index_a : cache.index_b;
    const Transform pose_a{p.a.center, p.a.rotation}, pose_b = p.b_in_a * Transform{p.b.center, p.b.rotation};
    const Transform& pose = on_a ? pose_a : pose_b;
    const Box &reference = on_a ? p.a : p.b, &incident = on_a ? p.b : p.a;
    const Polyhedron other = polyhedron(Box{incident.half_extents}).moved(on_a ? pose_b : pose_a);
    const size_t u = (axis + 1) % 3, v = (axis + 2) % 3;
    Point e[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (Point& d : e) d = oracle::rotate(pose.rotation, d);
    const Point outward = on_a ? point(m.normal) : -1.0 * point(m.normal);
    const double half[3] = {reference.half_extents.x, reference.half_extents.y, reference.half_extents.z};

    // The face of the incident box whose normal opposes most: its four corners are the ones on that side.
    size_t opposed = 0;
    for (size_t i = 1; i < other.normals.size(); ++i) {
        if (dot(other.normals[i], outward) < dot(other.normals[opposed], outward)) opposed = i;
    }
    std::vector<Flat> face;
    Point on_plane{};
    for (size_t i = 0; i < other.normals.size(); ++i) {
        const double gap = dot(other.normals[i], outward) - dot(other.normals[opposed], outward);
        if (i != opposed && gap < 1e-5) return {};  // either face will do
    }
    const double top = highest(other, other.normals[opposed]);
    for (const Point& c : other.vertices) {
        if (dot(c, other.normals[opposed]) < top - 1e-3) continue;
        const Point local = c - point(pose.position);
        face.push_back({dot(local, e[u]), dot(local, e[v])});
        on_plane = local;
    }
    const double hu = half[u] + narrow::clip_tolerance, hv = half[v] + narrow::clip_tolerance;
    const std::vector<Flat> rectangle{{hu, hv}, {-hu, hv}, {-hu, -hv}, {hu, -hv}};
    FaceOverlap r;
    const Point n = other.normals[opposed];
    for (const Flat& c : overlap_corners(rectangle, around(face))) {
        const Point flat = c.u * e[u] + c.v * e[v];
        const double height = dot(n, on_plane - flat) / dot(n, outward);
        if (height - half[axis] > speculative_distance) continue;
        r.corners.push_back(c);
        r.corner_separations.push_back(height - half[axis]);
    }
    for (int i = 0; i < m.count; ++i) {
        const Point local = point(m.points[i].position) - point(pose.position);
        r.points.push_back({dot(local, e[u]), dot(local, e[v])});
    }
    return r;
}

void check_face_overlap(const TwoBoxes& p, int& faces, int& many) {
    AxisCache cache;
    const Manifold m = collide_afresh(p, &cache);
    if (m.count == 0 || cache.kind == 3) return;
    const FaceOverlap o = face_overlap(p, cache, m);
    if (o.corners.empty()) return;
    ++faces;
    many += o.corners.size() > 4;
    for (int i = 0; i < m.count; ++i) {
        const oracle::Flat q = o.points[static_cast<size_t>(i)];
        double nearest = 1e9, its_separation = 0;
        for (size_t j = 0; j < o.corners.size(); ++j) {
            const double d = std::hypot(o.corners[j].u - q.u, o.corners[j].v - q.v);
            if (d < nearest) nearest = d, its_separation = o.corner_separations[j];
        }
        EXPECT_LT(nearest, 2e-5);
        EXPECT_NEAR(m.points[i].separation, its_separation, 2e-5);
    }
    if (o.corners.size() <= 4) {
        EXPECT_EQ(static_cast<size_t>(m.count), o.corners.size());
    } else {
        const double whole = oracle::area(oracle::around(o.corners)),
                     kept = oracle::area(oracle::around(o.points));
        EXPECT_GT(kept, 0.5 * whole);
    }
    const double least = *std::min_element(o.corner_separations.begin(), o.corner_separations.end());
    EXPECT_LT(deepest(m), least + linear_slop);
}

TEST(NarrowBoxBox, FacePointsAreTheCornersOfTheOverlapOfTheFaces) {
    Dice dice(12);
    int faces = 0, many = 0;
    for (int i = 0; i < 10000; ++i) check_face_overlap(random_pair(dice), faces, many);
    EXPECT_GT(faces, 4000);
    for (int i = 0; i < 10000; ++i) check_face_overlap(resting_pair(dice), faces, many);
    EXPECT_GT(faces, 13000);
    EXPECT_GT(many, 4000);
}

TEST(NarrowBoxBox, JitterOf1e5KeepsCountPointsAndIds) {
    Dice dice(13);
    expect_steady(4000, 0.99, [&](Transform& pose) -> CollideOnce {
        const TwoBoxes p = dice.between(0, 1) < 0.5f ? random_pair(dice) : resting_pair(dice);
        pose = p.b_in_a;
        return [p](Manifold& m, const Transform& t, AxisCache& cache) {
            collide_box_box(m, p.a, p.b, t, cache);
        };
    });
}

TEST(NarrowBoxBox, ExactlyAlignedStackKeepsItsIdsUnderJitter) {
    Dice dice(14);
    const Box box{};
    Manifold before;
    AxisCache cache;
    collide_box_box(before, box, box, {{0, 1, 0}, {}}, cache);
    ASSERT_EQ(before.count, 4);
    for (int i = 0; i < 1000; ++i) {
        Manifold m;
        collide_box_box(m, box, box, {Vec3{0, 1, 0} + dice.vector(1e-4f), dice.small_rotation(1e-4f)}, cache);
        ASSERT_EQ(m.count, 4);
        EXPECT_EQ(same_features(m, before), 4);
    }
}

TEST(NarrowBoxBox, SwappedBoxesGiveTheMirroredContact) {
    Dice dice(15);
    int compared = 0;
    for (int i = 0; i < 4000; ++i) {
        const TwoBoxes p = random_pair(dice);
        const Transform a_in_b = relative(p.b_in_a, Transform{});
        const Manifold m = collide_afresh(p);
        const Manifold s = collide_afresh({p.b, p.a, a_in_b});
        if (m.count == 0 || s.count == 0) continue;
        const Vec3 turned = -rotate(p.b_in_a.rotation, s.normal);
        if (dot(turned, m.normal) < 0.9999f) continue;  // a tie that the preference for a's faces decided
        ++compared;
        EXPECT_NEAR(deepest(m), deepest(s), 2e-3) << i;
    }
    EXPECT_GT(compared, 3000);
}

TEST(NarrowBoxBox, BoxAtRestOnABoxHasItsFourCorners) {
    Manifold m;
    AxisCache cache;
    collide_box_box(m, Box{{1, 0.5f, 1}}, Box{{0.25f, 0.25f, 0.25f}}, {{0.1f, 0.74f, 0}, {}}, cache);
    ASSERT_EQ(m.count, 4);
    EXPECT_EQ(m.normal, (Vec3{0, 1, 0}));
    for (const ManifoldPoint& point : m.points) {
        EXPECT_NEAR(point.separation, -0.01f, 1e-6);
        EXPECT_NEAR(point.position.y, 0.495f, 1e-6);
        EXPECT_NEAR(std::abs(point.position.x - 0.1f), 0.25f, 1e-6);
        EXPECT_NEAR(std::abs(point.position.z), 0.25f, 1e-6);
    }
}

TEST(NarrowBoxBox, BoxOverTheEdgeIsHeldOnlyAboveTheSupport) {
    Manifold m;
    AxisCache cache;
    collide_box_box(m, Box{}, Box{}, {{0.7f, 0.995f, 0}, {}}, cache);
    ASSERT_EQ(m.count, 4);
    for (const ManifoldPoint& point : m.points) {
        const bool corner = std::abs(point.position.x - 0.2f) < 1e-5f;
        const bool edge = std::abs(point.position.x - 0.5f) < 1e-3f;
        EXPECT_TRUE(corner || edge) << point.position.x;
        EXPECT_NEAR(point.separation, -0.005f, 1e-5);
    }
}

TEST(NarrowBoxBox, CrossedEdgesMeetInOnePointNamedByBothEdges) {
    // A box standing on its edge along x, under a box hanging by its edge along z.
    const float half_turn = 0.38268343f, rest = 0.92387953f;
    const Quat about_x{half_turn, 0, 0, rest}, about_z{0, 0, half_turn, rest};
    const Box a{{1, 0.5f, 0.5f}, {}, about_x}, b{{0.5f, 0.5f, 1}, {}, about_z};
    Manifold m;
    AxisCache cache;
    collide_box_box(m, a, b, {{0.2f, 1.40421356f, 0.1f}, {}}, cache);
    ASSERT_EQ(m.count, 1);
    EXPECT_EQ(cache.kind, 3);
    EXPECT_NEAR(m.normal.y, 1, 1e-6);
    EXPECT_NEAR(m.points[0].separation, -0.01f, 1e-5);
    EXPECT_NEAR(m.points[0].position.x, 0.2f, 1e-5);
    EXPECT_NEAR(m.points[0].position.z, 0, 1e-5);
}

TEST(NarrowBoxBox, DeepOverlapAlwaysPushesOut) {
    Dice dice(16);
    for (int i = 0; i < 2000; ++i) {
        TwoBoxes p{random_box(dice), random_box(dice), {dice.vector(0.05f), dice.rotation()}};
        p.a.center = p.b.center = {};
        if (i % 4 == 0) p.b_in_a = {};
        if (i % 8 == 0) p.b = p.a;
        const Manifold m = collide_afresh(p);
        ASSERT_GT(m.count, 0) << i;
        expect_sound(m);
        EXPECT_LT(deepest(m), 0);
    }
}

TEST(NarrowBoxBox, CachedAxisThatStillSeparatesEndsTheTest) {
    Dice dice(17);
    for (int i = 0; i < 1000; ++i) {
        TwoBoxes p{random_box(dice), random_box(dice), {3.0f * dice.direction(), dice.rotation()}};
        AxisCache cache;
        Manifold m;
        collide_box_box(m, p.a, p.b, p.b_in_a, cache);
        if (m.count > 0) continue;
        const AxisCache before = cache;
        ASSERT_NE(before.kind, 0);
        collide_box_box(m, p.a, p.b, p.b_in_a, cache);
        EXPECT_EQ(m.count, 0);
        EXPECT_EQ(cache.kind, before.kind);
    }
}

}  // namespace
}  // namespace cairn
