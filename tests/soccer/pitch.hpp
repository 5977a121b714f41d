#pragma once
// A field with a ball and one robot, for tests that look at one thing at a time.

#include "soccer/ball.hpp"
#include "soccer/field.hpp"
#include "soccer/match.hpp"
#include "soccer/robot.hpp"

namespace cairn::soccer {

struct Pitch {
    static constexpr float dt = 1.0f / 480;

    explicit Pitch(Drive drive = Drive::omni, Vec3 ball_at = {3, 2, ball_radius}) {
        add_field(world, field);
        ball = add_ball(world, ball_at);
        RobotSpec spec;
        spec.drive = drive;
        robot.emplace(world, spec, Vec3{}, 0.0f);
    }

    /// Where the ball lies in the mouth of the robot at the origin.
    static Vec3 mouth() { return {0.0968f, 0, ball_radius}; }

    void run(float seconds) {
        for (int i = 0; i < static_cast<int>(seconds / dt + 0.5f); ++i) {
            kicked = robot->act(world, ball, dt) || kicked;
            world.step(dt);
            deepest = max_of(deepest, wall_depth(field, ball_position(), ball_radius));
            highest = max_of(highest, ball_position().z);
        }
    }
    void command(Vec3 velocity, float dribbler = 0, float kick = 0, float angle = 0) {
        RobotCommand command;
        command.velocity = velocity;
        command.dribbler_rpm = dribbler;
        command.kick_speed = kick;
        command.kick_angle = angle;
        robot->set_command(command);
    }
    Vec3 ball_position() const { return world.transform(ball).position; }
    RobotState state() const { return robot->state(world, ball_position()); }

    Field field = field_of(Division::b);
    World world = [] {
        WorldDef def;
        def.gravity = {0, 0, -9.81f};
        def.solver = match_solver();
        def.sleep = false;
        return World(def);
    }();
    BodyId ball;
    std::optional<Robot> robot;
    bool kicked = false;
    float deepest = -1, highest = 0;
};

}  // namespace cairn::soccer
