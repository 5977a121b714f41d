#pragma once
// Options that several commands share: which scene, with what numbers, on how many threads.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include "scene/builtin.hpp"
#include "scene/scene.hpp"

namespace cairn {

inline constexpr int most_steps = 1000000000;

struct SceneOptions {
    std::vector<std::string> settings;
    std::string solver;
    std::vector<std::string> solver_options;
    float dt = 0;    ///< 0: as the scene says
    int steps = -1;  ///< negative: as the scene says
    int threads = 1;
    int lanes = 0;
};

/// --set, --steps, --dt
void add_scene_options(CLI::App& command, SceneOptions& options);
/// --solver, --solver-option
void add_solver_options(CLI::App& command, SceneOptions& options);
/// --threads, --lanes
void add_run_options(CLI::App& command, SceneOptions& options);

/// "key=value" each; throws Error naming the text.
std::vector<SceneSetting> parse_settings(const std::vector<std::string>& texts);

/// Loads the scene and applies the options to it.
SceneDescription describe(const std::string& scene, const SceneOptions& options);

/// --solver, --steps and --dt on top of what the scene says.
void apply_options(SceneDescription& description, const SceneOptions& options);

RunOptions run_options(const SceneOptions& options);

}  // namespace cairn
