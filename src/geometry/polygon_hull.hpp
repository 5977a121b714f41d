#pragma once
// Merges the triangles of a hull that fit one plane into polygons, so that a cube has six faces, whatever its
// points.

#include <span>
#include <vector>

#include "geometry/triangle_hull.hpp"
#include "math/vector_double.hpp"

namespace cairn {

struct PlaneFit {
    Vec3d normal;  // unit
    double offset = 0;
};

struct PolygonFace {
    std::vector<int> loop;  // counter-clockwise, from the lowest vertex on
    PlaneFit plane;
};

struct PolygonHull {
    std::vector<Vec3d> vertices;
    std::vector<PolygonFace> faces;  // ascending by loop
};

/// Newell's plane of a loop that need not be quite flat: the vector area, through the mean of the vertices.
PlaneFit fit_plane(std::span<const Vec3d> vertices, std::span<const int> loop);

/// Every vertex of the result has at least three faces and any two faces share at most one edge. Vertices
/// that end up inside a face or on a straight edge are dropped. The plane of each face holds its vertices
/// within `tolerance` metres.
PolygonHull merge_faces(const HullGrid& grid, std::span<const Triangle> triangles, double tolerance);

}  // namespace cairn
