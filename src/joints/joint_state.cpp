// Joints at one lane, outside the solver.
#define CAIRN_LANES 1

#include "joints/joint_state.hpp"

#include "joints/ball.hpp"
#include "joints/distance.hpp"
#include "joints/fixed.hpp"
#include "joints/hinge.hpp"
#include "joints/motor.hpp"
#include "joints/slider.hpp"
#include "joints/user_rows.hpp"
#include "joints/wheel.hpp"

namespace cairn {

namespace {

using namespace wide1;

size_t at(int32_t index) { return static_cast<size_t>(index); }

Vec3w wide(Vec3 v) { return {Float(v.x), Float(v.y), Float(v.z)}; }
Quatw wide(Quat q) { return {Float(q.x), Float(q.y), Float(q.z), Float(q.w)}; }
Sym3w wide(const float (&m)[6]) {
    return {Float(m[0]), Float(m[1]), Float(m[2]), Float(m[3]), Float(m[4]), Float(m[5])};
}
Vec3 narrow(Vec3w v) { return {v.x.v, v.y.v, v.z.v}; }

/// All that the maths of a joint needs, from the model.
struct JointView {
    float columns[max_joint_columns];  // frames, settings, impulses
    JointPose pose;
    JointBodies bodies;

    JointView(const Model& model, const JointRecord& joint) {
        describe_joint(joint, model.bodies[at(joint.body_a)].center_of_mass,
                       model.bodies[at(joint.body_b)].center_of_mass, columns);
        const int first = first_joint_impulse(joint.kind);
        for (int i = 0; i < joint_impulses(joint.kind); ++i)
            columns[first + i] = joint.color != none
                                     ? model.joint_columns.at(joint.color, joint.kind, joint.slot, first + i)
                                     : joint.stored[i];
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
        bodies = {wide(va.linear),         wide(va.angular),       wide(vb.linear),
                  wide(vb.angular),        Float(a.inverse_mass),  Float(b.inverse_mass),
                  wide(a.inverse_inertia), wide(b.inverse_inertia)};
    }
    const float* settings() const { return columns + frame_columns; }
};

template <class Kind>
JointLoad load_of(const JointView& view) {
    float geometry[Kind::columns] = {};
    Kind::refresh(view.pose, view.bodies, view.settings(), geometry);
    return Kind::load_on_b(view.settings(), geometry, view.columns + impulse_begin<typename Kind::Parts>);
}

/// The sum of impulse times Jacobian; the torque is about the centre of mass.
JointLoad user_load(const Model& model, const JointRecord& joint, const float* impulses) {
    Row rows[6];
    evaluate_rows(std::get<UserJoint>(joint.def), model.frame(joint.body_a), model.frame(joint.body_b), rows);
    Vec3 force{}, torque{};
    for (int i = 0; i < 6; ++i) {
        force += impulses[i] * rows[i].linear_b;
        torque += impulses[i] * rows[i].angular_b;
    }
    return {wide(force), wide(torque)};
}

}  // namespace

Reaction joint_reaction(const Model& model, const JointRecord& joint) {
    if (!(model.last_substep > 0)) return {};
    const JointView view(model, joint);
    JointLoad load{zero3(), zero3()};
    switch (joint.kind) {
        case JointKind::ball:
            load = load_of<Ball>(view);
            break;
        case JointKind::hinge:
            load = load_of<Hinge>(view);
            break;
        case JointKind::slider:
            load = load_of<Slider>(view);
            break;
        case JointKind::fixed:
            load = load_of<Fixed>(view);
            break;
        case JointKind::distance:
            load = load_of<Distance>(view);
            break;
        case JointKind::wheel:
            load = load_of<Wheel>(view);
            break;
        case JointKind::motor:
            load = load_of<MotorDriver>(view);
            break;
        case JointKind::user:
            load = user_load(model, joint, view.columns + impulse_begin<UserParts>);
            break;
    }
    const float rate = 1 / model.last_substep;
    return {rate * narrow(load.force), rate * narrow(load.torque)};
}

namespace {

/// The free coordinate and the row along which it moves.
struct Coordinate {
    float value = 0, speed = 0;
};

Coordinate slide_along(const JointView& view, Vec3w axis) {
    const SlideRow row = make_slide_row(view.bodies, axis, view.pose.arm_a + view.pose.gap, view.pose.arm_b);
    return {dot(view.pose.gap, axis).v, speed_of(view.bodies, row).v};
}

Coordinate coordinate_of(const JointView& view, JointKind kind) {
    const JointPose& pose = view.pose;
    switch (kind) {
        case JointKind::ball: {
            const BallCone cone = make_cone(pose, view.bodies);
            return {cone.angle.v, speed_of(view.bodies, cone.row).v};
        }
        case JointKind::hinge:
            return {twist_of(pose).v, speed_of(view.bodies, make_twist(pose, view.bodies)).v};
        case JointKind::slider:
            return slide_along(view, axis_z(pose.frame_a));
        case JointKind::wheel:
            return slide_along(view, axis_x(pose.frame_a));
        case JointKind::distance: {
            const float distance = length(narrow(pose.gap));
            return {distance, slide_along(view, wide(normalized(narrow(pose.gap)))).speed};
        }
        default:
            return {};
    }
}

float beyond(float value, float lower, float upper) {
    return max_of(max_of(lower - value, value - upper), 0.0f);
}

float distance_error(const JointRecord& joint, float distance) {
    const DistanceJoint& def = std::get<DistanceJoint>(joint.def);
    if (def.limits.enabled) return beyond(distance, def.limits.lower, def.limits.upper);
    return def.spring.hertz > 0 || def.motor.enabled ? 0.0f : abs_of(distance - joint.length);
}

}  // namespace

float joint_position(const Model& model, const JointRecord& joint) {
    return coordinate_of(JointView(model, joint), joint.kind).value;
}

float joint_speed(const Model& model, const JointRecord& joint) {
    return coordinate_of(JointView(model, joint), joint.kind).speed;
}

float joint_error(const Model& model, const JointRecord& joint) {
    const JointView view(model, joint);
    const Vec3 gap = narrow(view.pose.gap);
    const auto across = [&](Vec3w axis) { return length(gap - dot(gap, narrow(axis)) * narrow(axis)); };
    switch (joint.kind) {
        case JointKind::slider:
            return across(axis_z(view.pose.frame_a));
        case JointKind::wheel:
            return across(axis_x(view.pose.frame_a));
        case JointKind::distance:
            return distance_error(joint, length(gap));
        case JointKind::motor:
            return length(gap - narrow(rotate(view.pose.frame_a,
                                              wide(std::get<MotorJoint>(joint.def).target_position))));
        case JointKind::user:
            return 0;
        default:
            return length(gap);
    }
}

}  // namespace cairn
