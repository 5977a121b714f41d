#include "geometry/hull_grid.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <cairn/error.hpp>

namespace cairn {

namespace {

constexpr double cells_per_axis = 1048576;  // 2^20

void check_finite(std::span<const Vec3> points) {
    for (size_t i = 0; i < points.size(); ++i) {
        const Vec3 p = points[i];
        if (std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z)) continue;
        char text[160];
        std::snprintf(text, sizeof text, "hull point %zu is not finite: (%g, %g, %g)", i, double(p.x),
                      double(p.y), double(p.z));
        throw Error(text);
    }
}

void check_extents(Vec3d extents, double largest) {
    char text[200];
    if (largest > 0 && (largest < 1e-6 || largest > 1e6)) {
        std::snprintf(text, sizeof text, "hull extent %g m is outside 1e-6 m to 1e6 m", largest);
        throw Error(text);
    }
    const double smallest = std::min({extents.x, extents.y, extents.z});
    if (smallest > 0) return;
    std::snprintf(text, sizeof text, "hull points span no volume: extents (%g, %g, %g) m", extents.x,
                  extents.y, extents.z);
    throw Error(text);
}

int64_t cell_of(float value, float lower, double cell_size) {
    return int64_t((double(value) - double(lower)) / cell_size + 0.5);
}

}  // namespace

HullGrid make_hull_grid(std::span<const Vec3> points) {
    if (points.size() < 4) {
        throw Error("a hull needs at least 4 points, got " + std::to_string(points.size()));
    }
    check_finite(points);
    Vec3 lower = points[0], upper = points[0];
    for (const Vec3& p : points) {
        lower = min_of(lower, p);
        upper = max_of(upper, p);
    }
    const Vec3d extents = Vec3d(upper) - Vec3d(lower);
    HullGrid grid;
    grid.extent = std::max({extents.x, extents.y, extents.z});
    check_extents(extents, grid.extent);
    grid.cell_size = extents / cells_per_axis;

    struct Entry {
        GridPoint cell;
        Vec3 point;
    };
    std::vector<Entry> entries;
    entries.reserve(points.size());
    for (const Vec3& p : points) {
        entries.push_back({{cell_of(p.x, lower.x, grid.cell_size.x), cell_of(p.y, lower.y, grid.cell_size.y),
                            cell_of(p.z, lower.z, grid.cell_size.z)},
                           p});
    }
    std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        if (a.cell != b.cell) return a.cell < b.cell;
        if (a.point.x != b.point.x) return a.point.x < b.point.x;
        if (a.point.y != b.point.y) return a.point.y < b.point.y;
        return a.point.z < b.point.z;
    });
    for (const Entry& entry : entries) {
        if (!grid.cells.empty() && grid.cells.back() == entry.cell) continue;
        grid.cells.push_back(entry.cell);
        grid.points.push_back(entry.point);
    }
    return grid;
}

}  // namespace cairn
