#ifndef CAIRN_TYPES_H
#define CAIRN_TYPES_H
// The plain structs of the C API; cairn.h has the functions and the rules.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Of these headers; cairn_version() is the library's.
#define CAIRN_HEADER_VERSION "0.1.0"

// --- numbers -------------------------------------------------------------------------------------

typedef struct cairn_vec3 {
    float x, y, z;
} cairn_vec3;

typedef struct cairn_quat {
    float x, y, z, w;
} cairn_quat;

/// A 3x3 matrix by columns.
typedef struct cairn_mat3 {
    cairn_vec3 x, y, z;
} cairn_mat3;

/// A rigid motion: first rotate, then move.
typedef struct cairn_transform {
    cairn_vec3 position;
    cairn_quat rotation;
} cairn_transform;

/// Axis-aligned bounds.
typedef struct cairn_bounds {
    cairn_vec3 lower, upper;
} cairn_bounds;

// --- ids and handles -----------------------------------------------------------------------------

/// Index of the null id.
#define CAIRN_NULL_INDEX 0xffffffffu

typedef struct cairn_body {
    uint32_t index, generation;
} cairn_body;

typedef struct cairn_shape {
    uint32_t index, generation;
} cairn_shape;

typedef struct cairn_joint {
    uint32_t index, generation;
} cairn_joint;

static inline bool cairn_body_is_null(cairn_body body) { return body.index == CAIRN_NULL_INDEX; }
static inline bool cairn_shape_is_null(cairn_shape shape) { return shape.index == CAIRN_NULL_INDEX; }
static inline bool cairn_joint_is_null(cairn_joint joint) { return joint.index == CAIRN_NULL_INDEX; }

typedef struct cairn_world cairn_world;
typedef struct cairn_hull cairn_hull;
typedef struct cairn_snapshot cairn_snapshot;

// --- world definition ----------------------------------------------------------------------------

/// Parameters of the solver: sub-stepped soft constraints with a relaxing pass.
typedef struct cairn_soft_step {
    int substeps;
    float contact_hertz;      // stiffness of contacts, at most a quarter of the sub-step rate; 0: 3/16 of it
    float contact_damping;    // damping ratio
    float push_speed;         // fastest speed (m/s) at which overlapping bodies are pushed apart
    float joint_hertz;        // stiffness of joints, at most a third of that rate; 0: 0.26 of it
    float joint_damping;      // damping ratio
    float restitution_speed;  // contacts slower than this (m/s) do not bounce
    float
        stiff_mass_ratio;  // touching masses further apart than this get twice the sub-steps; infinity: never
    float load_memory;     // 0 to 1: rate at which a contact in such a step learns the load it carries
} cairn_soft_step;

/// Your scheduler. `start` has work(work_context, i) called once for each i = 1 .. count, on any thread, at
/// any time before `wait` returns; `wait` returns when all of them have ended. `start` itself must return
/// without running them, for a task stays until the step is over; `wait` may run those that have not begun.
typedef struct cairn_task_system {
    void* context;
    int (*worker_count)(void* context);  // how many may run at once, the caller included; 1 or more
    void (*start)(void* context, int count, void (*work)(void* work_context, int worker), void* work_context);
    void (*wait)(void* context);
} cairn_task_system;

typedef struct cairn_world_def {
    cairn_vec3 gravity;
    cairn_soft_step solver;
    const char* stage_solver;  // another solver, NAME[:key=value,...]; null or empty: none
    bool sleep;
    float sleep_speed;      // bodies slower than this (m/s) for half a second may fall asleep
    bool continuous;        // stop fast bodies at the time of impact so that they do not tunnel
    float hit_event_speed;  // m/s
    int threads;            // workers of the built-in task system, the caller included; not where `tasks` is
    const cairn_task_system*
        tasks;  // null: the built-in one; copied, what its context points to must outlive the world
    int lanes;  // 1, 4, 8 or 16 SIMD lanes, 0: the widest here; every choice gives the same bits
} cairn_world_def;

