#include "scene_options.hpp"

#include "base/range.hpp"
#include "option_checks.hpp"
#include "scene/load.hpp"
#include "scene/solver_choice.hpp"

namespace cairn {

void add_scene_options(CLI::App& command, SceneOptions& options) {
    command.add_option("--set", options.settings, "parameter of the scene, key=value (repeatable)")
        ->type_name("K=V")
        ->allow_extra_args(false);
    command.add_option("--steps", options.steps, "steps to take (default: as the scene says)")
        ->check(whole_number(0, most_steps))
        ->type_name("N");
    command.add_option("--dt", options.dt, "length of a step in seconds (default: as the scene says)")
        ->check(number_between(double(shortest_step), double(longest_step)))
        ->type_name("S");
}

void add_solver_options(CLI::App& command, SceneOptions& options) {
    command
        .add_option("--solver", options.solver,
                    "NAME[:key=value,...], e.g. soft-step:substeps=8 or pgs:iterations=20")
        ->type_name("NAME");
    command
        .add_option("--solver-option", options.solver_options,
                    "parameter of the solver, key=value (repeatable)")
        ->type_name("K=V")
        ->allow_extra_args(false);
}

void add_run_options(CLI::App& command, SceneOptions& options) {
    command.add_option("--threads", options.threads, "workers, this thread included (default 1)")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    command.add_option("--lanes", options.lanes, "SIMD lanes: 1, 4, 8, 16; 0 (default): the widest here")
        ->check(CLI::IsMember({0, 1, 4, 8, 16}))
        ->type_name("N");
}

std::vector<SceneSetting> parse_settings(const std::vector<std::string>& texts) {
    std::vector<SceneSetting> settings;
    for (const std::string& text : texts) settings.push_back(parse_setting("--set", text));
    return settings;
}

void apply_options(SceneDescription& description, const SceneOptions& options) {
    if (!options.solver.empty() || !options.solver_options.empty()) {
        std::string text = !options.solver.empty()             ? options.solver
                           : !description.stage_solver.empty() ? description.stage_solver
                                                               : soft_step_name;
        for (const std::string& option : options.solver_options)
            text += (text.find(':') == std::string::npos ? ":" : ",") + option;
        const SolverChoice choice = choose_solver(text, description.solver);
        description.solver = choice.solver;
        description.stage_solver = choice.stage_solver;
    }
    if (options.dt > 0) description.dt = options.dt;
    if (options.steps >= 0) description.steps = options.steps;
}

SceneDescription describe(const std::string& scene, const SceneOptions& options) {
    SceneDescription description = load_scene(scene, parse_settings(options.settings));
    apply_options(description, options);
    return description;
}

RunOptions run_options(const SceneOptions& options) {
    RunOptions run;
    run.threads = options.threads;
    run.lanes = options.lanes;
    return run;
}

}  // namespace cairn
