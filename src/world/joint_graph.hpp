#pragma once
// Joints as edges between bodies.

#include "base/hash.hpp"
#include "model/model.hpp"

namespace cairn {

/// Calls f(other body) for each joint of the body.
template <class F>
void visit_joined(const Model&, int32_t, F&&) {}

/// Calls f(body a, body b) for each joint with an awake body.
template <class F>
void for_each_awake_joint(const Model&, F&&) {}

void hash_joints(Hash& hash, const Model& model);

}  // namespace cairn
