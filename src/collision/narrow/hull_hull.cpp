#include "collision/narrow/hull_hull.hpp"

#include "collision/narrow/feature.hpp"
#include "collision/narrow/hull_axes.hpp"
#include "collision/narrow/hull_clip.hpp"
#include "collision/narrow/segment.hpp"
#include "collision/narrow/tolerances.hpp"

namespace cairn::narrow {
namespace {

void face_of_a(Manifold& m, const HullPair& p, int face) {
    m.normal = p.a.faces[face].normal;
    m.count = clip_hull_faces(m, p.a, face, p.b, p.rotation, p.offset, true);
}

void face_of_b(Manifold& m, const HullPair& p, int face) {
    const Mat3 back = transpose(p.rotation);
    m.normal = -(p.rotation * p.b.faces[face].normal);
    m.count = clip_hull_faces(m, p.b, face, p.a, back, -(back * p.offset), false);
    for (int i = 0; i < m.count; ++i) m.points[i].position = p.offset + p.rotation * m.points[i].position;
}

void edge_contact(Manifold& m, const HullPair& p, const HullAxis& axis) {
    const HullEdge &edge_a = p.a.edges[axis.a], &edge_b = p.b.edges[axis.b];
    const Vec3 a0 = p.a.vertices[edge_a.vertex_a], a1 = p.a.vertices[edge_a.vertex_b];
    const Vec3 b0 = p.offset + p.rotation * p.b.vertices[edge_b.vertex_a];
    const Vec3 b1 = p.offset + p.rotation * p.b.vertices[edge_b.vertex_b];
    m.normal = normalized(cross(a1 - a0, b1 - b0));
    if (dot(m.normal, a0 - p.a.center) < 0) m.normal = -m.normal;
    const SegmentPair nearest = nearest_of_segments(a0, a1, b0, b1);
    m.count = 1;
    m.points[0] = {0.5f * (nearest.on_a + nearest.on_b), axis.separation,
                   edge_pair_feature(static_cast<uint32_t>(axis.a), static_cast<uint32_t>(axis.b))};
}

float lowest(const Manifold& m) {
    float least = 1e30f;
    for (int i = 0; i < m.count; ++i) least = min_of(least, m.points[i].separation);
    return least;
}

/// The vertex deepest below the chosen face, and whether it is between the sides of that face.
struct DeepestVertex {
    ManifoldPoint point;
    bool above_face;
};

DeepestVertex deepest_vertex(const HullPair& p, const HullAxis& axis, Vec3 normal) {
    if (axis.kind == 1) {
        const int v = support_vertex(p.b, -transpose_times(p.rotation, normal));
        const Vec3 point = p.offset + p.rotation * p.b.vertices[v];
        return {{point - 0.5f * axis.separation * normal, axis.separation,
                 vertex_b_feature(static_cast<uint32_t>(v))},
                above_face(p.a, p.a.faces[axis.a], point)};
    }
    const int v = support_vertex(p.a, normal);
    const Vec3 point = p.a.vertices[v];
    return {{point + 0.5f * axis.separation * normal, axis.separation,
             vertex_a_feature(static_cast<uint32_t>(v))},
            above_face(p.b, p.b.faces[axis.b], transpose_times(p.rotation, point - p.offset))};
}

/// For polyhedra that overlap by more than twice as much as any clipped point does, or though none does. The
/// vertex that is deepest need not be a corner of the face that was clipped, which is the one most opposed to
/// the chosen face, and where it is beyond the sides of that face it is edges that meet.
void add_deepest(Manifold& m, const HullPair& p, const HullAxis& axis, float found) {
    const DeepestVertex vertex = deepest_vertex(p, axis, m.normal);
    if (!vertex.above_face) {
        if (found <= clip_tolerance) return;
        const HullAxis edge = best_edge_near(p, axis);
        if (edge.kind == 3 && edge.separation > axis.separation - edge_margin(axis.separation, false))
            return edge_contact(m, p, edge);
        m.count = 0;
    }
    m.points[m.count < 4 ? m.count++ : 3] = vertex.point;
}

}  // namespace

void collide_polyhedra(Manifold& m, const HullView& a, const HullView& b, const Transform& b_in_a,
                       AxisCache& cache) {
    m.count = 0;
    const HullPair pair{a, b, to_matrix(b_in_a.rotation), b_in_a.position};
    HullAxis face, edge;
    const bool was_edge = cache.kind == 3;
    if (!find_hull_axes(pair, cache, face, edge)) return m.set_apart(face.separation);

    if (face.kind == 1) face_of_a(m, pair, face.a);
    if (face.kind == 2) face_of_b(m, pair, face.b);
    const bool ahead =
        edge.kind == 3 && edge.separation > face.separation + edge_margin(face.separation, was_edge);
    const bool edges =
        ahead && prefer_edges(m, was_edge, [&](Manifold& of_edges) { edge_contact(of_edges, pair, edge); });
    if (!ahead && face.separation <= 0) {
        const float found = lowest(m);
        if (found > 0.5f * face.separation + clip_tolerance) add_deepest(m, pair, face, found);
    }
    remember(cache, edges ? edge : face);
    make_features_unique(m);
}

void collide_hull_hull(Manifold& m, const HullData& a, const HullData& b, const Transform& b_in_a,
                       AxisCache& cache) {
    collide_polyhedra(m, view_of(a), view_of(b), b_in_a, cache);
}

void collide_box_hull(Manifold& m, const Box& a, const HullData& b, const Transform& b_in_a,
                      AxisCache& cache) {
    const BoxHull box(a);
    collide_polyhedra(m, box.view(), view_of(b), b_in_a, cache);
}

}  // namespace cairn::narrow
