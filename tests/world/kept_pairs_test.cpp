// The test that every pair takes in every step, against the same written out with scalars.

#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "base/widths.hpp"
#include "world/kept_pairs.hpp"

namespace cairn {
namespace {

/// Pairs that moved a little or a lot since they were last looked at, some exactly as far as they may.
struct SomePairs {
    std::vector<ContactRecord> contacts;
    std::vector<int32_t> order;  // not that of the records
    std::vector<Pose> poses;
    std::mt19937 random{7};

    float number(float low, float high) {
        return low + (high - low) * static_cast<float>(random() >> 8) / (1 << 24);
    }
    Vec3 vector(float size) { return {number(-size, size), number(-size, size), number(-size, size)}; }

    explicit SomePairs(int count) {
        for (int i = 0; i < 40; ++i) {
            Pose pose;
            pose.center = vector(10);
            pose.rotation = normalized(Quat{number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)});
            poses.push_back(pose);
        }
        for (int i = 0; i < 2 * count; ++i) contacts.push_back(pair());
        for (int i = 0; i < count; ++i) order.push_back(2 * count - 1 - 2 * i);
    }

    ContactRecord pair() {
        ContactRecord contact;
        contact.body_a = static_cast<int32_t>(random() % poses.size());
        contact.body_b = static_cast<int32_t>(random() % poses.size());
        contact.seen_from_b = random() % 2 == 0;
        contact.pose = now(contact);
        contact.pose.position += vector(0.01f);
        contact.pose.rotation =
            normalized(contact.pose.rotation *
                       Quat{number(-0.01f, 0.01f), number(-0.01f, 0.01f), number(-0.01f, 0.01f), 1});
        contact.keep_distance = random() % 8 == 0 ? distance(contact) : number(0, 0.02f);
        contact.keep_half_sine = number(0, 0.02f);
        return contact;
    }
    Transform now(const ContactRecord& contact) const {
        const Pose& a = poses[static_cast<size_t>(contact.seen_from_b ? contact.body_b : contact.body_a)];
        const Pose& b = poses[static_cast<size_t>(contact.seen_from_b ? contact.body_a : contact.body_b)];
        return relative(Transform{a.center, a.rotation}, Transform{b.center, b.rotation});
    }
    float distance(const ContactRecord& contact) const {
        return length(now(contact).position - contact.pose.position);
    }
    bool barely_moved(const ContactRecord& contact) const {
        const Vec3 d = now(contact).position - contact.pose.position;
        if (dot(d, d) > contact.keep_distance * contact.keep_distance) return false;
        const Quat turn = conjugate(contact.pose.rotation) * now(contact).rotation;
        return turn.x * turn.x + turn.y * turn.y + turn.z * turn.z <
               contact.keep_half_sine * contact.keep_half_sine;
    }
};

TEST(KeptPairs, AreTheSameForEveryNumberOfLanesAndPairs) {
    for (const int count : {1, 3, 4, 15, 16, 17, 63, 64}) {
        const SomePairs pairs(count);
        uint64_t expected = 0;
        for (int i = 0; i < count; ++i)
            if (pairs.barely_moved(pairs.contacts[static_cast<size_t>(pairs.order[static_cast<size_t>(i)])]))
                expected |= uint64_t{1} << i;
        if (count > 16) {
            EXPECT_NE(expected, 0u);
            EXPECT_NE(~expected << (64 - count), 0u) << "some moved too far";
        }
        for (const int lanes : {1, 4, 8, 16}) {
            if (!lanes_supported(lanes)) continue;
            EXPECT_EQ(kept_pairs(lanes).barely_moved(pairs.contacts.data(), pairs.order.data(), count, count,
                                                     pairs.poses.data()),
                      expected)
                << lanes << " lanes, " << count << " pairs";
        }
    }
}

TEST(KeptPairs, APairWithoutANumberIsLookedAt) {
    SomePairs pairs(8);
    for (const int32_t index : pairs.order) {
        ContactRecord& contact = pairs.contacts[static_cast<size_t>(index)];
        contact.keep_distance = contact.keep_half_sine = 1;
    }
    const auto all = [&] {
        return kept_pairs(1).barely_moved(pairs.contacts.data(), pairs.order.data(), 8, 8,
                                          pairs.poses.data());
    };
    EXPECT_EQ(all(), 0xffu);
    pairs.contacts[static_cast<size_t>(pairs.order[3])].pose.rotation.x =
        std::numeric_limits<float>::quiet_NaN();
    EXPECT_EQ(all(), 0xf7u);
}

}  // namespace
}  // namespace cairn
