#ifndef CAIRN_H
#define CAIRN_H
// Cairn for C (C99 and later) and for every language that can call C. It mirrors cairn.hpp; docs/c.md is a
// first program. Its rules are these:
// - SI units, radians, Y up by default, right-handed; quaternions are stored x y z w and have unit length.
// - Ids are small values and name things of one world, but do not say of which. Using an id that outlived its
//   thing is an error. The null id is {CAIRN_NULL_INDEX, 0}; one that is all zero names nothing.
// - Definitions are plain structs. Start from cairn_*_default(), not from zeros; a null pointer means the
//   defaults.
// - A call that fails changes nothing and returns a null id, null, false or 0; cairn_last_error() then says
//   what was wrong. A null handle is an error, never a crash. Only where memory ran out may a world be left
//   half-way: destroy it.
// - Functions that fill an array take its size `max`, write at most that many and return how many there are;
//   call them with a null array and 0 to learn the number.
// - Handles that you create are yours: hand them to the matching *_destroy function, which takes null too.
// - Functions of yours that a world calls may look at it. To change, copy or destroy it from there is an
//   error. Where they are C++ and throw, that ends the call they were called from, as its error; rows that
//   throw in a step are left out and counted; cairn_task_system.wait must not throw.
// - A world may be read by many threads at once, but changed by one thread at a time.
// - Structs are those of CAIRN_HEADER_VERSION: use a library whose cairn_version() is the same.

#include <cairn/cairn_types.h>