// --- body definition -----------------------------------------------------------------------------

/// Fixed: never moves. Kinematic: moves with the velocity it is given, pushes and is not pushed. Dynamic:
/// everything.
typedef int32_t cairn_body_type;
enum { CAIRN_BODY_FIXED, CAIRN_BODY_KINEMATIC, CAIRN_BODY_DYNAMIC };

/// World axes along which a dynamic body may not move, or about which it may not turn.
typedef struct cairn_locks {
    bool linear_x, linear_y, linear_z;
    bool angular_x, angular_y, angular_z;
} cairn_locks;

typedef struct cairn_body_def {
    cairn_body_type type;
    cairn_vec3 position;
    cairn_quat rotation;
    cairn_vec3 velocity;          // of the centre of mass, m/s
    cairn_vec3 angular_velocity;  // rad/s
    float mass;                   // kg, the shapes' inertia is scaled to it; 0: from the shapes' densities
    cairn_vec3 inertia;           // principal, about the centre of mass, kg m^2; all zero: from the shapes
    bool has_center_of_mass;      // false: center_of_mass comes from the shapes
    cairn_vec3 center_of_mass;    // in the body's frame
    float gravity_scale;
    float linear_damping, angular_damping;  // 1/s
    cairn_locks locks;
    bool can_sleep, awake;
    bool bullet;      // continuous collision against other moving bodies too
    bool gyroscopic;  // the term w x Iw
    uint64_t user_data;
} cairn_body_def;

typedef struct cairn_mass_properties {
    float mass;          // kg
    cairn_vec3 center;   // in the body's frame
    cairn_mat3 inertia;  // about the centre of mass, body axes, kg m^2
} cairn_mass_properties;

// --- shape definition ----------------------------------------------------------------------------

typedef struct cairn_sphere {
    float radius;
    cairn_vec3 center;
} cairn_sphere;

/// A segment with a radius.
typedef struct cairn_capsule {
    cairn_vec3 a, b;
    float radius;
} cairn_capsule;

typedef struct cairn_box {
    cairn_vec3 half_extents;
    cairn_vec3 center;
    cairn_quat rotation;
} cairn_box;

/// Everything below the plane normal.x = offset is solid. Only for fixed bodies.
typedef struct cairn_half_space {
    cairn_vec3 normal;
    float offset;
} cairn_half_space;

typedef int32_t cairn_geometry_type;
enum {
    CAIRN_GEOMETRY_SPHERE,
    CAIRN_GEOMETRY_CAPSULE,
    CAIRN_GEOMETRY_BOX,
    CAIRN_GEOMETRY_HULL,
    CAIRN_GEOMETRY_HALF_SPACE
};

/// What a shape looks like, in the frame of its body.
typedef struct cairn_geometry {
    cairn_geometry_type type;
    union {
        cairn_sphere sphere;
        cairn_capsule capsule;
        cairn_box box;
        const cairn_hull* hull;
        cairn_half_space half_space;
    } as;
} cairn_geometry;

/// Two shapes collide when each one's category is in the other's mask; equal groups other than 0 override
/// that: positive groups always collide, negative groups never.
typedef struct cairn_filter {
    uint64_t category, mask;
    int32_t group;
} cairn_filter;

/// What a ray, cast or overlap sees: shapes whose category is in this mask and whose mask has this category,
/// but none of `ignored`.
typedef struct cairn_query_filter {
    uint64_t category, mask;
    cairn_body ignored;  // null: no body
} cairn_query_filter;

/// How the numbers of two materials become one.
typedef int32_t cairn_combine;
enum {
    CAIRN_COMBINE_AVERAGE,
    CAIRN_COMBINE_MINIMUM,
    CAIRN_COMBINE_MULTIPLY,
    CAIRN_COMBINE_MAXIMUM,
    CAIRN_COMBINE_GEOMETRIC
};

