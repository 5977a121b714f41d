#include "scene/load.hpp"

#include <algorithm>
#include <filesystem>

#include <cairn/error.hpp>

#include "scene/scene_json.hpp"

namespace cairn {

bool is_scene_file(const std::string& scene) {
    const std::string ending = ".json";
    const bool ends = scene.size() > ending.size() &&
                      scene.compare(scene.size() - ending.size(), ending.size(), ending) == 0;
    return ends || scene.find('/') != std::string::npos || scene.find('\\') != std::string::npos;
}

SceneDescription load_scene(const std::string& scene, std::span<const SceneSetting> settings) {
    if (!is_scene_file(scene)) {
        const auto known = builtin_scenes();
        const auto is_it = [&](const BuiltinScene& builtin) { return builtin.name == scene; };
        std::error_code failed;
        if (std::none_of(known.begin(), known.end(), is_it) &&
            std::filesystem::is_regular_file(scene, failed))
            throw Error("'" + scene +
                        "' is no built-in scene, and the name of a scene file ends in .json or " +
                        "holds a /; a recording is for cairn replay or cairn view");
        return make_scene(scene, settings);
    }
    if (!settings.empty()) {
        throw Error(scene + ": a scene file has no parameters; '" + settings.front().first +
                    "' cannot be set");
    }
    return read_scene_file(scene);
}

}  // namespace cairn
