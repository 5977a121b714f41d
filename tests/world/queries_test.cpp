// Rays, casts and overlaps of a world, against every shape tried one by one.

#include <gtest/gtest.h>

#include <algorithm>
#include <cairn/cairn.hpp>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include "geometry/bounds.hpp"
#include "geometry/cast.hpp"
#include "tests/support/random.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using test::Random;

Shape random_shape(Random& random) {
    switch (random.below(4)) {
        case 0:
            return Sphere{random.between(0.1f, 0.8f), random.in_cube(0.3f)};
        case 1:
            return Capsule{random.in_cube(0.5f), random.in_cube(0.5f), random.between(0.1f, 0.4f)};
        case 2:
            return Box{Vec3{0.6f, 0.6f, 0.6f} + random.in_cube(0.4f), random.in_cube(0.3f),
                       random.rotation()};
        default: {
            std::vector<Vec3> points(12);
            for (Vec3& point : points) point = random.in_cube(0.7f);
            return Hull{points};
        }
    }
}

/// Bodies of all types all over a cube of 20 m, moved by hand and by a few steps, some of them added after
/// the last step.
struct Clutter {
    World world{WorldDef{.gravity = {0, -1, 0}}};
    std::vector<BodyId> bodies;
    std::vector<ShapeId> shapes;
    Random random;

    explicit Clutter(uint64_t seed, int count = 150) : random(seed) {
        add(count);
        for (int i = 0; i < 5; ++i) world.step(1.0f / 60);
        for (size_t i = 0; i < bodies.size(); i += 5)
            world.set_transform(bodies[i], {random.in_cube(10), random.rotation()});
        add(count / 5);
        world.remove_body(bodies[3]);
        bodies.erase(bodies.begin() + 3);
        shapes.clear();
        for (const BodyId body : bodies)
            for (const ShapeId shape : world.shapes(body)) shapes.push_back(shape);
    }
    void add(int count) {
        for (int i = 0; i < count; ++i) {
            const BodyType types[] = {BodyType::fixed, BodyType::kinematic, BodyType::dynamic,
                                      BodyType::dynamic};
            const BodyId body = world.add_body({.type = types[random.below(4)],
                                                .position = random.in_cube(10),
                                                .rotation = random.rotation(),
                                                .velocity = {}});
            const int parts = 1 + random.below(2);
            for (int part = 0; part < parts; ++part)
                world.add_shape(body, random_shape(random),
                                {.filter = {.category = uint64_t{1} << random.below(3),
                                            .mask = random() < 0.9f ? ~0ull : 4},
                                 .sensor = random() < 0.1f});
            bodies.push_back(body);
        }
    }
    bool visible(ShapeId shape, const QueryFilter& filter) const {
        const Filter& own = world.definition(shape).filter;
        return (own.category & filter.mask) != 0 && (filter.category & own.mask) != 0;
    }
    bool solid(ShapeId shape, const QueryFilter& filter) const {
        return visible(shape, filter) && !world.definition(shape).sensor;
    }
    Transform pose(ShapeId shape) const { return world.transform(world.body(shape)); }
};

constexpr QueryFilter filters[] = {
    {}, {.category = 4}, {.category = 1, .mask = 2}, {.category = 1, .mask = 5}};

TEST(Queries, RaysFindWhatTryingEveryShapeFinds) {
    Clutter clutter(1);
    int hits = 0;
    for (int i = 0; i < 2000; ++i) {
        const Vec3 from = clutter.random.in_cube(12), to = clutter.random.in_cube(12);
        const QueryFilter& filter = filters[i % 4];
        std::vector<RayHit> expected;
        for (const ShapeId shape : clutter.shapes) {
            RayHit hit;
            if (clutter.solid(shape, filter) && cast_ray(clutter.world.geometry(shape), clutter.pose(shape),
                                                         from, to, hit.fraction, hit.normal)) {
                hit.shape = shape;
                expected.push_back(hit);
            }
        }
        const std::vector<RayHit> found = clutter.world.cast_ray_all(from, to, filter);
        ASSERT_EQ(found.size(), expected.size()) << i;
        for (size_t k = 0; k + 1 < found.size(); ++k)
            EXPECT_TRUE(found[k].fraction < found[k + 1].fraction ||
                        (found[k].fraction == found[k + 1].fraction &&
                         found[k].shape.index < found[k + 1].shape.index));
        RayHit first;
        ASSERT_EQ(clutter.world.cast_ray(from, to, first, filter), !expected.empty());
        if (expected.empty()) continue;
        ++hits;
        EXPECT_EQ(first.shape, found[0].shape);
        EXPECT_EQ(first.fraction, found[0].fraction);
        EXPECT_EQ(first.body, clutter.world.body(first.shape));
        EXPECT_NEAR(length(first.normal), 1, 1e-4f);
        EXPECT_LE(dot(first.normal, to - from), 1e-3f);
        EXPECT_NEAR(length(first.point - (from + first.fraction * (to - from))), 0, 1e-5f);
        for (const RayHit& hit : expected) EXPECT_LE(first.fraction, hit.fraction);
    }
    EXPECT_GT(hits, 500);
}

