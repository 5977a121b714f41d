#include "soccer/motion.hpp"

#include "math/trigonometry.hpp"

namespace cairn::soccer {

namespace {

constexpr float braking_rate = 3.2f;  ///< m/s^2 that it counts on
constexpr float near_gain = 5;        ///< 1/s, of the last centimetres
constexpr float turn_gain = 9;        ///< 1/s
constexpr float turn_braking = 30;    ///< rad/s^2
constexpr float turn_limit = 9;
constexpr float arrived = 0.03f;
constexpr float waypoint_margin = 0.03f;

/// The first obstacle that a straight way would cross.
const Obstacle* first_in_the_way(Vec3 from, Vec3 to, std::span<const Obstacle> obstacles) {
    const Vec3 way = to - from, along = normalized(way);
    const float distance = length(way);
    const Obstacle* first = nullptr;
    float first_at = 1e9f;
    for (const Obstacle& obstacle : obstacles) {
        const Vec3 offset = obstacle.center - from;
        const float at = dot(offset, along), aside = cross_z(along, offset);
        const bool ends_before = length(to - obstacle.center) > obstacle.radius && at > distance;
        if (at <= 0 || ends_before || abs_of(aside) >= obstacle.radius || at >= first_at) continue;
        first = &obstacle;
        first_at = at;
    }
    return first;
}

/// A place beside the first obstacle on the way, or the end of the way.
Vec3 waypoint(Vec3 from, Vec3 to, std::span<const Obstacle> obstacles) {
    Vec3 next = to;
    for (int detour = 0; detour < 3; ++detour) {
        const Obstacle* obstacle = first_in_the_way(from, next, obstacles);
        if (obstacle == nullptr) break;
        const Vec3 along = normalized(next - from, {1, 0, 0});
        const float aside = cross_z(along, obstacle->center - from);
        const Vec3 left{-along.y, along.x, 0};
        next = obstacle->center + left * ((aside > 0 ? -1.0f : 1.0f) * (obstacle->radius + waypoint_margin));
    }
    return next;
}

/// Out of the obstacles that it is already in.
Vec3 escape(Vec3 from, std::span<const Obstacle> obstacles) {
    Vec3 way;
    for (const Obstacle& obstacle : obstacles) {
        const Vec3 offset = from - obstacle.center;
        const float depth = obstacle.radius - length(offset);
        if (depth > 0) way += normalized(offset, {1, 0, 0}) * min_of(6 * depth, 1.2f);
    }
    return way;
}

RobotCommand drive_differential(const RobotState& robot, Vec3 velocity, const Destination& destination,
                                float distance) {
    RobotCommand command;
    const float speed = length(velocity);
    if (distance < arrived || speed < 0.05f) {
        command.velocity.z = turn_towards(angle_between(robot.heading, destination.face), turn_limit);
        return command;
    }
    float angle = angle_between(robot.heading, velocity);
    // Backwards where that is nearer and it is not far.
    const bool reverse = abs_of(angle) > 0.6f * pi && distance < 1;
    if (reverse) angle = angle_between(-robot.heading, velocity);
    const float alignment = max_of(cosine(angle), 0);
    command.velocity.x = (reverse ? -1.0f : 1.0f) * speed * alignment * alignment;
    command.velocity.z = turn_towards(angle, turn_limit);
    return command;
}

}  // namespace

float angle_between(Vec3 from, Vec3 to) { return arc_tangent2(cross_z(from, to), dot(from, to)); }

float turn_towards(float angle, float limit) {
    const float size = abs_of(angle);
    const float speed = min_of(min_of(turn_gain * size, std::sqrt(2 * turn_braking * size)), limit);
    return angle < 0 ? -speed : speed;
}

RobotCommand drive_to(const RobotState& robot, const Destination& destination,
                      std::span<const Obstacle> obstacles) {
    const Vec3 target = waypoint(robot.position, destination.position, obstacles);
    const float distance = length(destination.position - robot.position);
    const float speed =
        min_of(min_of(near_gain * distance, std::sqrt(2 * braking_rate * distance)), destination.speed);
    Vec3 velocity = normalized(target - robot.position) * speed + destination.drift;
    velocity += escape(robot.position, obstacles);
    if (robot.drive == Drive::differential) return drive_differential(robot, velocity, destination, distance);
    RobotCommand command;
    const Vec3 left{-robot.heading.y, robot.heading.x, 0};
    command.velocity = {dot(velocity, robot.heading), dot(velocity, left),
                        turn_towards(angle_between(robot.heading, destination.face), turn_limit)};
    return command;
}

}  // namespace cairn::soccer
