#include "lab/solve_report.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>

#include "lab/generate.hpp"
#include "lab/problem_file.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn::lab {
namespace {

std::string short_name(const std::string& text) {
    if (names_generator(text)) return text;
    const std::size_t slash = text.find_last_of('/');
    return slash == std::string::npos ? text : text.substr(slash + 1);
}

/// What rows call the problems: files by their name alone, and by the whole path where two share a name.
std::vector<std::string> labels_of(const std::vector<std::string>& problems) {
    std::map<std::string, std::set<std::string>> sharing;
    for (const std::string& text : problems) sharing[short_name(text)].insert(text);
    std::vector<std::string> labels;
    for (const std::string& text : problems) {
        const std::string label = short_name(text);
        labels.push_back(sharing[label].size() > 1 ? text : label);
    }
    return labels;
}

Vector warm_start(const ContactProblem& problem, const SolveOptions& options) {
    ContactProblem before = problem;
    before.q *= 0.999;
    SolveOptions loose = options;
    loose.tolerance = 1e-6;
    loose.record_history = false;
    loose.rule = StopRule::residual;
    return run_solver(parse_solver("robust"), before, loose).reaction;
}

ReportRow run_pair(const SolverSpec& spec, const ContactProblem& problem, const ReportOptions& options,
                   const Vector& start) {
    SolveOptions solve = options.solve;
    solve.warm_start = start;
    SolveResult result = run_solver(spec, problem, solve);
    double fastest = result.seconds;
    for (int repeat = 1; repeat < options.repeats && result.status != Status::not_applicable; ++repeat) {
        fastest = std::min(fastest, run_solver(spec, problem, solve).seconds);
    }
    ReportRow row;
    row.problem = problem.name;
    row.contacts = problem.contacts();
    row.solver = spec.text;
    spec.adjust(solve);
    row.friction = to_string(solve.friction);
    row.status = result.status;
    row.message = result.message;
    row.iterations = result.iterations;
    row.row_updates = result.row_updates;
    row.milliseconds = 1e3 * fastest;
    row.bytes = result.bytes;
    if (result.reaction.size() == problem.q.size()) {
        row.residual = result.residual;
        row.contact = contact_residual(problem, result.reaction);
    }
    row.history = std::move(result.history);
    return row;
}

ReportRow unreadable_row(const std::string& problem, const std::string& solver, const std::string& why) {
    ReportRow row;
    row.problem = problem;
    row.solver = solver;
    row.status = Status::failed;
    row.message = why;
    return row;
}

/// Why a solver of worlds is never asked about a problem alone; empty for those that are.
std::string needs_a_world(const std::string& name) {
    // lab/soft_step_answer.hpp does it for steps of a scene
    if (name == "soft-step")
        return "soft-step moves bodies through sub-steps and a problem has none to move; cairn compare asks "
               "it "
               "about frozen steps of a scene";
    if (name == "penalty") return "penalty finds contacts of its own and a problem has no shapes to meet";
    return {};
}

SolverSpec spec_of(const std::string& text) {
    const std::string name = text.substr(0, text.find(':'));
    const std::string reason = needs_a_world(name);
    if (reason.empty()) return parse_solver(text);
    SolverSpec spec;
    spec.name = name, spec.text = text;
    spec.adjust = [](SolveOptions&) {};
    spec.run = [reason](const ContactProblem&, const SolveOptions&) { return not_applicable(reason); };
    return spec;
}

std::vector<SolverSpec> parse_all(const std::vector<std::string>& solvers) {
    if (solvers.empty()) throw std::invalid_argument("no solvers given");
    std::vector<SolverSpec> specs;
    for (const std::string& text : solvers) specs.push_back(spec_of(text));
    return specs;
}

/// Seconds until the history first shows the tolerance; infinity when it never does.
double time_to(const ReportRow& row, double tolerance) {
    for (const HistoryPoint& point : row.history) {
        if (point.residual <= tolerance) return std::max(point.seconds, 1e-9);
    }
    return std::numeric_limits<double>::infinity();
}

}  // namespace

