#pragma once
// What a match looks like.

#include "render_camera.hpp"
#include "render_item.hpp"
#include "soccer/match.hpp"

namespace cairn::soccer {

/// Carpet, lines, walls and goals, robots with the dots that overhead cameras know them by, and the ball.
render::RenderScene picture_of(const Match& match);

/// Sees the whole field, from the side and above.
render::Camera camera_for(const Field& field, render::Size size);

}  // namespace cairn::soccer
