#pragma once
// Joints where the solver wants them (lane_group.hpp), by colour and kind, as contacts are. The columns of a
// joint are its frames, its settings, its impulses and its angles, in the order of joint_data.hpp.

#include "model/contact_columns.hpp"
#include "model/joint.hpp"
#include "model/joint_data.hpp"

namespace cairn {

int joint_columns(JointKind kind);
int joint_impulses(JointKind kind);
/// Impulses and angles: what a definition does not tell.
int joint_memory(JointKind kind);
/// Column of the first impulse.
int first_joint_impulse(JointKind kind);

/// All joints with an awake body.
struct JointColumns {
    int lanes = 4;
    LaneGroup groups[color_count + 1][joint_kind_count];

    int lanes_of(int color) const { return color == overflow_color ? 1 : lanes; }
    LaneShape shape(int color, JointKind kind) const { return {lanes_of(color), joint_columns(kind)}; }
    LaneGroup& group(int color, JointKind kind) { return groups[color][static_cast<int>(kind)]; }
    const LaneGroup& group(int color, JointKind kind) const { return groups[color][static_cast<int>(kind)]; }
    int block_count(int color, JointKind kind) const {
        return group(color, kind).block_count(lanes_of(color));
    }
    int add(int color, JointKind kind, int32_t joint, BodyRef a, BodyRef b, int32_t part = 0) {
        return group(color, kind).add(shape(color, kind), joint, a, b, part);
    }
    int32_t remove(int color, JointKind kind, int slot) {
        return group(color, kind).remove(shape(color, kind), slot);
    }
    /// Columns from the definition; impulses and angles stay. Those of a joint that closes are not its own
    /// (torn_joints.hpp): they stay, and nothing is saved of them.
    void write(const JointRecord& joint, Vec3 center_a, Vec3 center_b);
    /// Of a joint that closes.
    void write_weld(const JointRecord& joint, JointFrames<Scalars> frames, FixedSettings<Scalars> settings);
    void save(JointRecord& joint) const;
    void load(const JointRecord& joint);
    /// Impulses, then angles, of the kind in whose columns the joint lies.
    float& memory(const JointRecord& joint, int index) {
        const JointKind kind = joint.lane_kind();
        return at(joint.color, kind, joint.slot, first_joint_impulse(kind) + index);
    }
    float memory(const JointRecord& joint, int index) const {
        const JointKind kind = joint.lane_kind();
        return at(joint.color, kind, joint.slot, first_joint_impulse(kind) + index);
    }

    float& at(int color, JointKind kind, int slot, int column) {
        return group(color, kind).columns[shape(color, kind).offset(slot, column)];
    }
    float at(int color, JointKind kind, int slot, int column) const {
        return group(color, kind).columns[shape(color, kind).offset(slot, column)];
    }
    int count() const;
    size_t bytes() const;
};

/// Frames and settings of a joint as the solver sees them: `joint_columns` floats, impulses left out.
/// `center_a` and `center_b` are the centres of mass in the bodies' frames.
void describe_joint(const JointRecord& joint, Vec3 center_a, Vec3 center_b, float* columns);

}  // namespace cairn
