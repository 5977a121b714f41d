#pragma once
// The separating axes of two boxes.

#include "collision/manifold.hpp"
#include "collision/narrow/row4.hpp"

namespace cairn::narrow {

/// Two boxes in the frame of box a, whose centre is the origin and whose axes are the coordinate axes.
struct BoxPair {
    Vec3 half_a, half_b;
    Vec3 offset;  // centre of b
    Mat3 axes;    // columns: the axes of b
};

struct BoxAxis {
    uint8_t kind = 0;  // as in AxisCache: 1 face of a, 2 face of b, 3 edge pair
    int a = 0, b = 0;  // axis indices
    float separation = 0;
};

/// Of the 15 axes the best face and the best edge pair (kind 0 where all edges are parallel): those of least
/// overlap, with preference for the axis in `cache` (tolerances.hpp). Returns false, with the axis in `cache`
/// and its separation in `face`, where some axis separates by more than the speculative distance.
bool find_box_axes(const BoxPair& pair, AxisCache& cache, BoxAxis& face, BoxAxis& edge);
/// Prefers the axis the next time.
void remember(AxisCache& cache, const BoxAxis& axis);

}  // namespace cairn::narrow
