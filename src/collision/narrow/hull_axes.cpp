#include "collision/narrow/hull_axes.hpp"

#include "collision/narrow/tolerances.hpp"

namespace cairn::narrow {
namespace {

constexpr int most_edges = 768;  // a hull of 255 vertices has at most 3 * 255 - 6

// An edge index has ten bits: the eight low ones as they are, the high ones in the two halves of `pad`.
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
    const int first = first_largest(distances, hull.padded_faces);
    consider(first);
    for (int i = 0; i < hull.face_count && best.separation <= speculative_distance; ++i) {
        if (i != first && distances[i] - ball > best.separation) consider(i);
    }
    if (cached.kind != 0 && cached.separation + face_margin(best.separation) >= best.separation) {
        best.separation = cached.separation, best.a = cached.a, best.b = cached.b;
    }
    return best;
}

/// Whether an axis on the arc between an edge's two face normals can separate by more than `needed` from the
/// centre whose distances from these planes are l and r. The best axis of the arc is one of its ends, or the
/// direction from the edge to the centre where that lies inside the arc. Without branches, as the answer is
/// hard to predict.
bool arc_reaches(float l, float r, Vec3 left, Vec3 right, float needed) {
    const float cosine = dot(left, right), sine_squared = 1 - cosine * cosine;
    const bool ends = (l > needed) | (r > needed);
    const bool inside = (r > cosine * l) & (l > cosine * r) & (needed >= 0);
    return ends | (inside & (l * l + r * r - 2 * cosine * l * r > needed * needed * sine_squared));
}

/// The edges of `hull` that could separate by more than `needed` from the other's centre, among those that
/// come up to `level` (heights are those of the vertices).
int facing_edges(const HullView& hull, const float* distances, float needed, const float* heights,
                 float level, uint16_t* found) {
    // Both passes count without a branch: which edges pass is as good as random.
    int high = 0, count = 0;
    for (int i = 0; i < hull.edge_count; ++i) {
        found[high] = static_cast<uint16_t>(i);
        high += max_of(heights[hull.edges[i].vertex_a], heights[hull.edges[i].vertex_b]) >= level;
    }
    for (int i = 0; i < high; ++i) {
        const HullEdge& e = hull.edges[found[i]];
        const float l = distances[e.face_left], r = distances[e.face_right];
        found[count] = found[i];
        count += arc_reaches(l, r, hull.faces[e.face_left].normal, hull.faces[e.face_right].normal, needed);
    }
    return count;
}

/// Edges of a by columns, four at a time; `along` is the edge, left and right are the normals of its faces.
struct ArcColumns {
    float along[3][4], left[3][4], right[3][4];
};

/// An edge of b with all that the Gauss-map test needs, in the frame of a.
struct EdgeArc {
    Vec3 from, along, left, right;
};

Row4 dot4(const float a[3][4], Vec3 b) { return load4(a[0]) * b.x + load4(a[1]) * b.y + load4(a[2]) * b.z; }

/// Two edges make a face of the Minkowski difference where the arcs of their face normals, b's mirrored,
/// cross on the sphere. An edge runs along left x right, which saves the cross products of the usual test.
RowMask4 arcs_cross(const ArcColumns& a, const EdgeArc& b) {
    const Row4 p = dot4(a.along, b.left), q = dot4(a.along, b.right);
    const Row4 u = dot4(a.left, b.along), v = dot4(a.right, b.along);
    return (p * q < 0) & (u * v < 0) & (p * v < 0);
}

/// Lanes past the end hold zeros, which cross nothing.
int gather_arcs(const HullView& hull, const uint16_t* edges, int count, ArcColumns* columns) {
    const int groups = (count + 3) / 4;
    for (int g = 0; g < groups; ++g) {
        columns[g] = {};
        for (int k = 0; k < 4 && 4 * g + k < count; ++k) {
            const HullEdge& e = hull.edges[edges[4 * g + k]];
            const Vec3 along = hull.vertices[e.vertex_b] - hull.vertices[e.vertex_a];
            const Vec3 left = hull.faces[e.face_left].normal, right = hull.faces[e.face_right].normal;
            for (int c = 0; c < 3; ++c) {
                columns[g].along[c][k] = along[c], columns[g].left[c][k] = left[c],
                columns[g].right[c][k] = right[c];
            }
        }
    }
    return groups;
}

EdgeArc arc_of_b(const HullPair& p, int edge) {
    const HullEdge& e = p.b.edges[edge];
    return {p.offset + p.rotation * p.b.vertices[e.vertex_a], p.rotation * edge_along(p.b, edge),
            p.rotation * p.b.faces[e.face_left].normal, p.rotation * p.b.faces[e.face_right].normal};
}

void consider_edges(const HullPair& p, int edge_a, int edge_b, const EdgeArc& b, HullAxis& best) {
    const Vec3 from = p.a.vertices[p.a.edges[edge_a].vertex_a], along = edge_along(p.a, edge_a);
    const Vec3 n = cross(along, b.along);
    const float size = length_squared(n);
    if (size <= parallel_tolerance * length_squared(along) * length_squared(b.along)) return;
    const float side = dot(n, from - p.a.center) < 0 ? -1.0f : 1.0f;
    const float s = side * dot(n, b.from - from) / std::sqrt(size);
    if (s > best.separation) best = {3, edge_a, edge_b, s};
}

/// The edges of a and of b between which an axis better than `needed` may lie. Edges that meet in the least
/// overlap come within that overlap of each other, so each comes near the other hull; along the normal of the
/// chosen face that is a thin slab, which leaves out nearly all edges of a shallow contact. (The slab is a
/// little thicker, for hulls apart.)
struct EdgeLists {
    uint16_t a[most_edges], b[most_edges];
    int count_a = 0, count_b = 0;
};

void list_edges(EdgeLists& lists, const HullPair& p, const float* distances_a, const float* distances_b,
                Vec3 normal, float needed) {
    float heights_a[most_vertices], heights_b[most_vertices];
    vertex_heights(p.a, normal, heights_a);
    vertex_heights(p.b, -transpose_times(p.rotation, normal), heights_b);
    const float shift = dot(normal, p.offset);  // heights_b is downwards: -(n . x - shift)
    const float top_a = heights_a[first_largest(heights_a, p.a.padded_vertices)];
    const float bottom_b = shift - heights_b[first_largest(heights_b, p.b.padded_vertices)];
    const float reach = abs_of(needed) + 2 * speculative_distance;
    lists.count_a =
        facing_edges(p.a, distances_a, needed + p.b.inner_radius, heights_a, bottom_b - reach, lists.a);
    if (lists.count_a == 0) return;
    lists.count_b = facing_edges(p.b, distances_b, needed + p.a.inner_radius, heights_b,
                                 shift - (top_a + reach), lists.b);
}

HullAxis best_edge(const HullPair& p, const EdgeLists& lists) {
    HullAxis best;
    if (lists.count_a == 0 || lists.count_b == 0) return best;
    ArcColumns columns[most_edges / 4];
    const int groups = gather_arcs(p.a, lists.a, lists.count_a, columns);
    for (int j = 0; j < lists.count_b; ++j) {
        const EdgeArc b = arc_of_b(p, lists.b[j]);
        for (int g = 0; g < groups; ++g) {
            const RowMask4 crossing = arcs_cross(columns[g], b);
            if (!any(crossing)) continue;
            for (int k = 0; k < 4; ++k) {
                if (crossing[k]) consider_edges(p, lists.a[4 * g + k], lists.b[j], b, best);
            }
        }
    }
    return best;
}

Vec3 normal_of(const HullPair& p, const HullAxis& face) {
    return face.kind == 1 ? p.a.faces[face.a].normal : -(p.rotation * p.b.faces[face.b].normal);
}

/// The better of the two best faces, a's winning near-ties unless b's was chosen last step.
HullAxis better_face(HullAxis a, HullAxis b, uint8_t cached_kind) {
    a.kind = 1, b.kind = 2;
    const float ahead = cached_kind == 2 ? -face_margin(a.separation) : face_margin(a.separation);
    return b.separation > a.separation + ahead ? b : a;
}

}  // namespace

