#pragma once
// Manifolds where the solver wants them. A touching contact lives in one lane of a block of `lanes` contacts,
// column by column (field * lanes + lane), for as long as it touches: the narrow phase writes there when it
// runs, the solver keeps its impulses there, and a contact that did not move costs nothing but the test that
// it did not.
//
// Contacts of one colour share no moving body. Within a colour they are grouped by how many points they have
// room for (1, 2 or 4): as many as the contact has had since it began to touch, so that spheres, crossing
// rods and the corners and edges of boxes do not pay for the slots of faces.

#include <cstdint>
#include <utility>
#include <vector>

#include "base/buffer.hpp"

namespace cairn {

/// Columns of one contact. Points follow the header, `point_columns` each.
namespace manifold_column {
enum : int {
    normal = 0,           // 3, unit, in the axes of the body that `frame` names
    tangent_impulse = 3,  // 2, along the tangents of friction_axes(normal), N s
    twist_impulse = 5,    // about the normal, N m s
    rolling_impulse = 6,  // 3, in the axes of body a, N m s
    friction = 9,
    restitution = 10,
    rolling = 11,  // lever arms in metres
    spinning = 12,
    surface = 13,  // 3, velocity of surface b against surface a, in the axes of body a
    count = 16,    // points in use
    watch = 17,    // above 0: the approach speed is wanted, for restitution or hit events
    frame = 18,    // whose face gave the normal, and turns it: 0 body a, 1 body b
    round_a = 19,  // radius of a sphere or capsule: its surface does not move as it rolls, its core does
    round_b = 20,
    header = 21,
};
enum : int {
    anchor_a = 0,  // 3, on the surface of a: from its centre of mass, in its axes
    anchor_b = 3,  // 3, the same for b
    impulse = 6,   // along the normal, N s
    load = 7,      // slow memory of the impulse
    point_columns = 8,
};
}  // namespace manifold_column

inline constexpr int point_classes = 3;
inline constexpr int class_points[point_classes] = {1, 2, 4};
constexpr int class_columns(int point_class) {
    return manifold_column::header + class_points[point_class] * manifold_column::point_columns;
}

/// A body as a constraint names it: its slot where the solver may write it, the complement of its slot (a
/// negative number) where it may only be read (fixed and kinematic bodies).
using BodyRef = int32_t;
/// The smaller slot of those of two bodies that may be written.
inline BodyRef first_moving(BodyRef a, BodyRef b) { return a < 0 ? b : b < 0 ? a : a < b ? a : b; }

/// A run of slots of a colour that belongs to one part of the world (model/parts.hpp). The first `used` hold
/// contacts, the others are free; it starts on a block of any width, so that no block has contacts of two
/// parts.
struct Segment {
    int32_t part = 0;
    int32_t begin = 0, used = 0, room = 0;
};
inline constexpr int segment_grain = 16;  // the widest block: slots do not depend on the number of lanes

/// All contacts of one colour and point class.
struct ContactGroup {
    std::vector<int32_t> contacts;  // contact index by slot, -1 where the slot is free
    std::vector<BodyRef> body_a;    // padded to whole blocks with ~0, as free slots are
    std::vector<BodyRef> body_b;
    Buffer<float> columns;
    // One of each part, then more of parts that found no room, each where the one before ends. Empty: the
    // world is one part, and there are no gaps.
    std::vector<Segment> segments;
    int32_t parts = 0;  // with which the segments were made
    int32_t free = 0;   // slots within segments

    int slots() const { return static_cast<int>(contacts.size()); }
    int count() const { return slots() - free; }
    /// Calls f(first, last) for each run of slots in use.
    template <class F>
    void for_each_run(F&& f) const {
        for (const Segment& segment : segments)
            if (segment.used > 0) f(segment.begin, segment.begin + segment.used);
        if (segments.empty() && slots() > 0) f(0, slots());
    }
};

/// A new order of a group: which slot each contact comes from, in the new order, by (part, body); and room
/// for the group as it was.
struct ContactOrder {
    struct Entry {
        int32_t part, key, from;
        bool operator<(const Entry& other) const {
            return part != other.part ? part < other.part : key < other.key;
        }
    };
    std::vector<Entry> entries;
    ContactGroup before;
};

inline constexpr int color_count = 64;
/// Contacts with fixed and kinematic bodies get colours from here on, which are solved last: what cannot
/// yield wins.
inline constexpr int first_static_color = 52;
inline constexpr uint64_t static_colors = ~uint64_t{0} << first_static_color;
/// Contacts that found no free colour; solved one after another.
inline constexpr int overflow_color = color_count;

/// All touching contacts of awake bodies.
struct ContactColumns {
    int lanes = 4;
    ContactGroup groups[color_count + 1][point_classes];

    /// Contacts of the overflow may share bodies, so each has a block of its own.
    int lanes_of(int color) const { return color == overflow_color ? 1 : lanes; }
    int block_count(int color, int point_class) const {
        return (groups[color][point_class].slots() + lanes_of(color) - 1) / lanes_of(color);
    }
    /// Adds a zeroed contact, among those of its part if there is room, and returns its slot.
    int add(int color, int point_class, int32_t contact, BodyRef a, BodyRef b, int32_t part = 0);
    /// Removes a slot; the last contact of its part takes its place. Returns that contact's index, or -1.
    int32_t remove(int color, int point_class, int slot);
    /// Moves all contacts of a group to new slots, a segment for each part where there are several; the
    /// contacts themselves must be told.
    void permute(int color, int point_class, ContactOrder& order, int32_t parts);

    float& at(int color, int point_class, int slot, int column) {
        return groups[color][point_class].columns[offset(color, point_class, slot, column)];
    }
    float at(int color, int point_class, int slot, int column) const {
        return groups[color][point_class].columns[offset(color, point_class, slot, column)];
    }
    size_t bytes() const;

private:
    /// A free slot of the part's.
    int take_slot(int color, int point_class, int32_t part);
    void move(int color, int point_class, int from, int to);
    /// An unused lane reads the world body and has no mass.
    void clear(int color, int point_class, int slot);
    size_t offset(int color, int point_class, int slot, int column) const {
        const int width = lanes_of(color);
        const int block = slot / width;
        return static_cast<size_t>(block * class_columns(point_class) + column) * static_cast<size_t>(width) +
               static_cast<size_t>(slot % width);
    }
};

}  // namespace cairn
