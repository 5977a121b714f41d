#include "collision/narrow/sphere_hull.hpp"

#include "collision/narrow/hull_view.hpp"
#include "collision/narrow/segment.hpp"

namespace cairn::narrow {
namespace {

/// The nearest point on the edges that the point can see: on at least one of its faces' outer sides. An edge
/// is no nearer than the planes of its faces, which rules out most.
Vec3 nearest_on_edges(const HullView& hull, const float* distances, Vec3 point) {
    Vec3 best;
    float best_squared = 1e30f;
    for (int i = 0; i < hull.edge_count; ++i) {
        const HullEdge& e = hull.edges[i];
        const float above = max_of(distances[e.face_left], distances[e.face_right]);
        if (above <= 0 || above * above >= best_squared) continue;
        const Vec3 near = nearest_on_segment(point, hull.vertices[e.vertex_a], hull.vertices[e.vertex_b]);
        const float squared = length_squared(point - near);
        if (squared < best_squared) best_squared = squared, best = near;
    }
    return best;
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
    int top = 0;
    for (int i = 1; i < hull.face_count; ++i) {
        if (distances[i] > distances[top]) top = i;
    }
    if (distances[top] > a.radius + speculative_distance) return;

    const HullFace& face = hull.faces[top];
    Vec3 normal = -face.normal;  // from the sphere to the hull
    float distance = distances[top];
    if (distance > 1e-6f && !above_face(hull, face, center)) {
        const Vec3 between = nearest_on_edges(hull, distances, center) - center;
        distance = length(between);
        normal = between / distance;
    }
    const float separation = distance - a.radius;
    if (separation > speculative_distance) return;
    m.normal = rotate(b_in_a.rotation, normal);
    m.points[0] = {a.center + (a.radius + 0.5f * separation) * m.normal, separation, 0};
    m.count = 1;
}

}  // namespace cairn::narrow
