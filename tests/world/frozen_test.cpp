// A body that leaves the finite range is frozen where it last was, told of, and hurts nobody.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

bool finite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

TEST(Frozen, ABodyThrownOutOfTheFiniteRangeStaysWhereItLastWas) {
    World world;
    add_floor(world);
    const BodyId lost = add_box(world, {0, 5, 0}), other = add_box(world, {3, 0.5f, 0});
    run(world, 0.1);
    const Vec3 last = world.transform(lost).position;
    world.set_velocity(lost, {0, 9e8f, 0});
    world.step(1.0f / 60);
    EXPECT_TRUE(world.frozen(lost));
    EXPECT_THAT(world.events().frozen, testing::ElementsAre(lost));
    EXPECT_EQ(world.report().frozen, 1);
    EXPECT_EQ(world.transform(lost).position, last);
    EXPECT_EQ(world.velocity(lost), (Vec3{}));
    run(world, 2);
    EXPECT_TRUE(world.events().frozen.empty());
    EXPECT_EQ(world.transform(lost).position, last);
    EXPECT_FALSE(world.frozen(other));
    EXPECT_NEAR(world.transform(other).position.y, 0.5, 0.01);
}

TEST(Frozen, HugeSpinsAndForcesDoNotSpread) {
    World world;
    add_floor(world);
    const BodyId lost = add_box(world, {0, 0.5f, 0}), neighbour = add_box(world, {0, 1.5f, 0});
    run(world, 0.3);
    world.set_angular_velocity(lost, {9e8f, 9e8f, 9e8f});
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        for (const BodyId body : {lost, neighbour}) {
            ASSERT_TRUE(finite(world.transform(body).position)) << step;
            ASSERT_TRUE(finite(world.velocity(body))) << step;
            ASSERT_TRUE(finite(world.angular_velocity(body))) << step;
        }
    }
}

TEST(Frozen, ForcesAndImpulsesBeyondAllMeasureFreezeAtOnceAndDoNotSpread) {
    for (const int kind : {0, 1, 2, 3}) {
        World world;
        add_floor(world);
        const BodyId lost = add_box(world, {0, 0.5f, 0}), above = add_box(world, {0, 1.5f, 0});
        run(world, 0.5);
        if (kind == 0) world.apply_force(lost, {0, 3e38f, 0});
        if (kind == 1) world.apply_torque(lost, {3e38f, 3e38f, 3e38f});
        if (kind == 2) world.apply_impulse_at(lost, {0, 0, 3e38f}, {1e7f, 0, 0});
        if (kind == 3) world.apply_angular_impulse(lost, {0, 3e38f, 0});
        EXPECT_TRUE(world.frozen(lost)) << kind;
        world.step(1.0f / 60);
        EXPECT_THAT(world.events().frozen, testing::ElementsAre(lost)) << kind;
        run(world, 1);
        EXPECT_FALSE(world.frozen(above)) << kind;
        EXPECT_NEAR(world.transform(above).position.y, 1.5, 0.02) << "it rests on the frozen one, " << kind;
        EXPECT_EQ(world.velocity(lost), (Vec3{})) << kind;
    }
}

TEST(Frozen, JointsHoldOnToAFrozenBodyAsToAFixedOne) {
    World world;
    const BodyId lost = add_box(world, {0, 5, 0}), hanging = add_box(world, {0, 3, 0});
    BallJoint joint;
    joint.body_a = lost, joint.body_b = hanging, joint.anchor = {0, 4, 0};
    const JointId id = world.add_joint(joint);
    run(world, 0.1);
    world.apply_impulse(lost, {3e38f, 0, 0});
    ASSERT_TRUE(world.frozen(lost));
    const Vec3 place = world.transform(lost).position;
    run(world, 5);
    EXPECT_EQ(world.transform(lost).position, place);
    EXPECT_EQ(world.velocity(lost), (Vec3{}));
    EXPECT_FALSE(world.frozen(hanging));
    EXPECT_LT(world.joint_error(id), 0.01f);
    EXPECT_NEAR(length(world.transform(hanging).position - (place - Vec3{0, 1, 0})), 1, 0.01);
    world.set_transform(lost, {place, {}});
    EXPECT_FALSE(world.frozen(lost));
    run(world, 0.5);
    EXPECT_LT(world.transform(lost).position.y, place.y - 0.5f) << "and falls again, with what hangs on it";
}

TEST(Frozen, NothingMovesAFrozenBodyButATeleport) {
    World world;
    add_floor(world);
    const BodyId lost = add_box(world, {0, 2, 0});
    world.set_velocity(lost, {0, 9e8f, 0});
    world.step(1.0f / 60);
    ASSERT_TRUE(world.frozen(lost));
    const Vec3 last = world.transform(lost).position;
    add_ball(world, {0, 5, 0});
    world.apply_impulse(lost, {1e3f, 0, 0});
    world.apply_force(lost, {1e3f, 0, 0});
    world.set_velocity(lost, {1, 0, 0});
    world.set_angular_velocity(lost, {0, 1, 0});
    world.set_gravity({0, -5, 0});
    world.set_sleep(false);
    run(world, 2);
    EXPECT_TRUE(world.frozen(lost));
    EXPECT_EQ(world.transform(lost).position, last);
    world.set_transform(lost, {{5, 2, 0}, {}});
    EXPECT_FALSE(world.frozen(lost));
    run(world, 3);
    EXPECT_NEAR(world.transform(lost).position.y, 0.5, 0.02);
    EXPECT_EQ(world.report().frozen, 0);
}

TEST(Frozen, ABodyThatFallsForeverIsFrozenInTheEnd) {
    World world({.gravity = {0, -1e5f, 0}});
    const BodyId body = world.add_body();
    for (int step = 0; step < 2000 && !world.frozen(body); ++step) world.step(1.0f / 60);
    EXPECT_TRUE(world.frozen(body));
    EXPECT_TRUE(finite(world.transform(body).position));
}

TEST(Frozen, RemovingAFrozenBodyIsFine) {
    World world;
    const BodyId body = add_box(world, {});
    world.set_velocity(body, {9e8f, 0, 0});
    world.step(1.0f / 60);
    ASSERT_TRUE(world.frozen(body));
    world.remove_body(body);
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().frozen, 0);
}

}  // namespace
}  // namespace cairn
