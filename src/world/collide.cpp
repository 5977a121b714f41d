// Stages 2 and 3: the narrow phase on every pair that moved, then the changes it found, one after another.
//
// A pair whose bodies kept their relative pose keeps its manifold: anchors and normal are stored in the
// bodies' axes, so nothing needs to be done at all.

#include "world/impl.hpp"

namespace cairn {

namespace {

constexpr int contacts_per_task = 64;
/// Contacts lie where a free slot was, bodies where their maker put them: without asking ahead, most of the
/// time of the test that nothing moved is spent waiting for memory.
constexpr int records_ahead = 12, poses_ahead = 6;
/// Pairs that do not touch are looked at again before they can.
constexpr float apart_half_angle = 0.01f;
constexpr float apart_distance = 0.25f * speculative_distance;

size_t at(int32_t index) { return static_cast<size_t>(index); }

bool barely_moved(const Transform& now, const ContactRecord& contact) {
    const float distance = contact.touching ? contact.recycle_distance : apart_distance;
    const float half_angle = contact.touching ? contact.recycle_half_angle : apart_half_angle;
    const Vec3 d = now.position - contact.pose.position;
    if (dot(d, d) > distance * distance) return false;
    const Quat turn = conjugate(contact.pose.rotation) * now.rotation;
    return turn.x * turn.x + turn.y * turn.y + turn.z * turn.z < half_angle * half_angle;
}

void ask_for_record(const ContactRecord& contact) {
    const char* begin = reinterpret_cast<const char*>(&contact);
    for (size_t offset = 0; offset < sizeof(ContactRecord); offset += 64) __builtin_prefetch(begin + offset);
}

void ask_for_poses(const Model& model, const ContactRecord& contact) {
    __builtin_prefetch(&model.poses[at(contact.body_a)]);
    __builtin_prefetch(&model.poses[at(contact.body_b)]);
}

bool overlapping(const Manifold& manifold) {
    for (int i = 0; i < manifold.count; ++i)
        if (manifold.points[i].separation <= 0) return true;
    return false;
}

void collide_one(Model& model, int32_t index, CollideResult& result) {
    ContactRecord& contact = model.contacts[at(index)];
    const Pose& pose_a = model.poses[at(contact.body_a)];
    const Pose& pose_b = model.poses[at(contact.body_b)];
    const Transform pose =
        relative(Transform{pose_a.center, pose_a.rotation}, Transform{pose_b.center, pose_b.rotation});
    if (!contact.fresh && !contact.moving_surface && barely_moved(pose, contact)) {
        ++result.recycled;
        result.points += contact.count;
        return;
    }
    const ShapeRecord& a = model.shapes[contact.shape_a];
    const ShapeRecord& b = model.shapes[contact.shape_b];
    if (!overlap(model.tree(a).bounds(a.proxy), model.tree(b).bounds(b.proxy))) {
        result.separated.push_back(index);
        return;
    }
    ++result.collided;
    contact.pose = pose;
    contact.fresh = false;
    Transform b_in_a;
    const Manifold manifold = compute_manifold(model, contact, b_in_a);
    if (contact.sensor) {
        if (overlapping(manifold) != contact.touching) result.sensors_changed.push_back(index);
    } else if (manifold.count == 0) {
        if (contact.touching) result.ended.push_back(index);
    } else if (contact.touching) {
        if (contact.color == none) return;  // asleep on one side: its manifold is stored
        write_manifold(model, contact, manifold, b_in_a);
        result.points += manifold.count;
    } else {
        result.points += manifold.count;
        result.began.push_back({index, manifold});
    }
}

}  // namespace

void collide_pairs(World::Impl& world, Crew& crew) {
    Model& model = world.model;
    const int count = static_cast<int>(model.active_contacts.size());
    const int tasks = (count + contacts_per_task - 1) / contacts_per_task;
    auto& results = world.scratch.collide;
    if (static_cast<int>(results.size()) < tasks) results.resize(static_cast<size_t>(tasks));
    for (CollideResult& result : results) {
        result.separated.clear(), result.ended.clear(), result.began.clear(), result.sensors_changed.clear();
        result.recycled = result.collided = result.points = 0;
    }
    crew.for_blocks(tasks, [&](int task) {
        CollideResult& result = results[static_cast<size_t>(task)];
        const int last = std::min(count, (task + 1) * contacts_per_task);
        for (int i = task * contacts_per_task; i < last; ++i) {
            if (i + records_ahead < count)
                ask_for_record(model.contacts[at(model.active_contacts[at(i + records_ahead)])]);
            if (i + poses_ahead < count)
                ask_for_poses(model, model.contacts[at(model.active_contacts[at(i + poses_ahead)])]);
            collide_one(model, model.active_contacts[at(i)], result);
        }
    });
}

void update_contacts(World::Impl& world) {
    StepReport& report = world.report;
    report.recycled = report.collided = report.contact_points = 0;
    for (CollideResult& result : world.scratch.collide) {
        report.recycled += result.recycled;
        report.collided += result.collided;
        report.contact_points += result.points;
        for (int32_t index : result.ended) {
            report_end(world, index);
            end_touching(world, index);
        }
        for (int32_t index : result.sensors_changed) {
            ContactRecord& contact = world.model.contacts[at(index)];
            if (contact.touching) report_end(world, index);
            contact.touching = !contact.touching;
            if (contact.touching) report_begin(world, index);
        }
        for (const BeganTouching& began : result.began) {
            begin_touching(world, began.contact, began.manifold);
            report_begin(world, began.contact);
        }
    }
    // last, because a destroyed contact's slot may be given to another
    for (CollideResult& result : world.scratch.collide)
        for (int32_t index : result.separated) destroy_contact(world, index);
}

}  // namespace cairn
