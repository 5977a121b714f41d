#include "solve.hpp"

#include <memory>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <cairn/error.hpp>

#include "lab/solve_report.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "scene/output_file.hpp"
#include "scene_options.hpp"
#include "solve_html.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn {
namespace {

struct SolveCommand {
    std::vector<std::string> problems;
    std::string solvers = "pgs:friction=pyramid,si,jacobi,apgd,nncg,newton,interior,robust";
    std::string friction = "cone";
    std::string rule = "residual";
    double tolerance = 1e-8;
    std::int64_t iterations = 10000;
    double seconds = 10.0;
    double load = 0.0;
    int repeats = 1;
    bool warm = false;
    bool json = false;
    bool list = false;
    std::string csv;
    std::string report;
};

void print_solvers() {
    const auto print = [](const lab::ParameterInfo& parameter) {
        fmt::print("    {:<12} = {:<10} {}\n", parameter.name, parameter.value, parameter.help);
    };
    for (const lab::SolverInfo& solver : lab::solver_list()) {
        fmt::print("{:<10} {}\n", solver.name, solver.summary);
        for (const lab::ParameterInfo& parameter : solver.parameters) print(parameter);
    }
    fmt::print("every solver\n");
    for (const lab::ParameterInfo& parameter : lab::common_parameters()) print(parameter);
}

lab::ReportOptions report_options(const SolveCommand& command) {
    lab::ReportOptions options;
    // The common keys are parsed by the registry, so that a flag and a key mean the same.
    lab::parse_solver(fmt::format("robust:friction={},rule={}", command.friction, command.rule))
        .adjust(options.solve);
    options.solve.friction.load = command.load;
    options.solve.tolerance = command.tolerance;
    options.solve.max_iterations = command.iterations;
    options.solve.max_seconds = command.seconds;
    options.solve.record_history = command.json || !command.report.empty();
    options.start = command.warm ? lab::StartFrom::warm : lab::StartFrom::cold;
    options.repeats = command.repeats;
    return options;
}

void run(const SolveCommand& command) {
    if (command.list) return print_solvers();
    if (command.problems.empty())
        throw Error("no problem given; a file (.dat, .hdf5) or e.g. tower:boxes=10");
    lab::ReportOptions options = report_options(command);
    const std::vector<std::string> solvers = lab::split_specs(command.solvers);
    if (solvers.empty()) throw Error("--solvers: names no solver");
    const std::vector<lab::ContactProblem> problems = lab::load_problems(command.problems);
    lab::SolveReport report;
    {
        Progress bar("solving", command.problems.size() * solvers.size());
        options.progress = [&bar](int done, int) { bar.at(static_cast<std::uint64_t>(done)); };
        report = lab::report_on(problems, solvers, options);
    }
    if (!command.csv.empty()) write_file(command.csv, to_csv(report));
    if (!command.report.empty()) write_file(command.report, solve_page(report));
    if (command.json) {
        fmt::print("{}\n", to_json(report));
    } else {
        fmt::print("{}", to_table(report));
        if (!command.report.empty()) fmt::print("\nreport: {}\n", command.report);
    }
}

}  // namespace

void add_solve_command(CLI::App& app) {
    auto command = std::make_shared<SolveCommand>();
    CLI::App* solve = app.add_subcommand("solve", "run solvers on frozen contact problems and compare them");
    solve
        ->add_option(
            "PROBLEM", command->problems,
            "Siconos .dat or FCLIB .hdf5 files, or generated: tower:boxes=10, wall:columns=5,rows=5, "
            "random:seed=1,bodies=5,contacts=8")
        ->type_name("");
    solve->add_option("--solvers", command->solvers, "NAME[:key=value,...],NAME...")
        ->capture_default_str()
        ->type_name("A,B,...");
    solve
        ->add_option("--friction", command->friction,
                     "fixed, pyramid, pyramid8, pyramid16, cone or cone-relaxed")
        ->capture_default_str()
        ->type_name("NAME");
    solve->add_option("--rule", command->rule, "what ends a run: residual, iterations, change or fraction")
        ->capture_default_str()
        ->type_name("NAME");
    solve->add_option("--tolerance", command->tolerance, "residual to reach")
        ->check(number_between(0, 1))
        ->capture_default_str()
        ->type_name("X");
    solve->add_option("--iterations", command->iterations, "iteration budget")
        ->check(whole_number(0, 1000000000))
        ->capture_default_str()
        ->type_name("N");
    solve->add_option("--seconds", command->seconds, "time budget of each run")
        ->check(number_between(0, 1e6))
        ->capture_default_str()
        ->type_name("S");
    solve->add_option("--load", command->load, "impulse m_c*g*h per contact, for the fixed friction bound")
        ->check(number_between(0, 1e12))
        ->type_name("X");
    solve->add_option("--repeats", command->repeats, "runs of each pair, of which the fastest counts")
        ->check(whole_number(1, 1000))
        ->capture_default_str()
        ->type_name("N");
    solve->add_flag("--warm", command->warm, "start from the answer of a slightly different problem");
    solve->add_flag("--json", command->json, "print JSON (with histories) alone");
    solve->add_flag("--list", command->list, "list solvers and their parameters");
    solve->add_option("--csv", command->csv, "write the table as CSV")->type_name("F.csv");
    solve->add_option("--report", command->report, "write a self-contained HTML page")->type_name("F.html");
    solve->callback([command] { run(*command); });
}

}  // namespace cairn
