#pragma once
// From the many points of a clipped face to the four that carry the same load.

#include "collision/manifold.hpp"

namespace cairn::narrow {

/// A candidate in the plane of the reference face.
struct PlanePoint {
    float u, v;
    float separation;
};

/// How many metres of distance a metre of separation outweighs, where bodies turn by `turn` between one look
/// at them and the next: a point that such a turn cannot bring down counts for less than one that is near.
float weight_of_height(float turn);

/// Picks at most four of `count` points: the deepest, and three times the one that would go deepest if the
/// body turned about those chosen before: its distance from them, less its height above them times `weight`.
/// So points of one height, or of any where the weight is 0, span as much area as they can; and of a body
/// that rolls or wobbles on its many corners those are there that it stands on and those that land next.
/// Every choice must be better by a margin, so that near-ties go to the lowest index and rounding does not
/// change the choice. Writes indices, returns their number.
int reduce_to_four(const PlanePoint* points, int count, float weight, int chosen[4]);

}  // namespace cairn::narrow
