#include "collision/narrow/hull_axes.hpp"

#include "collision/narrow/tolerances.hpp"

namespace cairn::narrow {
namespace {

constexpr int most_edges = 768;  // a hull of 255 vertices has at most 3 * 255 - 6

// An edge index has ten bits: the eight low ones as they are, the high ones in the two halves of `pad`.
void remember(AxisCache& cache, const HullAxis& axis) {
    cache.kind = axis.kind;
    cache.index_a = static_cast<uint8_t>(axis.a & 255);
    cache.index_b = static_cast<uint8_t>(axis.b & 255);
    cache.pad = static_cast<uint8_t>(axis.a >> 8 | axis.b >> 8 << 4);
}

/// Kind 0 where the cache is empty or names a feature that the hulls do not have.
HullAxis recall(const AxisCache& cache, const HullPair& p) {
    HullAxis axis{cache.kind, cache.index_a | (cache.pad & 15) << 8, cache.index_b | (cache.pad >> 4) << 8,
                  -1e30f};
    const int count_a = axis.kind == 3 ? p.a.edge_count : axis.kind == 1 ? p.a.face_count : 1;
    const int count_b = axis.kind == 3 ? p.b.edge_count : axis.kind == 2 ? p.b.face_count : 1;
    if (axis.a >= count_a || axis.b >= count_b) axis.kind = 0;
    return axis;
}

float face_a_separation(const HullPair& p, int face) {
    const HullFace& f = p.a.faces[face];
    return dot(f.normal, p.offset) - f.offset - support(p.b, -transpose_times(p.rotation, f.normal));
}

float face_b_separation(const HullPair& p, int face) {
    const HullFace& f = p.b.faces[face];
    const Vec3 normal = p.rotation * f.normal;
    return -dot(normal, p.offset) - f.offset - support(p.a, -normal);
}

Vec3 edge_along(const HullView& hull, int edge) {
    return hull.vertices[hull.edges[edge].vertex_b] - hull.vertices[hull.edges[edge].vertex_a];
}

/// Along the crossing of two edges, whether or not they still are the extreme ones there.
float edge_axis_separation(const HullPair& p, int edge_a, int edge_b) {
    const Vec3 along_a = edge_along(p.a, edge_a), along_b = p.rotation * edge_along(p.b, edge_b);
    Vec3 n = cross(along_a, along_b);
    const float size = length_squared(n);
    if (size <= parallel_tolerance * length_squared(along_a) * length_squared(along_b)) return -1e30f;
    n = n / std::sqrt(size);
    if (dot(n, p.a.vertices[p.a.edges[edge_a].vertex_a] - p.a.center) < 0) n = -n;
    return dot(n, p.offset) - support(p.b, -transpose_times(p.rotation, n)) - support(p.a, n);
}

float cached_separation(const HullPair& p, const HullAxis& axis) {
    if (axis.kind == 1) return face_a_separation(p, axis.a);
    if (axis.kind == 2) return face_b_separation(p, axis.b);
    return edge_axis_separation(p, axis.a, axis.b);
}

/// The face of least overlap, starting from the one that faces the other's centre most. Stops at a separating
/// one.
template <float separation_of(const HullPair&, int)>
HullAxis best_face(const HullPair& p, const HullView& hull, const float* distances, float ball,
                   HullAxis cached) {
    HullAxis best{};
    const auto consider = [&](int face) {
        const float s = separation_of(p, face);
        if (s > best.separation) best.separation = s, best.a = best.b = face;
    };
    int first = 0;
    for (int i = 1; i < hull.face_count; ++i) {
        if (distances[i] > distances[first]) first = i;
    }
    consider(first);
    for (int i = 0; i < hull.face_count && best.separation <= speculative_distance; ++i) {
        if (i != first && distances[i] - ball > best.separation) consider(i);
    }
    if (cached.kind != 0 && cached.separation + face_margin(best.separation) >= best.separation) {
        best.separation = cached.separation, best.a = cached.a, best.b = cached.b;
    }
    return best;
}

/// An edge with all the Gauss-map test needs, in the frame of a.
struct EdgeArc {
    Vec3 from, along;
    Vec3 left, right;  // normals of its faces
    int index;
};

/// The most that an axis on the arc between an edge's two face normals can separate from the centre whose
/// distances from these planes are l and r: the distance to the edge where the nearest axis lies inside the
/// arc.
float arc_bound(float l, float r, Vec3 left, Vec3 right) {
    const float cosine = dot(left, right), sine_squared = 1 - cosine * cosine;
    if (r <= cosine * l || l <= cosine * r || sine_squared < 1e-6f) return max_of(l, r);
    return std::sqrt((l * l + r * r - 2 * cosine * l * r) / sine_squared);
}

/// The edges that could separate by more than `limit` from the other hull with `ball` inside.
int facing_edges(const HullView& hull, const float* distances, float limit, float ball, uint16_t* found) {
    int count = 0;
    const float needed = limit + ball;
    for (int i = 0; i < hull.edge_count; ++i) {
        const HullEdge& e = hull.edges[i];
        const float l = distances[e.face_left], r = distances[e.face_right];
        if (needed >= 0 && l <= 0 && r <= 0) continue;
        if (arc_bound(l, r, hull.faces[e.face_left].normal, hull.faces[e.face_right].normal) > needed) {
            found[count++] = static_cast<uint16_t>(i);
        }
    }
    return count;
}

EdgeArc arc_of(const HullView& hull, int edge) {
    const HullEdge& e = hull.edges[edge];
    return {hull.vertices[e.vertex_a], edge_along(hull, edge), hull.faces[e.face_left].normal,
            hull.faces[e.face_right].normal, edge};
}

/// Two edges make a face of the Minkowski difference where the arcs of their face normals, b's mirrored,
/// cross on the sphere. An edge runs along left x right, which saves the cross products of the usual test.
bool arcs_cross(const EdgeArc& a, const EdgeArc& b) {
    const float p = dot(b.left, a.along), q = dot(b.right, a.along);
    const float u = dot(a.left, b.along), v = dot(a.right, b.along);
    return p * q < 0 && u * v < 0 && p * v < 0;
}

void consider_edges(const EdgeArc& a, const EdgeArc& b, Vec3 center_a, HullAxis& best) {
    if (!arcs_cross(a, b)) return;
    const Vec3 n = cross(a.along, b.along);
    const float size = length_squared(n);
    if (size <= parallel_tolerance * length_squared(a.along) * length_squared(b.along)) return;
    const float side = dot(n, a.from - center_a) < 0 ? -1.0f : 1.0f;
    const float s = side * dot(n, b.from - a.from) / std::sqrt(size);
    if (s > best.separation) best = {3, a.index, b.index, s};
}

HullAxis best_edge(const HullPair& p, const float* distances_a, const float* distances_b, float limit) {
    uint16_t edges_a[most_edges], edges_b[most_edges];
    HullAxis best;
    const int count_a = facing_edges(p.a, distances_a, limit, p.b.inner_radius, edges_a);
    if (count_a == 0) return best;
    const int count_b = facing_edges(p.b, distances_b, limit, p.a.inner_radius, edges_b);
    if (count_b == 0) return best;
    for (int j = 0; j < count_b; ++j) {
        EdgeArc b = arc_of(p.b, edges_b[j]);
        b.from = p.offset + p.rotation * b.from;
        b.along = p.rotation * b.along;
        b.left = p.rotation * b.left;
        b.right = p.rotation * b.right;
        for (int i = 0; i < count_a; ++i) consider_edges(arc_of(p.a, edges_a[i]), b, p.a.center, best);
    }
    return best;
}

/// The better of the two best faces, a's winning near-ties unless b's was chosen last step.
HullAxis better_face(HullAxis a, HullAxis b, uint8_t cached_kind) {
    a.kind = 1, b.kind = 2;
    const float ahead = cached_kind == 2 ? -face_margin(a.separation) : face_margin(a.separation);
    return b.separation > a.separation + ahead ? b : a;
}

}  // namespace

bool find_hull_axis(const HullPair& pair, AxisCache& cache, HullAxis& chosen, HullAxis& edge) {
    HullAxis cached = recall(cache, pair);
    if (cached.kind != 0) cached.separation = cached_separation(pair, cached);
    if (cached.separation > speculative_distance) return false;

    float distances_a[most_faces], distances_b[most_faces];
    // No face separates by more than its plane's distance to the other's centre, less the ball inside that
    // one.
    plane_distances(pair.a, pair.offset + pair.rotation * pair.b.center, distances_a);
    chosen = best_face<face_a_separation>(pair, pair.a, distances_a, pair.b.inner_radius,
                                          cached.kind == 1 ? cached : HullAxis{});
    chosen.kind = 1;
    if (chosen.separation > speculative_distance) return remember(cache, chosen), false;

    plane_distances(pair.b, transpose_times(pair.rotation, pair.a.center - pair.offset), distances_b);
    const HullAxis face_b = best_face<face_b_separation>(pair, pair.b, distances_b, pair.a.inner_radius,
                                                         cached.kind == 2 ? cached : HullAxis{});
    chosen = better_face(chosen, face_b, cached.kind);
    if (chosen.separation > speculative_distance) return remember(cache, chosen), false;

    const bool was_edge = cached.kind == 3;
    const float needed = chosen.separation + edge_margin(chosen.separation, was_edge);
    edge = best_edge(pair, distances_a, distances_b, needed);
    const bool spans_axis = was_edge && cached.separation > -1e29f;
    if (spans_axis && cached.separation + face_margin(edge.separation) >= edge.separation) edge = cached;
    if (edge.separation > needed) chosen = edge;
    remember(cache, chosen);
    return chosen.separation <= speculative_distance;
}

}  // namespace cairn::narrow
