#pragma once
// Walls that would hide what they hold, as panes of glass.

#include "render_item.hpp"

namespace cairn::render {

/// Adds, for each hidden fixed box, the face that is turned to what moves, as a thin pane; no further than
/// where it meets the faces of the other ones. Of a bin whose walls are hidden a glass box around its
/// contents is left. Shapes other than boxes are left out.
void add_panes(const std::vector<RenderItem>& hidden, RenderScene& scene);

}  // namespace cairn::render
