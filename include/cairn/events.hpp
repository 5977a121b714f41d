#pragma once
// Events of the last step, in an order that depends on ids alone: the same on every machine and thread count.

#include <cstdint>
#include <vector>

#include <cairn/ids.hpp>
#include <cairn/math.hpp>

namespace cairn {

struct ContactEvent {
    ShapeId shape_a, shape_b;
    BodyId body_a, body_b;
};

struct HitEvent {
    ShapeId shape_a, shape_b;
    BodyId body_a, body_b;
    Vec3 point;       ///< in world space, m
    Vec3 normal;      ///< from a to b
    float speed = 0;  ///< approach speed in m/s
};

struct SensorEvent {
    ShapeId sensor, visitor;
    BodyId sensor_body, visitor_body;
};

struct JointEvent {
    JointId joint;
    float force = 0, torque = 0;  ///< reaction that broke it, N and N m
};

struct Events {
    /// Two shapes began or ceased to touch; both have ShapeDef::contact_events.
    std::vector<ContactEvent> contact_begin, contact_end;
    /// They met faster than WorldDef::hit_event_speed; one of them has ShapeDef::hit_events.
    std::vector<HitEvent> hits;
    /// A shape entered or left a sensor.
    std::vector<SensorEvent> sensor_begin, sensor_end;
    std::vector<JointEvent> joints_broken;
    /// Bodies of which World::awake has changed; one that is frozen is not told of as asleep.
    std::vector<BodyId> fell_asleep, woke_up;
    /// Bodies that left the finite range in the last step; they are frozen where they last were.
    std::vector<BodyId> frozen;
};

}  // namespace cairn
