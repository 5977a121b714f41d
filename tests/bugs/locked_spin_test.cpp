// A body of unequal moments that turns with one axis of the world locked gained energy without end, fifty
// times in ten seconds: what its free rotation did about the locked axis was dropped, and with it went a part
// of the momentum about the other two. In mid-step its inverse inertia turned with it, locked axis and all.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr Vec3 moments{0.2f, 0.5f, 0.7f};

Locks lock_about(int axis) {
    Locks locks;
    bool* const about[] = {&locks.angular_x, &locks.angular_y, &locks.angular_z};
    *about[axis] = true;
    return locks;
}

BodyDef tumbling(int locked) {
    BodyDef def{.mass = 1, .inertia = moments, .locks = lock_about(locked)};
    def.rotation = axis_angle(normalized(Vec3{1, 2, 3}), 1.1f);
    float speed[] = {3, 2, 4};
    speed[locked] = 0;
    def.angular_velocity = {speed[0], speed[1], speed[2]};
    return def;
}

Vec3 momentum_of(const World& world, BodyId body) {
    const Quat q = world.transform(body).rotation;
    const Vec3 w = rotate(conjugate(q), world.angular_velocity(body));
    return rotate(q, Vec3{moments.x * w.x, moments.y * w.y, moments.z * w.z});
}
float spin_energy(const World& world, BodyId body) {
    return 0.5f * dot(momentum_of(world, body), world.angular_velocity(body));
}

TEST(LockedSpin, KeepsEnergyAndTheMomentumAboutTheFreeAxes) {
    for (int locked = 0; locked < 3; ++locked) {
        World world({.gravity = {}, .sleep = false});
        const BodyId body = world.add_body(tumbling(locked));
        const float energy = spin_energy(world, body);
        const Vec3 momentum = momentum_of(world, body);
        for (int i = 0; i < 600; ++i) {
            world.step(1.0f / 60);
            ASSERT_NEAR(spin_energy(world, body) / energy, 1, 3e-3f) << "axis " << locked << ", step " << i;
        }
        const Vec3 change = momentum_of(world, body) - momentum;
        const float changes[] = {change.x, change.y, change.z};
        for (int axis = 0; axis < 3; ++axis) {
            if (axis != locked) {
                EXPECT_NEAR(changes[axis], 0, 3e-3f * length(momentum)) << locked;
            }
        }
    }
}

// --- the same motion by Runge and Kutta in double: w = E (E^T I E)^-1 E^T L with the free axes E and L that
// stays

using Four = std::array<double, 4>;  // x y z w

Four times(const Four& a, const Four& b) {
    return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
            a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
            a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
            a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

struct Oracle {
    int locked;
    double momentum[3];

    double inertia(const Four& q, int i, int k) const {
        const double about[] = {double(moments.x), double(moments.y), double(moments.z)};
        double sum = 0;
        for (int axis = 0; axis < 3; ++axis) {
            Four unit{};
            unit[size_t(axis)] = 1;
            const Four turned = times(times(q, unit), {-q[0], -q[1], -q[2], q[3]});
            sum += about[axis] * turned[size_t(i)] * turned[size_t(k)];
        }
        return sum;
    }
    Four rate(const Four& q) const {
        const int i = (locked + 1) % 3, k = (locked + 2) % 3;
        const double ii = inertia(q, i, i), ik = inertia(q, i, k), kk = inertia(q, k, k),
                     d = ii * kk - ik * ik;
        Four w{};
        w[size_t(i)] = 0.5 * (kk * momentum[i] - ik * momentum[k]) / d;
        w[size_t(k)] = 0.5 * (ii * momentum[k] - ik * momentum[i]) / d;
        return times(w, q);
    }
    static Four plus(const Four& a, double s, const Four& b) {
        return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2], a[3] + s * b[3]};
    }
    Four after(Four q, double seconds) const {
        const int steps = 4000;
        const double h = seconds / steps;
        for (int n = 0; n < steps; ++n) {
            const Four a = rate(q), b = rate(plus(q, h / 2, a)), c = rate(plus(q, h / 2, b));
            const Four d = rate(plus(q, h, c));
            q = plus(plus(plus(plus(q, h / 6, a), h / 3, b), h / 3, c), h / 6, d);
        }
        return q;
    }
};

TEST(LockedSpin, FollowsTheEquationsOfMotion) {
    for (int locked = 0; locked < 3; ++locked) {
        World world({.gravity = {}, .sleep = false});
        const BodyId body = world.add_body(tumbling(locked));
        const Vec3 momentum = momentum_of(world, body);
        const Quat start = world.transform(body).rotation;
        const Oracle oracle{locked, {momentum.x, momentum.y, momentum.z}};
        const Four end = oracle.after({start.x, start.y, start.z, start.w}, 2);
        for (int i = 0; i < 480; ++i) world.step(1.0f / 240);
        const Quat q = world.transform(body).rotation;
        const double cosine = std::abs(double(q.x) * end[0] + double(q.y) * end[1] + double(q.z) * end[2] +
                                       double(q.w) * end[3]);
        EXPECT_LT(2 * std::acos(std::min(cosine, 1.0)), 0.01) << "axis " << locked;
    }
}

TEST(LockedSpin, OfAPendulumKeepsItsEnergy) {
    World world({.sleep = false});
    BodyDef def{.position = {1, 0, 0.3f}, .mass = 1, .inertia = {0.01f, 0.1f, 0.1f}, .locks = lock_about(0)};
    const BodyId body = world.add_body(def);
    BallJoint joint;
    joint.body_b = body;
    world.add_joint(joint);
    for (int i = 0; i < 600; ++i) {
        world.step(1.0f / 60);
        const Vec3 v = world.velocity(body);
        const Vec3 w = rotate(conjugate(world.transform(body).rotation), world.angular_velocity(body));
        const float energy = 0.5f * dot(v, v) + 0.005f * w.x * w.x + 0.05f * (w.y * w.y + w.z * w.z) +
                             gravity * world.transform(body).position.y;
        ASSERT_NEAR(energy, 0, 0.15f) << i;  // of 10 J
    }
}

}  // namespace
}  // namespace cairn
