// Cuts the world into parts that fit a cache (model/parts.hpp): islands, found now and then, put together in
// the order of their bodies.

#include <algorithm>

#include "base/index.hpp"
#include "base/union_find.hpp"
#include "world/impl.hpp"
#include "world/joint_graph.hpp"

namespace cairn {

namespace {

/// Contacts and joints of a part: with their bodies half a megabyte, half the second cache of one core (twice
/// as many are as fast for one worker, and leave several of them too few parts to share out).
constexpr int32_t part_size = 1024;
/// Steps between two looks. A part that grew in between is solved with the one it touches.
constexpr uint64_t interval = 32;

/// Calls f(a, b) for the two bodies of each constraint.
template <class F>
void for_each_edge(const Model& model, F&& f) {
    for (const auto& color : model.columns.groups)
        for (const LaneGroup& group : color)
            group.for_each([&](int32_t index) {
                const ContactRecord& contact = model.contacts[at(index)];
                f(contact.body_a, contact.body_b);
            });
    for_each_awake_joint(model, [&](const JointRecord& joint) { for_each_pair(joint, f); });
}

/// Moves in the course of a step: islands that touch the same kinematic body go together, since all must see
/// it where it is in the sub-step.
bool moves(const Model& model, int32_t body) { return model.bodies[at(body)].awake; }

/// Whether the parts there are still serve.
bool still_apart(const Model& model) {
    if (model.parts.count == 1) return false;
    bool apart = true;
    for (int32_t body : model.awake_bodies) apart &= model.parts.knows(body);
    for_each_edge(model, [&](int32_t a, int32_t b) {
        if (moves(model, a) && moves(model, b)) apart &= model.parts.part(a) == model.parts.part(b);
    });
    return apart;
}

/// Every awake body's island, named by its first body, and what each weighs.
void find_islands(const Model& model, std::vector<int32_t>& parent, std::vector<int32_t>& weight) {
    parent.resize(model.bodies.size());
    weight.assign(model.bodies.size(), 0);
    for (int32_t body : model.awake_bodies) parent[at(body)] = body;
    for_each_edge(model, [&](int32_t a, int32_t b) {
        if (moves(model, a) && moves(model, b)) unite(parent, a, b);
        ++weight[at(moves(model, a) ? a : b)];
    });
    for (int32_t body : model.awake_bodies) {
        const int32_t island = root(parent, body);
        if (island != body) weight[at(island)] += weight[at(body)];
    }
}

/// Islands in the order of their first bodies, as many in a part as it may weigh.
void fill_parts(const Model& model, std::vector<int32_t>& parent, const std::vector<int32_t>& weight,
                Parts& parts) {
    parts.of_body.assign(model.bodies.size(), none);
    int32_t part = 0, load = 0;
    for (int32_t body = 0; at(body) < model.bodies.size(); ++body) {
        if (!moves(model, body)) continue;
        const int32_t island = root(parent, body);
        if (island == body) {
            if (load > 0 && load + weight[at(body)] > part_size) ++part, load = 0;
            load += weight[at(body)];
        }
        // the island's first body came before
        parts.of_body[at(body)] = island == body ? part : parts.of_body[at(island)];
    }
    parts.count = part + 1;
}

}  // namespace

bool find_parts(World::Impl& world) {
    Model& model = world.model;
    if (model.step_count % interval != 1) return false;
    const int constraints = model.columns.count() + model.joint_columns.count();
    bool worth_it = constraints >= 2 * part_size;
    if (worth_it && still_apart(model)) return false;
    std::vector<int32_t>& parent = world.scratch.island_parent;
    std::vector<int32_t>& weight = world.scratch.island_weight;
    if (worth_it) {
        find_islands(model, parent, weight);
        // what hangs together for the most part is solved faster by all workers together
        worth_it = 2 * *std::max_element(weight.begin(), weight.end()) <= constraints;
    }
    if (worth_it)
        fill_parts(model, parent, weight, model.parts);
    else
        model.parts = {};
    return model.parts.count > 1;
}

}  // namespace cairn
