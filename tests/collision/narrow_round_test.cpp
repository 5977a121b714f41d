// Spheres and capsules against everything: closed forms where there are some, brute-force distances in double
// precision elsewhere.

#include <gtest/gtest.h>

#include "collision/narrow/capsule_hull.hpp"
#include "collision/narrow/round.hpp"
#include "collision/narrow/sphere_box.hpp"
#include "collision/narrow/sphere_hull.hpp"
#include "collision/narrow/tolerances.hpp"
#include "geometry/hull_builder.hpp"
#include "tests/support/narrow_checks.hpp"
#include "tests/support/narrow_distance.hpp"

namespace cairn {
namespace {

using namespace narrow;
using oracle::Dice;
using HullPointer = std::shared_ptr<const HullData>;

HullPointer random_egg(Dice& dice, int count) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i)
        points.push_back(scale({0.8f, 0.5f, 0.6f}, dice.direction()) + Vec3{0.1f, 0, 0});
    return build_hull(points);
}

TEST(NarrowRound, TwoSpheresTouchOnTheLineOfTheirCentres) {
    Dice dice(31);
    for (int i = 0; i < 1000; ++i) {
        const Sphere a{dice.between(0.1f, 1), dice.vector(0.5f)}, b{dice.between(0.1f, 1), dice.vector(0.5f)};
        const Transform pose{dice.vector(1), dice.rotation()};
        Manifold m;
        collide_sphere_sphere(m, a, b, pose);
        const oracle::Point from = oracle::point(a.center), to = oracle::place(pose, oracle::point(b.center));
        const double separation = oracle::length(oracle::operator-(to, from)) - a.radius - b.radius;
        ASSERT_EQ(m.count, separation <= speculative_distance ? 1 : 0) << i;
        if (m.count == 0) continue;
        expect_sound(m);
        EXPECT_NEAR(m.points[0].separation, separation, 1e-5);
        const Vec3 surface_a = a.center + a.radius * m.normal,
                   surface_b = pose * b.center - b.radius * m.normal;
        EXPECT_LT(length(m.points[0].position - 0.5f * (surface_a + surface_b)), 1e-5);
    }
}

TEST(NarrowRound, SphereMeetsCapsuleAtTheNearestPointOfItsSegment) {
    Dice dice(32);
    for (int i = 0; i < 1000; ++i) {
        const Sphere a{dice.between(0.1f, 1), dice.vector(0.5f)};
        const Capsule b{dice.vector(0.5f), dice.vector(0.5f), dice.between(0.1f, 0.5f)};
        const Transform pose{dice.vector(1.5f), dice.rotation()};
        Manifold m;
        collide_sphere_capsule(m, a, b, pose);
        const double distance =
            oracle::distance_to_segment(oracle::point(a.center), oracle::place(pose, oracle::point(b.a)),
                                        oracle::place(pose, oracle::point(b.b)));
        const double separation = distance - a.radius - b.radius;
        ASSERT_EQ(m.count, separation <= speculative_distance ? 1 : 0) << i;
        if (m.count == 0) continue;
        expect_sound(m);
        EXPECT_NEAR(m.points[0].separation, separation, 1e-5);
    }
}

TEST(NarrowRound, SphereMeetsBoxAsItMeetsTheSameHull) {
    Dice dice(33);
    int inside = 0;
    for (int i = 0; i < 3000; ++i) {
        const Box box{{dice.between(0.2f, 1), dice.between(0.2f, 1), dice.between(0.2f, 1)},
                      dice.vector(0.2f),
                      dice.rotation()};
        const HullPointer hull = make_box_hull(box.half_extents, box.center, box.rotation);
        const Sphere sphere{dice.between(0.05f, 0.5f), dice.vector(0.2f)};
        const Transform pose{dice.vector(1), dice.rotation()};
        Manifold m;
        collide_sphere_box(m, sphere, box, pose);
        const Transform back = relative(pose, Transform{});
        const double distance =
            oracle::distance_to_hull(*hull, oracle::place(back, oracle::point(sphere.center)));
        inside += distance < 0;
        ASSERT_EQ(m.count, distance - sphere.radius <= speculative_distance ? 1 : 0) << i;
        if (m.count == 0) continue;
        expect_sound(m);
        EXPECT_NEAR(m.points[0].separation, distance - sphere.radius, 1e-5) << i;
    }
    EXPECT_GT(inside, 100);
}

