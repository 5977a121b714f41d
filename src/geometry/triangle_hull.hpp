#pragma once
// Quickhull (Barber, Dobkin and Huhdanpaa 1996) on a grid of integers. Every decision about sides is exact,
// so the result is always a closed convex surface of triangles; triangles may lie in one plane.

#include <array>
#include <span>
#include <vector>

#include "geometry/hull_grid.hpp"

namespace cairn {

using Triangle = std::array<int, 3>;  // indices into HullGrid::points, counter-clockwise seen from outside

/// Adds the point that sticks out most, again and again, until none sticks out by more than `tolerance`
/// metres or `vertex_budget` points are in. Fewer points in the budget give an earlier stage of the same
/// construction. Throws Error where all points lie in one plane of the grid.
std::vector<Triangle> build_triangle_hull(const HullGrid& grid, double tolerance, int vertex_budget);

/// The least width of the hull over the directions of its triangles, in metres.
double hull_thickness(const HullGrid& grid, std::span<const Triangle> triangles);

}  // namespace cairn
