// Spheres, capsules, and capsules and boxes a lane each, against the narrow phase that takes them one by one:
// the same bits, or left to it.

#include <limits>

#include <gtest/gtest.h>

#include "base/widths.hpp"
#include "collision/narrow/collide.hpp"
#include "collision/narrow/feature.hpp"
#include "tests/support/random.hpp"
#include "world/kept_pairs.hpp"
#include "world/round_pairs.hpp"

namespace cairn {
namespace {

enum class Lie { anyhow, side_by_side, in_one_place };

constexpr bool is_capsule(RoundPair kind) { return kind != RoundPair::spheres; }

/// Pairs of bodies with off-centre masses, a shape each, near enough to touch in every other pair.
struct RoundScene {
    std::vector<ContactRecord> contacts;
    std::vector<int32_t> order;  // not that of the records
    std::vector<Pose> poses;
    std::vector<BodyExtent> extents;
    std::vector<Body> bodies;
    std::vector<ShapeRecord> shapes;
    test::Random random{11};
    RoundPair kind;

    RoundScene(int count, RoundPair the_kind, Lie lie) : kind(the_kind) {
        const bool capsules = is_capsule(kind);
        for (int i = 0; i < count; ++i) {
            const Vec3 place = random.in_cube(20);
            const Quat turn = random.rotation();
            add_body(capsules, place, turn);
            if (lie == Lie::in_one_place) {
                add_body(capsules, place, turn);
                bodies.back() = bodies[bodies.size() - 2], poses.back() = poses[poses.size() - 2];
                shapes.back().view = shapes[shapes.size() - 2].view;
            } else {
                const bool aligned = lie == Lie::side_by_side || kind == RoundPair::capsule_box;
                const Quat other = aligned ? turn
                                           : normalized(Quat{random.between(-1, 1), random.between(-1, 1),
                                                             random.between(-1, 1), 0.5f});
                add_body(capsules, place + random.in_cube(kind == RoundPair::capsule_box ? 0.05f : 0.5f),
                         other);
            }
            if (kind == RoundPair::capsule_box)
                shapes.back().view = box_below(shapes[shapes.size() - 2].view.capsule);
            ContactRecord contact;
            contact.round = kind;
            contact.shape_a = static_cast<uint32_t>(2 * i), contact.shape_b = contact.shape_a + 1;
            contact.body_a = 2 * i, contact.body_b = 2 * i + 1;
            contact.recycle_distance = random.between(0, 0.01f);
            contact.recycle_half_sine = random.between(0, 0.01f);
            contacts.push_back(contact);
        }
        for (int i = 0; i < count; ++i) order.push_back(count - 1 - i);
    }
    void add_body(bool capsule, Vec3 place, Quat turn) {
        Body body;
        body.center_of_mass = random.in_cube(0.05f);
        bodies.push_back(body);
        Pose pose;
        pose.center = place + rotate(turn, body.center_of_mass), pose.rotation = turn;
        poses.push_back(pose);
        extents.push_back({random.between(0.2f, 0.6f), 1});
        ShapeRecord shape;
        const Vec3 off = random.in_cube(0.05f), half{0, random.between(0.1f, 0.3f), 0};
        shape.view = capsule ? ShapeView(Capsule{off - half, off + half, random.between(0.05f, 0.2f)})
                             : ShapeView(Sphere{random.between(0.1f, 0.4f), off});
        shapes.push_back(shape);
    }

