#pragma once
// Separating axes of two polyhedra: the faces of both, and the pairs of edges that are faces of their
// Minkowski difference (Gauss map). Most are never looked at: an axis n cannot separate better than the
// plane's distance to the other's centre less the radius of the ball inside it, and near a contact only a few
// features face that way.

#include "collision/manifold.hpp"
#include "collision/narrow/hull_view.hpp"

namespace cairn::narrow {

/// Two polyhedra; `rotation` and `offset` take points of b's frame to a's.
struct HullPair {
    const HullView& a;
    const HullView& b;
    Mat3 rotation;
    Vec3 offset;
};

struct HullAxis {
    uint8_t kind = 0;  // as in AxisCache: 0 none, 1 face of a, 2 face of b, 3 edge pair
    int a = 0, b = 0;  // indices of faces or of edges
    float separation = -1e30f;
};

/// As find_box_axis: the axis to build the manifold from, and the best edge pair; false where some axis
/// separates.
bool find_hull_axis(const HullPair& pair, AxisCache& cache, HullAxis& chosen, HullAxis& edge);

}  // namespace cairn::narrow
