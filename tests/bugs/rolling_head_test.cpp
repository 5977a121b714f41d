// The heads of ragdolls rolled about their necks for ever, and the mean speed of a heap of dolls was twice
// that of other engines. They were driven: a head that rolled at 10 rad/s was at 17 after ten seconds, and so
// was one that began at 20. Contacts kept the arms that bodies had at the start of the step. That is right
// for a ball about its middle; the core of a head, a capsule, goes round the neck, and a push that comes
// where it was a moment ago has a part along its way.

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// A short capsule on a ball joint at one end, its other end on the floor, rolling about the joint: about the
/// line from there to where it touches, which is at rest.
struct RollingHead {
    World world;
    BodyId head;

    RollingHead(int substeps, float neck_height, float spin, bool on_torso)
        : world({.gravity = {0, -gravity, 0}, .solver = {.substeps = substeps}, .sleep = false}) {
        constexpr float radius = 0.1f, half = 0.04f, from_neck = 0.13f;
        const ShapeDef material{.friction = 0.6f, .filter = {.group = -1}};
        add_floor(world, {.friction = 0.6f});
        const float sine = (neck_height - radius) / (from_neck + half);
        const Vec3 neck{0, neck_height, 0}, axis{std::sqrt(1 - sine * sine), -sine, 0};
        const Vec3 center = neck + from_neck * axis;
        const Vec3 contact = neck + (from_neck + half) * axis - Vec3{0, radius, 0};
        const Vec3 turn = spin * normalized(contact - neck);
        head = add_body(
            world, {.position = center, .velocity = cross(turn, center - neck), .angular_velocity = turn},
            Capsule{-half * axis, half * axis, radius}, material);
        BallJoint joint;
        joint.body_b = head, joint.anchor = neck;
        if (on_torso)
            joint.body_a = add_body(world, {.position = {-0.33f, 0.16f, 0}},
                                    Capsule{{-0.2f, 0, 0}, {0.2f, 0, 0}, 0.16f}, material);
        world.add_joint(joint);
    }
    double energy() const {
        Sums sums;
        add_sums(world, head, sums);
        return sums.kinetic;
    }
    /// Share of its energy that it has after so many seconds.
    double kept(double seconds) {
        const double before = energy();
        run(world, seconds);
        return energy() / before;
    }
};

TEST(RollingHead, GainsNoEnergyHoweverItIsHeld) {
    for (const int substeps : {4, 8, 16, 32})
        for (const float spin : {5.0f, 10.0f, 20.0f}) {
            EXPECT_LT(RollingHead(substeps, 0.16f, spin, true).kept(10), 1) << substeps << ", " << spin;
            for (const float height : {0.18f, 0.22f})
                EXPECT_LT(RollingHead(substeps, height, spin, false).kept(10), 1)
                    << substeps << ", " << spin << ", " << height;
        }
}

TEST(RollingHead, LosesLessTheShorterTheSubStepsAndHalfAsMuchWithTwiceAsMany) {
    const auto lost = [](int substeps) { return -std::log(RollingHead(substeps, 0.18f, 20, false).kept(6)); };
    const double with_8 = lost(8), with_16 = lost(16), with_32 = lost(32);
    EXPECT_NEAR(with_8 / with_16, 2, 0.2);
    EXPECT_NEAR(with_16 / with_32, 2, 0.2);
    EXPECT_LT(with_32, 0.1);
}

}  // namespace
}  // namespace cairn