TEST(Queries, ShapeCastsFindWhatTryingEveryShapeFinds) {
    Clutter clutter(2);
    int hits = 0;
    for (int i = 0; i < 500; ++i) {
        const Shape shape = random_shape(clutter.random);
        const Transform start{clutter.random.in_cube(12), clutter.random.rotation()};
        const Vec3 motion = clutter.random.in_cube(8);
        const QueryFilter& filter = filters[i % 4];
        float nearest = 2;
        ShapeId nearest_shape;
        for (const ShapeId other : clutter.shapes) {
            if (!clutter.solid(other, filter)) continue;
            const Impact impact =
                cast_shape(shape, start, motion, clutter.world.geometry(other), clutter.pose(other));
            const bool closer = impact.fraction < nearest ||
                                (impact.fraction == nearest && other.index < nearest_shape.index);
            if (impact.state == ImpactState::separated || !closer) continue;
            nearest = impact.fraction;
            nearest_shape = other;
        }
        RayHit hit;
        ASSERT_EQ(clutter.world.cast_shape(shape, start, motion, hit, filter), nearest <= 1) << i;
        if (nearest > 1) continue;
        ++hits;
        EXPECT_EQ(hit.shape, nearest_shape) << i;
        EXPECT_NEAR(hit.fraction, nearest, 1e-5f);
        EXPECT_NEAR(length(hit.normal), 1, 1e-4f);
    }
    EXPECT_GT(hits, 100);
}

TEST(Queries, OverlapsFindWhatTryingEveryShapeFindsSensorsToo) {
    Clutter clutter(3);
    size_t total = 0, sensors = 0;
    for (int i = 0; i < 1000; ++i) {
        const QueryFilter& filter = filters[i % 4];
        const Vec3 center = clutter.random.in_cube(8),
                   half = Vec3{1.2f, 1.2f, 1.2f} + clutter.random.in_cube(1);
        const Bounds box{center - half, center + half};
        const Shape shape = random_shape(clutter.random);
        const Transform pose{center, clutter.random.rotation()};
        std::vector<ShapeId> in_bounds, in_shape;
        for (const ShapeId other : clutter.shapes) {
            if (!clutter.visible(other, filter)) continue;
            if (overlap(clutter.world.bounds(other), box)) in_bounds.push_back(other);
            const DistanceResult apart =
                shape_distance(shape, pose, clutter.world.geometry(other), clutter.pose(other));
            if (apart.overlap || apart.distance <= 0) in_shape.push_back(other);
        }
        const auto by_id = [](ShapeId a, ShapeId b) { return a.index < b.index; };
        std::sort(in_bounds.begin(), in_bounds.end(), by_id);
        std::sort(in_shape.begin(), in_shape.end(), by_id);
        EXPECT_EQ(clutter.world.overlapping(box, filter), in_bounds) << i;
        EXPECT_EQ(clutter.world.overlapping(shape, pose, filter), in_shape) << i;
        total += in_shape.size();
        for (const ShapeId found : in_shape) sensors += clutter.world.definition(found).sensor;
    }
    EXPECT_GT(total, 100u);
    EXPECT_GT(sensors, 5u);
}

TEST(Queries, SeeBodiesWhereTheyAreBetweenSteps) {
    World world;
    const BodyId body = world.add_body({.type = BodyType::fixed});
    const ShapeId shape = world.add_shape(body, Sphere{0.5f});
    RayHit hit;
    EXPECT_TRUE(world.cast_ray({-2, 0, 0}, {2, 0, 0}, hit)) << "before the first step";
    EXPECT_EQ(hit.shape, shape);
    EXPECT_NEAR(hit.fraction, 1.5f / 4, 1e-6f);
    EXPECT_NEAR(hit.normal.x, -1, 1e-6f);
    world.step(1.0f / 60);
    for (const float x : {50.0f, -30.0f, 0.0f, 100.0f}) {
        world.set_transform(body, {{x, 10, 0}, {}});
        EXPECT_FALSE(world.cast_ray({-2, 0, 0}, {2, 0, 0}, hit)) << x;
        EXPECT_TRUE(world.cast_ray({x, 15, 0}, {x, 5, 0}, hit)) << x;
        EXPECT_EQ(world.overlapping(Sphere{}, {{x, 10.6f, 0}, {}}), std::vector<ShapeId>{shape});
        EXPECT_EQ(world.overlapping(Bounds{{x, 10, 0}, {x, 10, 0}}), std::vector<ShapeId>{shape});
    }
    world.remove_shape(shape);
    EXPECT_FALSE(world.cast_ray({100, 15, 0}, {100, 5, 0}, hit));
}

