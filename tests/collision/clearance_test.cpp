// Pairs that do not touch: how far apart the narrow phase knows them to be, and that the world looks at them
// again before they can touch, and not much sooner.

#include <gtest/gtest.h>

#include "collision/narrow/collide.hpp"
#include "geometry/distance.hpp"
#include "geometry/hull_builder.hpp"
#include "tests/support/narrow_oracle.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using oracle::Dice;

Shape random_shape(Dice& dice, int kind) {
    const Vec3 center = dice.vector(0.2f);
    switch (kind) {
        case 0:
            return Sphere{dice.between(0.1f, 0.5f), center};
        case 1:
            return Capsule{center - dice.vector(0.5f), center + dice.vector(0.5f), dice.between(0.05f, 0.3f)};
        case 2:
            return Box{{dice.between(0.1f, 1), dice.between(0.1f, 1), dice.between(0.1f, 1)},
                       center,
                       dice.rotation()};
        case 3: {
            std::vector<Vec3> points;
            for (int i = 0; i < 14; ++i)
                points.push_back(center + dice.between(0.3f, 0.8f) * dice.direction());
            return Hull{points};
        }
        default:
            return HalfSpace{dice.direction(), dice.between(-0.5f, 0.5f)};
    }
}

TEST(Clearance, IsNeverMoreThanTheDistanceOfThePairAndSeldomMuchLess) {
    Dice dice(5);
    int apart = 0, close_estimates = 0;
    for (int i = 0; i < 20000; ++i) {
        int kinds[2] = {static_cast<int>(dice.between(0, 4.999f)), static_cast<int>(dice.between(0, 4.999f))};
        if (kinds[0] > kinds[1]) std::swap(kinds[0], kinds[1]);
        if (kinds[0] == 4) continue;  // two half spaces
        const Shape a = random_shape(dice, kinds[0]), b = random_shape(dice, kinds[1]);
        Transform pose{dice.between(0, 3) * dice.direction(), dice.rotation()};
        AxisCache cache;
        Manifold manifold;
        for (int repeat = 0; repeat < 3; ++repeat) {  // with the axis of the time before
            collide(manifold, view_of(a), view_of(b), pose, cache);
            const float distance = shape_distance(a, {}, b, pose).distance;
            if (manifold.count == 0 && distance > speculative_distance + 1e-3f) {
                ++apart;
                EXPECT_LE(manifold.clearance + speculative_distance, distance + 1e-4f)
                    << kinds[0] << kinds[1];
                EXPECT_GE(manifold.clearance, 0);
                close_estimates += manifold.clearance + speculative_distance > 0.5f * distance;
            }
            pose.position += dice.vector(0.05f), pose.rotation = dice.small_rotation(0.1f) * pose.rotation;
        }
    }
    EXPECT_GT(apart, 10000);
    EXPECT_GT(close_estimates, 0.9 * apart);
}

TEST(Clearance, ABallThatFliesAlongASlopeIsNotCollidedInEveryStep) {
    World world({.gravity = {}, .sleep = false});
    const BodyId slope = world.add_body({.type = BodyType::fixed});
    world.add_shape(slope, Box{{20, 5, 0.5f}, {}, normalized(Quat{0.4142f, 0, 0, 1})});
    test::add_body(world, {.position = {-15, 2, -2}, .velocity = {0.9f, 0, 0}}, Sphere{0.5f});
    int pairs = 0, collided = 0;
    for (int i = 0; i < 600; ++i) {
        world.step(1.0f / 60);
        pairs += world.report().pairs, collided += world.report().collided;
    }
    EXPECT_EQ(pairs, 600) << "its bounds are within the slope's";
    EXPECT_LT(collided, 20) << "1.8 m away, it moves 0.015 m a step";
    EXPECT_GT(collided, 5) << "but it is looked at";
}

TEST(Clearance, TheEndOfALongRodThatTurnsIsSeenBeforeItMeetsAPost) {
    // The middle of the rod stays where it is: only the angle says that the end comes near.
    World world({.gravity = {}, .sleep = false, .continuous = false});
    test::add_body(world, {.angular_velocity = {0, 0.3f, 0}}, Box{{10, 0.1f, 0.1f}});
    const BodyId post = world.add_body({.type = BodyType::fixed, .position = {9.5f, 0, -1}});
    world.add_shape(post, Box{{0.2f, 1, 0.2f}});
    float deepest = 0;
    bool met = false;
    for (int i = 0; i < 300; ++i) {
        world.step(1.0f / 60);
        for (const Contact& contact : world.contacts())
            for (int k = 0; k < contact.point_count; ++k) {
                met = true;
                deepest = std::min(deepest, contact.points[k].separation);
            }
    }
    EXPECT_TRUE(met);
    EXPECT_GT(deepest, -0.01f);
}

}  // namespace
}  // namespace cairn
