// From the narrow phase to the solver's columns: anchors in both bodies' axes, impulses carried over by
// feature id (the contact cache of Catto 2005, section 8: what is found again keeps its impulse, what is new
// starts at zero).

#include "base/ask.hpp"
#include "collision/narrow/collide.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

namespace mc = manifold_column;

float combine(Combine rule, float a, float b) {
    switch (rule) {
        case Combine::average:
            return 0.5f * (a + b);
        case Combine::minimum:
            return min_of(a, b);
        case Combine::multiply:
            return a * b;
        case Combine::maximum:
            return max_of(a, b);
        case Combine::geometric:
            break;
    }
    return std::sqrt(a * b);
}

/// Where two shapes ask for different rules, the later one in the list of rules wins.
Combine stronger(Combine a, Combine b) { return a > b ? a : b; }

/// One contact's lane.
class Lane {
public:
    Lane(ContactColumns& columns, const ContactRecord& contact)
        : first_(&columns.at(contact.color, contact.point_class, contact.slot, 0)),
          stride_(columns.lanes_of(contact.color)) {}

    int stride() const { return stride_; }
    float& operator()(int column) const { return first_[column * stride_]; }
    float& point(int index, int column) const {
        return (*this)(mc::header + index * mc::point_columns + column);
    }
    void set(int column, Vec3 v) const {
        (*this)(column) = v.x, (*this)(column + 1) = v.y, (*this)(column + 2) = v.z;
    }

private:
    float* first_;
    int stride_;
};

float rounding_of(const ShapeView& shape) {
    if (shape.kind == ShapeKind::sphere) return shape.sphere.radius;
    return shape.kind == ShapeKind::capsule ? shape.capsule.radius : 0;
}

/// A kept manifold turns its normal with one of the bodies: with the one that does not move of itself, or
/// else with the one whose face the normal is of. A box that turns on the floor must not turn the floor's
/// normal.
bool normal_belongs_to_b(const Model& model, const ContactRecord& contact) {
    const bool dynamic_a = model.bodies[static_cast<size_t>(contact.body_a)].dynamic();
    const bool dynamic_b = model.bodies[static_cast<size_t>(contact.body_b)].dynamic();
    if (dynamic_a != dynamic_b) return dynamic_a;
    return contact.axis.kind == 2;
}

/// Above 0 where the solver is to note how fast the contact meets: for a rebound, or for whoever asked.
float watched(float restitution, const ShapeDef& a, const ShapeDef& b) {
    return restitution > 0 || a.hit_events || b.hit_events ? 1.0f : 0.0f;
}

void write_material(const Lane& lane, const ShapeRecord& shape_a, const ShapeRecord& shape_b,
                    const Transform& b_in_a) {
    const ShapeDef &a = shape_a.def, &b = shape_b.def;
    lane(mc::round_a) = rounding_of(shape_a.view), lane(mc::round_b) = rounding_of(shape_b.view);
    lane(mc::friction) = combine(stronger(a.friction_combine, b.friction_combine), a.friction, b.friction);
    lane(mc::restitution) =
        combine(stronger(a.restitution_combine, b.restitution_combine), a.restitution, b.restitution);
    lane(mc::rolling) = max_of(a.rolling_resistance, b.rolling_resistance);
    lane(mc::spinning) = max_of(a.spinning_friction, b.spinning_friction);
    lane(mc::watch) = watched(lane(mc::restitution), a, b);
    lane.set(mc::surface, rotate(b_in_a.rotation, b.surface_velocity) - a.surface_velocity);
}

bool same_features(const ContactRecord& contact, const Manifold& manifold) {
    if (contact.count != manifold.count) return false;
    for (int i = 0; i < manifold.count; ++i)
        if (contact.features[i] != manifold.points[i].feature) return false;
    return true;
}