typedef struct cairn_shape_def {
    float density;  // kg/m^3
    float friction;
    float restitution;            // 0 to 1
    float rolling_resistance;     // lever arm, m
    float spinning_friction;      // lever arm, m
    cairn_vec3 surface_velocity;  // of the surface against the body, body axes (conveyor belts)
    cairn_combine friction_combine, restitution_combine;
    cairn_filter filter;
    bool sensor;          // reports overlaps as events and pushes nothing
    bool contact_events;  // its contacts raise begin and end events
    bool hit_events;      // its contacts raise hit events above cairn_world_def.hit_event_speed
    uint64_t user_data;
} cairn_shape_def;

// --- joint definition ----------------------------------------------------------------------------

// Anchors and axes are in world space at the pose the bodies have when the joint is added.

/// A spring given by how it behaves: the frequency at which the two bodies swing against each other, and the
/// damping ratio (1: critical).
typedef struct cairn_spring {
    float hertz;  // 0: no spring
    float damping_ratio;
} cairn_spring;

typedef struct cairn_limits {
    bool enabled;
    float lower, upper;  // m or rad
} cairn_limits;

/// Drives a speed with bounded force or torque. Speed 0 with a bound is dry friction.
typedef struct cairn_motor {
    bool enabled;
    float speed;      // m/s or rad/s
    float max_force;  // N or N m
} cairn_motor;

/// Holds two points together.
typedef struct cairn_ball_joint {
    cairn_vec3 anchor, axis;
    float cone_limit;    // largest angle between the bodies' twist axes
    cairn_limits twist;  // about the axis
    cairn_spring spring;
    cairn_vec3 motor_velocity;  // of b against a, world axes at the rest pose of a
    float motor_torque;
} cairn_ball_joint;

/// One rotation about `axis`; the angle of b against a is zero when the joint is added.
typedef struct cairn_hinge_joint {
    cairn_vec3 anchor, axis;
    cairn_limits limits;
    cairn_motor motor;
    cairn_spring spring;
    float spring_target;
} cairn_hinge_joint;

/// One translation along `axis`; the distance is zero when the joint is added.
typedef struct cairn_slider_joint {
    cairn_vec3 anchor, axis;
    cairn_limits limits;
    cairn_motor motor;
    cairn_spring spring;
    float spring_target;
} cairn_slider_joint;

/// All six degrees of freedom held.
typedef struct cairn_fixed_joint {
    cairn_vec3 anchor;
    cairn_spring angular_stiffness;
} cairn_fixed_joint;

/// Keeps two points at `length` (negative: as it is now), or within limits, or on a spring. A rope has a
/// limit from 0.
typedef struct cairn_distance_joint {
    cairn_vec3 anchor_a, anchor_b;
    float length;
    cairn_limits limits;
    cairn_motor motor;
    cairn_spring spring;
} cairn_distance_joint;

/// A wheel (body b) on a chassis (body a), with suspension, drive and, if asked for, steering about the
/// suspension axis.
typedef struct cairn_wheel_joint {
    cairn_vec3 anchor, suspension_axis, spin_axis;
    cairn_spring suspension;
    cairn_limits travel;
    cairn_motor motor;
    bool steering;
    cairn_spring steering_spring;
    float steering_target, steering_torque;
    cairn_limits steering_limits;
} cairn_wheel_joint;

/// Drives the pose of body b relative to body a towards a target.
typedef struct cairn_motor_joint {
    cairn_vec3 anchor, target_position;
    cairn_quat target_rotation;
    cairn_spring linear, angular;
    float max_force, max_torque;
} cairn_motor_joint;

/// One scalar constraint: its error C, the Jacobian of C, and bounds of its multiplier as a force.
typedef struct cairn_row {
    float error;
    cairn_vec3 linear_a, angular_a, linear_b, angular_b;
    float lower, upper;  // (-inf, inf): equality; (0, inf): keeps C >= 0
    float speed;         // target of JV on top of the position correction
    bool active;
    cairn_vec3 linear_c, angular_c, linear_d, angular_d;  // for body_c and body_d of a user's joint
} cairn_row;

