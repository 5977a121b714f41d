// Ground that is laid of several parts has seams. What slides over it is a hair's breadth deep in it, and of
// the next part the narrow phase, which sees one pair at a time, says that it is a step of that height: a box
// stopped dead at it, a ball hopped. Here the other contacts of the body are known.

#include <cairn/shape.hpp>

#include "geometry/convex_points.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

/// Normals nearer to each other than a quarter of a degree say the same.
constexpr float same_plane = 0.99999f;

/// One side of a pair, and where it is.
struct Side {
    int32_t body;
    uint32_t shape;
    Transform frame;
};

Side side_of(const Model& model, int32_t body, uint32_t shape) { return {body, shape, model.frame(body)}; }

bool can_be_ground(const Model& model, int32_t body) { return !model.bodies[at(body)].dynamic(); }

/// Parts that do not move against each other.
bool one_ground(const Model& model, int32_t body, int32_t other) {
    return body == other || (model.bodies[at(body)].type == BodyType::fixed &&
                             model.bodies[at(other)].type == BodyType::fixed);
}

/// How far the shape reaches along a direction of the world, from a place.
float reach(const Model& model, const Side& side, Vec3 direction, Vec3 place) {
    const ConvexPoints points = convex_points(model.shapes[side.shape].shape);
    const Vec3 farthest = points.point(points.support(inverse_rotate(side.frame.rotation, direction)));
    return dot(side.frame * farthest - place, direction) + points.radius;
}

/// The plane in which a body touches the ground: a point of it and the normal, into the ground.
struct GroundPlane {
    Vec3 place, normal;
};

GroundPlane plane_of(const Model& model, const ContactRecord& contact, bool ground_is_b) {
    namespace mc = manifold_column;
    const auto value = [&](int column) {
        return model.columns.at(contact.color, contact.point_class, contact.slot, column);
    };
    const auto vector = [&](int first) { return Vec3{value(first), value(first + 1), value(first + 2)}; };
    const bool of_b = value(mc::frame) > 0;
    const Vec3 normal =
        rotate(model.poses[at(of_b ? contact.body_b : contact.body_a)].rotation, vector(mc::normal));
    const Pose& ground = model.poses[at(ground_is_b ? contact.body_b : contact.body_a)];
    const Vec3 anchor = vector(mc::header + int{ground_is_b ? mc::anchor_b : mc::anchor_a});
    return {ground.center + rotate(ground.rotation, anchor), ground_is_b ? normal : -normal};
}

/// Whether the body rests on a part of the ground that is flush with another part: it is above their plane
/// and that part below it, but for as much as bodies rest in each other, so that they cannot meet but in the
/// plane. Of planes that are no answer `matters` says so.
template <class Matters>
bool rests_flush(const Model& model, const Side& mover, const Side& ground, const ContactRecord* pair,
                 Matters&& matters) {
    if (model.shapes[ground.shape].view.kind == ShapeKind::half_space) return false;
    bool found = false;
    visit_contacts(model, mover.body, [&](int32_t index, int32_t other) {
        const ContactRecord& support = model.contacts[at(index)];
        if (found || support.color == none || support.count == 0 || &support == pair) return;
        if (!can_be_ground(model, other) || !one_ground(model, other, ground.body)) return;
        const GroundPlane plane = plane_of(model, support, other == support.body_b);
        found = matters(plane) && reach(model, ground, -plane.normal, plane.place) <= linear_slop &&
                reach(model, mover, plane.normal, plane.place) <= linear_slop;
    });
    return found;
}

}  // namespace

bool meets_seam(const Model& model, const ContactRecord& contact, const Manifold& manifold) {
    const bool ground_is_b = can_be_ground(model, contact.body_b);
    if (ground_is_b == can_be_ground(model, contact.body_a)) return false;
    Side mover = side_of(model, contact.body_a, contact.shape_a);
    Side ground = side_of(model, contact.body_b, contact.shape_b);
    if (!ground_is_b) std::swap(mover, ground);
    const Vec3 normal = rotate(model.frame(contact.body_a).rotation, manifold.normal);
    const Vec3 into_ground = ground_is_b ? normal : -normal;
    return rests_flush(model, mover, ground, &contact,
                       [&](const GroundPlane& plane) { return dot(plane.normal, into_ground) < same_plane; });
}

bool slides_over(const Model& model, uint32_t shape, uint32_t ground, const Transform& end) {
    const int32_t body = model.shapes[shape].body, other = model.shapes[ground].body;
    const Side before = side_of(model, body, shape), after{body, shape, end};
    return can_be_ground(model, other) &&
           rests_flush(model, before, side_of(model, other, ground), nullptr, [&](const GroundPlane& plane) {
               return reach(model, after, plane.normal, plane.place) <= linear_slop;
           });
}

}  // namespace cairn
