#pragma once
// From vertices and polygons to everything that collision needs.

#include "geometry/hull_data.hpp"
#include "geometry/polygon_hull.hpp"

namespace cairn {

/// Planes, edges, columns and mass of a hull with at most 255 vertices.
HullData finish_hull(const PolygonHull& polygons);

}  // namespace cairn