TEST(Queries, SeeThousandsOfBodiesThatWereAllMoved) {
    World world;
    std::vector<BodyId> bodies;
    for (int i = 0; i < 3000; ++i) {
        bodies.push_back(
            world.add_body({.type = BodyType::kinematic, .position = {static_cast<float>(i) * 3, 0, 0}}));
        world.add_shape(bodies.back(), Sphere{});
    }
    world.step(1.0f / 60);
    for (size_t i = 0; i < bodies.size(); ++i)
        world.set_transform(bodies[i], {{static_cast<float>(i) * 3, 50, 0}, {}});
    RayHit hit;
    for (size_t i = 0; i < bodies.size(); i += 7) {
        const float x = static_cast<float>(i) * 3;
        ASSERT_TRUE(world.cast_ray({x, 55, 0}, {x, -5, 0}, hit));
        EXPECT_EQ(hit.body, bodies[i]);
        EXPECT_NEAR(hit.point.y, 50.5f, 1e-4f);
    }
}

TEST(Queries, DoNotChangeTheFuture) {
    const auto run = [](bool ask) {
        Clutter clutter(4, 60);
        for (int step = 0; step < 30; ++step) {
            clutter.world.set_transform(clutter.bodies[5], {{0, 5, 0}, {}});
            if (ask) {
                RayHit hit;
                clutter.world.cast_ray({0, 10, 0}, {0, -10, 0}, hit);
                clutter.world.overlapping(Bounds{{-5, -5, -5}, {5, 5, 5}});
            }
            clutter.world.step(1.0f / 60);
        }
        return clutter.world.hash();
    };
    EXPECT_EQ(run(false), run(true));
}

TEST(Queries, ThatStartInsideHitAtTheStartAndTheLowestIdWins) {
    World world;
    std::vector<ShapeId> shapes;
    for (int i = 0; i < 40; ++i) {
        const BodyId body =
            world.add_body({.type = BodyType::fixed, .position = {0.01f * static_cast<float>(40 - i), 0, 0}});
        shapes.push_back(world.add_shape(body, Sphere{1}));
    }
    world.step(1.0f / 60);
    RayHit hit;
    ASSERT_TRUE(world.cast_ray({0, 0, 0}, {5, 0, 0}, hit));
    EXPECT_EQ(hit.shape, shapes[0]);
    EXPECT_EQ(hit.fraction, 0);
    EXPECT_EQ(hit.normal, (Vec3{-1, 0, 0}));
    ASSERT_TRUE(world.cast_shape(Sphere{0.1f}, {}, {0, 3, 0}, hit));
    EXPECT_EQ(hit.shape, shapes[0]);
    EXPECT_EQ(hit.fraction, 0);
    EXPECT_NEAR(length(hit.normal), 1, 1e-6f);
    const std::vector<RayHit> all = world.cast_ray_all({0, 0, 0}, {0, 0, 0});
    ASSERT_EQ(all.size(), shapes.size());
    for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].shape, shapes[i]);
}

TEST(Queries, HitAHalfSpaceFromAnywhere) {
    World world;
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    world.add_shape(ground, HalfSpace{{0, 1, 0}, 1});
    RayHit hit;
    ASSERT_TRUE(world.cast_ray({1000, 5, 300}, {1000, -3, 300}, hit));
    EXPECT_NEAR(hit.fraction, 0.5f, 1e-6f);
    EXPECT_EQ(hit.normal, (Vec3{0, 1, 0}));
    ASSERT_TRUE(world.cast_shape(Box{{1, 1, 1}}, {{0, 4, 0}, {}}, {0, -4, 0}, hit));
    EXPECT_NEAR(hit.fraction, 0.5f, 1e-4f);
    EXPECT_NEAR(hit.normal.y, 1, 1e-6f);
    EXPECT_EQ(world.overlapping(Sphere{1}, {{0, 1.9f, 0}, {}}).size(), 1u);
    EXPECT_TRUE(world.overlapping(Sphere{1}, {{0, 2.1f, 0}, {}}).empty());
}

