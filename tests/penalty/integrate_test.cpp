// Larsen 6.1: orders, stability limits, error control and its bounded retries, first on a single mass, spring
// and damper, as he advises in 6.5.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <functional>

#include "tests/penalty/support.hpp"

namespace cairn::penalty::test {
namespace {

/// Any y' = f(y) with its Jacobian, solved densely.
class DenseSystem : public StiffSystem {
public:
    std::function<Column(const Column&)> f;
    std::function<Eigen::MatrixXd(const Column&)> jacobian;
    double absolute = 1e-9, relative = 1e-7;
    int dimension = 2;

    int size() const override { return dimension; }
    void derivative(const Column& y, Column& out) override { out = f(y); }
    void linearize(const Column& y) override { j_ = jacobian(y); }
    LinearResult solve(double shift, const Column& b, Column& x) override {
        x = (shift * Eigen::MatrixXd::Identity(dimension, dimension) - j_).partialPivLu().solve(b);
        return {};
    }
    double error_ratio(const Column& y, const Column&, const Column& e) const override {
        double worst = 0;
        for (Eigen::Index i = 0; i < e.size(); ++i)
            worst = std::max(worst, std::abs(e[i]) / (absolute + relative * std::abs(y[i])));
        return worst;
    }

private:
    Eigen::MatrixXd j_;
};

/// A pendulum: nonlinear, smooth, y'' = -sin y.
DenseSystem pendulum() {
    DenseSystem s;
    s.f = [](const Column& y) { return Column(Eigen::Vector2d(y[1], -std::sin(y[0]))); };
    s.jacobian = [](const Column& y) {
        Eigen::MatrixXd j(2, 2);
        j << 0, 1, -std::cos(y[0]), 0;
        return j;
    };
    return s;
}

Column after(StiffSystem& system, Method method, Column y, double duration, int steps) {
    IntegratorOptions options;
    options.newton_tolerance = 1e-13;
    IntegrationReport report;
    for (int i = 0; i < steps; ++i) take_step(system, method, y, duration / steps, options, report);
    return y;
}

double measured_order(Method method, int steps) {
    DenseSystem system = pendulum();
    const Column start = Eigen::Vector2d(1, 0);
    const Column exact = after(system, Method::runge_kutta, start, 2, 20000);
    const double coarse = (after(system, method, start, 2, steps) - exact).norm();
    const double fine = (after(system, method, start, 2, 2 * steps) - exact).norm();
    return std::log2(coarse / fine);
}

TEST(PenaltyIntegrate, EachMethodHasItsOrder) {
    EXPECT_NEAR(measured_order(Method::explicit_euler, 400), 1, 0.1);
    EXPECT_NEAR(measured_order(Method::midpoint, 100), 2, 0.1);
    EXPECT_NEAR(measured_order(Method::runge_kutta, 50), 4, 0.2);
    EXPECT_NEAR(measured_order(Method::semi_implicit_euler, 400), 1, 0.1);
    EXPECT_NEAR(measured_order(Method::implicit_euler, 400), 1, 0.1);
    EXPECT_NEAR(measured_order(Method::rosenbrock, 50), 4, 0.2);
}

TEST(PenaltyIntegrate, RosenbrockStepCostsThreeEvaluationsAndFourSolves) {
    DenseSystem system = pendulum();
    Column y = Eigen::Vector2d(1, 0);
    IntegrationReport report;
    take_step(system, Method::rosenbrock, y, 0.1, {}, report);
    EXPECT_EQ(report.evaluations, 3);
    EXPECT_EQ(report.solves, 4);
    EXPECT_EQ(report.jacobians, 1);
}

using lab::stability_limit;

// Fig. 3. A critically damped spring has the eigenvalue -w twice: Euler needs |1 - h w| < 1.
TEST(PenaltyIntegrate, ExplicitLimitsOfTheStepAreFoundWhereTheoryHasThem) {
    EXPECT_NEAR(stability_limit(Method::explicit_euler), 2, 0.01);
    EXPECT_NEAR(stability_limit(Method::midpoint), 2, 0.01);
    EXPECT_NEAR(stability_limit(Method::runge_kutta), 2.785, 0.01);
    // The same in seconds: 0.020193 s for the numbers of 5.1.
    EXPECT_NEAR(stability_limit(Method::explicit_euler) / std::sqrt(9810.0), 0.020193, 1e-4);
}

TEST(PenaltyIntegrate, ImplicitMethodsStayBoundedAtAMillionTimesTheLimit) {
    SpringSystem spring;
    spring.stiffness = 9810;
    const double w = std::sqrt(spring.stiffness);
    spring.damping = 2 * w;
    for (const Method method : {Method::semi_implicit_euler, Method::implicit_euler, Method::rosenbrock}) {
        Column y = Eigen::Vector2d(1e-3, 1);
        IntegrationReport report;
        for (int i = 0; i < 100; ++i) {
            take_step(spring, method, y, 1e6 / w, {}, report);
            ASSERT_LT(std::abs(y[0]), 1e4) << static_cast<int>(method);
        }
        EXPECT_LT(y.norm(), 1e-3) << static_cast<int>(method);
    }
}

TEST(PenaltyIntegrate, OnALinearProblemNewtonAndOneLinearSolveAgree) {
    SpringSystem spring;
    spring.stiffness = 500;
    spring.damping = 3;
    Column implicit = Eigen::Vector2d(1, 0), linearised = implicit;
    IntegratorOptions options;
    options.newton_tolerance = 1e-8;  // of 1e-6
    IntegrationReport report;
    for (int i = 0; i < 50; ++i) {
        take_step(spring, Method::implicit_euler, implicit, 0.05, options, report);
        take_step(spring, Method::semi_implicit_euler, linearised, 0.05, options, report);
        EXPECT_LT((implicit - linearised).norm(), 1e-12);
    }
    EXPECT_EQ(report.newton_failures, 0);
}

TEST(PenaltyIntegrate, RosenbrockFollowsVanDerPolOverItsStiffBranch) {
    DenseSystem system;
    constexpr double mu = 1000;
    system.f = [](const Column& y) {
        return Column(Eigen::Vector2d(y[1], mu * (1 - y[0] * y[0]) * y[1] - y[0]));
    };
    system.jacobian = [](const Column& y) {
        Eigen::MatrixXd j(2, 2);
        j << 0, 1, -2 * mu * y[0] * y[1] - 1, mu * (1 - y[0] * y[0]);
        return j;
    };
    const Column start = Eigen::Vector2d(2, 0);
    const Column exact = after(system, Method::runge_kutta, start, 100, 200000);
    Column y = start;
    IntegratorOptions options;
    options.max_steps = 100000;
    IntegrationReport report;
    double hint = 1e-6;
    integrate(system, y, 100, hint, options, report);
    EXPECT_NEAR(y[0], exact[0], 1e-5);
    EXPECT_NEAR(y[1], exact[1], 1e-5);
    EXPECT_LT(report.steps, 2000);  // the explicit method needs 150,000 to stay stable at all
    EXPECT_EQ(report.missed_bounds, 0);
}

// Hairer and Wanner's values at t = 40.
TEST(PenaltyIntegrate, RosenbrockSolvesRobertsonsReactions) {
    DenseSystem system;
    system.dimension = 3;
    system.absolute = 1e-12;
    system.f = [](const Column& y) {
        const double r1 = 0.04 * y[0], r2 = 1e4 * y[1] * y[2], r3 = 3e7 * y[1] * y[1];
        return Column(Eigen::Vector3d(-r1 + r2, r1 - r2 - r3, r3));
    };
    system.jacobian = [](const Column& y) {
        Eigen::MatrixXd j(3, 3);
        j << -0.04, 1e4 * y[2], 1e4 * y[1],               //
            0.04, -1e4 * y[2] - 6e7 * y[1], -1e4 * y[1],  //
            0, 6e7 * y[1], 0;
        return j;
    };
    Column y = Eigen::Vector3d(1, 0, 0);
    IntegratorOptions options;
    options.max_steps = 100000;
    IntegrationReport report;
    double hint = 1e-6;
    integrate(system, y, 40, hint, options, report);
    EXPECT_NEAR(y[0], 0.7158270688, 1e-5);
    EXPECT_NEAR(y[1], 9.185534765e-6, 1e-10);
    EXPECT_NEAR(y[2], 0.2841637457, 1e-5);
    EXPECT_LT(report.steps, 2000);
}

TEST(PenaltyIntegrate, EmbeddedErrorEstimateIsOfTheSizeOfTheError) {
    DenseSystem system = pendulum();
    const Column start = Eigen::Vector2d(1, 0);
    for (const double h : {0.2, 0.1, 0.05}) {
        Column y = start, error;
        IntegrationReport report;
        take_step(system, Method::rosenbrock, y, h, {}, report, &error);
        const double true_error = (y - after(system, Method::runge_kutta, start, h, 1000)).norm();
        EXPECT_GT(error.norm(), true_error);  // it estimates the third-order companion
        EXPECT_LT(error.norm(), 100 * h * 10 * true_error + 1e-3);
    }
}

TEST(PenaltyIntegrate, AStepThatCanNeverMeetItsBoundIsTriedABoundedNumberOfTimesAndReported) {
    SpringSystem spring;
    spring.stiffness = 100;
    spring.tolerance = 1e-300;
    Column y = Eigen::Vector2d(1, 0);
    IntegratorOptions options;
    options.max_retries = 5;
    options.max_steps = 3;
    IntegrationReport report;
    double hint = 0;
    integrate(spring, y, 1.0 / 60, hint, options, report);
    EXPECT_EQ(report.missed_bounds, 3);
    EXPECT_EQ(report.retries, 3 * 6);
    EXPECT_EQ(report.unchecked_steps, 1);  // what was left of the frame
    EXPECT_TRUE(y.allFinite());
    // The best attempts are still good steps: x(t) = cos(10 t).
    EXPECT_NEAR(y[0], std::cos(10.0 / 60), 2e-2);
}

TEST(PenaltyIntegrate, AnInfiniteForceDoesNotHangTheIntegrator) {
    DenseSystem system = pendulum();
    system.f = [](const Column&) { return Column(Eigen::Vector2d(0, std::nan(""))); };
    Column y = Eigen::Vector2d(1, 0);
    IntegratorOptions options;
    options.max_steps = 5;
    IntegrationReport report;
    double hint = 0;
    integrate(system, y, 1, hint, options, report);
    EXPECT_GT(report.missed_bounds, 0);
    EXPECT_LE(report.retries, 5 * 21);
}

}  // namespace
}  // namespace cairn::penalty::test
