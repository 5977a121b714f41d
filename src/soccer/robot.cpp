#include "soccer/robot.hpp"

#include <vector>

#include "math/trigonometry.hpp"
#include "soccer/ball.hpp"

namespace cairn::soccer {

namespace {

constexpr float skid_height = 0.012f, skid_radius = 0.078f;
constexpr float center_of_mass_height = 0.04f;
constexpr float wheel_distance = 0.078f;
/// The roller is an hourglass: its ends stand this much further forward, which keeps the ball in the middle.
constexpr float taper = 0.008f;
constexpr float roller_radius = 0.008f, roller_height = 0.041f;
/// Up to this far in front of where it touches the roller, the plunger reaches the ball.
constexpr float plunger_reach = 0.012f;
/// Slipping wheels turn a robot that nobody told to turn; its gyroscope notices and makes up for it.
constexpr float gyro_gain = 10, gyro_range = 0.2f;

/// A prism about the vertical from the circle of this radius, cut off at x = front.
Hull prism(float radius, float front, float bottom, float top) {
    constexpr int corners = 20;
    std::vector<Vec3> points;
    const auto add = [&](float x, float y) {
        points.push_back({x, y, bottom});
        points.push_back({x, y, top});
    };
    const float half_chord = front < radius ? std::sqrt(radius * radius - front * front) : 0;
    if (half_chord > 0) add(front, half_chord), add(front, -half_chord);
    for (int i = 0; i < corners; ++i) {
        const auto [sine, cosine] = sine_cosine(2 * pi * (static_cast<float>(i) + 0.5f) / corners);
        if (radius * cosine < front) add(radius * cosine, radius * sine);
    }
    return Hull(points);
}

/// The roller's axis in the robot's frame: far enough forward that the ball meets it before the front.
float roller_axis(const RobotSpec& spec) { return spec.front + 0.001f; }

/// From the roller's axis to the middle of a ball on the floor that touches it: forward, and down.
struct RollerGrip {
    float forward, down;
};

RollerGrip roller_grip() {
    const float reach = roller_radius + ball_radius, down = roller_height - ball_radius;
    return {std::sqrt(reach * reach - down * down), down};
}

float ramped(float now, float target, float step) { return now + clamp_to(target - now, -step, step); }

}  // namespace

Robot::Robot(World& world, const RobotSpec& spec, Vec3 position, float orientation)
    : spec_(spec),
      train_(spec.drive == Drive::omni ? omni_drive(wheel_distance) : differential_drive(wheel_distance)) {
    BodyDef def{.mass = spec.mass, .center_of_mass = Vec3{0, 0, center_of_mass_height}};
    def.can_sleep = false;
    body_ = world.add_body(def);
    ShapeDef shell{.friction = 0.2f, .restitution = 0.1f};
    shell.filter = {.category = shell_category, .mask = wall_category | shell_category | ball_category};
    world.add_shape(body_, prism(spec.radius, spec.front, skid_height, spec.height), shell);
    ShapeDef skid{.friction = 0};
    skid.filter = {.category = skid_category, .mask = floor_category};
    world.add_shape(body_, prism(skid_radius, skid_radius, 0, skid_height), skid);
    ShapeDef roller{.density = 1, .friction = 2};
    roller.filter = {.category = roller_category, .mask = ball_category};
    const float x = roller_axis(spec), half = spec.half_mouth - roller_radius;
    for (const int side : {0, 1}) {
        const Vec3 middle{x, 0, roller_height}, end{x + taper, side == 0 ? -half : half, roller_height};
        rollers_[side] = world.add_shape(body_, Capsule{middle, end, roller_radius}, roller);
    }
    inertia_ = world.mass_properties(body_).inertia.z.z;
    place(world, position, orientation);
}

void Robot::place(World& world, Vec3 position, float orientation, Vec3 velocity, float turn) {
    world.set_transform(body_, {{position.x, position.y, 0}, axis_angle({0, 0, 1}, orientation)});
    world.set_velocity(body_, velocity);
    world.set_angular_velocity(body_, {0, 0, turn});
    const Vec3 local = inverse_rotate(axis_angle({0, 0, 1}, orientation), velocity);
    ramp_ = {local, turn};
    heading_error_ = 0;
    rims_ = train_.rim_speeds(local, turn);
}

RobotState Robot::state(const World& world, Vec3 ball) const {
    const Transform pose = world.transform(body_);
    const Vec3 forward = rotate(pose.rotation, {1, 0, 0});
    const Vec3 velocity = world.velocity(body_);
    RobotState state;
    state.present = true;
    state.drive = spec_.drive;
    state.position = {pose.position.x, pose.position.y, 0};
    state.heading = normalized(Vec3{forward.x, forward.y, 0}, {1, 0, 0});
    state.velocity = {velocity.x, velocity.y, 0};
    state.turn = world.angular_velocity(body_).z;
    state.has_ball = ball_in_mouth(world, ball);
    return state;
}

bool Robot::ball_in_mouth(const World& world, Vec3 ball) const {
    const Vec3 local = inverse_times(world.transform(body_), ball);
    const float touching = roller_axis(spec_) + roller_grip().forward;
    return local.x > spec_.front && local.x < touching + plunger_reach &&
           abs_of(local.y) < spec_.half_mouth && abs_of(local.z - ball_radius) < 0.5f * ball_radius;
}

bool Robot::fallen(const World& world) const {
    return rotate(world.transform(body_).rotation, {0, 0, 1}).z < 0.7f;
}

bool Robot::act(World& world, BodyId ball, float dt) {
    drive(world, dt);
    spin_roller(world);
    charge_ = max_of(charge_ - dt, 0);
    return kick(world, ball, dt);
}

std::array<float, max_wheels> Robot::wheel_targets(const Transform& pose, float turn, float dt) {
    if (command_.move == Move::wheels) {
        ramp_ = {};
        heading_error_ = 0;
        if (spec_.drive == Drive::omni) return command_.wheels;
        return {command_.wheels[0], command_.wheels[3]};
    }
    Vec3 wanted{command_.velocity.x, command_.velocity.y, 0};
    if (command_.move == Move::global) wanted = inverse_rotate(pose.rotation, wanted);
    if (spec_.drive == Drive::differential) wanted.y = 0;
    const float speed = length(wanted);
    if (speed > spec_.max_speed) wanted *= spec_.max_speed / speed;
    const Vec3 change = wanted - ramp_.velocity;
    const bool faster = dot(change, ramp_.velocity) >= 0;
    const float step = (faster ? spec_.max_acceleration : spec_.max_brake) * dt;
    const float size = length(change);
    ramp_.velocity = size > step ? ramp_.velocity + change * (step / size) : wanted;
    const float wanted_turn = clamp_to(command_.velocity.z, -spec_.max_turn, spec_.max_turn);
    ramp_.turn = ramped(ramp_.turn, wanted_turn, spec_.max_turn_acceleration * dt);
    heading_error_ = clamp_to(heading_error_ + (ramp_.turn - turn) * dt, -gyro_range, gyro_range);
    return train_.rim_speeds(ramp_.velocity, ramp_.turn + gyro_gain * heading_error_);
}

void Robot::drive(World& world, float dt) {
    const Transform pose = world.transform(body_);
    // In the air or on its side, wheels grip nothing.
    const bool standing = pose.position.z < 0.005f && rotate(pose.rotation, {0, 0, 1}).z > 0.95f;
    const float weight = standing ? -spec_.mass * world.gravity().z : 0;
    const Vec3 velocity = inverse_rotate(pose.rotation, world.velocity(body_));
    const PlanarMotion motion{{velocity.x, velocity.y, 0}, world.angular_velocity(body_).z};
    const std::array<float, max_wheels> targets = wheel_targets(pose, motion.turn, dt);
    const Traction traction = turn_wheels(train_, rims_, targets, motion, spec_.mass, inertia_,
                                          weight / static_cast<float>(train_.count), dt);
    // While it turns by w dt, its own axes turn with it: the ramp is in them, the carpet is not.
    if (command_.move != Move::wheels) {
        ramp_.velocity = inverse_rotate(axis_angle({0, 0, 1}, motion.turn * dt), ramp_.velocity);
    }
    world.apply_force_at(body_, rotate(pose.rotation, traction.force), pose.position);
    world.apply_torque(body_, {0, 0, traction.torque});
}

void Robot::spin_roller(World& world) {
    const float rpm = clamp_to(command_.dribbler_rpm, -spec_.max_dribbler_rpm, spec_.max_dribbler_rpm);
    const float speed = rpm * (2 * pi / 60) * roller_radius;
    if (speed == roller_speed_) return;
    roller_speed_ = speed;
    // Where it meets the ball its surface goes down and back, so that the ball rolls towards the robot.
    const RollerGrip grip = roller_grip();
    const float reach = roller_radius + ball_radius;
    const Vec3 surface = Vec3{-grip.down, 0, -grip.forward} * (speed / reach);
    for (const ShapeId roller : rollers_) world.set_surface_velocity(roller, surface);
}

bool Robot::kick(World& world, BodyId ball, float dt) {
    if (!(command_.kick_speed > 0) || charge_ > 0) return false;
    if (!ball_in_mouth(world, world.transform(ball).position)) return false;
    charge_ = spec_.recharge + dt;
    const float limit = command_.kick_angle > 0 ? spec_.max_chip : spec_.max_kick;
    const auto [sine, cosine] = sine_cosine(clamp_to(command_.kick_angle, 0, 0.5f * pi));
    const Quat rotation = world.transform(body_).rotation;
    const Vec3 direction = rotate(rotation, {cosine, 0, sine});
    // The plunger gives the ball its speed along the kick and leaves the rest; the robot gets the recoil.
    const Vec3 place = world.transform(ball).position;
    const Vec3 relative_velocity = world.velocity(ball) - world.velocity_at(body_, place);
    const float gain = min_of(command_.kick_speed, limit) - dot(relative_velocity, direction);
    if (gain <= 0) return false;
    const Vec3 impulse = direction * (ball_mass * gain);
    world.apply_impulse(ball, impulse);
    world.apply_impulse_at(body_, -impulse, place);
    return true;
}

void Robot::add_to(Hash& hash) const {
    hash.add(ramp_.velocity), hash.add(ramp_.turn), hash.add(heading_error_);
    for (const float rim : rims_) hash.add(rim);
    hash.add(roller_speed_), hash.add(charge_);
    hash.add(static_cast<int32_t>(command_.move)), hash.add(command_.velocity);
    for (const float wheel : command_.wheels) hash.add(wheel);
    hash.add(command_.kick_speed), hash.add(command_.kick_angle), hash.add(command_.dribbler_rpm);
}

}  // namespace cairn::soccer
