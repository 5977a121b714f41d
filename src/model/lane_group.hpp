#pragma once
// Constraints where the solver wants them: each lives in one lane of a block of `lanes` of them, column by
// column (field * lanes + lane), for as long as it acts. A group are those of one colour and kind: contacts
// with room for as many points, joints of one type.

#include <cstdint>
#include <vector>

#include "base/buffer.hpp"

namespace cairn {

/// A body as a constraint names it: its slot where the solver may write it, the complement of its slot (a
/// negative number) where it may only be read (fixed and kinematic bodies).
using BodyRef = int32_t;
/// The smaller slot of those of two bodies that may be written.
inline BodyRef first_moving(BodyRef a, BodyRef b) { return a < 0 ? b : b < 0 ? a : a < b ? a : b; }

/// A run of slots that belongs to one part of the world (model/parts.hpp). The first `used` hold constraints,
/// the others are free; it starts on a block of any width, so that no block has constraints of two parts.
struct Segment {
    int32_t part = 0;
    int32_t begin = 0, used = 0, room = 0;
};
inline constexpr int segment_grain = 16;  // the widest block: slots do not depend on the number of lanes

/// How the constraints of a group lie in memory.
struct LaneShape {
    int lanes, columns;

    size_t offset(int slot, int column) const {
        return static_cast<size_t>(slot / lanes * columns + column) * static_cast<size_t>(lanes) +
               static_cast<size_t>(slot % lanes);
    }
};

struct LaneOrder;

struct LaneGroup {
    std::vector<int32_t> members;  // index of the contact or joint by slot, -1 where the slot is free
    Buffer<BodyRef> body_a;        // padded to whole blocks with ~0, as free slots are
    Buffer<BodyRef> body_b;
    Buffer<float> columns;
    // One of each part, then more of parts that found no room, each where the one before ends. Empty: the
    // world is one part, and there are no gaps.
    std::vector<Segment> segments;
    int32_t parts = 0;  // with which the segments were made
    int32_t free = 0;   // slots within segments

    int slots() const { return static_cast<int>(members.size()); }
    int count() const { return slots() - free; }
    int block_count(int lanes) const { return (slots() + lanes - 1) / lanes; }
    /// Calls f(first, last) for each run of slots in use.
    template <class F>
    void for_each_run(F&& f) const {
        for (const Segment& segment : segments)
            if (segment.used > 0) f(segment.begin, segment.begin + segment.used);
        if (segments.empty() && slots() > 0) f(0, slots());
    }
    /// Calls f(member) for each.
    template <class F>
    void for_each(F&& f) const {
        for_each_run([&](int first, int last) {
            for (int slot = first; slot < last; ++slot) f(members[static_cast<size_t>(slot)]);
        });
    }

    /// Adds a zeroed member, among those of its part if there is room, and returns its slot.
    int add(LaneShape shape, int32_t member, BodyRef a, BodyRef b, int32_t part);
    /// Removes a slot; the last member of its part takes its place. Returns that one's index, or -1.
    int32_t remove(LaneShape shape, int slot);
    /// Moves all members to new slots, a segment for each part where there are several; they themselves must
    /// be told.
    void permute(LaneShape shape, LaneOrder& order, int32_t part_count);
    size_t bytes() const;

private:
    void resize_blocks(LaneShape shape, int blocks);
    /// A free slot of the part's.
    int take_slot(LaneShape shape, int32_t part);
    void move(LaneShape shape, int from, int to);
    /// An unused lane reads the world body and has no mass.
    void clear(LaneShape shape, int slot);
    void zero(LaneShape shape, int slot);
};

/// A new order of a group: which slot each member comes from, in the new order, by (part, body); and room for
/// the group as it was.
struct LaneOrder {
    struct Entry {
        int32_t part, key, from;
        bool operator<(const Entry& other) const {
            return part != other.part ? part < other.part : key < other.key;
        }
    };
    std::vector<Entry> entries;
    LaneGroup before;
};

}  // namespace cairn
