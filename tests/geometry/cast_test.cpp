// L11, L14, L15: times of impact against closed forms and against dense sampling; never late, never through a
// wall.
#include "geometry/cast.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "geometry/hull_builder.hpp"
#include "math/trigonometry.hpp"
#include "tests/geometry/random.hpp"

namespace cairn {
namespace {

using test::GeometryRandom;

Sweep straight(Vec3 from, Vec3 motion) { return {{from, {}}, motion, {}, {}}; }
Sweep still(Vec3 at) { return {{at, {}}, {}, {}, {}}; }

TEST(Sweep, EndsWhereItShouldAndTurnsAboutTheCentreOfMass) {
    GeometryRandom random(1);
    for (int i = 0; i < 1000; ++i) {
        const Transform start = random.transform(2), end = random.transform(2);
        const Vec3 center = random.vector(0.5f);
        const Sweep sweep = sweep_between(start, end, center);
        EXPECT_LT(length(pose_at(sweep, 0).position - start.position), 1e-6f);
        EXPECT_LT(length(pose_at(sweep, 1).position - end.position), 3e-6f);
        EXPECT_NEAR(std::abs(dot(pose_at(sweep, 1).rotation, end.rotation)), 1, 1e-6f);
        const Vec3 middle = 0.5f * (start * center + end * center);
        EXPECT_LT(length(pose_at(sweep, 0.5f) * center - middle), 2e-6f);
    }
}

TEST(CastShape, SphereOnPlaneHasItsClosedForm) {
    const Shape ball = Sphere{0.25f}, ground = HalfSpace{{0, 1, 0}, 0};
    for (float height = 0.3f; height < 9; height += 0.37f) {
        const Impact hit = cast_shape(ball, {{0, height, 0}, {}}, {3, -10, 1}, ground, {});
        ASSERT_EQ(hit.state, ImpactState::hit);
        EXPECT_NEAR(hit.fraction, (height - 0.25f) / 10, 1.5e-6f);
        EXPECT_LT(length(hit.normal - Vec3{0, 1, 0}), 1e-6f);
        EXPECT_NEAR(hit.point_a.y, 0, 1e-5f);
    }
    EXPECT_EQ(cast_shape(ball, {{0, 1, 0}, {}}, {5, -0.7f, 0}, ground, {}).state, ImpactState::separated);
    EXPECT_EQ(cast_shape(ball, {{0, 1, 0}, {}}, {5, 1, 0}, ground, {}).state, ImpactState::separated);
}

TEST(CastShape, SphereOnSphereHasItsClosedForm) {
    GeometryRandom random(2);
    int hits = 0;
    for (int i = 0; i < 5'000; ++i) {
        const float r1 = random.uniform(0.1f, 1), r2 = random.uniform(0.1f, 1);
        const Vec3 from = 5.0f * random.direction(), motion = random.vector(1.5f) - 2.0f * from;
        const double a = double(dot(motion, motion)), b = double(dot(from, motion));
        const double c = double(dot(from, from)) - double(r1 + r2) * double(r1 + r2);
        const double root = b * b - a * c;
        const Impact hit = cast_shape(Sphere{r1}, {from, {}}, motion, Sphere{r2}, {});
        if (std::abs(root) < 1e-3) continue;
        ASSERT_EQ(hit.state == ImpactState::hit, root > 0);
        if (root < 0) continue;
        const double exact = (-b - std::sqrt(root)) / a;
        EXPECT_LE(double(hit.fraction), exact + 1e-6);
        const double closing = std::sqrt(root) / double(r1 + r2);  // little of the motion is left in a graze
        EXPECT_NEAR(double(hit.fraction), exact, 1e-5 + 1e-4 / closing);
        ++hits;
    }
    EXPECT_GT(hits, 2000);
}

TEST(CastShape, BoxOnBoxFaceEdgeAndCorner) {
    const Shape box = Box{{0.5f, 0.5f, 0.5f}};
    Impact hit = cast_shape(box, {{-5, 0.2f, 0.1f}, {}}, {10, 0, 0}, box, {});
    ASSERT_EQ(hit.state, ImpactState::hit);
    EXPECT_NEAR(hit.fraction, 0.4f, 1e-6f);
    EXPECT_LT(length(hit.normal - Vec3{-1, 0, 0}), 1e-5f);
    const float corner = std::sqrt(0.75f);  // a cube stood on its corner
    const Quat on_corner = rotation_between(normalized(Vec3{1, 1, 1}), {1, 0, 0});
    hit = cast_shape(box, {{-5, 0, 0}, on_corner}, {10, 0, 0}, box, {});
    EXPECT_NEAR(hit.fraction, (5 - 0.5f - corner) / 10, 1e-5f);
    EXPECT_EQ(cast_shape(box, {{0.9f, 0, 0}, {}}, {10, 0, 0}, box, {}).state, ImpactState::overlapped);
}

TEST(CastShape, AgreesWithARayForATinyBall) {
    GeometryRandom random(3);
    std::vector<Vec3> points;
    for (int i = 0; i < 30; ++i) points.push_back(random.vector(1));
    const Shape hull = Hull(points);
    for (int i = 0; i < 2'000; ++i) {
        const Vec3 from = 3.0f * random.direction(), to = random.vector(0.3f);
        float fraction = -1;
        Vec3 normal;
        ASSERT_TRUE(cast_ray(hull, from, to, fraction, normal));
        const Impact hit = cast_shape(Sphere{1e-5f}, {from, {}}, to - from, hull, {});
        ASSERT_EQ(hit.state, ImpactState::hit);
        EXPECT_NEAR(hit.fraction, fraction, 1e-4f);
    }
}

// L14: a thousand times its size in a step, from every side, through a wall a millimetre thick.
TEST(TimeOfImpact, NothingTunnelsThroughAThinWall) {
    GeometryRandom random(4);
    const Shape wall = Box{{5, 5, 0.0005f}};
    for (int i = 0; i < 10'000; ++i) {
        const float size = std::pow(10.0f, random.uniform(-2.5f, -0.5f));
        const std::vector<Shape> bullets{Sphere{size}, Box{{size, size, size}},
                                         Capsule{{-size, 0, 0}, {size, 0, 0}, size / 2},
                                         Hull(make_box_hull({size, size / 2, size / 3}))};
        const Vec3 through{random.uniform(-3, 3), random.uniform(-3, 3), 0};
        Vec3 direction = random.direction();
        if (std::abs(direction.z) < 0.2f) direction.z = 0.2f;
        const float speed = std::min(1000 * size, 60.0f);
        Sweep sweep{{through - random.uniform(0.3f, 0.7f) * speed * direction, random.rotation()},
                    speed * direction,
                    random.vector(3),
                    {}};
        if (std::abs(sweep.start.position.z) < 3 * size) continue;
        const Impact hit = time_of_impact(bullets[size_t(i) % 4], sweep, wall, still({}));
        ASSERT_EQ(hit.state, ImpactState::hit) << i;
        const float away =
            shape_distance(bullets[size_t(i) % 4], pose_at(sweep, hit.fraction), wall, {}).distance;
        EXPECT_GT(away, -1e-5f);
        EXPECT_LT(away, 2e-4f);
    }
}

// A rod of half length 1 spins about the z axis at the origin and meets a ball at angle asin of the offset:
// the rod's side line y cos a - x sin a reaches the ball's surface first.
TEST(TimeOfImpact, SpinningRodMeetsABallAtTheKnownAngle) {
    const float radius = 0.05f, ball = 0.1f, at = 0.8f;
    const Shape rod = Capsule{{-1, 0, 0}, {1, 0, 0}, radius};
    for (const float start : {-1.5f, -1.0f, -0.5f, -0.3f}) {
        // Contact when the distance of (at, 0) from the line through the origin is radius + ball.
        const double contact = -std::asin(double(radius + ball) / double(at));
        const float turn = 2;
        const Sweep sweep{{{0, 0, 0}, axis_angle({0, 0, 1}, start)}, {}, {0, 0, turn}, {}};
        const Impact hit = time_of_impact(rod, sweep, Sphere{ball}, still({at, 0, 0}));
        ASSERT_EQ(hit.state, ImpactState::hit);
        const double exact = (contact - double(start)) / double(turn);
        EXPECT_LE(double(hit.fraction), exact + 2e-6);
        EXPECT_NEAR(double(hit.fraction), exact, 1e-4);
    }
}

TEST(TimeOfImpact, SpinAboutTheOwnAxisCostsNothing) {
    const Shape rod = Capsule{{-2, 0, 0}, {2, 0, 0}, 0.1f};
    const Sweep sweep{{{0, 1, 0}, {}}, {0, -2, 0}, {50, 0, 0}, {}};
    const Impact hit = time_of_impact(rod, sweep, HalfSpace{{0, 1, 0}, 0}, still({}));
    ASSERT_EQ(hit.state, ImpactState::hit);
    EXPECT_NEAR(hit.fraction, 0.45f, 1e-5f);
    EXPECT_LE(hit.iterations, 3);
}

// L15: at or before the true time, within 1e-4, for tumbling boxes, hulls and capsules.
TEST(TimeOfImpact, IsNeverLateAndConvergesForTumblingShapes) {
    GeometryRandom random(5);
    std::vector<Shape> shapes{Box{{0.6f, 0.2f, 0.3f}}, Capsule{{-0.5f, 0, 0}, {0.5f, 0, 0}, 0.1f},
                              Sphere{0.3f}};
    for (int k = 0; k < 3; ++k) {
        std::vector<Vec3> points;
        for (int i = 0; i < 20; ++i) points.push_back(random.vector(0.6f));
        shapes.emplace_back(Hull(points));
    }
    int hits = 0, iterations = 0, worst_iterations = 0;
    for (int i = 0; i < 400; ++i) {
        const Shape& a = shapes[size_t(random.integer(0, int(shapes.size()) - 1))];
        const Shape& b = shapes[size_t(random.integer(0, int(shapes.size()) - 1))];
        const Vec3 from = 3.0f * random.direction();
        const Sweep sa{{from, random.rotation()},
                       random.vector(0.7f) - 1.5f * from,
                       random.vector(2),
                       random.vector(0.1f)};
        const Sweep sb{{{}, random.rotation()}, random.vector(0.5f), random.vector(2), {}};
        const Impact hit = time_of_impact(a, sa, b, sb);
        iterations += hit.iterations;
        worst_iterations = std::max(worst_iterations, hit.iterations);
        // Sampling: the first sample that overlaps bounds the true time from above, the one before from
        // below.
        const int samples = 4000;
        double truth = 2;
        SimplexCache cache;
        for (int k = 0; k <= samples; ++k) {
            const float t = float(k) / samples;
            const DistanceResult r = shape_distance(a, pose_at(sa, t), b, pose_at(sb, t), cache);
            cache = r.simplex;
            if (r.overlap || r.distance <= 0) {
                truth = double(t);
                break;
            }
        }
        if (truth > 1) {
            // Sampling may miss a graze between samples, but then the shapes are within reach of one sample.
            if (hit.state == ImpactState::hit) {
                const float away =
                    shape_distance(a, pose_at(sa, hit.fraction), b, pose_at(sb, hit.fraction)).distance;
                EXPECT_LT(away, 1.5e-4f);
            }
            continue;
        }
        ASSERT_EQ(hit.state, ImpactState::hit);
        ++hits;
        EXPECT_LE(double(hit.fraction), truth + 2e-6);
        const float away =
            shape_distance(a, pose_at(sa, hit.fraction), b, pose_at(sb, hit.fraction)).distance;
        EXPECT_LT(away, 1.01e-4f);
    }
    EXPECT_GT(hits, 200);
    EXPECT_LT(iterations / 400, 20);
    RecordProperty("worst_iterations", worst_iterations);
}

TEST(TimeOfImpact, StopsAtTheTargetDistanceAndSaysWhenAlreadyNearer) {
    ImpactOptions options;
    options.target = 0.01f;
    const Shape ball = Sphere{0.5f}, ground = HalfSpace{};
    const Impact hit = time_of_impact(ball, straight({0, 2, 0}, {0, -2, 0}), ground, still({}), options);
    ASSERT_EQ(hit.state, ImpactState::hit);
    EXPECT_NEAR(hit.fraction, (2 - 0.51f) / 2, 1e-6f);
    EXPECT_LT(length(hit.normal - Vec3{0, -1, 0}), 1e-6f);
    const Impact near =
        time_of_impact(ball, straight({0, 0.505f, 0}, {0, -2, 0}), ground, still({}), options);
    EXPECT_EQ(near.state, ImpactState::overlapped);
    EXPECT_EQ(near.fraction, 0);
    const Impact leaving =
        time_of_impact(ball, straight({0, 0.6f, 0}, {0, 2, 0}), ground, still({}), options);
    EXPECT_EQ(leaving.state, ImpactState::separated);
    EXPECT_EQ(leaving.fraction, 1);
}

TEST(TimeOfImpact, FarFromTheOriginIsTheSameAsNearIt) {
    const Shape box = Box{{0.5f, 0.5f, 0.5f}};
    const Vec3 far{8192, -4096, 2048};
    const Sweep near_a{{{-2, 0.1f, 0}, axis_angle({0, 0, 1}, 0.3f)}, {3, 0, 0}, {0, 1, 0}, {}};
    Sweep far_a = near_a;
    far_a.start.position = far + Vec3{-2, 0.125f, 0};
    const Impact near = time_of_impact(box, near_a, box, still({}));
    const Impact distant = time_of_impact(box, far_a, box, still(far));
    ASSERT_EQ(distant.state, ImpactState::hit);
    EXPECT_NEAR(near.fraction, distant.fraction, 1e-3f);  // the start differs by 0.025 across the motion
}

TEST(TimeOfImpact, GrazingMotionEndsWithinTheLimitOfIterations) {
    const Shape box = Box{{1, 1, 1}};
    for (const float gap : {1e-6f, 1e-5f, 1e-4f, 2e-4f, 1e-3f}) {
        const Impact slide = time_of_impact(box, straight({-1, 2 + gap, 0}, {2, 0, 0}), box, still({}));
        EXPECT_LE(slide.iterations, 128);
        EXPECT_NE(slide.state, ImpactState::overlapped);
        const Sweep rocking{{{0, 2 + gap, 0}, {}}, {0, 0, 0}, {0, 0, 0.2f}, {}};
        const Impact rock = time_of_impact(box, rocking, box, still({}));
        EXPECT_EQ(rock.state, ImpactState::hit);
        EXPECT_LE(rock.iterations, 128);
    }
}

}  // namespace
}  // namespace cairn
