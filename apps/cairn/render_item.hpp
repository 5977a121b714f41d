#pragma once
// What the renderer draws: a plain list of coloured shapes, so that it needs no world to be tested.

#include <cstdint>
#include <vector>

#include <cairn/math.hpp>
#include <cairn/shape.hpp>

namespace cairn::render {

/// A shape is held by value (a hull shares its data), so a list outlives the step, and the world, it was
/// taken from.
struct RenderItem {
    Shape shape;
    Transform transform{};
    uint32_t rgb = 0xc0c0c0;
    /// Part of the stage rather than of the play: it carries the ground grid and the camera does not frame
    /// it.
    bool scenery = false;
    /// Stands for a joint: framed with the bodies that it holds.
    bool rod = false;
    /// Drawn as tinted glass: it hides nothing and casts no shadow.
    bool glass = false;
    /// Shapes of one body share a number; a fine line is drawn where two bodies meet in the picture.
    uint32_t body = 0;
};

struct RenderScene {
    std::vector<RenderItem> items;
    Vec3 up{0, 1, 0};
};

}  // namespace cairn::render
