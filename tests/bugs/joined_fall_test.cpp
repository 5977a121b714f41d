// Two bodies on a ball joint that fell on a floor were thrown back with up to three times the energy of the
// fall, with 64 sub-steps eighty times; one ragdoll in twelve gained energy when it landed. Nothing was wrong
// with joint or contact. The fast limb was stopped at the floor by continuous collision, in the middle of its
// step, while what it was joined to moved on to the end of its own: a joint torn open by a decimetre, which
// its spring then closed. The stiffer the joint, the harder the throw.

#include <gtest/gtest.h>

#include <vector>

#include "tests/support/random.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// Capsules on ball joints, dropped as one rigid body is.
struct Doll {
    World world;
    Quat turn;
    float height;

    Doll(int substeps, Quat rotation, float from)
        : world({.gravity = {0, -gravity, 0}, .solver = {.substeps = substeps}, .sleep = false}),
          turn(rotation),
          height(from) {
        add_floor(world, {.friction = 0.6f});
    }
    Vec3 place(Vec3 local) const { return rotate(turn, local) + Vec3{0, height, 0}; }
    BodyId add(Vec3 center, Vec3 half, float radius) {
        return add_body(world, {.position = place(center), .rotation = turn}, Capsule{-half, half, radius},
                        {.friction = 0.6f, .filter = {.group = -1}});
    }
    void join(BodyId a, BodyId b, Vec3 anchor) {
        BallJoint joint;
        joint.body_a = a, joint.body_b = b, joint.anchor = place(anchor);
        world.add_joint(joint);
    }
};

/// A torso of fifty kilograms above a forearm of three.
void make_torso_on_arm(Doll& doll) {
    const BodyId torso = doll.add({0, 0.3f, 0}, {0, 0.2f, 0}, 0.16f);
    const BodyId arm = doll.add({0, -0.1f, 0}, {0, 0.12f, 0}, 0.05f);
    doll.join(torso, arm, {0, 0.02f, 0});
}

void make_ragdoll(Doll& doll) {
    const BodyId torso = doll.add({0, 0.2f, 0}, {0, 0.2f, 0}, 0.16f);
    const BodyId head = doll.add({0, 0.66f, 0}, {0, 0.04f, 0}, 0.1f);
    doll.join(torso, head, {0, 0.53f, 0});
    for (const float side : {-1.0f, 1.0f}) {
        const BodyId upper = doll.add({0.38f * side, 0.4f, 0}, {0.12f, 0, 0}, 0.06f);
        const BodyId lower = doll.add({0.74f * side, 0.4f, 0}, {0.12f, 0, 0}, 0.05f);
        doll.join(torso, upper, {0.2f * side, 0.4f, 0});
        doll.join(upper, lower, {0.56f * side, 0.4f, 0});
        const BodyId thigh = doll.add({0.1f * side, -0.32f, 0}, {0, 0.15f, 0}, 0.08f);
        const BodyId shank = doll.add({0.1f * side, -0.76f, 0}, {0, 0.15f, 0}, 0.06f);
        doll.join(torso, thigh, {0.1f * side, -0.1f, 0});
        doll.join(thigh, shank, {0.1f * side, -0.54f, 0});
    }
}

void drop_many(void (*make)(Doll&)) {
    for (const int substeps : {4, 8, 16, 64}) {
        Random random(5);
        for (int round = 0; round < 12; ++round) {
            const float height = random.between(2, 6.5f);
            // upright or nearly so, which is worst, and any way round, in turn
            const Quat lean = normalized(
                Quat{random.between(-0.05f, 0.05f), random.between(-1, 1), random.between(-0.05f, 0.05f), 1});
            Doll doll(substeps, round % 2 == 0 ? lean : random.rotation(), height);
            make(doll);
            EXPECT_LT(energy_gain(doll.world, 4), 1.005) << substeps << " sub-steps, round " << round;
        }
    }
}

TEST(JoinedFall, AHeavyBodyOnALightOneGainsNoEnergyWhenItLands) { drop_many(make_torso_on_arm); }

TEST(JoinedFall, ARagdollGainsNoEnergyWhenItLands) { drop_many(make_ragdoll); }

/// A row of balls on joints flies over an edge that only the first one meets.
TEST(JoinedFall, WhatIsJoinedStopsAtTheSameTimeAndTheFarEndOfALargeNetGoesOn) {
    constexpr int count = 1600;
    constexpr float dt = 1.0f / 60, speed = 20;
    World world({.gravity = {}, .sleep = false});
    const BodyId edge = world.add_body({.type = BodyType::fixed});
    world.add_shape(edge, Box{{0.1f, 0.5f, 5}, {0, -0.5f, 0}});
    std::vector<BodyId> balls;
    for (int i = 0; i < count; ++i) {
        const auto x = static_cast<float>(i);
        balls.push_back(
            add_body(world, {.position = {x, 0.2f, 0}, .velocity = {0, -speed, 0}}, Sphere{0.1f}));
        if (i == 0) continue;
        BallJoint joint;
        joint.body_a = balls[balls.size() - 2], joint.body_b = balls.back(),
        joint.anchor = {x - 0.5f, 0.2f, 0};
        world.add_joint(joint);
    }
    const auto height = [&](int i) { return world.transform(balls[static_cast<size_t>(i)]).position.y; };
    world.step(dt);
    EXPECT_EQ(world.report().continuous, 1);
    EXPECT_NEAR(height(0), 0.1f, 0.005f);
    for (int i = 1; i < count; ++i) {
        const float behind = height(i - 1) - height(i);
        EXPECT_TRUE(behind > -1e-6f && behind < 0.0003f) << "ball " << i << ": " << behind;
    }
    EXPECT_NEAR(height(count - 1), 0.2f - speed * dt, 1e-4f);
}

}  // namespace
}  // namespace cairn
