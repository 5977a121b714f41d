#pragma once
// Manifolds where the solver wants them (lane_group.hpp): the narrow phase writes there when it runs, the
// solver keeps its impulses there, and a contact that did not move costs nothing but the test that it did
// not.
//
// Contacts of one colour share no moving body. Within a colour they are grouped by how many points they have
// room for (1, 2 or 4): as many as the contact has had since it began to touch, so that spheres, crossing
// rods and the corners and edges of boxes do not pay for the slots of faces.

#include "model/lane_group.hpp"

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
    LaneGroup groups[color_count + 1][point_classes];

    /// Contacts of the overflow may share bodies, so each has a block of its own.
    int lanes_of(int color) const { return color == overflow_color ? 1 : lanes; }
    LaneShape shape(int color, int point_class) const {
        return {lanes_of(color), class_columns(point_class)};
    }
    int block_count(int color, int point_class) const {
        return groups[color][point_class].block_count(lanes_of(color));
    }
    int add(int color, int point_class, int32_t contact, BodyRef a, BodyRef b, int32_t part = 0) {
        return groups[color][point_class].add(shape(color, point_class), contact, a, b, part);
    }
    int32_t remove(int color, int point_class, int slot) {
        return groups[color][point_class].remove(shape(color, point_class), slot);
    }
    float& at(int color, int point_class, int slot, int column) {
        return groups[color][point_class].columns[shape(color, point_class).offset(slot, column)];
    }
    float at(int color, int point_class, int slot, int column) const {
        return groups[color][point_class].columns[shape(color, point_class).offset(slot, column)];
    }
    int count() const;
    size_t bytes() const;
};

}  // namespace cairn
