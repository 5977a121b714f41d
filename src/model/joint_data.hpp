#pragma once
// What the solver knows of a joint, one plain struct of numbers per part. Each struct is a template over the
// kind of number: floats where a definition is written, lanes where it is solved; `visit` lists the members
// in the order of their columns, so that both sides agree without a table of offsets.

#include <cairn/math.hpp>

namespace cairn {

/// Numbers of one joint.
struct Scalars {
    using Real = float;
    using Vector = Vec3;
    using Rotation = Quat;
};

/// Where the joint sits. The z axis of the frames is the axis of a hinge, slider or twist; the frames agree
/// when the joint is at zero. A wheel's suspension axis is x, its spin axis z.
template <class T>
struct JointFrames {
    typename T::Vector anchor_a, anchor_b;  // from the centres of mass, in the axes of the bodies
    typename T::Rotation frame_a, frame_b;  // in the axes of the bodies
    typename T::Real hertz, damping;        // softness of the constraint itself; 0: the solver's

    template <class V>
    constexpr void visit(V&& v) {
        v(anchor_a), v(anchor_b), v(frame_a), v(frame_b), v(hertz), v(damping);
    }
};

template <class T>
struct SpringSettings {
    typename T::Real hertz, damping, target;  // hertz 0: none

    template <class V>
    constexpr void visit(V&& v) {
        v(hertz), v(damping), v(target);
    }
};

template <class T>
struct MotorSettings {
    typename T::Real on, speed, max_force;

    template <class V>
    constexpr void visit(V&& v) {
        v(on), v(speed), v(max_force);
    }
};

template <class T>
struct LimitSettings {
    typename T::Real on, lower, upper;

    template <class V>
    constexpr void visit(V&& v) {
        v(on), v(lower), v(upper);
    }
};

/// Impulses of the lower and the upper limit, both at least 0.
template <class T>
struct LimitImpulses {
    typename T::Real lower, upper;

    template <class V>
    constexpr void visit(V&& v) {
        v(lower), v(upper);
    }
};

/// Spring, motor and limits of one free coordinate.
template <class T>
struct AxisSettings {
    SpringSettings<T> spring;
    MotorSettings<T> motor;
    LimitSettings<T> limits;

    template <class V>
    constexpr void visit(V&& v) {
        spring.visit(v), motor.visit(v), limits.visit(v);
    }
};

template <class T>
struct AxisImpulses {
    typename T::Real spring, motor;
    LimitImpulses<T> limits;

    template <class V>
    constexpr void visit(V&& v) {
        v(spring), v(motor), limits.visit(v);
    }
};

template <class T>
struct BallSettings {
    typename T::Real features;  // 0: none of the following
    typename T::Real cone_on, cone;
    LimitSettings<T> twist;
    SpringSettings<T> spring;
    typename T::Vector motor_velocity;  // in frame a
    typename T::Real motor_torque;

    template <class V>
    constexpr void visit(V&& v) {
        v(features), v(cone_on), v(cone), twist.visit(v), spring.visit(v), v(motor_velocity), v(motor_torque);
    }
};

template <class T>
struct BallImpulses {
    typename T::Vector point;
    typename T::Real cone;
    LimitImpulses<T> twist;
    typename T::Vector spring, motor;

    template <class V>
    constexpr void visit(V&& v) {
        v(point), v(cone), twist.visit(v), v(spring), v(motor);
    }
};

template <class T>
struct HingeSettings {
    typename T::Real features;
    AxisSettings<T> axis;

    template <class V>
    constexpr void visit(V&& v) {
        v(features), axis.visit(v);
    }
};

template <class T>
struct HingeImpulses {
    typename T::Vector point;
    typename T::Real tilt_x, tilt_y;
    AxisImpulses<T> axis;

    template <class V>
    constexpr void visit(V&& v) {
        v(point), v(tilt_x), v(tilt_y), axis.visit(v);
    }
};

template <class T>
struct SliderSettings {
    typename T::Real features;
    AxisSettings<T> axis;

    template <class V>
    constexpr void visit(V&& v) {
        v(features), axis.visit(v);
    }
};

template <class T>
struct SliderImpulses {
    typename T::Real side_x, side_y;
    typename T::Vector turn;
    AxisImpulses<T> axis;

    template <class V>
    constexpr void visit(V&& v) {
        v(side_x), v(side_y), v(turn), axis.visit(v);
    }
};

template <class T>
struct FixedSettings {
    typename T::Real hertz, damping;  // of the rotation; 0: as the translation
    typename T::Real closing;         // by which share a second a torn joint closes (torn_joints.hpp); or 0

    template <class V>
    constexpr void visit(V&& v) {
        v(hertz), v(damping), v(closing);
    }
};

template <class T>
struct FixedImpulses {
    typename T::Vector point, turn;

    template <class V>
    constexpr void visit(V&& v) {
        v(point), v(turn);
    }
};

template <class T>
struct DistanceSettings {
    typename T::Real rigid, length;
    AxisSettings<T> axis;

