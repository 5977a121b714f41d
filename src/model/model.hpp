#pragma once
// All state of a world that its future depends on: plain values, so that a snapshot is a copy.

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <cairn/events.hpp>
#include <cairn/world.hpp>

#include "base/buffer.hpp"
#include "base/id_pool.hpp"
#include "collision/bounds_tree.hpp"
#include "model/body.hpp"
#include "model/body_state.hpp"
#include "model/contact.hpp"
#include "model/contact_columns.hpp"
#include "model/joint.hpp"
#include "model/joint_columns.hpp"
#include "model/pair_set.hpp"
#include "model/parts.hpp"
#include "model/shape_record.hpp"

namespace cairn {

/// A touching contact's manifold while its bodies sleep.
struct StoredManifold {
    float columns[class_columns(point_classes - 1)] = {};
};

/// Body slot 0 is the world itself: fixed, without shapes; joints to nobody hold on to it.
inline constexpr int32_t world_body = 0;

struct Model {
    Vec3 gravity;
    SoftStep solver;
    std::string stage_solver;            // another solver for stage 5, NAME[:key=value,...]; empty: soft-step
    std::vector<uint32_t> stage_memory;  // what that solver remembers from step to step
    bool sleep = true;
    float sleep_speed = 0.05f;
    bool continuous = true;
    float hit_event_speed = 1;
    uint64_t step_count = 0;
    float usual_step = 0;    // seconds: what automatic stiffness is made for
    float aimed_step = 0;    // what it is on its way to
    float last_substep = 0;  // seconds, to turn impulses into forces
    int32_t frozen_count = 0;
    bool any_hit_events = false;        // some shape ever asked for them
    bool any_locks = false;             // some body ever had any
    bool any_breakable_joints = false;  // some joint ever had a threshold
    bool any_torn_joints = false;       // some joint in the columns is JointRecord::torn
    int32_t stiff_contacts = 0;         // in the columns, between bodies of very different mass

    IdPool<BodyId> body_ids;
    Buffer<Body> bodies;
    Buffer<Pose> poses;
    Buffer<Stance> stances;
    Buffer<Velocity> velocities;
    Buffer<BodyExtent> extents;
    std::vector<int32_t> awake_bodies;   // dynamic and kinematic
    std::vector<int32_t> pushed_bodies;  // have a force or torque, which acts in the next step alone

    IdPool<ShapeId> shape_ids;
    Buffer<ShapeRecord> shapes;
    std::vector<ShapeMark> shape_marks;  // one each
    BoundsTree fixed_tree, moving_tree;
    std::vector<uint32_t> stale_shapes;  // placed by the user since the trees were updated, each once
    /// In the order they moved, each once. Those that were removed since may still be among them, unmarked.
    std::vector<uint32_t> moved_shapes;
    bool any_unmarked = false;  // there may be such

    PairSet pairs;
    Buffer<ContactRecord> contacts;
    std::vector<int32_t> free_contacts;
    std::vector<int32_t> active_contacts;  // those with an awake body
    ContactColumns columns;
    Parts parts;
    Buffer<StoredManifold> stored;
    std::vector<int32_t> free_stored;

    IdPool<JointId> joint_ids;
    Buffer<JointRecord> joints;
    JointColumns joint_columns;

    const BoundsTree& tree(const ShapeRecord& shape) const {
        return shape.fixed_tree ? fixed_tree : moving_tree;
    }
    BoundsTree& tree(const ShapeRecord& shape) { return shape.fixed_tree ? fixed_tree : moving_tree; }
    /// Whether it was not marked before: then it belongs at the end of `moved_shapes`.
    bool mark_moved(int32_t shape) {
        return !std::exchange(shape_marks[static_cast<size_t>(shape)].moved, true);
    }
    /// Of a shape that goes: to look for its place in the list would take as long as the list is.
    void unmark_moved(int32_t shape) {
        any_unmarked |= std::exchange(shape_marks[static_cast<size_t>(shape)].moved, false);
    }
    void drop_unmarked() {
        if (!std::exchange(any_unmarked, false)) return;
        std::erase_if(moved_shapes, [&](uint32_t shape) { return !shape_marks[shape].moved; });
    }
    /// Pose of the body's own frame (its origin, not its centre of mass).
    Transform frame(int32_t body) const {
        const Pose& pose = poses[static_cast<size_t>(body)];
        return {pose.center - rotate(pose.rotation, bodies[static_cast<size_t>(body)].center_of_mass),
                pose.rotation};
    }
    BodyRef reference(int32_t body) const {
        return bodies[static_cast<size_t>(body)].dynamic() ? body : ~body;
    }
    size_t bytes() const;
};

}  // namespace cairn
