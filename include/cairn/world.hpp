#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <cairn/body.hpp>
#include <cairn/debug_draw.hpp>
#include <cairn/error.hpp>
#include <cairn/events.hpp>
#include <cairn/ids.hpp>
#include <cairn/joint.hpp>
#include <cairn/report.hpp>
#include <cairn/shape.hpp>
#include <cairn/solver.hpp>
#include <cairn/task.hpp>

namespace cairn {

struct WorldDef {
    Vec3 gravity{0, -9.81f, 0};  ///< m/s^2
    SoftStep solver{};
    /// Another solver in place of SoftStep, as text: NAME[:key=value,...], e.g. "pgs:iterations=20"; empty:
    /// none. The library itself brings `pgs` and `si`, the laboratory more (docs/solvers.md).
    std::string stage_solver{};
    bool sleep = true;  ///< bodies at rest fall asleep, and cost nothing until something wakes them
    /// Bodies slower than this for half a second may fall asleep (m/s at the fastest point of the body).
    float sleep_speed = 0.05f;
    /// Stop fast bodies at the time of impact so that they do not tunnel.
    bool continuous = true;
    /// Shapes that meet faster than this (m/s) raise hit events, where ShapeDef::hit_events asks for them.
    float hit_event_speed = 1;
    /// Workers of the built-in task system, the calling thread included; ignored when `tasks` is given.
    int threads = 1;
    /// Your own scheduler; must outlive the world.
    TaskSystem* tasks = nullptr;
    /// SIMD lanes: 1, 4, 8 or 16; 0 picks the widest this machine has. Every choice gives the same bits.
    int lanes = 0;
};

/// What a ray, cast or overlap sees: shapes whose category is in this mask and whose mask has this category,
/// but none of `ignored`.
struct QueryFilter {
    uint64_t category = 1;
    uint64_t mask = ~uint64_t{0};
    BodyId ignored{};  ///< the one that asks, say
};

/// Where a joint is now, in world space, as each of the two bodies carries it.
struct JointPlacement {
    Vec3 anchor_a{}, anchor_b{};  ///< of a user's joint: the bodies' origins
    /// Axes of a hinge, a slider and a ball; of a wheel the suspension's, on body a, and the spin's, on body
    /// b. Zero where there are none.
    Vec3 axis_a{}, axis_b{};
};

struct RayHit {
    ShapeId shape;
    BodyId body;
    Vec3 point;          ///< in world space, m
    Vec3 normal;         ///< of the surface that was hit
    float fraction = 0;  ///< of the ray's length
};

struct ContactPoint {
    Vec3 position;             ///< in world space, m
    float separation = 0;      ///< m; negative: overlap
    float normal_impulse = 0;  ///< of the last sub-step, N s
    uint32_t feature = 0;      ///< which features met (Catto 2005, section 8.2)
};

struct Contact {
    ShapeId shape_a, shape_b;
    BodyId body_a, body_b;
    Vec3 normal;  ///< from a to b
    int point_count = 0;
    ContactPoint points[4];
    /// Force with which a pushes b, averaged over the last sub-step (N).
    Vec3 force;
};

/// All state of a world, as bytes; restore it into the world it came from.
class Snapshot {
public:
    Snapshot() = default;
    size_t byte_count() const;

private:
    friend class World;
    std::shared_ptr<const struct SnapshotData> data_;
};

/// One that was moved from may only be destroyed or assigned to.
/// Of everything here units are SI, and places, axes and velocities those of the world.
class World {
public:
    explicit World(const WorldDef& def = {});
    ~World();
    World(World&&) noexcept;
    World& operator=(World&&) noexcept;

    // Bodies and shapes
    BodyId add_body(const BodyDef& def = {});
    void remove_body(BodyId body);
    ShapeId add_shape(BodyId body, const Shape& shape, const ShapeDef& def = {});
    void remove_shape(ShapeId shape);
    bool valid(BodyId body) const;
    bool valid(ShapeId shape) const;
    bool valid(JointId joint) const;

    // State of a body
    Transform transform(BodyId body) const;  ///< of the body's origin
    Vec3 center_of_mass(BodyId body) const;
    Vec3 velocity(BodyId body) const;  ///< of the centre of mass
    Vec3 angular_velocity(BodyId body) const;
    Vec3 velocity_at(BodyId body, Vec3 world_point) const;
    BodyType type(BodyId body) const;
    float mass(BodyId body) const;  ///< 0 for fixed and kinematic bodies
    float gravity_scale(BodyId body) const;
    MassProperties mass_properties(BodyId body) const;
    float linear_damping(BodyId body) const;
    float angular_damping(BodyId body) const;
    Locks locks(BodyId body) const;
    bool can_sleep(BodyId body) const;
    bool bullet(BodyId body) const;
    bool gyroscopic(BodyId body) const;
    bool awake(BodyId body) const;   ///< whether it takes part in the next step
    bool frozen(BodyId body) const;  ///< whether it left the finite range and was stopped there
    std::vector<ShapeId> shapes(BodyId body) const;
    std::vector<JointId> joints(BodyId body) const;
    uint64_t user_data(BodyId body) const;
    /// Puts the body elsewhere at once, which gives it no velocity.
    void set_transform(BodyId body, const Transform& transform);
    void set_velocity(BodyId body, Vec3 velocity);  ///< of the centre of mass
    void set_angular_velocity(BodyId body, Vec3 velocity);
    /// Between kinematic and dynamic it moves on as it did; what becomes fixed stands still.
    void set_type(BodyId body, BodyType type);
    /// Overrides what the shapes give.
    void set_mass_properties(BodyId body, const MassProperties& mass);
    void set_gravity_scale(BodyId body, float scale);
    void set_damping(BodyId body, float linear, float angular);
    void set_locks(BodyId body, Locks locks);
    void set_awake(BodyId body, bool awake);
    void set_can_sleep(BodyId body, bool can_sleep);
    void set_bullet(BodyId body, bool bullet);
    void set_gyroscopic(BodyId body, bool gyroscopic);
    void set_user_data(BodyId body, uint64_t user_data);
    /// For kinematic bodies: the velocity that reaches `target` after `dt`.
    void move_to(BodyId body, const Transform& target, float dt);

