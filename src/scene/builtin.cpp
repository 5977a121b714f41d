#include "scene/builtin.hpp"

#include <algorithm>
#include <cmath>

#include <cairn/error.hpp>

#include "base/suggest.hpp"
#include "scene/builder.hpp"

namespace cairn {

namespace {

double value_of(const std::vector<std::pair<std::string, double>>& values, const std::string& name) {
    for (const auto& entry : values) {
        if (entry.first == name) return entry.second;
    }
    throw Error("no parameter '" + name + "'");
}

std::vector<BuiltinScene> collect() {
    std::vector<BuiltinScene> all;
    for (auto* part : {stack_scenes, masonry_scenes, pile_scenes, joint_scenes, machine_scenes, motion_scenes,
                       contact_scenes}) {
        for (BuiltinScene& scene : part()) {
            const auto has = [&](const char* name) {
                return std::any_of(scene.parameters.begin(), scene.parameters.end(),
                                   [&](const SceneParameter& parameter) { return parameter.name == name; });
            };
            if (!has("gravity")) {
                scene.parameters.push_back(real("gravity", 9.81, 0, 1000, "downward acceleration, m/s^2"));
            }
            if (!has("sleep")) scene.parameters.push_back(sleep_parameter(true));
            all.push_back(std::move(scene));
        }
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
    return all;
}

void check_value(const BuiltinScene& scene, const SceneParameter& parameter, double value) {
    const std::string where = scene.name + ": " + parameter.name;
    if (!(value >= parameter.minimum && value <= parameter.maximum)) {
        throw Error(where + " must be between " + short_number(parameter.minimum) + " and " +
                    short_number(parameter.maximum) + ", got " + short_number(value));
    }
    if (parameter.integer && value != std::floor(value)) {
        throw Error(where + " must be a whole number, got " + short_number(value));
    }
}

}  // namespace

float SceneParameters::number(const char* name) const { return static_cast<float>(value_of(values_, name)); }

int SceneParameters::integer(const char* name) const { return static_cast<int>(value_of(values_, name)); }

std::span<const BuiltinScene> builtin_scenes() {
    static const std::vector<BuiltinScene> scenes = collect();
    return scenes;
}

const BuiltinScene& find_builtin(const std::string& name) {
    std::vector<std::string> names;
    for (const BuiltinScene& scene : builtin_scenes()) {
        if (scene.name == name) return scene;
        names.push_back(scene.name);
    }
    throw Error(unknown_word("scene", name, names));
}

SceneDescription make_scene(const std::string& name, std::span<const SceneSetting> settings) {
    const BuiltinScene& scene = find_builtin(name);
    std::vector<std::pair<std::string, double>> values;
    std::vector<std::string> names;
    for (const SceneParameter& parameter : scene.parameters) {
        values.emplace_back(parameter.name, parameter.value);
        names.push_back(parameter.name);
    }
    for (const SceneSetting& setting : settings) {
        const auto found = std::find(names.begin(), names.end(), setting.first);
        if (found == names.end())
            throw Error(scene.name + ": " + unknown_word("parameter", setting.first, names));
        const auto index = static_cast<size_t>(found - names.begin());
        check_value(scene, scene.parameters[index], setting.second);
        values[index].second = setting.second;
    }
    SceneDescription description = scene.make(SceneParameters(std::move(values)));
    description.summary = scene.summary;
    return description;
}

}  // namespace cairn