/// A joint that you define by 1 to 6 rows. `evaluate` is called several times a sub-step in the thread that
/// steps, in any that asks for the joint's error or reaction, and where it is added or changed; it must be a
/// pure function of the poses, or determinism is lost. `rows` are cairn_row_default() and there are
/// `row_count` of them. `context` must outlive the joint and its snapshots. With body_c (and body_d) rows are
/// over three or four bodies: `evaluate_all` is given instead and gets the poses of a, b, c and d.
typedef struct cairn_user_joint {
    int row_count;
    void (*evaluate)(void* context, const cairn_transform* a, const cairn_transform* b, cairn_row* rows);
    void* context;
    cairn_spring spring;
    cairn_body body_c, body_d;
    void (*evaluate_all)(void* context, const cairn_transform* bodies, cairn_row* rows);
} cairn_user_joint;

typedef int32_t cairn_joint_type;
enum {
    CAIRN_JOINT_BALL,
    CAIRN_JOINT_HINGE,
    CAIRN_JOINT_SLIDER,
    CAIRN_JOINT_FIXED,
    CAIRN_JOINT_DISTANCE,
    CAIRN_JOINT_WHEEL,
    CAIRN_JOINT_MOTOR,
    CAIRN_JOINT_USER
};

typedef int32_t cairn_joint_coordinate;
enum {
    CAIRN_JOINT_COORDINATE_ANGLE,        // of a hinge
    CAIRN_JOINT_COORDINATE_TRANSLATION,  // of a slider
    CAIRN_JOINT_COORDINATE_LENGTH,       // of a distance joint
    CAIRN_JOINT_COORDINATE_SWING,        // of a ball: the angle between the twist axes
    CAIRN_JOINT_COORDINATE_TWIST,        // of a ball: the angle about them
    CAIRN_JOINT_COORDINATE_TRAVEL,       // of a wheel, along the suspension axis
    CAIRN_JOINT_COORDINATE_STEERING,     // of a wheel, about the suspension axis
    CAIRN_JOINT_COORDINATE_SPIN          // of a wheel, about its spin axis
};

typedef struct cairn_joint_def {
    cairn_joint_type type;
    cairn_body body_a, body_b;        // a null id is the world
    bool collide_connected;           // let the two bodies collide with each other
    float break_force, break_torque;  // the joint breaks, is removed and raises an event above these (N, N m)
    cairn_spring stiffness;           // of the constraint itself; hertz 0: as stiff as the solver allows
    uint64_t user_data;
    union {
        cairn_ball_joint ball;
        cairn_hinge_joint hinge;
        cairn_slider_joint slider;
        cairn_fixed_joint fixed;
        cairn_distance_joint distance;
        cairn_wheel_joint wheel;
        cairn_motor_joint motor;
        cairn_user_joint user;
    } as;
} cairn_joint_def;

/// Force (N) and torque (N m) with which the joint acts on body b at its anchor, averaged over the last
/// sub-step.
typedef struct cairn_reaction {
    cairn_vec3 force, torque;
} cairn_reaction;

/// Where a joint is now, in world space, as each of the two bodies carries it.
typedef struct cairn_joint_placement {
    cairn_vec3 anchor_a, anchor_b;  // of a user's joint: the bodies' origins
    cairn_vec3 axis_a, axis_b;      // of a wheel: suspension and spin; zero where there are none
} cairn_joint_placement;

// --- what a step gives ---------------------------------------------------------------------------

typedef struct cairn_contact_event {
    cairn_shape shape_a, shape_b;
    cairn_body body_a, body_b;
} cairn_contact_event;

typedef struct cairn_hit_event {
    cairn_shape shape_a, shape_b;
    cairn_body body_a, body_b;
    cairn_vec3 point;
    cairn_vec3 normal;  // from a to b
    float speed;        // approach speed, m/s
} cairn_hit_event;

typedef struct cairn_sensor_event {
    cairn_shape sensor, visitor;
    cairn_body sensor_body, visitor_body;
} cairn_sensor_event;

