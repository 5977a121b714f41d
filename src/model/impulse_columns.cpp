#include "model/impulse_columns.hpp"

#include "base/index.hpp"

namespace cairn {

namespace {

namespace mc = manifold_column;

template <class Scale>
void scale_manifold(int points, const Scale& scale) {
    for (int k = 0; k < 2; ++k) scale(mc::tangent_impulse + k);
    scale(mc::twist_impulse);
    for (int k = 0; k < 3; ++k) scale(mc::rolling_impulse + k);
    for (int i = 0; i < points; ++i) {
        scale(mc::header + i * mc::point_columns + mc::impulse);
        scale(mc::header + i * mc::point_columns + mc::load);
    }
}

void scale_contact(Model& model, const ContactRecord& contact, float factor) {
    if (contact.color == none && contact.stored == none) return;
    scale_manifold(class_points[contact.point_class], [&](int column) {
        if (contact.color != none)
            model.columns.at(contact.color, contact.point_class, contact.slot, column) *= factor;
        else
            model.stored[at(contact.stored)].columns[column] *= factor;
    });
}

float& joint_impulse(Model& model, JointRecord& joint, int index) {
    return joint.in_columns() ? model.joint_columns.memory(joint, index) : joint.stored[index];
}

// --- what a definition does not have

void forget_idle(const Limits& limits, LimitImpulses<Scalars>& total) {
    if (!limits.enabled) total = {};
}
template <class Real>
void forget_idle(const Spring& spring, Real& total) {
    if (!(spring.hertz > 0)) total = {};
}
void forget_idle(const Motor& motor, float& total) {
    if (!motor.enabled) total = 0;
}
template <class Joint>
void forget_axis(const Joint& joint, AxisImpulses<Scalars>& total) {
    forget_idle(joint.spring, total.spring);
    forget_idle(joint.motor, total.motor);
    forget_idle(joint.limits, total.limits);
}

void forget(const BallJoint& joint, BallImpulses<Scalars>& total) {
    if (!(joint.cone_limit < infinity)) total.cone = 0;
    forget_idle(joint.twist, total.twist);
    forget_idle(joint.spring, total.spring);
    if (!(joint.motor_torque > 0)) total.motor = {};
}
void forget(const HingeJoint& joint, HingeImpulses<Scalars>& total) { forget_axis(joint, total.axis); }
void forget(const SliderJoint& joint, SliderImpulses<Scalars>& total) { forget_axis(joint, total.axis); }
void forget(const DistanceJoint& joint, DistanceImpulses<Scalars>& total) {
    forget_axis(joint, total.axis);
    if (joint.spring.hertz > 0 || joint.motor.enabled || joint.limits.enabled) total.rigid = 0;
}
void forget(const WheelJoint& joint, WheelImpulses<Scalars>& total) {
    forget_idle(joint.suspension, total.suspension);
    forget_idle(joint.motor, total.motor);
    forget_idle(joint.travel, total.travel);
    forget_idle(joint.steering_spring, total.steering_spring);
    forget_idle(joint.steering_limits, total.steering_limits);
    if (joint.steering)
        total.straight = 0;
    else
        total.steering_spring = 0, total.steering_limits = {};
}
void forget(const MotorJoint& joint, MotorJointImpulses<Scalars>& total) {
    forget_idle(joint.linear, total.force);
    forget_idle(joint.angular, total.torque);
}

/// A joint's numbers one after another, in the order of their columns.
template <bool write>
struct Copier {
    Model& model;
    JointRecord& joint;
    int index = 0;

    void operator()(float& value) {
        float& column = joint_impulse(model, joint, index++);
        (write ? column : value) = write ? value : column;
    }
    void operator()(Vec3& v) { (*this)(v.x), (*this)(v.y), (*this)(v.z); }
};

template <class Impulses, class Joint>
void forget_of(Model& model, JointRecord& joint, const Joint& def) {
    Impulses total;
    total.visit(Copier<false>{model, joint});
    forget(def, total);
    total.visit(Copier<true>{model, joint});
}

struct Forget {
    Model& model;
    JointRecord& joint;

    void operator()(const BallJoint& def) { forget_of<BallImpulses<Scalars>>(model, joint, def); }
    void operator()(const HingeJoint& def) { forget_of<HingeImpulses<Scalars>>(model, joint, def); }
    void operator()(const SliderJoint& def) { forget_of<SliderImpulses<Scalars>>(model, joint, def); }
    void operator()(const FixedJoint&) {}
    void operator()(const DistanceJoint& def) { forget_of<DistanceImpulses<Scalars>>(model, joint, def); }
    void operator()(const WheelJoint& def) { forget_of<WheelImpulses<Scalars>>(model, joint, def); }
    void operator()(const MotorJoint& def) { forget_of<MotorJointImpulses<Scalars>>(model, joint, def); }
    void operator()(const UserJoint&) {}
};

}  // namespace

void rescale_impulses(Model& model, float h) {
    if (!(model.last_substep > 0) || model.last_substep == h) return;
    const float factor = h / model.last_substep;
    for (const ContactRecord& contact : model.contacts)
        if (contact.alive) scale_contact(model, contact, factor);
    for (JointRecord& joint : model.joints) {
        if (!joint.alive) continue;
        for (int i = 0; i < joint_impulses(joint.kind); ++i) joint_impulse(model, joint, i) *= factor;
        for (int i = 0; joint.closing && i < joint_impulses(joint.lane_kind()); ++i)
            model.joint_columns.memory(joint, i) *= factor;
    }
    model.last_substep = h;
}

void forget_idle_impulses(Model& model, JointRecord& joint) { std::visit(Forget{model, joint}, joint.def); }

}  // namespace cairn
