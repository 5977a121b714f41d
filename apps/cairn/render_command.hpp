#pragma once
// `cairn render`: pictures and animations of a scene.

#include <string>

#include <CLI/CLI.hpp>

#include "render_camera.hpp"

namespace cairn {

void add_render_command(CLI::App& app);

namespace render {

/// "640x360"; throws Error naming the text.
Size parse_size(const std::string& text);
/// "x,y,z"; throws Error naming `what` and the text.
Vec3 parse_point(const std::string& what, const std::string& text);
/// Whether the file name asks for one picture a frame: it holds one %d or %04d.
bool is_frame_pattern(const std::string& path);
/// The file of one frame.
std::string frame_path(const std::string& pattern, int frame);

}  // namespace render
}  // namespace cairn
