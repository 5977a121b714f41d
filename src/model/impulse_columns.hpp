#pragma once

#include "model/model.hpp"

namespace cairn {

/// Impulses of contacts and joints acted for a sub-step of Model::last_substep; the next one takes `h`. What
/// they stand for are forces, so they are scaled: what rests goes on resting when the length of the step
/// changes, and a joint that bears a load does not break of it.
void rescale_impulses(Model& model, float h);

/// Impulses of motors, springs and limits that the joint does not have (any more) are zero. What was switched
/// off would else be applied again and again by whoever warm starts.
void forget_idle_impulses(Model& model, JointRecord& joint);

}  // namespace cairn
