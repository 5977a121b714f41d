#include "soccer/wheels.hpp"

#include "math/trigonometry.hpp"

namespace cairn::soccer {

namespace {

constexpr int sweeps = 12;
constexpr float rubber_grip = 0.7f;
constexpr float bearing_grip = 0.02f;  ///< across an omni-wheel, whose rollers turn almost freely

/// The wheel's axle: across the direction it rolls.
Vec3 axle_of(const Wheel& wheel) { return {-wheel.roll.y, wheel.roll.x, 0}; }

struct WheelImpulses {
    float motor = 0, along = 0, across = 0;
};

/// The robot as the wheels feel it while the impulses are being found.
struct Chassis {
    Vec3 velocity;
    float turn, mass, inertia;

    float speed_at(Vec3 point, Vec3 direction) const {
        return dot(velocity, direction) + turn * cross_z(point, direction);
    }
    float inverse_mass_at(Vec3 point, Vec3 direction) const {
        const float arm = cross_z(point, direction);
        return 1 / mass + arm * arm / inertia;
    }
    void push(Vec3 point, Vec3 direction, float impulse) {
        velocity += direction * (impulse / mass);
        turn += cross_z(point, direction) * impulse / inertia;
    }
};

/// A motor's torque falls in a straight line from stall to its free speed; braking it has all of it.
float motor_limit(const DriveTrain& drive, float rim_speed, bool braking) {
    if (braking) return drive.stall_force;
    return drive.stall_force * clamp_to(1 - abs_of(rim_speed) / drive.free_speed, 0, 1);
}

void solve_motor(const DriveTrain& drive, float target, float limit, float& rim_speed, float& impulse) {
    const float wanted = impulse + drive.rim_inertia * (target - rim_speed);
    const float next = clamp_to(wanted, -limit, limit);
    rim_speed += (next - impulse) / drive.rim_inertia;
    impulse = next;
}

void solve_tyre(const DriveTrain& drive, const Wheel& wheel, float load, Chassis& chassis, float& rim_speed,
                WheelImpulses& impulses) {
    const Vec3 axle = axle_of(wheel);
    const float slip = chassis.speed_at(wheel.position, wheel.roll) - rim_speed;
    const float slide = chassis.speed_at(wheel.position, axle);
    float along =
        impulses.along - slip / (chassis.inverse_mass_at(wheel.position, wheel.roll) + 1 / drive.rim_inertia);
    float across = impulses.across - slide / chassis.inverse_mass_at(wheel.position, axle);
    const float grip = rubber_grip * load, size = std::sqrt(along * along + across * across);
    if (wheel.rollers) {
        along = clamp_to(along, -grip, grip);
        across = clamp_to(across, -bearing_grip * load, bearing_grip * load);
    } else if (size > grip) {
        along *= grip / size;
        across *= grip / size;
    }
    chassis.push(wheel.position, wheel.roll, along - impulses.along);
    chassis.push(wheel.position, axle, across - impulses.across);
    rim_speed -= (along - impulses.along) / drive.rim_inertia;
    impulses.along = along;
    impulses.across = across;
}

Wheel omni_wheel(float distance, float degrees) {
    const auto [sine, cosine] = sine_cosine(degrees * (pi / 180));
    return {{distance * cosine, distance * sine, 0}, {-sine, cosine, 0}, true};
}

}  // namespace

std::array<float, max_wheels> DriveTrain::rim_speeds(Vec3 velocity, float turn) const {
    std::array<float, max_wheels> speeds{};
    for (int i = 0; i < count; ++i) {
        speeds[i] = dot(velocity, wheels[i].roll) + turn * cross_z(wheels[i].position, wheels[i].roll);
    }
    return speeds;
}

DriveTrain omni_drive(float distance) {
    DriveTrain drive;
    drive.count = 4;
    const float degrees[4] = {-60, -135, 135, 60};
    for (int i = 0; i < 4; ++i) drive.wheels[i] = omni_wheel(distance, degrees[i]);
    return drive;
}

DriveTrain differential_drive(float distance) {
    DriveTrain drive;
    drive.count = 2;
    drive.stall_force = 18;
    drive.rim_inertia = 0.4f;
    drive.wheels[0] = {{0, -distance, 0}, {1, 0, 0}};
    drive.wheels[1] = {{0, distance, 0}, {1, 0, 0}};
    return drive;
}

Traction turn_wheels(const DriveTrain& drive, std::span<float> rim_speeds, std::span<const float> targets,
                     const PlanarMotion& motion, float mass, float inertia, float load, float dt) {
    Chassis chassis{motion.velocity, motion.turn, mass, inertia};
    std::array<WheelImpulses, max_wheels> impulses{};
    std::array<float, max_wheels> limits{};
    for (int i = 0; i < drive.count; ++i) {
        const bool braking = (targets[i] - rim_speeds[i]) * rim_speeds[i] < 0;
        limits[i] = motor_limit(drive, rim_speeds[i], braking) * dt;
    }
    for (int sweep = 0; sweep < sweeps; ++sweep) {
        for (int i = 0; i < drive.count; ++i) {
            solve_motor(drive, targets[i], limits[i], rim_speeds[i], impulses[i].motor);
            solve_tyre(drive, drive.wheels[i], load * dt, chassis, rim_speeds[i], impulses[i]);
        }
    }
    return {(chassis.velocity - motion.velocity) * (mass / dt),
            (chassis.turn - motion.turn) * (inertia / dt)};
}

}  // namespace cairn::soccer
