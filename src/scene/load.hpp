#pragma once
// A SCENE of the command line: the name of a built-in scene, or a JSON file.

#include <span>
#include <string>

#include "scene/builtin.hpp"
#include "scene/description.hpp"

namespace cairn {

/// Whether `scene` names a file rather than a built-in scene: it ends in .json or holds a path separator.
bool is_scene_file(const std::string& scene);

/// Throws Error on an unknown name, a bad setting, or a file that is not a scene.
SceneDescription load_scene(const std::string& scene, std::span<const SceneSetting> settings = {});

}  // namespace cairn
