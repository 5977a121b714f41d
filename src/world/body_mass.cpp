// Mass properties of a body from its shapes and its definition, and what follows from its pose.

#include "base/check.hpp"
#include "base/index.hpp"
#include "base/range.hpp"
#include "geometry/bounds.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

constexpr Mat3 zero{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};

/// The part of an inertia tensor due to a mass at `offset` from the centre (parallel axes).
Mat3 point_inertia(float mass, Vec3 offset) {
    const float square = dot(offset, offset);
    return {
        {mass * (square - offset.x * offset.x), -mass * offset.x * offset.y, -mass * offset.x * offset.z},
        {-mass * offset.y * offset.x, mass * (square - offset.y * offset.y), -mass * offset.y * offset.z},
        {-mass * offset.z * offset.x, -mass * offset.z * offset.y, mass * (square - offset.z * offset.z)}};
}

/// Of the body's shapes, and of one `more` where it is given.
MassProperties from_shapes(const Model& model, const Body& body, const ShapeRecord* more = nullptr) {
    const auto each_part = [&](const auto& visit) {
        const auto look = [&](const ShapeRecord& shape) {
            if (!shape.def.sensor && shape.def.density != 0)
                visit(mass_properties(shape.shape, shape.def.density));
        };
        for (int32_t s = body.first_shape; s != none; s = model.shapes[at(s)].next) look(model.shapes[at(s)]);
        if (more) look(*more);
    };
    MassProperties total;
    Vec3 moment{};
    each_part([&](const MassProperties& part) {
        total.mass += part.mass;
        moment += part.mass * part.center;
    });
    if (!(total.mass > 0)) return total;
    total.center = moment / total.mass;
    each_part([&](const MassProperties& part) {
        total.inertia = total.inertia + part.inertia + point_inertia(part.mass, part.center - total.center);
    });
    return total;
}

/// What the definition asks for overrides what the shapes give.
MassProperties asked_for(const Body& body, MassProperties mass) {
    if (body.asked_has_center) {
        if (mass.mass > 0)
            mass.inertia = mass.inertia + point_inertia(mass.mass, body.asked_center - mass.center);
        mass.center = body.asked_center;
    }
    if (body.asked_mass > 0) {
        if (mass.mass > 0) mass.inertia = (body.asked_mass / mass.mass) * mass.inertia;
        mass.mass = body.asked_mass;
    }
    if (!(body.asked_inertia == zero)) mass.inertia = body.asked_inertia;
    // a dynamic body always has mass: without shapes or numbers it is a ball of 1 kg and 0.5 m radius
    if (!(mass.mass > 0)) mass.mass = 1;
    if (mass.inertia == zero) mass.inertia = (0.1f * mass.mass) * Mat3{};
    return mass;
}

bool can_be_simulated(const MassProperties& mass) {
    const Mat3 inverse_inertia = inverse(mass.inertia);
    const auto in_range = [](float inertia) { return inertia >= least_inertia && inertia <= most_inertia; };
    return mass.mass >= lightest && mass.mass <= heaviest &&
           length_squared(mass.center) <= farthest * farthest && in_range(mass.inertia.x.x) &&
           in_range(mass.inertia.y.y) && in_range(mass.inertia.z.z) && is_finite(inverse_inertia.x) &&
           is_finite(inverse_inertia.y) && is_finite(inverse_inertia.z) && inverse_inertia.x.x > 0 &&
           inverse_inertia.y.y > 0 && inverse_inertia.z.z > 0;
}

/// Each principal moment is a sum of squares of two coordinates: none is more than the other two together,
/// or half of the trace. Flat things are at the bound, and two digits of a moment must do: a fiftieth more
/// than two. No more than one can be too large, so that a determinant tells.
bool is_of_masses(const Mat3& inertia) {
    const float trace = inertia.x.x + inertia.y.y + inertia.z.z;
    const Mat3 rest = (1.02f / 2.02f) * Mat3{} + (-1 / trace) * inertia;
    return dot(rest.x, cross(rest.y, rest.z)) > 0;
}

