// Larsen 3: impulses before resting contact: one at a time, all at once, and what each makes of a row of
// balls.

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "solvers/direct/lcp.hpp"
#include "tests/penalty/support.hpp"
#include "tests/support/trials.hpp"

namespace cairn::penalty::test {
namespace {

/// Balls of these masses in a row, touching; the first comes in at speed 1.
std::vector<Body> row_of_balls(const std::vector<double>& masses) {
    std::vector<Body> bodies;
    for (std::size_t i = 0; i < masses.size(); ++i)
        bodies.push_back(box_body(masses[i], {0.5, 0.5, 0.5}, {double(i), 0, 0}, {i == 0 ? 1.0 : 0.0, 0, 0}));
    return bodies;
}
std::vector<ContactPoint> between(std::size_t balls, double restitution) {
    std::vector<ContactPoint> points;
    for (std::size_t i = 0; i + 1 < balls; ++i)
        points.push_back({{int(i), int(i) + 1}, {double(i) + 0.5, 0, 0}, {-1, 0, 0}, 0, restitution});
    return points;
}
std::vector<double> velocities_after(std::vector<Body> bodies, double e, ImpulseMode mode) {
    ImpulseOptions options;
    options.mode = mode;
    options.speed = 1e-12;
    options.bounce_speed = 0;
    const ImpulseReport report = collide(bodies, between(bodies.size(), e), options);
    EXPECT_EQ(report.message, "");
    std::vector<double> v;
    for (const Body& b : bodies) v.push_back(b.state.momentum.x / b.mass);
    return v;
}
void expect_velocities(const std::vector<double>& measured, const std::vector<double>& expected) {
    ASSERT_EQ(measured.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(measured[i], expected[i], 1e-9) << i;
}

TEST(PenaltyImpulse, PropagationSendsOneBallOffTheFarEnd) {
    expect_velocities(velocities_after(row_of_balls({1, 1, 1, 1, 1}), 1, ImpulseMode::propagate),
                      {0, 0, 0, 0, 1});
    // Unequal masses, first pass: -1/3, then 2/3 into 2 against 4.
    std::vector<Body> unequal = row_of_balls({1, 2, 4});
    ImpulseOptions once;
    once.speed = 1e-12;
    once.bounce_speed = 0;
    once.max_passes = 1;
    collide(unequal, between(3, 1), once);
    EXPECT_NEAR(unequal[0].state.momentum.x, -1.0 / 3, 1e-12);
    EXPECT_NEAR(unequal[1].state.momentum.x / 2, -2.0 / 9, 1e-12);
    EXPECT_NEAR(unequal[2].state.momentum.x / 4, 4.0 / 9, 1e-12);
}

TEST(PenaltyImpulse, AnLcpSendsSeveralBallsEachWay) {
    expect_velocities(velocities_after(row_of_balls({1, 1, 1}), 1, ImpulseMode::simultaneous),
                      {-1.0 / 3, 2.0 / 3, 2.0 / 3});
    expect_velocities(velocities_after(row_of_balls({1, 1, 1, 1, 1}), 1, ImpulseMode::simultaneous),
                      {-0.6, 0.4, 0.4, 0.4, 0.4});
    // Propagation first leaves nothing for the LCP to do.
    expect_velocities(velocities_after(row_of_balls({1, 1, 1}), 1, ImpulseMode::hybrid), {0, 0, 1});
}

TEST(PenaltyImpulse, AfterwardsNothingApproachesFasterThanTheThreshold) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> number(-1, 1);
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<Body> bodies{box_body(1, {0.5, 0.5, 0.5}, {0, 0.5, 0}), Body{}};
        bodies[1].kind = BodyKind::fixed;
        bodies[0].state.momentum = {number(engine), -1 - number(engine), number(engine)};
        bodies[0].state.spin = {number(engine), number(engine), number(engine)};
        std::vector<ContactPoint> points;
        for (const double x : {-0.5, 0.5})
            for (const double z : {-0.5, 0.5}) points.push_back({{0, 1}, {x, 0, z}, {0, 1, 0}, 0.5, 0.3});
        ImpulseOptions options;
        options.speed = 1e-3;
        const ImpulseReport report = collide(bodies, points, options);
        EXPECT_LE(report.fastest_left, 1e-3);
        EXPECT_LT(report.passes, options.max_passes);
        EXPECT_GT(report.impulses, 0);
    }
}

Eigen::Matrix3d eigen(const Mat3d& m) {
    Eigen::Matrix3d e;
    e << m.x.x, m.y.x, m.z.x, m.x.y, m.y.y, m.z.y, m.x.z, m.y.z, m.z.z;
    return e;
}

TEST(PenaltyImpulse, CollisionMatrixIsJMinusOneJTransposed) {
    std::mt19937 engine(2);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto vector = [&] { return Vec3d{number(engine), number(engine), number(engine)}; };
    for (int trial = 0; trial < 200; ++trial) {
        std::vector<Body> bodies{box_body(1 + number(engine) * 0.5, {0.5, 0.2, 0.3}, vector()),
                                 box_body(2 + number(engine), {0.1, 0.4, 0.3}, vector())};
        for (Body& b : bodies)
            b.state.rotation = normalized(Quaternion{number(engine), number(engine), number(engine), 0.5});
        const ContactPoint at{{0, 1}, vector(), {0, 1, 0}, 0, 0};
        Eigen::Matrix3d dense = Eigen::Matrix3d::Zero();
        for (const Body& b : bodies) {
            const Vec3d r = at.point - b.state.position;
            Eigen::Matrix3d cross_r;
            cross_r << 0, -r.z, r.y, r.z, 0, -r.x, -r.y, r.x, 0;
            const Eigen::Matrix3d inertia = eigen(frame_of(b, b.state).inverse_inertia);
            dense += Eigen::Matrix3d::Identity() / b.mass - cross_r * inertia * cross_r;
        }
        EXPECT_LT((eigen(collision_matrix(bodies, at)) - dense).cwiseAbs().maxCoeff(), 1e-12);
    }
}

TEST(PenaltyImpulse, ChatterjeeAndRuinasLawNeverAddsEnergy) {
    std::mt19937 engine(3);
    std::uniform_real_distribution<double> number(-1, 1);
    const auto vector = [&] { return Vec3d{number(engine), number(engine), number(engine)}; };
    int sliding = 0;
    for (int trial = 0; trial < 100000; ++trial) {
        std::vector<Body> bodies{box_body(1 + 0.9 * number(engine), {0.5, 0.2, 0.3}, vector()),
                                 box_body(2 + 1.9 * number(engine), {0.1, 0.4, 0.3}, vector())};
        for (Body& b : bodies) {
            b.state.momentum = vector();
            b.state.spin = 0.2 * vector();
        }
        const Vec3d n = vector();
        const ContactPoint at{{0, 1}, 0.5 * vector(), n / length(n), 0, 0};
        const Vec3d velocity = relative_velocity(bodies, at);
        const double approach = -dot(velocity, at.normal);
        if (approach <= 0) continue;
        const double e = 0.5 + 0.5 * number(engine), mu = 1 + number(engine);
        const double before = kinetic_energy(bodies[0]) + kinetic_energy(bodies[1]);
        const Vec3d p = collision_impulse(collision_matrix(bodies, at), velocity, at.normal, e, mu);
        apply_impulse(bodies, at, p);
        EXPECT_LE(kinetic_energy(bodies[0]) + kinetic_energy(bodies[1]), before * (1 + 1e-12));
        EXPECT_NEAR(dot(relative_velocity(bodies, at), at.normal), e * approach, 1e-9 + 1e-9 * approach);
        const double along = dot(p, at.normal), across = length(p - along * at.normal);
        EXPECT_LE(across, mu * along * (1 + 1e-9));
        sliding += across > 0.999 * mu * along;
    }
    EXPECT_GT(sliding, 1000);
}

TEST(PenaltyImpulse, ABouncingBallSettlesInFiniteTime) {
    Simulator s;
    s.add(BodyKind::fixed, HalfSpace{}, {.restitution = 0.6f}, {});
    const int ball =
        s.add(BodyKind::dynamic, Sphere{0.2f}, {.density = 100, .restitution = 0.6f}, {0, 1.2, 0});
    int last_bounce = 0;
    for (int i = 0; i < 360; ++i)
        if (s.step(1.0 / 60).impulses > 0) last_bounce = i;
    EXPECT_GT(last_bounce, 30);
    EXPECT_LT(last_bounce, 200);
    EXPECT_NEAR(s.bodies()[std::size_t(ball)].state.position.y, 0.2 - 1e-3, 1e-6);
}

TEST(PenaltyImpulse, ABallBouncesToItsHeightTimesTheSquareOfItsRestitution) {
    Simulator s;
    s.add(BodyKind::fixed, HalfSpace{}, {.restitution = 0.8f}, {});
    const int ball =
        s.add(BodyKind::dynamic, Sphere{0.2f}, {.density = 100, .restitution = 0.8f}, {0, 1.2, 0});
    double top = 0;
    bool bounced = false;
    for (int i = 0; i < 70; ++i) {
        bounced = s.step(1.0 / 60).impulses > 0 || bounced;
        if (bounced) top = std::max(top, s.bodies()[std::size_t(ball)].state.position.y - 0.2);
    }
    EXPECT_NEAR(top, 0.64, 0.02);
}

// Baraff 1994 against Lemke, and as a quadratic programme: no infinite loop, the same forces.
TEST(PenaltyForces, DantzigAgreesWithLemkeAndWithTheQuadraticProgramme) {
    std::mt19937 engine(4);
    std::normal_distribution<double> number;
    const int trials = cairn::test::trials(2000, 100000);
    for (int trial = 0; trial < trials; ++trial) {
        const int n = 1 + trial % 8, rank = 1 + trial % (n + 2);
        lab::Matrix J(n, rank + 3);
        for (Eigen::Index i = 0; i < J.size(); ++i) J.data()[i] = number(engine);
        const lab::Matrix A = J * J.transpose();
        lab::Vector v(rank + 3);
        for (Eigen::Index i = 0; i < v.size(); ++i) v[i] = number(engine);
        const lab::Vector b = J * v;  // in the range of A: as contacts give it, solvable
        const lab::Vector zero = lab::Vector::Zero(n);
        const lab::Vector none = lab::Vector::Constant(n, std::numeric_limits<double>::infinity());
        const lab::PivotResult dantzig = lab::dantzig(A, b, zero, none, 1000);
        ASSERT_TRUE(dantzig.solved) << trial << " " << dantzig.message;
        const lab::Vector a = A * dantzig.x - b;
        EXPECT_GT(a.minCoeff(), -1e-8);
        EXPECT_GT(dantzig.x.minCoeff(), -1e-12);
        EXPECT_NEAR(a.dot(dantzig.x), 0, 1e-8);
        const lab::PivotResult lemke = lab::lemke(A, -b, 1000);
        ASSERT_TRUE(lemke.solved);
        // Accelerations, and the objective 1/2 f A f - b f of the programme, are unique.
        EXPECT_LT((A * dantzig.x - A * lemke.x).norm(), 1e-7 * (1 + b.norm()));
        const auto objective = [&](const lab::Vector& f) { return 0.5 * f.dot(A * f) - b.dot(f); };
        EXPECT_NEAR(objective(dantzig.x), objective(lemke.x), 1e-8 * (1 + std::abs(objective(lemke.x))));
    }
}

}  // namespace
}  // namespace cairn::penalty::test
