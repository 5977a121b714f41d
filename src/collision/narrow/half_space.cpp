#include "collision/narrow/half_space.hpp"

#include "collision/narrow/feature.hpp"
#include "collision/narrow/reduce.hpp"
#include "geometry/hull_data.hpp"

namespace cairn::narrow {
namespace {

/// The plane seen from body a: normal . x = offset, solid below.
struct Plane {
    Vec3 normal;
    float offset;

    float distance(Vec3 p) const { return dot(normal, p) - offset; }
};

Plane plane_in_a(const HalfSpace& b, const Transform& b_in_a) {
    const Vec3 normal = rotate(b_in_a.rotation, b.normal);
    return {normal, b.offset + dot(normal, b_in_a.position)};
}

void add_point(Manifold& m, const Plane& plane, Vec3 core, float radius, float separation, uint32_t feature) {
    m.points[m.count++] = {core - (radius + 0.5f * separation) * plane.normal, separation, feature};
}

}  // namespace

void collide_sphere_half_space(Manifold& m, const Sphere& a, const HalfSpace& b, const Transform& b_in_a) {
    m.count = 0;
    const Plane plane = plane_in_a(b, b_in_a);
    m.normal = -plane.normal;
    const float separation = plane.distance(a.center) - a.radius;
    if (separation > speculative_distance) return m.set_apart(separation);
    add_point(m, plane, a.center, a.radius, separation, 0);
}

void collide_capsule_half_space(Manifold& m, const Capsule& a, const HalfSpace& b, const Transform& b_in_a) {
    m.count = 0;
    const Plane plane = plane_in_a(b, b_in_a);
    m.normal = -plane.normal;
    const float first = plane.distance(a.a) - a.radius, second = plane.distance(a.b) - a.radius;
    if (min_of(first, second) > speculative_distance) return m.set_apart(min_of(first, second));
    if (first <= speculative_distance) add_point(m, plane, a.a, a.radius, first, 0);
    if (second <= speculative_distance && a.a != a.b) add_point(m, plane, a.b, a.radius, second, 1);
}

/// The face most opposed to the plane; its corners are the points, named by their sign bits.
void collide_box_half_space(Manifold& m, const Box& a, const HalfSpace& b, const Transform& b_in_a) {
    m.count = 0;
    const Plane plane = plane_in_a(b, b_in_a);
    m.normal = -plane.normal;
    const Mat3 axes = to_matrix(a.rotation);
    const Vec3 down = -transpose_times(axes, plane.normal);
    int i = abs_of(down.y) > abs_of(down.x) ? 1 : 0;
    if (abs_of(down.z) > abs_of(down[i])) i = 2;
    const int j = i == 2 ? 0 : i + 1, k = i == 0 ? 2 : i - 1;

    const Vec3 columns[3] = {axes.x, axes.y, axes.z};
    const float half[3] = {a.half_extents.x, a.half_extents.y, a.half_extents.z};
    const bool positive = down[i] > 0;
    const Vec3 middle = a.center + (positive ? half[i] : -half[i]) * columns[i];
    const float height = plane.distance(middle);
    const Vec3 along_j = half[j] * columns[j], along_k = half[k] * columns[k];
    const float rise_j = dot(plane.normal, along_j), rise_k = dot(plane.normal, along_k);
    const float lowest = height - abs_of(rise_j) - abs_of(rise_k);
    if (lowest > speculative_distance) return m.set_apart(lowest);
    for (int corner = 0; corner < 4; ++corner) {
        const float sign_j = corner == 0 || corner == 3 ? 1.0f : -1.0f, sign_k = corner < 2 ? 1.0f : -1.0f;
        const float separation = height + sign_j * rise_j + sign_k * rise_k;
        if (separation > speculative_distance) continue;
        const uint32_t code =
            (positive ? 1u << i : 0) | (sign_j > 0 ? 1u << j : 0) | (sign_k > 0 ? 1u << k : 0);
        add_point(m, plane, middle + sign_j * along_j + sign_k * along_k, 0, separation,
                  vertex_a_feature(code));
    }
}

/// All vertices near the plane, reduced. Those far above the lowest one do not count, else the top of a hull
/// smaller than the speculative distance would be taken for its foot.
void collide_hull_half_space(Manifold& m, const HullData& a, const HalfSpace& b, const Transform& b_in_a) {
    m.count = 0;
    const Plane plane = plane_in_a(b, b_in_a);
    m.normal = -plane.normal;
    constexpr int most = 256;
    float distance[most];
    const int padded = static_cast<int>(a.vertex_x.size());
    const float *x = a.vertex_x.data(), *y = a.vertex_y.data(), *z = a.vertex_z.data();
    const Vec3 n = plane.normal;
    for (int i = 0; i < padded; ++i) distance[i] = n.x * x[i] + n.y * y[i] + n.z * z[i] - plane.offset;
    float lowest = 1e30f;
    for (int i = 0; i < padded; ++i) lowest = min_of(lowest, distance[i]);
    if (lowest > speculative_distance) return m.set_apart(lowest);

    const float limit = min_of(speculative_distance, lowest + 1.5f * a.inner_radius);
    const Vec3 u = perpendicular(n), v = cross(n, u);
    PlanePoint points[most];
    int vertex[most], count = 0, chosen[4];
    for (int i = 0; i < static_cast<int>(a.vertices.size()); ++i) {
        if (distance[i] > limit) continue;
        vertex[count] = i;
        points[count++] = {dot(u, a.vertices[i]), dot(v, a.vertices[i]), distance[i]};
    }
    const int chosen_count = reduce_to_four(points, count, weight_of_height(m.turn), chosen);
    m.left_out = count > 4;
    for (int i = 0; i < chosen_count; ++i) {
        const int at = vertex[chosen[i]];
        add_point(m, plane, a.vertices[at], 0, distance[at], vertex_a_feature(static_cast<uint32_t>(at)));
    }
}

}  // namespace cairn::narrow
