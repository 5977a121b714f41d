#include "model/contact_columns.hpp"

namespace cairn {

int ContactColumns::add(int color, int point_class, int32_t contact, BodyRef a, BodyRef b) {
    ContactGroup& group = groups[color][point_class];
    const int slot = group.count();
    const int width = lanes_of(color);
    if (slot % width == 0) {
        const size_t blocks = static_cast<size_t>(slot / width + 1);
        group.body_a.resize(blocks * static_cast<size_t>(width), ~0);
        group.body_b.resize(blocks * static_cast<size_t>(width), ~0);
        group.columns.resize(blocks * static_cast<size_t>(class_columns(point_class) * width), 0.0f);
    }
    group.contacts.push_back(contact);
    group.body_a[static_cast<size_t>(slot)] = a;
    group.body_b[static_cast<size_t>(slot)] = b;
    for (int column = 0; column < class_columns(point_class); ++column)
        at(color, point_class, slot, column) = 0;
    return slot;
}

int32_t ContactColumns::remove(int color, int point_class, int slot) {
    ContactGroup& group = groups[color][point_class];
    const int last = group.count() - 1;
    const int width = lanes_of(color);
    int32_t moved = -1;
    if (slot != last) {
        moved = group.contacts[static_cast<size_t>(last)];
        group.contacts[static_cast<size_t>(slot)] = moved;
        group.body_a[static_cast<size_t>(slot)] = group.body_a[static_cast<size_t>(last)];
        group.body_b[static_cast<size_t>(slot)] = group.body_b[static_cast<size_t>(last)];
        for (int column = 0; column < class_columns(point_class); ++column)
            at(color, point_class, slot, column) = at(color, point_class, last, column);
    }
    // an unused lane reads the world body and has no mass
    for (int column = 0; column < class_columns(point_class); ++column)
        at(color, point_class, last, column) = 0;
    group.contacts.pop_back();
    group.body_a[static_cast<size_t>(last)] = ~0;
    group.body_b[static_cast<size_t>(last)] = ~0;
    if (last % width == 0) {
        const size_t blocks = static_cast<size_t>(last / width);
        group.body_a.resize(blocks * static_cast<size_t>(width));
        group.body_b.resize(blocks * static_cast<size_t>(width));
        group.columns.resize(blocks * static_cast<size_t>(class_columns(point_class) * width));
    }
    return moved;
}

void ContactColumns::permute(int color, int point_class, ContactOrder& order) {
    ContactGroup& group = groups[color][point_class];
    ContactGroup& before = order.before;
    before = group;
    const auto width = static_cast<size_t>(lanes_of(color)),
               columns = static_cast<size_t>(class_columns(point_class));
    for (size_t slot = 0; slot < order.slots.size(); ++slot) {
        const auto from = static_cast<size_t>(order.slots[slot].second);
        group.contacts[slot] = before.contacts[from];
        group.body_a[slot] = before.body_a[from];
        group.body_b[slot] = before.body_b[from];
        const float* source = before.columns.data() + from / width * columns * width + from % width;
        float* target = group.columns.data() + slot / width * columns * width + slot % width;
        for (size_t column = 0; column < columns; ++column) target[column * width] = source[column * width];
    }
}

size_t ContactColumns::bytes() const {
    size_t total = 0;
    for (const auto& color : groups)
        for (const ContactGroup& group : color)
            total += bytes_of(group.contacts) + bytes_of(group.body_a) + bytes_of(group.body_b) +
                     bytes_of(group.columns);
    return total;
}

}  // namespace cairn
