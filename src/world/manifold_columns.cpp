// From the narrow phase to the solver's columns: anchors in both bodies' axes, impulses carried over by feature id (the
// contact cache of Catto 2005, section 8: what is found again keeps its impulse, what is new starts at zero).

#include "collision/narrow/collide.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

namespace mc = manifold_column;

float combine(Combine rule, float a, float b) {
    switch (rule) {
        case Combine::average: return 0.5f * (a + b);
        case Combine::minimum: return min_of(a, b);
        case Combine::multiply: return a * b;
        case Combine::maximum: return max_of(a, b);
        case Combine::geometric: break;
    }
    return std::sqrt(a * b);
}

/// Where two shapes ask for different rules, the later one in the list of rules wins.
Combine stronger(Combine a, Combine b) { return a > b ? a : b; }

/// One contact's lane.
class Lane {
public:
    Lane(ContactColumns& columns, const ContactRecord& contact) : columns_(columns), contact_(contact) {}

    float& operator()(int column) const { return columns_.at(contact_.color, contact_.point_class, contact_.slot, column); }
    float& point(int index, int column) const { return (*this)(mc::header + index * mc::point_columns + column); }
    Vec3 vector(int column) const { return {(*this)(column), (*this)(column + 1), (*this)(column + 2)}; }
    void set(int column, Vec3 v) const { (*this)(column) = v.x, (*this)(column + 1) = v.y, (*this)(column + 2) = v.z; }

private:
    ContactColumns& columns_;
    const ContactRecord& contact_;
};

/// Friction is kept along tangents that follow from the normal; a new normal needs the same impulse in its own tangents.
void turn_friction(const Lane& lane, Vec3 normal) {
    const Vec3 old = lane.vector(mc::normal);
    if (old == normal) return;
    const Vec3 old_tangent = perpendicular(old), tangent = perpendicular(normal);
    const Vec3 impulse =
        lane(mc::tangent_impulse) * old_tangent + lane(mc::tangent_impulse + 1) * cross(old, old_tangent);
    lane(mc::tangent_impulse) = dot(impulse, tangent);
    lane(mc::tangent_impulse + 1) = dot(impulse, cross(normal, tangent));
}

void write_material(const Lane& lane, const ShapeDef& a, const ShapeDef& b, const Transform& b_in_a) {
    lane(mc::friction) = combine(stronger(a.friction_combine, b.friction_combine), a.friction, b.friction);
    lane(mc::restitution) = combine(stronger(a.restitution_combine, b.restitution_combine), a.restitution, b.restitution);
    lane(mc::rolling) = max_of(a.rolling_resistance, b.rolling_resistance);
    lane(mc::spinning) = max_of(a.spinning_friction, b.spinning_friction);
    lane(mc::watch) = lane(mc::restitution) > 0 || a.hit_events || b.hit_events ? 1.0f : 0.0f;
    lane.set(mc::surface, rotate(b_in_a.rotation, b.surface_velocity) - a.surface_velocity);
}

}  // namespace

Manifold compute_manifold(const Model& model, ContactRecord& contact, Transform& b_in_a) {
    b_in_a = relative(model.frame(contact.body_a), model.frame(contact.body_b));
    Manifold manifold;
    collide(manifold, model.shapes[contact.shape_a].view, model.shapes[contact.shape_b].view, b_in_a, contact.axis);
    return manifold;
}

void write_manifold(Model& model, ContactRecord& contact, const Manifold& manifold, const Transform& b_in_a) {
    const Lane lane(model.columns, contact);
    const Vec3 center_a = model.bodies[static_cast<size_t>(contact.body_a)].center_of_mass;
    const Vec3 center_b = model.bodies[static_cast<size_t>(contact.body_b)].center_of_mass;
    float impulses[4] = {}, loads[4] = {};
    bool found_any = false;
    for (int i = 0; i < manifold.count; ++i)
        for (int j = 0; j < contact.count; ++j)
            if (manifold.points[i].feature == contact.features[j]) {
                impulses[i] = lane.point(j, mc::impulse);
                loads[i] = lane.point(j, mc::load);
                found_any = true;
                break;
            }
    if (found_any) {
        turn_friction(lane, manifold.normal);
    } else {
        lane(mc::tangent_impulse) = lane(mc::tangent_impulse + 1) = lane(mc::twist_impulse) = 0;
    }
    lane.set(mc::normal, manifold.normal);
    lane(mc::count) = static_cast<float>(manifold.count);
    write_material(lane, model.shapes[contact.shape_a].def, model.shapes[contact.shape_b].def, b_in_a);
    for (int i = 0; i < class_points[contact.point_class]; ++i) {
        if (i < manifold.count) {
            const ManifoldPoint& point = manifold.points[i];
            const Vec3 half = (0.5f * point.separation) * manifold.normal;
            const Vec3 on_a = point.position - half - center_a;
            const Vec3 on_b = inverse_times(b_in_a, point.position + half) - center_b;
            lane.set(mc::header + i * mc::point_columns + mc::anchor_a, on_a);
            lane.set(mc::header + i * mc::point_columns + mc::anchor_b, on_b);
            contact.features[i] = point.feature;
        }
        lane.point(i, mc::impulse) = i < manifold.count ? impulses[i] : 0;
        lane.point(i, mc::load) = i < manifold.count ? loads[i] : 0;
    }
    contact.count = static_cast<uint8_t>(manifold.count);
}

}  // namespace cairn
