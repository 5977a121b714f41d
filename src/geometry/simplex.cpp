#include "geometry/simplex.hpp"

#include <initializer_list>

namespace cairn {

namespace {

// A face of a simplex by the numbers of its vertices, with the nearest point's weights.
struct Nearest {
    double squared = 0;
    int count = 0;
    int vertex[3] = {};
    double weight[3] = {};
};

Nearest nearest_on_segment(const Simplex& s, int i, int j) {
    const Vec3d a = s.vertices[i].difference, b = s.vertices[j].difference;
    const Vec3d edge = b - a;
    const double size = dot(edge, edge), along = -dot(a, edge);
    if (along <= 0 || size == 0) return {dot(a, a), 1, {i}, {1}};
    if (along >= size) return {dot(b, b), 1, {j}, {1}};
    const double t = along / size;
    const Vec3d p = a + t * edge;
    return {dot(p, p), 2, {i, j}, {1 - t, t}};
}

Nearest nearest_on_triangle(const Simplex& s, int i, int j, int k) {
    const Vec3d a = s.vertices[i].difference, b = s.vertices[j].difference, c = s.vertices[k].difference;
    const Vec3d n = cross(b - a, c - a);
    const double size = dot(n, n);
    if (size > 0) {
        // Barycentric coordinates of the origin's projection, from the areas of its three triangles along n.
        const double u = dot(n, cross(b, c)), v = dot(n, cross(c, a)), w = dot(n, cross(a, b));
        if (u > 0 && v > 0 && w > 0) {
            const double height = dot(n, a), sum = u + v + w;
            return {height * height / size, 3, {i, j, k}, {u / sum, v / sum, w / sum}};
        }
    }
    Nearest best = nearest_on_segment(s, i, j);
    for (const Nearest& other : {nearest_on_segment(s, j, k), nearest_on_segment(s, k, i)}) {
        if (other.squared < best.squared) best = other;
    }
    return best;
}

// False where the origin is inside: on the inner side of all four faces.
bool nearest_on_tetrahedron(const Simplex& s, Nearest& best) {
    static constexpr int faces[4][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 3, 1}, {1, 2, 3, 0}};
    bool outside = false;
    for (const int(&f)[4] : faces) {
        const Vec3d a = s.vertices[f[0]].difference, ab = s.vertices[f[1]].difference - a;
        const Vec3d ac = s.vertices[f[2]].difference - a, ad = s.vertices[f[3]].difference - a;
        const Vec3d n = cross(ab, ac);
        const double origin_side = -dot(n, a), inner_side = dot(n, ad);
        // A flat tetrahedron has no inside, so that rounding can never invent an overlap.
        const double flat = 1e-14 * length(n) * length(ad);
        const bool is_flat = inner_side <= flat && inner_side >= -flat;
        if (!is_flat && (inner_side > 0 ? origin_side >= 0 : origin_side <= 0)) continue;
        const Nearest candidate = nearest_on_triangle(s, f[0], f[1], f[2]);
        if (!outside || candidate.squared < best.squared) best = candidate;
        outside = true;
    }
    return outside;
}

}  // namespace

bool reduce_to_nearest(Simplex& simplex) {
    Nearest nearest{0, 1, {0}, {1}};
    if (simplex.count == 2) nearest = nearest_on_segment(simplex, 0, 1);
    if (simplex.count == 3) nearest = nearest_on_triangle(simplex, 0, 1, 2);
    if (simplex.count == 4 && !nearest_on_tetrahedron(simplex, nearest)) return false;
    Simplex reduced;
    reduced.count = nearest.count;
    for (int i = 0; i < nearest.count; ++i) {
        reduced.vertices[i] = simplex.vertices[nearest.vertex[i]];
        reduced.vertices[i].weight = nearest.weight[i];
    }
    simplex = reduced;
    return true;
}

}  // namespace cairn
