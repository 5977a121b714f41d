#include "scene/load.hpp"

#include <algorithm>
#include <filesystem>

#include <cairn/error.hpp>

#include "scene/scene_json.hpp"
#include "scene/solver_choice.hpp"

namespace cairn {

bool is_scene_file(const std::string& scene) {
    const std::string ending = ".json";
    const bool ends = scene.size() > ending.size() &&
                      scene.compare(scene.size() - ending.size(), ending.size(), ending) == 0;
    return ends || scene.find('/') != std::string::npos || scene.find('\\') != std::string::npos;
}

SceneSetting parse_setting(const std::string& what, const std::string& text) {
    const size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0) throw Error(what + " '" + text + "': expected key=value");
    const std::string key = text.substr(0, equals);
    return {key, parse_number(what + " " + key, text.substr(equals + 1))};
}

NamedScene named_scene(const std::string& scene) {
    NamedScene result{scene, {}};
    size_t end = is_scene_file(scene) ? std::string::npos : scene.find(':');
    if (end == std::string::npos) return result;
    result.name.resize(end);
    while (end != std::string::npos) {
        const size_t begin = end + 1;
        end = scene.find_first_of(":,", begin);
        result.settings.push_back(parse_setting(result.name + ":", scene.substr(begin, end - begin)));
    }
    return result;
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
        NamedScene named = named_scene(scene);
        named.settings.insert(named.settings.end(), settings.begin(), settings.end());
        return make_scene(named.name, named.settings);
    }
    if (!settings.empty()) {
        throw Error(scene + ": a scene file has no parameters; '" + settings.front().first +
                    "' cannot be set");
    }
    return read_scene_file(scene);
}

}  // namespace cairn
