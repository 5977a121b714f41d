// Stage 4: islands and sleep. An island is what hangs together by touching and joints. It is sought only when
// some body has been quiet for long enough, and nothing of it is kept: there is no island structure to
// maintain, split or snapshot.

#include <algorithm>

#include "base/dense_list.hpp"
#include "base/index.hpp"
#include "base/union_find.hpp"
#include "world/impl.hpp"
#include "world/joint_graph.hpp"

namespace cairn {

namespace {

constexpr float time_to_sleep = 0.5f;

void store_manifold(Model& model, ContactRecord& contact) {
    if (model.free_stored.empty()) {
        contact.stored = static_cast<int32_t>(model.stored.size());
        model.stored.emplace_back();
    } else {
        contact.stored = model.free_stored.back();
        model.free_stored.pop_back();
    }
    model.stored[at(contact.stored)] = read_manifold(model, contact);
}

void retire_contacts(Model& model, int32_t body) {
    visit_contacts(model, body, [&](int32_t index, int32_t) { retire_contact(model, index); });
}

void revive_contacts(Model& model, int32_t body) {
    visit_contacts(model, body, [&](int32_t index, int32_t) {
        const ContactRecord& contact = model.contacts[at(index)];
        set_contact_active(model, index, true);
        if (contact.touching && !contact.sensor && contact.color == none) add_to_columns(model, index);
    });
}

/// Calls visit(other body) for each that this one pushes or is joined to.
template <class Visit>
void visit_neighbours(const Model& model, int32_t body, Visit&& visit) {
    visit_contacts(model, body, [&](int32_t index, int32_t other) {
        const ContactRecord& contact = model.contacts[at(index)];
        if (contact.touching && !contact.sensor) visit(other);
    });
    visit_joined(model, body, visit);
}

/// Marks the islands in which a motor or the velocity of a surface moves something, however slowly: it would
/// stop for good. What stands still in spite of it, at a limit or a wall, may sleep. And those in which a
/// torn joint closes: its bodies are moved, but have no velocity when a step ends.
void keep_driven_awake(World::Impl& world) {
    const Model& model = world.model;
    const auto keep_awake = [&](int32_t body) {
        if (!model.bodies[at(body)].dynamic() || !model.bodies[at(body)].awake) return;
        world.scratch.island_awake[at(root(world.scratch.island_parent, body))] |= 2;
    };
    const auto drive = [&](int32_t body, float speed) {
        if (speed == 0 || !model.bodies[at(body)].dynamic() || !model.bodies[at(body)].awake) return;
        const Velocity& velocity = model.velocities[at(body)];
        const float least = 0.1f * min_of(speed, model.sleep_speed);
        if (max_of(length(velocity.linear), length(velocity.angular)) > least)
            world.scratch.island_awake[at(root(world.scratch.island_parent, body))] |= 2;
    };
    for (int32_t index : model.active_contacts) {
        const ContactRecord& contact = model.contacts[at(index)];
        if (!contact.moving_surface || !contact.touching || contact.sensor) continue;
        const float speed = length(model.shapes[contact.shape_a].def.surface_velocity) +
                            length(model.shapes[contact.shape_b].def.surface_velocity);
        drive(contact.body_a, speed), drive(contact.body_b, speed);
    }
    for_each_awake_joint(model, [&](const JointRecord& joint) {
        if (joint.closing) keep_awake(joint.body_a), keep_awake(joint.body_b);
        const float speed = motor_speed(joint);
        drive(joint.body_a, speed), drive(joint.body_b, speed);
    });
}

/// Puts a body down where it is now, which nobody has looked at since it moved or was placed: the next step
/// does, whoever sleeps. Touches that have ended do so at once, so that they put nobody else to sleep. Where
/// it was a platform that drove away, the next step must find out, and wake what lay on it.
void put_down(World::Impl& world, int32_t body) {
    Model& model = world.model;
    place_shapes(model, body);
    visit_contacts(model, body, [&](int32_t index, int32_t other) {
        ContactRecord& contact = model.contacts[at(index)];
        const bool placed = std::exchange(contact.fresh, true);
        if (!contact.touching || contact.sensor || (!placed && moving_kinematic(model, other))) return;
        Transform b_in_a;
        if (compute_manifold(model, contact, 0, b_in_a).count > 0) return;
        report_end(world, index);
        end_touching(world, index);
    });
}

}  // namespace

void set_body_awake(Model& model, int32_t index, bool awake) {
    Body& body = model.bodies[at(index)];
    if (body.awake == awake) return;
    body.awake = awake;
    model.extents[at(index)].quiet_time = 0;
    const auto place = [&](int32_t i) -> int32_t& { return model.bodies[at(i)].awake_index; };
    if (awake)
        join_list(model.awake_bodies, index, place);
    else
        leave_list(model.awake_bodies, index, place);
}

bool moving_kinematic(const Model& model, int32_t body) {
    const Velocity& v = model.velocities[at(body)];
    return model.bodies[at(body)].type == BodyType::kinematic && !(v.linear == Vec3{} && v.angular == Vec3{});
}

void retire_contact(Model& model, int32_t index) {
    ContactRecord& contact = model.contacts[at(index)];
    if (contact.touching && contact.color != none) {
        store_manifold(model, contact);
        remove_from_columns(model, index);
    }
    // what was put down is looked at first
    if (!contact.fresh && nobody_awake(model, contact)) set_contact_active(model, index, false);
}

void wake(World::Impl& world, int32_t first) {
    Model& model = world.model;
    if (model.bodies[at(first)].frozen) return;
    if (model.bodies[at(first)].awake || model.bodies[at(first)].type == BodyType::fixed) {
        model.extents[at(first)].quiet_time = 0;
        return;
    }
    std::vector<int32_t> stack{first};
    set_body_awake(model, first, true);
    std::vector<int32_t> woken;
    while (!stack.empty()) {
        const int32_t index = stack.back();
        stack.pop_back();
        woken.push_back(index);
        world.sink().woke_up.push_back(model.body_ids.id(static_cast<uint32_t>(index)));
        const auto visit = [&](int32_t other) {
            const Body& body = model.bodies[at(other)];
            if (body.awake || !body.dynamic() || body.frozen) return;
            set_body_awake(model, other, true);
            stack.push_back(other);
        };
        visit_neighbours(model, index, visit);
    }
    for (int32_t index : woken) revive_contacts(model, index);
    for (int32_t index : woken) revive_joints(model, index);
}

void wake_neighbours(World::Impl& world, int32_t index) {
    Model& model = world.model;
    std::vector<int32_t> neighbours;
    visit_neighbours(model, index, [&](int32_t other) { neighbours.push_back(other); });
    for (int32_t other : neighbours)
        if (model.bodies[at(other)].dynamic() && !model.bodies[at(other)].frozen) wake(world, other);
}

void wake_with_neighbours(World::Impl& world, int32_t index) {
    wake_neighbours(world, index);
    wake(world, index);
}

void put_island_to_sleep(World::Impl& world, int32_t first) {
    const Model& model = world.model;
    std::vector<int32_t> island{first};
    std::vector<uint8_t> seen(model.bodies.size(), 0);
    seen[at(first)] = 1;
    for (size_t i = 0; i < island.size(); ++i) {
        const auto visit = [&](int32_t other) {
            if (seen[at(other)] || !model.bodies[at(other)].dynamic() || !model.bodies[at(other)].awake)
                return;
            seen[at(other)] = 1;
            island.push_back(other);
        };
        put_down(world, island[i]);
        visit_neighbours(model, island[i], visit);
    }
    std::sort(island.begin(), island.end());
    put_to_sleep(world, island);
}

void put_to_sleep(World::Impl& world, const std::vector<int32_t>& island) {
    Model& model = world.model;
    for (int32_t index : island) {
        set_body_awake(model, index, false);
        model.velocities[at(index)] = {};
        world.sink().fell_asleep.push_back(model.body_ids.id(static_cast<uint32_t>(index)));
    }
    for (int32_t index : island) retire_contacts(model, index);
    for (int32_t index : island) retire_joints(model, index);
}

void update_islands(World::Impl& world) {
    Model& model = world.model;
    world.report.islands = 0;
    if (!model.sleep) return;
    bool quiet = false;
    for (int32_t body : model.awake_bodies) quiet |= model.extents[at(body)].quiet_time >= time_to_sleep;
    if (!quiet) return;

    std::vector<int32_t>& parent = world.scratch.island_parent;
    std::vector<uint8_t>& restless = world.scratch.island_awake;
    parent.resize(model.bodies.size());
    restless.assign(model.bodies.size(), 0);
    for (int32_t body : model.awake_bodies) parent[at(body)] = body;
    const auto connect = [&](int32_t a, int32_t b) {
        const bool dynamic_a = model.bodies[at(a)].dynamic(), dynamic_b = model.bodies[at(b)].dynamic();
        if (dynamic_a && dynamic_b && model.bodies[at(a)].awake && model.bodies[at(b)].awake)
            unite(parent, a, b);
        // what a moving kinematic body touches stays awake
        if (dynamic_a && moving_kinematic(model, b)) restless[at(a)] = 1;
        if (dynamic_b && moving_kinematic(model, a)) restless[at(b)] = 1;
    };
    for (int32_t index : model.active_contacts) {
        const ContactRecord& contact = model.contacts[at(index)];
        if (contact.touching && !contact.sensor) connect(contact.body_a, contact.body_b);
    }
    for_each_awake_joint(model, [&](const JointRecord& joint) { for_each_pair(joint, connect); });

    for (int32_t body : model.awake_bodies) {
        if (!model.bodies[at(body)].dynamic()) continue;
        const int32_t island = root(parent, body);
        if (island == body) ++world.report.islands;
        const bool ready =
            model.extents[at(body)].quiet_time >= time_to_sleep && model.bodies[at(body)].can_sleep;
        if (!ready || restless[at(body)]) restless[at(island)] |= 2;
    }
    std::vector<int32_t>& sleepers = world.scratch.island_stack;
    const auto seek_sleepers = [&] {
        sleepers.clear();
        for (int32_t body : model.awake_bodies)
            if (model.bodies[at(body)].dynamic() && !(restless[at(root(parent, body))] & 2))
                sleepers.push_back(body);
        return !sleepers.empty();
    };
    if (!seek_sleepers()) return;
    keep_driven_awake(world);  // looked for now, since hardly any step has sleepers
    if (!seek_sleepers()) return;
    std::sort(sleepers.begin(), sleepers.end());
    put_to_sleep(world, sleepers);
}

}  // namespace cairn
