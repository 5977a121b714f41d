#pragma once
// Every shape against a half-space, which is always shape b.

#include <cairn/shape.hpp>

#include "collision/manifold.hpp"

namespace cairn::narrow {

void collide_sphere_half_space(Manifold& m, const Sphere& a, const HalfSpace& b, const Transform& b_in_a);
void collide_capsule_half_space(Manifold& m, const Capsule& a, const HalfSpace& b, const Transform& b_in_a);
void collide_box_half_space(Manifold& m, const Box& a, const HalfSpace& b, const Transform& b_in_a);
void collide_hull_half_space(Manifold& m, const HullData& a, const HalfSpace& b, const Transform& b_in_a);

}  // namespace cairn::narrow
