#pragma once

#include <cstddef>
#include <cstdint>

#include <cairn/shape.hpp>

#include "collision/shape_view.hpp"
#include "model/body.hpp"

namespace cairn {

/// A shape on a body. `view` is the same geometry as the narrow phase wants it; a hull's data is owned by
/// `shape`.
struct alignas(64) ShapeRecord {
    // what the narrow phase reads comes first, in one cache line
    ShapeView view;
    int32_t body = none;
    int32_t proxy = none;
    bool fixed_tree = false;
    bool stale = false;  // queries must look at it by itself: it is in Model::stale_shapes

    int32_t next = none;  // next shape of the same body
    float margin = 0;     // by which its bounds are fattened
    Shape shape = Sphere{};
    ShapeDef def;
};
static_assert(offsetof(ShapeRecord, next) <= 64);

/// What a search for pairs asks of every shape that it finds, so small that it stays in the nearest cache.
struct ShapeMark {
    int32_t group = 0;   // as in its filter
    bool moved = false;  // it was placed, or left its fat bounds, since contacts were last updated
};

}  // namespace cairn
