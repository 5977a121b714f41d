#pragma once

#include <vector>

#include "scene/description.hpp"

namespace cairn {

/// Six small scenes that between them use every part of the engine: their hashes are compared between
/// machines, compilers, lane counts and thread counts.
std::vector<SceneDescription> hash_scenes();

}  // namespace cairn
