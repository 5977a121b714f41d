// Stage 7: poses move on, bounds follow, bodies that left the finite range are frozen.

#include <algorithm>

#include "base/ask.hpp"
#include "base/check.hpp"
#include "base/index.hpp"
#include "base/range.hpp"
#include "geometry/bounds.hpp"
#include "world/impl.hpp"
#include "world/move_bodies.hpp"

namespace cairn {

namespace {

constexpr int bodies_per_task = most_moved_bodies;

/// By how much the outer box reaches farther than the inner one, where it does least.
float room_between(const Bounds& outer, const Bounds& inner) {
    const Vec3 below = inner.lower - outer.lower, above = outer.upper - inner.upper;
    const Vec3 least = min_of(below, above);
    return min_of(least.x, min_of(least.y, least.z));
}

/// Coordinates are rounded by less than this share of them.
constexpr float rounding_share = 1e-6f;

void ask_for_shape(const Model& model, int32_t index) {
    const int32_t shape = model.bodies[at(index)].first_shape;
    if (shape != none) ask_for(&model.shapes[at(shape)].proxy), ask_for(&model.shapes[at(shape)].shape);
}
/// Where that has come.
void ask_for_bounds(const Model& model, int32_t index) {
    const int32_t first = model.bodies[at(index)].first_shape;
    if (first == none) return;
    const ShapeRecord& shape = model.shapes[at(first)];
    ask_for(&model.tree(shape).bounds(shape.proxy), sizeof(Bounds)), ask_for(&model.shape_marks[at(first)]);
}

/// Shapes that left their fat bounds get new ones.
void follow_bounds(Model& model, int32_t index, FinishResult& result) {
    const Transform frame = model.frame(index);
    float room = infinity;
    for (int32_t s = model.bodies[at(index)].first_shape; s != none; s = model.shapes[at(s)].next) {
        ShapeRecord& shape = model.shapes[at(s)];
        const Bounds box = shape_bounds(shape.shape, frame);
        BoundsTree& tree = model.tree(shape);
        if (!contains(tree.bounds(shape.proxy), box)) {
            const Vec3 margin{shape.margin, shape.margin, shape.margin};
            tree.set_bounds(shape.proxy, {box.lower - margin, box.upper + margin});
            if (model.mark_moved(s)) result.moved_shapes.push_back(static_cast<uint32_t>(s));
        }
        room = min_of(room, room_between(tree.bounds(shape.proxy), box));
    }
    const Vec3 far = abs_of(frame.position);
    const float size = max_of(far.x, max_of(far.y, far.z)) + model.extents[at(index)].radius;
    model.extents[at(index)].room = room - rounding_share * size;
}

/// Bodies with locked axes have another inertia than lanes can tell.
void refresh_locked(Model& model, const int32_t* bodies, int count) {
    for (int i = 0; i < count; ++i)
        if (model.bodies[at(bodies[i])].locks != 0) refresh_pose(model, bodies[i]);
}

}  // namespace

bool in_range(const Velocity& velocity) {
    // false for NaN
    return length_squared(velocity.linear) <= fastest * fastest &&
           length_squared(velocity.angular) <= fastest * fastest;
}

void freeze(World::Impl& world, int32_t index) {
    Model& model = world.model;
    Body& body = model.bodies[at(index)];
    if (body.frozen) return;
    destroy_contacts_of(world, index);
    put_to_sleep(world, {index});
    world.sink().fell_asleep.pop_back();
    forget_impulses(model, index);  // they may be what threw it
    body.frozen = true;
    body.force = body.torque = {};
    model.poses[at(index)].inverse_mass = 0;
    refresh_pose(model, index);
    ++model.frozen_count;
    world.sink().frozen.push_back(model.body_ids.id(static_cast<uint32_t>(index)));
    place_shapes(model, index);  // contacts with what still moves are found anew
    revive_joints(model, index);
}

void thaw(World::Impl& world, int32_t index) {
    Model& model = world.model;
    if (!model.bodies[at(index)].frozen) return;
    destroy_contacts_of(world, index);
    retire_joints(model, index);
    model.bodies[at(index)].frozen = false;
    --model.frozen_count;
    update_mass(model, index);
}

void finish_step(World::Impl& world, Crew& crew, float dt) {
    Model& model = world.model;
    const int count = static_cast<int>(model.awake_bodies.size());
    const int tasks = (count + bodies_per_task - 1) / bodies_per_task;
    auto& results = world.scratch.finish;
    if (static_cast<int>(results.size()) < tasks) results.resize(static_cast<size_t>(tasks));
    const BodyMover& mover = body_mover(model.columns.lanes);
    const SoftStepScratch& step = world.scratch.soft_step;
    const MoveArrays arrays{
        model.poses.data(),      model.extents.data(), model.stances.data(), model.bodies.data(),
        model.velocities.data(), step.motion.data(),   model.sleep_speed,    dt};
    crew.for_blocks(tasks, [&](int task) {
        FinishResult& result = results[static_cast<size_t>(task)];
        result.moved_shapes.clear(), result.frozen.clear();
        const int first = task * bodies_per_task, here = std::min(bodies_per_task, count - first);
        const int32_t* const bodies = model.awake_bodies.data() + first;
        const MovedBodies moved = mover.move(arrays, bodies, here);
        if (model.any_locks) refresh_locked(model, bodies, here);
        for (uint64_t lost = moved.lost; lost != 0; lost &= lost - 1)
            result.frozen.push_back(bodies[__builtin_ctzll(lost)]);
        int32_t leaving[bodies_per_task];
        int left = 0;
        for (uint64_t used = moved.room_used; used != 0; used &= used - 1)
            ask_for(&model.bodies[at(leaving[left++] = bodies[__builtin_ctzll(used)])].first_shape);
        ask_ahead(
            left, [&](int i) { ask_for_shape(model, leaving[i]); },
            [&](int i) { ask_for_bounds(model, leaving[i]); },
            [&](int i) { follow_bounds(model, leaving[i], result); });
    });
    for (int32_t index : model.pushed_bodies)
        model.bodies[at(index)].force = model.bodies[at(index)].torque = {};
    model.pushed_bodies.clear();
    for (int task = 0; task < tasks; ++task) {
        const FinishResult& result = results[static_cast<size_t>(task)];
        model.moved_shapes.insert(model.moved_shapes.end(), result.moved_shapes.begin(),
                                  result.moved_shapes.end());
    }
    for (int task = 0; task < tasks; ++task)
        for (int32_t index : results[static_cast<size_t>(task)].frozen) freeze(world, index);
    if (!model.moved_shapes.empty()) update_trees(model);
}

}  // namespace cairn
