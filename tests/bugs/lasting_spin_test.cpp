// Bodies that spin freely for minutes. The axes of a body turned by the mean of its velocities in space
// before and after a sub-step, and its angular velocity changed as if they had turned by the mean of those in
// the body: a third-order difference, and always in the same sense. At 50 rad/s a disc had 6 % more energy
// after a minute and a body of unequal moments up to 60 % more in ten, while a rod lost two fifths in one.

#include <gtest/gtest.h>

#include "tests/support/random.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(LastingSpin, KeepsItsEnergyAndItsAngularMomentumForAMinute) {
    for (const Vec3 inertia : {Vec3{1, 1, 1.9999f}, Vec3{1, 0.5f, 0.5001f}, Vec3{1, 0.9f, 0.2f},
                               Vec3{1, 1, 0.01f}, Vec3{1, 1, 1e-4f}})
        for (const float speed : {5.0f, 20.0f, 50.0f})
            for (int seed = 1; seed <= 3; ++seed) {
                Random random(static_cast<uint64_t>(seed));
                World world({.gravity = {}, .sleep = false});
                const BodyId body =
                    world.add_body({.rotation = random.rotation(),
                                    .angular_velocity = speed * normalized(random.in_cube(1), {1, 0, 0}),
                                    .mass = 1,
                                    .inertia = inertia});
                Sums start, now;
                add_sums(world, body, start);
                run(world, 60);
                add_sums(world, body, now);
                EXPECT_NEAR(now.kinetic / start.kinetic, 1, 0.002) << speed << ", " << inertia.z;
                for (int axis = 0; axis < 3; ++axis)
                    EXPECT_NEAR(now.angular_momentum[axis], start.angular_momentum[axis],
                                0.01 * start.angular_scale)
                        << speed << ", " << inertia.z;
            }
}

}  // namespace
}  // namespace cairn
