// Bodies and shapes come and go while things touch.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(Lifecycle, AnEmptyWorldSteps) {
    World world;
    run(world, 1);
    EXPECT_TRUE(world.bodies().empty());
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_EQ(world.report().step, 60u);
}

TEST(Lifecycle, RemovingABodyRemovesItsShapesAndContacts) {
    World world;
    add_floor(world);
    const BodyId lower = add_box(world, {0, 0.5f, 0}), upper = add_box(world, {0, 1.5f, 0});
    const ShapeId shape = world.shapes(lower)[0];
    run(world, 0.5);
    EXPECT_EQ(world.contacts().size(), 2u);
    world.remove_body(lower);
    EXPECT_FALSE(world.valid(lower));
    EXPECT_FALSE(world.valid(shape));
    EXPECT_TRUE(world.contacts().empty());
    run(world, 2);
    EXPECT_NEAR(world.transform(upper).position.y, 0.5, 0.01) << "the upper box falls to the floor";
}

TEST(Lifecycle, RemovingAShapeLetsTheBodyFallOnTheNextOne) {
    World world;
    add_floor(world);
    const BodyId body = world.add_body({.position = {0, 1, 0}});
    world.add_shape(body, Box{{0.5f, 0.5f, 0.5f}});
    const ShapeId foot = world.add_shape(body, Box{{0.5f, 0.25f, 0.5f}, {0, -0.75f, 0}});
    run(world, 0.5);
    world.remove_shape(foot);
    EXPECT_EQ(world.shapes(body).size(), 1u);
    run(world, 1);
    EXPECT_NEAR(world.transform(body).position.y, 0.5, 0.01);
}

TEST(Lifecycle, RemovingTheShapeThatASleeperStandsOnWakesIt) {
    World world;
    add_floor(world);
    const BodyId body = world.add_body({.position = {0, 1, 0}});
    world.add_shape(body, Box{{0.5f, 0.5f, 0.5f}});
    const ShapeId foot = world.add_shape(body, Box{{0.5f, 0.25f, 0.5f}, {0, -0.75f, 0}});
    run(world, 2);
    ASSERT_FALSE(world.awake(body));
    world.remove_shape(foot);
    run(world, 1);
    EXPECT_NEAR(world.transform(body).position.y, 0.5, 0.01);
}

TEST(Lifecycle, AShapeAddedToASleeperPushesItOutOfTheFloor) {
    World world;
    add_floor(world);
    const BodyId body = add_box(world, {0, 0.5f, 0});
    run(world, 2);
    ASSERT_FALSE(world.awake(body));
    world.add_shape(body, Sphere{0.2f, {0, -0.5f, 0}});
    run(world, 1);
    EXPECT_GT(world.transform(body).position.y, 0.6f);
}

TEST(Lifecycle, IdsAreReusedWithANewGeneration) {
    World world;
    const BodyId first = world.add_body();
    world.remove_body(first);
    const BodyId second = world.add_body();
    EXPECT_EQ(second.index, first.index);
    EXPECT_NE(second.generation, first.generation);
    EXPECT_THAT(world.bodies(), testing::ElementsAre(second));
}

TEST(Lifecycle, BodiesAreListedInTheOrderOfTheirIds) {
    World world;
    std::vector<BodyId> ids;
    for (int i = 0; i < 5; ++i) ids.push_back(world.add_body({.user_data = static_cast<uint64_t>(i)}));
    world.remove_body(ids[1]);
    EXPECT_THAT(world.bodies(), testing::ElementsAre(ids[0], ids[2], ids[3], ids[4]));
    EXPECT_EQ(world.user_data(ids[3]), 3u);
}

TEST(Lifecycle, MassFollowsTheShapes) {
    World world;
    const BodyId body = world.add_body();
    EXPECT_GT(world.mass(body), 0) << "a dynamic body without shapes still has mass";
    const ShapeId left = world.add_shape(body, Box{{0.5f, 0.5f, 0.5f}, {-1, 0, 0}});
    EXPECT_FLOAT_EQ(world.mass(body), 1000);
    EXPECT_EQ(world.center_of_mass(body), (Vec3{-1, 0, 0}));
    world.add_shape(body, Box{{0.5f, 0.5f, 0.5f}, {1, 0, 0}});
    EXPECT_FLOAT_EQ(world.mass(body), 2000);
    EXPECT_NEAR(length(world.center_of_mass(body)), 0, 1e-6);
    // 2 (m a^2 / 6 + m d^2) about y
    EXPECT_NEAR(world.mass_properties(body).inertia.y.y, 2 * (1000.0 / 6 + 1000), 0.1);
    world.remove_shape(left);
    EXPECT_FLOAT_EQ(world.mass(body), 1000);
    EXPECT_EQ(world.transform(body).position, (Vec3{})) << "the body's own frame stays where it was";
}

TEST(Lifecycle, AnOffsetCentreOfMassIsWhatBodiesTurnAbout) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = world.add_body({.angular_velocity = {0, 0, 1}});
    world.add_shape(body, Box{{0.1f, 0.1f, 0.1f}, {2, 0, 0}}, {.density = 1000});
    world.add_shape(body, Box{{0.1f, 0.1f, 0.1f}}, {.density = 1000});
    const Vec3 center = world.center_of_mass(body);
    EXPECT_NEAR(center.x, 1, 1e-6);
    EXPECT_EQ(world.velocity(body), Vec3{});
    run(world, 1);
    EXPECT_NEAR(length(world.center_of_mass(body) - center), 0, 1e-4);
    EXPECT_NEAR(length(world.transform(body).position - center), 1, 1e-4);
}

TEST(Lifecycle, AWorldCanBeMoved) {
    World first;
    const BodyId body = add_box(first, {0, 5, 0});
    World second = std::move(first);
    run(second, 0.5);
    EXPECT_LT(second.transform(body).position.y, 5);
}

TEST(Lifecycle, ChurnLeavesNothingBehind) {
    World world;
    add_floor(world);
    Dice dice(3);
    std::vector<BodyId> bodies;
    for (int step = 0; step < 600; ++step) {
        if (dice.below(2) && bodies.size() < 40) {
            const Vec3 position{dice.between(-1, 1), dice.between(0.5f, 3), dice.between(-1, 1)};
            bodies.push_back(dice.below(2) ? add_box(world, position, {0.3f, 0.3f, 0.3f})
                                           : add_ball(world, position, 0.3f));
        } else if (!bodies.empty()) {
            const size_t victim = static_cast<size_t>(dice.below(static_cast<int>(bodies.size())));
            world.remove_body(bodies[victim]);
            bodies.erase(bodies.begin() + static_cast<long>(victim));
        }
        world.step(1.0f / 60);
        ASSERT_EQ(world.report().bodies, static_cast<int>(bodies.size()) + 1);
        ASSERT_EQ(world.report().dropped, 0);
    }
    for (const BodyId body : bodies) {
        EXPECT_GT(world.transform(body).position.y, 0);
        world.remove_body(body);
    }
    world.step(1.0f / 60);
    EXPECT_TRUE(world.contacts().empty());
    EXPECT_EQ(world.report().pairs, 0);
}

}  // namespace
}  // namespace cairn
