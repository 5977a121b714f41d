// From the narrow phase to the solver's columns: anchors in both bodies' axes, impulses carried over by
// feature id (the contact cache of Catto 2005, section 8: what is found again keeps its impulse, what is new
// starts at zero).

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

    float& operator()(int column) const { return first_[column * stride_]; }
    float& point(int index, int column) const {
        return (*this)(mc::header + index * mc::point_columns + column);
    }
    Vec3 vector(int column) const { return {(*this)(column), (*this)(column + 1), (*this)(column + 2)}; }
    void set(int column, Vec3 v) const {
        (*this)(column) = v.x, (*this)(column + 1) = v.y, (*this)(column + 2) = v.z;
    }

private:
    float* first_;
    int stride_;
};

/// Friction is kept along tangents that follow from the normal; a new normal needs the same impulse in its
/// own tangents. Both normals are given in the axes of body a.
void turn_friction(const Lane& lane, bool old_in_b, Vec3 normal, bool in_b, Quat b_to_a) {
    const Vec3 stored = lane.vector(mc::normal);
    if (old_in_b == in_b && stored == normal) return;
    const auto to_a = [&](Vec3 v, bool from_b) { return from_b ? rotate(b_to_a, v) : v; };
    const Vec3 old_tangent = perpendicular(stored), tangent = perpendicular(normal);
    const Vec3 impulse = to_a(
        lane(mc::tangent_impulse) * old_tangent + lane(mc::tangent_impulse + 1) * cross(stored, old_tangent),
        old_in_b);
    lane(mc::tangent_impulse) = dot(impulse, to_a(tangent, in_b));
    lane(mc::tangent_impulse + 1) = dot(impulse, to_a(cross(normal, tangent), in_b));
}

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

void write_material(const Lane& lane, const ShapeRecord& shape_a, const ShapeRecord& shape_b,
                    const Transform& b_in_a) {
    const ShapeDef &a = shape_a.def, &b = shape_b.def;
    lane(mc::round_a) = rounding_of(shape_a.view), lane(mc::round_b) = rounding_of(shape_b.view);
    lane(mc::friction) = combine(stronger(a.friction_combine, b.friction_combine), a.friction, b.friction);
    lane(mc::restitution) =
        combine(stronger(a.restitution_combine, b.restitution_combine), a.restitution, b.restitution);
    lane(mc::rolling) = max_of(a.rolling_resistance, b.rolling_resistance);
    lane(mc::spinning) = max_of(a.spinning_friction, b.spinning_friction);
    lane(mc::watch) = lane(mc::restitution) > 0 || a.hit_events || b.hit_events ? 1.0f : 0.0f;
    lane.set(mc::surface, rotate(b_in_a.rotation, b.surface_velocity) - a.surface_velocity);
}

}  // namespace

Manifold compute_manifold(const Model& model, ContactRecord& contact, Transform& b_in_a) {
    b_in_a = relative(model.frame(contact.body_a), model.frame(contact.body_b));
    Manifold manifold;
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

void write_manifold(Model& model, ContactRecord& contact, const Manifold& manifold, const Transform& b_in_a,
                    bool with_material) {
    const Lane lane(model.columns, contact);
    const Vec3 center_a = model.bodies[static_cast<size_t>(contact.body_a)].center_of_mass;
    const Vec3 center_b = model.bodies[static_cast<size_t>(contact.body_b)].center_of_mass;
    const bool in_b = normal_belongs_to_b(model, contact);
    const Vec3 normal = in_b ? inverse_rotate(b_in_a.rotation, manifold.normal) : manifold.normal;
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
        turn_friction(lane, lane(mc::frame) > 0, normal, in_b, b_in_a.rotation);
    } else {
        lane(mc::tangent_impulse) = lane(mc::tangent_impulse + 1) = lane(mc::twist_impulse) = 0;
    }
    lane.set(mc::normal, normal);
    lane(mc::frame) = in_b ? 1.0f : 0.0f;
    lane(mc::count) = static_cast<float>(manifold.count);
    if (with_material)
        write_material(lane, model.shapes[contact.shape_a], model.shapes[contact.shape_b], b_in_a);
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
