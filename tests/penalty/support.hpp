#pragma once
// Shared by the tests of the penalty solver.

#include <cmath>
#include <random>
#include <vector>

#include "lab/larsen_models.hpp"
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

using lab::SpringSystem;

}  // namespace cairn::penalty::test
