#define CAIRN_LANES 1

#include "joints/joint_rows.hpp"

#include <type_traits>

#include "joints/joint_view.hpp"
#include "joints/user_rows.hpp"

namespace cairn {

namespace {

using namespace joint_view;

/// Collects the rows of one joint.
class RowList {
public:
    RowList(JointRow* rows, const JointBase& base) : rows_(rows), base_(base) {}

    int count() const { return count_; }

    /// Rows of the joint itself are as soft as its definition says.
    void hold(int column, const SlideRow& row, Float error) {
        soften(add(column, row, error), base_.stiffness);
    }
    void hold(int column, Vec3 axis, float error) { soften(add_turn(column, axis, error), base_.stiffness); }

    /// Three rows along the world axes at the two arms.
    void hold_point(int column, const PointBlock& point) {
        const int first = count_;
        for (int i = 0; i < 3; ++i) {
            const Vec3 axis = unit(i);
            soften(add(column + i, slide(axis, narrow(point.arm_a), narrow(point.arm_b)),
                       dot(axis, narrow(point.error))),
                   base_.stiffness);
        }
        rows_[first].block = true;
    }
    void hold_turn(int column, Vec3 error, Spring stiffness) {
        const int first = count_;
        for (int i = 0; i < 3; ++i) soften(add_turn(column + i, unit(i), dot(unit(i), error)), stiffness);
        rows_[first].block = true;
    }

    /// Keeps C >= 0 where Cdot = sign * (speed of the row). Its impulse column counts along C.
    template <class Any>
    void limit(int column, const Any& row, float sign, float error) {
        JointRow& added = add_any(column, row, error);
        added.linear_a = sign * added.linear_a, added.angular_a = sign * added.angular_a;
        added.linear_b = sign * added.linear_b, added.angular_b = sign * added.angular_b;
        added.kind = JointRowKind::limit;
        added.lower = 0, added.upper = infinity;
        soften(added, base_.stiffness);
    }
    template <class Any>
    void limits(int column, const Any& row, float coordinate, const LimitSettings<Lanes>& s) {
        if (!(s.on.v > 0)) return;
        limit(column, row, 1, coordinate - s.lower.v);
        limit(column + 1, row, -1, s.upper.v - coordinate);
    }
    template <class Any>
    void spring(int column, const Any& row, float displacement, const SpringSettings<Lanes>& s, float bound) {
        if (!(s.hertz.v > 0)) return;
        JointRow& added = add_any(column, row, displacement);
        added.kind = JointRowKind::spring;
        added.reduced = std::is_same_v<Any, SlideRow>;
        added.lower = -bound, added.upper = bound;
        added.hertz = s.hertz.v, added.damping = s.damping.v;
    }
    template <class Any>
    JointRow& motor(int column, const Any& row, float speed, float bound) {
        JointRow& added = add_any(column, row, 0);
        added.kind = JointRowKind::motor;
        added.speed = speed;
        added.lower = -bound, added.upper = bound;
        return added;
    }
    /// Spring, motor and limits of a free coordinate: columns in this order.
    template <class Any>
    void axis(int column, const Any& row, float coordinate, float drive, const AxisSettings<Lanes>& s) {
        spring(column, row, drive, s.spring, infinity);
        if (s.motor.on.v > 0) {
            JointRow& added = motor(column + 1, row, s.motor.speed.v, s.motor.max_force.v);
            if (s.limits.on.v > 0)
                added.room_below = coordinate - s.limits.lower.v,
                added.room_above = s.limits.upper.v - coordinate;
        }
        limits(column + 2, row, coordinate, s.limits);
    }

    static SlideRow slide(Vec3 axis, Vec3 arm_a, Vec3 arm_b) {
        return {wide(axis), wide(cross(arm_a, axis)), wide(cross(arm_b, axis)), Float(0.0f)};
    }
    static Vec3 unit(int i) { return {i == 0 ? 1.0f : 0.0f, i == 1 ? 1.0f : 0.0f, i == 2 ? 1.0f : 0.0f}; }

