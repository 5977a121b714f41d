#pragma once
// The fields of a scene file, each listed once: the reader, the writer and the JSON Schema all visit this
// list, so they cannot disagree. A visitor has one method per kind of field; `Need::must` fields have no
// default.

#include <string>

#include "base/range.hpp"
#include "scene/description.hpp"

namespace cairn {

enum class Need { may, must };

struct Range {
    double minimum, maximum;
    bool above = false;  ///< the minimum itself is excluded
};

inline constexpr double unlimited = 3.4e38;
inline constexpr Range anything{-unlimited, unlimited};
inline constexpr Range positive{0, unlimited, true};
inline constexpr Range not_negative{0, unlimited};

inline constexpr const char* body_type_names[] = {"fixed", "kinematic", "dynamic"};
inline constexpr const char* combine_names[] = {"average", "minimum", "multiply", "maximum", "geometric"};
inline constexpr const char* input_kind_names[] = {"impulse", "angular_impulse", "force",
                                                   "torque",  "velocity",        "angular_velocity"};

template <class Visitor>
void visit_fields(Visitor& visit, Spring& spring) {
    visit.number("hertz", spring.hertz, not_negative, "frequency; 0: no spring", Need::must);
    visit.number("damping_ratio", spring.damping_ratio, not_negative, "1: critical");
}

template <class Visitor>
void visit_fields(Visitor& visit, Motor& motor) {
    visit.number("speed", motor.speed, anything, "m/s or rad/s", Need::must);
    visit.number("max_force", motor.max_force, not_negative, "N, or N m for a rotation; absent: no bound");
}

template <class Visitor>
void visit_fields(Visitor& visit, Filter& filter) {
    visit.natural("category", filter.category, "bits of what this shape is");
    visit.natural("mask", filter.mask, "bits of what it collides with");
    visit.integer("group", filter.group, {-2147483648.0, 2147483647.0},
                  "equal positive groups always collide, equal negative ones never");
}

template <class Visitor>
void visit_fields(Visitor& visit, Locks& locks) {
    visit.flag("linear_x", locks.linear_x, "no motion along x");
    visit.flag("linear_y", locks.linear_y, "no motion along y");
    visit.flag("linear_z", locks.linear_z, "no motion along z");
    visit.flag("angular_x", locks.angular_x, "no rotation about x");
    visit.flag("angular_y", locks.angular_y, "no rotation about y");
    visit.flag("angular_z", locks.angular_z, "no rotation about z");
}

template <class Visitor>
void visit_fields(Visitor& visit, ShapeDef& material) {
    visit.number("density", material.density, not_negative, "kg/m^3");
    visit.number("friction", material.friction, not_negative, "coefficient of friction");
    visit.number("restitution", material.restitution, {0, 1}, "0: no bounce, 1: full bounce");
    visit.number("rolling_resistance", material.rolling_resistance, not_negative, "lever arm, m");
    visit.number("spinning_friction", material.spinning_friction, not_negative, "lever arm, m");
    visit.vector("surface_velocity", material.surface_velocity, anything,
                 "of the surface in the body's frame, m/s");
    visit.choice("friction_combine", material.friction_combine, combine_names,
                 "how two frictions become one");
    visit.choice("restitution_combine", material.restitution_combine, combine_names,
                 "how two restitutions become one");
    visit.object("filter", material.filter, "what it collides with");
    visit.flag("sensor", material.sensor, "reports overlaps and pushes nothing");
    visit.flag("contact_events", material.contact_events, "contacts raise begin and end events");
    visit.flag("hit_events", material.hit_events, "hard contacts raise hit events");
}

template <class Visitor>
void visit_fields(Visitor& visit, Sphere& sphere) {
    visit.number("radius", sphere.radius, positive, "m", Need::must);
    visit.vector("center", sphere.center, anything, "in the body's frame, m");
}

template <class Visitor>
void visit_fields(Visitor& visit, Capsule& capsule) {
    visit.vector("a", capsule.a, anything, "one end of the segment, m", Need::must);
    visit.vector("b", capsule.b, anything, "the other end, m", Need::must);
    visit.number("radius", capsule.radius, positive, "m", Need::must);
}

template <class Visitor>
void visit_fields(Visitor& visit, Box& box) {
    visit.vector("half_extents", box.half_extents, positive, "half the edges, m", Need::must);
    visit.vector("center", box.center, anything, "in the body's frame, m");
    visit.rotation("rotation", box.rotation, "in the body's frame, x y z w");
}

template <class Visitor>
void visit_fields(Visitor& visit, HalfSpace& plane) {
    visit.direction("normal", plane.normal, "points out of the solid");
    visit.number("offset", plane.offset, anything, "solid is where normal.x < offset, m");
}

template <class Visitor>
void visit_fields(Visitor& visit, SceneBody& body) {
    BodyDef& def = body.def;
    visit.text("name", body.name, "unique; joints and traces refer to it");
    visit.choice("type", def.type, body_type_names, "what moves it");
    visit.vector("position", def.position, anything, "m");
    visit.rotation("rotation", def.rotation, "unit quaternion, x y z w");
    visit.vector("velocity", def.velocity, anything, "of the centre of mass, m/s");
    visit.vector("angular_velocity", def.angular_velocity, anything, "rad/s");
    visit.number("mass", def.mass, not_negative, "kg; 0: from the shapes' densities");
    visit.vector("inertia", def.inertia, not_negative, "principal moments, kg m^2; all 0: from the shapes");
    visit.maybe_vector("center_of_mass", def.center_of_mass, "in the body's frame; absent: from the shapes");
    visit.number("gravity_scale", def.gravity_scale, anything, "1: as everybody");
    visit.number("linear_damping", def.linear_damping, not_negative, "1/s");
    visit.number("angular_damping", def.angular_damping, not_negative, "1/s");
    visit.object("locks", def.locks, "axes of the world it may not move along or turn about");
    visit.flag("can_sleep", def.can_sleep, "may fall asleep");
    visit.flag("awake", def.awake, "begins awake");
    visit.flag("bullet", def.bullet, "continuous collision against moving bodies too");
    visit.flag("gyroscopic", def.gyroscopic, "the term w x Iw");
    visit.color("color", body.color, "for pictures, #rrggbb");
    visit.flag(
        "hidden", body.hidden,
        "would hide what it holds: pictures show a fixed box as a pane of glass, and leave out the rest");
}

template <class Visitor>
void visit_base(Visitor& visit, JointBase& joint) {
    visit.flag("collide_connected", joint.collide_connected, "the two bodies collide with each other");
    visit.number("break_force", joint.break_force, positive, "N; absent: never breaks");
    visit.number("break_torque", joint.break_torque, positive, "N m; absent: never breaks");
    visit.object("stiffness", joint.stiffness, "softness of the joint itself");
}

template <class Visitor>
void visit_fields(Visitor& visit, BallJoint& joint) {
    visit_base(visit, joint);
    visit.vector("anchor", joint.anchor, anything, "in world space, m", Need::must);
    visit.direction("axis", joint.axis, "of cone and twist, in world space");
    visit.number("cone_limit", joint.cone_limit, not_negative, "largest angle between the axes, rad");
    visit.limits("twist", joint.twist, "lower and upper twist, rad");
    visit.object("spring", joint.spring, "pulls the bodies to the pose of the start");
    visit.vector("motor_velocity", joint.motor_velocity, anything, "rad/s");
    visit.number("motor_torque", joint.motor_torque, not_negative, "N m; 0: no motor");
}

template <class Visitor>
void visit_fields(Visitor& visit, HingeJoint& joint) {
    visit_base(visit, joint);
    visit.vector("anchor", joint.anchor, anything, "in world space, m", Need::must);
    visit.direction("axis", joint.axis, "of the rotation, in world space");
    visit.limits("limits", joint.limits, "lower and upper angle, rad");
    visit.motor("motor", joint.motor, "drives the angle");
    visit.object("spring", joint.spring, "pulls to spring_target");
    visit.number("spring_target", joint.spring_target, anything, "rad");
}

template <class Visitor>
void visit_fields(Visitor& visit, SliderJoint& joint) {
    visit_base(visit, joint);
    visit.vector("anchor", joint.anchor, anything, "in world space, m", Need::must);
    visit.direction("axis", joint.axis, "of the motion, in world space");
    visit.limits("limits", joint.limits, "lower and upper distance, m");
    visit.motor("motor", joint.motor, "drives the distance");
    visit.object("spring", joint.spring, "pulls to spring_target");
    visit.number("spring_target", joint.spring_target, anything, "m");
}

template <class Visitor>
void visit_fields(Visitor& visit, FixedJoint& joint) {
    visit_base(visit, joint);
    visit.vector("anchor", joint.anchor, anything, "in world space, m", Need::must);
    visit.object("angular_stiffness", joint.angular_stiffness, "softness of the rotation");
}

template <class Visitor>
void visit_fields(Visitor& visit, DistanceJoint& joint) {
    visit_base(visit, joint);
    visit.vector("anchor_a", joint.anchor_a, anything, "on the first body, in world space, m", Need::must);
    visit.vector("anchor_b", joint.anchor_b, anything, "on the second body, in world space, m", Need::must);
    visit.number("length", joint.length, anything, "m; negative or absent: as it is at the start");
    visit.limits("limits", joint.limits, "shortest and longest, m; a rope has 0 and its length");
    visit.motor("motor", joint.motor, "drives the distance");
    visit.object("spring", joint.spring, "of rest length `length`");
}

template <class Visitor>
void visit_fields(Visitor& visit, WheelJoint& joint) {
    visit_base(visit, joint);
    visit.vector("anchor", joint.anchor, anything, "in world space, m", Need::must);
    visit.direction("suspension_axis", joint.suspension_axis, "in world space");
    visit.direction("spin_axis", joint.spin_axis, "in world space");
    visit.object("suspension", joint.suspension, "spring of the suspension");
    visit.limits("travel", joint.travel, "of the suspension, m");
    visit.motor("motor", joint.motor, "drives the spin");
    visit.flag("steering", joint.steering, "the wheel may steer");
    visit.object("steering_spring", joint.steering_spring, "pulls to steering_target");
    visit.number("steering_target", joint.steering_target, anything, "rad");
    visit.number("steering_torque", joint.steering_torque, not_negative, "N m; absent: no bound");
    visit.limits("steering_limits", joint.steering_limits, "rad");
}

template <class Visitor>
void visit_fields(Visitor& visit, MotorJoint& joint) {
    visit_base(visit, joint);
    visit.vector("anchor", joint.anchor, anything, "in world space, m", Need::must);
    visit.vector("target_position", joint.target_position, anything,
                 "of the second body against the first, m");
    visit.rotation("target_rotation", joint.target_rotation, "of the second body against the first");
    visit.object("linear", joint.linear, "spring of the position");
    visit.object("angular", joint.angular, "spring of the rotation");
    visit.number("max_force", joint.max_force, not_negative, "N; absent: no bound");
    visit.number("max_torque", joint.max_torque, not_negative, "N m; absent: no bound");
}

template <class Visitor>
void visit_fields(Visitor& visit, SceneMotion& motion) {
    visit.body("body", motion.body, "a kinematic body");
    visit.direction("axis", motion.axis, "it turns about");
    visit.number("speed", motion.speed, anything, "rad/s");
    visit.number("ramp", motion.ramp, not_negative, "seconds until the speed is reached");
    visit.vector("sway", motion.sway, anything, "position = start + sway sin(2 pi hertz t), m");
    visit.number("hertz", motion.hertz, not_negative, "of the sway");
}

template <class Visitor>
void visit_fields(Visitor& visit, SceneInput& input) {
    visit.natural("step", input.step, "done just before this step; the first is 0", Need::must);
    visit.body("body", input.body, "to which it is done");
    visit.choice("kind", input.kind, input_kind_names, "what is done", Need::must);
    visit.vector("value", input.value, anything, "N s, N m s, N, N m, m/s or rad/s", Need::must);
    visit.maybe_vector("at", input.at, "where a force or impulse acts; absent: at the centre of mass");
}

template <class Visitor>
void visit_fields(Visitor& visit, SceneCamera& camera) {
    const Range places{-double(farthest), double(farthest)};
    visit.vector("eye", camera.eye, places, "m", Need::must);
    visit.vector("target", camera.target, places, "m", Need::must);
}

/// The numbers of the scene itself; its lists and its solver are read one by one.
template <class Visitor>
void visit_fields(Visitor& visit, SceneDescription& scene) {
    visit.text("name", scene.name, "of the scene");
    visit.text("summary", scene.summary, "one line on what it shows");
    visit.vector("gravity", scene.gravity, {-double(hardest), double(hardest)}, "m/s^2");
    visit.number("dt", scene.dt, {double(shortest_step), double(longest_step)}, "length of a step, s");
    visit.integer("steps", scene.steps, {0, 1e9}, "that show what the scene is about");
    visit.flag("sleep", scene.sleep, "bodies at rest fall asleep");
    visit.flag("continuous", scene.continuous, "fast bodies are stopped at the time of impact");
    visit.optional_object("camera", scene.camera, "where pictures are taken from");
}

}  // namespace cairn
