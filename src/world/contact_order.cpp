// The order of contacts within a colour. It means nothing to the result, since contacts of a colour share no
// body that moves, and much to the time: workers take runs of each colour in order (base/crew.hpp), and
// find a body in their own cache only if every colour names the bodies in the same order; and parts of the
// world can be solved one after another only if no block has contacts of two (model/parts.hpp). Contacts come
// and go at the end of a colour or part; a few colours a step are put in order again, where enough has
// changed.

#include <algorithm>

#include "base/index.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

/// By part, and in it by the smaller slot of the bodies that move.
ContactOrder::Entry entry_of(const Model& model, const ContactGroup& group, int32_t slot) {
    const int32_t key = first_moving(group.body_a[at(slot)], group.body_b[at(slot)]);
    return {model.parts.count > 1 ? model.parts.part(key) : 0, key, slot};
}

/// Whether every contact is in a segment of its part, and nearly all in one.
bool in_segments(const Model& model, const ContactGroup& group) {
    if (model.parts.count == 1) return group.segments.empty();
    if (group.parts != model.parts.count || group.segments.size() > at(5 * model.parts.count / 4))
        return false;
    for (const Segment& segment : group.segments)
        for (int32_t slot = segment.begin; slot < segment.begin + segment.used; ++slot)
            if (entry_of(model, group, slot).part != segment.part) return false;
    return true;
}

bool in_order(const Model& model, const ContactGroup& group) {
    if (!in_segments(model, group)) return false;
    int descents = 0;
    group.for_each_run([&](int first, int last) {
        for (int slot = first + 1; slot < last; ++slot)
            descents += entry_of(model, group, slot) < entry_of(model, group, slot - 1);
    });
    return descents <= group.count() / 16;
}

void put_in_order(Model& model, int color, int point_class, ContactOrder& order) {
    ContactGroup& group = model.columns.groups[color][point_class];
    if (group.slots() == 0 || in_order(model, group)) return;
    order.entries.clear();
    group.for_each_run([&](int first, int last) {
        for (int slot = first; slot < last; ++slot) order.entries.push_back(entry_of(model, group, slot));
    });
    std::sort(order.entries.begin(), order.entries.end());  // keys of a colour differ: a total order
    model.columns.permute(color, point_class, order, model.parts.count);
    for (int32_t slot = 0; slot < group.slots(); ++slot)
        if (group.contacts[at(slot)] != none) model.contacts[at(group.contacts[at(slot)])].slot = slot;
}

}  // namespace

void order_contacts(World::Impl& world, Crew& crew, bool all) {
    Model& model = world.model;
    const auto order_colors = [&](int first) {
        crew.for_blocks(ordered_colors * point_classes, [&](int task) {
            put_in_order(model, first + task / point_classes, task % point_classes,
                         world.scratch.order[task]);
        });
    };
    const int turns = color_count / ordered_colors;
    const int turn = static_cast<int>(model.step_count % turns);
    for (int i = 0; i < turns; ++i)
        if (all || i == turn) order_colors(i * ordered_colors);
}

void join_parts(World::Impl& world) {
    Model& model = world.model;
    model.parts = {};
    for (int color = 0; color < color_count; ++color)
        for (int k = 0; k < point_classes; ++k) put_in_order(model, color, k, world.scratch.order[0]);
}

}  // namespace cairn
