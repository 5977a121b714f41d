// Symptom: `move_to` with a turn of 3.1 rad and one sub-step a step brought a body round by 2.76 rad only,
// and a ball that spun freely at 200 rad/s turned at less. Cause: the rotation of a sub-step was taken from a
// series of the tangent that is good up to one radian.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

double angle_between(Quat a, Quat b) {
    const Quat turn = a * conjugate(b);
    return 2 * std::atan2(std::sqrt(static_cast<double>(turn.x * turn.x + turn.y * turn.y + turn.z * turn.z)),
                          std::fabs(static_cast<double>(turn.w)));
}

TEST(FarTurn, MoveToReachesItsTargetWhateverTheAngleAndTheSubSteps) {
    for (const int substeps : {1, 2, 3, 8})
        for (const float angle : {0.5f, 0.9f, 1.2f, 2.0f, 2.8f, 3.1f, 3.14f}) {
            World world({.solver = {.substeps = substeps}});
            const BodyId body = world.add_body({.type = BodyType::kinematic});
            const Transform target{{0.5f, 0.2f, -0.1f}, axis_angle(normalized(Vec3{1, 2, 3}), angle)};
            world.move_to(body, target, 1.0f / 60);
            world.step(1.0f / 60);
            EXPECT_NEAR(angle_between(world.transform(body).rotation, target.rotation), 0, 1e-5)
                << angle << " rad, " << substeps << " sub-steps";
        }
}

TEST(FarTurn, ABallThatSpinsFastTurnsAsItsAngularVelocitySays) {
    for (const float speed : {100.0f, 200.0f, 300.0f}) {
        World world({.gravity = {}, .solver = {.substeps = 1}, .sleep = false});
        const Vec3 axis = normalized(Vec3{1, 2, 3});
        const BodyId ball = add_body(world, {.angular_velocity = speed * axis}, Sphere{0.5f});
        for (int step = 0; step < 10; ++step) world.step(1.0f / 60);
        EXPECT_NEAR(angle_between(world.transform(ball).rotation, axis_angle(axis, speed / 6)), 0, 1e-4)
            << speed;
    }
}

}  // namespace
}  // namespace cairn
