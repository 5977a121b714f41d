#pragma once
// Nearest points of points and segments.

#include <cairn/math.hpp>

namespace cairn::narrow {

inline Vec3 nearest_on_segment(Vec3 p, Vec3 a, Vec3 b) {
    const Vec3 along = b - a;
    const float t = dot(p - a, along), length = dot(along, along);
    if (t <= 0) return a;  // also a segment of no length
    return t >= length ? b : a + (t / length) * along;
}

struct SegmentPair {
    Vec3 on_a, on_b;
};

/// Nearest points of the segments a0 a1 and b0 b1, which may have no length and may be parallel.
inline SegmentPair nearest_of_segments(Vec3 a0, Vec3 a1, Vec3 b0, Vec3 b1) {
    // Minimise |a0 + s u - b0 - t v|^2 over the unit square: the free minimum in s, clamped; then the best t
    // for it; where that t leaves the square it is clamped and s follows.
    const Vec3 u = a1 - a0, v = b1 - b0, w = a0 - b0;
    const float uu = dot(u, u), vv = dot(v, v), uv = dot(u, v), uw = dot(u, w), vw = dot(v, w);
    if (uu <= 1e-18f) return {a0, nearest_on_segment(a0, b0, b1)};
    if (vv <= 1e-18f) return {nearest_on_segment(b0, a0, a1), b0};
    const float determinant = uu * vv - uv * uv;
    float s = determinant > 1e-6f * uu * vv ? clamp_to((uv * vw - uw * vv) / determinant, 0, 1) : 0;
    const float t_free = (uv * s + vw) / vv;
    const float t = clamp_to(t_free, 0, 1);
    if (t != t_free) s = clamp_to((uv * t - uw) / uu, 0, 1);
    return {a0 + s * u, b0 + t * v};
}

}  // namespace cairn::narrow
