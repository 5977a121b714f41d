// Filters, combine rules, rolling resistance, spinning friction and moving surfaces.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// Whether two balls with these filters, one dropped on the other, touch.
bool collide(Filter a, Filter b) {
    World world;
    const BodyId below = world.add_body({.type = BodyType::fixed});
    world.add_shape(below, Sphere{0.5f}, {.filter = a});
    const BodyId above = add_body(world, {.position = {0, 1.2f, 0}}, Sphere{0.5f}, {.filter = b});
    run(world, 1);
    return world.transform(above).position.y > -1;
}

TEST(Filters, NeedTheCategoryOfEachInTheMaskOfTheOther) {
    EXPECT_TRUE(collide({}, {}));
    EXPECT_TRUE(collide({.category = 2, .mask = 4}, {.category = 4, .mask = 2}));
    EXPECT_FALSE(collide({.category = 2, .mask = 4}, {.category = 4, .mask = 8}));
    EXPECT_FALSE(collide({.category = 2, .mask = 8}, {.category = 4, .mask = 2}));
    EXPECT_FALSE(collide({.category = 0}, {}));
    EXPECT_TRUE(collide({.category = uint64_t{1} << 63}, {.mask = uint64_t{1} << 63 | 1}));
}

TEST(Filters, GroupsOverrideMasks) {
    EXPECT_FALSE(collide({.group = -1}, {.group = -1}));
    EXPECT_TRUE(collide({.group = -1}, {.group = -2}));
    EXPECT_TRUE(collide({.category = 0, .mask = 0, .group = 3}, {.category = 0, .mask = 0, .group = 3}));
    EXPECT_FALSE(collide({.mask = 0, .group = 3}, {.group = 4}));
}

TEST(Filters, CanChangeWhileBodiesTouch) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    const ShapeId shape = world.shapes(box)[0];
    run(world, 2);
    ASSERT_FALSE(world.awake(box));
    world.set_filter(shape, {.mask = 0});
    run(world, 1);
    EXPECT_LT(world.transform(box).position.y, -2) << "falls through, even from sleep";
    world.set_transform(box, {{0, 2, 0}, {}});
    world.set_velocity(box, {});
    world.set_filter(shape, {});
    run(world, 2);
    EXPECT_NEAR(world.transform(box).position.y, 0.5, 0.01);
}

TEST(Filters, GroupsCanChange) {
    World world({.gravity = {0, 0, 0}});
    const BodyId a = add_body(world, {}, Sphere{0.5f}, {.filter = {.group = -1}});
    const BodyId b = add_body(world, {.position = {0.9f, 0, 0}}, Sphere{0.5f}, {.filter = {.group = -1}});
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().pairs, 0);
    world.set_filter(world.shapes(b)[0], {.group = -2});
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().pairs, 1);
    world.set_filter(world.shapes(a)[0], {.group = -2});
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().pairs, 0);
}

TEST(Filters, JointsKeepTheirBodiesApartUnlessTold) {
    for (const bool allowed : {false, true}) {
        World world({.gravity = {0, 0, 0}});
        const BodyId a = add_ball(world, {0, 0, 0}), b = add_ball(world, {0.9f, 0, 0});
        BallJoint joint;
        joint.body_a = a, joint.body_b = b, joint.anchor = {0.45f, 0, 0}, joint.collide_connected = allowed;
        world.add_joint(joint);
        world.step(1.0f / 60);
        EXPECT_EQ(world.contacts().size(), allowed ? 1u : 0u);
    }
}

/// Distance a block slides from 3 m/s with these frictions and rules.
float slide(float a, float b, Combine rule_a, Combine rule_b) {
    World world({.sleep = false});
    add_floor(world, {.friction = a, .friction_combine = rule_a});
    const BodyId block = add_body(world, {.position = {0, 0.25f, 0}, .velocity = {3, 0, 0}},
                                  Box{{0.5f, 0.25f, 0.5f}}, {.friction = b, .friction_combine = rule_b});
    run(world, 4);
    return world.transform(block).position.x;
}

double stopping(double mu) { return 9 / (2 * mu * 9.81); }

TEST(CombineRules, OfFriction) {
    const float a = 0.2f, b = 0.45f;
    const struct {
        Combine rule;
        double mu;
    } cases[] = {{Combine::average, 0.325},
                 {Combine::minimum, 0.2},
                 {Combine::multiply, 0.09},
                 {Combine::maximum, 0.45},
                 {Combine::geometric, 0.3}};
    for (const auto& c : cases) {
        EXPECT_NEAR(slide(a, b, c.rule, c.rule), stopping(c.mu), 0.03 * stopping(c.mu))
            << static_cast<int>(c.rule);
    }
}

TEST(CombineRules, TheLaterRuleOfTheListWinsWhereTwoDiffer) {
    EXPECT_NEAR(slide(0.2f, 0.45f, Combine::average, Combine::minimum), stopping(0.2), 0.03 * stopping(0.2));
    EXPECT_NEAR(slide(0.2f, 0.45f, Combine::maximum, Combine::minimum), stopping(0.45),
                0.03 * stopping(0.45));
}