    JointRow& add_row(const Row& row, int column) {
        JointRow& added = next(column, row.error);
        added.linear_a = row.linear_a, added.angular_a = row.angular_a;
        added.linear_b = row.linear_b, added.angular_b = row.angular_b;
        added.linear_c = row.linear_c, added.angular_c = row.angular_c;
        added.linear_d = row.linear_d, added.angular_d = row.angular_d;
        added.speed = row.speed, added.lower = row.lower, added.upper = row.upper;
        return added;
    }

private:
    JointRow& next(int column, float error) {
        JointRow& row = rows_[count_++];
        row = {};
        row.column = column, row.error = error;
        row.lower = -infinity, row.upper = infinity;
        return row;
    }
    JointRow& add(int column, const SlideRow& row, Float error) { return add(column, row, error.v); }
    JointRow& add(int column, const SlideRow& row, float error) {
        JointRow& added = next(column, error);
        added.linear_b = narrow(row.axis), added.linear_a = -added.linear_b;
        added.angular_a = -narrow(row.angular_a), added.angular_b = narrow(row.angular_b);
        return added;
    }
    JointRow& add_turn(int column, Vec3 axis, float error) {
        JointRow& added = next(column, error);
        added.angular_a = -axis, added.angular_b = axis;
        return added;
    }
    JointRow& add_any(int column, const SlideRow& row, float error) { return add(column, row, error); }
    JointRow& add_any(int column, const TurnRow& row, float error) {
        return add_turn(column, narrow(row.axis), error);
    }
    static void soften(JointRow& row, Spring stiffness) {
        row.hertz = stiffness.hertz, row.damping = stiffness.damping_ratio;
    }

