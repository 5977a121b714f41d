#pragma once
// The narrow phase of two spheres, two capsules, or a capsule and a box, a lane a pair. They are the cheapest
// pairs and, since what is round rolls, those most often looked at again.

#include <cstdint>

#include "model/body_state.hpp"
#include "model/contact.hpp"
#include "model/shape_record.hpp"

namespace cairn {

/// What it found of up to 64 pairs, column by column.
struct alignas(64) RoundAnswers {
    static constexpr int most = 64;

    float normal[3][most];  // as in Manifold: of one point or two, in the frame of body a
    float position[2][3][most];
    float separation[2][most];
    float b_position[3][most], b_rotation[4][most];  // of body b, in the frame of body a
    uint64_t has_point[2] = {};  // a bit each; only a capsule on a box may have the second one
    uint64_t apart = 0;          // farther than the speculative distance
    /// Not answered: capsules side by side, which may have two points, those whose cores meet, and those
    /// that are neither far from a box nor above the middle of a face.
    uint64_t unsure = 0;
};

/// The arrays of the model that it needs.
struct RoundWorld {
    ContactRecord* contacts;
    const Pose* poses;
    const BodyExtent* extents;
    const Body* bodies;
    const ShapeRecord* shapes;
};

/// Not in the browser, where the size of the code counts for more: there the narrow phase takes them.
#if defined(__wasm__)
inline constexpr bool boxes_in_lanes = false;
#else
inline constexpr bool boxes_in_lanes = true;
#endif

struct RoundPairs {
    /// Also writes what the pairs keep their manifolds by: as set_keeping in collide.cpp does.
    using Answer = void (*)(const RoundWorld& world, const int32_t* pairs, int count, RoundAnswers& answers);
    Answer of[4] = {};  // by RoundPair
};

/// The kernels of 1, 4, 8 or 16 lanes.
const RoundPairs& round_pairs(int lanes);

}  // namespace cairn
