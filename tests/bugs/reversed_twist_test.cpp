// Ball joints with limits of their twist and none of their cone. Where the twist axes come to point against
// each other there is no twist, and beside that it jumps; the limit took the jump for a body far past it and
// threw it back: two bodies that float free had seventy times their energy after two seconds, a thousand
// times with 16 sub-steps of 1/240 s.

#include <gtest/gtest.h>

#include "tests/support/random.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(ReversedTwist, IsNotThrownBackByItsLimits) {
    for (const float length : {1.0f / 60, 1.0f / 240})
        for (const int substeps : {4, 8, 16})
            for (int seed = 1; seed <= 40; ++seed) {
                Random random(static_cast<uint64_t>(seed));
                World world({.gravity = {}, .solver = {.substeps = substeps}, .sleep = false});
                BodyId bodies[2];
                for (int i = 0; i < 2; ++i)
                    bodies[i] =
                        add_body(world,
                                 {.position = Vec3{1.2f * static_cast<float>(i), 0, 0} + random.in_cube(0.3f),
                                  .rotation = random.rotation(),
                                  .angular_velocity = random.in_cube(6)},
                                 Box{{0.3f, 0.2f, random.between(0.1f, 0.5f)}}, {.filter = {.mask = 0}});
                BallJoint joint;
                joint.body_a = bodies[0], joint.body_b = bodies[1];
                joint.anchor = Vec3{0.6f, 0, 0} + random.in_cube(0.3f);
                joint.axis = normalized(random.in_cube(1), {1, 0, 0});
                joint.twist = {true, random.between(-1, 0), random.between(0, 1)};
                world.add_joint(joint);
                const auto energy = [&] {
                    Sums sums;
                    for (const BodyId body : bodies) add_sums(world, body, sums);
                    return sums.kinetic;
                };
                const double before = energy();
                double most = 0;
                for (float time = 0; time < 4; time += length)
                    world.step(length), most = std::max(most, energy());
                EXPECT_LT(most, 1.3 * before) << "seed " << seed << ", " << substeps << " of " << length;
            }
}

TEST(ReversedTwist, LeavesLimitsThatAreNearInForce) {
    World world({.sleep = false});
    const BodyId body = add_box(world, {0, 0, 0}, {0.2f, 0.5f, 0.2f});
    BallJoint joint;
    joint.body_b = body;
    joint.twist = {true, -0.5f, 0.5f};
    const JointId id = world.add_joint(joint);
    world.apply_angular_impulse(body, {2, 30, 0});
    float widest = 0;
    for (int i = 0; i < 240; ++i) {
        world.apply_torque(body, {0, 200, 0});
        world.step(1.0f / 60);
        widest = max_of(widest, world.joint_position(id, JointCoordinate::twist));
    }
    EXPECT_GT(widest, 0.49f);
    EXPECT_LT(widest, 0.52f);
}

}  // namespace
}  // namespace cairn
