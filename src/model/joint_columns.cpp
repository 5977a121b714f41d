#include "model/joint_columns.hpp"

namespace cairn {

namespace {

struct PartSizes {
    int columns, impulse_begin, impulses, angles;
};

template <class Parts>
constexpr PartSizes sizes = {all_columns<Parts>, impulse_begin<Parts>, impulse_columns<Parts>,
                             angle_columns<Parts>};

constexpr PartSizes kind_sizes[joint_kind_count] = {
    sizes<BallParts>,     sizes<HingeParts>, sizes<SliderParts>, sizes<FixedParts>,
    sizes<DistanceParts>, sizes<WheelParts>, sizes<MotorParts>,  sizes<UserParts>};
static_assert(kind_sizes[0].impulses <= max_joint_memory &&
              kind_sizes[5].impulses + kind_sizes[5].angles <= max_joint_memory);

/// Visitor that writes the members one after another.
struct Writer {
    float* at;
    void operator()(float value) { *at++ = value; }
    void operator()(Vec3 v) { *at++ = v.x, *at++ = v.y, *at++ = v.z; }
    void operator()(Quat q) { *at++ = q.x, *at++ = q.y, *at++ = q.z, *at++ = q.w; }
};

float flag(bool value) { return value ? 1.0f : 0.0f; }

LimitSettings<Scalars> settings(const Limits& limits) {
    return {flag(limits.enabled), limits.lower, limits.upper};
}
MotorSettings<Scalars> settings(const Motor& motor) {
    return {flag(motor.enabled), motor.speed, motor.max_force};
}
SpringSettings<Scalars> settings(const Spring& spring, float target = 0) {
    return {spring.hertz, spring.damping_ratio, target};
}

template <class Joint>
AxisSettings<Scalars> axis_settings(const Joint& joint, float target) {
    return {settings(joint.spring, target), settings(joint.motor), settings(joint.limits)};
}

template <class Joint>
float has_features(const Joint& joint) {
    return flag(joint.spring.hertz > 0 || joint.motor.enabled || joint.limits.enabled);
}

BallSettings<Scalars> settings(const BallJoint& joint, const JointRecord& record) {
    const bool cone = joint.cone_limit < infinity;
    const bool any = cone || joint.twist.enabled || joint.spring.hertz > 0 || joint.motor_torque > 0;
    // the definition's axes are those of the world when the joint was added: turn them with body a
    const Vec3 velocity = inverse_rotate(record.rest_a * record.frame_a.rotation, joint.motor_velocity);
    return {flag(any),
            flag(cone),
            cone ? joint.cone_limit : 0.0f,
            settings(joint.twist),
            settings(joint.spring),
            velocity,
            joint.motor_torque};
}

HingeSettings<Scalars> settings(const HingeJoint& joint, const JointRecord&) {
    return {has_features(joint), axis_settings(joint, joint.spring_target)};
}

SliderSettings<Scalars> settings(const SliderJoint& joint, const JointRecord&) {
    return {has_features(joint), axis_settings(joint, joint.spring_target)};
}

FixedSettings<Scalars> settings(const FixedJoint& joint, const JointRecord&) {
    return {joint.angular_stiffness.hertz, joint.angular_stiffness.damping_ratio, 0};
}

DistanceSettings<Scalars> settings(const DistanceJoint& joint, const JointRecord& record) {
    return {flag(has_features(joint) == 0), record.length, axis_settings(joint, record.length)};
}

WheelSettings<Scalars> settings(const WheelJoint& joint, const JointRecord&) {
    return {settings(joint.suspension),
            settings(joint.travel),
            settings(joint.motor),
            flag(joint.steering),
            settings(joint.steering_spring, joint.steering_target),
            joint.steering_torque,
            settings(joint.steering_limits)};
}

MotorJointSettings<Scalars> settings(const MotorJoint& joint, const JointRecord&) {
    return {settings(joint.linear), settings(joint.angular),
            joint.target_position,  normalized(joint.target_rotation),
            joint.max_force,        joint.max_torque};
}

NoPart<Scalars> settings(const UserJoint&, const JointRecord&) { return {}; }

}  // namespace

int joint_columns(JointKind kind) { return kind_sizes[static_cast<int>(kind)].columns; }
int joint_impulses(JointKind kind) { return kind_sizes[static_cast<int>(kind)].impulses; }
int joint_memory(JointKind kind) {
    const PartSizes& size = kind_sizes[static_cast<int>(kind)];
    return size.impulses + size.angles;
}
int first_joint_impulse(JointKind kind) { return kind_sizes[static_cast<int>(kind)].impulse_begin; }

void describe_joint(const JointRecord& joint, Vec3 center_a, Vec3 center_b, float* columns) {
    const Spring& stiffness = joint.base().stiffness;
    JointFrames<Scalars> frames{joint.frame_a.position - center_a,
                                joint.frame_b.position - center_b,
                                joint.frame_a.rotation,
                                joint.frame_b.rotation,
                                stiffness.hertz,
                                stiffness.damping_ratio};
    Writer writer{columns};
    frames.visit(writer);
    std::visit([&](const auto& def) { settings(def, joint).visit(writer); }, joint.def);
}

void JointColumns::write(const JointRecord& joint, Vec3 center_a, Vec3 center_b) {
    if (joint.closing) return;
    float values[max_joint_columns];
    describe_joint(joint, center_a, center_b, values);
    for (int column = 0; column < first_joint_impulse(joint.kind); ++column)
        at(joint.color, joint.kind, joint.slot, column) = values[column];
}

void JointColumns::write_weld(const JointRecord& joint, JointFrames<Scalars> frames,
                              FixedSettings<Scalars> settings) {
    float values[max_joint_columns];
    Writer writer{values};
    frames.visit(writer);
    settings.visit(writer);
    for (int column = 0; column < first_joint_impulse(JointKind::fixed); ++column)
        at(joint.color, JointKind::fixed, joint.slot, column) = values[column];
}

void JointColumns::save(JointRecord& joint) const {
    if (joint.closing) return;
    for (int i = 0; i < joint_memory(joint.kind); ++i) joint.stored[i] = memory(joint, i);
}

void JointColumns::load(const JointRecord& joint) {
    for (int i = 0; i < joint_memory(joint.kind); ++i) memory(joint, i) = joint.stored[i];
}

int JointColumns::count() const {
    int total = 0;
    for (const auto& color : groups)
        for (const LaneGroup& group : color) total += group.count();
    return total;
}

size_t JointColumns::bytes() const {
    size_t total = 0;
    for (const auto& color : groups)
        for (const LaneGroup& group : color) total += group.bytes();
    return total;
}

}  // namespace cairn
