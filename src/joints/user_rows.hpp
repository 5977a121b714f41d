#pragma once
// Rows of a user-defined joint.

#include <string>

#include "model/model.hpp"

namespace cairn {

/// Poses of the bodies a, b, c, d; identity where there is none.
struct UserFrames {
    Transform of[4];
};
UserFrames user_frames(const Model& model, const JointRecord& joint);

/// Runs the user's function. A row that is not usable (a NaN, bounds the wrong way round) is made inactive:
/// it must not spread. StepReport::unusable_rows counts them.
void evaluate_rows(const UserJoint& joint, const UserFrames& frames, Row (&rows)[6]);

/// How many rows are not usable at the bodies' poses; `fault` says what is wrong with the first of them.
int count_unusable_rows(const UserJoint& joint, const UserFrames& frames, std::string* fault = nullptr);

/// The Jacobian's part of body a, b, c or d (side 0 to 3).
inline Vec3 linear_part(const Row& row, int side) {
    return side == 0 ? row.linear_a : side == 1 ? row.linear_b : side == 2 ? row.linear_c : row.linear_d;
}
inline Vec3 angular_part(const Row& row, int side) {
    return side == 0 ? row.angular_a : side == 1 ? row.angular_b : side == 2 ? row.angular_c : row.angular_d;
}

}  // namespace cairn
