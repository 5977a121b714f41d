#pragma once
// Shared by the tests of the penalty solver.

#include <cmath>
#include <random>
#include <vector>

#include "solvers/penalty/jacobian_check.hpp"
#include "solvers/penalty/simulator.hpp"

namespace cairn::penalty::test {

constexpr double g = 9.81;

/// A body of mass m with the inertia of a box of these half extents.
inline Body box_body(double mass, Vec3d half, Vec3d position = {}, Vec3d velocity = {}) {
    Body b;
    b.mass = mass;
    b.inertia = (mass / 3) * Mat3d{{half.y * half.y + half.z * half.z, 0, 0},
                                   {0, half.x * half.x + half.z * half.z, 0},
                                   {0, 0, half.x * half.x + half.y * half.y}};
    b.inverse_inertia = inverse(b.inertia);
    b.gravity = {0, -g, 0};
    b.radius = length(half);
    b.state = state_of(b, position, {}, velocity, {});
    return b;
}

/// The equations of one mass on a spring-damper, m x'' = -k_s x - k_d x', as a system of two numbers.
class SpringSystem : public StiffSystem {
public:
    double mass = 1, stiffness = 1, damping = 0;

    int size() const override { return 2; }
    void derivative(const Column& y, Column& f) override {
        f.resize(2);
        f << y[1], (-stiffness * y[0] - damping * y[1]) / mass;
    }
    void linearize(const Column&) override {}
    LinearResult solve(double shift, const Column& b, Column& x) override {
        Eigen::Matrix2d m;
        m << shift, -1, stiffness / mass, shift + damping / mass;
        x = m.inverse() * b;
        return {};
    }
    double error_ratio(const Column&, const Column&, const Column& e) const override {
        return e.norm() / tolerance;
    }
    double tolerance = 1e-6;
};

}  // namespace cairn::penalty::test
