#pragma once
// A joint at one lane, with all that its maths needs from the model. For files that define CAIRN_LANES 1.

#include <algorithm>

#include "base/index.hpp"
#include "joints/ball.hpp"
#include "joints/distance.hpp"
#include "joints/fixed.hpp"
#include "joints/hinge.hpp"
#include "joints/motor.hpp"
#include "joints/slider.hpp"
#include "joints/wheel.hpp"
#include "model/model.hpp"

namespace cairn {

// Included by several sources of one library: the lanes are the same in all of them.
namespace joint_view {

using namespace wide1;

inline Vec3w wide(Vec3 v) { return {Float(v.x), Float(v.y), Float(v.z)}; }
inline Quatw wide(Quat q) { return {Float(q.x), Float(q.y), Float(q.z), Float(q.w)}; }
inline Sym3w wide(const float (&m)[6]) {
    return {Float(m[0]), Float(m[1]), Float(m[2]), Float(m[3]), Float(m[4]), Float(m[5])};
}
inline Vec3 narrow(Vec3w v) { return {v.x.v, v.y.v, v.z.v}; }

/// All that the maths of a joint needs, from the model.
struct JointView {
    float columns[max_joint_columns];  // frames, settings, impulses, angles
    JointPose pose;
    float masses[part_columns<JointMasses>];
    JointBodies bodies;

    JointView(const JointView&) = delete;
    JointView(const Model& model, const JointRecord& joint) {
        describe_joint(joint, model.bodies[at(joint.body_a)].center_of_mass,
                       model.bodies[at(joint.body_b)].center_of_mass, columns);
        float* const memory = columns + first_joint_impulse(joint.kind);
        for (int i = 0; i < joint_memory(joint.kind); ++i)
            memory[i] = joint.in_columns() ? model.joint_columns.memory(joint, i) : joint.stored[i];
        const JointFrames<Lanes> frames = load_part<JointFrames<Lanes>>(columns);
        const Pose& a = model.poses[at(joint.body_a)];
        const Pose& b = model.poses[at(joint.body_b)];
        pose.arm_a = rotate(wide(a.rotation), frames.anchor_a);
        pose.arm_b = rotate(wide(b.rotation), frames.anchor_b);
        pose.gap = wide(b.center - a.center) + (pose.arm_b - pose.arm_a);
        pose.frame_a = wide(a.rotation) * frames.frame_a;
        pose.frame_b = wide(b.rotation) * frames.frame_b;
        const Velocity& va = model.velocities[at(joint.body_a)];
        const Velocity& vb = model.velocities[at(joint.body_b)];
        store_part(masses, JointMasses{Float(a.inverse_mass), Float(b.inverse_mass), wide(a.inverse_inertia),
                                       wide(b.inverse_inertia), Float(a.least_push + b.least_push),
                                       Float(a.least_turn + b.least_turn)});
        bodies = {wide(va.linear), wide(va.angular), wide(vb.linear), wide(vb.angular), masses};
    }
    const float* settings() const { return columns + frame_columns; }
};

/// The joint's geometry in its present pose.
template <class Kind>
struct JointGeometry {
    float columns[Kind::columns] = {};
    float angles[max_joint_angles] = {};  // as the pose says now

    /// A call: all who ask share one copy of what is long.
    __attribute__((noinline)) explicit JointGeometry(const JointView& view) {
        const float* const before = view.columns + angle_begin<typename Kind::Parts>;
        std::copy_n(before, angle_columns<typename Kind::Parts>, angles);
        Kind::refresh(view.pose, view.bodies, view.settings(), angles, columns);
    }
    template <class Part>
    Part part(int column) const {
        return load_part<Part>(columns + column);
    }
};

}  // namespace joint_view

}  // namespace cairn
