#include "geometry/hull_builder.hpp"

#include <algorithm>
#include <cstdio>

#include <cairn/error.hpp>

#include "geometry/hull_finish.hpp"
#include "geometry/hull_grid.hpp"
#include "geometry/polygon_hull.hpp"
#include "geometry/triangle_hull.hpp"

namespace cairn {

namespace {

// A point on a flat face may come to lie almost two cells (2e-6 of the extent) above it on the grid, when the
// face is slanted; twice that keeps such points out.
constexpr double keep_out = 4e-6;
constexpr double flatness = 1e-5;
constexpr double least_thickness = 1e-5;

PolygonHull build_polygons(const HullGrid& grid, int vertex_budget) {
    const std::vector<Triangle> triangles = build_triangle_hull(grid, keep_out * grid.extent, vertex_budget);
    const double thickness = hull_thickness(grid, triangles);
    if (thickness < least_thickness * grid.extent) {
        char text[160];
        std::snprintf(text, sizeof text, "hull points span no volume: %g m thick over an extent of %g m",
                      thickness, grid.extent);
        throw Error(text);
    }
    // Never merge through a plate: its two sides must stay apart.
    return merge_faces(grid, triangles, std::min(flatness * grid.extent, 0.05 * thickness));
}

}  // namespace

std::shared_ptr<const HullData> build_hull(std::span<const Vec3> points) {
    const HullGrid grid = make_hull_grid(points);
    return std::make_shared<const HullData>(finish_hull(build_polygons(grid, hull_vertex_limit)));
}

std::shared_ptr<const HullData> make_box_hull(Vec3 half_extents, Vec3 center, Quat rotation) {
    PolygonHull box;
    const Mat3d axes = to_matrix_double(rotation);
    for (int i = 0; i < 8; ++i) {
        const Vec3d corner{i & 1 ? double(half_extents.x) : -double(half_extents.x),
                           i & 2 ? double(half_extents.y) : -double(half_extents.y),
                           i & 4 ? double(half_extents.z) : -double(half_extents.z)};
        box.vertices.push_back(Vec3d(to_float(Vec3d(center) + axes * corner)));
    }
    static constexpr int loops[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    for (const int(&loop)[4] : loops) {
        box.faces.push_back({{loop, loop + 4}, fit_plane(box.vertices, loop)});
    }
    return std::make_shared<const HullData>(finish_hull(box));
}

}  // namespace cairn
