#include "soccer/ball.hpp"

#include "soccer/field.hpp"

namespace cairn::soccer {

namespace {

/// The couple b N against rolling and the friction F that it calls up at the floor: m a = F and
/// (2/5) m r^2 (a / r) = b N - F r give a = (5/7) (b / r) g. So b follows from a.
constexpr float rolling_lever = rolling_deceleration * 1.4f * ball_radius / 9.81f;

}  // namespace

BodyId add_ball(World& world, Vec3 position) {
    BodyDef def{.position = position, .mass = ball_mass};
    def.bullet = true;
    const BodyId ball = world.add_body(def);
    ShapeDef material{.friction = 0.35f,
                      .restitution = 0.5f,
                      .rolling_resistance = rolling_lever,
                      .spinning_friction = 0.2f * ball_radius};
    material.filter = {.category = ball_category,
                       .mask = floor_category | wall_category | shell_category | roller_category};
    world.add_shape(ball, Sphere{ball_radius}, material);
    return ball;
}

void place_ball(World& world, BodyId ball, Vec3 position, Vec3 velocity, Vec3 spin) {
    world.set_transform(ball, {position, {}});
    world.set_velocity(ball, velocity);
    world.set_angular_velocity(ball, spin);
}

Vec3 rolled(Vec3 position, Vec3 velocity, float seconds) {
    const Vec3 flat{velocity.x, velocity.y, 0};
    const float speed = length(flat);
    if (speed < 1e-3f) return position;
    const float time = min_of(seconds, speed / rolling_deceleration);
    return position + flat * (time - 0.5f * rolling_deceleration * time * time / speed);
}

float kick_speed_for(float distance, float arrival) {
    return 1.4f * std::sqrt(arrival * arrival + 2 * rolling_deceleration * distance);
}

}  // namespace cairn::soccer
