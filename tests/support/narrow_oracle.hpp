#pragma once
// An independent narrow phase in double precision, slow and plain: separations of convex polyhedra over every
// axis, and the polygon in which two faces overlap, by testing all vertices and all pairs of edges.

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <vector>

#include <cairn/math.hpp>
#include <cairn/shape.hpp>

#include "geometry/hull_data.hpp"

namespace cairn::oracle {

using Point = std::array<double, 3>;

inline Point operator+(Point a, Point b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
inline Point operator-(Point a, Point b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
inline Point operator*(double s, Point a) { return {s * a[0], s * a[1], s * a[2]}; }
inline double dot(Point a, Point b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline Point cross(Point a, Point b) {
    return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline double length(Point a) { return std::sqrt(dot(a, a)); }
inline Point point(Vec3 v) { return {v.x, v.y, v.z}; }

inline Point rotate(Quat q, Point v) {
    const Point u{q.x, q.y, q.z};
    const Point t = 2.0 * cross(u, v);
    return v + static_cast<double>(q.w) * t + cross(u, t);
}

inline Point place(const Transform& t, Point p) { return point(t.position) + rotate(t.rotation, p); }

struct Polyhedron {
    std::vector<Point> vertices;
    std::vector<Point> normals;
    std::vector<Point> edges;  // directions

    Polyhedron moved(const Transform& t) const {
        Polyhedron r = *this;
        for (Point& p : r.vertices) p = place(t, p);
        for (Point& n : r.normals) n = rotate(t.rotation, n);
        for (Point& e : r.edges) e = rotate(t.rotation, e);
        return r;
    }
};

inline Polyhedron polyhedron(const Box& box) {
    Polyhedron r;
    for (int corner = 0; corner < 8; ++corner) {
        const Point local{corner & 1 ? box.half_extents.x : -box.half_extents.x,
                          corner & 2 ? box.half_extents.y : -box.half_extents.y,
                          corner & 4 ? box.half_extents.z : -box.half_extents.z};
        r.vertices.push_back(point(box.center) + rotate(box.rotation, local));
    }
    for (int axis = 0; axis < 3; ++axis) {
        Point e{0, 0, 0};
        e[static_cast<size_t>(axis)] = 1;
        e = rotate(box.rotation, e);
        r.edges.push_back(e);
        r.normals.push_back(e);
        r.normals.push_back(-1.0 * e);
    }
    return r;
}

inline Polyhedron polyhedron(const HullData& hull) {
    Polyhedron r;
    for (Vec3 v : hull.vertices) r.vertices.push_back(point(v));
    for (const HullFace& f : hull.faces) r.normals.push_back(point(f.normal));
    for (const HullEdge& e : hull.edges) {
        const Point d = point(hull.vertices[e.vertex_b]) - point(hull.vertices[e.vertex_a]);
        r.edges.push_back((1 / length(d)) * d);
    }
    return r;
}

inline double highest(const Polyhedron& p, Point n) {
    double best = -1e300;
    for (const Point& v : p.vertices) best = std::max(best, dot(v, n));
    return best;
}

/// How far b is from a along n (negative: overlap).
inline double separation_along(const Polyhedron& a, const Polyhedron& b, Point n) {
    return -highest(b, -1.0 * n) - highest(a, n);
}

/// The best separation among the face normals of both, in one frame.
inline double face_separation(const Polyhedron& a, const Polyhedron& b) {
    double best = -1e300;
    for (const Point& n : a.normals) best = std::max(best, separation_along(a, b, n));
    for (const Point& n : b.normals) best = std::max(best, separation_along(a, b, -1.0 * n));
    return best;
}

struct Separations {
    double face = -1e300, edge = -1e300;  // best among face normals, best among crossings of edges
    double best() const { return std::max(face, edge); }
};

/// Both polyhedra in one frame. Crossings of edges less than 1e-3 radians apart are left out, as they repeat
/// faces.
inline Separations separations(const Polyhedron& a, const Polyhedron& b) {
    Separations r;
    r.face = face_separation(a, b);
    for (const Point& e : a.edges) {
        for (const Point& f : b.edges) {
            const Point n = cross(e, f);
            const double l = length(n);
            if (l < 1e-3) continue;
            r.edge = std::max(r.edge, separation_along(a, b, (1 / l) * n));
            r.edge = std::max(r.edge, separation_along(a, b, (-1 / l) * n));
        }
    }
    return r;
}

struct Flat {
    double u, v;
};

inline double turn(Flat a, Flat b, Flat c) { return (b.u - a.u) * (c.v - a.v) - (b.v - a.v) * (c.u - a.u); }

inline double area(const std::vector<Flat>& p) {
    double sum = 0;
    for (size_t i = 0; i < p.size(); ++i) {
        const Flat &q = p[i], &r = p[(i + 1) % p.size()];
        sum += q.u * r.v - q.v * r.u;
    }
    return std::abs(sum) / 2;
}

inline bool inside(const std::vector<Flat>& polygon, Flat p) {
    double sign = 0;
    for (size_t i = 0; i < polygon.size(); ++i) {
        const double t = turn(polygon[i], polygon[(i + 1) % polygon.size()], p);
        if (t * sign < 0) return false;
        if (t != 0) sign = t;
    }
    return true;
}

/// The corners of the overlap of two convex polygons: corners of each inside the other, and all crossings of
/// edges.
inline std::vector<Flat> overlap_corners(const std::vector<Flat>& a, const std::vector<Flat>& b) {
    std::vector<Flat> r;
    for (const Flat& p : a) {
        if (inside(b, p)) r.push_back(p);
    }
    for (const Flat& p : b) {
        if (inside(a, p)) r.push_back(p);
    }
    for (size_t i = 0; i < a.size(); ++i) {
        for (size_t j = 0; j < b.size(); ++j) {
            const Flat p0 = a[i], p1 = a[(i + 1) % a.size()], q0 = b[j], q1 = b[(j + 1) % b.size()];
            const double s0 = turn(q0, q1, p0), s1 = turn(q0, q1, p1), t0 = turn(p0, p1, q0),
                         t1 = turn(p0, p1, q1);
            if (s0 * s1 >= 0 || t0 * t1 >= 0) continue;
            const double t = s0 / (s0 - s1);
            r.push_back({p0.u + t * (p1.u - p0.u), p0.v + t * (p1.v - p0.v)});
        }
    }
    return r;
}

/// Convex hull in counter-clockwise order, for areas.
inline std::vector<Flat> around(std::vector<Flat> p) {
    if (p.size() < 3) return p;
    std::sort(p.begin(), p.end(), [](Flat a, Flat b) { return a.u != b.u ? a.u < b.u : a.v < b.v; });
    std::vector<Flat> r;
    for (int pass = 0; pass < 2; ++pass) {
        const size_t start = r.size();
        for (const Flat& q : p) {
            while (r.size() >= start + 2 && turn(r[r.size() - 2], r.back(), q) <= 0) r.pop_back();
            r.push_back(q);
        }
        r.pop_back();
        std::reverse(p.begin(), p.end());
    }
    return r;
}

/// Random numbers that are the same on every machine (the distributions of the standard library are not).
class Dice {
public:
    explicit Dice(uint32_t seed) : engine_(seed) {}

    float between(float low, float high) {
        return low + (high - low) * static_cast<float>(engine_() >> 8) * (1.0f / 16777216.0f);
    }
    Vec3 vector(float size) { return {between(-size, size), between(-size, size), between(-size, size)}; }
    Vec3 direction() {
        for (;;) {
            const Vec3 v = vector(1);
            if (length_squared(v) > 0.01f && length_squared(v) < 1) return normalized(v);
        }
    }
    Quat rotation() {
        for (;;) {
            const Quat q{between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)};
            if (cairn::dot(q, q) > 0.01f && cairn::dot(q, q) < 1) return normalized(q);
        }
    }
    Quat small_rotation(float angle) {
        const Vec3 v = 0.5f * angle * direction();
        return normalized(Quat{v.x, v.y, v.z, 1});
    }

private:
    std::mt19937 engine_;
};

}  // namespace cairn::oracle
