// `cairn sim`: simulates a scene and says how it is doing.

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <memory>
#include <optional>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cairn/error.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "lab/capture.hpp"
#include "lab/problem_file.hpp"
#include "profile.hpp"
#include "progress.hpp"
#include "scene/hash_text.hpp"
#include "scene/metrics.hpp"
#include "scene/solver_choice.hpp"
#include "scene_options.hpp"
#include "trace.hpp"
#include "unsolved_steps.hpp"

namespace cairn {

namespace {

using OutputJson = nlohmann::ordered_json;

struct SimOptions {
    SceneOptions scene;
    std::string name, trace_file = "trace.csv", profile_file;
    std::vector<std::string> trace;
    std::vector<std::string> dump;  // STEP FILE
    bool json = false;
};

struct SimResult {
    int steps = 0;       ///< fewer than the scene's where it was interrupted
    double seconds = 0;  ///< in all steps
    double slowest = 0;
    SceneMetrics metrics;
    UnsolvedSteps unsolved;
};

/// The step to freeze, counted from 0; -1: none.
void dump_problem(Scene& scene, int step, const std::string& file) {
    const auto problem = lab::capture_problem(scene);
    if (problem.mu.size() == 0)
        throw Error("--dump-problem: nothing touches in step " + std::to_string(step) +
                    ", or all that does is asleep: choose an earlier or later step");
    lab::write_problem(problem, file);
}

int dump_step(const SimOptions& options, int steps) {
    if (options.dump.empty()) return -1;
    const double step = parse_number("--dump-problem", options.dump[0]);
    if (!(step >= 0 && step < steps) || step != static_cast<int>(step))
        throw Error("--dump-problem: expected a step from 0 to " + std::to_string(steps - 1) + ", got '" +
                    options.dump[0] + "'");
    return static_cast<int>(step);
}

SimResult simulate(Scene& scene, const SimOptions& options) {
    const int steps = scene.description().steps;
    const int dumped = dump_step(options, steps);
    const Interruption interruption;  // from the first byte of a file on, which others may wait for
    std::optional<Trace> trace;
    std::optional<Profile> profile;
    if (!options.trace.empty()) trace.emplace(scene, options.trace, options.trace_file);
    if (!options.profile_file.empty()) profile.emplace(options.profile_file);
    SimResult result;
    Progress progress(scene.description().name, static_cast<uint64_t>(steps));
    for (int i = 0; i < steps && !interruption.asked(); ++i) {
        if (i == dumped) dump_problem(scene, i, options.dump[1]);
        const StepReport& report = scene.step();
        result.seconds += report.total_seconds;
        result.slowest = std::max(result.slowest, report.total_seconds);
        result.unsolved.see(scene.world());
        if (trace) trace->step(scene);
        if (profile) profile->step(report);
        result.steps = i + 1;
        progress.at(static_cast<uint64_t>(i) + 1);
    }
    if (trace) trace->finish();
    if (profile) profile->finish();
    result.metrics = measure(scene);
    return result;
}

/// The shortest decimal that is this float, as the double nearest to it: 0.01 and not 0.009999999776482582.
double shortest(float value) {
    char text[32];
    *std::to_chars(text, text + sizeof text - 1, value).ptr = '\0';
    return std::strtod(text, nullptr);
}

OutputJson solver_json(const SoftStep& solver) {
    OutputJson json = OutputJson::object();
    for (const SolverField& field : solver_fields()) {
        const double value = solver_value(solver, field.name);
        if (field.integer) {
            json[field.name] = static_cast<int>(value);
        } else {
            json[field.name] = shortest(static_cast<float>(value));
        }
    }
    return json;
}

/// What the text of another solver sets; the rest are its defaults.
OutputJson settings_json(const std::string& text) {
    OutputJson json = OutputJson::object();
    for (size_t begin = text.find(':'); begin < text.size();) {
        const size_t end = std::min(text.find(',', begin + 1), text.size());
        const size_t equals = text.find('=', begin);
        json[text.substr(begin + 1, equals - begin - 1)] = text.substr(equals + 1, end - equals - 1);
        begin = end;
    }
    return json;
}

double ms_per_step(const SimResult& result) { return result.steps ? result.seconds * 1e3 / result.steps : 0; }

void print_json(const Scene& scene, const SimResult& result) {
    const SceneDescription& description = scene.description();
    const SceneMetrics& metrics = result.metrics;
    OutputJson json;
    json["scene"] = description.name;
    const std::string& other = description.stage_solver;
    json["solver"] = other.empty() ? soft_step_name : other.substr(0, other.find(':'));
    json["solver_parameters"] = other.empty() ? solver_json(description.solver) : settings_json(other);
    json["steps"] = result.steps;
    json["dt"] = shortest(description.dt);
    json["threads"] = scene.world().threads();
    json["lanes"] = scene.world().lanes();
    json["bodies"] = metrics.bodies;
    json["joints"] = scene.world().joints().size();
    json["contacts"] = metrics.contacts;
    json["contact_points"] = metrics.contact_points;
    json["hash"] = hash_text(metrics.hash);
    json["ms_per_step"] = ms_per_step(result);
    json["max_ms_per_step"] = result.slowest * 1e3;
    json["max_penetration"] = metrics.max_penetration;
    json["mean_penetration"] = metrics.mean_penetration;
    json["kinetic_energy"] = metrics.kinetic_energy;
    json["potential_energy"] = metrics.potential_energy;
    json["linear_momentum"] = metrics.linear_momentum;
    json["angular_momentum"] = metrics.angular_momentum;
    json["max_speed"] = metrics.max_speed;
    json["max_angular_speed"] = metrics.max_angular_speed;
    json["max_joint_error"] = metrics.max_joint_error;
    json["mean_joint_error"] = metrics.mean_joint_error;
    json["awake"] = metrics.awake;
    json["frozen"] = metrics.frozen;
    json["dropped"] = metrics.dropped;
    json["solver_failures"] = result.unsolved.count;
    json["solver_message"] = result.unsolved.message;
    json["iterations"] = scene.world().report().iterations;
    json["row_updates"] = scene.world().report().row_updates;
    if (scene.world().report().residual >= 0) json["residual"] = scene.world().report().residual;
    fmt::print("{}\n", json.dump(2));
}

void print_text(const Scene& scene, const SimResult& result) {
    const SceneDescription& description = scene.description();
    const SceneMetrics& metrics = result.metrics;
    const auto line = [](const char* what, const std::string& value) {
        fmt::print("{:<18} {}\n", what, value);
    };
    line("scene", description.name + (description.summary.empty() ? "" : ": " + description.summary));
    line("solver", solver_text(SolverChoice{description.solver, description.stage_solver}));
    line("run", fmt::format("{} steps of {:.4g} ms, {} thread(s), {} lane(s)", result.steps,
                            description.dt * 1e3f, scene.world().threads(), scene.world().lanes()));
    line("bodies", fmt::format("{} moving, {} awake, {} joints", metrics.bodies, metrics.awake,
                               scene.world().joints().size()));
    line("contacts", fmt::format("{} pairs, {} points", metrics.contacts, metrics.contact_points));
    line("time", fmt::format("{:.4f} ms a step, slowest {:.4f}", ms_per_step(result), result.slowest * 1e3));
    line("penetration", fmt::format("max {:.4g} mm, mean {:.4g} mm", metrics.max_penetration * 1e3,
                                    metrics.mean_penetration * 1e3));
    if (!scene.joints().empty()) {
        line("joint error", fmt::format("max {:.4g} mm, mean {:.4g} mm", metrics.max_joint_error * 1e3,
                                        metrics.mean_joint_error * 1e3));
    }
    line("energy", fmt::format("kinetic {:.6g} J, potential {:.6g} J", metrics.kinetic_energy,
                               metrics.potential_energy));
    const double* linear = metrics.linear_momentum;
    const double* angular = metrics.angular_momentum;
    line("momentum", fmt::format("{:.4g} {:.4g} {:.4g} N s, angular {:.4g} {:.4g} {:.4g} N m s", linear[0],
                                 linear[1], linear[2], angular[0], angular[1], angular[2]));
    line("fastest", fmt::format("{:.4g} m/s, {:.4g} rad/s", metrics.max_speed, metrics.max_angular_speed));
    line("dropped, frozen", fmt::format("{}, {}", metrics.dropped, metrics.frozen));
    if (result.unsolved.count) {
        line("not solved", fmt::format("{} of {} steps; the last: {}", result.unsolved.count, result.steps,
                                       result.unsolved.message));
    }
    line("hash", hash_text(metrics.hash));
}

void run(const SimOptions& options) {
    Scene scene(describe(options.name, options.scene), run_options(options.scene));
    const SimResult result = simulate(scene, options);
    if (options.json) {
        print_json(scene, result);
    } else {
        print_text(scene, result);
    }
    result.unsolved.refuse(scene.description());
    if (result.steps < scene.description().steps) throw CLI::RuntimeError(interrupted_status);
}

}  // namespace

void add_sim_command(CLI::App& app) {
    const auto options = std::make_shared<SimOptions>();
    CLI::App* command = app.add_subcommand("sim", "simulate a scene and print a summary");
    command->add_option("SCENE", options->name, "built-in scene, NAME[:key=value,...], or JSON file")
        ->required()
        ->type_name("");
    add_scene_options(*command, options->scene);
    add_solver_options(*command, options->scene);
    add_run_options(*command, options->scene);
    command->add_flag("--json", options->json, "print one JSON object");
    CLI::Option* trace = command->add_option("--trace", options->trace, "bodies and joints to trace, A,B,...")
                             ->allow_extra_args(false)
                             ->type_name("NAMES");
    command
        ->add_option("--trace-file", options->trace_file,
                     "where to (default trace.csv; joints: trace.joints.csv)")
        ->needs(trace)
        ->type_name("F.csv");
    command
        ->add_option("--dump-problem", options->dump,
                     "write the contacts of one step as a problem file (.dat or .hdf5) for cairn solve")
        ->expected(2)
        ->type_name("STEP FILE");
    command->add_option("--profile", options->profile_file, "write a Chrome/Perfetto trace of the stages")
        ->type_name("F.json");
    command->callback([options] { run(*options); });
}

}  // namespace cairn
