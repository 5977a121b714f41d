// `cairn compare`: the same scene under several solvers, and the same frozen contacts.

#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/core.h>

#include <cairn/error.hpp>

#include "commands.hpp"
#include "compare.hpp"
#include "compare_replay.hpp"
#include "image.hpp"
#include "lab/capture.hpp"
#include "lab/soft_step_answer.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "render_picture.hpp"
#include "render_world.hpp"
#include "scene/metrics.hpp"
#include "scene/output_file.hpp"
#include "scene/solver_choice.hpp"
#include "scene_options.hpp"
#include "solvers/live/stage_settings.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn {

namespace {

struct CompareOptions {
    SceneOptions scene;
    std::string name;
    std::string solvers = "soft-step,pgs,si,jacobi,apgd,nncg,newton,robust";
    std::string budget = "iterations";
    int iterations = 0;  ///< 0: each solver's own
    double milliseconds = 5;
    double seconds = 30;
    int problems = 3, refinement = 0;
    bool cold = false, warm = false, json = false, no_frozen = false;
    std::string csv, report;
};

bool has_key(const std::string& text, const std::string& key) {
    return text.find(":" + key + "=") != std::string::npos || text.find("," + key + "=") != std::string::npos;
}
std::string with(const std::string& text, const std::string& key, const std::string& value) {
    if (has_key(text, key)) return text;
    return text + (text.find(':') == std::string::npos ? ":" : ",") + key + "=" + value;
}
bool is_soft_step(const std::string& text) { return text.rfind(soft_step_name, 0) == 0; }

/// What the options of the comparison add to a solver's own, where it has such a parameter: penalty has none
/// of these.
std::string dressed(const std::string& text, const CompareOptions& options, int iterations) {
    if (is_soft_step(text)) return text;
    std::string full = text;
    const auto add = [&](const std::string& key, const std::string& value) {
        for (const StageParameter& parameter : solver_parameters(text.substr(0, text.find(':'))))
            if (parameter.name == key) full = with(full, key, value);
    };
    add("measure", "true");
    if (iterations > 0) add("iterations", std::to_string(iterations));
    // robust switches between methods by their residuals and stops by them alone
    if (iterations > 0 && text.rfind("robust", 0) != 0) add("rule", "iterations");
    if (options.cold) add("warm_start", "off");
    return full;
}

SceneDescription described(const CompareOptions& options, const std::string& solver) {
    SceneOptions scene = options.scene;
    scene.solver = solver;
    return describe(options.name, scene);
}

/// Iterations of a solver that fit into the time budget: the cost of one comes from two short runs.
int fitting_iterations(const CompareOptions& options, const std::string& solver) {
    const auto cost = [&](int iterations) {
        SceneDescription description = described(options, dressed(solver, options, iterations));
        description.steps = std::min(description.steps, 40);
        Scene scene(description, run_options(options.scene));
        return lab::run_trajectory(scene).ms_per_step;
    };
    const double few = cost(4), many = cost(24);
    const double each = std::max(1e-6, (many - few) / 20), fixed = std::max(0.0, few - 4 * each);
    return std::clamp(static_cast<int>((options.milliseconds - fixed) / each), 1, 100000);
}

/// The friction model of a solver that is not told one.
std::string friction_of(const std::string& name) {
    if (name == "pgs" || name == "direct") return "pyramid";
    if (name == "mprgp") return "fixed";
    return name == "pgd" || name == "apgd" || name == "interior" ? "cone-relaxed" : "cone";
}

/// The solver as the frozen problems know it: its name, its friction model and the parameters that it has
/// there, too.
std::string frozen_text(const std::string& text) {
    const size_t colon = std::min(text.find(':'), text.size());
    const std::string name = text.substr(0, colon);
    std::vector<std::string> keys{"friction"};
    for (const lab::SolverInfo& info : lab::solver_list())
        for (const lab::ParameterInfo& parameter : info.parameters)
            if (info.name == name) keys.push_back(parameter.name);
    std::string frozen = name;
    for (size_t begin = colon + 1; begin < text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        const size_t equals = text.find('=', begin);
        const std::string key = text.substr(begin, equals - begin);
        if (std::find(keys.begin(), keys.end(), key) != keys.end())
            frozen = with(frozen, key, text.substr(equals + 1, end - equals - 1));
        begin = end + 1;
    }
    return with(frozen, "friction", friction_of(name));
}

/// Solvers that differ only in what a frozen problem does not have, such as a contact cache, are one there.
void add_once(std::vector<std::string>& list, const std::string& text) {
    if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

/// What a soft-step did to a frozen problem, as a row of the table.
lab::ReportRow row_of(const lab::SoftStepAnswer& answer, const std::string& solver) {
    lab::ReportRow row;
    row.problem = answer.problem.name, row.contacts = answer.problem.contacts();
    row.solver = solver, row.friction = "cone";
    row.message = answer.not_applicable;
    row.status = row.message.empty() ? lab::Status::finished : lab::Status::not_applicable;
    if (!row.message.empty()) return row;
    row.iterations = answer.substeps, row.row_updates = answer.row_updates;
    row.milliseconds = 1e3 * answer.seconds;
    row.contact = lab::contact_residual(answer.problem, answer.reaction);
    row.residual = row.contact.de_saxce;
    row.history = {{answer.substeps, answer.seconds, row.residual}};
    return row;
}

/// Steps of the first solver's run as frozen problems, and what the soft-steps among the solvers do in each.
std::vector<lab::ContactProblem> capture(const CompareOptions& options, const std::string& solver,
                                         const std::vector<std::string>& soft_steps,
                                         std::vector<lab::ReportRow>& rows) {
    const SceneDescription description = described(options, solver);
    Scene scene(description, run_options(options.scene));
    std::vector<lab::ContactProblem> problems;
    for (int i = 0; i < description.steps && static_cast<int>(problems.size()) < options.problems; ++i) {
        const int due = description.steps * (static_cast<int>(problems.size()) + 1) / (options.problems + 1);
        if (i >= due) {
            lab::ContactProblem problem = lab::capture_problem(scene);
            if (problem.contacts() > 0) {
                for (const std::string& text : soft_steps)
                    rows.push_back(
                        row_of(lab::soft_step_answer(scene, described(options, text).solver), text));
                problems.push_back(std::move(problem));
            }
        }
        scene.step();
    }
    return problems;
}

/// Problem by problem, the soft-steps first.
std::vector<lab::ReportRow> merged(const std::vector<lab::ContactProblem>& problems,
                                   const std::vector<lab::ReportRow>& first,
                                   const std::vector<lab::ReportRow>& second) {
    std::vector<lab::ReportRow> rows;
    for (const lab::ContactProblem& problem : problems)
        for (const std::vector<lab::ReportRow>* part : {&first, &second})
            for (const lab::ReportRow& row : *part)
                if (row.problem == problem.name) rows.push_back(row);
    return rows;
}

std::string picture_of(const Scene& scene) {
    const render::Size size{400, 260};
    const render::RenderScene look = render::scene_of(scene);
    const render::Camera camera = render::frame(look, size, render::camera_direction(scene.description()));
    return render::encode_png(render::render_picture(look, camera, size));
}

std::string budget_text(const CompareOptions& options) {
    std::string text = options.budget == "time"
                           ? fmt::format("{:g} ms a solve for each", options.milliseconds)
                       : options.iterations > 0 ? fmt::format("{} iterations for each", options.iterations)
                                                : "each solver's own number of iterations";
    return text + (options.cold ? ", cold start" : ", warm start");
}

std::vector<std::string> captions(const std::vector<lab::Trajectory>& runs) {
    std::vector<std::string> texts;
    for (const lab::Trajectory& run : runs)
        texts.push_back(run.solver + (run.status == "ok" ? "" : ": " + run.status));
    return texts;
}

Comparison compare(const CompareOptions& options) {
    Comparison result;
    const std::vector<std::string> solvers = lab::split_specs(options.solvers);
    if (solvers.empty()) throw Error("--solvers: names no solver");
    std::string first = dressed(solvers.front(), options, options.iterations);
    const SceneDescription description = described(options, first);
    for (const std::string& solver : solvers)
        described(options, dressed(solver, options, 1));  // all names are right
    result.scene = description.name, result.dt = static_cast<double>(description.dt);
    result.budget = budget_text(options);
    std::vector<Vec3> reference;
    if (options.refinement > 0) reference = lab::reference_positions(description, options.refinement);
    std::optional<Replay> replay;
    Progress bar("comparing", static_cast<uint64_t>(description.steps) * solvers.size());
    for (size_t i = 0; i < solvers.size(); ++i) {
        const int iterations = options.budget == "time" && !is_soft_step(solvers[i])
                                   ? fitting_iterations(options, solvers[i])
                                   : options.iterations;
        const std::string solver = dressed(solvers[i], options, iterations);
        if (i == 0) first = solver;
        Scene scene(described(options, solver), run_options(options.scene));
        lab::TrajectoryOptions run;
        run.max_seconds = options.seconds;
        const uint64_t before = static_cast<uint64_t>(description.steps) * i;
        if (!options.report.empty()) {
            if (!replay) replay.emplace(scene, static_cast<int>(solvers.size()));
            replay->begin(scene);
        }
        run.progress = [&](int done) {
            bar.at(before + static_cast<uint64_t>(done));
            if (replay) replay->stepped(scene, done);
        };
        result.runs.push_back(lab::run_trajectory(scene, run));
        result.runs.back().solver = solvers[i];  // as it was asked for, without what `dressed` added
        result.runs.back().reference_error =
            reference.empty() ? -1 : lab::distance_between(result.runs.back().positions, reference);
        result.pictures.push_back(options.report.empty() ? "" : picture_of(scene));
        result.bodies = measure(scene).bodies;
    }
    if (replay) result.replay = replay->json(captions(result.runs));
    if (options.no_frozen) return result;
    std::vector<std::string> frozen, soft_steps;
    for (const std::string& solver : solvers)
        is_soft_step(solver) ? add_once(soft_steps, solver) : add_once(frozen, frozen_text(solver));
    std::vector<lab::ReportRow> answers;
    const std::vector<lab::ContactProblem> problems = capture(options, first, soft_steps, answers);
    if (problems.empty()) return result;
    lab::ReportOptions solve;
    solve.solve.record_history = true;
    solve.solve.max_iterations = 2000;
    solve.solve.max_seconds = std::max(0.5, options.seconds / (4.0 * options.problems));
    solve.start = options.warm ? lab::StartFrom::warm : lab::StartFrom::cold;
    if (!frozen.empty()) result.frozen = lab::report_on(problems, frozen, solve);
    result.frozen.rows = merged(problems, answers, result.frozen.rows);
    return result;
}

void run(const CompareOptions& options) {
    const Comparison result = compare(options);
    if (!options.csv.empty()) write_file(options.csv, comparison_csv(result));
    if (!options.report.empty()) write_file(options.report, comparison_page(result));
    if (options.json) {
        fmt::print("{}\n", comparison_json(result));
    } else {
        fmt::print("{}", comparison_table(result));
        if (!options.report.empty()) fmt::print("\nreport: {}\n", options.report);
    }
}

}  // namespace

void add_compare_command(CLI::App& app) {
    const auto options = std::make_shared<CompareOptions>();
    CLI::App* command = app.add_subcommand("compare", "run a scene under several solvers and compare them");
    command->add_option("SCENE", options->name, "built-in scene, NAME[:key=value,...], or JSON file")
        ->required()
        ->type_name("");
    command->add_option("--solvers", options->solvers, "NAME[:key=value,...],NAME...")
        ->capture_default_str()
        ->type_name("A,B,...");
    add_scene_options(*command, options->scene);
    add_run_options(*command, options->scene);
    command->add_option("--budget", options->budget, "what all get the same of: iterations or time")
        ->check(CLI::IsMember({"iterations", "time"}))
        ->capture_default_str()
        ->type_name("NAME");
    command->add_option("--iterations", options->iterations, "iterations of each solver (default: its own)")
        ->check(whole_number(1, 1000000))
        ->type_name("N");
    command->add_option("--ms", options->milliseconds, "time of each solve under --budget time")
        ->check(number_between(1e-3, 1e6))
        ->capture_default_str()
        ->type_name("X");
    command->add_option("--seconds", options->seconds, "most time a solver's run may take")
        ->check(number_between(0, 1e6))
        ->capture_default_str()
        ->type_name("S");
    command->add_option("--problems", options->problems, "steps to freeze for all solvers")
        ->check(whole_number(1, 50))
        ->capture_default_str()
        ->type_name("N");
    command
        ->add_option("--reference", options->refinement,
                     "compare positions with a run of steps N times as short")
        ->check(whole_number(1, 1000))
        ->type_name("N");
    command->add_flag("--cold", options->cold, "start every step from zero impulses");
    command->add_flag("--warm", options->warm, "warm starts on the frozen steps too");
    command->add_flag("--no-frozen", options->no_frozen, "leave the frozen steps out");
    command->add_flag("--json", options->json, "print one JSON object");
    command->add_option("--csv", options->csv, "write the table as CSV")->type_name("F.csv");
    command->add_option("--report", options->report, "write a self-contained HTML page")->type_name("F.html");
    command->callback([options] { run(*options); });
}

}  // namespace cairn
