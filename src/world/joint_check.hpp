#pragma once
#include <cairn/joint.hpp>

namespace cairn {

/// Throws an Error that names the number that makes no sense; bodies are not looked at.
void check_joint(const JointDef& def);

}  // namespace cairn
