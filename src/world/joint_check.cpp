// Definitions of joints that come from outside: every number is looked at before anything changes.

#include "world/joint_check.hpp"

#include <string>

#include "base/check.hpp"
#include "base/range.hpp"
#include "math/trigonometry.hpp"

namespace cairn {

namespace {

std::string named(const char* joint, const char* member) { return std::string(joint) + "::" + member; }

/// A bound may be infinite, but not negative and not a NaN.
void check_bound(float value, const std::string& name) {
    if (!(value >= 0)) fail(name + " must not be negative, got " + describe(value));
}

void check_spring(const Spring& spring, const std::string& name) {
    require_not_negative(spring.hertz, (name + ".hertz").c_str(), most_ratio);
    require_not_negative(spring.damping_ratio, (name + ".damping_ratio").c_str(), most_ratio);
}

void check_limits(const Limits& limits, const std::string& name) {
    if (!limits.enabled) return;
    if (!(limits.lower <= limits.upper))
        fail(name + ".lower must not be above upper, got " + describe(limits.lower) + " and " +
             describe(limits.upper));
}

/// Of lengths; either may be infinite on its own side.
void check_travel(const Limits& limits, const std::string& name) {
    check_limits(limits, name);
    if (limits.enabled && !(limits.lower <= farthest && limits.upper >= -farthest))
        fail(name + " must leave something within " + describe(-farthest) + " to " + describe(farthest) +
             ", got " + describe(limits.lower) + " to " + describe(limits.upper));
}

/// How far an angle may be asked to go, and how that is said.
struct AngleRange {
    float most;
    const char* text;
};
constexpr AngleRange one_turn{pi, "-pi to pi"};
/// Angles of hinges and wheels count turns: enough of them for a steering wheel, too few for degrees.
constexpr AngleRange four_turns{8 * pi, "four turns, -8 pi to 8 pi"};

void check_angle_limits(const Limits& limits, const std::string& name, const AngleRange& range) {
    check_limits(limits, name);
    if (limits.enabled && !(limits.lower >= -range.most && limits.upper <= range.most))
        fail(name + " must lie within " + range.text + ", got " + describe(limits.lower) + " to " +
             describe(limits.upper));
}

/// Without limits a spring goes the short way round, so that no target is farther than half a turn.
void check_target(float angle, const Limits& limits, const char* name) {
    const AngleRange& range = limits.enabled ? four_turns : one_turn;
    if (!(angle >= -range.most && angle <= range.most))
        fail(std::string(name) + " must lie within " + range.text + ", got " + describe(angle));
}

void check_motor(const Motor& motor, const std::string& name) {
    require_within(motor.speed, fastest, (name + ".speed").c_str());
    check_bound(motor.max_force, name + ".max_force");
}

void check_kind(const BallJoint& joint) {
    require_within(joint.anchor, farthest, "BallJoint::anchor");
    require_direction(joint.axis, "BallJoint::axis");
    check_bound(joint.cone_limit, "BallJoint::cone_limit");
    check_angle_limits(joint.twist, "BallJoint::twist", one_turn);
    check_spring(joint.spring, "BallJoint::spring");
    require_within(joint.motor_velocity, fastest, "BallJoint::motor_velocity");
    check_bound(joint.motor_torque, "BallJoint::motor_torque");
}

template <class Joint>
void check_axis_joint(const Joint& joint, const char* name) {
    require_within(joint.anchor, farthest, named(name, "anchor").c_str());
    require_direction(joint.axis, named(name, "axis").c_str());
    check_motor(joint.motor, named(name, "motor"));
    check_spring(joint.spring, named(name, "spring"));
    require_within(joint.spring_target, farthest, named(name, "spring_target").c_str());
}

void check_kind(const HingeJoint& joint) {
    check_axis_joint(joint, "HingeJoint");
    check_angle_limits(joint.limits, "HingeJoint::limits", four_turns);
    check_target(joint.spring_target, joint.limits, "HingeJoint::spring_target");
}

void check_kind(const SliderJoint& joint) {
    check_axis_joint(joint, "SliderJoint");
    check_travel(joint.limits, "SliderJoint::limits");
}

void check_kind(const FixedJoint& joint) {
    require_within(joint.anchor, farthest, "FixedJoint::anchor");
    check_spring(joint.angular_stiffness, "FixedJoint::angular_stiffness");
}

void check_kind(const DistanceJoint& joint) {
    require_within(joint.anchor_a, farthest, "DistanceJoint::anchor_a");
    require_within(joint.anchor_b, farthest, "DistanceJoint::anchor_b");
    require_within(joint.length, farthest, "DistanceJoint::length");
    check_travel(joint.limits, "DistanceJoint::limits");
    if (joint.limits.enabled && joint.limits.lower < 0)
        fail("DistanceJoint::limits.lower must not be negative, got " + describe(joint.limits.lower));
    check_motor(joint.motor, "DistanceJoint::motor");
    check_spring(joint.spring, "DistanceJoint::spring");
}

void check_kind(const WheelJoint& joint) {
    require_within(joint.anchor, farthest, "WheelJoint::anchor");
    require_direction(joint.suspension_axis, "WheelJoint::suspension_axis");
    require_direction(joint.spin_axis, "WheelJoint::spin_axis");
    if (length(cross(normalized(joint.suspension_axis), normalized(joint.spin_axis))) < 0.1f)
        fail("WheelJoint::spin_axis must not be along suspension_axis, got " + describe(joint.spin_axis));
    check_spring(joint.suspension, "WheelJoint::suspension");
    check_travel(joint.travel, "WheelJoint::travel");
    check_motor(joint.motor, "WheelJoint::motor");
    check_spring(joint.steering_spring, "WheelJoint::steering_spring");
    check_target(joint.steering_target, joint.steering_limits, "WheelJoint::steering_target");
    check_bound(joint.steering_torque, "WheelJoint::steering_torque");
    check_angle_limits(joint.steering_limits, "WheelJoint::steering_limits", four_turns);
}

void check_kind(const MotorJoint& joint) {
    require_within(joint.anchor, farthest, "MotorJoint::anchor");
    require_within(joint.target_position, farthest, "MotorJoint::target_position");
    require_unit(joint.target_rotation, "MotorJoint::target_rotation");
    check_spring(joint.linear, "MotorJoint::linear");
    check_spring(joint.angular, "MotorJoint::angular");
    check_bound(joint.max_force, "MotorJoint::max_force");
    check_bound(joint.max_torque, "MotorJoint::max_torque");
}

void check_kind(const UserJoint& joint) {
    if (joint.row_count < 1 || joint.row_count > 6)
        fail("UserJoint::row_count must be 1 to 6, got " + std::to_string(joint.row_count));
    if (joint.body_c.is_null() && !joint.body_d.is_null())
        fail("UserJoint::body_d is given without UserJoint::body_c");
    if (!joint.body_c.is_null() && !joint.evaluate_all)
        fail("UserJoint::evaluate_all must be given for more than two bodies");
    if (!joint.evaluate && !joint.evaluate_all) fail("UserJoint::evaluate must be given");
    if (joint.evaluate && joint.evaluate_all)
        fail("UserJoint::evaluate and UserJoint::evaluate_all are both given");
    check_spring(joint.spring, "UserJoint::spring");
}

}  // namespace

void check_joint(const JointDef& def) {
    std::visit(
        [](const auto& joint) {
            check_bound(joint.break_force, "JointBase::break_force");
            check_bound(joint.break_torque, "JointBase::break_torque");
            check_spring(joint.stiffness, "JointBase::stiffness");
            check_kind(joint);
        },
        def);
}

}  // namespace cairn