bool is_spherical(const Mat3& inertia) {
    const float tolerance = 1e-5f * inertia.x.x;
    return abs_of(inertia.x.x - inertia.y.y) <= tolerance && abs_of(inertia.x.x - inertia.z.z) <= tolerance &&
           abs_of(inertia.x.y) <= tolerance && abs_of(inertia.x.z) <= tolerance &&
           abs_of(inertia.y.z) <= tolerance;
}

/// In its place: it can but turn.
bool is_held(const Body& body) { return (body.locks & 7u) == 7u; }

/// The inverse of an inertia restricted to the axes that are free: exactly zero about the others, since a
/// joint divides by it.
Mat3 free_inverse(Mat3 inertia, unsigned locks) {
    const float trace = inertia.x.x + inertia.y.y + inertia.z.z;
    const Vec3 free{locks & 1u ? 0.0f : 1.0f, locks & 2u ? 0.0f : 1.0f, locks & 4u ? 0.0f : 1.0f};
    const Mat3 mask = diagonal(free);
    const Mat3 held = diagonal(trace * (Vec3{1, 1, 1} - free));
    return mask * inverse(mask * inertia * mask + held) * mask;
}

/// What a row must get of a body with locked axes, in parts of the least that the body would answer unlocked.
/// Of turns, the square of a degree and a half: a hinge that is bent by as much has tilt rows that would hold
/// it by turning about its own axis, ten times and more, and its limit throws it away. Of pushes the same
/// where one or two axes are locked, for the same reason; where all are, rounding.
constexpr float least_turn_share = 1e-3f, least_push_share = 1e-6f;

bool is_round_off(const Shape& shape, Vec3 center) {
    if (const auto* sphere = std::get_if<Sphere>(&shape))
        return length(sphere->center - center) > 1e-3f * sphere->radius;
    return std::holds_alternative<Capsule>(shape);
}

void add_extents(Body& body, const ShapeRecord& shape) {
    if (shape.view.kind == ShapeKind::half_space) return;
    const Bounds box = shape_bounds(shape.shape, Transform{-body.center_of_mass, {}});
    const Vec3 reach = max_of(abs_of(box.lower), abs_of(box.upper));
    body.radius = max_of(body.radius, length(reach));
    if (shape.def.sensor) return;
    body.thickness = min_of(body.thickness, thickness_of(shape.shape));
    body.round_off_center |= is_round_off(shape.shape, body.center_of_mass);
}

void update_extents(const Model& model, Body& body) {
    body.radius = 0;
    body.thickness = infinity;
    body.round_off_center = false;
    for (int32_t s = body.first_shape; s != none; s = model.shapes[at(s)].next)
        add_extents(body, model.shapes[at(s)]);
    if (body.thickness == infinity) body.thickness = 0;
    // what has mass and no shape is as large as its inertia says: it must not sleep while it turns
    if (body.radius == 0 && body.mass > 0)
        body.radius =
            std::sqrt(max_of(body.inertia.x.x, max_of(body.inertia.y.y, body.inertia.z.z)) / body.mass);
}

void tell_extent(Model& model, int32_t index) {
    const Body& body = model.bodies[at(index)];
    BodyExtent& extent = model.extents[at(index)];
    extent.radius = body.radius, extent.safe_motion = safe_motion_of(body), extent.room = 0;
}

/// Contacts know the body's mass, and where they are from its centre of mass: what they kept is not true when
/// that has moved.
void tell_contacts(Model& model, int32_t body, bool center_moved) {
    visit_contacts(model, body, [&](int32_t index, int32_t) {
        ContactRecord& contact = model.contacts[at(index)];
        contact.fresh |= center_moved;
        count_stiff(model, contact);
    });
}

}  // namespace

void check_mass(const Model& model, const Body& body, const char* name, const ShapeRecord* more) {
    if (body.type != BodyType::dynamic) return;
    const MassProperties mass = asked_for(body, from_shapes(model, body, more));
    const Mat3& i = mass.inertia;
    if (can_be_simulated(mass)) {
        if (body.asked_inertia == zero || is_of_masses(i)) return;
        fail(std::string(name) + ": no moment of inertia can be more than the other two together, got " +
             describe(Vec3{i.x.x, i.y.y, i.z.z}));
    }
    fail(std::string(name) + ": the body's mass must be " + describe(lightest) + " to " + describe(heaviest) +
         " kg and its inertia " + describe(least_inertia) + " to " + describe(most_inertia) +
         " kg m^2, got " + describe(mass.mass) + " and " + describe(Vec3{i.x.x, i.y.y, i.z.z}) + " about " +
         describe(mass.center));
}