    JointRow* rows_;
    const JointBase& base_;
    int count_ = 0;
};

TurnRow turn_row(Vec3 axis) { return {wide(axis), Float(0.0f)}; }

void ball_rows(const JointView& view, RowList& list) {
    const JointGeometry<Ball> geometry(view);
    if (Ball::needs_frames(view.settings())) {
        const BallFeatures f = geometry.part<BallFeatures>(part_columns<PointBlock>);
        const BallSettings<Lanes> s = load_part<BallSettings<Lanes>>(view.settings());
        for (int i = 0; i < 3; ++i) {
            const Vec3 axis = RowList::unit(i);
            list.spring(6 + i, turn_row(axis), dot(axis, narrow(f.drive)), s.spring, infinity);
        }
        for (int i = 0; i < 3 && s.motor_torque.v > 0; ++i) {
            const Vec3 axis = RowList::unit(i);
            list.motor(9 + i, turn_row(axis), dot(axis, narrow(f.motor_velocity)), s.motor_torque.v);
        }
        if (s.cone_on.v > 0) list.limit(3, f.cone.row, -1, s.cone.v - f.cone.angle.v);
        if (f.twist.mass.v > 0) list.limits(4, f.twist, f.twist_angle.v, s.twist);
    }
    list.hold_point(0, geometry.part<PointBlock>(0));
}

void hinge_rows(const JointView& view, RowList& list) {
    const JointGeometry<Hinge> geometry(view);
    if (Hinge::has_axis(view.settings())) {
        const HingeAxis axis = geometry.part<HingeAxis>(Hinge::axis_at);
        list.axis(5, axis.row, axis.angle.v, axis.drive.v,
                  load_part<HingeSettings<Lanes>>(view.settings()).axis);
    }
    const TiltBlock tilt = geometry.part<TiltBlock>(Hinge::tilt_at);
    list.hold(3, narrow(tilt.axis_1), tilt.error_1.v);
    list.hold(4, narrow(tilt.axis_2), tilt.error_2.v);
    list.hold_point(0, geometry.part<PointBlock>(0));
}

void slider_rows(const JointView& view, RowList& list, Spring stiffness) {
    const JointGeometry<Slider> geometry(view);
    if (Slider::has_axis(view.settings())) {
        const SliderAxis axis = geometry.part<SliderAxis>(Slider::axis_at);
        list.axis(5, axis.row, axis.distance.v, axis.drive.v,
                  load_part<SliderSettings<Lanes>>(view.settings()).axis);
    }
    list.hold_turn(2, narrow(geometry.part<TurnBlock>(Slider::turn_at).error), stiffness);
    const SideBlock side = geometry.part<SideBlock>(Slider::side_at);
    list.hold(0, side.row_1, side.error_1);
    list.hold(1, side.row_2, side.error_2);
}

void fixed_rows(const JointView& view, RowList& list, Spring stiffness) {
    const JointGeometry<Fixed> geometry(view);
    const FixedSettings<Lanes> s = load_part<FixedSettings<Lanes>>(view.settings());
    if (s.hertz.v > 0) stiffness = {s.hertz.v, s.damping.v};
    list.hold_turn(3, narrow(geometry.part<TurnBlock>(Fixed::turn_at).error), stiffness);
    list.hold_point(0, geometry.part<PointBlock>(0));
}

void distance_rows(const JointView& view, RowList& list) {
    const JointGeometry<Distance> geometry(view);
    const DistanceSettings<Lanes> s = load_part<DistanceSettings<Lanes>>(view.settings());
    const DistanceRow line = geometry.part<DistanceRow>(Distance::row_at);
    if (s.rigid.v > 0) return list.hold(0, line.row, line.drive);
    list.axis(1, line.row, line.length.v, line.drive.v, s.axis);
}

void wheel_rows(const JointView& view, RowList& list) {
    const JointGeometry<Wheel> geometry(view);
    const WheelGeometry g = geometry.part<WheelGeometry>(0);
    const WheelSettings<Lanes> s = load_part<WheelSettings<Lanes>>(view.settings());
    if (s.motor.on.v > 0) list.motor(5, turn_row(narrow(g.spin)), s.motor.speed.v, s.motor.max_force.v);
    if (s.steering.v > 0) {
        list.spring(6, g.steering, angle_drive(g.steer, s.steering_spring.target, s.steering_limits).v,
                    s.steering_spring, s.steering_torque.v);
        list.limits(9, g.steering, g.steer.v, s.steering_limits);
    } else {
        list.hold(3, narrow(g.straight.axis), g.straight_error.v);
    }
    list.spring(4, g.suspension, g.travel.v, s.suspension, infinity);
    list.limits(7, g.suspension, g.travel.v, s.travel);
    list.hold(2, narrow(g.tilt.axis), g.tilt_error.v);
    list.hold(0, g.side.row_1, g.side.error_1);
    list.hold(1, g.side.row_2, g.side.error_2);
}

void motor_rows(const JointView& view, RowList& list) {
    const JointGeometry<MotorDriver> geometry(view);
    const MotorDrive drive = geometry.part<MotorDrive>(0);
    const MotorJointSettings<Lanes> s = load_part<MotorJointSettings<Lanes>>(view.settings());
    for (int i = 0; i < 3; ++i) {
        const Vec3 axis = RowList::unit(i);
        list.spring(3 + i, turn_row(axis), dot(axis, narrow(drive.turn_error)), s.angular, s.max_torque.v);
    }
    for (int i = 0; i < 3; ++i) {
        const Vec3 axis = RowList::unit(i);
        list.spring(i, RowList::slide(axis, narrow(drive.point.arm_a), narrow(drive.point.arm_b)),
                    dot(axis, narrow(drive.point.error)), s.linear, s.max_force.v);
    }
}

void user_rows(const Model& model, const JointRecord& joint, RowList& list) {
    const UserJoint& def = std::get<UserJoint>(joint.def);
    Row rows[6];
    evaluate_rows(def, user_frames(model, joint), rows);
    for (int i = 0; i < def.row_count; ++i) {
        if (!rows[i].active) continue;
        JointRow& row = list.add_row(rows[i], i);
        const Spring softness = def.spring.hertz > 0 ? def.spring : def.stiffness;
        row.hertz = softness.hertz, row.damping = softness.damping_ratio;
        const bool one_sided = row.lower == 0 || row.upper == 0;
        row.kind = def.spring.hertz > 0 ? JointRowKind::spring
                   : one_sided          ? JointRowKind::limit
                                        : JointRowKind::hold;
    }
}

}  // namespace

int joint_rows(const Model& model, const JointRecord& joint, JointRow (&rows)[max_joint_rows]) {
    RowList list(rows, joint.base());
    if (joint.kind == JointKind::user) {
        user_rows(model, joint, list);
        return list.count();
    }
    const JointView view(model, joint);
    switch (joint.kind) {
        case JointKind::ball:
            ball_rows(view, list);
            break;
        case JointKind::hinge:
            hinge_rows(view, list);
            break;
        case JointKind::slider:
            slider_rows(view, list, joint.base().stiffness);
            break;
        case JointKind::fixed:
            fixed_rows(view, list, joint.base().stiffness);
            break;
        case JointKind::distance:
            distance_rows(view, list);
            break;
        case JointKind::wheel:
            wheel_rows(view, list);
            break;
        case JointKind::motor:
            motor_rows(view, list);
            break;
        case JointKind::user:
            break;
    }
    return list.count();
}

}  // namespace cairn
