#pragma once
// The small systems that Larsen's figures are about, one mass each, for the paper's page and its tests.

#include <cmath>

#include <Eigen/LU>

#include "solvers/penalty/contact.hpp"
#include "solvers/penalty/integrate.hpp"

namespace cairn::lab {

/// One mass on a spring-damper, m x'' = -k_s x - k_d x', as a system of two numbers.
class SpringSystem : public penalty::StiffSystem {
public:
    double mass = 1, stiffness = 1, damping = 0, tolerance = 1e-6;

    int size() const override { return 2; }
    void derivative(const penalty::Column& y, penalty::Column& f) override {
        f.resize(2);
        f << y[1], (-stiffness * y[0] - damping * y[1]) / mass;
    }
    void linearize(const penalty::Column&) override {}
    penalty::LinearResult solve(double shift, const penalty::Column& b, penalty::Column& x) override {
        Eigen::Matrix2d m;
        m << shift, -1, stiffness / mass, shift + damping / mass;
        x = m.inverse() * b;
        return {};
    }
    double error_ratio(const penalty::Column&, const penalty::Column&,
                       const penalty::Column& e) const override {
        return e.norm() / tolerance;
    }
};

/// The numbers of 5.1: 1 kg on four contacts that sink 1 mm, critically damped; w = 99.045/s.
inline SpringSystem spring_of_one_kilogram() {
    SpringSystem spring;
    spring.stiffness = 9810;
    spring.damping = 2 * std::sqrt(spring.stiffness);
    return spring;
}

/// A block of 1 kg pressed onto a ramp by m g cosine, free to slide down it under tanh friction (7.1).
class RampSystem : public penalty::StiffSystem {
public:
    static constexpr double g = 9.81;
    double sine = 0, cosine = 1;  // of the slope
    double mu = 0.5, epsilon = 0.01;
    /// 7.3: relative bound on the slip, but no smaller than epsilon / 2; 0: the plain bound.
    double relative = 0, bound = 1e-10;

    int size() const override { return 1; }
    double friction(double v) const { return -mu * g * cosine * penalty::smooth_sign(v / epsilon); }
    void derivative(const penalty::Column& y, penalty::Column& f) override {
        f.resize(1);
        f[0] = g * sine + friction(y[0]);
    }
    void linearize(const penalty::Column& y) override {
        const double t = penalty::smooth_sign(y[0] / epsilon);
        jacobian_ = -mu * g * cosine * (1 - t * t) / epsilon;
    }
    penalty::LinearResult solve(double shift, const penalty::Column& b, penalty::Column& x) override {
        x = b / (shift - jacobian_);
        return {};
    }
    double error_ratio(const penalty::Column&, const penalty::Column& after,
                       const penalty::Column& e) const override {
        return std::abs(e[0]) /
               (relative > 0 ? std::max(0.5 * epsilon, relative * std::abs(after[0])) : bound);
    }

private:
    double jacobian_ = 0;
};

/// The largest h w at which 2000 steps of that spring stay bounded, by bisection (Fig. 3).
inline double stability_limit(penalty::Method method) {
    SpringSystem spring = spring_of_one_kilogram();
    const double w = std::sqrt(spring.stiffness);
    double low = 0.5, high = 6;
    while (high - low > 1e-5) {
        const double middle = 0.5 * (low + high);
        penalty::Column y = Eigen::Vector2d(1e-3, 0);
        penalty::IntegrationReport report;
        double largest = 0;
        for (int i = 0; i < 2000 && largest < 1e6; ++i) {
            take_step(spring, method, y, middle / w, {}, report);
            largest = std::max(largest, y.norm());
        }
        (largest < 1e3 ? low : high) = middle;
    }
    return low;
}

}  // namespace cairn::lab
