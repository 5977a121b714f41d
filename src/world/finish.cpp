// Stage 7: poses move on, bounds follow, bodies that left the finite range are frozen.

#include <algorithm>

#include "base/check.hpp"
#include "base/range.hpp"
#include "geometry/bounds.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

constexpr int bodies_per_task = 64;

size_t at(int32_t index) { return static_cast<size_t>(index); }

bool sane(const Pose& pose, const Velocity& velocity) {
    return is_finite(pose.center) && is_finite(pose.rotation) && in_range(velocity) &&
           length_squared(pose.center) < farthest * farthest;
}

void move_body(Model& model, const SoftStepScratch& scratch, int32_t index, FinishResult& result) {
    Pose& pose = model.poses[at(index)];
    const Motion& motion = scratch.motion[at(index)];
    const Pose before = pose;
    pose.center += motion.translation;
    pose.rotation = normalized(scratch.turn[at(index)] * pose.rotation);
    if (!sane(pose, model.velocities[at(index)])) {
        pose = before;
        result.frozen.push_back(index);
    }
    refresh_pose(model, index);
}

void update_quiet_time(const Model& model, Body& body, const Velocity& velocity, float dt) {
    const float speed = length(velocity.linear) + body.radius * length(velocity.angular);
    body.quiet_time = speed > model.sleep_speed ? 0 : body.quiet_time + dt;
}

/// Shapes that left their fat bounds get new ones.
void follow_bounds(Model& model, int32_t index, FinishResult& result) {
    const Transform frame = model.frame(index);
    for (int32_t s = model.bodies[at(index)].first_shape; s != none; s = model.shapes[at(s)].next) {
        ShapeRecord& shape = model.shapes[at(s)];
        const Bounds box = shape_bounds(shape.shape, frame);
        BoundsTree& tree = model.tree(shape);
        if (contains(tree.bounds(shape.proxy), box)) continue;
        const Vec3 margin{shape.margin, shape.margin, shape.margin};
        tree.set_bounds(shape.proxy, {box.lower - margin, box.upper + margin});
        if (shape.moved) continue;
        shape.moved = true;
        result.moved_shapes.push_back(static_cast<uint32_t>(s));
    }
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
    crew.for_blocks(tasks, [&](int task) {
        FinishResult& result = results[static_cast<size_t>(task)];
        result.moved_shapes.clear(), result.frozen.clear();
        const int last = std::min(count, (task + 1) * bodies_per_task);
        for (int i = task * bodies_per_task; i < last; ++i) {
            const int32_t index = model.awake_bodies[at(i)];
            move_body(model, world.scratch.soft_step, index, result);
            Body& body = model.bodies[at(index)];
            update_quiet_time(model, body, model.velocities[at(index)], dt);
            follow_bounds(model, index, result);
            body.force = body.torque = {};
        }
    });
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
