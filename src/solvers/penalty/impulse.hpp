#pragma once
// Larsen 3: collisions are ended by impulses before springs take over; and 2.1: contact forces of resting
// contacts by an LCP instead of springs.

#include <span>
#include <string>
#include <vector>

#include "solvers/penalty/body.hpp"

namespace cairn::penalty {

/// A point where two bodies touch; `normal` points to the first.
struct ContactPoint {
    std::array<int, 2> body{};
    Vec3d point, normal;
    double friction = 0, restitution = 0;
    Vec3d belt{};  // of the first surface against the second, beyond what their bodies do; across the normal
};

enum class ImpulseMode : unsigned char {
    propagate,     // one contact at a time until no two bodies approach
    simultaneous,  // all at once, by an LCP (Baraff 1989)
    hybrid,        // one pass of propagation, then the LCP without bounce
};

struct ImpulseOptions {
    ImpulseMode mode = ImpulseMode::propagate;
    /// Approach slower than this is left to the springs. They take up 2 sqrt(g d) themselves: 0.2 m/s.
    double speed = 0.2;
    /// Approach slower than this does not bounce.
    double bounce_speed = 0.5;
    int max_passes = 1000;
};

struct ImpulseReport {
    int impulses = 0, passes = 0;
    double fastest_left = 0;  // approach that is left, m/s
    std::string message;      // why the LCP gave up; empty where it did not
};

/// Mirtich's collision matrix: the change of relative velocity at the point by an impulse there, 3 x 3.
Mat3d collision_matrix(std::span<const Body> bodies, const ContactPoint& at);
Vec3d relative_velocity(std::span<const Body> bodies, const ContactPoint& at);
void apply_impulse(std::span<Body> bodies, const ContactPoint& at, Vec3d impulse);

/// The impulse of Chatterjee and Ruina's law: (1 + e) times the frictionless plastic one, plus as much of the
/// way to the sticking one as the friction cone allows. It never adds energy for 0 <= e <= 1.
Vec3d collision_impulse(const Mat3d& K, Vec3d velocity, Vec3d normal, double restitution, double friction);

/// Ends all approach faster than options.speed.
ImpulseReport collide(std::span<Body> bodies, std::span<const ContactPoint> points,
                      const ImpulseOptions& options);

struct ContactForces {
    std::vector<double> forces;         // along the normals
    std::vector<double> accelerations;  // of the gaps
    std::string message;                // empty where a solution was found
    int pivots = 0;
};

/// Forces f >= 0 with accelerations a >= 0 and f a = 0 at resting contacts (2.1), by Dantzig's method as in
/// Baraff 1994. `stabilise` asks for accelerations of at least `wanted[i]` instead of 0.
ContactForces resting_forces(std::span<const Body> bodies, std::span<const ContactPoint> points,
                             std::span<const double> wanted = {});

}  // namespace cairn::penalty
