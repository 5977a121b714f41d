// Joints as edges between bodies, and their colours. A joint keeps its colour while one of its bodies is
// awake; bodies remember the colours of their joints in one word, as they do for contacts.

#include "world/joint_graph.hpp"

#include "base/index.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

void link_edge(Model& model, int32_t joint, int side) {
    JointRecord& record = model.joints[at(joint)];
    Body& body = model.bodies[at(record.body(side))];
    record.previous[side] = none;
    record.next[side] = body.first_joint;
    if (body.first_joint != none)
        model.joints[at(body.first_joint >> 2)].previous[body.first_joint & 3] = joint * 4 + side;
    body.first_joint = joint * 4 + side;
}

void unlink_edge(Model& model, int32_t joint, int side) {
    const JointRecord& record = model.joints[at(joint)];
    const int32_t next = record.next[side], previous = record.previous[side];
    if (next != none) model.joints[at(next >> 2)].previous[next & 3] = previous;
    if (previous != none)
        model.joints[at(previous >> 2)].next[previous & 3] = next;
    else
        model.bodies[at(record.body(side))].first_joint = next;
}

constexpr uint64_t static_colors = ~uint64_t{0} << first_static_color;

int choose_color(const Body& a, const Body& b) {
    const bool both = a.dynamic() && b.dynamic();
    const uint64_t used = (a.dynamic() ? a.joint_colors : 0) | (b.dynamic() ? b.joint_colors : 0);
    // joints between two moving bodies stay before those with the world, in the overflow if need be
    const uint64_t preferred = both ? ~used & ~static_colors : ~used & static_colors;
    if (preferred) return __builtin_ctzll(preferred);
    return !both && ~used ? __builtin_ctzll(~used) : overflow_color;
}

/// Some body of it moves by forces and is awake.
bool belongs_in_columns(const Model& model, const JointRecord& joint) {
    for (int side = 0; side < joint.sides(); ++side) {
        const Body& body = model.bodies[at(joint.body(side))];
        if (body.dynamic() && body.awake) return true;
    }
    return false;
}

void write_columns(Model& model, const JointRecord& joint) {
    model.joint_columns.write(joint, model.bodies[at(joint.body_a)].center_of_mass,
                              model.bodies[at(joint.body_b)].center_of_mass);
}

void enter_columns(Model& model, int32_t index) {
    JointRecord& joint = model.joints[at(index)];
    Body& a = model.bodies[at(joint.body_a)];
    Body& b = model.bodies[at(joint.body_b)];
    // user rows are solved one after another, whatever their colour
    joint.color = joint.kind == JointKind::user ? overflow_color : choose_color(a, b);
    if (joint.color != overflow_color) {
        const uint64_t bit = uint64_t{1} << joint.color;
        if (a.dynamic()) a.joint_colors |= bit;
        if (b.dynamic()) b.joint_colors |= bit;
    }
    const BodyRef ref_a = model.reference(joint.body_a), ref_b = model.reference(joint.body_b);
    joint.slot = model.joint_columns.add(joint.color, joint.kind, index, ref_a, ref_b,
                                         model.parts.part(first_moving(ref_a, ref_b)));
    write_columns(model, joint);
    model.joint_columns.load(joint);
    model.any_torn_joints |= joint.torn;
}

void leave_columns(Model& model, int32_t index) {
    JointRecord& joint = model.joints[at(index)];
    model.joint_columns.save(joint);
    if (joint.color != overflow_color) {
        const uint64_t bit = uint64_t{1} << joint.color;
        Body& a = model.bodies[at(joint.body_a)];
        Body& b = model.bodies[at(joint.body_b)];
        if (a.dynamic()) a.joint_colors &= ~bit;
        if (b.dynamic()) b.joint_colors &= ~bit;
    }
    const int32_t moved = model.joint_columns.remove(joint.color, joint.lane_kind(), joint.slot);
    if (moved != -1) model.joints[at(moved)].slot = joint.slot;
    joint.color = joint.slot = none;
    joint.closing = false;
}

}  // namespace

void link_joint(Model& model, int32_t joint) {
    for (int side = 0; side < model.joints[at(joint)].sides(); ++side) link_edge(model, joint, side);
    if (belongs_in_columns(model, model.joints[at(joint)])) enter_columns(model, joint);
}