TEST(NarrowRound, SphereMeetsHullAtItsNearestPoint) {
    Dice dice(34);
    int inside = 0, touching = 0;
    for (int i = 0; i < 3000; ++i) {
        const HullPointer hull = random_egg(dice, 8 + i % 20);
        const Sphere sphere{dice.between(0.05f, 0.5f), dice.vector(0.2f)};
        const Transform pose{dice.vector(1), dice.rotation()};
        Manifold m;
        collide_sphere_hull(m, sphere, *hull, pose);
        const Transform back = relative(pose, Transform{});
        const double distance =
            oracle::distance_to_hull(*hull, oracle::place(back, oracle::point(sphere.center)));
        inside += distance < 0;
        ASSERT_EQ(m.count, distance - sphere.radius <= speculative_distance ? 1 : 0) << i;
        if (m.count == 0) continue;
        ++touching;
        expect_sound(m);
        EXPECT_NEAR(m.points[0].separation, distance - sphere.radius, 1e-5) << i;
        // Backwards along the normal the distance grows by as much: the normal is the gradient.
        const Vec3 farther = sphere.center - 0.01f * m.normal;
        const double grown = oracle::distance_to_hull(*hull, oracle::place(back, oracle::point(farther)));
        EXPECT_TRUE(distance <= 0 || std::abs(grown - distance - 0.01) < 1e-4) << i;
    }
    EXPECT_GT(touching, 800);
    EXPECT_GT(inside, 150);
}

TEST(NarrowRound, CrossedCapsulesMeetInOnePoint) {
    Manifold m;
    const Capsule a{{-1, 0, 0}, {1, 0, 0}, 0.25f}, b{{0, 0, -1}, {0, 0, 1}, 0.25f};
    collide_capsule_capsule(m, a, b, {{0.3f, 0.49f, 0.2f}, {}});
    ASSERT_EQ(m.count, 1);
    EXPECT_NEAR(m.normal.y, 1, 1e-6);
    EXPECT_NEAR(m.points[0].separation, -0.01f, 1e-6);
    EXPECT_LT(length(m.points[0].position - Vec3{0.3f, 0.245f, 0}), 1e-5f);
}

TEST(NarrowRound, ParallelCapsulesMeetAtBothEndsOfTheirCommonStretch) {
    const Capsule a{{-1, 0, 0}, {1, 0, 0}, 0.25f};
    Manifold m;
    collide_capsule_capsule(m, a, a, {{0.5f, 0.495f, 0}, {}});
    ASSERT_EQ(m.count, 2);
    expect_sound(m);
    EXPECT_NEAR(m.points[0].position.x, -0.5f, 1e-5);
    EXPECT_NEAR(m.points[1].position.x, 1, 1e-5);
    EXPECT_NEAR(m.points[0].separation, -0.005f, 1e-6);
    collide_capsule_capsule(m, a, a, {{0.5f, 0.495f, 0}, Quat{0, 0, 1, 0}});  // the other way round
    ASSERT_EQ(m.count, 2);
    EXPECT_NEAR(m.points[0].position.x, -0.5f, 1e-5);
}

TEST(NarrowRound, CapsulesAgreeWithBruteForce) {
    Dice dice(35);
    for (int i = 0; i < 2000; ++i) {
        const Capsule a{dice.vector(0.5f), dice.vector(0.5f), dice.between(0.1f, 0.3f)};
        const Capsule b{dice.vector(0.5f), dice.vector(0.5f), dice.between(0.1f, 0.3f)};
        const Transform pose{dice.vector(1), dice.rotation()};
        Manifold m;
        collide_capsule_capsule(m, a, b, pose);
        const oracle::Point b0 = oracle::place(pose, oracle::point(b.a)),
                            b1 = oracle::place(pose, oracle::point(b.b));
        const oracle::Point a0 = oracle::point(a.a), a1 = oracle::point(a.b);
        double low = 0, high = 1;
        const auto at = [&](double t) {
            return oracle::distance_to_segment(
                oracle::operator+(a0, oracle::operator*(t, oracle::operator-(a1, a0))), b0, b1);
        };
        for (int k = 0; k < 60; ++k) {
            const double s = low + (high - low) / 3, t = high - (high - low) / 3;
            (at(s) < at(t) ? high : low) = at(s) < at(t) ? t : s;
        }
        const double separation = at(low) - a.radius - b.radius;
        ASSERT_EQ(m.count > 0, separation <= speculative_distance) << i;
        if (m.count == 0) continue;
        expect_sound(m);
        EXPECT_NEAR(deepest(m), separation, 2e-5) << i;
    }
}

