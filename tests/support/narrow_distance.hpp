#pragma once
// Distances in double precision by brute force: point and segment to hull.

#include "tests/support/narrow_oracle.hpp"

namespace cairn::oracle {

inline double distance_to_segment(Point p, Point a, Point b) {
    const Point along = b - a;
    const double squared = dot(along, along);
    const double t = squared > 0 ? std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : 0;
    return length(p - (a + t * along));
}

/// Distance to a face as a filled polygon.
inline double distance_to_face(const HullData& hull, const HullFace& face, Point p) {
    const auto corner = [&](int i) {
        return point(hull.vertices[hull.face_vertices[face.first + i % face.count]]);
    };
    const Point n = point(face.normal);
    bool above = true;
    double best = 1e300;
    for (int i = 0; i < face.count; ++i) {
        const Point a = corner(i), b = corner(i + 1);
        best = std::min(best, distance_to_segment(p, a, b));
        if (dot(cross(b - a, n), p - a) > 0) above = false;
    }
    return above ? std::abs(dot(n, p) - face.offset) : best;
}

/// Negative inside: the depth below the nearest face.
inline double distance_to_hull(const HullData& hull, Point p) {
    double highest = -1e300, nearest = 1e300;
    for (const HullFace& face : hull.faces)
        highest = std::max(highest, dot(point(face.normal), p) - face.offset);
    if (highest <= 0) return highest;
    for (const HullFace& face : hull.faces) nearest = std::min(nearest, distance_to_face(hull, face, p));
    return nearest;
}

/// Distance of a segment outside the hull: it is convex along the segment, so halving finds it. Not positive:
/// it meets.
inline double distance_to_hull(const HullData& hull, Point a, Point b) {
    double low = 0, high = 1;
    for (int i = 0; i < 60; ++i) {
        const double s = low + (high - low) / 3, t = high - (high - low) / 3;
        const double at_s = distance_to_hull(hull, a + s * (b - a)),
                     at_t = distance_to_hull(hull, a + t * (b - a));
        (at_s < at_t ? high : low) = at_s < at_t ? t : s;
    }
    return distance_to_hull(hull, a + low * (b - a));
}

}  // namespace cairn::oracle