    template <class V>
    constexpr void visit(V&& v) {
        v(rigid), v(length), axis.visit(v);
    }
};

template <class T>
struct DistanceImpulses {
    typename T::Real rigid;
    AxisImpulses<T> axis;

    template <class V>
    constexpr void visit(V&& v) {
        v(rigid), axis.visit(v);
    }
};

template <class T>
struct WheelSettings {
    SpringSettings<T> suspension;
    LimitSettings<T> travel;
    MotorSettings<T> motor;
    typename T::Real steering;
    SpringSettings<T> steering_spring;
    typename T::Real steering_torque;
    LimitSettings<T> steering_limits;

    template <class V>
    constexpr void visit(V&& v) {
        suspension.visit(v), travel.visit(v), motor.visit(v), v(steering), steering_spring.visit(v),
            v(steering_torque), steering_limits.visit(v);
    }
};

template <class T>
struct WheelImpulses {
    typename T::Real side_y, side_z, tilt, straight;
    typename T::Real suspension, motor, steering_spring;
    LimitImpulses<T> travel, steering_limits;

    template <class V>
    constexpr void visit(V&& v) {
        v(side_y), v(side_z), v(tilt), v(straight), v(suspension), v(motor), v(steering_spring),
            travel.visit(v), steering_limits.visit(v);
    }
};

template <class T>
struct MotorJointSettings {
    SpringSettings<T> linear, angular;
    typename T::Vector position;  // in frame a
    typename T::Rotation rotation;
    typename T::Real max_force, max_torque;

    template <class V>
    constexpr void visit(V&& v) {
        linear.visit(v), angular.visit(v), v(position), v(rotation), v(max_force), v(max_torque);
    }
};

template <class T>
struct MotorJointImpulses {
    typename T::Vector force, torque;

    template <class V>
    constexpr void visit(V&& v) {
        v(force), v(torque);
    }
};

/// Of what a joint has none.
template <class T>
struct NoPart {
    template <class V>
    constexpr void visit(V&&) {}
};

/// A user's rows are evaluated and solved one by one; only their impulses have columns.
template <class T>
struct UserImpulses {
    typename T::Real row[6];

    template <class V>
    constexpr void visit(V&& v) {
        for (auto& impulse : row) v(impulse);
    }
};

/// Angles that count whole turns, as they were when the solver last looked: a pose tells them within one
/// turn.
template <class T>
struct HingeAngles {
    typename T::Real angle;

    template <class V>
    constexpr void visit(V&& v) {
        v(angle);
    }
};

template <class T>
struct WheelAngles {
    typename T::Real steering, spin;

    template <class V>
    constexpr void visit(V&& v) {
        v(steering), v(spin);
    }
};

/// The parts of a joint that follow its frames, in the order of its columns.
template <template <class> class SettingsOf, template <class> class ImpulsesOf,
          template <class> class AnglesOf = NoPart>
struct JointParts {
    template <class T>
    using Settings = SettingsOf<T>;
    template <class T>
    using Impulses = ImpulsesOf<T>;
    template <class T>
    using Angles = AnglesOf<T>;
};

using BallParts = JointParts<BallSettings, BallImpulses>;
using HingeParts = JointParts<HingeSettings, HingeImpulses, HingeAngles>;
using SliderParts = JointParts<SliderSettings, SliderImpulses>;
using FixedParts = JointParts<FixedSettings, FixedImpulses>;
using DistanceParts = JointParts<DistanceSettings, DistanceImpulses>;
using WheelParts = JointParts<WheelSettings, WheelImpulses, WheelAngles>;
using MotorParts = JointParts<MotorJointSettings, MotorJointImpulses>;
using UserParts = JointParts<NoPart, UserImpulses>;

/// Visitor that counts columns.
struct ColumnCounter {
    int count = 0;
    constexpr void operator()(float&) { count += 1; }
    constexpr void operator()(Vec3&) { count += 3; }
    constexpr void operator()(Quat&) { count += 4; }
};

template <class Part>
constexpr int columns_of() {
    Part part{};
    ColumnCounter counter;
    part.visit(counter);
    return counter.count;
}

inline constexpr int frame_columns = columns_of<JointFrames<Scalars>>();
template <class Parts>
inline constexpr int settings_columns = columns_of<typename Parts::template Settings<Scalars>>();
template <class Parts>
inline constexpr int impulse_columns = columns_of<typename Parts::template Impulses<Scalars>>();
template <class Parts>
inline constexpr int angle_columns = columns_of<typename Parts::template Angles<Scalars>>();
/// Columns at which the impulses and the angles begin, and where a joint ends.
template <class Parts>
inline constexpr int impulse_begin = frame_columns + settings_columns<Parts>;
template <class Parts>
inline constexpr int angle_begin = impulse_begin<Parts> + impulse_columns<Parts>;
template <class Parts>
inline constexpr int all_columns = angle_begin<Parts> + angle_columns<Parts>;

}  // namespace cairn