ContactProblem load_problem(const std::string& text) {
    // a plain word that is no file either was meant for a generator
    const bool plain = text.substr(0, text.find(':')).find_first_of("./\\") == std::string::npos;
    const bool generated = names_generator(text) || (plain && !std::filesystem::exists(text));
    ContactProblem problem = generated ? generate_problem(text) : read_problem(text);
    const std::string defect = problem.defect();
    if (!defect.empty()) throw std::invalid_argument(text + ": " + defect);
    return problem;
}

std::vector<ContactProblem> load_problems(const std::vector<std::string>& texts) {
    const std::vector<std::string> labels = labels_of(texts);
    std::vector<ContactProblem> problems;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        problems.push_back(load_problem(texts[i]));
        problems.back().name = labels[i];
    }
    return problems;
}

SolveReport report_on(const std::vector<ContactProblem>& problems, const std::vector<std::string>& solvers,
                      const ReportOptions& options) {
    const std::vector<SolverSpec> specs = parse_all(solvers);
    SolveReport report;
    const int total = static_cast<int>(problems.size() * specs.size());
    for (const ContactProblem& problem : problems) {
        const Vector start = options.start == StartFrom::warm ? warm_start(problem, options.solve) : Vector();
        for (const SolverSpec& spec : specs) {
            report.rows.push_back(run_pair(spec, problem, options, start));
            if (options.progress) options.progress(static_cast<int>(report.rows.size()), total);
        }
    }
    return report;
}

SolveReport solve_report(const std::vector<std::string>& problems, const std::vector<std::string>& solvers,
                         const ReportOptions& options) {
    if (problems.empty()) throw std::invalid_argument("no problems given");
    const std::vector<SolverSpec> specs = parse_all(solvers);
    SolveReport report;
    const int total = static_cast<int>(problems.size() * specs.size());
    int done = 0;
    const std::vector<std::string> labels = labels_of(problems);
    for (std::size_t i = 0; i < problems.size(); ++i) {
        ContactProblem problem;
        std::string bad;
        try {
            problem = load_problem(problems[i]);
            problem.name = labels[i];
        } catch (const std::exception& error) {
            bad = error.what();
        }
        if (!bad.empty()) report.unreadable.push_back(bad);
        Vector start;
        if (bad.empty() && options.start == StartFrom::warm) start = warm_start(problem, options.solve);
        for (const SolverSpec& spec : specs) {
            report.rows.push_back(bad.empty() ? run_pair(spec, problem, options, start)
                                              : unreadable_row(labels[i], spec.text, bad));
            ++done;
            if (options.progress) options.progress(done, total);
        }
    }
    return report;
}

std::vector<ProfileCurve> performance_profile(const SolveReport& report, double tolerance) {
    std::map<std::string, double> fastest;
    std::vector<std::string> solvers;
    for (const ReportRow& row : report.rows) {
        const double seconds = time_to(row, tolerance);
        const auto [entry, added] = fastest.emplace(row.problem, seconds);
        if (!added) entry->second = std::min(entry->second, seconds);
        if (std::find(solvers.begin(), solvers.end(), row.solver) == solvers.end())
            solvers.push_back(row.solver);
    }
    std::vector<ProfileCurve> curves;
    for (const std::string& solver : solvers) {
        // one ratio a problem, also where a solver or a problem was named twice
        std::map<std::string, double> ratio_of;
        for (const ReportRow& row : report.rows) {
            const double seconds = time_to(row, tolerance);
            if (row.solver != solver || !std::isfinite(seconds)) continue;
            const double ratio = seconds / fastest[row.problem];
            const auto [entry, added] = ratio_of.emplace(row.problem, ratio);
            if (!added) entry->second = std::min(entry->second, ratio);
        }
        std::vector<double> ratios;
        for (const auto& [problem, ratio] : ratio_of) ratios.push_back(ratio);
        std::sort(ratios.begin(), ratios.end());
        ProfileCurve curve{solver, {1.0}, {0.0}};
        for (std::size_t i = 0; i < ratios.size(); ++i) {
            curve.tau.push_back(ratios[i]);
            curve.share.push_back(static_cast<double>(i + 1) / static_cast<double>(fastest.size()));
        }
        curves.push_back(std::move(curve));
    }
    return curves;
}

}  // namespace cairn::lab
