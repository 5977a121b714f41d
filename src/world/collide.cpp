// Stages 2 and 3: the narrow phase on every pair that moved, then the changes it found, one after another.
//
// A pair whose bodies kept their relative pose keeps its manifold: anchors and normal are stored in the
// bodies' axes, so nothing needs to be done at all.

#include <algorithm>

#include "base/ask.hpp"
#include "base/index.hpp"
#include "collision/narrow/feature.hpp"
#include "world/impl.hpp"
#include "world/kept_pairs.hpp"
#include "world/round_pairs.hpp"

namespace cairn {

namespace {

constexpr int contacts_per_task = most_kept_pairs;
/// So many pairs, with what they lead to, are in the second cache: to ask for it costs more than it brings.
constexpr int most_near = 8192;

Transform pose_between(const Model& model, const ContactRecord& contact) {
    const Pose& a = model.poses[at(contact.seen_from_b ? contact.body_b : contact.body_a)];
    const Pose& b = model.poses[at(contact.seen_from_b ? contact.body_a : contact.body_b)];
    return relative(Transform{a.center, a.rotation}, Transform{b.center, b.rotation});
}

/// How far it turned since the last narrow phase; only hulls ask.
float turn_since(const Model& model, const ContactRecord& contact) {
    if (model.shapes[contact.shape_a].view.kind != ShapeKind::hull &&
        model.shapes[contact.shape_b].view.kind != ShapeKind::hull)
        return 0;
    const Quat turn = conjugate(contact.pose.rotation) * pose_between(model, contact).rotation;
    return 2 * length(Vec3{turn.x, turn.y, turn.z});
}

/// A half-space has no farthest point: the other is watched from it.
float radius_of(const Model& model, int32_t body, uint32_t shape) {
    const bool endless = model.shapes[shape].view.kind == ShapeKind::half_space;
    return endless ? infinity : model.extents[at(body)].radius;
}

/// How far the pair may move before it must be looked at again. No point of a body, seen from another, goes
/// farther than its centre does plus twice its distance from the centre times the sine of half the angle: so
/// a pair that is apart stays apart for as long as these are smaller than its clearance.
void set_keeping(const Model& model, ContactRecord& contact, const Manifold& manifold, bool touches) {
    const float radius_a = radius_of(model, contact.body_a, contact.shape_a);
    const float radius_b = radius_of(model, contact.body_b, contact.shape_b);
    const float radius = max_of(min_of(radius_a, radius_b), linear_slop);
    contact.seen_from_b = radius_b > radius_a;
    contact.pose = pose_between(model, contact);
    if (contact.sensor && manifold.count > 0) {
        // nothing must be steady here, and an overlap begins and ends where it does
        contact.keep_distance = contact.keep_half_sine = 0;
    } else if (touches) {
        contact.keep_distance = contact.recycle_distance;
        contact.keep_half_sine = contact.recycle_half_sine;
        // what was left out may come down by half a millimetre
        if (manifold.left_out)
            contact.keep_half_sine = min_of(contact.keep_half_sine, 0.1f * linear_slop / radius);
    } else {
        const float clearance = manifold.clearance + apart_distance;
        contact.keep_distance = 0.5f * clearance;
        contact.keep_half_sine = 0.25f * clearance / radius;
    }
}

/// What the narrow phase will read of a pair.
void ask_for_pair(const Model& model, const ContactRecord& contact) {
    for (const uint32_t shape : {contact.shape_a, contact.shape_b}) ask_for(&model.shapes[shape]);
    for (const int32_t body : {contact.body_a, contact.body_b}) {
        ask_for(&model.bodies[at(body)].center_of_mass);
        ask_for(&model.extents[at(body)]);
    }
}

/// Where that has come, what it leads to.
void ask_for_bounds(Model& model, const ContactRecord& contact) {
    for (const uint32_t index : {contact.shape_a, contact.shape_b}) {
        const ShapeRecord& shape = model.shapes[index];
        ask_for(&model.tree(shape).bounds(shape.proxy), sizeof(Bounds));
    }
    if (contact.touching && contact.color != none) ask_for_manifold(model, contact);
}

bool overlapping(const Manifold& manifold) {
    for (int i = 0; i < manifold.count; ++i)
        if (manifold.points[i].separation <= 0) return true;
    return false;
}

bool bounds_overlap(const Model& model, const ContactRecord& contact) {
    const ShapeRecord& a = model.shapes[contact.shape_a];
    const ShapeRecord& b = model.shapes[contact.shape_b];
    return overlap(model.tree(a).bounds(a.proxy), model.tree(b).bounds(b.proxy));
}

/// The manifold of a pair that is no sensor: written to its lane, or kept until it has one.
void take_manifold(Model& model, int32_t index, const Manifold& manifold, const Transform& b_in_a,
                   ManifoldBatch& batch, CollideResult& result) {
    ContactRecord& contact = model.contacts[at(index)];
    const bool was_fresh = contact.fresh;
    contact.fresh = false;
    if (manifold.count == 0) {
        if (contact.touching)
            result.ended.push_back(index);
        else if (was_fresh && nobody_awake(model, contact))
            result.resting.push_back(index);
        return;
    }
    result.points += manifold.count;
    if (contact.color == none)
        result.began.push_back({index, manifold});
    else if (manifold.count > class_points[contact.point_class])
        result.grown.push_back({index, manifold});
    else
        pend_manifold(batch.add(), model, contact, manifold, b_in_a, was_fresh || contact.moving_surface);
}

void collide_one(Model& model, int32_t index, ManifoldBatch& batch, CollideResult& result) {
    ContactRecord& contact = model.contacts[at(index)];
    if (!bounds_overlap(model, contact)) return result.separated.push_back(index);
    ++result.collided;
    Transform b_in_a;
    const Manifold manifold = compute_manifold(model, contact, turn_since(model, contact), b_in_a);
    if (contact.sensor) {
        const bool touches = overlapping(manifold);
        set_keeping(model, contact, manifold, touches);
        contact.fresh = false;
        if (touches != contact.touching) result.sensors_changed.push_back(index);
        if (nobody_awake(model, contact)) result.resting.push_back(index);
    } else {
        set_keeping(model, contact, manifold, manifold.count > 0);
        take_manifold(model, index, manifold, b_in_a, batch, result);
    }
}

/// Pairs of a task and of one kind, to be answered together.
struct RoundBatch {
    int count = 0, taken = 0;
    int32_t pairs[RoundAnswers::most];
    RoundAnswers answers;
};

/// The points of a pair that touches, as the narrow phase gives them.
void read_answer(const RoundAnswers& answers, RoundPair kind, int i, Manifold& manifold, Transform& b_in_a) {
    const auto vector = [&](const float(&columns)[3][RoundAnswers::most]) {
        return Vec3{columns[0][i], columns[1][i], columns[2][i]};
    };
    const auto& turn = answers.b_rotation;
    b_in_a = {vector(answers.b_position), {turn[0][i], turn[1][i], turn[2][i], turn[3][i]}};
    manifold.normal = vector(answers.normal);
    for (uint32_t k = 0; k < 2; ++k) {
        if (!(answers.has_point[k] >> i & 1)) continue;
        const uint32_t feature = kind == RoundPair::spheres    ? 0
                                 : kind == RoundPair::capsules ? 4
                                                               : narrow::vertex_a_feature(k);
        manifold.points[manifold.count++] = {vector(answers.position[k]), answers.separation[k][i], feature};
    }
}

/// As collide_one, of what was answered already.
void take_answer(Model& model, RoundBatch& round, ManifoldBatch& batch, CollideResult& result) {
    const int i = round.taken++;
    const int32_t index = round.pairs[i];
    if (round.answers.unsure >> i & 1) return collide_one(model, index, batch, result);
    const ContactRecord& contact = model.contacts[at(index)];
    const bool apart = round.answers.apart >> i & 1;
    // spheres and capsules among themselves stay while they touch, though their bounds may have just parted
    if ((apart || contact.round == RoundPair::capsule_box) && !bounds_overlap(model, contact))
        return result.separated.push_back(index);
    ++result.collided;
    Manifold manifold;
    Transform b_in_a;
    if (!apart) read_answer(round.answers, contact.round, i, manifold, b_in_a);
    take_manifold(model, index, manifold, b_in_a, batch, result);
}

/// The pairs of a task that do not keep what they have, in their order.
struct MovedPairs {
    int count = 0;
    int32_t pairs[contacts_per_task];
    RoundBatch batches[4];  // by RoundPair, of which the first is none
};

void clear(CollideResult& result) {
    result.separated.clear(), result.ended.clear(), result.began.clear(), result.grown.clear();
    result.sensors_changed.clear(), result.resting.clear();
    result.recycled = result.collided = result.points = 0;
}

/// Of the task that begins with this active contact.
void find_moved(const Model& model, int first, MovedPairs& moved, CollideResult& result) {
    const int left = static_cast<int>(model.active_contacts.size()) - first;
    const int here = std::min(contacts_per_task, left);
    const int32_t* const pairs = model.active_contacts.data() + first;
    const uint64_t kept = kept_pairs(model.columns.lanes)
                              .barely_moved(model.contacts.data(), pairs, here, left, model.poses.data());
    for (int i = 0; i < here; ++i) {
        const ContactRecord& contact = model.contacts[at(pairs[i])];
        if ((kept >> i & 1) && !contact.fresh && !contact.moving_surface) {
            ++result.recycled;
            result.points += contact.count;
            continue;
        }
        ask_for(&contact.recycle_distance);  // the second half of the record
        RoundBatch& batch = moved.batches[static_cast<int>(contact.round)];
        batch.pairs[batch.count++] = moved.pairs[moved.count++] = pairs[i];
    }
}

/// Those that are answered together.
void answer_round(Model& model, MovedPairs& moved) {
    const RoundPairs& round = round_pairs(model.columns.lanes);
    const RoundWorld world{model.contacts.data(), model.poses.data(), model.extents.data(),
                           model.bodies.data(), model.shapes.data()};
    for (int kind = 1; kind < 4; ++kind) {
        RoundBatch& batch = moved.batches[kind];
        for (int i = 0; i < batch.count; ++i) ask_for_pair(model, model.contacts[at(batch.pairs[i])]);
        if (batch.count > 0) round.of[kind](world, batch.pairs, batch.count, batch.answers);
    }
}

/// Takes the answers, and asks the narrow phase about all others.
void collide_moved(Model& model, MovedPairs& moved, bool far, CollideResult& result) {
    ManifoldBatch batch(model.columns.lanes, model.bodies.data());
    const auto contact_of = [&](int i) -> const ContactRecord& { return model.contacts[at(moved.pairs[i])]; };
    ask_ahead(
        moved.count,
        [&](int i) {
            if (contact_of(i).round == RoundPair::neither) ask_for_pair(model, contact_of(i));
        },
        [&](int i) {
            if (far) ask_for_bounds(model, contact_of(i));
        },
        [&](int i) {
            const RoundPair kind = contact_of(i).round;
            if (kind == RoundPair::neither)
                collide_one(model, moved.pairs[i], batch, result);
            else
                take_answer(model, moved.batches[static_cast<int>(kind)], batch, result);
        });
}

/// Calls f(pair) for those that end or begin to touch, get more points, or part.
template <class F>
void for_each_change(const CollideResult& result, F&& f) {
    for (const int32_t index : result.ended) f(index);
    for (const NewManifold& grown : result.grown) f(grown.contact);
    for (const NewManifold& began : result.began) f(began.contact);
    for (const int32_t index : result.separated) f(index);
}

/// What a change of a pair leads to.
void ask_for_ends(Model& model, const ContactRecord& contact) {
    for (const int32_t body : {contact.body_a, contact.body_b})
        ask_for(&model.bodies[at(body)].type), ask_for(&model.bodies[at(body)].contact_colors);
    if (contact.color != none) ask_for_lane(model, contact);
}

/// What lies asleep on a body that has moved away.
void wake_sleeper(World::Impl& world, int32_t contact) {
    for (const int32_t body :
         {world.model.contacts[at(contact)].body_a, world.model.contacts[at(contact)].body_b})
        if (world.model.bodies[at(body)].dynamic() && !world.model.bodies[at(body)].awake) wake(world, body);
}

/// A pair that would touch at a seam of the ground does not. As it moves it is looked at again.
bool pass_seam(World::Impl& world, const NewManifold& began) {
    Model& model = world.model;
    ContactRecord& contact = model.contacts[at(began.contact)];
    if (!meets_seam(model, contact, began.manifold)) return false;
    const float radius = max_of(min_of(radius_of(model, contact.body_a, contact.shape_a),
                                       radius_of(model, contact.body_b, contact.shape_b)),
                                linear_slop);
    contact.keep_distance = min_of(contact.keep_distance, 0.1f * linear_slop);
    contact.keep_half_sine = min_of(contact.keep_half_sine, 0.1f * linear_slop / radius);
    world.report.contact_points -= began.manifold.count;
    return true;
}

/// The changes that one task found, but for the pairs that parted.
void take_changes(World::Impl& world, const CollideResult& result) {
    StepReport& report = world.report;
    report.recycled += result.recycled;
    report.collided += result.collided;
    report.contact_points += result.points;
    for (const NewManifold& grown : result.grown) grow_manifold(world.model, grown.contact, grown.manifold);
    for (int32_t index : result.ended) {
        report_end(world, index);
        end_touching(world, index);
        wake_sleeper(world, index);
    }
    for (int32_t index : result.sensors_changed) {
        ContactRecord& contact = world.model.contacts[at(index)];
        if (contact.touching) report_end(world, index);
        contact.touching = !contact.touching;
        if (contact.touching) report_begin(world, index);
    }
    for (const NewManifold& began : result.began) {
        const bool touched = world.model.contacts[at(began.contact)].touching;
        if (!touched && pass_seam(world, began)) continue;
        begin_touching(world, began.contact, began.manifold);
        if (!touched) report_begin(world, began.contact);
    }
    for (int32_t index : result.resting) retire_contact(world.model, index);
}

}  // namespace

void collide_pairs(World::Impl& world, Crew& crew) {
    Model& model = world.model;
    const int count = static_cast<int>(model.active_contacts.size());
    const int tasks = (count + contacts_per_task - 1) / contacts_per_task;
    auto& results = world.scratch.collide;
    if (static_cast<int>(results.size()) < tasks) results.resize(static_cast<size_t>(tasks));
    for (CollideResult& result : results) clear(result);
    crew.for_blocks(tasks, [&](int task) {
        CollideResult& result = results[static_cast<size_t>(task)];
        MovedPairs moved;
        find_moved(model, task * contacts_per_task, moved, result);
        answer_round(model, moved);
        collide_moved(model, moved, count > most_near, result);
    });
}

void update_contacts(World::Impl& world) {
    StepReport& report = world.report;
    report.recycled = report.collided = report.contact_points = 0;
    Model& model = world.model;
    const std::vector<CollideResult>& results = world.scratch.collide;
    ask_ahead(
        static_cast<int>(results.size()),
        [&](int task) {
            for_each_change(results[at(task)], [&](int32_t index) {
                ask_for(&model.contacts[at(index)], sizeof(ContactRecord));
            });
        },
        [&](int task) {
            for_each_change(results[at(task)],
                            [&](int32_t index) { ask_for_ends(model, model.contacts[at(index)]); });
        },
        [&](int task) { take_changes(world, results[at(task)]); });
    // last, because a destroyed contact's slot may be given to another
    for (CollideResult& result : world.scratch.collide)
        for (int32_t index : result.separated) {
            // what slept on it does not hang in the air
            if (model.contacts[at(index)].touching && !model.contacts[at(index)].sensor)
                wake_sleeper(world, index);
            destroy_contact(world, index);
        }
    // until here it told who was placed anew
    for (uint32_t shape : model.moved_shapes) model.shape_marks[shape].moved = false;
    model.moved_shapes.clear();
}

}  // namespace cairn
