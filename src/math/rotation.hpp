#pragma once
// Rotations and the vectors (axis times angle) that generate them.

#include <cairn/math.hpp>

namespace cairn {

/// The rotation by |v| radians about v: the exact solution of q' = 1/2 w q for constant w = v over unit time.
Quat exp_rotation(Vec3 v);

/// The inverse of exp_rotation: the shortest axis times angle of a unit quaternion, |v| <= pi.
Vec3 rotation_vector(Quat q);

}  // namespace cairn
