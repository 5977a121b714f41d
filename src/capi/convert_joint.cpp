// Joint definitions, both ways.

#include "capi/convert.hpp"

namespace cairn::capi {

namespace {

constexpr int max_rows = 6;

template <int index, class Kind>
constexpr bool is_joint = std::is_same_v<std::variant_alternative_t<index, JointDef>, Kind>;
static_assert(is_joint<CAIRN_JOINT_BALL, BallJoint> && is_joint<CAIRN_JOINT_HINGE, HingeJoint> &&
              is_joint<CAIRN_JOINT_SLIDER, SliderJoint> && is_joint<CAIRN_JOINT_FIXED, FixedJoint> &&
              is_joint<CAIRN_JOINT_DISTANCE, DistanceJoint> && is_joint<CAIRN_JOINT_WHEEL, WheelJoint> &&
              is_joint<CAIRN_JOINT_MOTOR, MotorJoint> && is_joint<CAIRN_JOINT_USER, UserJoint> &&
              std::variant_size_v<JointDef> == 8);

static_assert(CAIRN_JOINT_COORDINATE_ANGLE == static_cast<int>(JointCoordinate::angle) &&
              CAIRN_JOINT_COORDINATE_TRANSLATION == static_cast<int>(JointCoordinate::translation) &&
              CAIRN_JOINT_COORDINATE_LENGTH == static_cast<int>(JointCoordinate::length) &&
              CAIRN_JOINT_COORDINATE_SWING == static_cast<int>(JointCoordinate::swing) &&
              CAIRN_JOINT_COORDINATE_TWIST == static_cast<int>(JointCoordinate::twist) &&
              CAIRN_JOINT_COORDINATE_TRAVEL == static_cast<int>(JointCoordinate::travel) &&
              CAIRN_JOINT_COORDINATE_STEERING == static_cast<int>(JointCoordinate::steering) &&
              CAIRN_JOINT_COORDINATE_SPIN == static_cast<int>(JointCoordinate::spin));

/// A user's row function in C, as the C++ API calls it.
struct RowFunction {
    decltype(cairn_user_joint::evaluate) evaluate;
    void* context;
    int row_count;

    void operator()(const Transform& a, const Transform& b, Row* rows) const {
        const cairn_transform transform_a = to_c(a), transform_b = to_c(b);
        cairn_row c_rows[max_rows];
        for (int i = 0; i < row_count; ++i) c_rows[i] = to_c(rows[i]);
        evaluate(context, &transform_a, &transform_b, c_rows);
        for (int i = 0; i < row_count; ++i) rows[i] = to_cpp(c_rows[i]);
    }
};

/// The same for rows over up to four bodies.
struct AllRowFunction {
    decltype(cairn_user_joint::evaluate_all) evaluate;
    void* context;
    int row_count;

