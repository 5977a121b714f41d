// Motion of bodies that nothing touches: V01 to V05 of the checklist.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// Where a ball thrown with 10 m/s upwards and 10 m/s forward comes down again, and how high it was.
struct Throw {
    double time = 0, range = 0, apex = 0;
};

Throw throw_ball(int substeps) {
    World world({.solver = {.substeps = substeps}});
    const BodyId ball = world.add_body({.velocity = {10, 10, 0}});
    Throw result;
    Vec3 before{};
    for (int step = 1; step < 200; ++step) {
        world.step(1.0f / 60);
        const Vec3 now = world.transform(ball).position;
        result.apex = std::max(result.apex, static_cast<double>(now.y));
        if (now.y < 0) {
            const double part = static_cast<double>(before.y / (before.y - now.y));
            result.time = (step - 1 + part) / 60;
            result.range = static_cast<double>(before.x) + part * static_cast<double>(now.x - before.x);
            break;
        }
        before = now;
    }
    return result;
}

TEST(V01Projectile, FollowsSymplecticEulerExactly) {
    // y_n = v t - g t (t + h) / 2 with the sub-step h
    for (const int substeps : {1, 4}) {
        World world({.solver = {.substeps = substeps}});
        const BodyId ball = world.add_body({.velocity = {10, 10, 0}});
        const double h = 1.0 / 60 / substeps;
        for (int step = 1; step <= 122; ++step) {
            world.step(1.0f / 60);
            const double t = step / 60.0;
            EXPECT_NEAR(world.transform(ball).position.x, 10 * t, 1e-4);
            EXPECT_NEAR(world.transform(ball).position.y, 10 * t - 9.81 * t * (t + h) / 2, 1e-4);
        }
    }
}

TEST(V01Projectile, LandsWhereTheParabolaDoesButForTheShiftOfOneSubstep) {
    const Throw thrown = throw_ball(4);
    const double h = 1.0 / 240;
    EXPECT_NEAR(thrown.time, 2.038735984 - h, 1e-3);
    EXPECT_NEAR(thrown.range, 20.38735984 - 10 * h, 1e-2);
    EXPECT_NEAR(thrown.apex, 5.096839959 - 10 * h / 2, 2e-3);
}

TEST(V01Projectile, ErrorIsProportionalToTheSubstep) {
    const double coarse = 2.038735984 - throw_ball(1).time, fine = 2.038735984 - throw_ball(8).time;
    EXPECT_NEAR(coarse / fine, 8, 0.4);
}

/// Largest |x| of a mass on an explicit spring of angular frequency w after `steps` steps of h.
double spring_amplitude(double wh, int steps) {
    const float h = 1.0f / 64;
    World world({.gravity = {0, 0, 0}, .solver = {.substeps = 1}, .sleep = false});
    const BodyId mass = world.add_body({.position = {1, 0, 0}, .mass = 1});
    const float stiffness = static_cast<float>(wh * wh * 64 * 64);
    double amplitude = 0;
    for (int step = 0; step < steps; ++step) {
        world.apply_force(mass, -stiffness * world.transform(mass).position);
        world.step(h);
        amplitude = std::max(amplitude, std::fabs(static_cast<double>(world.transform(mass).position.x)));
    }
    return amplitude;
}

TEST(V02Spring, AnExplicitSpringIsBoundedBelowTwoOverTheStepAndGrowsAbove) {
    EXPECT_LT(spring_amplitude(0.5, 2000), 1.1);
    EXPECT_LT(spring_amplitude(1.99, 2000), 12);  // 1 / sqrt(1 - (wh/2)^2) = 10
    EXPECT_GT(spring_amplitude(2.01, 40), 1000);
}

TEST(V02Spring, TheEnergyOfSymplecticEulerStaysBounded) {
    const float h = 1.0f / 64, stiffness = 0.25f * 64 * 64;  // w h = 0.5
    World world({.gravity = {0, 0, 0}, .solver = {.substeps = 1}, .sleep = false});
    const BodyId mass = world.add_body({.position = {1, 0, 0}, .mass = 1});
    for (int step = 0; step < 20000; ++step) {
        world.apply_force(mass, -stiffness * world.transform(mass).position);
        world.step(h);
        const float x = world.transform(mass).position.x, v = world.velocity(mass).x;
        // v^2 + w^2 x^2 - h w^2 x v is what symplectic Euler keeps
        EXPECT_NEAR((v * v + stiffness * x * x - h * stiffness * x * v) / stiffness, 1, 2e-3)
            << "step " << step;
    }
}

