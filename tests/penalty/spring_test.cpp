// Larsen 2, 5: springs that hold bodies at the depth asked for, and never pull; forces by an LCP instead.

#include <gtest/gtest.h>

#include <cairn/error.hpp>

#include "tests/penalty/support.hpp"

namespace cairn::penalty::test {
namespace {

/// A cube of 1 kg with its bottom face at height `above` the ground.
int add_cube(Simulator& s, double above, Vec3d velocity = {}) {
    return s.add(BodyKind::dynamic, Box{{0.5f, 0.5f, 0.5f}}, {.density = 1}, {0, 0.5 + above, 0}, {},
                 velocity);
}

TEST(PenaltySpring, ConstantsAreCriticallyDamped) {
    const SpringConstants k = spring_constants(1, 1, 9.81, 4, 1e-3);
    EXPECT_NEAR(k.stiffness, 2452.5, 1e-9);
    EXPECT_NEAR(k.damping, 49.523, 1e-3);
    const double w = std::sqrt(4 * k.stiffness / 1);
    EXPECT_NEAR(w, 99.045, 1e-3);
    EXPECT_NEAR(4 * k.damping, 2 * std::sqrt(1 * 4 * k.stiffness), 1e-9);  // n k_d = 2 sqrt(m n k_s)
}

TEST(PenaltySpring, ABodyRestsExactlyAtTheDepthAskedFor) {
    for (const double depth : {1e-4, 1e-3, 5e-3}) {
        Options options;
        options.depth = depth;
        Simulator s(options);
        s.add(BodyKind::fixed, HalfSpace{}, {}, {});
        const int cube = add_cube(s, 0.2);
        double deepest = 0;
        FrameReport report;
        for (int i = 0; i < 240; ++i) {
            report = s.step(1.0 / 60);
            deepest = std::max(deepest, 0.5 - s.bodies()[std::size_t(cube)].state.position.y);
        }
        EXPECT_NEAR(0.5 - s.bodies()[std::size_t(cube)].state.position.y, depth, 1e-3 * depth);
        EXPECT_EQ(report.contacts, 4);
    }
}

// From rest at the surface a critically damped spring approaches d from one side:
// x(t) = d (1 - (1 + w t) exp(-w t)).
TEST(PenaltySpring, SinkingFollowsTheClosedFormWithoutOvershoot) {
    Options options;
    options.tolerances = {1e-8, 1e-6, 0, 0};
    Simulator s(options);
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    const int cube = add_cube(s, 0);
    const double w = std::sqrt(9.81 / 1e-3);
    for (int i = 1; i <= 60; ++i) {
        s.step(1.0 / 600);
        const double t = i / 600.0, sunk = 0.5 - s.bodies()[std::size_t(cube)].state.position.y;
        EXPECT_NEAR(sunk, 1e-3 * (1 - (1 + w * t) * std::exp(-w * t)), 1e-3 * 1e-3) << t;
        EXPECT_LE(sunk, 1e-3 * (1 + 1e-6));
    }
}

TEST(PenaltySpring, AStackSinksByTheWeightAboveWithConstantsPerPair) {
    for (const bool uniform : {false, true}) {
        Options options;
        if (uniform) {
            options.rule = StiffnessRule::uniform;
            options.uniform_mass = 5;
        }
        Simulator s(options);
        s.add(BodyKind::fixed, HalfSpace{}, {}, {});
        for (int i = 0; i < 5; ++i) add_cube(s, i);
        for (int i = 0; i < 240; ++i) s.step(1.0 / 60);
        const double bottom = 0.5 - s.bodies()[1].state.position.y;
        EXPECT_NEAR(bottom, uniform ? 1e-3 : 5e-3, 1e-5);
    }
}

/// A cube on springs is thrown up; returns the largest pull.
double largest_pull(bool clamped) {
    Options options;
    options.law.clamped = clamped;
    options.release_speed = 100;  // do not inactivate: see them pull
    options.impulses.speed = 10;
    Simulator s(options);
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    const int cube = add_cube(s, -1e-3);
    s.step(1.0 / 60);
    s.bodies()[std::size_t(cube)].state.momentum = {0, 1, 0};
    double pull = 0;
    for (int i = 0; i < 10; ++i) pull = std::max(pull, s.step(1.0 / 600).adhesive_impulse);
    return pull;
}

TEST(PenaltySpring, ClampedSpringsNeverPullWhereHisDid) {
    EXPECT_EQ(largest_pull(true), 0);
    EXPECT_GT(largest_pull(false), 1e-4);  // N s: k_d v h is 0.3 N s at first
}

TEST(PenaltySpring, FastSeparationInactivatesAnUnclampedSpring) {
    Options options;
    options.law.clamped = false;
    Simulator s(options);
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    const int cube = add_cube(s, -1e-3, {0, 1, 0});
    const FrameReport report = s.step(1.0 / 600);
    EXPECT_EQ(report.adhesive_impulse, 0);
    // Free flight: v = 1 - g t.
    EXPECT_NEAR(s.bodies()[std::size_t(cube)].state.momentum.y, 1 - 9.81 / 600, 1e-9);
}

TEST(PenaltySpring, NonsenseIsRefusedWithTheValueInTheMessage) {
    const auto message = [](auto change) -> std::string {
        Options options;
        change(options);
        try {
            Simulator s(options);
        } catch (const Error& error) {
            return error.what();
        }
        return "accepted";
    };
    EXPECT_EQ(message([](Options& o) { o.stiffness = 0; }),
              "penalty: stiffness must be a positive number, got 0");
    EXPECT_EQ(message([](Options& o) { o.stiffness = -5; }),
              "penalty: stiffness must be a positive number, got -5");
    EXPECT_EQ(message([](Options& o) { o.depth = 0; }), "penalty: depth must be a positive number, got 0");
    EXPECT_EQ(message([](Options& o) { o.damping = -1; }),
              "penalty: damping must be zero or a positive number, got -1");
    EXPECT_EQ(message([](Options& o) { o.law.slip_speed = 0; }),
              "penalty: slip_speed must be a positive number, got 0");
    EXPECT_NE(message([](Options& o) { o.tolerances.position = std::nan(""); }), "accepted");
    EXPECT_NE(message([](Options& o) { o.integrator.max_retries = -1; }), "accepted");
    Simulator s;
    EXPECT_THROW(s.step(0), Error);
    EXPECT_THROW(s.step(std::nan("")), Error);
    Body massless = box_body(1, {1, 1, 1});
    massless.mass = 0;
    EXPECT_THROW(s.add_body(massless, {}), Error);
}

/// The four lower corners of a box of half extents h at rest on y = 0.
std::vector<ContactPoint> corners(Vec3d h) {
    std::vector<ContactPoint> points;
    for (const double x : {-h.x, h.x})
        for (const double z : {-h.z, h.z}) points.push_back({{0, 1}, {x, 0, z}, {0, 1, 0}, 0, 0});
    return points;
}

std::vector<Body> box_on_ground(double mass, Vec3d half) {
    std::vector<Body> bodies{box_body(mass, half, {0, half.y, 0}), Body{}};
    bodies[1].kind = BodyKind::fixed;
    return bodies;
}

// 2.1: n redundant corners; the sum is unique, the split is not.
TEST(PenaltyForces, FourCornersCarryTheWeightAndDoNotAccelerate) {
    const std::vector<Body> bodies = box_on_ground(3, {0.5, 0.25, 0.4});
    const ContactForces f = resting_forces(bodies, corners({0.5, 0.25, 0.4}));
    ASSERT_EQ(f.message, "");
    double sum = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        sum += f.forces[i];
        EXPECT_GE(f.forces[i], 0);
        EXPECT_NEAR(f.accelerations[i], 0, 1e-10);
    }
    EXPECT_NEAR(sum, 3 * g, 1e-10 * 3 * g);
}

TEST(PenaltyForces, ALiftedCornerCarriesNothing) {
    std::vector<Body> bodies = box_on_ground(1, {0.5, 0.5, 0.5});
    bodies[0].torque = {0, 0, 0.6 * g};  // more than half the weight's lever: two corners lift
    const ContactForces f = resting_forces(bodies, corners({0.5, 0.5, 0.5}));
    ASSERT_EQ(f.message, "");
    double lifted = 0, pressed = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_GE(f.forces[i], -1e-12);
        EXPECT_GE(f.accelerations[i], -1e-9);
        EXPECT_NEAR(f.forces[i] * f.accelerations[i], 0, 1e-9);
        (i < 2 ? pressed : lifted) += f.forces[i];
    }
    // A torque about +z presses the corners at -x and lifts those at +x.
    EXPECT_GT(pressed, 0);
    EXPECT_NEAR(lifted, 0, 1e-9);
}

