// The order of contacts and joints within a colour. It means nothing to the result, since constraints of a
// colour share no body that moves, and much to the time: workers take runs of each colour in order
// (base/crew.hpp), and find a body in their own cache only if every colour names the bodies in the same
// order; and parts of the world can be solved one after another only if no block has constraints of two
// (model/parts.hpp). Constraints come and go at the end of a colour or part; a few colours a step are put in
// order again, where enough has changed.

#include <algorithm>

#include "base/index.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

/// By part, and in it by the smaller slot of the bodies that move.
LaneOrder::Entry entry_of(const Parts& parts, const LaneGroup& group, int32_t slot) {
    const int32_t key = first_moving(group.body_a[at(slot)], group.body_b[at(slot)]);
    return {parts.count > 1 ? parts.part(key) : 0, key, slot};
}

/// Whether every member is in a segment of its part, and nearly all in one.
bool in_segments(const Parts& parts, const LaneGroup& group) {
    if (parts.count == 1) return group.segments.empty();
    if (group.parts != parts.count || group.segments.size() > at(5 * parts.count / 4)) return false;
    for (const Segment& segment : group.segments)
        for (int32_t slot = segment.begin; slot < segment.begin + segment.used; ++slot)
            if (entry_of(parts, group, slot).part != segment.part) return false;
    return true;
}

bool in_order(const Parts& parts, const LaneGroup& group) {
    if (!in_segments(parts, group)) return false;
    int descents = 0;
    group.for_each_run([&](int first, int last) {
        for (int slot = first + 1; slot < last; ++slot)
            descents += entry_of(parts, group, slot) < entry_of(parts, group, slot - 1);
    });
    return descents <= group.count() / 16;
}

/// Returns whether members have moved, and must be told.
bool put_in_order(const Parts& parts, LaneGroup& group, LaneShape shape, LaneOrder& order) {
    if (group.slots() == 0 || in_order(parts, group)) return false;
    order.entries.clear();
    group.for_each_run([&](int first, int last) {
        for (int slot = first; slot < last; ++slot) order.entries.push_back(entry_of(parts, group, slot));
    });
    std::sort(order.entries.begin(), order.entries.end());  // keys of a colour differ: a total order
    group.permute(shape, order, parts.count);
    return true;
}

/// Tells all members of a group where they are.
template <class Records>
void tell_slots(const LaneGroup& group, Records& records) {
    for (int32_t slot = 0; slot < group.slots(); ++slot)
        if (group.members[at(slot)] != none) records[at(group.members[at(slot)])].slot = slot;
}

/// The `index`-th group of a colour: contacts by points, then joints by kind.
void order_group(Model& model, int color, int index, LaneOrder& order) {
    if (index < point_classes) {
        LaneGroup& group = model.columns.groups[color][index];
        if (put_in_order(model.parts, group, model.columns.shape(color, index), order))
            tell_slots(group, model.contacts);
    } else {
        const auto kind = static_cast<JointKind>(index - point_classes);
        LaneGroup& group = model.joint_columns.group(color, kind);
        if (put_in_order(model.parts, group, model.joint_columns.shape(color, kind), order))
            tell_slots(group, model.joints);
    }
}

}  // namespace

void order_lanes(World::Impl& world, Crew& crew, bool all) {
    const auto order_colors = [&](int first) {
        crew.for_blocks(ordered_colors * groups_a_color, [&](int task) {
            order_group(world.model, first + task / groups_a_color, task % groups_a_color,
                        world.scratch.order[task]);
        });
    };
    const int turns = color_count / ordered_colors;
    const int turn = static_cast<int>(world.model.step_count % turns);
    for (int i = 0; i < turns; ++i)
        if (all || i == turn) order_colors(i * ordered_colors);
}

void join_parts(World::Impl& world) {
    world.model.parts = {};
    for (int color = 0; color < color_count; ++color)
        for (int i = 0; i < groups_a_color; ++i) order_group(world.model, color, i, world.scratch.order[0]);
}

}  // namespace cairn
