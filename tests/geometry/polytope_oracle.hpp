#pragma once
// Slow and certain answers in double for pairs of hulls: the distance by trying all pairs of features,
// overlap by trying all separating axes.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/hull_data.hpp"
#include "math/vector_double.hpp"

namespace cairn::test {

struct Polytope {
    std::vector<Vec3d> vertices;
    std::vector<std::array<int, 3>> triangles;
    std::vector<std::array<int, 2>> edges;
};

inline Polytope polytope(const HullData& hull, const Transform& t) {
    Polytope p;
    const Mat3d r = to_matrix_double(t.rotation);
    for (const Vec3& v : hull.vertices) p.vertices.push_back(Vec3d(t.position) + r * Vec3d(v));
    for (const HullFace& f : hull.faces) {
        for (int i = 2; i < f.count; ++i) {
            p.triangles.push_back({hull.face_vertices[f.first], hull.face_vertices[f.first + i - 1],
                                   hull.face_vertices[f.first + i]});
        }
    }
    for (const HullEdge& e : hull.edges) p.edges.push_back({e.vertex_a, e.vertex_b});
    return p;
}

inline double point_triangle(Vec3d p, Vec3d a, Vec3d b, Vec3d c) {
    const Vec3d n = cross(b - a, c - a);
    const double size = length(n);
    if (size > 0 && dot(n, cross(b - a, p - a)) >= 0 && dot(n, cross(c - b, p - b)) >= 0 &&
        dot(n, cross(a - c, p - c)) >= 0) {
        return std::abs(dot(n, p - a)) / size;
    }
    return std::numeric_limits<double>::max();
}

inline double segment_segment(Vec3d p, Vec3d q, Vec3d r, Vec3d s) {
    const Vec3d d1 = q - p, d2 = s - r, w = p - r;
    const double a = dot(d1, d1), e = dot(d2, d2), f = dot(d2, w), c = dot(d1, w), b = dot(d1, d2);
    const auto clamp = [](double x) { return std::clamp(x, 0.0, 1.0); };
    const double denominator = a * e - b * b;
    double t1 = denominator > 1e-14 * a * e ? clamp((b * f - c * e) / denominator) : 0;
    double t2 = (b * t1 + f) / e;
    if (t2 < 0) t2 = 0, t1 = clamp(-c / a);
    if (t2 > 1) t2 = 1, t1 = clamp((b - c) / a);
    return length((p + t1 * d1) - (r + t2 * d2));
}

/// Of two polytopes that do not overlap.
inline double oracle_distance(const Polytope& a, const Polytope& b) {
    double best = std::numeric_limits<double>::max();
    const auto faces = [&](const Polytope& p, const Polytope& q) {
        for (const Vec3d& v : p.vertices) {
            for (const auto& t : q.triangles) {
                best =
                    std::min(best, point_triangle(v, q.vertices[t[0]], q.vertices[t[1]], q.vertices[t[2]]));
            }
        }
    };
    faces(a, b);
    faces(b, a);
    for (const auto& e : a.edges) {
        for (const auto& f : b.edges) {
            best = std::min(best, segment_segment(a.vertices[e[0]], a.vertices[e[1]], b.vertices[f[0]],
                                                  b.vertices[f[1]]));
        }
    }
    return best;
}

/// The largest separation over all candidate axes; not positive where the polytopes overlap.
inline double oracle_separation(const Polytope& a, const Polytope& b) {
    double best = -std::numeric_limits<double>::max();
    const auto try_axis = [&](Vec3d n) {
        const double size = length(n);
        if (size < 1e-9) return;
        n = n / size;
        double a_low = 1e300, a_high = -1e300, b_low = 1e300, b_high = -1e300;
        for (const Vec3d& v : a.vertices)
            a_low = std::min(a_low, dot(n, v)), a_high = std::max(a_high, dot(n, v));
        for (const Vec3d& v : b.vertices)
            b_low = std::min(b_low, dot(n, v)), b_high = std::max(b_high, dot(n, v));
        best = std::max({best, b_low - a_high, a_low - b_high});
    };
    for (const Polytope* p : {&a, &b}) {
        for (const auto& t : p->triangles) {
            try_axis(cross(p->vertices[t[1]] - p->vertices[t[0]], p->vertices[t[2]] - p->vertices[t[0]]));
        }
    }
    for (const auto& e : a.edges) {
        for (const auto& f : b.edges) {
            try_axis(cross(a.vertices[e[1]] - a.vertices[e[0]], b.vertices[f[1]] - b.vertices[f[0]]));
        }
    }
    return best;
}

}  // namespace cairn::test
