#pragma once
// Distance between two convex shapes by the algorithm of Gilbert, Johnson and Keerthi (1988): the point
// nearest the origin of the difference of the two, in simplices of at most four of its vertices. The inner
// arithmetic is in double, where the nearest point of a simplex keeps its digits even when the shapes nearly
// touch.

#include <cstdint>

#include "geometry/convex_points.hpp"

namespace cairn {

/// Vertex pairs that the last search ended with. Pass it again when the shapes moved little: one or two steps
/// then do.
struct SimplexCache {
    uint8_t count = 0;
    uint8_t index_a[4] = {};
    uint8_t index_b[4] = {};
};

struct DistanceResult {
    /// Between the surfaces. Negative where only the rounded parts overlap; then it is the true depth, along
    /// `normal`.
    float distance = 0;
    /// The points themselves (without their radius) overlap: no normal, distance is minus both radii, points
    /// as found.
    bool overlap = false;
    Vec3 point_a, point_b;  // on the surfaces
    Vec3 normal;            // unit, from a to b; zero when `overlap`
    SimplexCache simplex;   // the features: 1 vertex, 2 edge, 3 face, on each side
    int iterations = 0;
};

/// Of two sets of points, in the frame of `a`; `b_in_a` is the pose of b there. `start` may come from any
/// earlier call.
DistanceResult closest_points(const ConvexPoints& a, const ConvexPoints& b, const Transform& b_in_a,
                              const SimplexCache& start = {});

/// In the frame of the two transforms. Half spaces are exact; two half spaces always overlap.
DistanceResult convex_distance(const ConvexPoints& a, const Transform& transform_a, const ConvexPoints& b,
                               const Transform& transform_b, const SimplexCache& start = {});
DistanceResult shape_distance(const Shape& a, const Transform& transform_a, const Shape& b,
                              const Transform& transform_b, const SimplexCache& start = {});

}  // namespace cairn
