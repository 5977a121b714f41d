#include "model/lane_group.hpp"

#include <algorithm>

namespace cairn {

namespace {

size_t index(int32_t i) { return static_cast<size_t>(i); }

/// The segment of a slot; null where the world is one part.
Segment* segment_of(std::vector<Segment>& segments, int slot) {
    if (segments.empty()) return nullptr;
    const auto after = std::upper_bound(segments.begin(), segments.end(), slot,
                                        [](int s, const Segment& segment) { return s < segment.begin; });
    return &*(after - 1);
}

/// A segment of the part with a free slot; null: none.
Segment* roomy_segment(LaneGroup& group, int32_t part) {
    const auto roomy = [part](const Segment& s) { return s.part == part && s.used < s.room; };
    // nearly always there is one where the part's members are; those at the end are few
    const size_t parts = index(group.parts);
    if (index(part) < parts && roomy(group.segments[index(part)])) return &group.segments[index(part)];
    const auto found = std::find_if(group.segments.begin() + static_cast<std::ptrdiff_t>(parts),
                                    group.segments.end(), roomy);
    return found == group.segments.end() ? nullptr : &*found;
}

/// Segments with some room to spare, so that what comes and goes stays with its part.
void lay_out_segments(const LaneOrder& order, int32_t parts, std::vector<Segment>& segments) {
    segments.assign(index(parts), {});
    for (const LaneOrder::Entry& entry : order.entries) ++segments[index(entry.part)].used;
    int32_t begin = 0, part = 0;
    for (Segment& segment : segments) {
        segment.part = part++;
        segment.begin = begin;
        segment.room = (segment.used + segment.used / 8 + segment_grain - 1) / segment_grain * segment_grain;
        begin += segment.room;
    }
}

}  // namespace

void LaneGroup::resize_blocks(LaneShape shape, int blocks) {
    grow(body_a, index(blocks * shape.lanes), ~0);
    grow(body_b, index(blocks * shape.lanes), ~0);
    grow(columns, index(blocks) * index(shape.columns * shape.lanes), 0.0f);
}

void LaneGroup::zero(LaneShape shape, int slot) {
    float* const lane = columns.data() + shape.offset(slot, 0);
    for (int column = 0; column < shape.columns; ++column) lane[column * shape.lanes] = 0;
}

int LaneGroup::take_slot(LaneShape shape, int32_t part) {
    const int slot = slots();
    if (segments.empty()) {
        if (slot % shape.lanes == 0) resize_blocks(shape, slot / shape.lanes + 1);
        members.push_back(-1);
        return slot;
    }
    Segment* segment = roomy_segment(*this, part);
    if (!segment) {
        members.resize(index(slot + segment_grain), -1);
        resize_blocks(shape, (slot + segment_grain) / shape.lanes);
        free += segment_grain;
        segment = &segments.emplace_back(Segment{part, slot, 0, segment_grain});
    }
    --free;
    return segment->begin + segment->used++;
}

int LaneGroup::add(LaneShape shape, int32_t member, BodyRef a, BodyRef b, int32_t part) {
    const int slot = take_slot(shape, part);
    members[index(slot)] = member;
    body_a[index(slot)] = a;
    body_b[index(slot)] = b;
    zero(shape, slot);
    return slot;
}

void LaneGroup::move(LaneShape shape, int from, int to) {
    members[index(to)] = members[index(from)];
    body_a[index(to)] = body_a[index(from)];
    body_b[index(to)] = body_b[index(from)];
    const float* const source = columns.data() + shape.offset(from, 0);
    float* const target = columns.data() + shape.offset(to, 0);
    for (int column = 0; column < shape.columns; ++column)
        target[column * shape.lanes] = source[column * shape.lanes];
}

void LaneGroup::clear(LaneShape shape, int slot) {
    members[index(slot)] = -1;
    body_a[index(slot)] = body_b[index(slot)] = ~0;
    zero(shape, slot);
}

int32_t LaneGroup::remove(LaneShape shape, int slot) {
    Segment* segment = segment_of(segments, slot);
    const int last = segment ? segment->begin + segment->used - 1 : slots() - 1;
    if (slot != last) move(shape, last, slot);
    clear(shape, last);
    if (segment) {
        --segment->used;
        ++free;
    } else {
        members.pop_back();
        if (last % shape.lanes == 0) resize_blocks(shape, last / shape.lanes);
    }
    return slot != last ? members[index(slot)] : -1;
}

void LaneGroup::permute(LaneShape shape, LaneOrder& order, int32_t part_count) {
    LaneGroup& before = order.before;
    before = *this;  // a copy: of exchanged buffers, each colour ends up with one of the largest's size
    segments.clear();
    parts = part_count;
    const int32_t total = static_cast<int32_t>(order.entries.size());
    if (parts > 1) lay_out_segments(order, parts, segments);
    const int32_t room = parts > 1 ? segments.back().begin + segments.back().room : total;
    free = room - total;
    members.assign(index(room), -1);
    body_a.clear(), body_b.clear(), columns.clear();
    resize_blocks(shape, block_count(shape.lanes));
    int32_t slot = 0, part = -1;
    for (const LaneOrder::Entry& entry : order.entries) {
        if (parts > 1 && entry.part != part) slot = segments[index(part = entry.part)].begin;
        const size_t from = index(entry.from), to = index(slot);
        members[to] = before.members[from];
        body_a[to] = before.body_a[from];
        body_b[to] = before.body_b[from];
        const float* const source = before.columns.data() + shape.offset(entry.from, 0);
        float* const target = columns.data() + shape.offset(slot++, 0);
        for (int column = 0; column < shape.columns; ++column)
            target[column * shape.lanes] = source[column * shape.lanes];
    }
}

size_t LaneGroup::bytes() const {
    return bytes_of(members) + bytes_of(body_a) + bytes_of(body_b) + bytes_of(columns) + bytes_of(segments);
}

}  // namespace cairn
