#pragma once
// Structs of the C API that are the same bytes as their C++ twins: to_c and to_cpp copy them, which costs
// nothing. The assertions below fail to compile when a twin gains, loses or moves a field.

#include <cstddef>
#include <cstring>
#include <type_traits>

#include <cairn/cairn.h>
#include <cairn/world.hpp>

namespace cairn::capi {

template <class To, class From>
To copy_bytes(const From& from) {
    static_assert(sizeof(To) == sizeof(From) && alignof(To) == alignof(From));
    static_assert(std::is_trivially_copyable_v<To> && std::is_trivially_copyable_v<From>);
    To to;
    std::memcpy(static_cast<void*>(&to), &from, sizeof to);
    return to;
}

/// Numbers that are the same in both languages.
template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
Number to_c(Number value) {
    return value;
}
template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
Number to_cpp(Number value) {
    return value;
}

#define CAIRN_TWINS(c_type, cpp_type)                                                   \
    inline c_type to_c(const cpp_type& value) { return copy_bytes<c_type>(value); }     \
    inline cpp_type to_cpp(const c_type& value) { return copy_bytes<cpp_type>(value); } \
    static_assert(sizeof(c_type) == sizeof(cpp_type), #c_type " is not the size of its twin")

#define CAIRN_SAME_PLACE(c_type, cpp_type, field)                                           \
    static_assert(offsetof(c_type, field) == offsetof(cpp_type, field) &&                   \
                      sizeof(decltype(c_type::field)) == sizeof(decltype(cpp_type::field)), \
                  #c_type "::" #field " is not where its twin is")

CAIRN_TWINS(cairn_vec3, Vec3);
CAIRN_SAME_PLACE(cairn_vec3, Vec3, x);
CAIRN_SAME_PLACE(cairn_vec3, Vec3, y);
CAIRN_SAME_PLACE(cairn_vec3, Vec3, z);

CAIRN_TWINS(cairn_quat, Quat);
CAIRN_SAME_PLACE(cairn_quat, Quat, x);
CAIRN_SAME_PLACE(cairn_quat, Quat, y);
CAIRN_SAME_PLACE(cairn_quat, Quat, z);
CAIRN_SAME_PLACE(cairn_quat, Quat, w);

CAIRN_TWINS(cairn_mat3, Mat3);
CAIRN_SAME_PLACE(cairn_mat3, Mat3, x);
CAIRN_SAME_PLACE(cairn_mat3, Mat3, y);
CAIRN_SAME_PLACE(cairn_mat3, Mat3, z);

CAIRN_TWINS(cairn_transform, Transform);
CAIRN_SAME_PLACE(cairn_transform, Transform, position);
CAIRN_SAME_PLACE(cairn_transform, Transform, rotation);

CAIRN_TWINS(cairn_bounds, Bounds);
CAIRN_SAME_PLACE(cairn_bounds, Bounds, lower);
CAIRN_SAME_PLACE(cairn_bounds, Bounds, upper);

CAIRN_TWINS(cairn_body, BodyId);
CAIRN_SAME_PLACE(cairn_body, BodyId, index);
CAIRN_SAME_PLACE(cairn_body, BodyId, generation);
CAIRN_TWINS(cairn_shape, ShapeId);
CAIRN_SAME_PLACE(cairn_shape, ShapeId, index);
CAIRN_SAME_PLACE(cairn_shape, ShapeId, generation);
CAIRN_TWINS(cairn_joint, JointId);
CAIRN_SAME_PLACE(cairn_joint, JointId, index);
CAIRN_SAME_PLACE(cairn_joint, JointId, generation);
static_assert(BodyId{}.index == CAIRN_NULL_INDEX && BodyId{}.generation == 0);

CAIRN_TWINS(cairn_soft_step, SoftStep);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, substeps);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, contact_hertz);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, contact_damping);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, push_speed);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, joint_hertz);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, joint_damping);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, restitution_speed);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, stiff_mass_ratio);
CAIRN_SAME_PLACE(cairn_soft_step, SoftStep, load_memory);

CAIRN_TWINS(cairn_locks, Locks);
CAIRN_SAME_PLACE(cairn_locks, Locks, linear_x);
CAIRN_SAME_PLACE(cairn_locks, Locks, linear_y);
CAIRN_SAME_PLACE(cairn_locks, Locks, linear_z);
CAIRN_SAME_PLACE(cairn_locks, Locks, angular_x);
CAIRN_SAME_PLACE(cairn_locks, Locks, angular_y);
CAIRN_SAME_PLACE(cairn_locks, Locks, angular_z);

