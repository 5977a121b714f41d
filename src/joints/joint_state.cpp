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

/// Of a joint that closes, which is a weld (torn_joints.hpp).
JointLoad weld_load(const Model& model, const JointRecord& joint) {
    FixedImpulses<Lanes> total;
    int column = 0;
    const auto read = [&](Vec3w& v) {
        for (Float* const part : {&v.x, &v.y, &v.z})
            *part = Float(model.joint_columns.memory(joint, column++));
    };
    total.visit(read);
    return {total.point, total.turn};
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
    const float rate = 1 / model.last_substep;
    if (joint.closing) {
        const JointLoad load = weld_load(model, joint);
        return {rate * narrow(load.force), rate * narrow(load.torque)};
    }
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
    return {rate * narrow(load.force), rate * narrow(load.torque)};
}

bool has_coordinate(JointKind kind, JointCoordinate coordinate) {
    switch (coordinate) {
        case JointCoordinate::angle:
            return kind == JointKind::hinge;
        case JointCoordinate::translation:
            return kind == JointKind::slider;
        case JointCoordinate::length:
            return kind == JointKind::distance;
        case JointCoordinate::swing:
        case JointCoordinate::twist:
            return kind == JointKind::ball;
        case JointCoordinate::travel:
        case JointCoordinate::steering:
        case JointCoordinate::spin:
            return kind == JointKind::wheel;
    }
    return false;
}

namespace {

CoordinateState slide_along(const JointView& view, Vec3w axis) {
    const SlideRow row = make_slide_row(view.bodies, axis, view.pose.arm_a + view.pose.gap, view.pose.arm_b);
    return {dot(view.pose.gap, axis).v, speed_of(view.bodies, row).v};
}

CoordinateState turn_about(const JointView& view, Vec3w axis, float angle) {
    return {angle, speed_of(view.bodies, make_turn_row(view.bodies, axis)).v};
}

CoordinateState coordinate_of(const JointView& view, JointCoordinate coordinate) {
    const JointPose& pose = view.pose;
    const Vec3w x = axis_x(pose.frame_a), y = axis_y(pose.frame_a), z = axis_z(pose.frame_a);
    switch (coordinate) {
        case JointCoordinate::angle:
            return turn_about(view, twist_axis(z, axis_z(pose.frame_b)),
                              JointGeometry<Hinge>(view).angles[0]);
        case JointCoordinate::translation:
            return slide_along(view, z);
        case JointCoordinate::length: {
            const Vec3 gap = narrow(pose.gap);
            return {length(gap), slide_along(view, wide(normalized(gap))).speed};
        }
        case JointCoordinate::swing: {
            const BallCone cone = make_cone(pose, view.bodies);
            return {cone.angle.v, speed_of(view.bodies, cone.row).v};
        }
        case JointCoordinate::twist:
            return turn_about(view, twist_axis(z, axis_z(pose.frame_b)), twist_of(pose).v);
        case JointCoordinate::travel:
            return slide_along(view, x);
        case JointCoordinate::steering:
            return turn_about(view, steering_axis(x, y, z, axis_z(pose.frame_b)),
                              JointGeometry<Wheel>(view).angles[0]);
        case JointCoordinate::spin:
            return turn_about(view, make_spin(pose).axis, JointGeometry<Wheel>(view).angles[1]);
    }
    return {};
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

CoordinateState joint_coordinate(const Model& model, const JointRecord& joint, JointCoordinate coordinate) {
    return coordinate_of(JointView(model, joint), coordinate);
}

CoordinateState main_coordinate(const Model& model, const JointRecord& joint) {
    switch (joint.kind) {
        case JointKind::ball:
            return joint_coordinate(model, joint, JointCoordinate::swing);
        case JointKind::hinge:
            return joint_coordinate(model, joint, JointCoordinate::angle);
        case JointKind::slider:
            return joint_coordinate(model, joint, JointCoordinate::translation);
        case JointKind::distance:
            return joint_coordinate(model, joint, JointCoordinate::length);
        case JointKind::wheel:
            return joint_coordinate(model, joint, JointCoordinate::travel);
        default:
            return {};
    }
}

namespace {

template <class Kind>
void keep_angles(Model& model, const JointRecord& joint) {
    const JointGeometry<Kind> now(JointView(model, joint));
    for (int i = 0; i < angle_columns<typename Kind::Parts>; ++i)
        model.joint_columns.at(joint.color, joint.kind, joint.slot, angle_begin<typename Kind::Parts> + i) =
            now.angles[i];
}

}  // namespace

void follow_angles(Model& model) {
    for (const JointRecord& joint : model.joints) {
        if (!joint.alive || joint.color == none) continue;
        if (joint.kind == JointKind::hinge) keep_angles<Hinge>(model, joint);
        if (joint.kind == JointKind::wheel) keep_angles<Wheel>(model, joint);
    }
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
