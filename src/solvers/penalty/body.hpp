#pragma once
// Larsen 6.2: a body is 13 numbers, y = (x, q, P, L): position of the centre of mass, quaternion, momentum
// and angular momentum; y' = (P/m, w q / 2, F, torque). All in double. Nothing else of a body changes in a
// step.

#include <array>
#include <cmath>

#include "math/vector_double.hpp"

namespace cairn::penalty {

inline constexpr int state_size = 13;
/// Where each part of y begins.
inline constexpr int at_position = 0, at_rotation = 3, at_momentum = 7, at_spin = 10;

struct Quaternion {
    double x = 0, y = 0, z = 0, w = 1;

    Vec3d vector() const { return {x, y, z}; }
};

/// (v, s)(u, t) = (v x u + s u + t v, s t - v . u)
constexpr Quaternion operator*(const Quaternion& a, const Quaternion& b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

enum class BodyKind : unsigned char {
    fixed,      // never moves
    kinematic,  // moves with the velocities it was given
    dynamic,
};

struct State {
    Vec3d position;
    Quaternion rotation;
    Vec3d momentum;  // a kinematic body, which has no mass, keeps its velocity here
    Vec3d spin;      // angular momentum; of a kinematic body, its angular velocity
};

struct Body {
    BodyKind kind = BodyKind::dynamic;
    bool asleep =
        false;  // dynamic but for now fixed: its springs are kept, and nothing meets it before it wakes
    double mass = 1;
    Mat3d inertia;          // about the centre of mass, in the body's axes
    Mat3d inverse_inertia;  // of the same; zero unless the body is dynamic
    double radius = 1;      // of the ball about the centre of mass that holds the body: scales its errors
    Vec3d gravity;          // acceleration
    Vec3d force, torque;    // from outside, constant over a step
    State state;

    double inverse_mass() const { return kind == BodyKind::dynamic ? 1 / mass : 0; }
};

/// What forces need of a body's state: R(q) which normalises q (so that its length never matters), velocities
/// and, where Jacobians are wanted, the derivatives by q.
struct Frame {
    Vec3d position;
    Mat3d rotation;
    Mat3d inverse_inertia;  // R I_body^-1 R^T, of a dynamic body
    Vec3d velocity, angular_velocity;
    std::array<Mat3d, 4> rotation_slope;          // dR/dq_k
    std::array<Vec3d, 4> angular_velocity_slope;  // dw/dq_k
};

Mat3d rotation_matrix(const Quaternion& q);
std::array<Mat3d, 4> rotation_matrix_slope(const Quaternion& q);
Quaternion normalized(const Quaternion& q);
/// w q / 2, for an angular velocity in world axes.
Quaternion rotation_rate(Vec3d angular_velocity, const Quaternion& q);
Mat3d inverse(const Mat3d& m);

Frame frame_of(const Body& body, const State& state);
/// The same with its slopes.
Frame frame_with_slopes(const Body& body, const State& state);

void write_state(const State& state, double* y);
State read_state(const double* y);

/// Momenta of these velocities at this orientation.
State state_of(const Body& body, Vec3d position, const Quaternion& rotation, Vec3d velocity,
               Vec3d angular_velocity);
double kinetic_energy(const Body& body);

/// The linear interpolation of state between two frames (Larsen 4.2), with q renormalised.
State interpolate(const State& a, const State& b, double fraction);

}  // namespace cairn::penalty
