#pragma once
// Joints where the solver wants them: in lanes, column by column, as contacts are (contact_columns.hpp), by
// colour and kind. The columns of a joint are its frames, its settings, its impulses and its angles, in the
// order of joint_data.hpp.

#include <cstdint>
#include <vector>

#include "base/buffer.hpp"
#include "model/contact_columns.hpp"
#include "model/joint.hpp"
#include "model/joint_data.hpp"

namespace cairn {

/// All joints of one colour and kind.
struct JointGroup {
    std::vector<int32_t> joints;  // joint index by slot
    std::vector<BodyRef> body_a;  // padded to whole blocks with ~0
    std::vector<BodyRef> body_b;
    Buffer<float> columns;

    int count() const { return static_cast<int>(joints.size()); }
};

int joint_columns(JointKind kind);
int joint_impulses(JointKind kind);
/// Impulses and angles: what a definition does not tell.
int joint_memory(JointKind kind);
/// Column of the first impulse.
int first_joint_impulse(JointKind kind);

/// All joints with an awake body.
struct JointColumns {
    int lanes = 4;
    JointGroup groups[color_count + 1][joint_kind_count];

    int lanes_of(int color) const { return color == overflow_color ? 1 : lanes; }
    JointGroup& group(int color, JointKind kind) { return groups[color][static_cast<int>(kind)]; }
    const JointGroup& group(int color, JointKind kind) const { return groups[color][static_cast<int>(kind)]; }
    int block_count(int color, JointKind kind) const {
        return (group(color, kind).count() + lanes_of(color) - 1) / lanes_of(color);
    }
    /// Adds a zeroed joint and returns its slot.
    int add(int color, JointKind kind, int32_t joint, BodyRef a, BodyRef b);
    /// Removes a slot; the last joint takes its place. Returns that joint's index, or -1.
    int32_t remove(int color, JointKind kind, int slot);
    /// Columns from the definition; impulses and angles stay.
    void write(const JointRecord& joint, Vec3 center_a, Vec3 center_b);
    void save(JointRecord& joint) const;
    void load(const JointRecord& joint);

    float& at(int color, JointKind kind, int slot, int column) {
        return group(color, kind).columns[offset(color, kind, slot, column)];
    }
    float at(int color, JointKind kind, int slot, int column) const {
        return group(color, kind).columns[offset(color, kind, slot, column)];
    }
    int count() const;
    size_t bytes() const;

private:
    size_t offset(int color, JointKind kind, int slot, int column) const {
        const int width = lanes_of(color);
        return static_cast<size_t>(slot / width * joint_columns(kind) + column) * static_cast<size_t>(width) +
               static_cast<size_t>(slot % width);
    }
};

/// Frames and settings of a joint as the solver sees them: `joint_columns` floats, impulses left out.
/// `center_a` and `center_b` are the centres of mass in the bodies' frames.
void describe_joint(const JointRecord& joint, Vec3 center_a, Vec3 center_b, float* columns);

}  // namespace cairn
