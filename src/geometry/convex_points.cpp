#include "geometry/convex_points.hpp"

#include "geometry/column_lanes.hpp"

namespace cairn {

namespace {

ConvexPoints points_of(const Sphere& sphere) {
    ConvexPoints points;
    points.own[0] = sphere.center;
    points.count = 1;
    points.radius = sphere.radius;
    return points;
}

ConvexPoints points_of(const Capsule& capsule) {
    ConvexPoints points;
    points.own[0] = capsule.a;
    points.own[1] = capsule.b;
    points.count = 2;
    points.radius = capsule.radius;
    return points;
}

ConvexPoints points_of(const Box& box) {
    ConvexPoints points;
    const Mat3 axes = to_matrix(box.rotation);
    const Vec3 x = box.half_extents.x * axes.x, y = box.half_extents.y * axes.y,
               z = box.half_extents.z * axes.z;
    for (int i = 0; i < 8; ++i) {
        points.own[i] = box.center + ((i & 1 ? x : -x) + (i & 2 ? y : -y) + (i & 4 ? z : -z));
    }
    points.count = 8;
    return points;
}

ConvexPoints points_of(const Hull& hull) {
    ConvexPoints points;
    points.hull = &hull.data();
    points.count = int(points.hull->vertices.size());
    return points;
}

ConvexPoints points_of(const HalfSpace& half_space) {
    ConvexPoints points;
    points.half_space = &half_space;
    return points;
}

}  // namespace

// Each of sixteen columns keeps its own record, then the records compete: no branches, and four chains that
// do not wait for each other. The order in which the columns compete does not matter.
int hull_support(const HullData& hull, Vec3 direction) {
    using column::Float4, column::Int4;
    Float4 best[4];
    Int4 index[4], now[4];
    for (int k = 0; k < 4; ++k) {
        best[k] = column::vertices_along(hull, size_t(4 * k), direction);
        index[k] = now[k] = Int4{0, 1, 2, 3} + 4 * k;
    }
    for (size_t first = 16; first < hull.vertex_x.size(); first += 16) {
        for (size_t k = 0; k < 4; ++k) {
            const Float4 along = column::vertices_along(hull, first + 4 * k, direction);
            const Int4 better = along > best[k];
            now[k] += 16;
            best[k] = better ? along : best[k];
            index[k] = better ? now[k] : index[k];
        }
    }
    float furthest = best[0][0];
    int winner = index[0][0];
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 4; ++i) {
            const bool better = best[k][i] > furthest || (best[k][i] == furthest && index[k][i] < winner);
            furthest = better ? best[k][i] : furthest;
            winner = better ? index[k][i] : winner;
        }
    }
    // Padding repeats vertex 0 and so can tie with it only, which has the lower index.
    return winner;
}

int ConvexPoints::support(Vec3 direction) const {
    if (hull) return hull_support(*hull, direction);
    int best = 0;
    float furthest = dot(own[0], direction);
    for (int i = 1; i < count; ++i) {
        const float along = dot(own[i], direction);
        if (along > furthest) furthest = along, best = i;
    }
    return best;
}

ConvexPoints convex_points(const Shape& shape) {
    return std::visit([](const auto& s) { return points_of(s); }, shape);
}

float radius_about(const ConvexPoints& points, Vec3 center) {
    float furthest = 0;
    for (int i = 0; i < points.count; ++i)
        furthest = max_of(furthest, length_squared(points.point(i) - center));
    return std::sqrt(furthest) + points.radius;
}

}  // namespace cairn