    void operator()(const Transform* bodies, Row* rows) const {
        cairn_transform c_bodies[4];
        for (int i = 0; i < 4; ++i) c_bodies[i] = to_c(bodies[i]);
        cairn_row c_rows[max_rows];
        for (int i = 0; i < row_count; ++i) c_rows[i] = to_c(rows[i]);
        evaluate(context, c_bodies, c_rows);
        for (int i = 0; i < row_count; ++i) rows[i] = to_cpp(c_rows[i]);
    }
};

template <class C, class Cpp, class Copy>
void each_field_of_base(C& c, Cpp& cpp, Copy copy) {
    copy(c.body_a, cpp.body_a);
    copy(c.body_b, cpp.body_b);
    copy(c.collide_connected, cpp.collide_connected);
    copy(c.break_force, cpp.break_force);
    copy(c.break_torque, cpp.break_torque);
    copy(c.stiffness, cpp.stiffness);
    copy(c.user_data, cpp.user_data);
}

template <class C, class Cpp, class Copy>
void each_field_of_ball(C& c, Cpp& cpp, Copy copy) {
    copy(c.anchor, cpp.anchor);
    copy(c.axis, cpp.axis);
    copy(c.cone_limit, cpp.cone_limit);
    copy(c.twist, cpp.twist);
    copy(c.spring, cpp.spring);
    copy(c.motor_velocity, cpp.motor_velocity);
    copy(c.motor_torque, cpp.motor_torque);
}

/// Hinge and slider have the same fields.
template <class C, class Cpp, class Copy>
void each_field_of_axis(C& c, Cpp& cpp, Copy copy) {
    copy(c.anchor, cpp.anchor);
    copy(c.axis, cpp.axis);
    copy(c.limits, cpp.limits);
    copy(c.motor, cpp.motor);
    copy(c.spring, cpp.spring);
    copy(c.spring_target, cpp.spring_target);
}

template <class C, class Cpp, class Copy>
void each_field_of_fixed(C& c, Cpp& cpp, Copy copy) {
    copy(c.anchor, cpp.anchor);
    copy(c.angular_stiffness, cpp.angular_stiffness);
}

template <class C, class Cpp, class Copy>
void each_field_of_distance(C& c, Cpp& cpp, Copy copy) {
    copy(c.anchor_a, cpp.anchor_a);
    copy(c.anchor_b, cpp.anchor_b);
    copy(c.length, cpp.length);
    copy(c.limits, cpp.limits);
    copy(c.motor, cpp.motor);
    copy(c.spring, cpp.spring);
}

template <class C, class Cpp, class Copy>
void each_field_of_wheel(C& c, Cpp& cpp, Copy copy) {
    copy(c.anchor, cpp.anchor);
    copy(c.suspension_axis, cpp.suspension_axis);
    copy(c.spin_axis, cpp.spin_axis);
    copy(c.suspension, cpp.suspension);
    copy(c.travel, cpp.travel);
    copy(c.motor, cpp.motor);
    copy(c.steering, cpp.steering);
    copy(c.steering_spring, cpp.steering_spring);
    copy(c.steering_target, cpp.steering_target);
    copy(c.steering_torque, cpp.steering_torque);
    copy(c.steering_limits, cpp.steering_limits);
}

template <class C, class Cpp, class Copy>
void each_field_of_motor(C& c, Cpp& cpp, Copy copy) {
    copy(c.anchor, cpp.anchor);
    copy(c.target_position, cpp.target_position);
    copy(c.target_rotation, cpp.target_rotation);
    copy(c.linear, cpp.linear);
    copy(c.angular, cpp.angular);
    copy(c.max_force, cpp.max_force);
    copy(c.max_torque, cpp.max_torque);
}

void fill(cairn_joint_def& c, const BallJoint& joint) { each_field_of_ball(c.as.ball, joint, ToC{}); }
void fill(cairn_joint_def& c, const HingeJoint& joint) { each_field_of_axis(c.as.hinge, joint, ToC{}); }
void fill(cairn_joint_def& c, const SliderJoint& joint) { each_field_of_axis(c.as.slider, joint, ToC{}); }
void fill(cairn_joint_def& c, const FixedJoint& joint) { each_field_of_fixed(c.as.fixed, joint, ToC{}); }
void fill(cairn_joint_def& c, const DistanceJoint& joint) {
    each_field_of_distance(c.as.distance, joint, ToC{});
}
void fill(cairn_joint_def& c, const WheelJoint& joint) { each_field_of_wheel(c.as.wheel, joint, ToC{}); }
void fill(cairn_joint_def& c, const MotorJoint& joint) { each_field_of_motor(c.as.motor, joint, ToC{}); }
void fill(cairn_joint_def& c, const UserJoint& joint) {
    c.as.user.row_count = joint.row_count;
    c.as.user.spring = to_c(joint.spring);
    const RowFunction* function = joint.evaluate.target<RowFunction>();
    const AllRowFunction* all = joint.evaluate_all.target<AllRowFunction>();
    c.as.user.evaluate = function ? function->evaluate : nullptr;
    c.as.user.evaluate_all = all ? all->evaluate : nullptr;
    c.as.user.context = function ? function->context : all ? all->context : nullptr;
    c.as.user.body_c = to_c(joint.body_c), c.as.user.body_d = to_c(joint.body_d);
}

void fill(BallJoint& joint, const cairn_joint_def& c) { each_field_of_ball(c.as.ball, joint, ToCpp{}); }
void fill(HingeJoint& joint, const cairn_joint_def& c) { each_field_of_axis(c.as.hinge, joint, ToCpp{}); }
void fill(SliderJoint& joint, const cairn_joint_def& c) { each_field_of_axis(c.as.slider, joint, ToCpp{}); }
void fill(FixedJoint& joint, const cairn_joint_def& c) { each_field_of_fixed(c.as.fixed, joint, ToCpp{}); }
void fill(DistanceJoint& joint, const cairn_joint_def& c) {
    each_field_of_distance(c.as.distance, joint, ToCpp{});
}
void fill(WheelJoint& joint, const cairn_joint_def& c) { each_field_of_wheel(c.as.wheel, joint, ToCpp{}); }
void fill(MotorJoint& joint, const cairn_joint_def& c) { each_field_of_motor(c.as.motor, joint, ToCpp{}); }
void fill(UserJoint& joint, const cairn_joint_def& c) {
    const cairn_user_joint& user = c.as.user;
    joint.row_count = user.row_count;
    joint.spring = to_cpp(user.spring);
    joint.body_c = to_cpp(user.body_c), joint.body_d = to_cpp(user.body_d);
    if (user.evaluate) joint.evaluate = RowFunction{user.evaluate, user.context, user.row_count};
    if (user.evaluate_all)
        joint.evaluate_all = AllRowFunction{user.evaluate_all, user.context, user.row_count};
}

}  // namespace

JointDef default_joint(cairn_joint_type type) {
    switch (type) {
        case CAIRN_JOINT_BALL:
            return BallJoint{};
        case CAIRN_JOINT_HINGE:
            return HingeJoint{};
        case CAIRN_JOINT_SLIDER:
            return SliderJoint{};
        case CAIRN_JOINT_FIXED:
            return FixedJoint{};
        case CAIRN_JOINT_DISTANCE:
            return DistanceJoint{};
        case CAIRN_JOINT_WHEEL:
            return WheelJoint{};
        case CAIRN_JOINT_MOTOR:
            return MotorJoint{};
        case CAIRN_JOINT_USER:
            return UserJoint{};
        default:
            break;
    }
    fail("cairn_joint_def.type must be 0 to " + std::to_string(CAIRN_JOINT_USER) + ", got " +
         std::to_string(type));
}

JointCoordinate joint_coordinate(cairn_joint_coordinate coordinate) {
    return checked_enum(coordinate, JointCoordinate::spin, "coordinate");
}

cairn_joint_def to_c(const JointDef& def) {
    cairn_joint_def c{};
    c.type = static_cast<cairn_joint_type>(def.index());
    std::visit(
        [&c](const auto& joint) {
            each_field_of_base(c, joint, ToC{});
            fill(c, joint);
        },
        def);
    return c;
}

JointDef to_cpp(const cairn_joint_def& def) {
    JointDef cpp = default_joint(def.type);
    std::visit(
        [&def](auto& joint) {
            each_field_of_base(def, joint, ToCpp{});
            fill(joint, def);
        },
        cpp);
    return cpp;
}

}  // namespace cairn::capi