void remove_joint_at(World::Impl& world, int32_t joint) {
    Model& model = world.model;
    if (model.joints[at(joint)].color != none) leave_columns(model, joint);
    for (int side = 0; side < model.joints[at(joint)].sides(); ++side) unlink_edge(model, joint, side);
    model.joints[at(joint)] = {};
    model.joint_ids.destroy(static_cast<uint32_t>(joint));
}

void retire_joints(Model& model, int32_t body) {
    visit_joints(model, body, [&](int32_t joint, int) {
        if (model.joints[at(joint)].color != none) leave_columns(model, joint);
    });
}

void forget_impulses(Model& model, int32_t body) {
    visit_joints(model, body, [&](int32_t joint, int) {
        for (float& impulse : model.joints[at(joint)].stored) impulse = 0;
    });
}

void revive_joints(Model& model, int32_t body) {
    visit_joints(model, body, [&](int32_t joint, int) {
        const JointRecord& record = model.joints[at(joint)];
        if (record.color == none && belongs_in_columns(model, record)) enter_columns(model, joint);
    });
}

float motor_speed(const JointRecord& joint) {
    return std::visit(
        [](const auto& def) -> float {
            if constexpr (requires { def.motor; }) return def.motor.enabled ? abs_of(def.motor.speed) : 0;
            if constexpr (requires { def.motor_torque; })
                return def.motor_torque > 0 ? length(def.motor_velocity) : 0;
            return 0;
        },
        joint.def);
}

void refresh_joints(Model& model, int32_t body) {
    visit_joints(model, body, [&](int32_t joint, int) {
        if (model.joints[at(joint)].color != none) write_columns(model, model.joints[at(joint)]);
    });
}

bool joined_without_collision(const Model& model, int32_t body_a, int32_t body_b) {
    // both lists at once: it is as long as the shorter one, and a hub of many joints costs nothing
    int32_t edge_a = model.bodies[at(body_a)].first_joint, edge_b = model.bodies[at(body_b)].first_joint;
    const auto keeps_apart = [](const JointRecord& joint, int side, int32_t other) {
        for (int i = 0; i < joint.sides(); ++i)
            if (i != side && joint.body(i) == other) return !joint.base().collide_connected;
        return false;
    };
    while (edge_a != none && edge_b != none) {
        const JointRecord& a = model.joints[at(edge_a >> 2)];
        const JointRecord& b = model.joints[at(edge_b >> 2)];
        if (keeps_apart(a, edge_a & 3, body_b) || keeps_apart(b, edge_b & 3, body_a)) return true;
        edge_a = a.next[edge_a & 3];
        edge_b = b.next[edge_b & 3];
    }
    return false;
}

void tear_joint(Model& model, int32_t joint) { model.joints[at(joint)].torn = model.any_torn_joints = true; }

void tear_joints(Model& model, int32_t body) {
    visit_joints(model, body, [&](int32_t joint, int) { tear_joint(model, joint); });
}

void hash_joints(Hash& hash, const Model& model) {
    for (size_t i = 0; i < model.joints.size(); ++i) {
        const JointRecord& joint = model.joints[i];
        if (!joint.alive) continue;
        hash.add(static_cast<uint32_t>(i));
        hash.add(static_cast<uint32_t>(joint.kind));
        for (int side = 0; side < joint.sides(); ++side) hash.add(joint.body(side));
        hash.add(joint.color), hash.add(joint.slot);
        const JointBase& base = joint.base();
        hash.add(base.collide_connected), hash.add(base.break_force), hash.add(base.break_torque);
        float columns[max_joint_columns];
        describe_joint(joint, model.bodies[at(joint.body_a)].center_of_mass,
                       model.bodies[at(joint.body_b)].center_of_mass, columns);
        const int first = first_joint_impulse(joint.kind);
        for (int column = 0; column < first; ++column) hash.add(columns[column]);
        for (int k = 0; k < joint_memory(joint.kind); ++k)
            hash.add(joint.in_columns() ? model.joint_columns.memory(joint, k) : joint.stored[k]);
        for (int k = 0; joint.closing && k < joint_memory(joint.lane_kind()); ++k)
            hash.add(model.joint_columns.memory(joint, k));
    }
}

}  // namespace cairn
