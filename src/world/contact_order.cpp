// The order of contacts within a colour. It means nothing to the result, since contacts of a colour share no
// body that moves, and much to the time: workers take runs of each colour in order (base/crew.hpp), and
// find a body in their own cache only if every colour names the bodies in the same order. Contacts come and
// go at the end of a colour; a few colours a step are put in order again, where enough has changed.

#include <algorithm>

#include "world/impl.hpp"

namespace cairn {

namespace {

/// The smaller slot of the bodies that move.
int32_t key_of(const ContactGroup& group, int slot) {
    const BodyRef a = group.body_a[static_cast<size_t>(slot)], b = group.body_b[static_cast<size_t>(slot)];
    if (a < 0) return b;
    return b < 0 ? a : std::min(a, b);
}

bool in_order(const ContactGroup& group) {
    const int count = group.count();
    int descents = 0;
    for (int slot = 1; slot < count; ++slot) descents += key_of(group, slot) < key_of(group, slot - 1);
    return descents <= count / 16;
}

void put_in_order(Model& model, int color, int point_class, ContactOrder& order) {
    ContactGroup& group = model.columns.groups[color][point_class];
    if (in_order(group)) return;
    const int count = group.count();
    order.slots.resize(static_cast<size_t>(count));
    for (int slot = 0; slot < count; ++slot)
        order.slots[static_cast<size_t>(slot)] = {key_of(group, slot), slot};
    std::sort(order.slots.begin(), order.slots.end());  // keys of a colour differ: a total order
    model.columns.permute(color, point_class, order);
    for (int slot = 0; slot < count; ++slot)
        model.contacts[static_cast<size_t>(group.contacts[static_cast<size_t>(slot)])].slot = slot;
}

}  // namespace

void order_contacts(World::Impl& world, Crew& crew) {
    Model& model = world.model;
    const int first = static_cast<int>(model.step_count % (color_count / ordered_colors)) * ordered_colors;
    crew.for_blocks(ordered_colors * point_classes, [&](int task) {
        put_in_order(model, first + task / point_classes, task % point_classes, world.scratch.order[task]);
    });
}

}  // namespace cairn
