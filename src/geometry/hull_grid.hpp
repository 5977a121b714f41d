#pragma once
// The points of a hull on a grid of integers, where the side of a plane that a point lies on is exact: then
// no input, however degenerate, can make the hull inconsistent. Each axis has 2^20 cells over the extent of
// the points; a hull is the same whichever way its axes are scaled, so that thin plates keep their
// resolution.

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "math/vector_double.hpp"

namespace cairn {

struct GridPoint {
    int64_t x, y, z;

    constexpr bool operator==(const GridPoint&) const = default;
    constexpr auto operator<=>(const GridPoint&) const = default;
};

constexpr GridPoint operator-(GridPoint a, GridPoint b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
// Differences have 20 bits and a sign, products of two 41, of three 62: everything here is exact.
constexpr int64_t dot(GridPoint a, GridPoint b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
constexpr GridPoint cross(GridPoint a, GridPoint b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

struct HullGrid {
    std::vector<GridPoint> cells;  // ascending and unique, so that nothing depends on the order of the input
    std::vector<Vec3> points;      // one given point for each cell
    Vec3d cell_size;
    double extent = 0;  // the largest, in metres

    /// Length in metres of a normal that was computed on the grid.
    double normal_length(GridPoint n) const {
        return length(Vec3d{double(n.x) * cell_size.y * cell_size.z, double(n.y) * cell_size.x * cell_size.z,
                            double(n.z) * cell_size.x * cell_size.y});
    }
    /// Volume in cubic metres of a cell.
    double cell_volume() const { return cell_size.x * cell_size.y * cell_size.z; }
};

/// Throws Error as build_hull does.
HullGrid make_hull_grid(std::span<const Vec3> points);

}  // namespace cairn
