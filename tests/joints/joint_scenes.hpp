#pragma once
// Small scenes for tests of joints, and ways to measure them.

#include <cairn/cairn.hpp>

#include <cmath>

namespace cairn::joint_scenes {

inline constexpr float pi_ = 3.14159265f;
inline constexpr float gravity = 9.81f;

inline WorldDef quiet() {
    WorldDef def;
    def.sleep = false;
    return def;
}

inline WorldDef weightless() {
    WorldDef def = quiet();
    def.gravity = {0, 0, 0};
    return def;
}

/// A uniform rod of 1 kg and 1 m along its local x axis, hung by one end at the origin at an angle from
/// straight down.
inline BodyId add_rod(World& world, float angle) {
    BodyDef def;
    def.mass = 1;
    def.inertia = {0.001f, 1.0f / 12, 1.0f / 12};
    def.rotation = axis_angle({0, 0, 1}, angle - pi_ / 2);
    def.position = rotate(def.rotation, Vec3{0.5f, 0, 0});
    return world.add_body(def);
}

inline float rod_angle(const World& world, BodyId rod) {
    const Vec3 p = world.transform(rod).position;
    return std::atan2(p.x, -p.y);
}

inline float rod_energy(const World& world, BodyId rod) {
    const Vec3 v = world.velocity(rod), w = world.angular_velocity(rod);
    return 0.5f * dot(v, v) + 0.5f / 12 * dot(w, w) + gravity * world.transform(rod).position.y;
}

/// Mean period over several swings, from interpolated passages through zero in one direction.
template <class Angle>
double period_of(World& world, float dt, double seconds, Angle&& angle) {
    double first = -1, last = -1;
    int count = 0;
    float before = angle();
    for (int i = 1; i * double(dt) < seconds; ++i) {
        world.step(dt);
        const float now = angle();
        if (before > 0 && now <= 0) {
            const double time = (i - 1 + before / double(before - now)) * dt;
            if (first < 0)
                first = time;
            else
                ++count;
            last = time;
        }
        before = now;
    }
    return (last - first) / count;
}

}  // namespace cairn::joint_scenes
