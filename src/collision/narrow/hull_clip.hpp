#pragma once
// Face against face of two polyhedra: the incident face clipped by the sides of the reference face (Catto
// 2005, 8.2).

#include "collision/manifold.hpp"
#include "collision/narrow/hull_view.hpp"

namespace cairn::narrow {

/// Contact points of reference face `face`, in the frame of the reference hull; `rotation` and `offset` take
/// the incident hull there. Writes at most four points and whether others were left out, returns their
/// number.
int clip_hull_faces(Manifold& m, const HullView& reference, int face, const HullView& incident,
                    const Mat3& rotation, Vec3 offset, bool reference_is_a);

}  // namespace cairn::narrow
