#include "collision/narrow/capsule_hull.hpp"

#include "collision/narrow/feature.hpp"
#include "collision/narrow/hull_view.hpp"
#include "collision/narrow/round.hpp"
#include "collision/narrow/segment.hpp"
#include "collision/narrow/tolerances.hpp"

namespace cairn::narrow {
namespace {

/// The id of a contact that is alone and wanders over edges and corners of the hull; no two-point contact has
/// it.
constexpr uint32_t single_feature = 4;

/// The core of the capsule in the frame of the hull, and the heights of its ends above all faces.
struct Core {
    Vec3 p, q;
    float radius;
    float p_height[most_faces], q_height[most_faces];
    float height[most_faces];  // the lower of the two
};

/// Whether some of the core is inside the hull: what all planes leave of it.
bool core_is_inside(const HullView& hull, const Core& core) {
    float low = 0, high = 1;
    for (int i = 0; i < hull.face_count; ++i) {
        const float p = core.p_height[i], q = core.q_height[i];
        if (p > 0 && q > 0) return false;
        if (p <= 0 && q <= 0) continue;
        const float at = p / (p - q);
        if (p > 0) low = max_of(low, at);
        if (q > 0) high = min_of(high, at);
    }
    return low <= high;
}

struct NearestFeature {
    float distance_squared = 1e30f;
    Vec3 on_core, on_hull;
    int edge = -1;  // -1: an end of the core above a face
};

void consider_end(const HullView& hull, Vec3 end, const float* heights, NearestFeature& best) {
    const int top = first_largest(heights, hull.padded_faces);
    const float height = heights[top];
    if (height <= 0 || height * height >= best.distance_squared || !above_face(hull, hull.faces[top], end))
        return;
    best = {height * height, end, end - height * hull.faces[top].normal, -1};
}

void consider_edge(const HullView& hull, const Core& core, int edge, NearestFeature& best) {
    const HullEdge& e = hull.edges[edge];
    const SegmentPair pair =
        nearest_of_segments(core.p, core.q, hull.vertices[e.vertex_a], hull.vertices[e.vertex_b]);
    const float squared = length_squared(pair.on_b - pair.on_a);
    if (squared < best.distance_squared) best = {squared, pair.on_a, pair.on_b, edge};
}

/// Of a core outside the hull: an end above the inside of a face, or the core against an edge. The edges of
/// the face `top` come first; others are nearer only where they come up to a level just below that face.
NearestFeature nearest_feature(const HullView& hull, const Core& core, int top) {
    NearestFeature best;
    consider_end(hull, core.p, core.p_height, best);
    consider_end(hull, core.q, core.q_height, best);
    const HullFace& face = hull.faces[top];
    for (int i = 0; i < face.count; ++i) consider_edge(hull, core, hull.face_edges[face.first + i], best);
    float heights[most_vertices];
    vertex_heights(hull, face.normal, heights);
    const float core_level = face.offset + core.height[top];
    float level = core_level - std::sqrt(best.distance_squared);
    for (int i = 0; i < hull.edge_count; ++i) {
        const HullEdge& e = hull.edges[i];
        if (max_of(heights[e.vertex_a], heights[e.vertex_b]) <= level) continue;
        const float before = best.distance_squared;
        consider_edge(hull, core, i, best);
        if (best.distance_squared < before) level = core_level - std::sqrt(best.distance_squared);
    }
    return best;
}

struct CoreEnd {
    Vec3 at;
    float height;
    uint32_t feature;  // an end of the core, or the edge of the face that cuts it
};

/// The part of the core above a face, by its two ends; false where no part is.
bool clip_core(const HullView& hull, const Core& core, int index, CoreEnd ends[2]) {
    const HullFace& face = hull.faces[index];
    float low = 0, high = 1;
    uint32_t low_feature = vertex_a_feature(0), high_feature = vertex_a_feature(1);
    for (int i = 0; i < face.count; ++i) {
        const int at = face.first + i, next = face.first + (i + 1 < face.count ? i + 1 : 0);
        const Vec3 from = hull.vertices[hull.face_vertices[at]], to = hull.vertices[hull.face_vertices[next]];
        const Vec3 outward = normalized(cross(to - from, face.normal));
        const float p = dot(outward, core.p - from) - clip_tolerance,
                    q = dot(outward, core.q - from) - clip_tolerance;
        if (p > 0 && q > 0) return false;
        if (p <= 0 && q <= 0) continue;
        const float cut = p / (p - q);
        if (p > 0 && cut > low) low = cut, low_feature = edge_pair_feature(0, hull.face_edges[at]);
        if (q > 0 && cut < high) high = cut, high_feature = edge_pair_feature(1, hull.face_edges[at]);
    }
    if (low > high) return false;
    const float p = core.p_height[index], q = core.q_height[index];
    ends[0] = {core.p + low * (core.q - core.p), p + low * (q - p), low_feature};
    ends[1] = {core.p + high * (core.q - core.p), p + high * (q - p), high_feature};
    return true;
}

/// Up to two points on a face, if the core comes down to a height between these two above it there. A stretch
/// too short to carry a moment is one point, its lower end.
bool face_contact(Manifold& m, const HullView& hull, const Core& core, int face, float least, float most) {
    CoreEnd ends[2];
    m.count = 0;
    if (!clip_core(hull, core, face, ends)) return false;
    const float height = min_of(ends[0].height, ends[1].height);
    if (height < least || height > most) return false;
    m.normal = -hull.faces[face].normal;
    const bool is_point = length_squared(ends[1].at - ends[0].at) <= linear_slop * linear_slop;
    const int lower = ends[1].height < ends[0].height ? 1 : 0;
    for (int i = 0; i < 2; ++i) {
        const float separation = ends[i].height - core.radius;
        if (separation > speculative_distance || (is_point && i != lower)) continue;
        m.points[m.count++] = {ends[i].at + (core.radius + 0.5f * separation) * m.normal, separation,
                               ends[i].feature};
    }
    return m.count > 0;
}

struct EdgeAxis {
    float separation = -1e30f;
    Vec3 outward;
    int edge = -1;
};

/// For a core inside the hull: the best axis across the core and an edge whose face normals lie on both sides
/// of it.
EdgeAxis best_edge_axis(const HullView& hull, const Core& core) {
    EdgeAxis best;
    const Vec3 along = core.q - core.p;
    for (int i = 0; i < hull.edge_count; ++i) {
        const HullEdge& e = hull.edges[i];
        if (dot(hull.faces[e.face_left].normal, along) * dot(hull.faces[e.face_right].normal, along) >= 0)
            continue;
        const Vec3 from = hull.vertices[e.vertex_a], edge = hull.vertices[e.vertex_b] - from;
        Vec3 n = cross(along, edge);
        const float size = length_squared(n);
        if (size <= parallel_tolerance * length_squared(along) * length_squared(edge)) continue;
        n = n / std::sqrt(size);
        if (dot(n, hull.faces[e.face_left].normal + hull.faces[e.face_right].normal) < 0) n = -n;
        const float separation = dot(n, core.p - from);
        if (separation > best.separation) best = {separation, n, i};
    }
    return best;
}

void edge_contact(Manifold& m, const HullView& hull, const Core& core, const EdgeAxis& axis) {
    const HullEdge& e = hull.edges[axis.edge];
    const SegmentPair pair =
        nearest_of_segments(core.p, core.q, hull.vertices[e.vertex_a], hull.vertices[e.vertex_b]);
    const float separation = axis.separation - core.radius;
    m.normal = -axis.outward;
    m.count = 1;
    m.points[0] = {pair.on_a + (core.radius + 0.5f * separation) * m.normal, separation, single_feature};
}

/// The deepest end straight out of a face.
void end_contact(Manifold& m, const HullView& hull, const Core& core, int face) {
    const bool first = core.p_height[face] <= core.q_height[face];
    const float separation = core.height[face] - core.radius;
    m.normal = -hull.faces[face].normal;
    m.count = 1;
    m.points[0] = {(first ? core.p : core.q) + (core.radius + 0.5f * separation) * m.normal, separation,
                   vertex_a_feature(first ? 0 : 1)};
}

int face_towards(const HullView& hull, Vec3 direction) {
    int best = 0;
    for (int i = 1; i < hull.face_count; ++i)
        if (dot(hull.faces[i].normal, direction) > dot(hull.faces[best].normal, direction)) best = i;
    return best;
}

void outside_contact(Manifold& m, const HullView& hull, const Core& core, int top) {
    const NearestFeature nearest = nearest_feature(hull, core, top);
    const float distance = std::sqrt(nearest.distance_squared);
    if (distance - core.radius > speculative_distance) return m.set_apart(distance - core.radius);
    // Where a face says the same it gives two points instead of one. The core may come lower than that beyond
    // the face, as a long one does that lies across a plank: then it is the face that it is nearest to.
    const float margin = 0.2f * linear_slop;
    const bool lowest_here = core.height[top] >= distance - margin;
    const int face = lowest_here ? top : face_towards(hull, nearest.on_core - nearest.on_hull);
    if (face_contact(m, hull, core, face, distance - margin, distance + margin) &&
        (lowest_here || m.count > 1))
        return;
    m.count = 0;
    add_round_contact(m, nearest.on_core, core.radius, nearest.on_hull, 0,
                      [&] { return -hull.faces[top].normal; });
    if (m.count == 0) return;
    m.points[0].feature = single_feature;
    if (nearest.edge < 0) return;
    const HullEdge& e = hull.edges[nearest.edge];
    const Capsule capsule{core.p, core.q, core.radius};
    const Vec3 edge = hull.vertices[e.vertex_b] - hull.vertices[e.vertex_a], along = core.q - core.p;
    if (length_squared(cross(edge, along)) < 0.1f * length_squared(edge) * length_squared(along)) {
        try_two_points(m, capsule, hull.vertices[e.vertex_a], hull.vertices[e.vertex_b], 0);
    }
}

void inside_contact(Manifold& m, const HullView& hull, const Core& core, int top) {
    const EdgeAxis edge = best_edge_axis(hull, core);
    const bool above_face = face_contact(m, hull, core, top, -1e30f, 0);
    if (edge.separation > core.height[top] + edge_margin(core.height[top], false)) {
        prefer_edges(m, false, [&](Manifold& of_edge) { edge_contact(of_edge, hull, core, edge); });
    } else if (!above_face) {
        end_contact(m, hull, core, top);
    }
}

void collide_capsule_polyhedron(Manifold& m, const Capsule& a, const HullView& hull,
                                const Transform& b_in_a) {
    m.count = 0;
    Core core;
    core.p = inverse_times(b_in_a, a.a), core.q = inverse_times(b_in_a, a.b), core.radius = a.radius;
    plane_distances(hull, core.p, core.p_height);
    plane_distances(hull, core.q, core.q_height);
    for (int i = 0; i < hull.padded_faces; ++i) core.height[i] = min_of(core.p_height[i], core.q_height[i]);
    const int top = first_largest(core.height, hull.padded_faces);
    if (core.height[top] - a.radius > speculative_distance) return m.set_apart(core.height[top] - a.radius);
    if (core.height[top] <= 0 && core_is_inside(hull, core)) {
        inside_contact(m, hull, core, top);
    } else {
        outside_contact(m, hull, core, top);
    }
    m.normal = rotate(b_in_a.rotation, m.normal);
    for (int i = 0; i < m.count; ++i) m.points[i].position = b_in_a * m.points[i].position;
    make_features_unique(m);
}

/// A capsule that lies above a box, between the sides of one of its faces, or far from one: what most
/// capsules on floors do, and simple enough to be answered without the polyhedron. False where it is neither.
bool lies_on_face(Manifold& m, const Capsule& a, const Box& b, const Transform& b_in_a) {
    const Vec3 p = inverse_rotate(b.rotation, inverse_times(b_in_a, a.a) - b.center);
    const Vec3 q = inverse_rotate(b.rotation, inverse_times(b_in_a, a.b) - b.center);
    int axis = 0;
    float highest = -1e30f;
    bool positive = false;
    for (int i = 0; i < 3; ++i) {
        const float above = min_of(p[i], q[i]) - b.half_extents[i],
                    below = -max_of(p[i], q[i]) - b.half_extents[i];
        if (max_of(above, below) > highest)
            axis = i, highest = max_of(above, below), positive = above >= below;
    }
    if (highest - a.radius > speculative_distance) return m.set_apart(highest - a.radius), true;
    if (highest <= 0) return false;
    for (int i = 0; i < 3; ++i)
        if (i != axis && max_of(abs_of(p[i]), abs_of(q[i])) > b.half_extents[i]) return false;
    Vec3 inward;
    inward[axis] = positive ? -1.0f : 1.0f;
    m.normal = rotate(b_in_a.rotation, rotate(b.rotation, inward));
    const bool is_point = length_squared(a.b - a.a) <= linear_slop * linear_slop;
    const int lower = abs_of(q[axis]) < abs_of(p[axis]) ? 1 : 0;
    for (int i = 0; i < 2; ++i) {
        const float separation = abs_of(i == 0 ? p[axis] : q[axis]) - b.half_extents[axis] - a.radius;
        if (separation > speculative_distance || (is_point && i != lower)) continue;
        m.points[m.count++] = {(i == 0 ? a.a : a.b) + (a.radius + 0.5f * separation) * m.normal, separation,
                               vertex_a_feature(static_cast<uint32_t>(i))};
    }
    return true;
}

}  // namespace

void collide_capsule_hull(Manifold& m, const Capsule& a, const HullData& b, const Transform& b_in_a) {
    collide_capsule_polyhedron(m, a, view_of(b), b_in_a);
}

void collide_capsule_box(Manifold& m, const Capsule& a, const Box& b, const Transform& b_in_a) {
    m.count = 0;
    if (lies_on_face(m, a, b, b_in_a)) return;
    const BoxHull box(b);
    collide_capsule_polyhedron(m, a, box.view(), b_in_a);
}

}  // namespace cairn::narrow
