#pragma once
// A golf ball on carpet. After a kick it slides, decelerated by carpet_friction * g, until it rolls at 5/7 of
// its speed; then it is decelerated by rolling_deceleration.

#include <cairn/world.hpp>

namespace cairn::soccer {

inline constexpr float ball_radius = 0.0215f;
inline constexpr float ball_mass = 0.046f;
/// What rolling on carpet costs, m/s^2.
inline constexpr float rolling_deceleration = 0.26f;

/// How the carpet resists: by rows of the solver, or, under solvers that have none, by torques that the match
/// applies before each step (brake_ball).
enum class Carpet { rows, torques };

BodyId add_ball(World& world, Vec3 position, Carpet carpet = Carpet::rows);
/// What the carpet does in a step of `dt` to a ball that rolls on it.
void brake_ball(World& world, BodyId ball, float dt);
/// Puts the ball down at rest.
void place_ball(World& world, BodyId ball, Vec3 position, Vec3 velocity = {}, Vec3 spin = {});

/// Where a ball that rolls will be after `seconds`.
Vec3 rolled(Vec3 position, Vec3 velocity, float seconds);
/// The speed to kick with so that the ball still has `arrival` after `distance`.
float kick_speed_for(float distance, float arrival);

}  // namespace cairn::soccer
