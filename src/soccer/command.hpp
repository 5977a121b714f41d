#pragma once
// What a robot is told over the radio, by its team's strategy or by a program outside.

#include <array>
#include <cstdint>

#include <cairn/math.hpp>

namespace cairn::soccer {

enum class Move : uint8_t {
    local,   ///< x forward, y to the left (m/s), z counter-clockwise (rad/s)
    global,  ///< x and y of the field
    wheels   ///< rim speeds
};

struct RobotCommand {
    Move move = Move::local;
    Vec3 velocity{};
    /// Front right, back right, back left, front left, m/s at the rim, positive turns counter-clockwise. A
    /// differential drive takes the first as its right wheel and the last as its left one, positive forward.
    std::array<float, 4> wheels{};
    /// Above 0: kick as soon as the ball lies in the mouth, with this speed in m/s...
    float kick_speed = 0;
    /// ...and this angle above the floor, radians.
    float kick_angle = 0;
    float dribbler_rpm = 0;
};

}  // namespace cairn::soccer
