// Joints at one lane, outside the solver.
#define CAIRN_LANES 1

#include "joints/joint_state.hpp"

#include "joints/joint_view.hpp"
#include "joints/user_rows.hpp"

namespace cairn {

namespace {

using namespace joint_view;
template <class Kind>
JointLoad load_of(const JointView& view) {
    const JointGeometry<Kind> geometry(view);
    return Kind::load_on_b(view.settings(), geometry.columns,
                           view.columns + impulse_begin<typename Kind::Parts>);
}

/// The sum of impulse times Jacobian; the torque is about the centre of mass.
JointLoad user_load(const Model& model, const JointRecord& joint, const float* impulses) {
    Row rows[6];
    evaluate_rows(std::get<UserJoint>(joint.def), user_frames(model, joint), rows);
    Vec3 force{}, torque{};
    for (int i = 0; i < 6; ++i) {
        force += impulses[i] * rows[i].linear_b;
        torque += impulses[i] * rows[i].angular_b;
    }
    return {wide(force), wide(torque)};
}

/// The worst of the rows; a one-sided row errs on one side, a motor's nowhere.
float user_error(const Model& model, const JointRecord& joint) {
    Row rows[6];
    evaluate_rows(std::get<UserJoint>(joint.def), user_frames(model, joint), rows);
    float worst = 0;
    for (const Row& row : rows) {
        if (!row.active) continue;
        if (row.upper == infinity && row.lower <= 0) worst = max_of(worst, -row.error);
        if (row.lower == -infinity && row.upper >= 0) worst = max_of(worst, row.error);
    }
    return worst;
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
            return user_error(model, joint);
        default:
            return length(gap);
    }
}

}  // namespace cairn
