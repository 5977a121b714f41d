#include "collision/narrow/hull_clip.hpp"

#include <utility>

#include "collision/narrow/feature.hpp"
#include "collision/narrow/reduce.hpp"
#include "collision/narrow/tolerances.hpp"

namespace cairn::narrow {
namespace {

constexpr int most_points = 512;  // 255 corners and one more for each of 255 sides
constexpr int round_from = 64;    // corners: the next face is near though its points were not asked for
constexpr uint32_t incident_flag = 1u << 15;

/// Vertex of the clipped face, height above the reference plane; `edge` starts here and runs to the next
/// vertex.
struct ClipPoint {
    float u, v, height;
    uint32_t edge;
};

struct ClipPolygon {
    ClipPoint points[most_points];
    int count = 0;
};

/// Coordinates in the plane of the reference face, seen from outside.
struct PlaneFrame {
    Vec3 u, v, normal;
    float offset;

    ClipPoint project(Vec3 p, uint32_t edge) const {
        return {dot(u, p), dot(v, p), dot(normal, p) - offset, edge};
    }
};

PlaneFrame frame_of(const HullFace& face) {
    const Vec3 u = perpendicular(face.normal);
    return {u, cross(face.normal, u), face.normal, face.offset};
}

void incident_polygon(ClipPolygon& polygon, const PlaneFrame& frame, const HullView& hull,
                      const Mat3& rotation, Vec3 offset) {
    const HullFace& face = hull.faces[support_face(hull, -transpose_times(rotation, frame.normal))];
    polygon.count = face.count;
    for (int i = 0; i < face.count; ++i) {
        const Vec3 p = offset + rotation * hull.vertices[hull.face_vertices[face.first + i]];
        polygon.points[i] = frame.project(p, hull.face_edges[face.first + i] | incident_flag);
    }
}

/// Keeps what lies to the left of the line from p to q, moved outwards by the clip tolerance.
void clip_side(ClipPolygon& from, ClipPolygon& to, const ClipPoint& p, const ClipPoint& q, float* excess) {
    float nu = q.v - p.v, nv = p.u - q.u;  // to the right: outwards
    const float size = std::sqrt(nu * nu + nv * nv);
    nu = nu / size, nv = nv / size;
    const float limit = nu * p.u + nv * p.v + clip_tolerance;
    bool outside = false;
    for (int i = 0; i < from.count; ++i) {
        excess[i] = nu * from.points[i].u + nv * from.points[i].v - limit;
        outside |= excess[i] > 0;
    }
    to.count = -1;  // says that nothing was cut
    if (!outside) return;
    to.count = 0;
    for (int i = 0; i < from.count; ++i) {
        const int next = i + 1 < from.count ? i + 1 : 0;
        const ClipPoint &r = from.points[i], &s = from.points[next];
        const bool r_inside = excess[i] <= 0, s_inside = excess[next] <= 0;
        if (r_inside && to.count < most_points) to.points[to.count++] = r;
        if (r_inside == s_inside || to.count == most_points) continue;
        const float t = excess[i] / (excess[i] - excess[next]);
        to.points[to.count++] = {r.u + t * (s.u - r.u), r.v + t * (s.v - r.v),
                                 r.height + t * (s.height - r.height), r_inside ? p.edge : r.edge};
    }
}

/// What met in a vertex of the polygon, from the edges that run into it and out of it.
uint32_t feature_of(uint32_t in, uint32_t out, const HullView& reference, const HullView& incident,
                    bool reference_is_a) {
    const bool in_incident = (in & incident_flag) != 0, out_incident = (out & incident_flag) != 0;
    in &= ~incident_flag, out &= ~incident_flag;
    if (in_incident != out_incident) {
        return in_incident == reference_is_a ? edge_pair_feature(out, in) : edge_pair_feature(in, out);
    }
    const HullView& hull = in_incident ? incident : reference;
    const HullEdge &e = hull.edges[in], &f = hull.edges[out];
    const bool first_shared = e.vertex_a == f.vertex_a || e.vertex_a == f.vertex_b;
    if (!first_shared && e.vertex_b != f.vertex_a && e.vertex_b != f.vertex_b) return odd_feature(in, out);
    const uint32_t vertex = first_shared ? e.vertex_a : e.vertex_b;
    return in_incident == reference_is_a ? vertex_b_feature(vertex) : vertex_a_feature(vertex);
}

/// Clips `first` by all sides of the face, using `second` as the other buffer; returns the one with the
/// result.
ClipPolygon* clip_by_face(ClipPolygon* first, ClipPolygon* second, const PlaneFrame& frame,
                          const HullView& hull, const HullFace& face) {
    float excess[most_points];
    const auto corner = [&](int i) {
        const int at = face.first + (i < face.count ? i : 0);
        return frame.project(hull.vertices[hull.face_vertices[at]], hull.face_edges[at]);
    };
    ClipPoint p = corner(0);
    for (int i = 0; i < face.count && first->count > 0; ++i) {
        const ClipPoint q = corner(i + 1);
        clip_side(*first, *second, p, q, excess);
        if (second->count >= 0) std::swap(first, second);
        p = q;
    }
    return first;
}

}  // namespace

int clip_hull_faces(Manifold& m, const HullView& reference, int face, const HullView& incident,
                    const Mat3& rotation, Vec3 offset, bool reference_is_a) {
    const PlaneFrame frame = frame_of(reference.faces[face]);
    ClipPolygon first, second;
    incident_polygon(first, frame, incident, rotation, offset);
    const ClipPolygon& polygon = *clip_by_face(&first, &second, frame, reference, reference.faces[face]);

    PlanePoint candidates[most_points];
    int source[most_points];
    int count = 0;
    for (int i = 0; i < polygon.count; ++i) {
        const ClipPoint& p = polygon.points[i];
        if (p.height > speculative_distance) continue;
        candidates[count] = {p.u, p.v, p.height};
        source[count++] = i;
    }
    int chosen[4];
    const int chosen_count = reduce_to_four(candidates, count, weight_of_height(m.turn), chosen);
    m.left_out = count > 4 || incident.padded_vertices > round_from;
    for (int i = 0; i < chosen_count; ++i) {
        const int at = source[chosen[i]];
        const ClipPoint& p = polygon.points[at];
        const uint32_t in = polygon.points[at > 0 ? at - 1 : polygon.count - 1].edge;
        const Vec3 position = p.u * frame.u + p.v * frame.v + (frame.offset + 0.5f * p.height) * frame.normal;
        m.points[i] = {position, p.height, feature_of(in, p.edge, reference, incident, reference_is_a)};
    }
    return chosen_count;
}

}  // namespace cairn::narrow
