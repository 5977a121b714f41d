// `cairn hash`: one line a scene, to compare between machines.

#include <memory>

#include <fmt/core.h>

#include <cairn/error.hpp>

#include "commands.hpp"
#include "progress.hpp"
#include "scene/hash_scenes.hpp"
#include "scene/hash_text.hpp"
#include "scene_options.hpp"
#include "unsolved_steps.hpp"

namespace cairn {

namespace {

struct HashOptions {
    SceneOptions scene;
    std::vector<std::string> names;
};

void run(const HashOptions& options) {
    std::vector<SceneDescription> scenes;
    if (options.names.empty()) {
        if (!options.scene.settings.empty()) throw Error("--set needs a scene to set it in");
        scenes = hash_scenes();
        for (SceneDescription& description : scenes) {
            description.steps = 1000;
            apply_options(description, options.scene);
        }
    }
    for (const std::string& name : options.names) scenes.push_back(describe(name, options.scene));
    for (const SceneDescription& description : scenes) {
        Scene scene(description, run_options(options.scene));
        UnsolvedSteps unsolved;
        {
            Progress progress(description.name, static_cast<uint64_t>(description.steps));
            for (int i = 0; i < description.steps; ++i) {
                scene.step();
                unsolved.see(scene.world());
                progress.at(static_cast<uint64_t>(i) + 1);
            }
        }
        unsolved.refuse(description);  // a hash to compare with would be taken for an answer
        fmt::print("{} {}\n", description.name, hash_text(scene.world().hash()));
        std::fflush(stdout);
    }
}

}  // namespace

void add_hash_command(CLI::App& app) {
    const auto options = std::make_shared<HashOptions>();
    CLI::App* command = app.add_subcommand("hash", "print the hash of scenes after their steps");
    command->add_option("SCENE", options->names, "scenes (default: six small ones, 1000 steps each)")
        ->type_name("");
    add_scene_options(*command, options->scene);
    add_solver_options(*command, options->scene);
    add_run_options(*command, options->scene);
    command->callback([options] { run(*options); });
}

}  // namespace cairn
