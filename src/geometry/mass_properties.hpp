#pragma once
// Putting mass properties together. Those of a single shape are in <cairn/shape.hpp>.

#include <span>

#include <cairn/shape.hpp>

namespace cairn {

/// Inertia about a point that is `offset` away from the centre of mass (parallel axis theorem).
Mat3 shifted_inertia(const MassProperties& mass, Vec3 offset);

/// Of several parts as one rigid body. Zero mass where no part has any.
MassProperties combine(std::span<const MassProperties> parts);

}  // namespace cairn
