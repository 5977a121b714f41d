#pragma once
// Convex hulls for collision: from messy points, or a box at once.

#include <memory>
#include <span>
#include <string>

#include "geometry/hull_data.hpp"

namespace cairn {

inline constexpr int hull_vertex_limit = 255;
/// Of a triangulated hull with so many vertices: 2 n - 4.
inline constexpr int hull_face_limit = 2 * hull_vertex_limit - 4;

/// The hull of any points: duplicates, collinear and coplanar ones are welcome. Points that stick out by less
/// than 4e-6 of the largest extent are left out, faces that fit one plane within 1e-5 of it become one
/// polygon. Where the limits are reached, the points that stick out most are kept. The result does not depend
/// on the order of the points. Throws Error where fewer than four points are given, one is not finite, or
/// they span no volume.
std::shared_ptr<const HullData> build_hull(std::span<const Vec3> points);

/// The hull of a box without any search. Vertex i has the signs of the bits of i (1: x, 2: y, 4: z).
std::shared_ptr<const HullData> make_box_hull(Vec3 half_extents, Vec3 center = {}, Quat rotation = {});

/// What is wrong with a hull, in words, or an empty string: Euler's formula, edges and their faces, winding,
/// planes that every vertex is behind (within `tolerance` metres), padding of the columns.
std::string hull_defect(const HullData& hull, float tolerance);

}  // namespace cairn
