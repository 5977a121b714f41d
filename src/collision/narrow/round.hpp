#pragma once
// Spheres and capsules among themselves: a core (point or segment) with a radius.

#include <cairn/shape.hpp>

#include "collision/manifold.hpp"

namespace cairn::narrow {

void collide_sphere_sphere(Manifold& m, const Sphere& a, const Sphere& b, const Transform& b_in_a);
void collide_sphere_capsule(Manifold& m, const Sphere& a, const Capsule& b, const Transform& b_in_a);
void collide_capsule_capsule(Manifold& m, const Capsule& a, const Capsule& b, const Transform& b_in_a);

/// The single contact of two round shapes whose cores are nearest at `core_a` and `core_b`. Where the cores
/// meet the unit vector `fallback` is the normal.
template <class Fallback>
void add_round_contact(Manifold& m, Vec3 core_a, float radius_a, Vec3 core_b, float radius_b,
                       Fallback fallback) {
    const Vec3 between = core_b - core_a;
    const float distance_squared = length_squared(between);
    const float reach = radius_a + radius_b;
    const float distance = std::sqrt(distance_squared);
    const float separation = distance - reach;
    if (separation > speculative_distance) return m.set_apart(separation);
    m.normal = distance > 1e-9f ? between / distance : fallback();
    m.points[0] = {core_a + (radius_a + 0.5f * separation) * m.normal, separation, 0};
    m.count = 1;
}

/// Replaces the single contact in `m` of capsule `a` with the round segment b0 b1 by two where they lie side
/// by side. Features: 0 and 1 the ends of a, 2 and 3 those of b.
void try_two_points(Manifold& m, const Capsule& a, Vec3 b0, Vec3 b1, float radius_b);

}  // namespace cairn::narrow
