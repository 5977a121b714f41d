// Shapes of the public API.

#include "base/check.hpp"
#include "base/index.hpp"
#include "base/range.hpp"
#include "geometry/bounds.hpp"
#include "geometry/hull_data.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

void check(const Sphere& s) {
    require_positive(s.radius, "Sphere::radius", farthest);
    require_within(s.center, farthest, "Sphere::center");
}
void check(const Capsule& s) {
    require_positive(s.radius, "Capsule::radius", farthest);
    require_within(s.a, farthest, "Capsule::a");
    require_within(s.b, farthest, "Capsule::b");
}
void check(const Box& s) {
    for (int i = 0; i < 3; ++i) require_positive(s.half_extents[i], "Box::half_extents", farthest);
    require_within(s.center, farthest, "Box::center");
    require_unit(s.rotation, "Box::rotation");
}
void check(const Hull& s) {
    if (!s.shared()) fail("Hull: has no data");
    for (const Vec3 vertex : s.vertices()) require_within(vertex, farthest, "Hull: vertex");
}
void check(const HalfSpace& s) {
    require_direction(s.normal, "HalfSpace::normal");
    require_within(s.offset / length(s.normal), farthest, "HalfSpace::offset");
}

void check(const ShapeDef& def) {
    require_not_negative(def.density, "ShapeDef::density", heaviest);
    require_not_negative(def.friction, "ShapeDef::friction", most_ratio);
    if (!(def.restitution >= 0 && def.restitution <= 1))
        fail("ShapeDef::restitution must be 0 to 1, got " + describe(def.restitution));
    require_not_negative(def.rolling_resistance, "ShapeDef::rolling_resistance", most_ratio);
    require_not_negative(def.spinning_friction, "ShapeDef::spinning_friction", most_ratio);
    require_within(def.surface_velocity, fastest, "ShapeDef::surface_velocity");
}

/// Directions and rotations are made exactly unit, so that kernels need not.
Shape tidied(const Shape& shape) {
    if (const Box* box = std::get_if<Box>(&shape))
        return Box{box->half_extents, box->center, normalized(box->rotation)};
    if (const HalfSpace* half = std::get_if<HalfSpace>(&shape)) {
        const float size = length(half->normal);
        return HalfSpace{half->normal / size, half->offset / size};
    }
    return shape;
}

/// A changed material reaches contacts that exist already when their manifold is next computed: make that the
/// next step.
void refresh_contacts(Model& model, int32_t body, uint32_t shape) {
    visit_contacts(model, body, [&](int32_t index, int32_t) {
        ContactRecord& contact = model.contacts[at(index)];
        if (contact.shape_a != shape && contact.shape_b != shape) return;
        contact.fresh = true;
        const Vec3 va = model.shapes[contact.shape_a].def.surface_velocity;
        const Vec3 vb = model.shapes[contact.shape_b].def.surface_velocity;
        contact.moving_surface = !(va == Vec3{}) || !(vb == Vec3{});
    });
}

/// A body's shapes are listed in the order they were added.
void append_shape(Model& model, Body& body, int32_t shape) {
    if (body.first_shape == none)
        body.first_shape = shape;
    else
        model.shapes[at(body.last_shape)].next = shape;
    body.last_shape = shape;
}

}  // namespace

Shape checked_shape(const Shape& shape) {
    std::visit([](const auto& s) { check(s); }, shape);
    return tidied(shape);
}

float margin_of(const Shape& shape, BodyType type) {
    if (type == BodyType::fixed || std::holds_alternative<HalfSpace>(shape)) return speculative_distance;
    const Bounds box = shape_bounds(shape, {});
    const Vec3 size = box.upper - box.lower;
    const float extent = max_of(size.x, max_of(size.y, size.z));
    return max_of(speculative_distance, min_of(0.1f, 0.06f * extent));
}