typedef struct cairn_joint_event {
    cairn_joint joint;
    float force, torque;  // the reaction that broke it
} cairn_joint_event;

/// Events of the last step, in an order that depends on ids alone.
typedef struct cairn_events {
    const cairn_contact_event *contact_begin, *contact_end;
    const cairn_hit_event* hits;
    const cairn_sensor_event *sensor_begin, *sensor_end;
    const cairn_joint_event* joints_broken;
    const cairn_body *fell_asleep, *woke_up;
    const cairn_body* frozen;  // left the finite range and are frozen where they last were
    int contact_begin_count, contact_end_count, hits_count, sensor_begin_count, sensor_end_count;
    int joints_broken_count, fell_asleep_count, woke_up_count, frozen_count;
} cairn_events;

enum {
    CAIRN_STAGE_PAIRS,
    CAIRN_STAGE_COLLIDE,
    CAIRN_STAGE_CACHE,
    CAIRN_STAGE_ISLANDS,
    CAIRN_STAGE_PREPARE,
    CAIRN_STAGE_SOLVE,
    CAIRN_STAGE_CONTINUOUS,
    CAIRN_STAGE_FINISH,
    CAIRN_STAGE_COUNT
};

typedef struct cairn_step_report {
    uint64_t step;
    double seconds[CAIRN_STAGE_COUNT];  // spent in each stage
    double begin[CAIRN_STAGE_COUNT];    // of each stage, from the start of the step
    double total_seconds;
    int bodies, awake_bodies;
    int pairs;                     // whose bounds overlap
    int contacts, contact_points;  // pairs that touch
    int recycled, collided;        // pairs that kept their manifold, that ran the narrow phase
    int joints, substeps;
    int colors, overflow;      // overflow: constraints for which no colour was free
    int parts;                 // groups of islands that soft-step solved on their own, a cache full each
    int islands;               // counted only when something could fall asleep
    int continuous;            // bodies stopped at a time of impact
    int frozen, dropped;       // frozen: so far; dropped is always 0: capacities grow
    uint64_t bytes;            // memory held by the world
    int iterations;            // of the solver in this step; sub-steps of soft-step
    int solver_failures;       // steps so far that a solver of the laboratory gave up on
    int switched_islands;      // islands of this step that were given to a stronger solver
    int unusable_rows;         // rows of user joints left out because they are not finite
    uint64_t row_updates;      // scalar rows visited in this step
    double residual;           // velocity error left, m/s; negative: not measured
    double measuring_seconds;  // of the solve stage, spent on the residual
} cairn_step_report;

typedef struct cairn_ray_hit {
    cairn_shape shape;
    cairn_body body;
    cairn_vec3 point, normal;
    float fraction;  // of the ray's length
} cairn_ray_hit;

typedef struct cairn_contact_point {
    cairn_vec3 position;
    float separation;      // negative: overlap
    float normal_impulse;  // of the last sub-step, N s
    uint32_t feature;      // which features met
} cairn_contact_point;

typedef struct cairn_contact {
    cairn_shape shape_a, shape_b;
    cairn_body body_a, body_b;
    cairn_vec3 normal;  // from a to b
    int point_count;
    cairn_contact_point points[4];
    cairn_vec3 force;  // with which a pushes b, averaged over the last sub-step, N
} cairn_contact;

/// Receives what the world sees; a null function skips its kind. A hull in `geometry` is borrowed for the
/// call.
typedef struct cairn_debug_draw {
    void* context;
    void (*shape)(void* context, const cairn_geometry* geometry, const cairn_transform* transform,
                  uint32_t rgb);
    void (*line)(void* context, cairn_vec3 a, cairn_vec3 b, uint32_t rgb);
    void (*point)(void* context, cairn_vec3 position, float size, uint32_t rgb);
    void (*bounds)(void* context, const cairn_bounds* box, uint32_t rgb);
} cairn_debug_draw;

typedef struct cairn_debug_draw_options {
    bool shapes, contacts, normals, joints, bounds, centers;
} cairn_debug_draw_options;

#endif
