// Snapshot, restore and hash. The model is plain values, so a snapshot is a copy of it; buffers that a step
// fills and forgets are not part of it.

#include "base/hash.hpp"
#include "world/impl.hpp"
#include "world/joint_graph.hpp"

namespace cairn {

struct SnapshotData {
    Model model;
    Events events, pending;
    StepReport report;
};

namespace {

/// Of a world and a snapshot, either way. By assignment alone: a model is made of so many arrays that to
/// construct one from another as well is two more kilobytes for the browser to load.
template <class From, class To>
void copy_state(const From& from, To& to) {
    to.model = from.model;
    to.events = from.events, to.pending = from.pending;
    to.report = from.report;
}

void hash_body(Hash& hash, const Model& model, size_t i) {
    const Body& body = model.bodies[i];
    const Pose& pose = model.poses[i];
    const Velocity& velocity = model.velocities[i];
    hash.add(static_cast<uint32_t>(i));
    hash.add(static_cast<uint32_t>(body.type));
    hash.add(body.awake), hash.add(body.frozen), hash.add(body.can_sleep), hash.add(body.bullet);
    hash.add(body.gyroscopic);
    hash.add(static_cast<uint32_t>(body.locks));
    hash.add(pose.center), hash.add(pose.rotation);
    hash.add(velocity.linear), hash.add(velocity.angular);
    hash.add(model.stances[i].rotation);
    hash.add(body.mass), hash.add(body.center_of_mass);
    hash.add(body.inertia.x), hash.add(body.inertia.y), hash.add(body.inertia.z);
    // what the mass becomes when a shape comes or goes
    hash.add(body.asked_mass), hash.add(body.asked_has_center), hash.add(body.asked_center);
    for (const Vec3 row : {body.asked_inertia.x, body.asked_inertia.y, body.asked_inertia.z}) hash.add(row);
    hash.add(body.force), hash.add(body.torque);
    hash.add(body.gravity_scale), hash.add(body.linear_damping), hash.add(body.angular_damping);
    if (body.added_at == model.step_count) hash.add(body.added_at);
    hash.add(model.extents[i].quiet_time);
    hash.add(body.contact_colors);
    hash.add(body.joint_colors);
}

void hash_material(Hash& hash, const ShapeDef& def) {
    hash.add(def.density), hash.add(def.friction), hash.add(def.restitution);
    hash.add(def.rolling_resistance), hash.add(def.spinning_friction), hash.add(def.surface_velocity);
    hash.add(static_cast<uint32_t>(def.friction_combine)),
        hash.add(static_cast<uint32_t>(def.restitution_combine));
    hash.add(def.filter.category), hash.add(def.filter.mask), hash.add(def.filter.group);
    hash.add(def.sensor), hash.add(def.contact_events), hash.add(def.hit_events);
}

void add_numbers(Hash& hash, const Sphere& s) { hash.add(s.radius), hash.add(s.center); }
void add_numbers(Hash& hash, const Capsule& c) { hash.add(c.a), hash.add(c.b), hash.add(c.radius); }
void add_numbers(Hash& hash, const Box& b) {
    hash.add(b.half_extents), hash.add(b.center), hash.add(b.rotation);
}
void add_numbers(Hash& hash, const Hull& hull) {
    for (const Vec3 vertex : hull.vertices()) hash.add(vertex);
}
void add_numbers(Hash& hash, const HalfSpace& h) { hash.add(h.normal), hash.add(h.offset); }

void hash_shape(Hash& hash, const Model& model, uint32_t i) {
    const ShapeRecord& shape = model.shapes[i];
    const Bounds& box = model.tree(shape).bounds(shape.proxy);
    hash.add(i), hash.add(shape.body);
    hash.add(box.lower), hash.add(box.upper);
    hash.add(static_cast<uint32_t>(shape.shape.index()));
    std::visit([&](const auto& numbers) { add_numbers(hash, numbers); }, shape.shape);
    hash_material(hash, shape.def);
}

void hash_settings(Hash& hash, const Model& model) {
    const SoftStep& s = model.solver;
    hash.add(s.substeps);
    for (float value : {s.contact_hertz, s.contact_damping, s.push_speed, s.joint_hertz, s.joint_damping,
                        s.restitution_speed, s.stiff_mass_ratio, s.load_memory, model.sleep_speed,
                        model.hit_event_speed, model.usual_step})
        hash.add(value);
    if (model.aimed_step != model.usual_step) hash.add(model.aimed_step);
    hash.add(model.sleep), hash.add(model.continuous);
    for (char letter : model.stage_solver)
        hash.add(static_cast<uint32_t>(static_cast<unsigned char>(letter)));
    for (uint32_t word : model.stage_memory) hash.add(word);
    // the ids that will be given out next
    model.body_ids.hash_into(hash), model.shape_ids.hash_into(hash), model.joint_ids.hash_into(hash);
}

void hash_contact(Hash& hash, const Model& model, int32_t index) {
    const ContactRecord& contact = model.contacts[static_cast<size_t>(index)];
    hash.add(index);
    hash.add(contact.shape_a), hash.add(contact.shape_b);
    hash.add(contact.touching), hash.add(contact.fresh);
    hash.add(contact.color), hash.add(contact.slot);
    hash.add(contact.pose);
    hash.add(contact.keep_distance), hash.add(contact.keep_half_sine);
    for (int i = 0; i < contact.count; ++i) hash.add(contact.features[i]);
    if (contact.color == none && contact.stored == none) return;
    for (int column = 0; column < class_columns(contact.point_class); ++column)
        hash.add(contact.color != none
                     ? model.columns.at(contact.color, contact.point_class, contact.slot, column)
                     : model.stored[static_cast<size_t>(contact.stored)].columns[column]);
}

}  // namespace

uint64_t World::hash() const {
    const Model& model = impl_->model;
    Hash hash;
    hash.add(model.step_count);
    hash.add(model.gravity);
    hash_settings(hash, model);
    for (size_t i = 0; i < model.bodies.size(); ++i)
        if (model.body_ids.alive(static_cast<uint32_t>(i))) hash_body(hash, model, i);
    for (int32_t body : model.awake_bodies) hash.add(body);
    for (uint32_t i = 0; i < model.shapes.size(); ++i)
        if (model.shape_ids.alive(i)) hash_shape(hash, model, i);
    for (uint32_t shape : model.moved_shapes)
        if (model.shape_marks[shape].moved) hash.add(shape);
    for (size_t i = 0; i < model.contacts.size(); ++i)
        if (model.contacts[i].alive) hash_contact(hash, model, static_cast<int32_t>(i));
    for (int32_t contact : model.active_contacts) hash.add(contact);
    // where contacts go from here on
    if (model.parts.count > 1)
        for (int32_t part : model.parts.of_body) hash.add(part);
    hash_joints(hash, model);
    return hash.value();
}

Snapshot World::snapshot() const {
    impl_->require_idle("World::snapshot");
    const auto data = std::make_shared<SnapshotData>();
    copy_state(*impl_, *data);
    Snapshot snapshot;
    snapshot.data_ = data;
    return snapshot;
}

void World::restore(const Snapshot& snapshot) {
    impl_->require_idle("World::restore");
    if (!snapshot.data_) throw Error("World::restore: the snapshot is empty");
    if (snapshot.data_->model.columns.lanes != impl_->kernels->lanes)
        throw Error("World::restore: the snapshot is of a world with " +
                    std::to_string(snapshot.data_->model.columns.lanes) + " lanes, this one has " +
                    std::to_string(impl_->kernels->lanes));
    if (impl_->model.stage_solver != snapshot.data_->model.stage_solver)
        set_stage_solver(snapshot.data_->model.stage_solver);
    copy_state(*snapshot.data_, *impl_);
}

size_t Snapshot::byte_count() const { return data_ ? data_->model.bytes() : 0; }

size_t Model::bytes() const {
    return body_ids.bytes() + bytes_of(bodies) + bytes_of(poses) + bytes_of(stances) + bytes_of(velocities) +
           bytes_of(extents) + bytes_of(awake_bodies) + bytes_of(pushed_bodies) + shape_ids.bytes() +
           bytes_of(shapes) + bytes_of(shape_marks) + fixed_tree.bytes() + moving_tree.bytes() +
           bytes_of(stale_shapes) + bytes_of(moved_shapes) + pairs.bytes() + bytes_of(contacts) +
           bytes_of(free_contacts) + bytes_of(active_contacts) + columns.bytes() + bytes_of(parts.of_body) +
           bytes_of(stage_memory) + bytes_of(stored) + bytes_of(free_stored) + joint_ids.bytes() +
           bytes_of(joints) + joint_columns.bytes();
}

}  // namespace cairn
