// The end of a step for every body, a lane each, against the same written out with scalars.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "base/range.hpp"
#include "base/widths.hpp"
#include "tests/support/random.hpp"
#include "world/move_bodies.hpp"

namespace cairn {
namespace {

constexpr float sleep_speed = 0.5f, dt = 1.0f / 60;
constexpr int all_lanes[] = {1, 4, 8, 16};

/// Bodies in motion, every fifth of them kinematic, in no order.
struct Movers {
    std::vector<Pose> poses;
    std::vector<BodyExtent> extents;
    std::vector<Stance> stances;
    std::vector<Body> bodies;
    std::vector<Velocity> velocities;
    std::vector<Motion> motions;
    std::vector<int32_t> order;
    test::Random random{5};

    Quat turn_by(float size) {
        return normalized(Quat{random.between(-size, size), random.between(-size, size), size, 1});
    }

    explicit Movers(int count) {
        for (int i = 0; i < 2 * count; ++i) {
            Pose pose;
            pose.center = random.in_cube(100), pose.rotation = turn_by(2);
            pose.inverse_mass = i % 5 == 1 ? 0 : random.between(0.1f, 3);
            poses.push_back(pose);
            stances.push_back({turn_by(i % 3 == 0 ? 0.001f : 0.5f) * pose.rotation});  // some hardly lean
            extents.push_back({random.between(0.1f, 1), 1, random.between(0, 0.2f), random.between(0, 1)});
            Body body;
            const Mat3 axes = to_matrix(turn_by(1));
            body.inverse_inertia =
                axes * diagonal({random.between(1, 9), random.between(1, 9), random.between(1, 9)}) *
                transpose(axes);
            bodies.push_back(body);
            const float turning = i % 3 == 0 ? 0.02f : 0.4f;
            velocities.push_back({random.in_cube(0.4f), 0, random.in_cube(turning), 0});
            Motion motion;
            motion.translation = random.in_cube(0.05f);
            motions.push_back(motion);
            motions.back().turn = turn_by(i % 9 == 0 ? 0.001f : i % 2 == 0 ? 0.05f : 0.5f);
        }
        for (int i = 0; i < count; ++i) order.push_back(2 * count - 1 - 2 * i);
    }
    MovedBodies move(int lanes) {
        const MoveArrays arrays{poses.data(),      extents.data(), stances.data(), bodies.data(),
                                velocities.data(), motions.data(), sleep_speed,    dt};
        return body_mover(lanes).move(arrays, order.data(), static_cast<int>(order.size()));
    }
};

/// What stands keeps its stance within a small angle.
Quat stance_after(const Movers& before, size_t slot, Quat rotation) {
    const bool stands = length_squared(before.velocities[slot].angular) < standing_speed * standing_speed &&
                        before.poses[slot].inverse_mass > 0;
    if (!stands) return rotation;
    const Quat stance = before.stances[slot].rotation;
    const Quat lean = rotation * conjugate(stance);
    const float half_sine = 0.5f * most_lean, sine = length({lean.x, lean.y, lean.z});
    if (sine <= half_sine) return stance;
    const float kept = half_sine / sine;
    const Quat most{kept * lean.x, kept * lean.y, kept * lean.z, std::sqrt(1.0f - half_sine * half_sine)};
    return conjugate(most) * rotation;
}

TEST(MoveBodies, every_width_gives_the_bits_of_scalars) {
    for (const int lanes : all_lanes) {
        if (!lanes_supported(lanes)) continue;
        const Movers before(61);
        Movers after = before;
        const MovedBodies moved = after.move(lanes);
        EXPECT_EQ(moved.lost, 0u);
        for (size_t i = 0; i < before.order.size(); ++i) {
            const auto slot = static_cast<size_t>(before.order[i]);
            const Pose &from = before.poses[slot], &to = after.poses[slot];
            EXPECT_EQ(to.center, from.center + before.motions[slot].translation);
            EXPECT_EQ(to.rotation, normalized(before.motions[slot].turn * from.rotation));
            EXPECT_EQ(to.inverse_mass, from.inverse_mass);
            const Mat3 r = to_matrix(to.rotation);
            const Mat3 inertia = from.inverse_mass > 0
                                     ? r * before.bodies[slot].inverse_inertia * transpose(r)
                                     : diagonal({0, 0, 0});
            const float expected[] = {inertia.x.x, inertia.y.y, inertia.z.z,
                                      inertia.x.y, inertia.x.z, inertia.y.z};
            for (int k = 0; k < 6; ++k) EXPECT_EQ(to.inverse_inertia[k], expected[k]);
            EXPECT_EQ(after.stances[slot].rotation, stance_after(before, slot, to.rotation));
            const Velocity& v = before.velocities[slot];
            const float speed = length(v.linear) + before.extents[slot].radius * length(v.angular);
            const float way = before.extents[slot].room - after.extents[slot].room;
            const bool rests = speed <= sleep_speed && way <= 10 * sleep_speed * dt;
            EXPECT_EQ(after.extents[slot].quiet_time, rests ? before.extents[slot].quiet_time + dt : 0);
            EXPECT_EQ(moved.room_used >> i & 1, after.extents[slot].room <= 0);
        }
    }
}

TEST(MoveBodies, what_is_not_asked_for_stays_as_it_is) {
    const Movers before(30);
    Movers after = before;
    after.move(4);
    for (size_t slot = 0; slot < before.poses.size(); slot += 2) {
        EXPECT_EQ(after.poses[slot].center, before.poses[slot].center);
        EXPECT_EQ(after.extents[slot].room, before.extents[slot].room);
    }
}

TEST(MoveBodies, no_point_of_a_body_goes_farther_than_its_room_shrinks) {
    const Movers before(64);
    Movers after = before, points = before;
    after.move(4);
    for (const int32_t index : before.order) {
        const auto slot = static_cast<size_t>(index);
        const double shrunk = double(before.extents[slot].room) - after.extents[slot].room;
        for (int i = 0; i < 50; ++i) {
            const Vec3 point = before.extents[slot].radius * normalized(points.random.in_cube(1));
            const Vec3 from = before.poses[slot].center + rotate(before.poses[slot].rotation, point);
            const Vec3 to = after.poses[slot].center + rotate(after.poses[slot].rotation, point);
            EXPECT_LE(length(to - from), shrunk + 1e-5);  // the sums here are rounded at a hundred metres
        }
        EXPECT_LE(shrunk,
                  1.01 * (length(before.motions[slot].translation) + 2 * before.extents[slot].radius));
    }
}

TEST(MoveBodies, what_leaves_the_finite_range_stays_where_it_was_and_is_named) {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (const int lanes : all_lanes) {
        if (!lanes_supported(lanes)) continue;
        Movers movers(20);
        const auto slot = [&](int i) { return static_cast<size_t>(movers.order[static_cast<size_t>(i)]); };
        movers.motions[slot(1)].translation.x = nan;
        movers.motions[slot(3)].translation.y = 2 * farthest;
        movers.velocities[slot(5)].linear.z = nan;
        movers.velocities[slot(7)].angular.x = 2 * fastest;
        movers.motions[slot(9)].turn.x = std::numeric_limits<float>::infinity();
        const Movers before = movers;
        EXPECT_EQ(movers.move(lanes).lost, 0b1010101010u);
        for (const int i : {1, 3, 5, 7, 9}) {
            EXPECT_EQ(movers.poses[slot(i)].center, before.poses[slot(i)].center);
            EXPECT_EQ(movers.poses[slot(i)].rotation, before.poses[slot(i)].rotation);
        }
    }
}

}  // namespace
}  // namespace cairn