/// Any capsule against any hull.
void check_capsule_hull(const Manifold& m, const Capsule& a, const HullData& hull, const Transform& pose,
                        int i) {
    using namespace oracle;
    const Transform back = relative(pose, Transform{});
    const Point p = place(back, point(a.a)), q = place(back, point(a.b));
    const double distance = distance_to_hull(hull, p, q);
    if (m.count > 0) expect_sound(m);
    Polyhedron core, solid = polyhedron(hull);
    core.vertices = {p, q};
    if (length(q - p) > 1e-6) core.edges = {(1 / length(q - p)) * (q - p)};
    const Separations axes = separations(core, solid);
    const double best = distance > 1e-6 ? distance : axes.best();
    EXPECT_TRUE(m.count > 0 || best - a.radius > speculative_distance - 1e-4) << i;
    EXPECT_TRUE(m.count == 0 || best - a.radius < speculative_distance + 1e-4) << i;
    if (m.count == 0) return;
    const auto size = static_cast<float>(best);
    const float margin = face_margin(size) + edge_margin(size, false) + 1e-4f;
    EXPECT_NEAR(deepest(m), best - a.radius, margin) << i << " distance " << distance;
    const Point normal = oracle::rotate(back.rotation, point(m.normal));
    // what lies deeper beside a face does not count
    const bool beside = separation_along(core, solid, normal) < best - margin;
    if (beside) {
        EXPECT_EQ(m.count, 2) << i;
    }
}

TEST(NarrowRound, CapsuleAgainstHullAgreesWithBruteForce) {
    Dice dice(36);
    int touching = 0;
    for (int i = 0; i < 3000; ++i) {
        const HullPointer hull = random_egg(dice, 8 + i % 20);
        const Capsule a{dice.vector(0.5f), dice.vector(0.5f), dice.between(0.1f, 0.3f)};
        const Transform pose{dice.vector(0.8f), dice.rotation()};
        Manifold m;
        collide_capsule_hull(m, a, *hull, pose);
        check_capsule_hull(m, a, *hull, pose, i);
        touching += m.count > 0;
    }
    EXPECT_GT(touching, 1000);
}

TEST(NarrowRound, CapsuleAgainstBoxAgreesWithBruteForce) {
    Dice dice(37);
    for (int i = 0; i < 3000; ++i) {
        const Box box{{dice.between(0.2f, 1), dice.between(0.2f, 1), dice.between(0.2f, 1)},
                      dice.vector(0.2f),
                      dice.rotation()};
        const HullPointer hull = make_box_hull(box.half_extents, box.center, box.rotation);
        Capsule a{dice.vector(0.5f), dice.vector(0.5f), dice.between(0.1f, 0.3f)};
        if (i % 10 == 0) a.b = a.a;
        const Transform pose{dice.vector(1.3f), dice.rotation()};
        Manifold m;
        collide_capsule_box(m, a, box, pose);
        check_capsule_hull(m, a, *hull, pose, i);
    }
}

// A capsule above a face takes a short way of its own through the box: it must be the same contact.
TEST(NarrowRound, CapsuleOnABoxHasThePointsThatTheSameBoxGivesAsAHull) {
    Dice dice(41);
    int same = 0, two_points = 0;
    for (int i = 0; i < 3000; ++i) {
        const Box box{{2, 0.5f, 3}, dice.vector(0.2f), dice.rotation()};
        const HullPointer hull = make_box_hull(box.half_extents, box.center, box.rotation);
        const Capsule a{dice.vector(0.3f), dice.vector(0.3f), dice.between(0.1f, 0.3f)};
        const Vec3 side =
            rotate(box.rotation, Vec3{dice.between(-2, 2), i % 2 ? 0.8f : -0.8f, dice.between(-3, 3)});
        const Transform turn{{}, dice.rotation()};
        const Transform pose{-rotate(turn.rotation, box.center + side), turn.rotation};
        Manifold m, other;
        collide_capsule_box(m, a, box, pose);
        collide_capsule_hull(other, a, *hull, pose);
        ASSERT_EQ(m.count, other.count) << i;
        if (m.count == 0) continue;
        EXPECT_GT(dot(m.normal, other.normal), 1 - 1e-5f) << i;
        for (int k = 0; k < m.count; ++k) {
            EXPECT_NEAR(m.points[k].separation, other.points[k].separation, 1e-5f) << i;
            EXPECT_LT(length(m.points[k].position - other.points[k].position), 1e-4f) << i;
            same += m.points[k].feature == other.points[k].feature;
        }
        two_points += m.count == 2;
    }
    EXPECT_GT(two_points, 50);
    EXPECT_GT(same, 1000);
}