TEST(Queries, SayWhatIsWrongWithBadInput) {
    World world;
    RayHit hit;
    const float nan = std::numeric_limits<float>::quiet_NaN(), huge = std::numeric_limits<float>::max();
    const auto has = [](const std::string& message, const char* part) {
        return message.find(part) != std::string::npos;
    };
    EXPECT_TRUE(has(test::error_of([&] { world.cast_ray({nan, 0, 0}, {}, hit); }), "cast_ray: from"));
    EXPECT_TRUE(has(test::error_of([&] { world.cast_ray({}, {0, nan, 0}, hit); }), "nan"));
    EXPECT_TRUE(has(test::error_of([&] { world.cast_ray({-huge, 0, 0}, {huge, 0, 0}, hit); }), "too far"));
    EXPECT_TRUE(has(test::error_of([&] { world.cast_ray_all({}, {INFINITY, 0, 0}); }), "cast_ray_all: to"));
    EXPECT_TRUE(has(test::error_of([&] { world.cast_shape(Sphere{-1}, {}, {}, hit); }), "-1"));
    EXPECT_TRUE(has(test::error_of([&] {
                        world.cast_shape(Sphere{}, {}, {nan, 0, 0}, hit);
                    }),
                    "cast_shape: motion"));
    EXPECT_TRUE(has(test::error_of([&] {
                        world.cast_shape(Sphere{}, {{}, {0, 0, 0, 3}}, {}, hit);
                    }),
                    "rotation"));
    EXPECT_TRUE(has(test::error_of([&] { world.overlapping(Bounds{{0, 0, 0}, {1, -2, 1}}); }), "-2"));
    EXPECT_TRUE(has(test::error_of([&] {
                        world.overlapping(Bounds{{nan, 0, 0}, {1, 1, 1}});
                    }),
                    "overlapping"));
    EXPECT_TRUE(has(test::error_of([&] { world.overlapping(Box{{0, 1, 1}}, {}); }), "half_extents"));
    EXPECT_TRUE(has(test::error_of([&] { world.overlapping(Sphere{}, {{0, INFINITY, 0}, {}}); }), "inf"));
}

TEST(Queries, MayBeAskedFromSeveralThreadsAtOnce) {
    Clutter clutter(5);
    RayHit expected;
    const bool hit = clutter.world.cast_ray({-12, 0, 0}, {12, 0, 0}, expected);
    int wrong[3] = {};
    std::vector<std::thread> threads;
    for (int& count : wrong)
        threads.emplace_back([&clutter, &count, &expected, hit] {
            for (int i = 0; i < 300; ++i) {
                RayHit found;
                const bool same = clutter.world.cast_ray({-12, 0, 0}, {12, 0, 0}, found) == hit;
                count += !(same && found.shape == expected.shape && found.fraction == expected.fraction);
            }
        });
    for (std::thread& thread : threads) thread.join();
    for (const int count : wrong) EXPECT_EQ(count, 0);
}

TEST(Queries, LeaveOutTheBodyThatIsIgnored) {
    World world;
    const BodyId near = test::add_ball(world, {0, 0, 0}), far = test::add_ball(world, {0, -3, 0});
    world.add_shape(near, Sphere{0.5f, {0, -0.5f, 0}});
    const QueryFilter others{.ignored = near};
    for (const bool moved : {false, true}) {
        RayHit hit;
        ASSERT_TRUE(world.cast_ray({0, 0, 0}, {0, -10, 0}, hit, others));
        EXPECT_EQ(hit.body, far);
        ASSERT_TRUE(world.cast_shape(Sphere{0.1f}, {}, {0, -10, 0}, hit, others));
        EXPECT_EQ(hit.body, far);
        EXPECT_EQ(world.cast_ray_all({0, 0, 0}, {0, -10, 0}, others).size(), 1u);
        const Bounds both{{-1, -4, -1}, {1, 1, 1}};
        EXPECT_EQ(world.overlapping(both, others), world.shapes(far));
        EXPECT_EQ(world.overlapping(Sphere{4}, {}, others), world.shapes(far));
        EXPECT_EQ(world.overlapping(both).size(), 3u);
        if (!moved) world.set_transform(near, {{0.01f, 0, 0}, {}});  // found outside the trees
    }
    world.remove_body(near);
    EXPECT_NE(test::error_of([&] { world.overlapping(Sphere{4}, {}, others); }), "");
}

}  // namespace
}  // namespace cairn