ShapeId World::add_shape(BodyId body_id, const Shape& shape, const ShapeDef& def) {
    impl_->require_idle("World::add_shape");
    const int32_t body_index = impl_->index(body_id);
    const Shape tidy = checked_shape(shape);
    check(def);
    Model& model = impl_->model;
    Body& body = model.bodies[at(body_index)];
    if (std::holds_alternative<HalfSpace>(shape) && body.type != BodyType::fixed)
        fail("World::add_shape: a half-space can only be on a fixed body");
    ShapeRecord added;
    added.shape = tidy;
    added.def = def;
    check_mass(model, body, "World::add_shape", &added);
    model.drop_unmarked();  // the slot may be that of a shape that is still listed
    const ShapeId id = model.shape_ids.create();
    if (id.index >= model.shapes.size())
        grow(model.shapes, id.index + 1), grow(model.shape_marks, id.index + 1);
    ShapeRecord& record = model.shapes[id.index] = added;
    record.view = view_of(record.shape);
    // from here on `def` may be gone: it can be another shape's, in the array that has just grown
    model.any_hit_events |= record.def.hit_events;
    model.shape_marks[id.index] = {record.def.filter.group, false};
    record.body = body_index;
    record.fixed_tree = body.type == BodyType::fixed;
    record.margin = margin_of(record.shape, body.type);
    record.proxy = model.tree(record).insert(shape_bounds(record.shape, model.frame(body_index)), id.index,
                                             tree_category(record.def.filter));
    append_shape(model, body, static_cast<int32_t>(id.index));
    if (body.type == BodyType::dynamic) {
        update_mass(model, body_index);
        place_shapes(model, body_index);
    } else {
        // its centre stays where it is, and with it all that it has: a level of thousands of shapes on one
        // body is made in a time that grows with them, not with their square
        widen_extents(model, body_index, record);
        place_shape(model, static_cast<int32_t>(id.index));
    }
    // a body that was made asleep stays so while it is put together
    const bool settled = body.first_contact != none || body.first_joint != none;
    if (body.type != BodyType::fixed && (body.awake || settled)) wake_with_neighbours(*impl_, body_index);
    return id;
}

void take_shape(World::Impl& world, int32_t index) {
    Model& model = world.model;
    const uint32_t shape = static_cast<uint32_t>(index);
    const int32_t body = model.shapes[at(index)].body;
    visit_contacts(model, body, [&](int32_t contact_index, int32_t) {
        const ContactRecord& contact = model.contacts[at(contact_index)];
        if (contact.shape_a == shape || contact.shape_b == shape) destroy_contact(world, contact_index);
    });
    ShapeRecord& record = model.shapes[at(index)];
    model.tree(record).remove(record.proxy);
    model.unmark_moved(index);
    if (record.stale) std::erase(model.stale_shapes, shape);
    int32_t* link = &model.bodies[at(body)].first_shape;
    while (*link != index) link = &model.shapes[at(*link)].next;
    *link = record.next;
    record = {};
    model.shape_ids.destroy(shape);
}

void World::remove_shape(ShapeId id) {
    impl_->require_idle("World::remove_shape");
    const int32_t index = impl_->index(id);
    const int32_t body = impl_->model.shapes[at(index)].body;
    wake_with_neighbours(*impl_, body);
    take_shape(*impl_, index);
    Body& owner = impl_->model.bodies[at(body)];
    if (owner.last_shape == index) {
        owner.last_shape = owner.first_shape;
        while (owner.last_shape != none && impl_->model.shapes[at(owner.last_shape)].next != none)
            owner.last_shape = impl_->model.shapes[at(owner.last_shape)].next;
    }
    update_mass(impl_->model, body);
}

bool World::valid(ShapeId shape) const { return impl_->model.shape_ids.valid(shape); }

