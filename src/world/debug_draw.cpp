// The world as its user's renderer can show it. Everything is drawn in the order of ids.

#include "base/index.hpp"
#include "world/impl.hpp"
#include "world/joint_graph.hpp"

namespace cairn {

namespace {

namespace color {
constexpr uint32_t fixed = 0x8a8f98, kinematic = 0x5b8def, awake = 0xe8a33d, asleep = 0x7d6b4f,
                   frozen = 0xd64545;
constexpr uint32_t sensor = 0x63c174, bounds = 0x4f5b66, center = 0xffffff, joint = 0x3dc9b0,
                   anchor = 0xb5f2e6;
constexpr uint32_t normal = 0xe05d9c, separated = 0x6fa8dc, touching = 0xffe08a, pressed = 0xff3b30;
}  // namespace color

constexpr float normal_length = 0.1f;
constexpr float smallest_point = 0.01f, largest_point = 0.05f, center_size = 0.03f, anchor_size = 0.03f;

uint32_t color_of(const ShapeRecord& shape, const Body& body) {
    if (shape.def.sensor) return color::sensor;
    if (body.frozen) return color::frozen;
    if (body.type == BodyType::fixed) return color::fixed;
    if (body.type == BodyType::kinematic) return color::kinematic;
    return body.awake ? color::awake : color::asleep;
}

/// Channel by channel, from one colour to the other.
uint32_t mix(uint32_t from, uint32_t to, float share) {
    uint32_t mixed = 0;
    for (unsigned shift = 0; shift < 24; shift += 8) {
        const float a = static_cast<float>(from >> shift & 255u), b = static_cast<float>(to >> shift & 255u);
        mixed |= static_cast<uint32_t>(a + share * (b - a) + 0.5f) << shift;
    }
    return mixed;
}

template <class F>
void for_each_shape(const Model& model, F&& f) {
    for (uint32_t i = 0; i < model.shape_ids.capacity(); ++i)
        if (model.shape_ids.alive(i)) f(model.shapes[i]);
}

void draw_shapes(const Model& model, DebugDraw& draw) {
    for_each_shape(model, [&](const ShapeRecord& shape) {
        draw.shape(shape.shape, model.frame(shape.body), color_of(shape, model.bodies[at(shape.body)]));
    });
}

void draw_bounds(const Model& model, DebugDraw& draw) {
    for_each_shape(model, [&](const ShapeRecord& shape) {
        draw.bounds(model.tree(shape).bounds(shape.proxy), color::bounds);
    });
}

/// How hard a point is pressed, 0 to 1: against the impulse with which the lighter body would rest on this
/// point alone.
float pressure(const Model& model, const Contact& contact, float impulse) {
    const Body& a = model.bodies[contact.body_a.index];
    const Body& b = model.bodies[contact.body_b.index];
    const float mass = !a.dynamic() ? b.mass : !b.dynamic() ? a.mass : min_of(a.mass, b.mass);
    const float weight = mass * max_of(length(model.gravity), 1) * model.last_substep;
    return impulse > 0 ? impulse / (impulse + weight) : 0;
}

void draw_contacts(const Model& model, const std::vector<Contact>& contacts, const DebugDrawOptions& options,
                   DebugDraw& draw) {
    for (const Contact& contact : contacts) {
        for (int i = 0; i < contact.point_count; ++i) {
            const ContactPoint& point = contact.points[i];
            const float share = pressure(model, contact, point.normal_impulse);
            if (options.contacts) {
                const bool idle = point.separation > 0 && !(point.normal_impulse > 0);
                draw.point(point.position, smallest_point + share * (largest_point - smallest_point),
                           idle ? color::separated : mix(color::touching, color::pressed, share));
            }
            if (options.normals)
                draw.line(point.position, point.position + normal_length * contact.normal, color::normal);
        }
    }
}

/// A user's rows have no anchors: from centre to centre of all their bodies.
void draw_rows(const Model& model, const JointRecord& joint, DebugDraw& draw) {
    int32_t last = world_body;
    for (int side = 0; side < joint.sides(); ++side) {
        const int32_t body = joint.body(side);
        if (body == world_body) continue;
        const Vec3 center = model.poses[at(body)].center;
        if (last != world_body) draw.line(model.poses[at(last)].center, center, color::joint);
        draw.point(center, anchor_size, color::anchor);
        last = body;
    }
}

/// From centre to anchor, from anchor to anchor, and to the other centre; the world has no centre.
void draw_joints(const Model& model, DebugDraw& draw) {
    for (uint32_t i = 0; i < model.joint_ids.capacity(); ++i) {
        if (!model.joint_ids.alive(i)) continue;
        const JointRecord& joint = model.joints[i];
        if (joint.kind == JointKind::user) {
            draw_rows(model, joint, draw);
            continue;
        }
        const Vec3 anchor_a = model.frame(joint.body_a) * joint.frame_a.position;
        const Vec3 anchor_b = model.frame(joint.body_b) * joint.frame_b.position;
        if (joint.body_a != world_body)
            draw.line(model.poses[at(joint.body_a)].center, anchor_a, color::joint);
        draw.line(anchor_a, anchor_b, color::joint);
        if (joint.body_b != world_body)
            draw.line(anchor_b, model.poses[at(joint.body_b)].center, color::joint);
        draw.point(anchor_a, anchor_size, color::anchor);
        draw.point(anchor_b, anchor_size, color::anchor);
    }
}

void draw_centers(const Model& model, DebugDraw& draw) {
    for (uint32_t i = 1; i < model.body_ids.capacity(); ++i)
        if (model.body_ids.alive(i) && model.bodies[i].type != BodyType::fixed)
            draw.point(model.poses[i].center, center_size, color::center);
}

}  // namespace

void World::draw(DebugDraw& draw, const DebugDrawOptions& options) const {
    const CallingOut now(*impl_);
    const Model& model = impl_->model;
    if (options.shapes) draw_shapes(model, draw);
    if (options.bounds) draw_bounds(model, draw);
    if (options.contacts || options.normals) draw_contacts(model, contacts(), options, draw);
    if (options.joints) draw_joints(model, draw);
    if (options.centers) draw_centers(model, draw);
}

}  // namespace cairn
