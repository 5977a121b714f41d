#pragma once
// How a robot gets somewhere: round what is in the way, braking in time, whatever wheels it has.

#include <span>

#include "soccer/command.hpp"
#include "soccer/robot.hpp"

namespace cairn::soccer {

/// A circle to keep out of.
struct Obstacle {
    Vec3 center;
    float radius = 0;
};

struct Destination {
    Vec3 position;
    Vec3 face;        ///< direction to look in on arrival
    float speed = 3;  ///< at most
    Vec3 drift{};     ///< velocity to have on arrival
};

/// The angle from one direction on the floor to another, counter-clockwise, -pi to pi.
float angle_between(Vec3 from, Vec3 to);

/// The turning speed that gets the angle done quickly and stops there.
float turn_towards(float angle, float limit);

RobotCommand drive_to(const RobotState& robot, const Destination& destination,
                      std::span<const Obstacle> obstacles);

}  // namespace cairn::soccer
