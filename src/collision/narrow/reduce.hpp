#pragma once
// From the many points of a clipped face to the four that carry the same load.

#include "collision/manifold.hpp"

namespace cairn::narrow {

/// A candidate in the plane of the reference face.
struct PlanePoint {
    float u, v;
    float separation;
};

/// Picks at most four of `count` points: the deepest, the one farthest from it, the one that spans the
/// largest triangle with these, and the one that adds the most area to the triangle. Every choice must be
/// better by a margin, so that near-ties go to the lowest index and rounding does not change the choice.
/// Writes indices, returns their number.
int reduce_to_four(const PlanePoint* points, int count, int chosen[4]);

}  // namespace cairn::narrow
