#pragma once

#include <map>
#include <string>
#include <vector>

#include "scene/builtin.hpp"
#include "tests/support/error_of.hpp"

namespace cairn {

/// Settings that make a built-in scene small enough to step many times in a test.
inline std::vector<SceneSetting> small_settings(const std::string& name) {
    static const std::map<std::string, std::vector<SceneSetting>> small{
        {"pyramid", {{"base", 6}}},
        {"many-pyramids", {{"rows", 2}, {"columns", 2}, {"base", 3}}},
        {"box-pile", {{"columns", 3}, {"layers", 4}}},
        {"sphere-pile", {{"columns", 3}, {"layers", 4}}},
        {"hull-pile", {{"columns", 3}, {"layers", 3}, {"kinds", 5}}},
        {"mixed-pile", {{"columns", 3}, {"layers", 4}}},
        {"joint-grid", {{"n", 6}}},
        {"ragdolls", {{"count", 3}}},
        {"dominoes", {{"count", 12}}},
        {"tower", {{"courses", 4}}},
        {"wrecking-ball", {{"rows", 4}, {"columns", 3}}},
        {"washer", {{"count", 40}, {"radius", 2}, {"depth", 2}}},
    };
    const auto found = small.find(name);
    return found == small.end() ? std::vector<SceneSetting>{} : found->second;
}

inline SceneDescription small_scene(const std::string& name) {
    return make_scene(name, small_settings(name));
}

inline std::vector<std::string> builtin_names() {
    std::vector<std::string> names;
    for (const BuiltinScene& scene : builtin_scenes()) names.push_back(scene.name);
    return names;
}

/// A scene's name as GoogleTest wants it.
template <class Info>
std::string test_name(const Info& info) {
    std::string name = info.param;
    for (char& letter : name) letter = letter == '-' ? '_' : letter;
    return name;
}

using test::error_of;

}  // namespace cairn
