#pragma once
// The test that every pair of shapes takes in every step: whether its bodies, seen from each other, have
// moved so little that it can keep its manifold, or has none still. A lane each, since most pairs pass.

#include <cstdint>

#include "model/body_state.hpp"
#include "model/contact.hpp"

namespace cairn {

struct KeptPairs {
    /// A bit for each of up to 64 pairs: whether it barely moved since the last narrow phase. `following` is
    /// how many pairs there are from the first one on: what they need is asked for ahead.
    uint64_t (*barely_moved)(const ContactRecord* contacts, const int32_t* pairs, int count, int following,
                             const Pose* poses) = nullptr;
};
inline constexpr int most_kept_pairs = 64;

/// How far a pair may come nearer than it is known to be apart, before it is looked at again.
inline constexpr float apart_distance = 0.25f * speculative_distance;

/// The kernel of 1, 4, 8 or 16 lanes.
const KeptPairs& kept_pairs(int lanes);

}  // namespace cairn
