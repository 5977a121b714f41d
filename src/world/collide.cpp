// Stages 2 and 3: the narrow phase on every pair that moved, then the changes it found, one after another.
//
// A pair whose bodies kept their relative pose keeps its manifold: anchors and normal are stored in the
// bodies' axes, so nothing needs to be done at all.

#include "world/impl.hpp"
#include "world/kept_pairs.hpp"

namespace cairn {

namespace {

constexpr int contacts_per_task = most_kept_pairs;
/// How far a pair may come nearer than it is known to be apart, before it is looked at again.
constexpr float apart_distance = 0.25f * speculative_distance;

size_t at(int32_t index) { return static_cast<size_t>(index); }

Transform pose_between(const Model& model, const ContactRecord& contact) {
    const Pose& a = model.poses[at(contact.seen_from_b ? contact.body_b : contact.body_a)];
    const Pose& b = model.poses[at(contact.seen_from_b ? contact.body_a : contact.body_b)];
    return relative(Transform{a.center, a.rotation}, Transform{b.center, b.rotation});
}

/// How far the pair may move before it must be looked at again. No point of a body, seen from another, goes
/// farther than its centre does plus twice its distance from the centre times the sine of half the angle: so
/// a pair that is apart stays apart for as long as these are smaller than its clearance.
void set_keeping(const Model& model, ContactRecord& contact, const Manifold& manifold, bool touches) {
    const float radius_a = model.extents[at(contact.body_a)].radius;
    const float radius_b = model.extents[at(contact.body_b)].radius;
    contact.seen_from_b = radius_b > radius_a;
    contact.pose = pose_between(model, contact);
    if (touches) {
        contact.keep_distance = contact.recycle_distance;
        contact.keep_half_sine = contact.recycle_half_sine;
    } else {
        const float clearance = manifold.clearance + apart_distance;
        contact.keep_distance = 0.5f * clearance;
        contact.keep_half_sine = 0.25f * clearance / max_of(min_of(radius_a, radius_b), linear_slop);
    }
}

/// What the narrow phase will read of a pair.
void ask_for(const Model& model, const ContactRecord& contact) {
    __builtin_prefetch(&contact.recycle_distance);
    __builtin_prefetch(&model.shapes[contact.shape_a]);
    __builtin_prefetch(&model.shapes[contact.shape_b]);
    __builtin_prefetch(&model.bodies[at(contact.body_a)].center_of_mass);
    __builtin_prefetch(&model.bodies[at(contact.body_b)].center_of_mass);
}

bool overlapping(const Manifold& manifold) {
    for (int i = 0; i < manifold.count; ++i)
        if (manifold.points[i].separation <= 0) return true;
    return false;
}

void collide_one(Model& model, int32_t index, CollideResult& result) {
    ContactRecord& contact = model.contacts[at(index)];
    const ShapeRecord& a = model.shapes[contact.shape_a];
    const ShapeRecord& b = model.shapes[contact.shape_b];
    if (!overlap(model.tree(a).bounds(a.proxy), model.tree(b).bounds(b.proxy))) {
        result.separated.push_back(index);
        return;
    }
    ++result.collided;
    const bool was_fresh = contact.fresh;
    contact.fresh = false;
    Transform b_in_a;
    const Manifold manifold = compute_manifold(model, contact, b_in_a);
    const bool touches = contact.sensor ? overlapping(manifold) : manifold.count > 0;
    set_keeping(model, contact, manifold, touches);
    if (contact.sensor) {
        if (touches != contact.touching) result.sensors_changed.push_back(index);
    } else if (!touches) {
        if (contact.touching) result.ended.push_back(index);
    } else if (contact.touching) {
        if (contact.color == none) {  // asleep on one side: its manifold is stored
            contact.fresh = was_fresh;
            return;
        }
        write_manifold(model, contact, manifold, b_in_a, was_fresh || contact.moving_surface);
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
    const auto barely_moved = kept_pairs(model.columns.lanes).barely_moved;
    crew.for_blocks(tasks, [&](int task) {
        const int first = task * contacts_per_task, here = std::min(contacts_per_task, count - first);
        const int32_t* const pairs = model.active_contacts.data() + first;
        uint64_t kept = barely_moved(model.contacts.data(), pairs, here, count - first, model.poses.data());
        for (int i = 0; i < here; ++i) {
            const ContactRecord& contact = model.contacts[at(pairs[i])];
            if (contact.fresh || contact.moving_surface) kept &= ~(uint64_t{1} << i);
            if (!(kept >> i & 1)) ask_for(model, contact);
        }
        CollideResult& result = results[static_cast<size_t>(task)];
        for (int i = 0; i < here; ++i) {
            if (kept >> i & 1) {
                ++result.recycled;
                result.points += model.contacts[at(pairs[i])].count;
            } else {
                collide_one(model, pairs[i], result);
            }
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
