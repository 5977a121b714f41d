// Contacts as edges between bodies, and their colours: contacts of one colour share no body that moves, so
// that they can be solved at the same time. A contact keeps its colour for as long as it touches; a body
// remembers its colours in one word, so that the first free colour is one instruction.

#include <bit>

#include "base/dense_list.hpp"
#include "base/hash.hpp"
#include "base/index.hpp"
#include "world/impl.hpp"
#include "world/round_pairs.hpp"

namespace cairn {

namespace {

/// The smallest class with room for so many points.
uint8_t point_class_of(int points) { return points <= 1 ? 0 : points == 2 ? 1 : 2; }

RoundPair round_pair_of(ShapeKind a, ShapeKind b) {
    if (a == ShapeKind::sphere && b == ShapeKind::sphere) return RoundPair::spheres;
    if (a != ShapeKind::capsule) return RoundPair::neither;
    if (b == ShapeKind::capsule) return RoundPair::capsules;
    return boxes_in_lanes && b == ShapeKind::box ? RoundPair::capsule_box : RoundPair::neither;
}

bool is_round(ShapeKind kind) { return kind == ShapeKind::sphere || kind == ShapeKind::capsule; }

/// A manifold that is computed anew may change its points, and a pile whose manifolds keep changing never
/// comes to rest. So a touching pair keeps its manifold through motions that are small for its bodies, the
/// thinner of the two counting; separations follow all the same. Round shapes roll away from under their
/// anchors, and cost little to collide: they are looked at again unless they rest.
void set_recycling(ContactRecord& contact, const Body& a, const Body& b, bool flat) {
    float size = 0.5f, reach = 0;
    for (const Body* body : {&a, &b}) {
        if (!body->dynamic()) continue;
        size = min_of(size, min_of(body->radius, 0.5f * body->thickness));
        reach = max_of(reach, body->radius);
    }
    contact.recycle_distance = (flat ? 0.1f : 0.0001f) * size;
    // the ends of a long body go far for a small angle
    contact.recycle_half_sine = flat ? min_of(0.03f, 0.5f * contact.recycle_distance / reach) : 0.0001f;
}

/// A body's list of contacts is linked through edges: edge = contact * 2 + side.
void link_edge(Model& model, int32_t contact, int side) {
    ContactRecord& record = model.contacts[at(contact)];
    Body& body = model.bodies[at(side == 0 ? record.body_a : record.body_b)];
    record.previous[side] = none;
    record.next[side] = body.first_contact;
    if (body.first_contact != none) {
        ContactRecord& next = model.contacts[at(body.first_contact >> 1)];
        next.previous[body.first_contact & 1] = contact * 2 + side;
    }
    body.first_contact = contact * 2 + side;
}

void unlink_edge(Model& model, int32_t contact, int side) {
    ContactRecord& record = model.contacts[at(contact)];
    const int32_t next = record.next[side], previous = record.previous[side];
    if (next != none) model.contacts[at(next >> 1)].previous[next & 1] = previous;
    if (previous != none)
        model.contacts[at(previous >> 1)].next[previous & 1] = next;
    else
        model.bodies[at(side == 0 ? record.body_a : record.body_b)].first_contact = next;
}

/// Heads or tails, without any pattern: as the last digits of where the two bodies are will have it, so that
/// what else is in the world has no say in it, nor which of the two comes first.
bool heads(const Model& model, const ContactRecord& contact) {
    uint64_t sum = 0;
    for (const int32_t body : {contact.body_a, contact.body_b}) {
        Hash hash;
        hash.add(model.poses[at(body)].center);
        sum += hash.value();
    }
    return sum >> 63 != 0;
}

/// So many colours there are wherever bricks lie on bricks.
constexpr uint64_t usual_colors = (1 << 5) - 1;

/// The first of the colours that neither body has or, where they are no mere chain, for one contact in two
/// the second, if it is a usual one. Were it always the first, the colours of masonry laid in order would lie
/// in order too, and a sweep from colour to colour would run along it: what impulses are late by is then the
/// same from brick to brick, and drives a wave (a ring of bricks hummed at 4 cm/s, and turned).
int choose_color(const Model& model, const ContactRecord& contact) {
    const Body &a = model.bodies[at(contact.body_a)], &b = model.bodies[at(contact.body_b)];
    const bool both = a.dynamic() && b.dynamic();
    const uint64_t used = (a.dynamic() ? a.contact_colors : 0) | (b.dynamic() ? b.contact_colors : 0);
    const uint64_t preferred = both ? ~used & ~static_colors : ~used & static_colors;
    const uint64_t second = preferred & (preferred - 1);
    const bool chain = std::popcount(used & ~static_colors) < 2;
    if (both && !chain && second & -second & usual_colors && heads(model, contact))
        return std::countr_zero(second);
    if (preferred) return std::countr_zero(preferred);
    return ~used ? std::countr_zero(~used) : overflow_color;
}

/// Among the contacts of its colour.
void take_slot(Model& model, int32_t index) {
    ContactRecord& contact = model.contacts[at(index)];
    const bool a_moves = model.bodies[at(contact.body_a)].dynamic();
    contact.slot = model.columns.add(contact.color, contact.point_class, index,
                                     model.reference(contact.body_a), model.reference(contact.body_b),
                                     model.parts.part(a_moves ? contact.body_a : contact.body_b));
}

void leave_slot(Model& model, ContactRecord& contact) {
    const int32_t moved = model.columns.remove(contact.color, contact.point_class, contact.slot);
    if (moved != -1) model.contacts[at(moved)].slot = contact.slot;
    contact.slot = none;
}

void put_manifold(Model& model, const ContactRecord& contact, const StoredManifold& manifold) {
    for (int column = 0; column < class_columns(contact.point_class); ++column)
        model.columns.at(contact.color, contact.point_class, contact.slot, column) = manifold.columns[column];
}

/// Whether a touch that begins wakes this sleeper. Where nothing moves, it does not if the sleeper itself was
/// placed since the last step: it was made asleep, or put there and to sleep, and nothing came to it.
bool wakes(const Model& model, const ContactRecord& contact, int side) {
    const int32_t other = side == 0 ? contact.body_b : contact.body_a;
    if (model.bodies[at(other)].dynamic()) return model.bodies[at(other)].awake;
    return moving_kinematic(model, other) ||
           !model.shape_marks[side == 0 ? contact.shape_a : contact.shape_b].moved;
}

}  // namespace

bool may_collide(const Model& model, uint32_t shape_a, uint32_t shape_b) {
    const ShapeRecord& a = model.shapes[shape_a];
    const ShapeRecord& b = model.shapes[shape_b];
    if (a.body == b.body || (a.def.sensor && b.def.sensor)) return false;
    const Filter& fa = a.def.filter;
    const Filter& fb = b.def.filter;
    const bool wanted = fa.group == fb.group && fa.group != 0
                            ? fa.group > 0
                            : (fa.category & fb.mask) != 0 && (fb.category & fa.mask) != 0;
    if (!wanted) return false;
    const Body& body_a = model.bodies[at(a.body)];
    const Body& body_b = model.bodies[at(b.body)];
    const bool sensor = a.def.sensor || b.def.sensor;
    return sensor ? body_a.type != BodyType::fixed || body_b.type != BodyType::fixed
                  : body_a.dynamic() || body_b.dynamic();
}

bool joints_allow(const Model& model, uint32_t shape_a, uint32_t shape_b) {
    const ShapeRecord& a = model.shapes[shape_a];
    const ShapeRecord& b = model.shapes[shape_b];
    // a group says yes in spite of joints
    const bool asked_for = a.def.filter.group > 0 && a.def.filter.group == b.def.filter.group;
    return a.def.sensor || b.def.sensor || asked_for || !joined_without_collision(model, a.body, b.body);
}

int32_t create_contact(Model& model, uint32_t shape_a, uint32_t shape_b) {
    const ShapeKind kind_a = model.shapes[shape_a].view.kind, kind_b = model.shapes[shape_b].view.kind;
    if (kind_a > kind_b || (kind_a == kind_b && shape_a > shape_b)) std::swap(shape_a, shape_b);
    int32_t index;
    if (model.free_contacts.empty()) {
        index = static_cast<int32_t>(model.contacts.size());
        grow(model.contacts, model.contacts.size() + 1);
    } else {
        index = model.free_contacts.back();
        model.free_contacts.pop_back();
    }
    ContactRecord& contact = model.contacts[at(index)];
    contact = {};
    const ShapeRecord& a = model.shapes[shape_a];
    const ShapeRecord& b = model.shapes[shape_b];
    contact.shape_a = shape_a;
    contact.shape_b = shape_b;
    contact.body_a = a.body;
    contact.body_b = b.body;
    contact.alive = true;
    contact.sensor = a.def.sensor || b.def.sensor;
    contact.moving_surface = !(a.def.surface_velocity == Vec3{}) || !(b.def.surface_velocity == Vec3{});
    if (!contact.sensor) contact.round = round_pair_of(a.view.kind, b.view.kind);
    set_recycling(contact, model.bodies[at(a.body)], model.bodies[at(b.body)],
                  !is_round(a.view.kind) && !is_round(b.view.kind));
    link_edge(model, index, 0);
    link_edge(model, index, 1);
    set_contact_active(model, index, true);
    return index;
}

void set_contact_active(Model& model, int32_t contact, bool active) {
    if (active == (model.contacts[at(contact)].active_index != none)) return;
    const auto place = [&](int32_t i) -> int32_t& { return model.contacts[at(i)].active_index; };
    if (active)
        join_list(model.active_contacts, contact, place);
    else
        leave_list(model.active_contacts, contact, place);
}

void count_stiff(Model& model, ContactRecord& contact) {
    const Body& a = model.bodies[at(contact.body_a)];
    const Body& b = model.bodies[at(contact.body_b)];
    const bool stiff = contact.color != none && a.dynamic() && b.dynamic() &&
                       max_of(a.mass, b.mass) > model.solver.stiff_mass_ratio * min_of(a.mass, b.mass);
    model.stiff_contacts += static_cast<int32_t>(stiff) - static_cast<int32_t>(contact.stiff);
    contact.stiff = stiff;
}

void add_to_columns(Model& model, int32_t index) {
    ContactRecord& contact = model.contacts[at(index)];
    Body& a = model.bodies[at(contact.body_a)];
    Body& b = model.bodies[at(contact.body_b)];
    contact.color = choose_color(model, contact);
    if (contact.color != overflow_color) {
        const uint64_t bit = uint64_t{1} << contact.color;
        if (a.dynamic()) a.contact_colors |= bit;
        if (b.dynamic()) b.contact_colors |= bit;
    }
    count_stiff(model, contact);
    take_slot(model, index);
    if (contact.stored == none) return;
    put_manifold(model, contact, model.stored[at(contact.stored)]);
    model.free_stored.push_back(contact.stored);
    contact.stored = none;
}

void remove_from_columns(Model& model, int32_t index) {
    ContactRecord& contact = model.contacts[at(index)];
    if (contact.color != overflow_color) {
        const uint64_t bit = uint64_t{1} << contact.color;
        Body& a = model.bodies[at(contact.body_a)];
        Body& b = model.bodies[at(contact.body_b)];
        if (a.dynamic()) a.contact_colors &= ~bit;
        if (b.dynamic()) b.contact_colors &= ~bit;
    }
    model.stiff_contacts -= contact.stiff;
    contact.stiff = false;
    leave_slot(model, contact);
    contact.color = none;
}

void grow_manifold(Model& model, int32_t index, const Manifold& manifold) {
    ContactRecord& contact = model.contacts[at(index)];
    const StoredManifold before = read_manifold(model, contact);
    leave_slot(model, contact);
    contact.point_class = point_class_of(manifold.count);
    take_slot(model, index);
    put_manifold(model, contact, before);
    write_manifold(model, contact, manifold,
                   relative(model.frame(contact.body_a), model.frame(contact.body_b)));
}

void begin_touching(World::Impl& world, int32_t index, const Manifold& manifold) {
    Model& model = world.model;
    ContactRecord& contact = model.contacts[at(index)];
    if (!contact.touching) {
        contact.touching = true;
        contact.count = 0;
        contact.point_class = point_class_of(manifold.count);
    }
    // the rest of the island a body touches must not sleep through it
    bool solved = false;
    for (const int side : {0, 1}) {
        const int32_t index_of_body = side == 0 ? contact.body_a : contact.body_b;
        const Body& body = model.bodies[at(index_of_body)];
        if (body.dynamic() && !body.awake && wakes(model, contact, side)) wake(world, index_of_body);
        solved |= body.dynamic() && body.awake;
    }
    if (contact.color == none) add_to_columns(model, index);
    if (manifold.count > class_points[contact.point_class])
        grow_manifold(model, index, manifold);
    else
        write_manifold(model, contact, manifold,
                       relative(model.frame(contact.body_a), model.frame(contact.body_b)));
    if (!solved) retire_contact(model, index);
}

void end_touching(World::Impl& world, int32_t index) {
    Model& model = world.model;
    ContactRecord& contact = model.contacts[at(index)];
    contact.touching = false;
    contact.count = 0;
    if (contact.color != none) remove_from_columns(model, index);
    if (contact.stored != none) {
        model.free_stored.push_back(contact.stored);
        contact.stored = none;
    }
}

void destroy_contact(World::Impl& world, int32_t index) {
    Model& model = world.model;
    if (model.contacts[at(index)].touching) {
        report_end(world, index);
        end_touching(world, index);
    }
    set_contact_active(model, index, false);
    unlink_edge(model, index, 0);
    unlink_edge(model, index, 1);
    ContactRecord& contact = model.contacts[at(index)];
    model.pairs.erase(PairSet::key(contact.shape_a, contact.shape_b));
    contact.alive = false;
    model.free_contacts.push_back(index);
}

void destroy_contacts_of(World::Impl& world, int32_t body) {
    while (world.model.bodies[at(body)].first_contact != none)
        destroy_contact(world, world.model.bodies[at(body)].first_contact >> 1);
}

}  // namespace cairn
