#pragma once
// What every manifold must satisfy, and how much it may change when the bodies barely move.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "collision/manifold.hpp"
#include "tests/support/narrow_oracle.hpp"

namespace cairn {

inline float deepest(const Manifold& m) {
    float least = 1e30f;
    for (int i = 0; i < m.count; ++i) least = min_of(least, m.points[i].separation);
    return least;
}

/// Finite, a unit normal, nothing beyond the speculative distance, and no id twice.
inline void expect_sound(const Manifold& m) {
    ASSERT_GE(m.count, 0);
    ASSERT_LE(m.count, 4);
    if (m.count == 0) return;
    EXPECT_NEAR(length(m.normal), 1, 1e-5);
    for (int i = 0; i < m.count; ++i) {
        const ManifoldPoint& p = m.points[i];
        EXPECT_TRUE(std::isfinite(p.position.x + p.position.y + p.position.z + p.separation));
        EXPECT_LE(p.separation, speculative_distance);
        for (int j = 0; j < i; ++j) EXPECT_NE(p.feature, m.points[j].feature);
    }
}

/// How many points of `m` have the id of a point of `other`.
inline int same_features(const Manifold& m, const Manifold& other) {
    int found = 0;
    for (int i = 0; i < m.count; ++i) {
        for (int j = 0; j < other.count; ++j) found += m.points[i].feature == other.points[j].feature;
    }
    return found;
}

/// Each point of `m` has a point of `other` within `distance`.
inline bool same_places(const Manifold& m, const Manifold& other, float distance) {
    for (int i = 0; i < m.count; ++i) {
        bool near = false;
        for (int j = 0; j < other.count; ++j) {
            near |= length(m.points[i].position - other.points[j].position) < distance;
        }
        if (!near) return false;
    }
    return true;
}

using CollideOnce = std::function<void(Manifold&, const Transform&, AxisCache&)>;

/// C32: makes `count` touching pairs by `make` (which sets the pose), shifts each by 1e-5, and expects the
/// same number of points, the same ids and points moved by less than 1e-4 in at least `share` of them.
inline void expect_steady(int count, double share, const std::function<CollideOnce(Transform&)>& make) {
    oracle::Dice dice(99);
    int touching = 0, steady = 0;
    for (int i = 0; i < count; ++i) {
        Transform pose;
        const CollideOnce collide_once = make(pose);
        AxisCache cache;
        Manifold before, after;
        collide_once(before, pose, cache);
        if (before.count == 0) continue;
        ++touching;
        const Transform moved{pose.position + dice.vector(1e-5f), dice.small_rotation(1e-5f) * pose.rotation};
        collide_once(after, moved, cache);
        expect_sound(after);
        steady += after.count == before.count && same_features(after, before) == before.count &&
                  same_places(after, before, 1e-4f);
    }
    EXPECT_GT(touching, count / 2);
    EXPECT_GE(steady, share * touching);
}

}  // namespace cairn
