#pragma once
// The wide kernels of joints: the same four passes for every kind, around the maths of src/joints.

#include "base/lanes.hpp"
#include "solvers/soft_step/kernels.hpp"

namespace cairn::CAIRN_WIDE {

/// Fills in the kernels of every kind but user joints, which are solved one by one (joint_user.hpp).
void fill_joint_kernels(JointKernels (&table)[joint_kind_count]);

}  // namespace cairn::CAIRN_WIDE
