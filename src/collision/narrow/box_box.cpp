#include "collision/narrow/box_box.hpp"

#include "collision/narrow/box_axes.hpp"
#include "collision/narrow/feature.hpp"
#include "collision/narrow/reduce.hpp"
#include "collision/narrow/tolerances.hpp"

namespace cairn::narrow {
namespace {

constexpr int next_axis[3] = {1, 2, 0};
constexpr int last_axis[3] = {2, 0, 1};
constexpr int most_points = 8;  // a quadrilateral cut by four sides

// A corner of a box is three sign bits (bit i set: positive along axis i), an edge is its two corners in six
// bits, the corner with the lower number in the lower bits.
constexpr uint32_t edge_of(uint32_t corner, uint32_t other) {
    return corner < other ? corner | other << 3 : other | corner << 3;
}
constexpr uint32_t incident_flag = 1u << 6;  // the edge belongs to the incident box

/// Vertex of the clipped face in coordinates of the reference face; `edge` starts here and runs to the next
/// vertex.
struct ClipPoint {
    float u, v, height;
    uint32_t edge;
};

struct ClipPolygon {
    ClipPoint points[most_points];
    int count;
};

/// The face of the incident box most opposed to the reference normal, counter-clockwise or clockwise all
/// alike: clipping does not care. `pair.axes` are the incident axes in the frame of the reference box.
void incident_face(ClipPolygon& polygon, const BoxPair& pair, int axis, float side) {
    const float along[3] = {pair.axes.x[axis], pair.axes.y[axis], pair.axes.z[axis]};
    int j = abs_of(along[1]) > abs_of(along[0]) ? 1 : 0;
    if (abs_of(along[2]) > abs_of(along[j])) j = 2;
    const Vec3 columns[3] = {pair.axes.x, pair.axes.y, pair.axes.z};
    const float half[3] = {pair.half_b.x, pair.half_b.y, pair.half_b.z};
    const int k = next_axis[j], l = last_axis[j];
    const bool positive = side * along[j] < 0;
    const Vec3 middle = pair.offset + (positive ? half[j] : -half[j]) * columns[j];
    const Vec3 p = half[k] * columns[k], q = half[l] * columns[l];
    const Vec3 sum = p + q, difference = p - q;
    const Vec3 corners[4] = {middle + sum, middle - difference, middle - sum, middle + difference};
    const uint32_t base = positive ? 1u << j : 0;
    const uint32_t codes[4] = {base | 1u << k | 1u << l, base | 1u << l, base, base | 1u << k};
    const int u = next_axis[axis], v = last_axis[axis];
    for (int i = 0; i < 4; ++i) {
        const float c[3] = {corners[i].x, corners[i].y, corners[i].z};
        polygon.points[i] = {c[u], c[v], side * c[axis],
                             edge_of(codes[i], codes[(i + 1) & 3]) | incident_flag};
    }
    polygon.count = 4;
}

/// Cuts away what lies beyond `limit` along u (or v), `sign` choosing the side: one step of Sutherland and
/// Hodgman.
template <float ClipPoint::*along>
void clip_side(ClipPolygon& polygon, float sign, float limit, uint32_t edge) {
    float excess[most_points];
    bool outside = false;
    for (int i = 0; i < polygon.count; ++i) {
        excess[i] = sign * (polygon.points[i].*along) - limit;
        outside |= excess[i] > 0;
    }
    if (!outside) return;
    ClipPolygon cut;
    cut.count = 0;
    for (int i = 0; i < polygon.count; ++i) {
        const int next = i + 1 < polygon.count ? i + 1 : 0;
        const ClipPoint &p = polygon.points[i], &q = polygon.points[next];
        const bool p_inside = excess[i] <= 0, q_inside = excess[next] <= 0;
        if (p_inside && cut.count < most_points) cut.points[cut.count++] = p;
        if (p_inside == q_inside || cut.count == most_points) continue;
        const float t = excess[i] / (excess[i] - excess[next]);
        ClipPoint& crossing = cut.points[cut.count++];
        crossing = {p.u + t * (q.u - p.u), p.v + t * (q.v - p.v), p.height + t * (q.height - p.height),
                    p_inside ? edge : p.edge};
        crossing.*along = sign * limit;
    }
    polygon = cut;
}

/// The polygon of the incident face above the reference face, whose four edges are the other labels.
void clip_to_rectangle(ClipPolygon& polygon, float half_u, float half_v, int axis, float side) {
    const uint32_t base = side > 0 ? 1u << axis : 0;
    const uint32_t u_bit = 1u << next_axis[axis], v_bit = 1u << last_axis[axis];
    const uint32_t low = base, high_u = base | u_bit, high_v = base | v_bit, high = base | u_bit | v_bit;
    clip_side<&ClipPoint::u>(polygon, 1, half_u + clip_tolerance, edge_of(high_u, high));
    clip_side<&ClipPoint::u>(polygon, -1, half_u + clip_tolerance, edge_of(low, high_v));
    clip_side<&ClipPoint::v>(polygon, 1, half_v + clip_tolerance, edge_of(high_v, high));
    clip_side<&ClipPoint::v>(polygon, -1, half_v + clip_tolerance, edge_of(low, high_u));
}

/// What met in a vertex of the polygon, from the edges that run into it and out of it.
uint32_t feature_of(uint32_t in, uint32_t out, bool reference_is_a) {
    const bool in_incident = (in & incident_flag) != 0, out_incident = (out & incident_flag) != 0;
    in &= 63, out &= 63;
    if (in_incident != out_incident) {
        return in_incident == reference_is_a ? edge_pair_feature(out, in) : edge_pair_feature(in, out);
    }
    const uint32_t in_low = in & 7, in_high = in >> 3, out_low = out & 7, out_high = out >> 3;
    const bool low_shared = in_low == out_low || in_low == out_high;
    if (!low_shared && in_high != out_low && in_high != out_high) return odd_feature(in, out);
    const uint32_t corner = low_shared ? in_low : in_high;
    return in_incident == reference_is_a ? vertex_b_feature(corner) : vertex_a_feature(corner);
}

/// Contact points of a face contact in the frame of the reference box; `pair` sees the incident box from
/// there.
int face_points(ManifoldPoint* out, const BoxPair& pair, int axis, float side, bool reference_is_a) {
    const float half[3] = {pair.half_a.x, pair.half_a.y, pair.half_a.z};
    const int u = next_axis[axis], v = last_axis[axis];
    ClipPolygon polygon;
    incident_face(polygon, pair, axis, side);
    clip_to_rectangle(polygon, half[u], half[v], axis, side);

    PlanePoint candidates[most_points];
    int source[most_points];
    int count = 0;
    for (int i = 0; i < polygon.count; ++i) {
        const ClipPoint& p = polygon.points[i];
        const float separation = p.height - half[axis];
        if (separation > speculative_distance) continue;
        candidates[count] = {p.u, p.v, separation};
        source[count++] = i;
    }
    int chosen[4];
    const int chosen_count = reduce_to_four(candidates, count, 0, chosen);
    for (int i = 0; i < chosen_count; ++i) {
        const PlanePoint& p = candidates[chosen[i]];
        const int at = source[chosen[i]];
        const uint32_t in = polygon.points[at > 0 ? at - 1 : polygon.count - 1].edge;
        float position[3];
        position[u] = p.u, position[v] = p.v;
        position[axis] = side * (half[axis] + 0.5f * p.separation);
        out[i] = {{position[0], position[1], position[2]},
                  p.separation,
                  feature_of(in, polygon.points[at].edge, reference_is_a)};
    }
    return chosen_count;
}

void face_of_a(Manifold& m, const BoxPair& pair, int axis) {
    const float side = pair.offset[axis] >= 0 ? 1.0f : -1.0f;
    m.count = face_points(m.points, pair, axis, side, true);
    m.normal = {axis == 0 ? side : 0, axis == 1 ? side : 0, axis == 2 ? side : 0};
}

void face_of_b(Manifold& m, const BoxPair& pair, int axis) {
    const BoxPair turned{pair.half_b, pair.half_a, -transpose_times(pair.axes, pair.offset),
                         transpose(pair.axes)};
    const float side = turned.offset[axis] >= 0 ? 1.0f : -1.0f;
    m.count = face_points(m.points, turned, axis, side, false);
    for (int i = 0; i < m.count; ++i) m.points[i].position = pair.offset + pair.axes * m.points[i].position;
    const Vec3 normal = axis == 0 ? pair.axes.x : axis == 1 ? pair.axes.y : pair.axes.z;
    m.normal = -side * normal;
}

/// The edge of a box that reaches farthest along `direction` (in the frame of the box) among those along
/// `axis`: its middle, and its label.
Vec3 edge_middle(Vec3 half, int axis, Vec3 direction, uint32_t& label) {
    uint32_t corner = 0;
    Vec3 middle;
    for (int i = 0; i < 3; ++i) {
        if (i == axis) continue;
        const bool positive = direction[i] > 0;
        middle[i] = positive ? half[i] : -half[i];
        corner |= positive ? 1u << i : 0;
    }
    label = edge_of(corner, corner | 1u << axis);
    return middle;
}

void edge_contact(Manifold& m, const BoxPair& pair, const BoxAxis& axis) {
    const Vec3 columns[3] = {pair.axes.x, pair.axes.y, pair.axes.z};
    const Vec3 along_b = columns[axis.b];
    Vec3 along_a;
    along_a[axis.a] = 1;
    Vec3 normal = cross(along_a, along_b);
    const float length_squared = dot(normal, normal);
    normal = normal / std::sqrt(length_squared);
    if (dot(normal, pair.offset) < 0) normal = -normal;

    uint32_t edge_a = 0, edge_b = 0;
    const Vec3 middle_a = edge_middle(pair.half_a, axis.a, normal, edge_a);
    const Vec3 local_b = edge_middle(pair.half_b, axis.b, -transpose_times(pair.axes, normal), edge_b);
    const Vec3 middle_b = pair.offset + pair.axes * local_b;

    // Nearest points of the two lines (their directions are unit vectors), kept on the edges.
    const Vec3 between = middle_b - middle_a;
    const float cosine = along_b[axis.a];
    const float on_a = between[axis.a], on_b = dot(between, along_b);
    const float reach_a = pair.half_a[axis.a], reach_b = pair.half_b[axis.b];
    const float s = clamp_to((on_a - cosine * on_b) / length_squared, -reach_a, reach_a);
    const float t = clamp_to((cosine * on_a - on_b) / length_squared, -reach_b, reach_b);
    const Vec3 point_a = middle_a + s * along_a, point_b = middle_b + t * along_b;
    m.normal = normal;
    m.count = 1;
    m.points[0] = {0.5f * (point_a + point_b), axis.separation, edge_pair_feature(edge_a, edge_b)};
}

/// The corner of a box that reaches farthest along `direction`, both in the frame of the box.
Vec3 far_corner(Vec3 half, Vec3 direction, uint32_t& label) {
    Vec3 corner;
    label = 0;
    for (int i = 0; i < 3; ++i) {
        const bool positive = direction[i] > 0;
        corner[i] = positive ? half[i] : -half[i];
        label |= positive ? 1u << i : 0;
    }
    return corner;
}

/// For boxes that overlap though no clipped point does: the corner deepest below the chosen face.
void corner_contact(Manifold& m, const BoxPair& pair, const BoxAxis& axis) {
    uint32_t label = 0;
    m.count = 1;
    if (axis.kind == 1) {
        const Vec3 local = far_corner(pair.half_b, -transpose_times(pair.axes, m.normal), label);
        const Vec3 corner = pair.offset + pair.axes * local;
        m.points[0] = {corner - 0.5f * axis.separation * m.normal, axis.separation, vertex_b_feature(label)};
    } else {
        const Vec3 corner = far_corner(pair.half_a, m.normal, label);
        m.points[0] = {corner + 0.5f * axis.separation * m.normal, axis.separation, vertex_a_feature(label)};
    }
}

BoxPair make_pair(const Box& a, const Box& b, const Transform& b_in_a) {
    const Vec3 offset = inverse_rotate(a.rotation, b_in_a * b.center - a.center);
    const Quat rotation = conjugate(a.rotation) * (b_in_a.rotation * b.rotation);
    return {a.half_extents, b.half_extents, offset, to_matrix(rotation)};
}

}  // namespace

void collide_box_box(Manifold& m, const Box& a, const Box& b, const Transform& b_in_a, AxisCache& cache) {
    m.count = 0;
    const BoxPair pair = make_pair(a, b, b_in_a);
    BoxAxis face, edge;
    const bool was_edge = cache.kind == 3;
    if (!find_box_axes(pair, cache, face, edge)) return m.set_apart(face.separation);

    if (face.kind == 1) face_of_a(m, pair, face.a);
    if (face.kind == 2) face_of_b(m, pair, face.b);
    const bool ahead =
        edge.kind == 3 && edge.separation > face.separation + edge_margin(face.separation, was_edge);
    const bool edges =
        ahead && prefer_edges(m, was_edge, [&](Manifold& of_edges) { edge_contact(of_edges, pair, edge); });
    if (!ahead && m.count == 0 && face.separation <= 0) {
        if (edge.kind == 3 && edge.separation > face.separation - edge_margin(face.separation, false)) {
            edge_contact(m, pair, edge);
        } else {
            corner_contact(m, pair, face);
        }
    }
    remember(cache, edges ? edge : face);
    make_features_unique(m);
    if (a.rotation == Quat{} && a.center == Vec3{}) return;
    m.normal = rotate(a.rotation, m.normal);
    for (int i = 0; i < m.count; ++i) {
        m.points[i].position = a.center + rotate(a.rotation, m.points[i].position);
    }
}

}  // namespace cairn::narrow
