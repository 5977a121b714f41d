#pragma once
// Box against box, the commonest pair: separating axes among 15, then the faces clipped as rectangles.

#include <cairn/shape.hpp>

#include "collision/manifold.hpp"

namespace cairn::narrow {

/// `b_in_a` is the pose of body b seen from body a. `cache` carries the axis from step to step.
void collide_box_box(Manifold& m, const Box& a, const Box& b, const Transform& b_in_a, AxisCache& cache);

}  // namespace cairn::narrow