    /// A slab that the capsule lies or stands on, or beyond whose edge it is.
    ShapeView box_below(const Capsule& capsule) {
        const Quat tilt = normalized(Quat{random.between(-0.03f, 0.03f), random.between(-0.03f, 0.03f),
                                          random.between(-0.03f, 0.03f), 1});
        const int across = random.below(2);
        Vec3 half{random.between(0.3f, 2), random.between(0.3f, 2), random.between(0.3f, 2)},
            center = capsule.a;
        half[across] = 0.1f;
        center[across] -= half[across] + capsule.radius + random.between(-0.1f, 0.05f);
        return Box{half, center, tilt};
    }
    Transform frame(int32_t body) const {
        const Pose& pose = poses[static_cast<size_t>(body)];
        return {pose.center - rotate(pose.rotation, bodies[static_cast<size_t>(body)].center_of_mass),
                pose.rotation};
    }
    RoundAnswers answer(int lanes) {
        RoundAnswers answers;
        const RoundWorld world{contacts.data(), poses.data(), extents.data(), bodies.data(), shapes.data()};
        const RoundPairs& kernels = round_pairs(lanes);
        kernels.of[static_cast<int>(kind)](world, order.data(), static_cast<int>(order.size()), answers);
        return answers;
    }
};

/// How many of the pairs were answered and touch, and how many were left.
struct Tally {
    int touching = 0, two_points = 0, apart = 0, left = 0;
};

Tally expect_same(const RoundScene& scene, const RoundAnswers& answers) {
    Tally tally;
    for (size_t i = 0; i < scene.order.size(); ++i) {
        const ContactRecord& contact = scene.contacts[static_cast<size_t>(scene.order[i])];
        if (answers.unsure >> i & 1) {
            ++tally.left;
            continue;
        }
        const Transform b_in_a = relative(scene.frame(contact.body_a), scene.frame(contact.body_b));
        Manifold manifold;
        AxisCache axis;
        collide(manifold, scene.shapes[contact.shape_a].view, scene.shapes[contact.shape_b].view, b_in_a,
                axis);
        const bool apart = answers.apart >> i & 1;
        EXPECT_EQ(apart, manifold.count == 0);
        if (apart) {
            ++tally.apart;
            EXPECT_EQ(contact.keep_distance, 0.5f * (manifold.clearance + apart_distance));
            continue;
        }
        ++tally.touching;
        tally.two_points += manifold.count == 2;
        int points = 0;
        for (int k = 0; k < 2; ++k) {
            if (!(answers.has_point[k] >> i & 1)) continue;
            const ManifoldPoint& point = manifold.points[points++];
            EXPECT_EQ(answers.separation[k][i], point.separation);
            for (int n = 0; n < 3; ++n) EXPECT_EQ(answers.position[k][n][i], point.position[n]);
            if (contact.round == RoundPair::capsule_box) {
                EXPECT_EQ(point.feature, narrow::vertex_a_feature(static_cast<uint32_t>(k)));
            }
        }
        EXPECT_EQ(manifold.count, points);
        EXPECT_EQ(contact.keep_distance, contact.recycle_distance);
        EXPECT_EQ(contact.keep_half_sine, contact.recycle_half_sine);
        for (int k = 0; k < 3; ++k) {
            EXPECT_EQ(answers.normal[k][i], manifold.normal[k]);
            EXPECT_EQ(answers.b_position[k][i], b_in_a.position[k]);
        }
        EXPECT_EQ(answers.b_rotation[3][i], b_in_a.rotation.w);
    }
    return tally;
}

constexpr int all_lanes[] = {1, 4, 8, 16};

TEST(RoundPairs, every_width_gives_the_bits_of_the_narrow_phase) {
    for (const RoundPair kind : {RoundPair::spheres, RoundPair::capsules, RoundPair::capsule_box})
        for (const int lanes : all_lanes) {
            if (!lanes_supported(lanes)) continue;
            RoundScene scene(RoundAnswers::most - 3, kind, Lie::anyhow);
            const Tally tally = expect_same(scene, scene.answer(lanes));
            EXPECT_GT(tally.touching, 10);
            EXPECT_GT(tally.apart, 5);
            EXPECT_LT(tally.left, is_capsule(kind) ? 35 : 1);
            if (kind == RoundPair::capsule_box) {
                EXPECT_GT(tally.two_points, 5);
            }
        }
}

TEST(RoundPairs, capsules_side_by_side_are_left_to_the_narrow_phase_where_they_touch) {
    for (const int lanes : all_lanes) {
        if (!lanes_supported(lanes)) continue;
        RoundScene scene(RoundAnswers::most, RoundPair::capsules, Lie::side_by_side);
        const Tally tally = expect_same(scene, scene.answer(lanes));
        EXPECT_EQ(tally.touching, 0);
        EXPECT_GT(tally.apart, 5);
        EXPECT_GT(tally.left, 5);
    }
}

TEST(RoundPairs, what_is_in_one_place_is_left_to_the_narrow_phase) {
    for (const RoundPair kind : {RoundPair::spheres, RoundPair::capsules}) {
        RoundScene scene(20, kind, Lie::in_one_place);
        if (kind == RoundPair::spheres)
            for (ShapeRecord& shape : scene.shapes) shape.view.sphere.center = {};
        EXPECT_EQ(expect_same(scene, scene.answer(4)).left, 20);
    }
}

TEST(RoundPairs, capsules_of_no_length_and_lost_bodies_are_left_to_the_narrow_phase) {
    RoundScene scene(20, RoundPair::capsules, Lie::anyhow);
    for (size_t i = 0; i < scene.shapes.size(); i += 2)
        scene.shapes[i].view.capsule.b = scene.shapes[i].view.capsule.a;
    EXPECT_EQ(expect_same(scene, scene.answer(4)).left, 20);
    for (const RoundPair kind : {RoundPair::spheres, RoundPair::capsule_box}) {
        RoundScene lost(20, kind, Lie::anyhow);
        for (Pose& pose : lost.poses) pose.center.x = std::numeric_limits<float>::quiet_NaN();
        EXPECT_EQ(expect_same(lost, lost.answer(4)).left, 20);
    }
}

TEST(RoundPairs, the_pose_kept_is_of_the_smaller_seen_from_the_larger) {
    RoundScene scene(40, RoundPair::spheres, Lie::anyhow);
    scene.answer(4);
    for (const ContactRecord& contact : scene.contacts) {
        const size_t a = static_cast<size_t>(contact.body_a), b = static_cast<size_t>(contact.body_b);
        EXPECT_EQ(contact.seen_from_b, scene.extents[b].radius > scene.extents[a].radius);
        const Pose &larger = scene.poses[contact.seen_from_b ? b : a],
                   &smaller = scene.poses[contact.seen_from_b ? a : b];
        EXPECT_EQ(contact.pose, relative(Transform{larger.center, larger.rotation},
                                         Transform{smaller.center, smaller.rotation}));
    }
}

}  // namespace
}  // namespace cairn
