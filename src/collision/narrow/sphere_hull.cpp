#include "collision/narrow/sphere_hull.hpp"

#include "collision/narrow/hull_view.hpp"
#include "collision/narrow/segment.hpp"

namespace cairn::narrow {
namespace {

struct NearestPoint {
    Vec3 at;
    float distance_squared = 1e30f;
};

void consider_edge(const HullView& hull, int edge, Vec3 point, NearestPoint& best) {
    const HullEdge& e = hull.edges[edge];
    const Vec3 near = nearest_on_segment(point, hull.vertices[e.vertex_a], hull.vertices[e.vertex_b]);
    const float squared = length_squared(point - near);
    if (squared < best.distance_squared) best = {near, squared};
}

/// The nearest point on the edges, for a point `distance` above the plane of `face`. The edges of that face
/// come first; others are nearer only where they come up to a level just below the face.
Vec3 nearest_on_edges(const HullView& hull, const HullFace& face, float distance, Vec3 point) {
    NearestPoint best;
    for (int i = 0; i < face.count; ++i) consider_edge(hull, hull.face_edges[face.first + i], point, best);
    float heights[most_vertices];
    vertex_heights(hull, face.normal, heights);
    const float level = face.offset + distance - std::sqrt(best.distance_squared);
    for (int i = 0; i < hull.edge_count; ++i) {
        const HullEdge& e = hull.edges[i];
        if (max_of(heights[e.vertex_a], heights[e.vertex_b]) > level) consider_edge(hull, i, point, best);
    }
    return best.at;
}

}  // namespace

// The hull is no nearer than the plane of any face. So where the nearest point is inside a face it is the
// face whose plane is farthest away; else it is on an edge.
void collide_sphere_hull(Manifold& m, const Sphere& a, const HullData& b, const Transform& b_in_a) {
    m.count = 0;
    const HullView hull = view_of(b);
    const Vec3 center = inverse_times(b_in_a, a.center);
    float distances[most_faces];
    plane_distances(hull, center, distances);
    const int top = first_largest(distances, hull.padded_faces);
    if (distances[top] - a.radius > speculative_distance) return m.set_apart(distances[top] - a.radius);

    const HullFace& face = hull.faces[top];
    Vec3 normal = -face.normal;  // from the sphere to the hull
    float distance = distances[top];
    if (distance > 1e-6f && !above_face(hull, face, center)) {
        const Vec3 between = nearest_on_edges(hull, face, distance, center) - center;
        distance = length(between);
        normal = between / distance;
    }
    const float separation = distance - a.radius;
    if (separation > speculative_distance) return m.set_apart(separation);
    m.normal = rotate(b_in_a.rotation, normal);
    m.points[0] = {a.center + (a.radius + 0.5f * separation) * m.normal, separation, 0};
    m.count = 1;
}

}  // namespace cairn::narrow
