#pragma once
// Scenes as JSON text (docs/scene-format.md, docs/scene.schema.json).

#include <string>

#include "scene/description.hpp"

namespace cairn {

/// Throws Error that begins with the path of the bad value, e.g. "bodies[3].shapes[0].radius: must be > 0,
/// got -1".
SceneDescription read_scene(const std::string& text);

/// As read_scene, with the file's name in front of every complaint.
SceneDescription read_scene_file(const std::string& path);

/// Reading this text again gives the same description, bit by bit. User-defined joints and user data cannot
/// be written; a scene with such a joint throws an Error.
std::string write_scene(const SceneDescription& scene);

/// The JSON Schema of scene files, made from the same list of fields that the reader uses.
std::string scene_schema();

}  // namespace cairn
