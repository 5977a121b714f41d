#include "solvers/soft_step/torn_joints.hpp"

#include <cmath>

#include "base/index.hpp"
#include "joints/joint_rows.hpp"

namespace cairn {

namespace {

/// Sliders and wheels close at once, within some hundredths of a second (docs/limits.md). What a user's
/// function says may be in any unit.
bool closes_slowly(JointKind kind) {
    return kind == JointKind::ball || kind == JointKind::hinge || kind == JointKind::fixed ||
           kind == JointKind::distance;
}

/// By how much the rows of the joint are open, a radian counting as a metre: none of springs and motors, nor
/// of limits that are not reached.
float opening_of(const Model& model, const JointRecord& joint) {
    JointRow rows[max_joint_rows];
    const int count = joint_rows(model, joint, rows);
    float square = 0;
    for (int i = 0; i < count; ++i) {
        const JointRow& row = rows[i];
        const bool held = row.kind == JointRowKind::hold;
        const bool past = row.kind == JointRowKind::limit && row.error < 0;
        if ((held || past) && row.hertz == 0) square += row.error * row.error;
    }
    return std::sqrt(square);
}

void write_columns(Model& model, const JointRecord& joint) {
    if (joint.color == none) return;
    model.joint_columns.write(joint, model.bodies[at(joint.body_a)].center_of_mass,
                              model.bodies[at(joint.body_b)].center_of_mass);
}

/// What its rows push against each other while its bodies are held (hold_torn) is nothing to begin with: one
/// without the other would throw them.
void forget_impulses(Model& model, JointRecord& joint) {
    const int first = first_joint_impulse(joint.kind);
    for (int i = 0; i < joint_impulses(joint.kind); ++i)
        (joint.color != none ? model.joint_columns.at(joint.color, joint.kind, joint.slot, first + i)
                             : joint.stored[i]) = 0;
}

/// Whether it is still torn.
bool tend(Model& model, JointRecord& joint, const StepConstants& k) {
    const float open = closes_slowly(joint.kind) ? opening_of(model, joint) : 0.0f;
    joint.torn = open > k.torn_gap;
    if (joint.torn || joint.closing_rate > 0) forget_impulses(model, joint);
    const float rate = joint.torn ? k.closing_speed / open : 0.0f;
    if (rate == joint.closing_rate) return joint.torn;
    joint.closing_rate = rate;
    write_columns(model, joint);
    return joint.torn;
}

}  // namespace

void tend_torn_joints(Model& model, const StepConstants& constants) {
    if (!model.any_torn_joints) return;
    model.any_torn_joints = false;
    for (JointRecord& joint : model.joints)
        if (joint.alive && joint.torn && tend(model, joint, constants)) model.any_torn_joints = true;
}

}  // namespace cairn
