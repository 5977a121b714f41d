#pragma once
// Field by field comparison of C definitions with C++ ones, and C++ ones in which no two fields are alike.

#include <cairn/cairn.h>
#include <gtest/gtest.h>

#include <cairn/cairn.hpp>

namespace cairn {

inline bool operator==(const ::cairn_vec3& a, const Vec3& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z;
}
inline bool operator==(const ::cairn_quat& a, const Quat& b) {
    return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
inline bool operator==(const ::cairn_spring& a, const Spring& b) {
    return a.hertz == b.hertz && a.damping_ratio == b.damping_ratio;
}
inline bool operator==(const ::cairn_limits& a, const Limits& b) {
    return a.enabled == b.enabled && a.lower == b.lower && a.upper == b.upper;
}
inline bool operator==(const ::cairn_motor& a, const Motor& b) {
    return a.enabled == b.enabled && a.speed == b.speed && a.max_force == b.max_force;
}
inline bool operator==(const ::cairn_filter& a, const Filter& b) {
    return a.category == b.category && a.mask == b.mask && a.group == b.group;
}
inline bool operator==(const ::cairn_locks& a, const Locks& b) {
    return a.linear_x == b.linear_x && a.linear_y == b.linear_y && a.linear_z == b.linear_z &&
           a.angular_x == b.angular_x && a.angular_y == b.angular_y && a.angular_z == b.angular_z;
}

inline bool operator==(const ::cairn_body& a, const BodyId& b) {
    return a.index == b.index && a.generation == b.generation;
}
inline bool operator==(const ::cairn_soft_step& a, const SoftStep& b) {
    return a.substeps == b.substeps && a.contact_hertz == b.contact_hertz &&
           a.contact_damping == b.contact_damping && a.push_speed == b.push_speed &&
           a.joint_hertz == b.joint_hertz && a.joint_damping == b.joint_damping &&
           a.restitution_speed == b.restitution_speed && a.stiff_mass_ratio == b.stiff_mass_ratio &&
           a.load_memory == b.load_memory;
}

namespace capi_test {

#define EXPECT_SAME(field) EXPECT_TRUE(c.field == cpp.field) << #field

inline void expect_same(const cairn_world_def& c, const WorldDef& cpp) {
    EXPECT_EQ(c.tasks, nullptr);
    EXPECT_SAME(gravity);
    EXPECT_SAME(stage_solver);
    EXPECT_SAME(sleep);
    EXPECT_SAME(sleep_speed);
    EXPECT_SAME(continuous);
    EXPECT_SAME(hit_event_speed);
    EXPECT_SAME(threads);
    EXPECT_SAME(lanes);
    EXPECT_SAME(solver);
}

inline void expect_same(const cairn_body_def& c, const BodyDef& cpp) {
    EXPECT_EQ(c.type, static_cast<int>(cpp.type));
    EXPECT_EQ(c.has_center_of_mass, cpp.center_of_mass.has_value());
    EXPECT_TRUE(c.center_of_mass == cpp.center_of_mass.value_or(Vec3{}));
    EXPECT_SAME(position);
    EXPECT_SAME(rotation);
    EXPECT_SAME(velocity);
    EXPECT_SAME(angular_velocity);
    EXPECT_SAME(mass);
    EXPECT_SAME(inertia);
    EXPECT_SAME(gravity_scale);
    EXPECT_SAME(linear_damping);
    EXPECT_SAME(angular_damping);
    EXPECT_SAME(locks);
    EXPECT_SAME(can_sleep);
    EXPECT_SAME(awake);
    EXPECT_SAME(bullet);
    EXPECT_SAME(gyroscopic);
    EXPECT_SAME(user_data);
}

inline void expect_same(const cairn_shape_def& c, const ShapeDef& cpp) {
    EXPECT_EQ(c.friction_combine, static_cast<int>(cpp.friction_combine));
    EXPECT_EQ(c.restitution_combine, static_cast<int>(cpp.restitution_combine));
    EXPECT_SAME(density);
    EXPECT_SAME(friction);
    EXPECT_SAME(restitution);
    EXPECT_SAME(rolling_resistance);
    EXPECT_SAME(spinning_friction);
    EXPECT_SAME(surface_velocity);
    EXPECT_SAME(filter);
    EXPECT_SAME(sensor);
    EXPECT_SAME(contact_events);
    EXPECT_SAME(hit_events);
    EXPECT_SAME(user_data);
}

inline void expect_same(const cairn_joint_def& c, const JointBase& cpp) {
    EXPECT_SAME(body_a);
    EXPECT_SAME(body_b);
    EXPECT_SAME(collide_connected);
    EXPECT_SAME(break_force);
    EXPECT_SAME(break_torque);
    EXPECT_SAME(stiffness);
    EXPECT_SAME(user_data);
}

inline void expect_same(const cairn_ball_joint& c, const BallJoint& cpp) {
    EXPECT_SAME(anchor);
    EXPECT_SAME(axis);
    EXPECT_SAME(cone_limit);
    EXPECT_SAME(twist);
    EXPECT_SAME(spring);
    EXPECT_SAME(motor_velocity);
    EXPECT_SAME(motor_torque);
}

inline void expect_same(const cairn_hinge_joint& c, const HingeJoint& cpp) {
    EXPECT_SAME(anchor);
    EXPECT_SAME(axis);
    EXPECT_SAME(limits);
    EXPECT_SAME(motor);
    EXPECT_SAME(spring);
    EXPECT_SAME(spring_target);
}

inline void expect_same(const cairn_slider_joint& c, const SliderJoint& cpp) {
    EXPECT_SAME(anchor);
    EXPECT_SAME(axis);
    EXPECT_SAME(limits);
    EXPECT_SAME(motor);
    EXPECT_SAME(spring);
    EXPECT_SAME(spring_target);
}

inline void expect_same(const cairn_fixed_joint& c, const FixedJoint& cpp) {
    EXPECT_SAME(anchor);
    EXPECT_SAME(angular_stiffness);
}

inline void expect_same(const cairn_distance_joint& c, const DistanceJoint& cpp) {
    EXPECT_SAME(anchor_a);
    EXPECT_SAME(anchor_b);
    EXPECT_SAME(length);
    EXPECT_SAME(limits);
    EXPECT_SAME(motor);
    EXPECT_SAME(spring);
}

inline void expect_same(const cairn_wheel_joint& c, const WheelJoint& cpp) {
    EXPECT_SAME(anchor);
    EXPECT_SAME(suspension_axis);
    EXPECT_SAME(spin_axis);
    EXPECT_SAME(suspension);
    EXPECT_SAME(travel);
    EXPECT_SAME(motor);
    EXPECT_SAME(steering);
    EXPECT_SAME(steering_spring);
    EXPECT_SAME(steering_target);
    EXPECT_SAME(steering_torque);
    EXPECT_SAME(steering_limits);
}

inline void expect_same(const cairn_motor_joint& c, const MotorJoint& cpp) {
    EXPECT_SAME(anchor);
    EXPECT_SAME(target_position);
    EXPECT_SAME(target_rotation);
    EXPECT_SAME(linear);
    EXPECT_SAME(angular);
    EXPECT_SAME(max_force);
    EXPECT_SAME(max_torque);
}

inline void expect_same(const cairn_user_joint& c, const UserJoint& cpp) {
    EXPECT_SAME(row_count);
    EXPECT_SAME(spring);
    EXPECT_SAME(body_c);
    EXPECT_SAME(body_d);
}

#undef EXPECT_SAME

/// Gives every field a value that no other has.
class Numbers {
public:
    void fill(float& value) { value = next(); }
    void fill(int& value) { value = static_cast<int>(next() * 100); }
    void fill(uint64_t& value) { value = static_cast<uint64_t>(next() * 100); }
    void fill(std::string& value) { value = "pgs:iterations=" + std::to_string(++count_); }
    void fill(bool& value) { value = !value; }
    void fill(Vec3& value) { value = {next(), next(), next()}; }
    void fill(Quat& value) { value = {next(), next(), next(), next()}; }
    void fill(BodyId& value) { value = {static_cast<uint32_t>(next() * 100), 7}; }
    void fill(Spring& value) { value = {next(), next()}; }
    void fill(Limits& value) { value = {true, next(), next()}; }
    void fill(Motor& value) { value = {true, next(), next()}; }
    void fill(Locks& value) { value = {true, false, true, true, false, false}; }
    void fill(Filter& value) { value = {5, 6, -7}; }
    void fill(SoftStep& value) {
        value = {9, next(), next(), next(), next(), next(), next(), next(), next()};
    }

    template <class... Fields>
    void fill_all(Fields&... fields) {
        (fill(fields), ...);
    }

private:
    float next() { return static_cast<float>(++count_) * 0.25f; }

    int count_ = 0;
};

inline void number(Numbers& numbers, WorldDef& def) {
    numbers.fill_all(def.gravity, def.stage_solver, def.sleep, def.sleep_speed, def.continuous,
                     def.hit_event_speed, def.threads, def.lanes, def.solver);
}

inline void number(Numbers& numbers, BodyDef& def) {
    numbers.fill_all(def.position, def.rotation, def.velocity, def.angular_velocity, def.mass, def.inertia,
                     def.gravity_scale, def.linear_damping, def.angular_damping, def.locks, def.can_sleep,
                     def.awake, def.bullet, def.gyroscopic, def.user_data);
    def.type = BodyType::kinematic;
    def.center_of_mass = Vec3{1, 2, 3};
}

inline void number(Numbers& numbers, ShapeDef& def) {
    numbers.fill_all(def.density, def.friction, def.restitution, def.rolling_resistance,
                     def.spinning_friction, def.surface_velocity, def.filter, def.sensor, def.contact_events,
                     def.hit_events, def.user_data);
    def.friction_combine = Combine::minimum;
    def.restitution_combine = Combine::multiply;
}

inline void number(Numbers& numbers, JointBase& def) {
    numbers.fill_all(def.body_a, def.body_b, def.collide_connected, def.break_force, def.break_torque,
                     def.stiffness, def.user_data);
}

inline void number(Numbers& numbers, BallJoint& def) {
    numbers.fill_all(def.anchor, def.axis, def.cone_limit, def.twist, def.spring, def.motor_velocity,
                     def.motor_torque);
}

inline void number(Numbers& numbers, HingeJoint& def) {
    numbers.fill_all(def.anchor, def.axis, def.limits, def.motor, def.spring, def.spring_target);
}

inline void number(Numbers& numbers, SliderJoint& def) {
    numbers.fill_all(def.anchor, def.axis, def.limits, def.motor, def.spring, def.spring_target);
}

inline void number(Numbers& numbers, FixedJoint& def) { numbers.fill_all(def.anchor, def.angular_stiffness); }

inline void number(Numbers& numbers, DistanceJoint& def) {
    numbers.fill_all(def.anchor_a, def.anchor_b, def.length, def.limits, def.motor, def.spring);
}

inline void number(Numbers& numbers, WheelJoint& def) {
    numbers.fill_all(def.anchor, def.suspension_axis, def.spin_axis, def.suspension, def.travel, def.motor,
                     def.steering, def.steering_spring, def.steering_target, def.steering_torque,
                     def.steering_limits);
}

inline void number(Numbers& numbers, MotorJoint& def) {
    numbers.fill_all(def.anchor, def.target_position, def.target_rotation, def.linear, def.angular,
                     def.max_force, def.max_torque);
}

inline void number(Numbers& numbers, UserJoint& def) {
    numbers.fill_all(def.row_count, def.spring, def.body_c, def.body_d);
}

}  // namespace capi_test
}  // namespace cairn
