#pragma once
// Wheels: motors that turn rims, rims that grip the carpet. The engine knows the robot as one body that
// glides on its skids; what its wheels do to it in a step is worked out here and handed over as forces. So
// robots drive on every solver alike, also on those that know no joints.
//
// A wheel i stands at r_i, rolls along d_i and has rim speed u_i. Over a step h the unknowns are impulses:
// the motor's m_i, the tyre's t_i along d_i and s_i along its axle e_i. With the robot's mass M and inertia
// I, and J_i the rim's inertia divided by its radius squared,
//     v += (d_i t_i + e_i s_i) / M,   w += (r_i x d_i t_i + r_i x e_i s_i) / I,   u_i += (m_i - t_i) / J_i.
// The motor wants u_i at its target, within what its torque allows; the tyre wants no slip, d_i.(v + w x r_i)
// - u_i = 0 and e_i.(v + w x r_i) = 0, within its grip: a rubber tyre within the circle t^2 + s^2 <=
// (mu N h)^2; an omni-wheel within |t| <= mu N h, and across only what its rollers' bearings hold.
// It is a small mixed complementarity problem, solved by projected Gauss-Seidel, hence implicit: stiff tyres
// cost no small steps.

#include <array>
#include <span>

#include <cairn/math.hpp>

namespace cairn::soccer {

/// z of a x b, for vectors in the plane.
inline float cross_z(Vec3 a, Vec3 b) { return a.x * b.y - a.y * b.x; }

struct Wheel {
    Vec3 position;  ///< where it touches, in the robot's frame
    Vec3 roll;      ///< unit vector along which its rim drives
    bool rollers = false;
};

inline constexpr int max_wheels = 4;

struct DriveTrain {
    int count = 0;
    std::array<Wheel, max_wheels> wheels;
    float rim_inertia = 0.27f;  ///< of wheel, gear and rotor over the rim's radius squared, kg
    float stall_force = 9;      ///< at the rim, N
    float free_speed = 5;       ///< of the rim without load, m/s

    /// Rim speeds at which no wheel slips while the robot moves like this.
    std::array<float, max_wheels> rim_speeds(Vec3 velocity, float turn) const;
};

/// Four omni-wheels: front ones at +-60 degrees, back ones at +-135, in the order of RobotCommand::wheels.
DriveTrain omni_drive(float distance);
/// Two tyres beside the centre: right, left.
DriveTrain differential_drive(float distance);

/// The robot's motion in the plane, in its own frame.
struct PlanarMotion {
    Vec3 velocity;
    float turn = 0;
};

struct Traction {
    Vec3 force;        ///< in the robot's frame, at the floor below the centre of mass
    float torque = 0;  ///< about the vertical
};

/// Turns the rims for one step and says what they do to the robot. `load` is the force on each wheel.
Traction turn_wheels(const DriveTrain& drive, std::span<float> rim_speeds, std::span<const float> targets,
                     const PlanarMotion& motion, float mass, float inertia, float load, float dt);

}  // namespace cairn::soccer