/// A box of 0.2 x 0.2 x 0.4 m and 1 kg, turning with w = (1, 0, 10).
BodyId add_top(World& world, bool gyroscopic) {
    return add_body(world,
                    {.angular_velocity = {1, 0, 10}, .mass = 1, .can_sleep = false, .gyroscopic = gyroscopic},
                    Box{{0.1f, 0.1f, 0.2f}});
}

/// Adds up the angle by which a direction turns about an axis.
class Turning {
public:
    explicit Turning(Vec3 axis) : axis_(normalized(axis)), right_(perpendicular(axis_)) {}
    void see(Vec3 direction) {
        const double angle = std::atan2(static_cast<double>(dot(direction, cross(axis_, right_))),
                                        static_cast<double>(dot(direction, right_)));
        if (seen_) total_ += std::remainder(angle - last_, 2 * pi);
        last_ = angle;
        seen_ = true;
    }
    double total() const { return total_; }

private:
    Vec3 axis_, right_;
    double last_ = 0, total_ = 0;
    bool seen_ = false;
};

TEST(V03FreeTop, PrecessesAsEulersEquationsSay) {
    World world({.gravity = {0, 0, 0}});
    const BodyId top = add_top(world, true);
    const double inertia_across = 1.0 / 60, inertia_along = 1.0 / 150;
    const Vec3 momentum{static_cast<float>(inertia_across), 0, static_cast<float>(10 * inertia_along)};
    Turning space(momentum), body({0, 0, 1});
    const double seconds = 5;
    for (int step = 0; step <= 1200; ++step) {
        const Quat q = world.transform(top).rotation;
        const Vec3 axis = rotate(q, {0, 0, 1});
        space.see(axis);
        body.see(inverse_rotate(q, world.angular_velocity(top)));
        const double angle = std::acos(static_cast<double>(dot(axis, normalized(momentum)))) * 180 / pi;
        ASSERT_NEAR(angle, 14.03624347, 0.14) << "step " << step;
        if (step < 1200) world.step(1.0f / 240);
    }
    EXPECT_NEAR(space.total() / seconds, 4.123105626, 0.041);
    EXPECT_NEAR(body.total() / seconds, -6.0, 0.06);
}

TEST(V03FreeTop, KeepsItsAngularMomentumAndEnergy) {
    World world({.gravity = {0, 0, 0}});
    add_top(world, true);
    const Sums before = sums_of(world);
    run(world, 5, 1.0f / 240);
    const Sums after = sums_of(world);
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(after.angular_momentum[i], before.angular_momentum[i], 0.01 * before.angular_scale);
    EXPECT_NEAR(after.kinetic, before.kinetic, 0.01 * before.kinetic);
}

TEST(V04WithoutGyroscopicTerm, AngularVelocityNeverChanges) {
    World world({.gravity = {0, 0, 0}});
    const BodyId top = add_top(world, false);
    run(world, 10);
    EXPECT_EQ(world.angular_velocity(top), (Vec3{1, 0, 10}));
}

TEST(V05QuaternionStep, TurnsByTheExponentialMap) {
    World world({.gravity = {0, 0, 0}, .solver = {.substeps = 1}});
    const BodyId body = world.add_body({.angular_velocity = {0, 10, 0}, .can_sleep = false});
    world.step(1.0f / 60);
    EXPECT_NEAR(turned(world, body), 0.1666666667, 1e-6);  // the first-order step would give 0.1662824638
}

TEST(V05QuaternionStep, StaysAUnitQuaternion) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = world.add_body({.angular_velocity = {3, 10, -5}, .can_sleep = false});
    for (int step = 0; step < 100000; ++step) world.step(1.0f / 60);
    const Quat q = world.transform(body).rotation;
    EXPECT_NEAR(std::sqrt(dot(q, q)), 1, 1e-6);
}

}  // namespace
}  // namespace cairn
