// A body that is stopped on its way has not come as far as those that are joined to it. Left so, the joint
// would be torn open by what they moved on, decimetres in a step, and its spring would throw them back with
// many times the energy of the fall. So they stop with it, at the same time within the step.

#include "base/index.hpp"
#include "world/continuous.hpp"
#include "world/impl.hpp"
#include "world/joint_graph.hpp"

namespace cairn {

namespace {

/// Joined bodies may stop at times so near to each other that the faster one goes no farther than this in
/// between. What it does to a joint does not matter, and the far end of a large net goes on moving.
constexpr float most_stretch = 0.05f * linear_slop;

/// Upper bound of the way any point of the body goes in a whole step.
float way_of(const Model& model, int32_t body, float dt) {
    const Velocity& velocity = model.velocities[at(body)];
    return dt * (length(velocity.linear) + model.extents[at(body)].radius * length(velocity.angular));
}

/// Lowers the shares of what is joined, until nothing is more than the stretch ahead of its neighbours. The
/// order does not matter: the shares that are left are the largest for which that is so.
void spread(const Model& model, ContinuousScratch& scratch, float dt) {
    std::vector<int32_t>& queue = scratch.queue;
    for (size_t next = 0; next < queue.size(); ++next) {
        const int32_t body = queue[next];
        const float way = way_of(model, body, dt);
        visit_joined(model, body, [&](int32_t other) {
            if (!model.bodies[at(other)].dynamic() || !model.bodies[at(other)].awake) return;
            const float both = max_of(max_of(way, way_of(model, other, dt)), most_stretch);
            const float share = scratch.share[at(body)] + most_stretch / both;
            if (!(share < scratch.share[at(other)])) return;
            scratch.share[at(other)] = share;
            queue.push_back(other);
        });
    }
}

}  // namespace

void stop_joined(World::Impl& world, float dt) {
    Model& model = world.model;
    ContinuousScratch& scratch = world.scratch.continuous;
    const auto stopped = [&](size_t i) {
        return scratch.stopped_at[i] < 1 && model.bodies[at(scratch.fast[i])].first_joint != none;
    };
    scratch.queue.clear();
    for (size_t i = 0; i < scratch.fast.size(); ++i)
        if (stopped(i)) scratch.queue.push_back(scratch.fast[i]);
    if (scratch.queue.empty()) return;
    scratch.share.assign(model.bodies.size(), 1);
    for (size_t i = 0; i < scratch.fast.size(); ++i)
        if (stopped(i)) scratch.share[at(scratch.fast[i])] = scratch.stopped_at[i];
    scratch.cut_to = scratch.share;
    spread(model, scratch, dt);
    for (const int32_t body : scratch.queue) {  // some more than once
        float& cut_to = scratch.cut_to[at(body)];
        const float share = scratch.share[at(body)];
        if (!(share < cut_to)) continue;
        shorten_motion(model, world.scratch.soft_step, body, share / cut_to, cut_to * dt);
        cut_to = share;
    }
}

}  // namespace cairn
