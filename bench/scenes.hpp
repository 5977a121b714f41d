#pragma once
// Scenes of the benchmarks, by name.

#include "scene/load.hpp"

namespace cairn::bench {

/// A SCENE as the command line takes it, without sleep; in a list of them a colon is between two settings.
inline SceneDescription scene_of(const std::string& text) {
    SceneDescription description = load_scene(text);
    description.sleep = false;
    return description;
}

}  // namespace cairn::bench
