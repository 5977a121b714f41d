#pragma once
// Scenes of the benchmarks, by name.

#include <cstdlib>
#include <sstream>

#include "scene/load.hpp"

namespace cairn::bench {

/// "name:key=value:key=value", a built-in scene or a JSON file, without sleep.
inline SceneDescription scene_of(const std::string& text) {
    std::vector<SceneSetting> settings;
    std::istringstream parts(text);
    std::string name, part;
    std::getline(parts, name, ':');
    while (std::getline(parts, part, ':')) {
        const size_t equals = part.find('=');
        if (equals == std::string::npos) throw Error("'" + part + "' is not key=value");
        settings.emplace_back(part.substr(0, equals), std::strtod(part.c_str() + equals + 1, nullptr));
    }
    SceneDescription description = load_scene(name, settings);
    description.sleep = false;
    return description;
}

}  // namespace cairn::bench
