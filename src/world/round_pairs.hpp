#pragma once
// The narrow phase of two spheres or two capsules, a lane a pair. They are the cheapest pairs and, since what
// is round rolls, those most often looked at again.

#include <cstdint>

#include "model/body_state.hpp"
#include "model/contact.hpp"
#include "model/shape_record.hpp"

namespace cairn {

/// What it found of up to 64 pairs, column by column.
struct alignas(64) RoundAnswers {
    static constexpr int most = 64;

    float normal[3][most];  // as in Manifold: of one point, in the frame of body a
    float position[3][most];
    float separation[most];
    float b_position[3][most], b_rotation[4][most];  // of body b, in the frame of body a
    uint64_t apart = 0;                              // a bit each: farther than the speculative distance
    /// Not answered: capsules side by side, which may have two points, and those whose cores meet.
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

struct RoundPairs {
    /// Also writes what the pairs keep their manifolds by: as set_keeping in collide.cpp does.
    using Answer = void (*)(const RoundWorld& world, const int32_t* pairs, int count, RoundAnswers& answers);
    Answer spheres = nullptr, capsules = nullptr;
};

/// The kernels of 1, 4, 8 or 16 lanes.
const RoundPairs& round_pairs(int lanes);

}  // namespace cairn
