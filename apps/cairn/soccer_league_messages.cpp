#include "soccer_league_messages.hpp"

#include <cmath>

#include "league.pb.h"
#include "math/trigonometry.hpp"

namespace cairn::soccer {

namespace {

constexpr float millimetres = 1000;

template <class Response>
void add_error(Response& response, const char* code, const std::string& message) {
    league::SimulatorError* error = response.add_errors();
    error->set_code(code);
    error->set_message(message);
}

std::string name_of(Team team, int id) { return std::string(team_name(team)) + " " + std::to_string(id); }

bool finite(std::initializer_list<float> values) {
    for (const float value : values) {
        if (!std::isfinite(value)) return false;
    }
    return true;
}

// --- vision ---------------------------------------------------------------------------------------

void add_detection(const Match& match, league::SSL_DetectionFrame& frame) {
    frame.set_frame_number(static_cast<uint32_t>(match.counts().frames));
    const double time = static_cast<double>(match.counts().frames) / 60;
    frame.set_t_capture(time);
    frame.set_t_sent(time);
    frame.set_camera_id(0);
    const Vec3 ball = match.ball().position;
    league::SSL_DetectionBall* seen = frame.add_balls();
    seen->set_confidence(1);
    seen->set_x(ball.x * millimetres);
    seen->set_y(ball.y * millimetres);
    seen->set_z((ball.z - ball_radius) * millimetres);
    seen->set_pixel_x(0);
    seen->set_pixel_y(0);
    for (const Team team : {Team::yellow, Team::blue}) {
        for (int id = 0; id < max_robots; ++id) {
            const RobotState state = match.robot(team, id);
            if (!state.present) continue;
            league::SSL_DetectionRobot* robot =
                team == Team::yellow ? frame.add_robots_yellow() : frame.add_robots_blue();
            robot->set_confidence(1);
            robot->set_robot_id(static_cast<uint32_t>(id));
            robot->set_x(state.position.x * millimetres);
            robot->set_y(state.position.y * millimetres);
            robot->set_orientation(arc_tangent2(state.heading.y, state.heading.x));
            robot->set_pixel_x(0);
            robot->set_pixel_y(0);
            robot->set_height(match.find(team, id)->spec().height * millimetres);
        }
    }
}

int32_t in_millimetres(float metres) { return static_cast<int32_t>(std::lround(metres * millimetres)); }

void set_point(league::Vector2f& point, Vec3 place) {
    point.set_x(place.x * millimetres);
    point.set_y(place.y * millimetres);
}

void add_lines(const Field& field, league::SSL_GeometryFieldSize& size) {
    for (const FieldLine& line : lines_of(field)) {
        league::SSL_FieldShapeType type = league::Undefined;
        league::SSL_FieldShapeType_Parse(line.name, &type);
        if (line.radius > 0) {
            league::SSL_FieldCircularArc* arc = size.add_field_arcs();
            arc->set_name(line.name);
            set_point(*arc->mutable_center(), line.from);
            arc->set_radius(line.radius * millimetres);
            arc->set_a1(0);
            arc->set_a2(2 * pi);
            arc->set_thickness(field.line_thickness * millimetres);
            arc->set_type(type);
            continue;
        }
        league::SSL_FieldLineSegment* segment = size.add_field_lines();
        segment->set_name(line.name);
        set_point(*segment->mutable_p1(), line.from);
        set_point(*segment->mutable_p2(), line.to);
        segment->set_thickness(field.line_thickness * millimetres);
        segment->set_type(type);
    }
}

void add_geometry(const Field& field, league::SSL_GeometryData& geometry) {
    league::SSL_GeometryFieldSize& size = *geometry.mutable_field();
    size.set_field_length(in_millimetres(field.length));
    size.set_field_width(in_millimetres(field.width));
    size.set_goal_width(in_millimetres(field.goal_width));
    size.set_goal_depth(in_millimetres(field.goal_depth));
    size.set_boundary_width(in_millimetres(field.boundary));
    size.set_penalty_area_depth(in_millimetres(field.defence_depth));
    size.set_penalty_area_width(in_millimetres(field.defence_width));
    add_lines(field, size);
    league::SSL_BallModelStraightTwoPhase& ball = *geometry.mutable_models()->mutable_straight_two_phase();
    ball.set_acc_slide(-0.35 * 9.81);
    ball.set_acc_roll(-rolling_deceleration);
    ball.set_k_switch(5.0 / 7);
}

// --- robot control --------------------------------------------------------------------------------

/// False where a number is not finite: nothing of it is used then.
bool read_move(const league::RobotMoveCommand& move, RobotCommand& command) {
    switch (move.command_case()) {
        case league::RobotMoveCommand::kWheelVelocity: {
            const league::MoveWheelVelocity& wheels = move.wheel_velocity();
            command.move = Move::wheels;
            command.wheels = {wheels.front_right(), wheels.back_right(), wheels.back_left(),
                              wheels.front_left()};
            return finite({command.wheels[0], command.wheels[1], command.wheels[2], command.wheels[3]});
        }
        case league::RobotMoveCommand::kLocalVelocity:
            command.move = Move::local;
            command.velocity = {move.local_velocity().forward(), move.local_velocity().left(),
                                move.local_velocity().angular()};
            break;
        case league::RobotMoveCommand::kGlobalVelocity:
            command.move = Move::global;
            command.velocity = {move.global_velocity().x(), move.global_velocity().y(),
                                move.global_velocity().angular()};
            break;
        default:
            break;
    }
    return finite({command.velocity.x, command.velocity.y, command.velocity.z});
}

/// What is not set stays as it was, except the kick: a kick is wanted only while it is asked for.
bool read_command(const league::RobotCommand& message, RobotCommand& command) {
    command.kick_speed = message.has_kick_speed() ? message.kick_speed() : 0;
    command.kick_angle = message.kick_angle() * (pi / 180);
    if (message.has_dribbler_speed()) command.dribbler_rpm = message.dribbler_speed();
    if (!finite({command.kick_speed, command.kick_angle, command.dribbler_rpm})) return false;
    return !message.has_move_command() || read_move(message.move_command(), command);
}

// --- simulator control ----------------------------------------------------------------------------

bool inside_walls(const Field& field, Vec3 place, float radius) {
    return abs_of(place.x) <= field.wall_x() - radius && abs_of(place.y) <= field.wall_y() - radius;
}

void teleport_ball(Match& match, const league::TeleportBall& message, league::SimulatorResponse& response) {
    BallState ball = match.ball();
    if (message.has_x()) ball.position.x = message.x();
    if (message.has_y()) ball.position.y = message.y();
    if (message.has_z()) ball.position.z = message.z() + ball_radius;
    if (message.has_vx()) ball.velocity.x = message.vx();
    if (message.has_vy()) ball.velocity.y = message.vy();
    if (message.has_vz()) ball.velocity.z = message.vz();
    const Vec3 p = ball.position, v = ball.velocity;
    if (message.by_force()) {
        add_error(response, "UNSUPPORTED", "teleport_ball: by_force");
    } else if (!finite({p.x, p.y, p.z, v.x, v.y, v.z}) || length(v) > 50 || p.z > 10 ||
               !inside_walls(match.field(), p, ball_radius)) {
        add_error(response, "OUT_OF_RANGE", "teleport_ball: not a place inside the walls, or too fast");
    } else {
        if (message.teleport_safely()) add_error(response, "UNSUPPORTED", "teleport_ball: teleport_safely");
        match.place_ball(p, v, message.roll());
    }
}

void teleport_robot(Match& match, const league::TeleportRobot& message, league::SimulatorResponse& response) {
    const int id = static_cast<int>(std::min<uint32_t>(message.id().id(), 1000));
    if (!message.id().has_id() || id >= max_robots || message.id().team() == league::UNKNOWN) {
        add_error(response, "UNKNOWN_ROBOT", "teleport_robot: teams are YELLOW and BLUE, robots 0 to 10");
        return;
    }
    const Team team = message.id().team() == league::YELLOW ? Team::yellow : Team::blue;
    if (message.has_present() && !message.present()) {
        match.remove_robot(team, id);
        return;
    }
    const RobotState now = match.robot(team, id);
    const Vec3 place{message.has_x() ? message.x() : now.position.x,
                     message.has_y() ? message.y() : now.position.y, 0};
    const float orientation =
        message.has_orientation() ? message.orientation() : arc_tangent2(now.heading.y, now.heading.x);
    const Vec3 velocity{message.v_x(), message.v_y(), 0};
    if (message.by_force()) {
        add_error(response, "UNSUPPORTED", "teleport_robot: by_force");
    } else if (!now.present && !message.present()) {
        add_error(response, "UNKNOWN_ROBOT", "teleport_robot: " + name_of(team, id) + " is not there");
    } else if (!finite({place.x, place.y, orientation, velocity.x, velocity.y, message.v_angular()}) ||
               length(velocity) > 20 || abs_of(message.v_angular()) > 100 || abs_of(orientation) > 1e4f ||
               !inside_walls(match.field(), place, RobotSpec{}.radius)) {
        add_error(response, "OUT_OF_RANGE", "teleport_robot: not a place inside the walls, or too fast");
    } else {
        match.place_robot(team, id, place, orientation, velocity, message.v_angular());
    }
}

/// Takes the value where it is set and makes sense.
void read_limit(bool set, float value, float highest, float& target, league::SimulatorResponse& response) {
    if (!set) return;
    if (value >= 0 && value <= highest) {
        target = value;
    } else {
        add_error(response, "OUT_OF_RANGE", "robot_specs: a limit of " + std::to_string(value));
    }
}

void configure_robot(Match& match, const league::RobotSpecs& specs, league::SimulatorResponse& response) {
    const Team team = specs.id().team() == league::BLUE ? Team::blue : Team::yellow;
    const int id = static_cast<int>(std::min<uint32_t>(specs.id().id(), 1000));
    const Robot* robot = match.find(team, id);
    if (robot == nullptr) {
        add_error(response, "UNKNOWN_ROBOT", "robot_specs: " + name_of(team, id) + " is not there");
        return;
    }
    if (specs.has_radius() || specs.has_height() || specs.has_mass() || specs.has_center_to_dribbler() ||
        specs.has_wheel_angles() || specs.custom_size() > 0) {
        add_error(response, "UNSUPPORTED", "robot_specs: the shape of a robot cannot be changed");
    }
    RobotSpec spec = robot->spec();
    read_limit(specs.has_max_linear_kick_speed(), specs.max_linear_kick_speed(), 20, spec.max_kick, response);
    read_limit(specs.has_max_chip_kick_speed(), specs.max_chip_kick_speed(), 20, spec.max_chip, response);
    const league::RobotLimits& limits = specs.limits();
    read_limit(limits.has_vel_absolute_max(), limits.vel_absolute_max(), 10, spec.max_speed, response);
    read_limit(limits.has_vel_angular_max(), limits.vel_angular_max(), 50, spec.max_turn, response);
    read_limit(limits.has_acc_speedup_absolute_max(), limits.acc_speedup_absolute_max(), 100,
               spec.max_acceleration, response);
    read_limit(limits.has_acc_brake_absolute_max(), limits.acc_brake_absolute_max(), 100, spec.max_brake,
               response);
    read_limit(limits.has_acc_speedup_angular_max(), limits.acc_speedup_angular_max(), 1000,
               spec.max_turn_acceleration, response);
    match.set_spec(team, id, spec);
}

void configure(Match& match, const league::SimulatorConfig& config, ServerSettings& settings,
               league::SimulatorResponse& response) {
    if (config.has_geometry()) add_error(response, "UNSUPPORTED", "config: the field is chosen at the start");
    if (config.has_realism_config()) add_error(response, "UNSUPPORTED", "config: realism_config");
    if (config.has_vision_port() && config.vision_port() > 0 && config.vision_port() < 65536) {
        settings.vision_port = static_cast<uint16_t>(config.vision_port());
    } else if (config.has_vision_port()) {
        add_error(response, "OUT_OF_RANGE", "config: vision_port");
    }
    for (const league::RobotSpecs& specs : config.robot_specs()) configure_robot(match, specs, response);
}

}  // namespace

std::string vision_packet(const Match& match, bool geometry) {
    league::SSL_WrapperPacket packet;
    packet.set_source(league::SSL_SOURCE_OTHER);
    add_detection(match, *packet.mutable_detection());
    if (geometry) add_geometry(match.field(), *packet.mutable_geometry());
    return packet.SerializeAsString();
}

Answer apply_robot_control(Match& match, Team team, const std::string& bytes, std::vector<int>& commanded) {
    league::RobotControl control;
    // Foreign bytes often parse as fields that nobody knows: a packet without a command is none of ours.
    if (!control.ParseFromString(bytes) || control.robot_commands_size() == 0) return std::nullopt;
    league::RobotControlResponse response;
    for (const league::RobotCommand& message : control.robot_commands()) {
        const int id = static_cast<int>(std::min<uint32_t>(message.id(), 1000));
        const Robot* robot = match.find(team, id);
        if (robot == nullptr) {
            add_error(response, "UNKNOWN_ROBOT", name_of(team, id) + " is not there");
            continue;
        }
        RobotCommand command = robot->command();
        if (!read_command(message, command)) {
            add_error(response, "NOT_FINITE", name_of(team, id) + ": a command must be finite numbers");
            continue;
        }
        match.command(team, id, command);
        commanded.push_back(id);
    }
    for (int id = 0; id < max_robots; ++id) {
        const RobotState state = match.robot(team, id);
        if (!state.present) continue;
        league::RobotFeedback* feedback = response.add_feedback();
        feedback->set_id(static_cast<uint32_t>(id));
        feedback->set_dribbler_ball_contact(state.has_ball);
    }
    return response.SerializeAsString();
}

Answer apply_simulator_command(Match& match, const std::string& bytes, ServerSettings& settings) {
    league::SimulatorCommand command;
    if (!command.ParseFromString(bytes) || (!command.has_control() && !command.has_config()))
        return std::nullopt;
    league::SimulatorResponse response;
    const league::SimulatorControl& control = command.control();
    if (control.has_teleport_ball()) teleport_ball(match, control.teleport_ball(), response);
    for (const league::TeleportRobot& message : control.teleport_robot())
        teleport_robot(match, message, response);
    if (control.has_simulation_speed()) {
        if (control.simulation_speed() >= 0 && control.simulation_speed() <= 100) {
            settings.speed = control.simulation_speed();
        } else {
            add_error(response, "OUT_OF_RANGE", "simulation_speed: 0 to 100");
        }
    }
    if (command.has_config()) configure(match, command.config(), settings, response);
    return response.SerializeAsString();
}

}  // namespace cairn::soccer