void update_mass(Model& model, int32_t index) {
    Body& body = model.bodies[at(index)];
    Pose& pose = model.poses[at(index)];
    const Vec3 origin = model.frame(index).position;
    const Vec3 old_center = pose.center;
    MassProperties mass;
    const bool has_mass = body.type == BodyType::dynamic;
    if (has_mass) mass = asked_for(body, from_shapes(model, body));
    // of what is left when shapes were taken away: see check_mass
    if (has_mass && !can_be_simulated(mass)) mass = asked_for({}, {});
    body.mass = mass.mass;
    body.center_of_mass = mass.center;
    body.inertia = mass.inertia;
    body.inverse_inertia = has_mass ? inverse(mass.inertia) : mass.inertia;
    body.spherical_inertia = is_spherical(mass.inertia);
    pose.inverse_mass = body.dynamic() && !is_held(body) ? 1 / mass.mass : 0;
    pose.center = origin + rotate(pose.rotation, body.center_of_mass);
    // the same rigid motion, seen from the new centre; what is still being put together keeps the velocity
    // that it was given for its centre, wherever that comes to be
    Velocity& velocity = model.velocities[at(index)];
    if (body.added_at != model.step_count)
        velocity.linear += cross(velocity.angular, pose.center - old_center);
    update_extents(model, body);
    tell_extent(model, index);
    refresh_pose(model, index);
    refresh_joints(model, index);
    tell_contacts(model, index, !(pose.center == old_center));
}

void widen_extents(Model& model, int32_t index, const ShapeRecord& added) {
    Body& body = model.bodies[at(index)];
    if (body.thickness == 0) body.thickness = infinity;  // nothing solid yet
    add_extents(body, added);
    if (body.thickness == infinity) body.thickness = 0;
    tell_extent(model, index);
}

void refresh_pose(Model& model, int32_t index) {
    const Body& body = model.bodies[at(index)];
    Pose& pose = model.poses[at(index)];
    pose.least_push = pose.least_turn = 0;
    if (!body.dynamic()) {
        for (float& value : pose.inverse_inertia) value = 0;
        return;
    }
    const Mat3 r = to_matrix(pose.rotation);
    Mat3 world = r * body.inverse_inertia * transpose(r);
    const unsigned locks = body.locks >> 3;
    const Mat3& i = body.inertia;
    if (locks) world = free_inverse(r * body.inertia * transpose(r), locks);
    // what turns about no axis answers with exact zeros
    if (locks && locks != 7u) pose.least_turn = 2 * least_turn_share / (i.x.x + i.y.y + i.z.z);
    if (is_held(body) && locks != 7u) pose.least_push = least_push_share / body.mass;
    if (body.on_rails()) pose.least_push = least_turn_share / body.mass;
    pose.inverse_inertia[0] = world.x.x;
    pose.inverse_inertia[1] = world.y.y;
    pose.inverse_inertia[2] = world.z.z;
    pose.inverse_inertia[3] = world.x.y;
    pose.inverse_inertia[4] = world.x.z;
    pose.inverse_inertia[5] = world.y.z;
}

void place_shape(Model& model, int32_t index) {
    ShapeRecord& shape = model.shapes[at(index)];
    model.extents[at(shape.body)].room = 0;
    Bounds box = shape_bounds(shape.shape, model.frame(shape.body));
    const Vec3 margin{shape.margin, shape.margin, shape.margin};
    box = {box.lower - margin, box.upper + margin};
    if (!(model.tree(shape).bounds(shape.proxy) == box)) {
        model.tree(shape).set_bounds(shape.proxy, box);
        if (!model.tree(shape).pending(shape.proxy)) note_stale(model, static_cast<uint32_t>(index));
    }
    if (model.mark_moved(index)) model.moved_shapes.push_back(static_cast<uint32_t>(index));
}

void place_shapes(Model& model, int32_t body) {
    model.extents[at(body)].room = 0;
    for (int32_t s = model.bodies[at(body)].first_shape; s != none; s = model.shapes[at(s)].next)
        place_shape(model, s);
}

}  // namespace cairn
