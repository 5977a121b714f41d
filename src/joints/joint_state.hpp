#pragma once
// What a joint is doing, for the public API: computed from the model when asked, by the same maths as the
// solver's.

#include "model/model.hpp"

namespace cairn {

/// Force on body b at its anchor and torque on it, from the impulses of the last sub-step.
Reaction joint_reaction(const Model& model, const JointRecord& joint);
/// The free coordinate: hinge angle, slider distance, distance, wheel travel; a ball joint's swing; 0 where
/// there is none.
float joint_position(const Model& model, const JointRecord& joint);
float joint_speed(const Model& model, const JointRecord& joint);
/// How far, in metres, the anchors are from where the joint wants them.
float joint_error(const Model& model, const JointRecord& joint);

}  // namespace cairn