CAIRN_TWINS(cairn_mass_properties, MassProperties);
CAIRN_SAME_PLACE(cairn_mass_properties, MassProperties, mass);
CAIRN_SAME_PLACE(cairn_mass_properties, MassProperties, center);
CAIRN_SAME_PLACE(cairn_mass_properties, MassProperties, inertia);

CAIRN_TWINS(cairn_sphere, Sphere);
CAIRN_SAME_PLACE(cairn_sphere, Sphere, radius);
CAIRN_SAME_PLACE(cairn_sphere, Sphere, center);

CAIRN_TWINS(cairn_capsule, Capsule);
CAIRN_SAME_PLACE(cairn_capsule, Capsule, a);
CAIRN_SAME_PLACE(cairn_capsule, Capsule, b);
CAIRN_SAME_PLACE(cairn_capsule, Capsule, radius);

CAIRN_TWINS(cairn_box, Box);
CAIRN_SAME_PLACE(cairn_box, Box, half_extents);
CAIRN_SAME_PLACE(cairn_box, Box, center);
CAIRN_SAME_PLACE(cairn_box, Box, rotation);

CAIRN_TWINS(cairn_half_space, HalfSpace);
CAIRN_SAME_PLACE(cairn_half_space, HalfSpace, normal);
CAIRN_SAME_PLACE(cairn_half_space, HalfSpace, offset);

CAIRN_TWINS(cairn_filter, Filter);
CAIRN_SAME_PLACE(cairn_filter, Filter, category);
CAIRN_SAME_PLACE(cairn_filter, Filter, mask);
CAIRN_SAME_PLACE(cairn_filter, Filter, group);

CAIRN_TWINS(cairn_query_filter, QueryFilter);
CAIRN_SAME_PLACE(cairn_query_filter, QueryFilter, category);
CAIRN_SAME_PLACE(cairn_query_filter, QueryFilter, mask);
CAIRN_SAME_PLACE(cairn_query_filter, QueryFilter, ignored);

CAIRN_TWINS(cairn_spring, Spring);
CAIRN_SAME_PLACE(cairn_spring, Spring, hertz);
CAIRN_SAME_PLACE(cairn_spring, Spring, damping_ratio);

CAIRN_TWINS(cairn_limits, Limits);
CAIRN_SAME_PLACE(cairn_limits, Limits, enabled);
CAIRN_SAME_PLACE(cairn_limits, Limits, lower);
CAIRN_SAME_PLACE(cairn_limits, Limits, upper);

CAIRN_TWINS(cairn_motor, Motor);
CAIRN_SAME_PLACE(cairn_motor, Motor, enabled);
CAIRN_SAME_PLACE(cairn_motor, Motor, speed);
CAIRN_SAME_PLACE(cairn_motor, Motor, max_force);

CAIRN_TWINS(cairn_row, Row);
CAIRN_SAME_PLACE(cairn_row, Row, error);
CAIRN_SAME_PLACE(cairn_row, Row, linear_a);
CAIRN_SAME_PLACE(cairn_row, Row, angular_a);
CAIRN_SAME_PLACE(cairn_row, Row, linear_b);
CAIRN_SAME_PLACE(cairn_row, Row, angular_b);
CAIRN_SAME_PLACE(cairn_row, Row, lower);
CAIRN_SAME_PLACE(cairn_row, Row, upper);
CAIRN_SAME_PLACE(cairn_row, Row, speed);
CAIRN_SAME_PLACE(cairn_row, Row, active);
CAIRN_SAME_PLACE(cairn_row, Row, linear_c);
CAIRN_SAME_PLACE(cairn_row, Row, angular_c);
CAIRN_SAME_PLACE(cairn_row, Row, linear_d);
CAIRN_SAME_PLACE(cairn_row, Row, angular_d);

CAIRN_TWINS(cairn_reaction, Reaction);
CAIRN_SAME_PLACE(cairn_reaction, Reaction, force);
CAIRN_SAME_PLACE(cairn_reaction, Reaction, torque);

CAIRN_TWINS(cairn_joint_placement, JointPlacement);
CAIRN_SAME_PLACE(cairn_joint_placement, JointPlacement, anchor_a);
CAIRN_SAME_PLACE(cairn_joint_placement, JointPlacement, anchor_b);
CAIRN_SAME_PLACE(cairn_joint_placement, JointPlacement, axis_a);
CAIRN_SAME_PLACE(cairn_joint_placement, JointPlacement, axis_b);

CAIRN_TWINS(cairn_contact_event, ContactEvent);
CAIRN_SAME_PLACE(cairn_contact_event, ContactEvent, shape_a);
CAIRN_SAME_PLACE(cairn_contact_event, ContactEvent, shape_b);
CAIRN_SAME_PLACE(cairn_contact_event, ContactEvent, body_a);
CAIRN_SAME_PLACE(cairn_contact_event, ContactEvent, body_b);