// 2.1 and 3: an LCP keeps accelerations, not positions: without stabilisation errors stay and grow.
TEST(PenaltyForces, DriftStaysWithoutStabilisationAndGoesWithIt) {
    const auto depth_after = [](bool stabilise, double seconds) {
        std::vector<Body> bodies = box_on_ground(1, {0.5, 0.5, 0.5});
        Body& box = bodies[0];
        box.state.momentum = {0, -1e-4, 0};  // a residual velocity, as impulses leave behind
        const double h = 1.0 / 240;
        for (int i = 0; i < seconds / h; ++i) {
            std::vector<ContactPoint> points = corners({0.5, 0.5, 0.5});
            const double depth = 0.5 - box.state.position.y, speed = box.state.momentum.y / box.mass;
            // Critically damped return at 10 /s: a >= 100 depth - 20 v.
            const std::vector<double> wanted(4, stabilise ? 100 * depth - 20 * speed : 0.0);
            const ContactForces f = resting_forces(bodies, points, wanted);
            double push = 0;
            for (const double force : f.forces) push += force;
            box.state.momentum.y += h * (push - box.mass * g);
            box.state.position.y += h * box.state.momentum.y / box.mass;
        }
        return 0.5 - box.state.position.y;
    };
    const double drift = depth_after(false, 10), held = depth_after(true, 10);
    EXPECT_NEAR(drift, 10 * 1e-4, 1e-6);  // 0.36 m in an hour
    EXPECT_LT(std::abs(held), 1e-8);
}

}  // namespace
}  // namespace cairn::penalty::test
