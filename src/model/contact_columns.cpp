#include "model/contact_columns.hpp"

#include <algorithm>

namespace cairn {

namespace {

size_t index(int32_t i) { return static_cast<size_t>(i); }

void resize_blocks(ContactGroup& group, int blocks, int width, int point_class) {
    grow(group.body_a, index(blocks * width), ~0);
    grow(group.body_b, index(blocks * width), ~0);
    grow(group.columns, index(blocks) * index(class_columns(point_class) * width), 0.0f);
}

/// The segment of a slot; null where the world is one part.
Segment* segment_of(ContactGroup& group, int slot) {
    if (group.segments.empty()) return nullptr;
    const auto after = std::upper_bound(group.segments.begin(), group.segments.end(), slot,
                                        [](int s, const Segment& segment) { return s < segment.begin; });
    return &*(after - 1);
}

/// A segment of the part with a free slot; null: none.
Segment* roomy_segment(ContactGroup& group, int32_t part) {
    const auto roomy = [part](const Segment& s) { return s.part == part && s.used < s.room; };
    // nearly always there is one where the part's contacts are; those at the end are few
    const size_t parts = index(group.parts);
    if (index(part) < parts && roomy(group.segments[index(part)])) return &group.segments[index(part)];
    const auto found = std::find_if(group.segments.begin() + static_cast<std::ptrdiff_t>(parts),
                                    group.segments.end(), roomy);
    return found == group.segments.end() ? nullptr : &*found;
}

/// Segments with some room to spare, so that what comes and goes stays with its part.
void lay_out_segments(const ContactOrder& order, int32_t parts, std::vector<Segment>& segments) {
    segments.assign(index(parts), {});
    for (const ContactOrder::Entry& entry : order.entries) ++segments[index(entry.part)].used;
    int32_t begin = 0, part = 0;
    for (Segment& segment : segments) {
        segment.part = part++;
        segment.begin = begin;
        segment.room = (segment.used + segment.used / 8 + segment_grain - 1) / segment_grain * segment_grain;
        begin += segment.room;
    }
}

}  // namespace

int ContactColumns::take_slot(int color, int point_class, int32_t part) {
    ContactGroup& group = groups[color][point_class];
    const int slot = group.slots(), width = lanes_of(color);
    if (group.segments.empty()) {
        if (slot % width == 0) resize_blocks(group, slot / width + 1, width, point_class);
        group.contacts.push_back(-1);
        return slot;
    }
    Segment* segment = roomy_segment(group, part);
    if (!segment) {
        group.contacts.resize(index(slot + segment_grain), -1);
        resize_blocks(group, (slot + segment_grain) / width, width, point_class);
        group.free += segment_grain;
        segment = &group.segments.emplace_back(Segment{part, slot, 0, segment_grain});
    }
    --group.free;
    return segment->begin + segment->used++;
}

int ContactColumns::add(int color, int point_class, int32_t contact, BodyRef a, BodyRef b, int32_t part) {
    ContactGroup& group = groups[color][point_class];
    const int slot = take_slot(color, point_class, part);
    group.contacts[index(slot)] = contact;
    group.body_a[index(slot)] = a;
    group.body_b[index(slot)] = b;
    for (int column = 0; column < class_columns(point_class); ++column)
        at(color, point_class, slot, column) = 0;
    return slot;
}

void ContactColumns::move(int color, int point_class, int from, int to) {
    ContactGroup& group = groups[color][point_class];
    group.contacts[index(to)] = group.contacts[index(from)];
    group.body_a[index(to)] = group.body_a[index(from)];
    group.body_b[index(to)] = group.body_b[index(from)];
    for (int column = 0; column < class_columns(point_class); ++column)
        at(color, point_class, to, column) = at(color, point_class, from, column);
}

void ContactColumns::clear(int color, int point_class, int slot) {
    ContactGroup& group = groups[color][point_class];
    group.contacts[index(slot)] = -1;
    group.body_a[index(slot)] = group.body_b[index(slot)] = ~0;
    for (int column = 0; column < class_columns(point_class); ++column)
        at(color, point_class, slot, column) = 0;
}

int32_t ContactColumns::remove(int color, int point_class, int slot) {
    ContactGroup& group = groups[color][point_class];
    Segment* segment = segment_of(group, slot);
    const int last = segment ? segment->begin + segment->used - 1 : group.slots() - 1;
    if (slot != last) move(color, point_class, last, slot);
    clear(color, point_class, last);
    if (segment) {
        --segment->used;
        ++group.free;
    } else {
        group.contacts.pop_back();
        if (last % lanes_of(color) == 0)
            resize_blocks(group, last / lanes_of(color), lanes_of(color), point_class);
    }
    return slot != last ? group.contacts[index(slot)] : -1;
}

void ContactColumns::permute(int color, int point_class, ContactOrder& order, int32_t parts) {
    ContactGroup& group = groups[color][point_class];
    ContactGroup& before = order.before;
    before = group;  // a copy: of exchanged buffers, each colour ends up with one of the largest's size
    group.segments.clear();
    group.parts = parts;
    if (parts > 1) lay_out_segments(order, parts, group.segments);
    const int slots = parts > 1 ? group.segments.back().begin + group.segments.back().room
                                : static_cast<int>(order.entries.size());
    group.free = slots - static_cast<int32_t>(order.entries.size());
    group.contacts.assign(index(slots), -1);
    group.body_a.clear(), group.body_b.clear(), group.columns.clear();
    const int width = lanes_of(color);
    resize_blocks(group, (slots + width - 1) / width, width, point_class);
    const size_t columns = index(class_columns(point_class)), stride = index(width);
    int32_t slot = 0, part = -1;
    for (const ContactOrder::Entry& entry : order.entries) {
        if (parts > 1 && entry.part != part) slot = group.segments[index(part = entry.part)].begin;
        const size_t from = index(entry.from), to = index(slot++);
        group.contacts[to] = before.contacts[from];
        group.body_a[to] = before.body_a[from];
        group.body_b[to] = before.body_b[from];
        const float* source = before.columns.data() + from / stride * columns * stride + from % stride;
        float* target = group.columns.data() + to / stride * columns * stride + to % stride;
        for (size_t column = 0; column < columns; ++column) target[column * stride] = source[column * stride];
    }
}

size_t ContactColumns::bytes() const {
    size_t total = 0;
    for (const auto& color : groups)
        for (const ContactGroup& group : color)
            total += bytes_of(group.contacts) + bytes_of(group.body_a) + bytes_of(group.body_b) +
                     bytes_of(group.columns) + bytes_of(group.segments);
    return total;
}

}  // namespace cairn