CAIRN_TWINS(cairn_hit_event, HitEvent);
CAIRN_SAME_PLACE(cairn_hit_event, HitEvent, shape_a);
CAIRN_SAME_PLACE(cairn_hit_event, HitEvent, shape_b);
CAIRN_SAME_PLACE(cairn_hit_event, HitEvent, body_a);
CAIRN_SAME_PLACE(cairn_hit_event, HitEvent, body_b);
CAIRN_SAME_PLACE(cairn_hit_event, HitEvent, point);
CAIRN_SAME_PLACE(cairn_hit_event, HitEvent, normal);
CAIRN_SAME_PLACE(cairn_hit_event, HitEvent, speed);

CAIRN_TWINS(cairn_sensor_event, SensorEvent);
CAIRN_SAME_PLACE(cairn_sensor_event, SensorEvent, sensor);
CAIRN_SAME_PLACE(cairn_sensor_event, SensorEvent, visitor);
CAIRN_SAME_PLACE(cairn_sensor_event, SensorEvent, sensor_body);
CAIRN_SAME_PLACE(cairn_sensor_event, SensorEvent, visitor_body);

CAIRN_TWINS(cairn_joint_event, JointEvent);
CAIRN_SAME_PLACE(cairn_joint_event, JointEvent, joint);
CAIRN_SAME_PLACE(cairn_joint_event, JointEvent, force);
CAIRN_SAME_PLACE(cairn_joint_event, JointEvent, torque);

CAIRN_TWINS(cairn_ray_hit, RayHit);
CAIRN_SAME_PLACE(cairn_ray_hit, RayHit, shape);
CAIRN_SAME_PLACE(cairn_ray_hit, RayHit, body);
CAIRN_SAME_PLACE(cairn_ray_hit, RayHit, point);
CAIRN_SAME_PLACE(cairn_ray_hit, RayHit, normal);
CAIRN_SAME_PLACE(cairn_ray_hit, RayHit, fraction);

CAIRN_TWINS(cairn_contact_point, ContactPoint);
CAIRN_SAME_PLACE(cairn_contact_point, ContactPoint, position);
CAIRN_SAME_PLACE(cairn_contact_point, ContactPoint, separation);
CAIRN_SAME_PLACE(cairn_contact_point, ContactPoint, normal_impulse);
CAIRN_SAME_PLACE(cairn_contact_point, ContactPoint, feature);

CAIRN_TWINS(cairn_contact, Contact);
CAIRN_SAME_PLACE(cairn_contact, Contact, shape_a);
CAIRN_SAME_PLACE(cairn_contact, Contact, shape_b);
CAIRN_SAME_PLACE(cairn_contact, Contact, body_a);
CAIRN_SAME_PLACE(cairn_contact, Contact, body_b);
CAIRN_SAME_PLACE(cairn_contact, Contact, normal);
CAIRN_SAME_PLACE(cairn_contact, Contact, point_count);
CAIRN_SAME_PLACE(cairn_contact, Contact, points);
CAIRN_SAME_PLACE(cairn_contact, Contact, force);

CAIRN_TWINS(cairn_step_report, StepReport);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, step);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, seconds);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, begin);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, total_seconds);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, bodies);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, awake_bodies);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, pairs);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, contacts);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, contact_points);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, recycled);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, collided);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, joints);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, substeps);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, colors);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, overflow);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, parts);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, islands);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, continuous);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, frozen);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, dropped);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, bytes);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, iterations);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, solver_failures);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, switched_islands);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, unusable_rows);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, row_updates);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, residual);
CAIRN_SAME_PLACE(cairn_step_report, StepReport, measuring_seconds);
static_assert(CAIRN_STAGE_COUNT == static_cast<int>(Stage::count));

CAIRN_TWINS(cairn_debug_draw_options, DebugDrawOptions);
CAIRN_SAME_PLACE(cairn_debug_draw_options, DebugDrawOptions, shapes);
CAIRN_SAME_PLACE(cairn_debug_draw_options, DebugDrawOptions, contacts);
CAIRN_SAME_PLACE(cairn_debug_draw_options, DebugDrawOptions, normals);
CAIRN_SAME_PLACE(cairn_debug_draw_options, DebugDrawOptions, joints);
CAIRN_SAME_PLACE(cairn_debug_draw_options, DebugDrawOptions, bounds);
CAIRN_SAME_PLACE(cairn_debug_draw_options, DebugDrawOptions, centers);

#undef CAIRN_SAME_PLACE
#undef CAIRN_TWINS

}  // namespace cairn::capi