/// What is found again keeps its impulse. Returns whether anything is, and friction stays too.
bool carry_impulses(const Lane& lane, ContactRecord& contact, const Manifold& manifold) {
    bool found_any = true;
    if (!same_features(contact, manifold)) {
        float impulses[4] = {}, loads[4] = {};
        found_any = false;
        for (int i = 0; i < manifold.count; ++i)
            for (int j = 0; j < contact.count; ++j)
                if (manifold.points[i].feature == contact.features[j]) {
                    impulses[i] = lane.point(j, mc::impulse);
                    loads[i] = lane.point(j, mc::load);
                    found_any = true;
                    break;
                }
        if (!found_any)
            lane(mc::tangent_impulse) = lane(mc::tangent_impulse + 1) = lane(mc::twist_impulse) = 0;
        for (int i = 0; i < manifold.count; ++i) {
            lane.point(i, mc::impulse) = impulses[i];
            lane.point(i, mc::load) = loads[i];
            contact.features[i] = manifold.points[i].feature;
        }
        contact.count = static_cast<uint8_t>(manifold.count);
        lane(mc::count) = static_cast<float>(manifold.count);
    }
    for (int i = manifold.count; i < class_points[contact.point_class]; ++i)
        lane.point(i, mc::impulse) = lane.point(i, mc::load) = 0;
    return found_any;
}

}  // namespace

Manifold compute_manifold(const Model& model, ContactRecord& contact, float turn, Transform& b_in_a) {
    b_in_a = relative(model.frame(contact.body_a), model.frame(contact.body_b));
    Manifold manifold;
    manifold.turn = turn;
    collide(manifold, model.shapes[contact.shape_a].view, model.shapes[contact.shape_b].view, b_in_a,
            contact.axis);
    return manifold;
}

StoredManifold read_manifold(const Model& model, const ContactRecord& contact) {
    StoredManifold manifold;
    for (int column = 0; column < class_columns(contact.point_class); ++column)
        manifold.columns[column] = model.columns.at(contact.color, contact.point_class, contact.slot, column);
    return manifold;
}

void ask_for_manifold(Model& model, const ContactRecord& contact) {
    const Lane lane(model.columns, contact);
    for (int column = 0; column < mc::rolling_impulse; ++column) ask_for(&lane(column));
    ask_for(&lane(mc::frame));
    for (int i = 0; i < contact.count; ++i)
        for (int column = 0; column < mc::load; ++column) ask_for(&lane.point(i, column));
}

void ask_for_lane(Model& model, const ContactRecord& contact) {
    const Lane lane(model.columns, contact);
    for (int column = 0; column < class_columns(contact.point_class); ++column) ask_for(&lane(column));
}

void write_watch(Model& model, const ContactRecord& contact) {
    const ShapeDef &a = model.shapes[contact.shape_a].def, &b = model.shapes[contact.shape_b].def;
    if (contact.color != none) {
        const Lane lane(model.columns, contact);
        lane(mc::watch) = watched(lane(mc::restitution), a, b);
    } else if (contact.stored != none) {
        float* const columns = model.stored[at(contact.stored)].columns;
        columns[mc::watch] = watched(columns[mc::restitution], a, b);
    }
}

void pend_manifold(PendingManifold& pending, Model& model, ContactRecord& contact, const Manifold& manifold,
                   const Transform& b_in_a, bool with_material) {
    const Lane lane(model.columns, contact);
    const bool in_b = normal_belongs_to_b(model, contact);
    const bool friction_stays = carry_impulses(lane, contact, manifold);
    pending.normal = manifold.normal, pending.in_b = in_b ? 1.0f : 0.0f;
    pending.b_position = b_in_a.position, pending.b_rotation = b_in_a.rotation;
    pending.old_in_b = friction_stays ? lane(mc::frame) : -1.0f;
    pending.columns = &lane(0), pending.stride = lane.stride(), pending.count = manifold.count;
    pending.body_a = contact.body_a, pending.body_b = contact.body_b;
    for (int i = 0; i < manifold.count; ++i)
        pending.points[i] = {manifold.points[i].position, manifold.points[i].separation};
    lane(mc::frame) = pending.in_b;
    if (with_material)
        write_material(lane, model.shapes[contact.shape_a], model.shapes[contact.shape_b], b_in_a);
}

void write_manifold(Model& model, ContactRecord& contact, const Manifold& manifold, const Transform& b_in_a) {
    PendingManifold pending;
    pend_manifold(pending, model, contact, manifold, b_in_a, true);
    manifold_writer(1).write(&pending, 1, model.bodies.data());
}

}  // namespace cairn
