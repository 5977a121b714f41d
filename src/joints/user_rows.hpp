#pragma once
// Rows of a user-defined joint.

#include <cairn/joint.hpp>

namespace cairn {

/// Runs the user's function. A row that is not usable (a NaN, bounds the wrong way round) is made inactive:
/// it must not spread.
void evaluate_rows(const UserJoint& joint, const Transform& a, const Transform& b, Row (&rows)[6]);

/// J V for given velocities.
float row_speed(const Row& row, Vec3 linear_a, Vec3 angular_a, Vec3 linear_b, Vec3 angular_b);

}  // namespace cairn
