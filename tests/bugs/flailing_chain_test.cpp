// A chain of rods that swings freely gained energy: five rods a tenth as thick as long reached four times
// their energy in twenty seconds, forty thousand times with 32 sub-steps. Joints kept the inertia that bodies
// had at the start of the step, while the warm start followed them as they turned. Chains of balls, whose
// inertia does not turn, were fine all along, and so were the pendulums of the physics tests, which swing
// about an axis of their inertia.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// Three rows that hold the end of one rod at the start of the next, as a ball joint does.
UserJoint ball_by_rows(BodyId above, BodyId below) {
    UserJoint joint;
    joint.body_a = above, joint.body_b = below;
    joint.row_count = 3;
    const float from_above = above == BodyId{} ? 0.0f : 0.5f;
    joint.evaluate = [from_above](const Transform& a, const Transform& b, Row* rows) {
        const Vec3 arm_a = rotate(a.rotation, {from_above, 0, 0}), arm_b = rotate(b.rotation, {-0.5f, 0, 0});
        const Vec3 gap = b.position + arm_b - a.position - arm_a;
        const Vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        for (int i = 0; i < 3; ++i) {
            rows[i].error = dot(axes[i], gap);
            rows[i].linear_a = -axes[i], rows[i].angular_a = -cross(arm_a, axes[i]);
            rows[i].linear_b = axes[i], rows[i].angular_b = cross(arm_b, axes[i]);
        }
    };
    return joint;
}

/// Rods one metre long; their energy is counted from hanging straight down.
struct Chain {
    World world;
    std::vector<BodyId> rods;
    double lowest = 0;

    Chain(int count, float radius, int substeps, Vec3 spin, bool by_rows = false)
        : world({.gravity = {0, -gravity, 0}, .solver = {.substeps = substeps}, .sleep = false}) {
        BodyId above{};
        for (int i = 0; i < count; ++i) {
            const float x = static_cast<float>(i);
            const float half = 0.5f - radius;
            rods.push_back(add_body(world, {.position = {x + 0.5f, 0, 0}},
                                    Capsule{{-half, 0, 0}, {half, 0, 0}, radius}, {.filter = {.group = -1}}));
            BallJoint joint;
            joint.body_a = above, joint.body_b = rods.back();
            joint.anchor = {x, 0, 0};
            world.add_joint(by_rows ? JointDef(ball_by_rows(above, rods.back())) : JointDef(joint));
            above = rods.back();
            lowest -= static_cast<double>(world.mass_properties(rods.back()).mass * gravity) * (i + 0.5);
        }
        world.set_angular_velocity(rods.back(), spin);
    }

    double energy() const {
        Sums sums;
        for (const BodyId rod : rods) add_sums(world, rod, sums);
        return sums.energy() - lowest;
    }
};

TEST(FlailingChain, GainsNoEnergyHoweverThinItsRods) {
    for (const int substeps : {8, 32})
        for (const float radius : {0.2f, 0.05f, 0.01f})
            for (const int count : {2, 5, 10})
                for (const Vec3 spin : {Vec3{30, 2, 5}, Vec3{0, 2, 5}}) {
                    Chain chain(count, radius, substeps, spin);
                    const double before = chain.energy();
                    double most = 0;
                    for (int step = 0; step < 600; ++step) {
                        chain.world.step(1.0f / 60);
                        most = std::max(most, chain.energy());
                    }
                    EXPECT_LT(most, 1.002 * before) << count << " rods of radius " << radius << ", "
                                                    << substeps << " sub-steps, spin " << spin.x;
                    EXPECT_GT(chain.energy(), 0.6 * before);
                }
}

TEST(FlailingChain, OfUserRowsGainsNoneEither) {
    for (const int substeps : {8, 32})
        for (const float radius : {0.2f, 0.05f}) {
            Chain chain(5, radius, substeps, {0, 2, 5}, true);
            const double before = chain.energy();
            double most = 0;
            for (int step = 0; step < 600; ++step) {
                chain.world.step(1.0f / 60);
                most = std::max(most, chain.energy());
            }
            EXPECT_LT(most, 1.002 * before) << "radius " << radius << ", " << substeps << " sub-steps";
        }
}

TEST(FlailingChain, LosesLittleWithShortSubSteps) {
    Chain chain(5, 0.05f, 32, {0, 2, 5});
    chain.world.step(1.0f / 60);  // the joints take the spin they cannot follow
    const double before = chain.energy();
    run(chain.world, 10);
    EXPECT_GT(chain.energy(), 0.99 * before);
}

}  // namespace
}  // namespace cairn
