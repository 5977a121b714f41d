#pragma once
// The built-in scenes: each is a function from parameters to a description, so every one of them can also be
// exported as JSON, benchmarked, rendered and tested.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "scene/description.hpp"

namespace cairn {

struct SceneParameter {
    std::string name;
    std::string summary;
    double value = 0;  ///< default
    double minimum = 0;
    double maximum = 0;
    bool integer = false;
};

/// Values of all parameters of one scene.
class SceneParameters {
public:
    explicit SceneParameters(std::vector<std::pair<std::string, double>> values)
        : values_(std::move(values)) {}
    float number(const char* name) const;
    int integer(const char* name) const;
    bool flag(const char* name) const { return integer(name) != 0; }

private:
    std::vector<std::pair<std::string, double>> values_;
};

struct BuiltinScene {
    std::string name;
    std::string summary;
    std::vector<SceneParameter> parameters;
    SceneDescription (*make)(const SceneParameters&);
};

/// Every built-in scene, by name.
std::span<const BuiltinScene> builtin_scenes();

/// The built-in scene of this name; an unknown one throws an Error that suggests the nearest.
const BuiltinScene& find_builtin(const std::string& name);

/// One `key=value` of the command line.
using SceneSetting = std::pair<std::string, double>;

/// Builds the description of a built-in scene. Unknown parameters and values out of range throw an Error that
/// says what is allowed.
SceneDescription make_scene(const std::string& name, std::span<const SceneSetting> settings = {});

}  // namespace cairn
