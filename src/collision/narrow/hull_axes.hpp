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

/// As find_box_axes; an edge pair is sought only where it may separate better than the face.
bool find_hull_axes(const HullPair& pair, AxisCache& cache, HullAxis& face, HullAxis& edge);
void remember(AxisCache& cache, const HullAxis& axis);

/// The best pair of edges, of those that are a little worse than a chosen face too; kind 0 where there is
/// none.
HullAxis best_edge_near(const HullPair& pair, const HullAxis& face);

}  // namespace cairn::narrow
