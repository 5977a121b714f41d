#include "soccer/ball.hpp"

#include "soccer/field.hpp"

namespace cairn::soccer {

namespace {

/// The couple b N against rolling and the friction F that it calls up at the floor: m a = F and
/// (2/5) m r^2 (a / r) = b N - F r give a = (5/7) (b / r) g. So b follows from a.
constexpr float rolling_lever = rolling_deceleration * 1.4f * ball_radius / 9.81f;
constexpr float spinning_lever = 0.2f * ball_radius;

/// A couple against `spin`, and no more than stops it.
Vec3 against(Vec3 spin, float couple, float dt) {
    const float inertia = 0.4f * ball_mass * ball_radius * ball_radius, speed = length(spin);
    return speed > 0 ? (-min_of(couple, inertia * speed / dt) / speed) * spin : Vec3{};
}

}  // namespace

BodyId add_ball(World& world, Vec3 position, Carpet carpet) {
    BodyDef def{.position = position, .mass = ball_mass};
    def.bullet = true;
    const BodyId ball = world.add_body(def);
    ShapeDef material{.friction = 0.35f, .restitution = 0.5f};
    if (carpet == Carpet::rows)
        material.rolling_resistance = rolling_lever, material.spinning_friction = spinning_lever;
    material.filter = {.category = ball_category,
                       .mask = floor_category | wall_category | shell_category | roller_category};
    world.add_shape(ball, Sphere{ball_radius}, material);
    return ball;
}

void brake_ball(World& world, BodyId ball, float dt) {
    constexpr float touching = 0.005f;
    if (world.transform(ball).position.z > ball_radius + touching) return;
    const Vec3 spin = world.angular_velocity(ball);
    const float weight = ball_mass * 9.81f;
    world.apply_torque(ball, against({spin.x, spin.y, 0}, rolling_lever * weight, dt) +
                                 against({0, 0, spin.z}, spinning_lever * weight, dt));
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