void remember(AxisCache& cache, const HullAxis& axis) {
    cache.kind = axis.kind;
    cache.index_a = static_cast<uint8_t>(axis.a & 255);
    cache.index_b = static_cast<uint8_t>(axis.b & 255);
    cache.pad = static_cast<uint8_t>(axis.a >> 8 | axis.b >> 8 << 4);
}

bool find_hull_axes(const HullPair& pair, AxisCache& cache, HullAxis& face, HullAxis& edge) {
    HullAxis cached = recall(cache, pair);
    if (cached.kind != 0) cached.separation = cached_separation(pair, cached);
    if (cached.separation > speculative_distance) return face = cached, false;

    float distances_a[most_faces], distances_b[most_faces];
    // No face separates by more than its plane's distance to the other's centre, less the ball inside that
    // one.
    plane_distances(pair.a, pair.offset + pair.rotation * pair.b.center, distances_a);
    face = best_face<face_a_separation>(pair, pair.a, distances_a, pair.b.inner_radius,
                                        cached.kind == 1 ? cached : HullAxis{});
    face.kind = 1;
    if (face.separation > speculative_distance) return remember(cache, face), false;

    plane_distances(pair.b, transpose_times(pair.rotation, pair.a.center - pair.offset), distances_b);
    const HullAxis face_b = best_face<face_b_separation>(pair, pair.b, distances_b, pair.a.inner_radius,
                                                         cached.kind == 2 ? cached : HullAxis{});
    face = better_face(face, face_b, cached.kind);
    if (face.separation > speculative_distance) return remember(cache, face), false;

    const bool was_edge = cached.kind == 3;
    const float needed = face.separation + edge_margin(face.separation, was_edge);
    EdgeLists lists;
    list_edges(lists, pair, distances_a, distances_b, normal_of(pair, face), needed);
    edge = best_edge(pair, lists);
    const bool spans_axis = was_edge && cached.separation > -1e29f;
    if (spans_axis && cached.separation + face_margin(edge.separation) >= edge.separation) edge = cached;
    if (edge.separation <= speculative_distance) return true;
    face = edge;
    remember(cache, edge);
    return false;
}

HullAxis best_edge_near(const HullPair& pair, const HullAxis& face) {
    float distances_a[most_faces], distances_b[most_faces];
    plane_distances(pair.a, pair.offset + pair.rotation * pair.b.center, distances_a);
    plane_distances(pair.b, transpose_times(pair.rotation, pair.a.center - pair.offset), distances_b);
    EdgeLists lists;
    list_edges(lists, pair, distances_a, distances_b, normal_of(pair, face),
               face.separation - edge_margin(face.separation, false));
    return best_edge(pair, lists);
}

}  // namespace cairn::narrow
