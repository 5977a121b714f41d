#include "collision/narrow/sphere_box.hpp"

namespace cairn::narrow {

void collide_sphere_box(Manifold& m, const Sphere& a, const Box& b, const Transform& b_in_a) {
    m.count = 0;
    const Vec3 center = inverse_rotate(b.rotation, inverse_times(b_in_a, a.center) - b.center);
    const Vec3 half = b.half_extents;
    const Vec3 nearest = max_of(-half, min_of(center, half));
    const Vec3 outward = center - nearest;
    const float distance_squared = length_squared(outward);
    float distance = std::sqrt(distance_squared);
    if (distance - a.radius > speculative_distance) return m.set_apart(distance - a.radius);

    Vec3 normal;  // from the sphere to the box, in the frame of the box
    if (distance > 1e-9f) {
        normal = outward / -distance;
    } else {  // the centre is inside: out through the nearest face
        const Vec3 depth = half - abs_of(center);
        int axis = depth.y < depth.x ? 1 : 0;
        if (depth.z < depth[axis]) axis = 2;
        normal[axis] = center[axis] < 0 ? 1.0f : -1.0f;
        distance = -depth[axis];
    }
    const float separation = distance - a.radius;
    m.normal = rotate(b_in_a.rotation, rotate(b.rotation, normal));
    m.points[0] = {a.center + (a.radius + 0.5f * separation) * m.normal, separation, 0};
    m.count = 1;
}

}  // namespace cairn::narrow
