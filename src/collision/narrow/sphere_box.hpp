#pragma once
// Sphere against box, in closed form.

#include <cairn/shape.hpp>

#include "collision/manifold.hpp"

namespace cairn::narrow {

void collide_sphere_box(Manifold& m, const Sphere& a, const Box& b, const Transform& b_in_a);

}  // namespace cairn::narrow