#ifdef __cplusplus
extern "C" {
#endif

// --- general -------------------------------------------------------------------------------------

/// Version of the library, "major.minor.patch".
const char* cairn_version(void);
/// What was wrong in this thread's last call; empty when that call succeeded. Valid until this thread's next
/// call. Functions that cannot fail are no calls in this sense and leave it as it is: cairn_version,
/// cairn_stage_name, cairn_quat_*, cairn_mat3_inverse, cairn_*_is_null, cairn_*_default without an argument,
/// and cairn_geometry_sphere, _capsule, _box, _hull and _half_space.
const char* cairn_last_error(void);
/// Name of a stage (CAIRN_STAGE_*) as used in traces and tables, "?" for anything else.
const char* cairn_stage_name(int stage);
/// Rotation by `angle` radians about the unit vector `axis`, with the same bits on every machine.
cairn_quat cairn_quat_axis_angle(cairn_vec3 axis, float angle);
/// The shortest rotation that takes unit vector `from` to unit vector `to`.
cairn_quat cairn_quat_between(cairn_vec3 from, cairn_vec3 to);
/// The rotation whose matrix is `m` (columns orthonormal, right-handed).
cairn_quat cairn_quat_from_mat3(cairn_mat3 m);
/// The inverse, or zero where the matrix is singular.
cairn_mat3 cairn_mat3_inverse(cairn_mat3 m);

// --- defaults: the same as in C++ ----------------------------------------------------------------

/// Each gives a definition to change and hand on.
cairn_world_def cairn_world_def_default(void);
cairn_soft_step cairn_soft_step_default(void);
cairn_body_def cairn_body_def_default(void);
cairn_shape_def cairn_shape_def_default(void);
cairn_filter cairn_filter_default(void);
cairn_query_filter cairn_query_filter_default(void);
/// A joint of this kind (CAIRN_JOINT_*) between two null bodies; on an unknown kind, an error and a
/// definition that cairn_joint_add refuses.
cairn_joint_def cairn_joint_def_default(cairn_joint_type type);
/// What `rows` hold before cairn_user_joint.evaluate is called.
cairn_row cairn_row_default(void);
cairn_debug_draw_options cairn_debug_draw_options_default(void);
/// A geometry of this kind (CAIRN_GEOMETRY_*); a hull's handle is null.
cairn_geometry cairn_geometry_default(cairn_geometry_type type);

// --- geometry ------------------------------------------------------------------------------------

/// Geometries centred on the body's origin; fill in cairn_geometry.as for others.
cairn_geometry cairn_geometry_sphere(float radius);
cairn_geometry cairn_geometry_capsule(cairn_vec3 a, cairn_vec3 b, float radius);
cairn_geometry cairn_geometry_box(cairn_vec3 half_extents);
cairn_geometry cairn_geometry_hull(const cairn_hull* hull);
cairn_geometry cairn_geometry_half_space(cairn_vec3 normal, float offset);
/// Exact mass properties of a geometry of this density (kg/m^3).
cairn_mass_properties cairn_geometry_mass_properties(const cairn_geometry* geometry, float density);

/// The convex hull of points, which may be messy: duplicates, coplanar, thousands; the 255 most extreme
/// vertices are kept. Built once and shared: shapes that use it keep what they need, so destroy the handle
/// whenever you like.
cairn_hull* cairn_hull_create(const cairn_vec3* points, int count);
/// Another handle on the same hull, yours to destroy; keeps a borrowed hull.
cairn_hull* cairn_hull_share(const cairn_hull* hull);
/// Lets go of the handle.
void cairn_hull_destroy(cairn_hull* hull);
/// The corners, in the frame of the points it was made of.
int cairn_hull_vertices(const cairn_hull* hull, cairn_vec3* vertices, int max);
/// Number of polygonal faces.
int cairn_hull_face_count(const cairn_hull* hull);
/// The vertex indices of one polygonal face, counter-clockwise seen from outside.
int cairn_hull_face(const cairn_hull* hull, int face, uint8_t* indices, int max);

// --- world ---------------------------------------------------------------------------------------

/// A world of your own; null with an error where the definition is wrong.
cairn_world* cairn_world_create(const cairn_world_def* def);
/// Ends the world and all that is in it; hulls and snapshots live on. Refused within a call of the world's
/// own, with an error and nothing destroyed.
void cairn_world_destroy(cairn_world* world);

/// A task system of the library's own with this many workers, 1 to 256, to be shared by worlds that are
/// stepped one after another; a library built without threads has one, the caller. Destroy it after them.
bool cairn_task_system_create(int workers, cairn_task_system* tasks);
/// Only for what cairn_task_system_create filled in.
void cairn_task_system_destroy(cairn_task_system* tasks);

/// Advances the world by `dt` seconds.
bool cairn_world_step(cairn_world* world, float dt);
/// What the last step did and what it cost.
bool cairn_world_report(const cairn_world* world, cairn_step_report* report);
/// The events of the last step. The arrays belong to the world and stay as they are until the next
/// cairn_world_step or cairn_world_events: bodies may be removed while walking them.
bool cairn_world_events(cairn_world* world, cairn_events* events);

/// Gravity, m/s^2; setting it wakes every dynamic body.
cairn_vec3 cairn_world_gravity(const cairn_world* world);
bool cairn_world_set_gravity(cairn_world* world, cairn_vec3 gravity);
/// Parameters of the solver; a change holds from the next step on.
cairn_soft_step cairn_world_solver(const cairn_world* world);
bool cairn_world_set_solver(cairn_world* world, const cairn_soft_step* solver);
/// A solver in place of soft-step, NAME[:key=value,...]; null or empty: none. The texts belong to the world
/// and hold until it is changed or stepped.
const char* cairn_world_stage_solver(const cairn_world* world);
bool cairn_world_set_stage_solver(cairn_world* world, const char* text);
/// Why a solver of the laboratory could not solve the last step; empty where it could.
const char* cairn_world_solver_message(const cairn_world* world);
/// Whether bodies may fall asleep; false wakes them all.
bool cairn_world_sleep(const cairn_world* world);
bool cairn_world_set_sleep(cairn_world* world, bool enabled);
/// The fields of cairn_world_def of the same names.
float cairn_world_sleep_speed(const cairn_world* world);
bool cairn_world_set_sleep_speed(cairn_world* world, float speed);
bool cairn_world_continuous(const cairn_world* world);
bool cairn_world_set_continuous(cairn_world* world, bool enabled);
float cairn_world_hit_event_speed(const cairn_world* world);
bool cairn_world_set_hit_event_speed(cairn_world* world, float speed);
/// SIMD lanes in use.
int cairn_world_lanes(const cairn_world* world);
/// Workers in use, the caller included.
int cairn_world_threads(const cairn_world* world);

/// A complete copy of the world's state, yours to destroy; it may outlive the world.
cairn_snapshot* cairn_world_snapshot(const cairn_world* world);
/// Puts the state back, bodies added or removed since included; the next steps give the same bits. For the
/// world that it came from: ids given out after the snapshot are given out again.
bool cairn_world_restore(cairn_world* world, const cairn_snapshot* snapshot);
/// Of all state that the future depends on.
uint64_t cairn_world_hash(const cairn_world* world);
/// Memory that the snapshot holds.
size_t cairn_snapshot_byte_count(const cairn_snapshot* snapshot);
/// Lets go of the snapshot.
void cairn_snapshot_destroy(cairn_snapshot* snapshot);

// --- all at once: in the order of the ids --------------------------------------------------------

/// Number of bodies.
int cairn_world_body_count(const cairn_world* world);
/// The ids of all bodies, and of all joints.
int cairn_world_bodies(const cairn_world* world, cairn_body* bodies, int max);
int cairn_world_joints(const cairn_world* world, cairn_joint* joints, int max);
/// 7 floats a body: position x y z, rotation x y z w. `bodies` receives the ids alongside; either array may
/// be null.
int cairn_world_transforms(const cairn_world* world, float* transforms, cairn_body* bodies, int max);
/// 6 floats a body: velocity of the centre of mass, angular velocity.
int cairn_world_velocities(const cairn_world* world, float* velocities, cairn_body* bodies, int max);
/// All touching pairs.
int cairn_world_contacts(const cairn_world* world, cairn_contact* contacts, int max);

// --- queries: a null filter is cairn_query_filter_default() --------------------------------------

// They see the shapes that the filter names, where they are now. Sensors are in the way of nothing, but
// overlaps list them. What starts inside a shape meets it at fraction 0. `hit` may be null.

/// The first shape on the way; false with an empty cairn_last_error() where there is none.
bool cairn_world_cast_ray(const cairn_world* world, cairn_vec3 from, cairn_vec3 to,
                          const cairn_query_filter* filter, cairn_ray_hit* hit);
/// Every shape on the way, nearest first; of equally near ones the lower shape id.
int cairn_world_cast_ray_all(const cairn_world* world, cairn_vec3 from, cairn_vec3 to,
                             const cairn_query_filter* filter, cairn_ray_hit* hits, int max);
/// Moves the geometry from `start` by `motion`; the first thing it meets, if there is any.
bool cairn_world_cast_shape(const cairn_world* world, const cairn_geometry* geometry,
                            const cairn_transform* start, cairn_vec3 motion, const cairn_query_filter* filter,
                            cairn_ray_hit* hit);
/// Shapes whose bounds overlap these.
int cairn_world_overlapping_bounds(const cairn_world* world, const cairn_bounds* bounds,
                                   const cairn_query_filter* filter, cairn_shape* shapes, int max);
/// Shapes that overlap this geometry at this pose.
int cairn_world_overlapping_shape(const cairn_world* world, const cairn_geometry* geometry,
                                  const cairn_transform* transform, const cairn_query_filter* filter,
                                  cairn_shape* shapes, int max);
/// Calls back with all that the options ask for, in the order of the ids; null options are the defaults.
bool cairn_world_draw(const cairn_world* world, const cairn_debug_draw* draw,
                      const cairn_debug_draw_options* options);

// --- bodies --------------------------------------------------------------------------------------

/// A new body, still without shapes; a dynamic one weighs 1 kg until it has shapes or a mass of its own.
cairn_body cairn_body_add(cairn_world* world, const cairn_body_def* def);
/// Removes the body with its shapes and joints.
bool cairn_body_remove(cairn_world* world, cairn_body body);
/// Whether the id names a body that exists; never an error for a stale id.
bool cairn_body_valid(const cairn_world* world, cairn_body body);

/// Pose of the body's frame.
cairn_transform cairn_body_transform(const cairn_world* world, cairn_body body);
/// In world space.
cairn_vec3 cairn_body_center_of_mass(const cairn_world* world, cairn_body body);
/// Of the centre of mass.
cairn_vec3 cairn_body_velocity(const cairn_world* world, cairn_body body);
/// In rad/s, world axes.
cairn_vec3 cairn_body_angular_velocity(const cairn_world* world, cairn_body body);
/// Of the point of the body that is at `world_point`.
cairn_vec3 cairn_body_velocity_at(const cairn_world* world, cairn_body body, cairn_vec3 world_point);
/// CAIRN_BODY_*; a failed call gives CAIRN_BODY_FIXED, which is 0.
cairn_body_type cairn_body_get_type(const cairn_world* world, cairn_body body);
/// In kg; 0 for fixed and kinematic bodies.
float cairn_body_mass(const cairn_world* world, cairn_body body);
/// Factor on gravity.
float cairn_body_gravity_scale(const cairn_world* world, cairn_body body);
cairn_mass_properties cairn_body_mass_properties(const cairn_world* world, cairn_body body);
/// The fields of cairn_body_def of the same names.
float cairn_body_linear_damping(const cairn_world* world, cairn_body body);
float cairn_body_angular_damping(const cairn_world* world, cairn_body body);
cairn_locks cairn_body_locks(const cairn_world* world, cairn_body body);
bool cairn_body_can_sleep(const cairn_world* world, cairn_body body);
bool cairn_body_bullet(const cairn_world* world, cairn_body body);
bool cairn_body_gyroscopic(const cairn_world* world, cairn_body body);
/// Whether it takes part in the next step.
bool cairn_body_awake(const cairn_world* world, cairn_body body);
/// Whether it left the finite range and was stopped there.
bool cairn_body_frozen(const cairn_world* world, cairn_body body);
/// What cairn_body_def.user_data was.
uint64_t cairn_body_user_data(const cairn_world* world, cairn_body body);
/// What hangs on the body: shapes in the order they were added, joints, touching pairs.
int cairn_body_shapes(const cairn_world* world, cairn_body body, cairn_shape* shapes, int max);
int cairn_body_joints(const cairn_world* world, cairn_body body, cairn_joint* joints, int max);
int cairn_body_contacts(const cairn_world* world, cairn_body body, cairn_contact* contacts, int max);

/// Puts the body elsewhere at once.
bool cairn_body_set_transform(cairn_world* world, cairn_body body, const cairn_transform* transform);
/// Of the centre of mass, m/s; angular: rad/s, world axes.
bool cairn_body_set_velocity(cairn_world* world, cairn_body body, cairn_vec3 velocity);
bool cairn_body_set_angular_velocity(cairn_world* world, cairn_body body, cairn_vec3 velocity);
/// Makes a body fixed, kinematic or dynamic. Between the last two it moves on as it did.
bool cairn_body_set_type(cairn_world* world, cairn_body body, cairn_body_type type);
/// Overrides what the shapes give.
bool cairn_body_set_mass_properties(cairn_world* world, cairn_body body, const cairn_mass_properties* mass);
/// The fields of cairn_body_def of the same names.
bool cairn_body_set_gravity_scale(cairn_world* world, cairn_body body, float scale);
bool cairn_body_set_damping(cairn_world* world, cairn_body body, float linear, float angular);
bool cairn_body_set_locks(cairn_world* world, cairn_body body, cairn_locks locks);
bool cairn_body_set_awake(cairn_world* world, cairn_body body, bool awake);
bool cairn_body_set_can_sleep(cairn_world* world, cairn_body body, bool can_sleep);
bool cairn_body_set_bullet(cairn_world* world, cairn_body body, bool bullet);
bool cairn_body_set_gyroscopic(cairn_world* world, cairn_body body, bool gyroscopic);
bool cairn_body_set_user_data(cairn_world* world, cairn_body body, uint64_t user_data);
/// For kinematic bodies: the velocity that reaches `target` after `dt` seconds.
bool cairn_body_move_to(cairn_world* world, cairn_body body, const cairn_transform* target, float dt);

/// Forces (N) and torques (N m) act during the next step, impulses (N s, N m s) at once. All of them wake the
/// body.
bool cairn_body_apply_force(cairn_world* world, cairn_body body, cairn_vec3 force);
bool cairn_body_apply_force_at(cairn_world* world, cairn_body body, cairn_vec3 force, cairn_vec3 world_point);
bool cairn_body_apply_torque(cairn_world* world, cairn_body body, cairn_vec3 torque);
bool cairn_body_apply_impulse(cairn_world* world, cairn_body body, cairn_vec3 impulse);
bool cairn_body_apply_impulse_at(cairn_world* world, cairn_body body, cairn_vec3 impulse,
                                 cairn_vec3 world_point);
bool cairn_body_apply_angular_impulse(cairn_world* world, cairn_body body, cairn_vec3 impulse);

// --- shapes --------------------------------------------------------------------------------------

/// Adds a shape to a body and its mass to the body's; a hull is shared, not copied.
cairn_shape cairn_shape_add(cairn_world* world, cairn_body body, const cairn_geometry* geometry,
                            const cairn_shape_def* def);
/// Takes the shape, and its mass, off its body.
bool cairn_shape_remove(cairn_world* world, cairn_shape shape);
/// Whether the id names a shape that exists; never an error for a stale id.
bool cairn_shape_valid(const cairn_world* world, cairn_shape shape);
/// The body that carries the shape.
cairn_body cairn_shape_body(const cairn_world* world, cairn_shape shape);
/// A hull in it is borrowed until the world next changes; cairn_hull_share keeps it.
bool cairn_shape_geometry(const cairn_world* world, cairn_shape shape, cairn_geometry* geometry);
/// The material as it is now.
bool cairn_shape_definition(const cairn_world* world, cairn_shape shape, cairn_shape_def* def);
/// In world space.
cairn_bounds cairn_shape_bounds(const cairn_world* world, cairn_shape shape);
/// Change the material; what touches the shape feels it in the next step.
bool cairn_shape_set_friction(cairn_world* world, cairn_shape shape, float friction);
bool cairn_shape_set_restitution(cairn_world* world, cairn_shape shape, float restitution);
bool cairn_shape_set_surface_velocity(cairn_world* world, cairn_shape shape, cairn_vec3 velocity);
bool cairn_shape_set_filter(cairn_world* world, cairn_shape shape, const cairn_filter* filter);
/// From the next step on; what touches already has begun.
bool cairn_shape_set_contact_events(cairn_world* world, cairn_shape shape, bool contact_events);
bool cairn_shape_set_hit_events(cairn_world* world, cairn_shape shape, bool hit_events);

// --- joints --------------------------------------------------------------------------------------

/// Joins two bodies, or a body and the world, as they are placed now.
cairn_joint cairn_joint_add(cairn_world* world, const cairn_joint_def* def);
/// Takes the joint away; the two bodies may collide again.
bool cairn_joint_remove(cairn_world* world, cairn_joint joint);
/// Whether the id names a joint that exists and has not broken; never an error for a stale id.
bool cairn_joint_valid(const cairn_world* world, cairn_joint joint);
/// The definition as it was last given; anchors and axes as they were when added, a negative length as the
/// length that it stood for.
bool cairn_joint_definition(const cairn_world* world, cairn_joint joint, cairn_joint_def* def);
/// Changes motors, limits, springs and targets: take cairn_joint_definition, change it, give it back. The
/// bodies, anchors and axes stay: others are an error.
bool cairn_joint_set_definition(cairn_world* world, cairn_joint joint, const cairn_joint_def* def);
/// How hard the joint pulls.
cairn_reaction cairn_joint_reaction(const cairn_world* world, cairn_joint joint);
/// The free coordinate: hinge angle, slider translation, distance joint length, ball swing, wheel travel; rad
/// or m. 0 where there is none.
float cairn_joint_position(const cairn_world* world, cairn_joint joint);
/// Rate of the free coordinate, rad/s or m/s.
float cairn_joint_speed(const cairn_world* world, cairn_joint joint);
/// One of several coordinates; 0 and an error where the joint does not have it.
float cairn_joint_position_of(const cairn_world* world, cairn_joint joint, cairn_joint_coordinate coordinate);
/// Its rate, rad/s or m/s.
float cairn_joint_speed_of(const cairn_world* world, cairn_joint joint, cairn_joint_coordinate coordinate);
/// Distance in metres by which the anchors have come apart.
float cairn_joint_error(const cairn_world* world, cairn_joint joint);
/// Its anchors and axes, in world space.
cairn_joint_placement cairn_joint_place(const cairn_world* world, cairn_joint joint);

#ifdef __cplusplus
}
#endif

#endif
