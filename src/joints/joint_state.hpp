#pragma once
// What a joint is doing, for the public API: computed from the model when asked, by the same maths as the
// solver's.

#include "model/model.hpp"

namespace cairn {

/// Force on body b at its anchor and torque on it, from the impulses of the last sub-step.
Reaction joint_reaction(const Model& model, const JointRecord& joint);

struct CoordinateState {
    float position = 0, speed = 0;
};
bool has_coordinate(JointKind kind, JointCoordinate coordinate);
/// Of a joint that has it.
CoordinateState joint_coordinate(const Model& model, const JointRecord& joint, JointCoordinate coordinate);
/// The one meant where none is named; zero where there is none.
CoordinateState main_coordinate(const Model& model, const JointRecord& joint);

/// Takes the angles that count turns from the poses. soft-step does so in every sub-step; for solvers that
/// know nothing of it, once a step.
void follow_angles(Model& model);

/// How far, in metres, the anchors are from where the joint wants them.
float joint_error(const Model& model, const JointRecord& joint);

}  // namespace cairn
