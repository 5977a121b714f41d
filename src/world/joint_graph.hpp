#pragma once
// Joints as edges between bodies.

#include "base/hash.hpp"
#include "model/model.hpp"

namespace cairn {

/// Calls f(joint index, side) for each joint of the body; side 0 where the body is body a, up to 3 for body
/// d.
template <class F>
void visit_joints(const Model& model, int32_t body, F&& f) {
    for (int32_t edge = model.bodies[static_cast<size_t>(body)].first_joint; edge != none;) {
        const int32_t next = model.joints[static_cast<size_t>(edge >> 2)].next[edge & 3];
        f(edge >> 2, edge & 3);
        edge = next;
    }
}

/// Calls f(other body) for each other body of each joint of the body.
template <class F>
void visit_joined(const Model& model, int32_t body, F&& f) {
    visit_joints(model, body, [&](int32_t joint, int side) {
        const JointRecord& record = model.joints[static_cast<size_t>(joint)];
        for (int other = 0; other < record.sides(); ++other)
            if (other != side) f(record.body(other));
    });
}

/// Calls f(joint) for each joint with an awake body.
template <class F>
void for_each_awake_joint(const Model& model, F&& f) {
    for (const auto& color : model.joint_columns.groups)
        for (const LaneGroup& group : color)
            group.for_each([&](int32_t joint) { f(model.joints[static_cast<size_t>(joint)]); });
}

/// Calls f(body, body) for all pairs of bodies of a joint.
template <class F>
void for_each_pair(const JointRecord& joint, F&& f) {
    for (int i = 0; i < joint.sides(); ++i)
        for (int k = i + 1; k < joint.sides(); ++k) f(joint.body(i), joint.body(k));
}

/// How fast a motor of the joint wants to go; 0 where there is none.
float motor_speed(const JointRecord& joint);

void hash_joints(Hash& hash, const Model& model);
/// A joint, or those of a body, may be open: soft-step looks (torn_joints.hpp).
void tear_joint(Model& model, int32_t joint);
void tear_joints(Model& model, int32_t body);
/// Puts a joint that was just made into its bodies' lists, and into the solver if a body of it is awake.
void link_joint(Model& model, int32_t joint);

}  // namespace cairn
