#pragma once
// What a team sees: the ball, the robots and what the referee says, as seen by a team that attacks towards
// +x.

#include <array>

#include "soccer/field.hpp"
#include "soccer/robot.hpp"

namespace cairn::soccer {

inline constexpr int max_robots = 11;  ///< a team

struct BallState {
    Vec3 position{}, velocity{};
};

/// What is being played.
enum class Phase : uint8_t {
    stopped,  ///< keep away from the ball; the referee is about to place it, or has
    kickoff,  ///< one team may kick off
    freekick,
    running,
    over
};

struct RefereeState {
    Phase phase = Phase::stopped;
    /// What comes after `stopped`: kickoff, freekick, or running (both teams at once).
    Phase next = Phase::kickoff;
    Team kicker = Team::yellow;  ///< who may kick, in kickoff and freekick
    Vec3 spot{};                 ///< where the ball is or will be placed
};

struct Sight {
    Field field;
    float time = 0;
    BallState ball;
    std::array<RobotState, max_robots> own, foe;
    RefereeState referee;
    bool we_kick = false;  ///< the team that looks is the referee's `kicker`
};

/// The same from the other side of the field: turned by half a turn about the vertical.
constexpr Vec3 turned(Vec3 v) { return {-v.x, -v.y, v.z}; }
inline RobotState turned(RobotState robot) {
    robot.position = turned(robot.position);
    robot.heading = turned(robot.heading);
    robot.velocity = turned(robot.velocity);
    return robot;
}

}  // namespace cairn::soccer