BodyId World::body(ShapeId shape) const {
    const Model& model = impl_->model;
    return model.body_ids.id(static_cast<uint32_t>(model.shapes[at(impl_->index(shape))].body));
}
const Shape& World::geometry(ShapeId shape) const {
    return impl_->model.shapes[at(impl_->index(shape))].shape;
}
const ShapeDef& World::definition(ShapeId shape) const {
    return impl_->model.shapes[at(impl_->index(shape))].def;
}

Bounds World::bounds(ShapeId shape) const {
    const ShapeRecord& record = impl_->model.shapes[at(impl_->index(shape))];
    return shape_bounds(record.shape, impl_->model.frame(record.body));
}

void World::set_friction(ShapeId shape, float friction) {
    impl_->require_idle("World::set_friction");
    const int32_t index = impl_->index(shape);
    require_not_negative(friction, "World::set_friction", most_ratio);
    impl_->model.shapes[at(index)].def.friction = friction;
    refresh_contacts(impl_->model, impl_->model.shapes[at(index)].body, shape.index);
    wake_with_neighbours(*impl_, impl_->model.shapes[at(index)].body);
}

void World::set_restitution(ShapeId shape, float restitution) {
    impl_->require_idle("World::set_restitution");
    const int32_t index = impl_->index(shape);
    if (!(restitution >= 0 && restitution <= 1))
        fail("World::set_restitution must be 0 to 1, got " + describe(restitution));
    impl_->model.shapes[at(index)].def.restitution = restitution;
    refresh_contacts(impl_->model, impl_->model.shapes[at(index)].body, shape.index);
}

void World::set_surface_velocity(ShapeId shape, Vec3 velocity) {
    impl_->require_idle("World::set_surface_velocity");
    const int32_t index = impl_->index(shape);
    require_within(velocity, fastest, "World::set_surface_velocity");
    impl_->model.shapes[at(index)].def.surface_velocity = velocity;
    refresh_contacts(impl_->model, impl_->model.shapes[at(index)].body, shape.index);
    wake_with_neighbours(*impl_, impl_->model.shapes[at(index)].body);
}

void World::set_contact_events(ShapeId shape, bool contact_events) {
    impl_->require_idle("World::set_contact_events");
    impl_->model.shapes[at(impl_->index(shape))].def.contact_events = contact_events;
}

void World::set_hit_events(ShapeId shape, bool hit_events) {
    impl_->require_idle("World::set_hit_events");
    Model& model = impl_->model;
    ShapeRecord& record = model.shapes[at(impl_->index(shape))];
    record.def.hit_events = hit_events;
    model.any_hit_events |= hit_events;
    // a contact that is not looked at anew must know it too, and what it is watched for changes nothing else
    visit_contacts(model, record.body, [&](int32_t contact, int32_t) {
        if (model.contacts[at(contact)].shape_a == shape.index ||
            model.contacts[at(contact)].shape_b == shape.index)
            write_watch(model, model.contacts[at(contact)]);
    });
}

void World::set_filter(ShapeId shape, const Filter& filter) {
    impl_->require_idle("World::set_filter");
    const int32_t index = impl_->index(shape);
    Model& model = impl_->model;
    ShapeRecord& record = model.shapes[at(index)];
    if (record.def.filter == filter) return;
    wake_with_neighbours(*impl_, record.body);
    record.def.filter = filter;
    model.shape_marks[at(index)].group = filter.group;
    const Bounds box = model.tree(record).bounds(record.proxy);
    model.tree(record).remove(record.proxy);
    record.proxy = model.tree(record).insert(box, shape.index, tree_category(filter));
    visit_contacts(model, record.body, [&](int32_t contact_index, int32_t) {
        const ContactRecord& contact = model.contacts[at(contact_index)];
        if (!may_collide(model, contact.shape_a, contact.shape_b) ||
            !joints_allow(model, contact.shape_a, contact.shape_b))
            destroy_contact(*impl_, contact_index);
    });
    place_shape(model, index);
}

}  // namespace cairn
