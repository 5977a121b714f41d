#pragma once
// A robot of the small-size league: a shell 18 cm wide with a flat front, wheels, a roller that spins the
// ball backwards to hold it (the dribbler), and a plunger that kicks it.

#include <array>
#include <cstdint>

#include <cairn/world.hpp>

#include "base/hash.hpp"
#include "soccer/command.hpp"
#include "soccer/field.hpp"
#include "soccer/wheels.hpp"

namespace cairn::soccer {

enum class Drive : uint8_t { omni, differential };

struct RobotSpec {
    Drive drive = Drive::omni;
    float radius = 0.09f;
    float height = 0.145f;
    float mass = 2.4f;
    float front = 0.073f;           ///< from the centre to the flat front
    float half_mouth = 0.04f;       ///< half the width in which the plunger meets the ball
    float max_kick = 6.5f;          ///< m/s, the league's limit
    float max_chip = 5;             ///< m/s
    float recharge = 0.4f;          ///< seconds between kicks
    float max_dribbler_rpm = 3000;  ///< of the roller
    // What its own controller allows itself, so that wheels seldom slip.
    float max_speed = 3, max_turn = 12;
    float max_acceleration = 3.5f, max_brake = 4.2f, max_turn_acceleration = 60;
};

/// What others see of a robot.
struct RobotState {
    bool present = false;
    Drive drive = Drive::omni;
    Vec3 position{};        ///< on the floor
    Vec3 heading{1, 0, 0};  ///< unit vector on the floor
    Vec3 velocity{};        ///< on the floor
    float turn = 0;         ///< rad/s
    bool has_ball = false;  ///< it lies in the mouth (a light barrier in the real ones)
};

class Robot {
public:
    Robot(World& world, const RobotSpec& spec, Vec3 position, float orientation);

    void set_command(const RobotCommand& command) { command_ = command; }
    const RobotCommand& command() const { return command_; }
    const RobotSpec& spec() const { return spec_; }
    void set_spec(const RobotSpec& spec) { spec_ = spec; }
    BodyId body() const { return body_; }
    RobotState state(const World& world, Vec3 ball) const;
    bool ball_in_mouth(const World& world, Vec3 ball) const;
    /// Lying on its side.
    bool fallen(const World& world) const;
    /// Set down upright at rest; nothing of what it did before stays.
    void place(World& world, Vec3 position, float orientation, Vec3 velocity = {}, float turn = 0);
    void remove(World& world) { world.remove_body(body_); }

    /// Wheels, roller and plunger for the next step of the world; true when it kicks.
    bool act(World& world, BodyId ball, float dt);

    void add_to(Hash& hash) const;

private:
    void drive(World& world, float dt);
    void spin_roller(World& world);
    bool kick(World& world, BodyId ball, float dt);
    std::array<float, max_wheels> wheel_targets(const Transform& pose, float turn, float dt);

    RobotSpec spec_;
    DriveTrain train_;
    BodyId body_;
    std::array<ShapeId, 2> rollers_;  ///< right and left half
    float inertia_ = 0;               ///< about the vertical
    RobotCommand command_{};
    PlanarMotion ramp_{};      ///< the motion its controller asks of the wheels, within its limits
    float heading_error_ = 0;  ///< by which its gyroscope says it has turned too little
    std::array<float, max_wheels> rims_{};
    float roller_speed_ = 0;
    float charge_ = 0;  ///< seconds until it can kick again
};

}  // namespace cairn::soccer
