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

/// For polyhedra that overlap though no clipped point does: the vertex deepest below the chosen face.
void vertex_contact(Manifold& m, const HullPair& p, const HullAxis& axis) {
    m.count = 1;
    if (axis.kind == 1) {
        const int v = support_vertex(p.b, -transpose_times(p.rotation, m.normal));
        const Vec3 point = p.offset + p.rotation * p.b.vertices[v];
        m.points[0] = {point - 0.5f * axis.separation * m.normal, axis.separation,
                       vertex_b_feature(static_cast<uint32_t>(v))};
    } else {
        const int v = support_vertex(p.a, m.normal);
        m.points[0] = {p.a.vertices[v] + 0.5f * axis.separation * m.normal, axis.separation,
                       vertex_a_feature(static_cast<uint32_t>(v))};
    }
}

}  // namespace

void collide_polyhedra(Manifold& m, const HullView& a, const HullView& b, const Transform& b_in_a,
                       AxisCache& cache) {
    m.count = 0;
    const HullPair pair{a, b, to_matrix(b_in_a.rotation), b_in_a.position};
    HullAxis axis, edge;
    if (!find_hull_axis(pair, cache, axis, edge)) return m.set_apart(axis.separation);

    if (axis.kind == 1) face_of_a(m, pair, axis.a);
    if (axis.kind == 2) face_of_b(m, pair, axis.b);
    if (axis.kind == 3) edge_contact(m, pair, axis);
    if (m.count == 0 && axis.separation <= 0) {
        if (edge.kind == 3 && edge.separation > axis.separation - edge_margin(axis.separation, false)) {
            edge_contact(m, pair, edge);
        } else {
            vertex_contact(m, pair, axis);
        }
    }
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
