#include "geometry/convex_points.hpp"

namespace cairn {

namespace {

constexpr int block = 16;  // the columns of a hull are padded to a multiple of this

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

// Each column of a block keeps its own record, then the records compete: a loop without branches that any
// vector width computes alike.
int hull_support(const HullData& hull, Vec3 direction) {
    float best[block];
    int32_t index[block];
    const float* x = hull.vertex_x.data();
    const float* y = hull.vertex_y.data();
    const float* z = hull.vertex_z.data();
    for (int i = 0; i < block; ++i) {
        best[i] = x[i] * direction.x + y[i] * direction.y + z[i] * direction.z;
        index[i] = i;
    }
    const int count = int(hull.vertex_x.size());
    for (int first = block; first < count; first += block) {
        for (int i = 0; i < block; ++i) {
            const float along =
                x[first + i] * direction.x + y[first + i] * direction.y + z[first + i] * direction.z;
            const bool better = along > best[i];
            best[i] = better ? along : best[i];
            index[i] = better ? first + i : index[i];
        }
    }
    int winner = 0;
    for (int i = 1; i < block; ++i) {
        if (best[i] > best[winner] || (best[i] == best[winner] && index[i] < index[winner])) winner = i;
    }
    // Padding repeats vertex 0 and so can tie with it only, which has the lower index.
    return index[winner];
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
