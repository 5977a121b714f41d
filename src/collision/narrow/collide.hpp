#pragma once
// One door to all pairs of shapes.

#include "collision/manifold.hpp"
#include "collision/shape_view.hpp"

namespace cairn {

/// The manifold of shape `a` of body a and shape `b` of body b, in the frame of body a. The shapes are in the
/// frames of their bodies, `b_in_a` is the pose of body b seen from body a. Needs a.kind <= b.kind, and not
/// two half-spaces; `cache` belongs to the pair and is kept from step to step (only polyhedra use it).
void collide(Manifold& m, const ShapeView& a, const ShapeView& b, const Transform& b_in_a, AxisCache& cache);

}  // namespace cairn
