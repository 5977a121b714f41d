#pragma once
// Capsule against hull, and against box.

#include <cairn/shape.hpp>

#include "collision/manifold.hpp"

namespace cairn::narrow {

void collide_capsule_hull(Manifold& m, const Capsule& a, const HullData& b, const Transform& b_in_a);
void collide_capsule_box(Manifold& m, const Capsule& a, const Box& b, const Transform& b_in_a);

}  // namespace cairn::narrow