TEST(NarrowRound, CapsuleLyingOnABoxRestsOnTwoPoints) {
    const Capsule capsule{{-0.5f, 0, 0}, {0.5f, 0, 0}, 0.25f};
    Manifold m;
    collide_capsule_box(m, capsule, Box{{2, 0.5f, 2}}, {{0, -0.745f, 0}, {}});
    ASSERT_EQ(m.count, 2);
    expect_sound(m);
    EXPECT_NEAR(m.normal.y, -1, 1e-6);
    for (int i = 0; i < 2; ++i) {
        EXPECT_NEAR(std::abs(m.points[i].position.x), 0.5f, 1e-5);
        EXPECT_NEAR(m.points[i].separation, -0.005f, 1e-5);
    }
    // Half over the edge: one point at its end, one at the edge.
    collide_capsule_box(m, capsule, Box{{2, 0.5f, 2}}, {{-2, -0.745f, 0}, {}});
    ASSERT_EQ(m.count, 2);
    EXPECT_NEAR(m.points[0].position.x, -0.5f, 1e-5);
    EXPECT_NEAR(m.points[1].position.x, 0, 1e-3);
}

TEST(NarrowRound, CapsuleAlongAnEdgeRestsOnTwoPoints) {
    const Capsule capsule{{0, 0, -0.5f}, {0, 0, 0.5f}, 0.25f};
    const Box tent{{0.5f, 0.5f, 2}, {}, {0, 0, 0.38268343f, 0.92387953f}};
    Manifold m;
    collide_capsule_box(m, capsule, tent, {{0, -0.95f, 0}, {}});
    ASSERT_EQ(m.count, 2);
    expect_sound(m);
    EXPECT_NEAR(m.normal.y, -1, 1e-5);
    EXPECT_NEAR(std::abs(m.points[0].position.z), 0.5f, 1e-5);
}

TEST(NarrowRound, CapsuleManifoldsAreSteadyUnderJitter) {
    Dice dice(38);
    expect_steady(2000, 0.99, [&](Transform& pose) -> CollideOnce {
        const HullPointer hull = random_egg(dice, 16);
        const Capsule a{dice.vector(0.5f), dice.vector(0.5f), dice.between(0.1f, 0.3f)};
        pose = {dice.vector(0.8f), dice.rotation()};
        return
            [hull, a](Manifold& m, const Transform& t, AxisCache&) { collide_capsule_hull(m, a, *hull, t); };
    });
}

TEST(NarrowRound, CoincidentCoresStillPushApart) {
    Manifold m;
    collide_sphere_sphere(m, Sphere{}, Sphere{}, {});
    expect_sound(m);
    EXPECT_EQ(m.count, 1);
    collide_sphere_capsule(m, Sphere{}, Capsule{}, {});
    expect_sound(m);
    EXPECT_EQ(m.count, 1);
    EXPECT_NEAR(m.normal.y, 0, 1e-6);
    const Capsule point{{}, {}, 0.25f};
    for (const Capsule& other : {Capsule{}, point}) {
        collide_capsule_capsule(m, point, other, {});
        expect_sound(m);
        EXPECT_EQ(m.count, 1);
        collide_capsule_capsule(m, other, other, {});
        expect_sound(m);
        EXPECT_GE(m.count, 1);
        collide_capsule_box(m, other, Box{}, {});
        expect_sound(m);
        EXPECT_GE(m.count, 1);
        EXPECT_LT(deepest(m), -0.5f);
    }
    collide_sphere_box(m, Sphere{}, Box{}, {});
    expect_sound(m);
    EXPECT_NEAR(m.points[0].separation, -1, 1e-6);
    collide_sphere_hull(m, Sphere{}, *make_box_hull({0.5f, 0.5f, 0.5f}), {});
    expect_sound(m);
    EXPECT_NEAR(m.points[0].separation, -1, 1e-6);
}

}  // namespace
}  // namespace cairn
