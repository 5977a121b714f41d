// Joints of the public API.

#include <cairn/world.hpp>

#include "base/check.hpp"
#include "base/index.hpp"
#include "joints/joint_state.hpp"
#include "joints/user_rows.hpp"
#include "math/trigonometry.hpp"
#include "model/impulse_columns.hpp"
#include "world/impl.hpp"
#include "world/joint_check.hpp"
#include "world/joint_graph.hpp"

namespace cairn {

namespace {

Quat frame_along(Vec3 axis) { return rotation_between({0, 0, 1}, normalized(axis)); }

constexpr const char* kind_names[] = {"BallJoint",     "HingeJoint", "SliderJoint", "FixedJoint",
                                      "DistanceJoint", "WheelJoint", "MotorJoint",  "UserJoint"};
static_assert(std::size(kind_names) == std::variant_size_v<JointDef>);

/// World frames of a joint that is being added.
struct Placement {
    Vec3 anchor_a, anchor_b;
    Quat rotation;

    bool operator==(const Placement&) const = default;
};

Placement place(const BallJoint& joint) { return {joint.anchor, joint.anchor, frame_along(joint.axis)}; }
Placement place(const HingeJoint& joint) { return {joint.anchor, joint.anchor, frame_along(joint.axis)}; }
Placement place(const SliderJoint& joint) { return {joint.anchor, joint.anchor, frame_along(joint.axis)}; }
Placement place(const FixedJoint& joint) { return {joint.anchor, joint.anchor, {}}; }
Placement place(const DistanceJoint& joint) { return {joint.anchor_a, joint.anchor_b, {}}; }
Placement place(const WheelJoint& joint) {
    const Vec3 x = normalized(joint.suspension_axis);
    const Vec3 z = normalized(joint.spin_axis - dot(joint.spin_axis, x) * x);
    return {joint.anchor, joint.anchor, to_quat({x, cross(z, x), z})};
}
Placement place(const MotorJoint& joint) { return {joint.anchor, joint.anchor, {}}; }
Placement place(const UserJoint&) { return {{}, {}, {}}; }
Placement place(const JointDef& def) {
    return std::visit([](const auto& joint) { return place(joint); }, def);
}

int32_t body_slot(const World::Impl& world, BodyId id) { return id.is_null() ? world_body : world.index(id); }

/// Where the definition says "as it is now", it says from then on how long that was: given back with a motor
/// changed, it is the same joint.
float rest_length(JointDef& def, float now) {
    DistanceJoint* joint = std::get_if<DistanceJoint>(&def);
    if (!joint) return now;
    if (joint->length < 0) joint->length = now;
    return joint->length;
}

/// Contacts between the two bodies that joints now forbid.
void destroy_contacts_between(World::Impl& world, int32_t a, int32_t b) {
    const Model& model = world.model;
    visit_contacts(model, a, [&](int32_t index, int32_t other) {
        const ContactRecord& contact = model.contacts[at(index)];
        if (other == b && !joints_allow(model, contact.shape_a, contact.shape_b))
            destroy_contact(world, index);
    });
}

/// Pairs that a joint kept apart are sought anew.
void seek_pairs_again(Model& model, int32_t body) {
    for (int32_t s = model.bodies[at(body)].first_shape; s != none; s = model.shapes[at(s)].next)
        if (model.mark_moved(s)) model.moved_shapes.push_back(static_cast<uint32_t>(s));
}

void note_thresholds(Model& model, const JointBase& joint) {
    model.any_breakable_joints |= joint.break_force < infinity || joint.break_torque < infinity;
}

void wake_all(World::Impl& world, const JointRecord& joint) {
    for (int side = 0; side < joint.sides(); ++side) {
        const Body& body = world.model.bodies[at(joint.body(side))];
        if (body.dynamic() && !body.frozen) wake(world, joint.body(side));
    }
}

/// Bodies c and d of a user's joint; all four must be different.
void take_more_bodies(const World::Impl& world, JointRecord& joint) {
    const UserJoint* user = std::get_if<UserJoint>(&joint.def);
    if (!user || user->body_c.is_null()) return;
    joint.body_c = world.index(user->body_c);
    if (!user->body_d.is_null()) joint.body_d = world.index(user->body_d);
    for (int i = 0; i < joint.sides(); ++i)
        for (int k = i + 1; k < joint.sides(); ++k)
            if (joint.body(i) == joint.body(k))
                fail("World::add_joint: two bodies of a user's joint are body " +
                     std::to_string(joint.body(i)));
}

/// Rows that are no numbers from the start are a mistake; later ones are left out and counted.
void check_rows(const World::Impl& world, const JointDef& def, const JointRecord& joint, const char* call) {
    const UserJoint* user = std::get_if<UserJoint>(&def);
    if (!user) return;
    const CallingOut now(world);
    std::string fault;
    if (count_unusable_rows(*user, user_frames(world.model, joint), &fault) > 0)
        fail(std::string(call) + ": a UserJoint's " + fault);
}

/// All pairs of a joint's bodies may collide again: all but one of them look for partners.
void seek_pairs_again(Model& model, const JointRecord& joint) {
    if (joint.sides() == 2) {
        const int32_t b = joint.body_b;
        return seek_pairs_again(model, model.bodies[at(b)].first_shape != none ? b : joint.body_a);
    }
    for (int side = 0; side < joint.sides(); ++side) seek_pairs_again(model, joint.body(side));
}

CoordinateState named_coordinate(const World::Impl& world, JointId id, JointCoordinate coordinate,
                                 const char* call) {
    static const char* const names[] = {"angle", "translation", "length",   "swing",
                                        "twist", "travel",      "steering", "spin"};
    const JointRecord& joint = world.model.joints[at(world.index(id))];
    if (!has_coordinate(joint.kind, coordinate))
        fail(std::string(call) + ": a " + kind_names[static_cast<int>(joint.kind)] + " has no " +
             (coordinate <= JointCoordinate::spin ? names[static_cast<int>(coordinate)] : "such coordinate"));
    return joint_coordinate(world.model, joint, coordinate);
}

}  // namespace

JointId World::add_joint(const JointDef& def) {
    impl_->require_idle("World::add_joint");
    check_joint(def);
    JointRecord made;
    made.def = def;  // which can be another joint's, in the array that is about to grow
    const JointBase& base = made.base();
    const int32_t a = body_slot(*impl_, base.body_a), b = body_slot(*impl_, base.body_b);
    if (a == b)
        fail(a == world_body ? "World::add_joint: at least one of the two bodies must be given"
                             : "World::add_joint: both bodies are body " + std::to_string(a));
    Model& model = impl_->model;
    made.body_a = a, made.body_b = b;
    take_more_bodies(*impl_, made);
    check_rows(*impl_, made.def, made, "World::add_joint");
    const Transform frame_a = model.frame(a), frame_b = model.frame(b);
    const Placement placement = place(made.def);
    const JointId id = model.joint_ids.create();
    if (id.index >= model.joints.size()) model.joints.resize(id.index + 1);
    JointRecord& joint = model.joints[id.index];
    joint = made;
    joint.alive = true;
    joint.kind = static_cast<JointKind>(joint.def.index());
    const bool at_origins = joint.kind == JointKind::user;
    if (!at_origins) {
        joint.frame_a = relative(frame_a, {placement.anchor_a, placement.rotation});
        joint.frame_b = relative(frame_b, {placement.anchor_b, placement.rotation});
    }
    joint.rest_a = frame_a.rotation;
    note_thresholds(model, base);
    joint.length = rest_length(joint.def, length(placement.anchor_b - placement.anchor_a));
    link_joint(model, static_cast<int32_t>(id.index));
    tear_joint(model, static_cast<int32_t>(id.index));
    if (!base.collide_connected)
        for_each_pair(made, [&](int32_t i, int32_t k) { destroy_contacts_between(*impl_, i, k); });
    wake_all(*impl_, model.joints[id.index]);
    return id;
}

void remove_joint_and_seek(World::Impl& world, int32_t index) {
    const JointRecord joint = world.model.joints[at(index)];
    remove_joint_at(world, index);
    if (!joint.base().collide_connected) seek_pairs_again(world.model, joint);
}

void World::remove_joint(JointId id) {
    impl_->require_idle("World::remove_joint");
    const int32_t index = impl_->index(id);
    wake_all(*impl_, impl_->model.joints[at(index)]);
    remove_joint_and_seek(*impl_, index);
}

const JointDef& World::definition(JointId joint) const {
    return impl_->model.joints[at(impl_->index(joint))].def;
}

void World::set_definition(JointId id, const JointDef& def) {
    impl_->require_idle("World::set_definition");
    const int32_t index = impl_->index(id);
    check_joint(def);
    Model& model = impl_->model;
    JointRecord& joint = model.joints[at(index)];
    if (def.index() != joint.def.index())
        fail(std::string("World::set_definition: a ") + kind_names[joint.def.index()] + " cannot become a " +
             kind_names[def.index()]);
    const JointBase& base = *std::visit([](const auto& d) -> const JointBase* { return &d; }, def);
    const JointBase before = joint.base();
    const UserJoint* user = std::get_if<UserJoint>(&def);
    const UserJoint* user_before = std::get_if<UserJoint>(&joint.def);
    const bool same_more =
        !user || (user->body_c == user_before->body_c && user->body_d == user_before->body_d);
    if (!(base.body_a == before.body_a && base.body_b == before.body_b && same_more))
        fail("World::set_definition: the bodies of a joint cannot change");
    if (!(place(def) == place(joint.def)))
        fail("World::set_definition: the anchors and axes of a joint cannot change");
    check_rows(*impl_, def, joint, "World::set_definition");
    joint.def = def;
    note_thresholds(model, base);
    joint.length = rest_length(joint.def, main_coordinate(model, joint).position);
    if (joint.color != none)
        model.joint_columns.write(joint, model.bodies[at(joint.body_a)].center_of_mass,
                                  model.bodies[at(joint.body_b)].center_of_mass);
    forget_idle_impulses(model, joint);
    if (before.collide_connected && !base.collide_connected)
        for_each_pair(joint, [&](int32_t i, int32_t k) { destroy_contacts_between(*impl_, i, k); });
    if (!before.collide_connected && base.collide_connected) seek_pairs_again(model, joint);
    wake_all(*impl_, model.joints[at(index)]);
}

bool World::valid(JointId joint) const { return impl_->model.joint_ids.valid(joint); }

std::vector<JointId> World::joints(BodyId body) const {
    const Model& model = impl_->model;
    std::vector<JointId> ids;
    visit_joints(model, impl_->index(body), [&](int32_t joint, int) {
        ids.push_back(model.joint_ids.id(static_cast<uint32_t>(joint)));
    });
    return ids;
}

std::vector<JointId> World::joints() const {
    const Model& model = impl_->model;
    std::vector<JointId> ids;
    for (uint32_t i = 0; i < model.joint_ids.capacity(); ++i)
        if (model.joint_ids.alive(i)) ids.push_back(model.joint_ids.id(i));
    return ids;
}

Reaction World::reaction(JointId joint) const {
    const JointRecord& record = impl_->model.joints[at(impl_->index(joint))];
    if (record.kind != JointKind::user) return joint_reaction(impl_->model, record);
    const CallingOut now(*impl_);
    return joint_reaction(impl_->model, record);
}
float World::joint_position(JointId joint) const {
    return main_coordinate(impl_->model, impl_->model.joints[at(impl_->index(joint))]).position;
}
float World::joint_speed(JointId joint) const {
    return main_coordinate(impl_->model, impl_->model.joints[at(impl_->index(joint))]).speed;
}
float World::joint_position(JointId joint, JointCoordinate coordinate) const {
    return named_coordinate(*impl_, joint, coordinate, "World::joint_position").position;
}
float World::joint_speed(JointId joint, JointCoordinate coordinate) const {
    return named_coordinate(*impl_, joint, coordinate, "World::joint_speed").speed;
}
float World::joint_error(JointId joint) const {
    const JointRecord& record = impl_->model.joints[at(impl_->index(joint))];
    if (record.kind != JointKind::user) return cairn::joint_error(impl_->model, record);
    const CallingOut now(*impl_);
    return cairn::joint_error(impl_->model, record);
}

JointPlacement World::joint_place(JointId id) const {
    const Model& model = impl_->model;
    const JointRecord& joint = model.joints[at(impl_->index(id))];
    const Transform a = model.frame(joint.body_a) * joint.frame_a,
                    b = model.frame(joint.body_b) * joint.frame_b;
    constexpr Vec3 x{1, 0, 0}, z{0, 0, 1};
    switch (joint.kind) {
        case JointKind::ball:
        case JointKind::hinge:
        case JointKind::slider:
            return {a.position, b.position, rotate(a.rotation, z), rotate(b.rotation, z)};
        case JointKind::wheel:
            return {a.position, b.position, rotate(a.rotation, x), rotate(b.rotation, z)};
        default:
            return {a.position, b.position, {}, {}};
    }
}

void break_joints(World::Impl& world) {
    Model& model = world.model;
    if (!model.any_breakable_joints) return;
    for (size_t i = 0; i < model.joints.size(); ++i) {
        const JointRecord& joint = model.joints[i];
        if (!joint.alive || joint.color == none) continue;
        const JointBase& base = joint.base();
        if (!(base.break_force < infinity) && !(base.break_torque < infinity)) continue;
        const Reaction reaction = joint_reaction(model, joint);
        const float force = length(reaction.force), torque = length(reaction.torque);
        if (!(force > base.break_force) && !(torque > base.break_torque)) continue;
        world.sink().joints_broken.push_back({model.joint_ids.id(static_cast<uint32_t>(i)), force, torque});
        const JointRecord broken = joint;
        remove_joint_at(world, static_cast<int32_t>(i));
        seek_pairs_again(model, broken);
    }
}

}  // namespace cairn
