#pragma once
// Axis-aligned bounds of a shape in the world.

#include <cairn/shape.hpp>

namespace cairn {

/// How far the bounds of a half space reach: finite, so that areas of bounds stay finite too.
inline constexpr float half_space_reach = 1e9f;

/// Tight for every shape. Those of a half space end at its plane where the normal is along an axis of the
/// world.
Bounds shape_bounds(const Shape& shape, const Transform& transform);

}  // namespace cairn
