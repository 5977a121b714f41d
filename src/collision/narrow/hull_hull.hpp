#pragma once
// Polyhedron against polyhedron: hulls, and boxes that meet hulls.

#include <cairn/shape.hpp>

#include "collision/manifold.hpp"
#include "collision/narrow/hull_view.hpp"

namespace cairn::narrow {

void collide_polyhedra(Manifold& m, const HullView& a, const HullView& b, const Transform& b_in_a,
                       AxisCache& cache);
void collide_hull_hull(Manifold& m, const HullData& a, const HullData& b, const Transform& b_in_a,
                       AxisCache& cache);
void collide_box_hull(Manifold& m, const Box& a, const HullData& b, const Transform& b_in_a,
                      AxisCache& cache);

}  // namespace cairn::narrow