    // Forces (N, N m) act during the next step; impulses (N s, N m s) at once. Where no point is given they
    // act at the centre of mass. All of them wake the body.
    void apply_force(BodyId body, Vec3 force);
    void apply_force_at(BodyId body, Vec3 force, Vec3 world_point);
    void apply_torque(BodyId body, Vec3 torque);
    void apply_impulse(BodyId body, Vec3 impulse);
    void apply_impulse_at(BodyId body, Vec3 impulse, Vec3 world_point);
    void apply_angular_impulse(BodyId body, Vec3 impulse);

    // Shapes
    BodyId body(ShapeId shape) const;
    const Shape& geometry(ShapeId shape) const;
    const ShapeDef& definition(ShapeId shape) const;
    Bounds bounds(ShapeId shape) const;  ///< in world space
    void set_friction(ShapeId shape, float friction);
    void set_restitution(ShapeId shape, float restitution);
    void set_surface_velocity(ShapeId shape, Vec3 velocity);
    void set_filter(ShapeId shape, const Filter& filter);
    /// From the next step on; what touches already has begun.
    void set_contact_events(ShapeId shape, bool contact_events);
    void set_hit_events(ShapeId shape, bool hit_events);

    // Joints
    JointId add_joint(const JointDef& def);
    void remove_joint(JointId joint);
    const JointDef& definition(JointId joint) const;
    /// Change motors, limits, springs and targets. Bodies, anchors and axes stay: others are an error.
    void set_definition(JointId joint, const JointDef& def);
    Reaction reaction(JointId joint) const;
    /// The free coordinate: hinge angle, slider translation, distance joint length, ball swing, wheel travel;
    /// radians or metres. 0 where there is none.
    float joint_position(JointId joint) const;
    float joint_speed(JointId joint) const;
    /// One of several; an error where the joint does not have it.
    float joint_position(JointId joint, JointCoordinate coordinate) const;
    float joint_speed(JointId joint, JointCoordinate coordinate) const;
    /// Distance in metres by which the anchors have come apart.
    float joint_error(JointId joint) const;
    JointPlacement joint_place(JointId joint) const;

    // The step
    /// Moves everything on by `dt` seconds, 1e-8 to 1000.
    const StepReport& step(float dt);
    const StepReport& report() const;
    const Events& events() const;
    Vec3 gravity() const;
    void set_gravity(Vec3 gravity);
    const SoftStep& solver() const;
    void set_solver(const SoftStep& solver);
    /// The solver in place of SoftStep; empty: none.
    const std::string& stage_solver() const;
    void set_stage_solver(const std::string& text);
    /// Why a solver of the laboratory could not solve the last step; empty where it could.
    const std::string& solver_message() const;
    bool sleep() const;
    void set_sleep(bool enabled);
    float sleep_speed() const;
    void set_sleep_speed(float speed);
    bool continuous() const;
    void set_continuous(bool enabled);
    float hit_event_speed() const;
    void set_hit_event_speed(float speed);
    /// SIMD lanes in use.
    int lanes() const;
    int threads() const;

    // Queries, in an order that depends on ids alone
    std::vector<BodyId> bodies() const;
    std::vector<JointId> joints() const;
    std::vector<Contact> contacts() const;
    std::vector<Contact> contacts(BodyId body) const;
    // Rays, casts and overlaps see the shapes that `filter` names, where they are now. Sensors are in the way
    // of nothing, but overlaps list them. What starts inside a shape meets it at fraction 0. Any number of
    // threads may ask at the same time, while nobody changes the world.
    /// The nearest hit.
    bool cast_ray(Vec3 from, Vec3 to, RayHit& hit, const QueryFilter& filter = {}) const;
    /// All of them, the nearest first; of equally near ones the lower shape id.
    std::vector<RayHit> cast_ray_all(Vec3 from, Vec3 to, const QueryFilter& filter = {}) const;
    /// Moves `shape` from `start` by `motion`; the first thing it meets.
    bool cast_shape(const Shape& shape, const Transform& start, Vec3 motion, RayHit& hit,
                    const QueryFilter& filter = {}) const;
    /// Shapes whose bounds overlap these.
    std::vector<ShapeId> overlapping(const Bounds& bounds, const QueryFilter& filter = {}) const;
    /// Shapes that overlap this one.
    std::vector<ShapeId> overlapping(const Shape& shape, const Transform& transform,
                                     const QueryFilter& filter = {}) const;
    void draw(DebugDraw& draw, const DebugDrawOptions& options = {}) const;

    // Determinism
    Snapshot snapshot() const;
    void restore(const Snapshot& snapshot);
    /// Of all state that the future depends on.
    uint64_t hash() const;

    struct Impl;

private:
    std::unique_ptr<Impl> impl_;
};

/// Version of the library, "major.minor.patch".
const char* version();

}  // namespace cairn
