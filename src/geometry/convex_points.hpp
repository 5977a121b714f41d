#pragma once
// Every convex shape is a few points with a radius around their hull: sphere 1, capsule 2, box 8, hull up to
// 255. Distance and casts need nothing else.

#include <cairn/shape.hpp>

#include "geometry/hull_data.hpp"

namespace cairn {

struct ConvexPoints {
    Vec3 own[8];                            // where there is no hull
    const HullData* hull = nullptr;         // not owned: the shape must outlive this
    const HalfSpace* half_space = nullptr;  // instead of points; not owned
    int count = 0;
    float radius = 0;

    Vec3 point(int index) const { return hull ? hull->vertices[size_t(index)] : own[index]; }
    /// The point furthest along `direction`; of equally far ones, that of the lowest index.
    int support(Vec3 direction) const;
};

/// The points of a shape in its body's frame. A half space has none: its count is 0 and `half_space` points
/// at it.
ConvexPoints convex_points(const Shape& shape);

/// The vertex of a hull furthest along `direction`; the lowest index wins ties, so that no number of lanes
/// matters.
int hull_support(const HullData& hull, Vec3 direction);

/// The radius of the sphere about `center` (in the frame of the points) that holds the shape.
float radius_about(const ConvexPoints& points, Vec3 center);

}  // namespace cairn
