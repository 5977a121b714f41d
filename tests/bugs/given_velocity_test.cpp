// A definition's velocity was taken for that of the body's origin, though it is documented, as `velocity` and
// `set_velocity` are, for that of the centre of mass: a body that turned about a centre elsewhere had another
// velocity than it was given, and again another with every shape that moved its centre.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

const Sphere to_the_right{0.1f, {1, 0, 0}}, to_the_left{0.3f, {-2, 0, 0}};

TEST(GivenVelocity, IsThatOfTheCentreOfMass) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = world.add_body(
        {.velocity = {1, 0, 0}, .angular_velocity = {0, 0, 3}, .center_of_mass = Vec3{1, 0, 0}});
    EXPECT_EQ(world.velocity(body), (Vec3{1, 0, 0}));
}

TEST(GivenVelocity, StaysWhileShapesMoveTheCentreOfANewBody) {
    World world({.gravity = {0, 0, 0}});
    world.step(1.0f / 60);
    const BodyId body = world.add_body({.velocity = {1, 0, 0}, .angular_velocity = {0, 0, 3}});
    world.add_shape(body, to_the_right);
    EXPECT_EQ(world.velocity(body), (Vec3{1, 0, 0}));
    world.set_velocity(body, {2, 0, 0});
    world.add_shape(body, to_the_left);
    EXPECT_EQ(world.velocity(body), (Vec3{2, 0, 0}));
}

TEST(GivenVelocity, FollowsTheCentreOfABodyThatMovesAlready) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body =
        test::add_body(world, {.velocity = {1, 0, 0}, .angular_velocity = {0, 0, 3}}, to_the_right);
    world.step(1.0f / 60);
    const Vec3 point{5, 6, 7}, before = world.velocity_at(body, point);
    world.add_shape(body, to_the_left);
    EXPECT_LT(length(world.velocity_at(body, point) - before), 1e-5f);
    EXPECT_GT(length(world.velocity(body) - Vec3{1, 0, 0}), 1);
}

}  // namespace
}  // namespace cairn
