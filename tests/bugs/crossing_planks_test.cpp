// Planks poured into a bin sank through each other for ten seconds, and a heap of them that lay still came
// down when its steps became longer. A plank that lies across another is tilted by some hundredths of a
// radian. Its far end is then below the other's face, though far beside it, and of all axes the one across
// two edges separates best: so the contact was the one point where those edges cross, instead of the four
// where the faces meet. The plank tipped to the next crossing, and in the next step to the next. A capsule
// across a plank had one point for the same reason: it was taken to hang over the plank's edge.

#include <gtest/gtest.h>

#include "collision/narrow/collide.hpp"
#include "geometry/hull_builder.hpp"
#include "tests/support/narrow_checks.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr Vec3 plank{0.7f, 0.04f, 0.12f};

/// Across the first, turned by so much about the vertical, tilted by so much along itself, and overlapping at
/// the lower side of the crossing.
Transform across(float turn, float tilt, float depth, float half_height) {
    const Quat rotation = Quat{0, std::sin(turn / 2), 0, std::cos(turn / 2)} *
                          Quat{0, 0, std::sin(tilt / 2), std::cos(tilt / 2)};
    const float lower_side = plank.z / std::sin(turn) * std::sin(std::abs(tilt));
    return {{0.1f, plank.y + half_height - depth + lower_side, -0.05f}, rotation};
}

/// The points of all crossings, few of which may be the corner of one alone.
template <class Points>
void expect_points(int least, float half_height, Points&& points_of) {
    int crossings = 0, borne = 0;
    for (const float turn : {0.8f, 1.2f, 1.57f})
        for (const float tilt : {-0.03f, -0.02f, -0.01f, 0.01f, 0.02f, 0.03f})
            for (const float depth : {0.0005f, 0.002f, 0.004f, 0.008f}) {
                const Manifold m = points_of(across(turn, tilt, depth, half_height));
                expect_sound(m);
                EXPECT_GT(m.normal.y, 0.98f);
                EXPECT_LT(deepest(m), 0.002f);
                borne += m.count >= least, ++crossings;
            }
    EXPECT_EQ(borne, crossings);
}

TEST(CrossingPlanks, BoxesMeetInMoreThanOneCorner) {
    expect_points(2, plank.y, [](const Transform& pose) {
        Manifold m;
        AxisCache cache;
        collide(m, view_of(Shape{Box{plank}}), view_of(Shape{Box{plank}}), pose, cache);
        return m;
    });
}

TEST(CrossingPlanks, HullsMeetInMoreThanOneCorner) {
    const Shape hull = Hull(make_box_hull(plank, {}, {}));
    expect_points(2, plank.y, [&](const Transform& pose) {
        Manifold m;
        AxisCache cache;
        collide(m, view_of(hull), view_of(hull), pose, cache);
        return m;
    });
}

TEST(CrossingPlanks, ACapsuleHasTwoPointsOnThePlankItLiesAcross) {
    const Shape rod = Capsule{{-0.7f, 0, 0}, {0.7f, 0, 0}, 0.05f}, board = Box{plank};
    expect_points(2, 0.05f, [&](const Transform& pose) {
        Manifold m;
        AxisCache cache;
        collide(m, view_of(rod), view_of(board), relative(pose, Transform{}), cache);
        m.normal = -rotate(pose.rotation, m.normal);
        return m;
    });
}

TEST(CrossingPlanks, AHeapOfThemComesToRestAndDoesNotSink) {
    constexpr int side = 4, layers = 20;
    World world({.gravity = {0, -10, 0}, .sleep = false});
    const ShapeDef wood{.friction = 0.6f};
    add_floor(world, wood);
    const float half_width = 1.5f * side / 2 + 0.1f;
    for (const Vec3 inward : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 0, 1}, Vec3{0, 0, -1}}) {
        const BodyId wall = world.add_body({.type = BodyType::fixed});
        world.add_shape(wall, HalfSpace{inward, -half_width}, wood);
    }
    std::vector<BodyId> planks;
    for (int i = 0; i < side * side * layers; ++i) {
        const float turn = 2.4f * static_cast<float>(i);  // any way round
        const Vec3 place{(static_cast<float>(i / side % side) - 1.5f) * 1.5f,
                         0.8f * static_cast<float>(1 + i / (side * side)),
                         (static_cast<float>(i % side) - 1.5f) * 1.5f};
        const BodyDef def{.position = place, .rotation = {0, std::sin(turn / 2), 0, std::cos(turn / 2)}};
        planks.push_back(add_body(world, def, Box{plank}, wood));
    }
    run(world, 5);
    double speed = 0, height = 0;
    for (const BodyId body : planks) {
        speed += length(world.velocity(body)) / static_cast<float>(planks.size());
        height += world.transform(body).position.y / static_cast<float>(planks.size());
    }
    EXPECT_LT(speed, 0.02);                    // 0.22 before
    EXPECT_GT(height, 0.45);                   // 0.41
    EXPECT_LT(max_penetration(world), 0.02f);  // 0.05
}

}  // namespace
}  // namespace cairn
