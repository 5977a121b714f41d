#pragma once
// What a match looks like.

#include "render_camera.hpp"
#include "render_item.hpp"
#include "soccer/match.hpp"

namespace cairn::soccer {

/// Carpet, lines, walls and goals, robots with the dots that overhead cameras know them by, and the ball.
render::RenderScene picture_of(const Match& match);

/// The whole field from the side and above, or what happens about the ball.
enum class View : uint8_t { field, ball };

render::Camera camera_for(const Match& match, View view, render::Size size);

}  // namespace cairn::soccer
