#pragma once
// Sphere against hull.

#include <cairn/shape.hpp>

#include "collision/manifold.hpp"

namespace cairn::narrow {

void collide_sphere_hull(Manifold& m, const Sphere& a, const HullData& b, const Transform& b_in_a);

}  // namespace cairn::narrow
