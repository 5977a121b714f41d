#pragma once
// Joints that are torn open: one of their bodies was put elsewhere, or they were made open.
//
// Bodies that are drawn together over metres by the rows of their joint turn on the way, fly past each other
// and pull each other along: they are thrown. So a joint that is open is a weld to the solver, of whatever
// kind it is: it bears any load, and its bodies move as one. Once a step we ask where the rows of all that is
// open want to go, all solved at once, and the weld draws its bodies there: nothing goes or turns faster than
// push_speed, a radian counting as a metre. What has come together is of its own kind again.

#include "model/model.hpp"
#include "solvers/soft_step/kernels.hpp"

namespace cairn {

/// Before each step.
void tend_torn_joints(Model& model, const StepConstants& constants);

}  // namespace cairn
