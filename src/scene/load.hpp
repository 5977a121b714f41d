#pragma once
// A SCENE of the command line: the name of a built-in scene, with parameters behind it as in
// pyramid:base=30,size=2 where there are any, or a JSON file.

#include <span>
#include <string>
#include <vector>

#include "scene/builtin.hpp"
#include "scene/description.hpp"

namespace cairn {

/// Whether `scene` names a file rather than a built-in scene: it ends in .json or holds a path separator.
bool is_scene_file(const std::string& scene);

/// What is written before the first colon and behind it.
struct NamedScene {
    std::string name;
    std::vector<SceneSetting> settings;
};

/// Takes `scene` apart; between two settings is a comma or, where commas separate scenes, a colon. The name
/// of a file is left whole. Throws Error where a setting is not key=number.
NamedScene named_scene(const std::string& scene);

/// Reads key=number; throws Error that begins with `what` where it is none.
SceneSetting parse_setting(const std::string& what, const std::string& text);

/// `settings` come after those in the name, so they win. Throws Error on an unknown name, a bad setting, or a
/// file that is not a scene.
SceneDescription load_scene(const std::string& scene, std::span<const SceneSetting> settings = {});

}  // namespace cairn
