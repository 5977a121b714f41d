// `cairn bench`: milliseconds a step by stage. Each scene is run several times from the start; of each step
// the fastest run counts, because what disturbs a run only ever makes it slower.

#include <algorithm>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include "commands.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "scene/hash_text.hpp"
#include "scene/load.hpp"
#include "scene/metrics.hpp"
#include "scene/solver_choice.hpp"
#include "scene_options.hpp"
#include "unsolved_steps.hpp"

namespace cairn {

namespace {

constexpr int stage_count = static_cast<int>(Stage::count);

struct BenchOptions {
    SceneOptions scene;
    std::vector<std::string> names{"pyramid",   "many-pyramids", "box-pile", "sphere-pile",
                                   "hull-pile", "joint-grid",    "ragdolls"};
    int repeat = 3;
    bool json = false;
};

struct StepTime {
    double total = 0;
    double stages[stage_count] = {};
};

struct BenchResult {
    std::string name, solver;
    int steps = 0;
    int joints = 0, threads = 0, lanes = 0;
    double mean_ms = 0, median_ms = 0, max_ms = 0;
    double stage_ms[stage_count] = {};
    uint64_t bytes = 0;
    SceneMetrics metrics;
};

/// Runs the scene once and keeps the fastest time of every step so far.
void run_once(const SceneDescription& description, const RunOptions& options, std::vector<StepTime>& best,
              BenchResult& result, Progress& progress, uint64_t done) {
    Scene scene(description, options);
    UnsolvedSteps unsolved;
    for (size_t i = 0; i < best.size(); ++i) {
        const StepReport& report = scene.step();
        unsolved.see(scene.world());
        unsolved.refuse(description);  // a step that was not solved takes no time worth knowing
        if (best[i].total == 0 || report.total_seconds < best[i].total) {
            best[i].total = report.total_seconds;
            std::copy(report.seconds, report.seconds + stage_count, best[i].stages);
        }
        progress.at(done + i + 1);
    }
    result.threads = scene.world().threads();
    result.lanes = scene.world().lanes();
    result.joints = static_cast<int>(scene.world().joints().size());
    result.bytes = scene.world().report().bytes;
    result.metrics = measure(scene);
}

BenchResult bench(const std::string& name, const BenchOptions& options) {
    SceneDescription description = describe(name, options.scene);
    description.sleep = false;  // bodies that sleep cost nothing: they would only flatter the numbers
    BenchResult result;
    // with its parameters: they tell rows of one scene apart
    result.name = is_scene_file(name) ? description.name : name;
    result.solver = solver_text(SolverChoice{description.solver, description.stage_solver});
    result.steps = description.steps;
    std::vector<StepTime> best(static_cast<size_t>(description.steps));
    Progress progress(description.name, best.size() * static_cast<uint64_t>(options.repeat));
    for (int i = 0; i < options.repeat; ++i) {
        run_once(description, run_options(options.scene), best, result, progress,
                 best.size() * static_cast<uint64_t>(i));
    }
    if (best.empty()) return result;
    std::vector<double> totals;
    for (const StepTime& step : best) {
        totals.push_back(step.total * 1e3);
        result.mean_ms += step.total * 1e3 / result.steps;
        for (int i = 0; i < stage_count; ++i) result.stage_ms[i] += step.stages[i] * 1e3 / result.steps;
    }
    std::sort(totals.begin(), totals.end());
    result.median_ms = totals[totals.size() / 2];
    result.max_ms = totals.back();
    return result;
}

nlohmann::ordered_json to_json(const BenchResult& result, const BenchOptions& options) {
    nlohmann::ordered_json stages;
    for (int i = 0; i < stage_count; ++i) stages[stage_name(static_cast<Stage>(i))] = result.stage_ms[i];
    return {{"scene", result.name},
            {"solver", result.solver},
            {"threads", result.threads},
            {"lanes", result.lanes},
            {"steps", result.steps},
            {"repeat", options.repeat},
            {"bodies", result.metrics.bodies},
            {"joints", result.joints},
            {"contacts", result.metrics.contacts},
            {"ms_per_step", result.mean_ms},
            {"median_ms", result.median_ms},
            {"max_ms", result.max_ms},
            {"stages_ms", std::move(stages)},
            {"bytes", result.bytes},
            {"max_penetration", result.metrics.max_penetration},
            {"mean_penetration", result.metrics.mean_penetration},
            {"max_joint_error", result.metrics.max_joint_error},
            {"max_speed", result.metrics.max_speed},
            {"hash", hash_text(result.metrics.hash)}};
}

void print_header() {
    fmt::print("{:<14}{:>7}{:>10}{:>9}{:>9}{:>9}  |", "scene", "bodies", "contacts", "ms/step", "median",
               "max");
    for (int i = 0; i < stage_count; ++i) fmt::print("{:>11}", stage_name(static_cast<Stage>(i)));
    fmt::print("  | max overlap mm\n");
}

void print_row(const BenchResult& result) {
    fmt::print("{:<14}{:>7}{:>10}{:>9.4f}{:>9.4f}{:>9.4f}  |", result.name, result.metrics.bodies,
               result.metrics.contacts, result.mean_ms, result.median_ms, result.max_ms);
    for (int i = 0; i < stage_count; ++i) fmt::print("{:>11.4f}", result.stage_ms[i]);
    fmt::print("  | {:.3f}\n", result.metrics.max_penetration * 1e3);
    std::fflush(stdout);
}

void run(const BenchOptions& options) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (size_t i = 0; i < options.names.size(); ++i) {
        const BenchResult result = bench(options.names[i], options);
        if (options.json) {
            list.push_back(to_json(result, options));
        } else {
            if (i == 0) {
                fmt::print("{} thread(s), {} lane(s), best of {} runs, no sleeping\n", result.threads,
                           result.lanes, options.repeat);
                print_header();
            }
            print_row(result);
        }
    }
    if (options.json) fmt::print("{}\n", list.dump(2));
}

}  // namespace

void add_bench_command(CLI::App& app) {
    const auto options = std::make_shared<BenchOptions>();
    CLI::App* command = app.add_subcommand("bench", "milliseconds a step, by stage");
    command->add_option("SCENE", options->names, "scenes (default: the seven of the benchmark)")
        ->type_name("");
    add_scene_options(*command, options->scene);
    add_solver_options(*command, options->scene);
    add_run_options(*command, options->scene);
    command->add_option("--repeat", options->repeat, "runs of each scene (default 3)")
        ->check(whole_number(1, 1000))
        ->type_name("N");
    command->add_flag("--json", options->json, "print a JSON array");
    command->callback([options] { run(*options); });
}

}  // namespace cairn
