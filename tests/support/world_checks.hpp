#pragma once
// What tests of the world share: short ways to build small scenes, and sums over them in double precision.

#include <cairn/cairn.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

#include "tests/support/error_of.hpp"

namespace cairn::test {

inline constexpr float gravity = 9.81f;
inline constexpr double pi = 3.14159265358979323846;
inline constexpr float degree = static_cast<float>(pi / 180);

inline BodyId add_floor(World& world, const ShapeDef& material = {}, Vec3 normal = {0, 1, 0}) {
    const BodyId floor = world.add_body({.type = BodyType::fixed});
    world.add_shape(floor, HalfSpace{normal, 0}, material);
    return floor;
}

inline BodyId add_body(World& world, const BodyDef& def, const Shape& shape, const ShapeDef& material = {}) {
    const BodyId body = world.add_body(def);
    world.add_shape(body, shape, material);
    return body;
}

inline BodyId add_box(World& world, Vec3 position, Vec3 half = {0.5f, 0.5f, 0.5f},
                      const ShapeDef& material = {}) {
    return add_body(world, {.position = position}, Box{half}, material);
}

inline BodyId add_ball(World& world, Vec3 position, float radius = 0.5f, const ShapeDef& material = {}) {
    return add_body(world, {.position = position}, Sphere{radius}, material);
}

/// Steps until `seconds` have passed.
inline void run(World& world, double seconds, float dt = 1.0f / 60) {
    const int steps = static_cast<int>(std::lround(seconds / static_cast<double>(dt)));
    for (int i = 0; i < steps; ++i) world.step(dt);
}

struct Sums {
    double mass = 0;
    double momentum[3] = {};
    double angular_momentum[3] = {};  ///< about the origin
    double momentum_scale = 0;        ///< sum of |m v|: what a relative error of the momentum refers to
    double angular_scale = 0;
    double kinetic = 0;
    double potential = 0;

    double energy() const { return kinetic + potential; }
};

inline void add_sums(const World& world, BodyId body, Sums& sums) {
    const MassProperties mass = world.mass_properties(body);
    const Vec3 x = world.center_of_mass(body), v = world.velocity(body), w = world.angular_velocity(body);
    const Quat q = world.transform(body).rotation;
    const Vec3 spin = rotate(q, mass.inertia * inverse_rotate(q, w));
    const double m = static_cast<double>(mass.mass);
    double square = 0, moment_square = 0;
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double p = m * static_cast<double>(v[i]);
        const double l = m * (static_cast<double>(x[j]) * static_cast<double>(v[k]) -
                              static_cast<double>(x[k]) * static_cast<double>(v[j])) +
                         static_cast<double>(spin[i]);
        sums.momentum[i] += p;
        sums.angular_momentum[i] += l;
        square += p * p;
        moment_square += l * l;
        sums.potential -= m * static_cast<double>(world.gravity()[i]) * static_cast<double>(x[i]);
        sums.kinetic +=
            0.5 * (p * static_cast<double>(v[i]) + static_cast<double>(spin[i]) * static_cast<double>(w[i]));
    }
    sums.mass += m;
    sums.momentum_scale += std::sqrt(square);
    sums.angular_scale += std::sqrt(moment_square);
}

/// Over all dynamic bodies.
inline Sums sums_of(const World& world) {
    Sums sums;
    for (const BodyId body : world.bodies())
        if (world.type(body) == BodyType::dynamic) add_sums(world, body, sums);
    return sums;
}

/// The most energy the world ever has in so many seconds, against that at the start.
inline double energy_gain(World& world, double seconds) {
    const double before = sums_of(world).energy();
    double most = 0;
    for (double time = 0; time < seconds; time += 1.0 / 60) {
        world.step(1.0f / 60);
        most = std::max(most, sums_of(world).energy());
    }
    return most / before;
}

/// The fastest dynamic body, m/s.
inline float max_speed(const World& world) {
    float speed = 0;
    for (const BodyId body : world.bodies())
        if (world.type(body) == BodyType::dynamic) speed = max_of(speed, length(world.velocity(body)));
    return speed;
}

/// The deepest contact point, m.
inline float max_penetration(const World& world) {
    float depth = 0;
    for (const Contact& contact : world.contacts())
        for (int i = 0; i < contact.point_count; ++i) depth = max_of(depth, -contact.points[i].separation);
    return depth;
}

/// The angle by which the body is turned against its unturned pose, radians.
inline float turned(const World& world, BodyId body) {
    const Quat q = world.transform(body).rotation;
    return 2 * std::atan2(length({q.x, q.y, q.z}), std::fabs(q.w));
}

/// A small deterministic generator: tests must not depend on the library's distributions.
class Dice {
public:
    explicit Dice(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15ull + 1) {}

    uint32_t next() {
        state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
        return static_cast<uint32_t>(state_ >> 32);
    }
    int below(int count) { return static_cast<int>(next() % static_cast<uint32_t>(count)); }
    float between(float low, float high) {
        return low + (high - low) * (static_cast<float>(next() >> 8) * (1.0f / 16777216.0f));
    }
    Vec3 vector(float size) { return {between(-size, size), between(-size, size), between(-size, size)}; }
    Quat rotation() {
        return normalized(Quat{between(-1, 1), between(-1, 1), between(-1, 1), between(0.1f, 1)});
    }

private:
    uint64_t state_;
};

}  // namespace cairn::test