TEST(CombineRules, OfRestitution) {
    const auto bounce = [](Combine rule) {
        World world({.sleep = false});
        add_floor(world, {.restitution = 0.8f, .restitution_combine = rule});
        const BodyId ball = add_body(world, {.position = {0, 0.6f, 0}, .velocity = {0, -5, 0}}, Sphere{0.5f},
                                     {.restitution = 0.5f, .restitution_combine = rule});
        float fastest = 0;
        for (int step = 0; step < 60; ++step) {
            world.step(1.0f / 240);
            fastest = max_of(fastest, world.velocity(ball).y);
        }
        return fastest / std::sqrt(5 * 5 + 2 * gravity * 0.1f);  // it falls 10 cm before it meets the floor
    };
    EXPECT_NEAR(bounce(Combine::average), 0.65, 0.03);
    EXPECT_NEAR(bounce(Combine::minimum), 0.5, 0.03);
    EXPECT_NEAR(bounce(Combine::multiply), 0.4, 0.03);
    EXPECT_NEAR(bounce(Combine::maximum), 0.8, 0.03);
    EXPECT_NEAR(bounce(Combine::geometric), std::sqrt(0.4), 0.03);
}

TEST(Materials, FrictionAndRestitutionCanChangeWhileTouching) {
    World world({.sleep = false});
    const BodyId floor = add_floor(world, {.friction = 0});
    const BodyId block = add_body(world, {.position = {0, 0.25f, 0}, .velocity = {3, 0, 0}},
                                  Box{{0.5f, 0.25f, 0.5f}}, {.friction = 0.5f});
    run(world, 1);
    EXPECT_NEAR(world.velocity(block).x, 3, 1e-3) << "no friction yet";
    world.set_friction(world.shapes(floor)[0], 0.5f);
    run(world, 1);
    EXPECT_NEAR(world.velocity(block).x, 0, 1e-3);
}

TEST(RollingResistance, StopsABallByItsLeverArm) {
    // deceleration of a rolling ball: c g / (r (1 + 2/5))
    World world({.sleep = false});
    add_floor(world);
    const float lever = 0.01f, radius = 0.5f, speed = 1;
    const BodyId ball = add_body(
        world,
        {.position = {0, radius, 0}, .velocity = {speed, 0, 0}, .angular_velocity = {0, 0, -speed / radius}},
        Sphere{radius}, {.rolling_resistance = lever});
    const double deceleration = 0.01 * 9.81 / (0.5 * 1.4);
    run(world, 4);
    EXPECT_NEAR(world.velocity(ball).x, 1 - deceleration * 4, 0.03);
    run(world, 6);
    EXPECT_LT(length(world.velocity(ball)), 2e-3f) << "and stays stopped";
}

TEST(RollingResistance, HoldsABallOnAGentleSlope) {
    // rests while tan(angle) < c / r
    for (const float factor : {0.8f, 1.2f}) {
        World world({.sleep = false});
        const float angle = std::atan(factor * 0.02f);
        const Vec3 normal = rotate(axis_angle({0, 0, 1}, angle), {0, 1, 0});
        add_floor(world, {}, normal);
        const BodyId ball =
            add_body(world, {.position = 0.5f * normal}, Sphere{0.5f}, {.rolling_resistance = 0.01f});
        run(world, 3);
        const float moved = length(world.transform(ball).position - 0.5f * normal);
        if (factor < 1)
            EXPECT_LT(moved, 0.01f);
        else
            EXPECT_GT(moved, 0.05f);
    }
}

TEST(SpinningFriction, StopsABallThatSpinsOnTheSpot) {
    const auto spin_after = [](float lever) {
        World world({.sleep = false});
        add_floor(world, {.friction = 0.5f});
        const BodyId ball = add_body(world, {.position = {0, 0.5f, 0}, .angular_velocity = {0, 10, 0}},
                                     Sphere{0.5f}, {.friction = 0.5f, .spinning_friction = lever});
        run(world, 1);
        return world.angular_velocity(ball).y;
    };
    EXPECT_NEAR(spin_after(0), 10, 0.01) << "a point contact has no moment of its own";
    // torque = lever * N; w falls by lever g / (2/5 r^2) a second
    EXPECT_NEAR(spin_after(0.02f), 10 - 0.02 * 9.81 / 0.1, 0.1);
    EXPECT_NEAR(spin_after(0.2f), 0, 0.01);
}

TEST(SurfaceVelocity, CarriesBothWaysAndTurnsWithItsBody) {
    World world({.sleep = false});
    const BodyId belt = add_body(
        world, {.type = BodyType::fixed, .rotation = axis_angle({0, 1, 0}, 0.5f * static_cast<float>(pi))},
        Box{{20, 0.5f, 20}}, {.surface_velocity = {1, 0, 0}});
    const BodyId box = add_box(world, {0, 1, 0});
    run(world, 2);
    // the belt's x axis is the world's -z axis
    EXPECT_NEAR(world.velocity(box).z, -1, 0.01);
    EXPECT_NEAR(world.velocity(box).x, 0, 0.01);
    world.set_surface_velocity(world.shapes(belt)[0], {-2, 0, 0});
    run(world, 2);
    EXPECT_NEAR(world.velocity(box).z, 2, 0.02);
    world.set_surface_velocity(world.shapes(belt)[0], {});
    run(world, 2);
    EXPECT_NEAR(world.velocity(box).z, 0, 0.01);
}

}  // namespace
}  // namespace cairn
