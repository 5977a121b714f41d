// Symptom: two cards lean against each other on a slippery floor; as they slide down they stop in mid-air
// while their velocities keep growing, until they are flung off at 25 m/s. Cause: continuous collision found
// the card, 4 cm thin, at time of impact zero against the floor that it stands on, and put it back where it
// was at the start of the step, every step.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(ThinCardOnTheFloor, FallsAndNeverGainsEnergy) {
    World world({.sleep = false});
    add_floor(world, {.friction = 0.14f, .friction_combine = Combine::minimum});
    const float angle = 20 * degree, half = 1, thin = 0.02f;
    const float rise = half * std::cos(angle) + thin * std::sin(angle),
                out = half * std::sin(angle) + thin * std::cos(angle);
    for (const float side : {-1.0f, 1.0f})
        add_body(world, {.position = {side * out, rise, 0}, .rotation = axis_angle({0, 0, 1}, side * angle)},
                 Box{{thin, half, 0.5f}},
                 {.density = 200, .friction = 2, .friction_combine = Combine::minimum});
    double last = sums_of(world).energy();
    for (int step = 0; step < 300; ++step) {
        world.step(1.0f / 60);
        const double now = sums_of(world).energy();
        ASSERT_LT(now, last + 1) << "step " << step;
        last = now;
    }
    EXPECT_LT(max_speed(world), 0.5f);
    EXPECT_LT(last, 40) << "the cards should lie flat";
}

}  // namespace
}  // namespace cairn
