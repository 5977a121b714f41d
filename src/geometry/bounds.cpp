#include "geometry/bounds.hpp"

#include "geometry/column_lanes.hpp"

namespace cairn {

namespace {

Bounds around(Vec3 center, Vec3 half) { return {center - half, center + half}; }

Bounds bounds_of(const Sphere& sphere, const Transform& t) {
    return around(t * sphere.center, {sphere.radius, sphere.radius, sphere.radius});
}

Bounds bounds_of(const Capsule& capsule, const Transform& t) {
    const Vec3 a = t * capsule.a, b = t * capsule.b, r{capsule.radius, capsule.radius, capsule.radius};
    return {min_of(a, b) - r, max_of(a, b) + r};
}

Bounds bounds_of(const Box& box, const Transform& t) {
    const Mat3 axes = to_matrix(t.rotation * box.rotation);
    const Vec3 half = box.half_extents.x * abs_of(axes.x) + box.half_extents.y * abs_of(axes.y) +
                      box.half_extents.z * abs_of(axes.z);
    return around(t * box.center, half);
}

// Least and greatest value of the vertices along a direction; the order in which they compete does not
// matter.
void extent_along(const HullData& hull, Vec3 direction, float& low, float& high) {
    using column::Float4;
    Float4 lows = column::vertices_along(hull, 0, direction), highs = lows;
    for (size_t first = 4; first < hull.vertex_x.size(); first += 4) {
        const Float4 along = column::vertices_along(hull, first, direction);
        lows = along < lows ? along : lows;
        highs = along > highs ? along : highs;
    }
    low = min_of(min_of(lows[0], lows[1]), min_of(lows[2], lows[3]));
    high = max_of(max_of(highs[0], highs[1]), max_of(highs[2], highs[3]));
}

Bounds bounds_of(const Hull& hull, const Transform& t) {
    const Mat3 rows = transpose(to_matrix(t.rotation));
    Bounds bounds;
    extent_along(hull.data(), rows.x, bounds.lower.x, bounds.upper.x);
    extent_along(hull.data(), rows.y, bounds.lower.y, bounds.upper.y);
    extent_along(hull.data(), rows.z, bounds.lower.z, bounds.upper.z);
    return {t.position + bounds.lower, t.position + bounds.upper};
}

Bounds bounds_of(const HalfSpace& half_space, const Transform& t) {
    Bounds bounds = around({0, 0, 0}, {half_space_reach, half_space_reach, half_space_reach});
    const Vec3 normal = rotate(t.rotation, half_space.normal);
    const float offset = half_space.offset + dot(normal, t.position);
    for (int axis = 0; axis < 3; ++axis) {
        const bool along_axis = normal[(axis + 1) % 3] == 0 && normal[(axis + 2) % 3] == 0;
        if (along_axis && normal[axis] > 0) bounds.upper[axis] = offset;
        if (along_axis && normal[axis] < 0) bounds.lower[axis] = -offset;
    }
    return bounds;
}

}  // namespace

Bounds shape_bounds(const Shape& shape, const Transform& transform) {
    return std::visit([&](const auto& s) { return bounds_of(s, transform); }, shape);
}

}  // namespace cairn
