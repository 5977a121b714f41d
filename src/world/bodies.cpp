// Bodies of the public API.

#include "base/check.hpp"
#include "base/index.hpp"
#include "base/range.hpp"
#include "geometry/bounds.hpp"
#include "math/rotation.hpp"
#include "world/impl.hpp"
#include "world/joint_graph.hpp"

namespace cairn {

namespace {

uint8_t pack(Locks locks) {
    return static_cast<uint8_t>(locks.linear_x | locks.linear_y << 1 | locks.linear_z << 2 |
                                locks.angular_x << 3 | locks.angular_y << 4 | locks.angular_z << 5);
}

Locks unpack(uint8_t locks) {
    const auto locked = [&](int axis) { return (locks >> axis & 1) != 0; };
    return {locked(0), locked(1), locked(2), locked(3), locked(4), locked(5)};
}

void check(const BodyDef& def) {
    require_within(def.position, farthest, "BodyDef::position");
    require_unit(def.rotation, "BodyDef::rotation");
    require_within(def.velocity, fastest, "BodyDef::velocity");
    require_within(def.angular_velocity, fastest, "BodyDef::angular_velocity");
    require_not_negative(def.mass, "BodyDef::mass");
    for (int i = 0; i < 3; ++i) require_not_negative(def.inertia[i], "BodyDef::inertia");
    const Vec3 i = def.inertia;
    if (!(i == Vec3{}) && !(i.x > 0 && i.y > 0 && i.z > 0))
        fail("BodyDef::inertia must be positive about every axis, or all zero, got " + describe(i));
    if (def.center_of_mass) require_within(*def.center_of_mass, farthest, "BodyDef::center_of_mass");
    require_within(def.gravity_scale, most_ratio, "BodyDef::gravity_scale");
    require_not_negative(def.linear_damping, "BodyDef::linear_damping");
    require_not_negative(def.angular_damping, "BodyDef::angular_damping");
}

void check_inertia(const Mat3& i) {
    const Vec3 diagonal{i.x.x, i.y.y, i.z.z};
    const auto refuse = [&] {
        fail("World::set_mass_properties: inertia must be positive definite, got diagonal " +
             describe(diagonal));
    };
    if (!(diagonal.x > 0 && diagonal.y > 0 && diagonal.z > 0)) refuse();
    const float rounding = 1e-4f * max_of(diagonal.x, max_of(diagonal.y, diagonal.z));
    for (const auto& [a, b] : {std::pair{i.x.y, i.y.x}, {i.x.z, i.z.x}, {i.y.z, i.z.y}})
        if (!(abs_of(a - b) <= rounding))
            fail("World::set_mass_properties: inertia must be symmetric, got " + describe(a) + " and " +
                 describe(b) + " on either side of its diagonal");
    if (!(determinant(i) > 0)) refuse();
}

void grow_arrays(Model& model, uint32_t index) {
    if (index < model.bodies.size()) return;
    grow(model.bodies, index + 1);
    grow(model.poses, index + 1);
    grow(model.stances, index + 1);
    grow(model.velocities, index + 1);
    grow(model.extents, index + 1);
}

/// One of the two velocities of a body. What touches a kinematic one feels the change, asleep or not.
void change_velocity(World::Impl& world, BodyId id, Vec3 Velocity::*which, Vec3 value, const char* call,
                     const char* does) {
    const int32_t index = world.index(id);
    require_within(value, fastest, call);
    const Body& body = world.model.bodies[at(index)];
    if (body.type == BodyType::fixed) fail(std::string(call) + ": a fixed body cannot " + does);
    if (body.frozen) return;
    wake(world, index);
    Vec3& before = world.model.velocities[at(index)].*which;
    if (body.type == BodyType::kinematic && !(value == before)) wake_neighbours(world, index);
    before = value;
}

}  // namespace

BodyId World::add_body(const BodyDef& def) {
    impl_->require_idle("World::add_body");
    check(def);
    Model& model = impl_->model;
    Body body;
    body.type = def.type;
    body.can_sleep = def.can_sleep;
    body.bullet = def.bullet;
    body.gyroscopic = def.gyroscopic;
    body.locks = pack(def.locks);
    impl_->model.any_locks |= body.locks != 0;
    body.gravity_scale = def.gravity_scale;
    body.linear_damping = def.linear_damping;
    body.angular_damping = def.angular_damping;
    body.asked_mass = def.mass;
    body.asked_inertia = diagonal(def.inertia);
    body.asked_has_center = def.center_of_mass.has_value();
    body.asked_center = def.center_of_mass.value_or(Vec3{});
    body.user_data = def.user_data;
    body.added_at = model.step_count;
    check_mass(model, body, "World::add_body");
    const BodyId id = model.body_ids.create();
    grow_arrays(model, id.index);
    model.bodies[id.index] = body;
    Pose& pose = model.poses[id.index] = {};
    pose.center = def.position;
    pose.rotation = normalized(def.rotation);
    model.stances[id.index].rotation = pose.rotation;
    model.velocities[id.index] = {};
    const int32_t index = static_cast<int32_t>(id.index);
    update_mass(model, index);
    if (def.type == BodyType::fixed) return id;
    model.velocities[id.index].linear = def.velocity;
    model.velocities[id.index].angular = def.angular_velocity;
    set_body_awake(model, index, true);
    if (!def.awake && def.type == BodyType::dynamic) put_to_sleep(*impl_, {index});
    return id;
}

void World::remove_body(BodyId id) {
    impl_->require_idle("World::remove_body");
    const int32_t index = impl_->index(id);
    Model& model = impl_->model;
    wake_neighbours(*impl_, index);
    while (model.bodies[at(index)].first_joint != none)
        remove_joint_and_seek(*impl_, model.bodies[at(index)].first_joint >> 2);
    if (model.bodies[at(index)].first_shape != none) wake_with_neighbours(*impl_, index);
    while (model.bodies[at(index)].first_shape != none)
        take_shape(*impl_, model.bodies[at(index)].first_shape);
    set_body_awake(model, index, false);
    if (model.bodies[at(index)].frozen) --model.frozen_count;
    model.bodies[at(index)] = {};
    model.poses[at(index)] = {};
    model.stances[at(index)] = {};
    model.velocities[at(index)] = {};
    model.extents[at(index)] = {};
    model.body_ids.destroy(id.index);
}

bool World::valid(BodyId body) const { return body.index != world_body && impl_->model.body_ids.valid(body); }

Transform World::transform(BodyId body) const { return impl_->model.frame(impl_->index(body)); }
Vec3 World::center_of_mass(BodyId body) const { return impl_->model.poses[at(impl_->index(body))].center; }
Vec3 World::velocity(BodyId body) const { return impl_->model.velocities[at(impl_->index(body))].linear; }
Vec3 World::angular_velocity(BodyId body) const {
    return impl_->model.velocities[at(impl_->index(body))].angular;
}
Vec3 World::velocity_at(BodyId body, Vec3 point) const {
    return velocity(body) + cross(angular_velocity(body), point - center_of_mass(body));
}
BodyType World::type(BodyId body) const { return impl_->model.bodies[at(impl_->index(body))].type; }
float World::mass(BodyId body) const { return impl_->model.bodies[at(impl_->index(body))].mass; }
MassProperties World::mass_properties(BodyId id) const {
    const Body& body = impl_->model.bodies[at(impl_->index(id))];
    return {body.mass, body.center_of_mass, body.inertia};
}
bool World::awake(BodyId body) const { return impl_->model.bodies[at(impl_->index(body))].awake; }
bool World::frozen(BodyId body) const { return impl_->model.bodies[at(impl_->index(body))].frozen; }
uint64_t World::user_data(BodyId body) const { return impl_->model.bodies[at(impl_->index(body))].user_data; }

std::vector<ShapeId> World::shapes(BodyId body) const {
    const Model& model = impl_->model;
    std::vector<ShapeId> ids;
    for (int32_t s = model.bodies[at(impl_->index(body))].first_shape; s != none;
         s = model.shapes[at(s)].next)
        ids.push_back(model.shape_ids.id(static_cast<uint32_t>(s)));
    return ids;
}

std::vector<BodyId> World::bodies() const {
    const Model& model = impl_->model;
    std::vector<BodyId> ids;
    for (uint32_t i = 1; i < model.body_ids.capacity(); ++i)
        if (model.body_ids.alive(i)) ids.push_back(model.body_ids.id(i));
    return ids;
}

void World::set_transform(BodyId id, const Transform& transform) {
    impl_->require_idle("World::set_transform");
    const int32_t index = impl_->index(id);
    require_within(transform.position, farthest, "World::set_transform: position");
    require_unit(transform.rotation, "World::set_transform: rotation");
    Model& model = impl_->model;
    wake_neighbours(*impl_, index);
    thaw(*impl_, index);
    wake(*impl_, index);
    Pose& pose = model.poses[at(index)];
    pose.rotation = normalized(transform.rotation);
    model.stances[at(index)].rotation = pose.rotation;
    pose.center = transform.position + rotate(pose.rotation, model.bodies[at(index)].center_of_mass);
    refresh_pose(model, index);
    place_shapes(model, index);
    tear_joints(model, index);
    // pairs of this body and a sleeper are looked at again: nobody else would
    visit_contacts(model, index, [&](int32_t contact, int32_t) {
        model.contacts[at(contact)].fresh = true;
        set_contact_active(model, contact, true);
    });
}

void World::set_velocity(BodyId id, Vec3 velocity) {
    impl_->require_idle("World::set_velocity");
    change_velocity(*impl_, id, &Velocity::linear, velocity, "World::set_velocity", "move");
}

void World::set_angular_velocity(BodyId id, Vec3 velocity) {
    impl_->require_idle("World::set_angular_velocity");
    change_velocity(*impl_, id, &Velocity::angular, velocity, "World::set_angular_velocity", "turn");
}

void World::set_type(BodyId id, BodyType type) {
    impl_->require_idle("World::set_type");
    const int32_t index = impl_->index(id);
    Model& model = impl_->model;
    if (model.bodies[at(index)].type == type && !model.bodies[at(index)].frozen) return;
    Body& body = model.bodies[at(index)];
    for (int32_t s = body.first_shape; s != none; s = model.shapes[at(s)].next)
        if (model.shapes[at(s)].view.kind == ShapeKind::half_space)
            fail("World::set_type: a body with a half-space must stay fixed");
    Body changed = body;
    changed.type = type;
    check_mass(model, changed, "World::set_type");
    const bool was_frozen = body.frozen;
    wake_neighbours(*impl_, index);
    thaw(*impl_, index);
    destroy_contacts_of(*impl_, index);
    retire_joints(model, index);
    for (int32_t s = body.first_shape; s != none; s = model.shapes[at(s)].next) {
        ShapeRecord& shape = model.shapes[at(s)];
        const Bounds box = model.tree(shape).bounds(shape.proxy);
        model.tree(shape).remove(shape.proxy);
        shape.fixed_tree = type == BodyType::fixed;
        shape.margin = margin_of(shape.shape, type);
        shape.proxy =
            model.tree(shape).insert(box, static_cast<uint32_t>(s), tree_category(shape.def.filter));
    }
    if (type == BodyType::fixed && body.awake) put_to_sleep(*impl_, {index});
    if (type == BodyType::fixed || body.type == BodyType::fixed || was_frozen)
        model.velocities[at(index)] = {};
    body.type = type;
    update_mass(model, index);
    place_shapes(model, index);
    if (type != BodyType::fixed) wake(*impl_, index);
    revive_joints(model, index);
    tear_joints(model, index);  // nothing held it together while neither body was dynamic
}

void World::set_mass_properties(BodyId id, const MassProperties& mass) {
    impl_->require_idle("World::set_mass_properties");
    const int32_t index = impl_->index(id);
    require_positive(mass.mass, "World::set_mass_properties: mass");
    require_within(mass.center, farthest, "World::set_mass_properties: center");
    check_inertia(mass.inertia);
    Model& model = impl_->model;
    Body& body = model.bodies[at(index)];
    if (body.type != BodyType::dynamic) fail("World::set_mass_properties: only dynamic bodies have mass");
    Body changed = body;
    changed.asked_mass = mass.mass;
    changed.asked_center = mass.center;
    changed.asked_has_center = true;
    changed.asked_inertia = mass.inertia;
    check_mass(model, changed, "World::set_mass_properties");
    body = changed;
    update_mass(model, index);
    wake_with_neighbours(*impl_, index);
}

float World::gravity_scale(BodyId id) const {
    return impl_->model.bodies[at(impl_->index(id))].gravity_scale;
}

void World::set_gravity_scale(BodyId id, float scale) {
    impl_->require_idle("World::set_gravity_scale");
    require_within(scale, most_ratio, "World::set_gravity_scale");
    impl_->model.bodies[at(impl_->index(id))].gravity_scale = scale;
    wake(*impl_, impl_->index(id));
}

float World::linear_damping(BodyId id) const {
    return impl_->model.bodies[at(impl_->index(id))].linear_damping;
}

float World::angular_damping(BodyId id) const {
    return impl_->model.bodies[at(impl_->index(id))].angular_damping;
}

void World::set_damping(BodyId id, float linear, float angular) {
    impl_->require_idle("World::set_damping");
    require_not_negative(linear, "World::set_damping: linear");
    require_not_negative(angular, "World::set_damping: angular");
    Body& body = impl_->model.bodies[at(impl_->index(id))];
    body.linear_damping = linear;
    body.angular_damping = angular;
}

Locks World::locks(BodyId id) const { return unpack(impl_->model.bodies[at(impl_->index(id))].locks); }

void World::set_locks(BodyId id, Locks locks) {
    impl_->require_idle("World::set_locks");
    const int32_t index = impl_->index(id);
    impl_->model.bodies[at(index)].locks = pack(locks);
    impl_->model.any_locks |= impl_->model.bodies[at(index)].locks != 0;
    update_mass(impl_->model, index);
    wake(*impl_, index);
}

void World::set_awake(BodyId id, bool awake) {
    impl_->require_idle("World::set_awake");
    const int32_t index = impl_->index(id);
    if (awake)
        wake(*impl_, index);
    else if (impl_->model.bodies[at(index)].awake && impl_->model.bodies[at(index)].dynamic())
        put_island_to_sleep(*impl_, index);
}

bool World::can_sleep(BodyId id) const { return impl_->model.bodies[at(impl_->index(id))].can_sleep; }

void World::set_can_sleep(BodyId id, bool can_sleep) {
    impl_->require_idle("World::set_can_sleep");
    impl_->model.bodies[at(impl_->index(id))].can_sleep = can_sleep;
    if (!can_sleep) wake(*impl_, impl_->index(id));
}

bool World::bullet(BodyId id) const { return impl_->model.bodies[at(impl_->index(id))].bullet; }

void World::set_bullet(BodyId id, bool bullet) {
    impl_->require_idle("World::set_bullet");
    impl_->model.bodies[at(impl_->index(id))].bullet = bullet;
}

bool World::gyroscopic(BodyId id) const { return impl_->model.bodies[at(impl_->index(id))].gyroscopic; }

void World::set_gyroscopic(BodyId id, bool gyroscopic) {
    impl_->require_idle("World::set_gyroscopic");
    impl_->model.bodies[at(impl_->index(id))].gyroscopic = gyroscopic;
}

void World::set_user_data(BodyId id, uint64_t user_data) {
    impl_->require_idle("World::set_user_data");
    impl_->model.bodies[at(impl_->index(id))].user_data = user_data;
}

void World::move_to(BodyId id, const Transform& target, float dt) {
    impl_->require_idle("World::move_to");
    const int32_t index = impl_->index(id);
    require_within(target.position, farthest, "World::move_to: position");
    require_unit(target.rotation, "World::move_to: rotation");
    require_step(dt, "World::move_to: dt");
    const Model& model = impl_->model;
    const Vec3 goal = target * model.bodies[at(index)].center_of_mass;
    const Vec3 velocity = (goal - model.poses[at(index)].center) / dt;
    require_within(velocity, fastest, "World::move_to: the velocity that it takes");
    set_velocity(id, velocity);
    Quat turn = normalized(target.rotation) * conjugate(model.poses[at(index)].rotation);
    if (turn.w < 0) turn = {-turn.x, -turn.y, -turn.z, -turn.w};
    set_angular_velocity(id, rotation_vector(turn) / dt);
}

}  // namespace cairn
