// `cairn scenes`: what there is to simulate.

#include <cstdio>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "scene/scene_json.hpp"
#include "scene_options.hpp"

namespace cairn {

namespace {

struct ScenesOptions {
    SceneOptions scene;
    std::string name, export_name;
    bool json = false, schema = false;
};

nlohmann::ordered_json to_json(const BuiltinScene& scene) {
    nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
    for (const SceneParameter& parameter : scene.parameters) {
        parameters.push_back({{"name", parameter.name},
                              {"summary", parameter.summary},
                              {"default", parameter.value},
                              {"minimum", parameter.minimum},
                              {"maximum", parameter.maximum},
                              {"integer", parameter.integer}});
    }
    return {{"name", scene.name}, {"summary", scene.summary}, {"parameters", std::move(parameters)}};
}

void print_scene(const BuiltinScene& scene) {
    fmt::print("{:<15} {}\n", scene.name, scene.summary);
    for (const SceneParameter& parameter : scene.parameters) {
        fmt::print("    {:<12} = {:<8g} {} ({:g} to {:g})\n", parameter.name, parameter.value,
                   parameter.summary, parameter.minimum, parameter.maximum);
    }
}

void run(const ScenesOptions& options) {
    if (options.schema) {
        std::fputs(scene_schema().c_str(), stdout);
    } else if (!options.export_name.empty()) {
        std::fputs(write_scene(describe(options.export_name, options.scene)).c_str(), stdout);
    } else if (options.json) {
        nlohmann::ordered_json list = nlohmann::ordered_json::array();
        for (const BuiltinScene& scene : builtin_scenes()) {
            if (options.name.empty() || options.name == scene.name) list.push_back(to_json(scene));
        }
        if (list.empty()) find_builtin(options.name);  // says what was meant
        fmt::print("{}\n", list.dump(2));
    } else if (!options.name.empty()) {
        print_scene(find_builtin(options.name));
    } else {
        for (const BuiltinScene& scene : builtin_scenes()) print_scene(scene);
    }
}

}  // namespace

void add_scenes_command(CLI::App& app) {
    const auto options = std::make_shared<ScenesOptions>();
    CLI::App* command = app.add_subcommand("scenes", "list the built-in scenes and their parameters");
    command->add_option("NAME", options->name, "only this scene")->type_name("");
    command->add_flag("--json", options->json, "as JSON");
    CLI::Option* exported =
        command->add_option("--export", options->export_name, "print this scene as a JSON scene file")
            ->type_name("NAME");
    command->add_flag("--schema", options->schema, "print the JSON Schema of scene files");
    add_scene_options(*command, options->scene);
    add_solver_options(*command, options->scene);
    for (const char* option : {"--set", "--steps", "--dt", "--solver", "--solver-option"})
        command->get_option(option)->needs(exported);
    command->callback([options] { run(*options); });
}

}  // namespace cairn
