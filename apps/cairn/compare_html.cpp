
#include <fmt/core.h>

#include "compare.hpp"
#include "compare_player.hpp"
#include "report_curves.hpp"
#include "report_html.hpp"
#include "report_plot.hpp"
#include "solve_html.hpp"

namespace cairn {

namespace {

std::string number(double value, const char* unit = "") {
    return value < 0 ? std::string("-") : fmt::format("{:.3g}{}", value, unit);
}

std::string summary(const Comparison& comparison) {
    std::vector<std::vector<std::string>> rows;
    for (const lab::Trajectory& run : comparison.runs) {
        rows.push_back({run.solver, fmt::format("{}", run.steps), fmt::format("{:.3f}", run.ms_per_step),
                        fmt::format("{:.1f}", run.iterations), fmt::format("{:.0f}", run.row_updates),
                        number(run.mean_residual), fmt::format("{:.3g}", run.energy_created),
                        number(run.momentum_error), fmt::format("{:.2f}", 1e3 * run.max_penetration),
                        fmt::format("{:.2f}", 1e3 * run.penetration_99),
                        fmt::format("{:.2f}", 1e3 * run.max_joint_error), number(run.jitter),
                        number(run.time_to_fall), number(run.reference_error),
                        run.status + (run.message.empty() ? "" : ": " + run.message)});
    }
    return report::table({{"solver"},
                          {"steps", true},
                          {"ms/solve", true},
                          {"iterations", true},
                          {"row updates", true},
                          {"residual m/s", true},
                          {"energy created J", true},
                          {"momentum error N s", true},
                          {"overlap mm", true},
                          {"99 % mm", true},
                          {"joint error mm", true},
                          {"jitter m/s", true},
                          {"falls after s", true},
                          {"from reference m", true},
                          {"status"}},
                         rows);
}

std::string pictures(const Comparison& comparison) {
    std::vector<PlayerPane> panes;
    for (size_t i = 0; i < comparison.pictures.size(); ++i) {
        if (comparison.pictures[i].empty()) continue;
        panes.push_back({comparison.runs[i].solver,
                         report::picture(comparison.pictures[i], comparison.runs[i].solver, 400, 260)});
    }
    return panes.empty() ? std::string() : player(panes, comparison.replay);
}

/// Runs may have ended early: all series are on the longest run's times. `from_start`: as changes since the
/// start.
std::string over_time(const Comparison& comparison, const char* title,
                      std::vector<double> lab::Trajectory::*values, bool from_start = false) {
    report::Plot plot;
    plot.title = title, plot.x_label = "seconds";
    for (const lab::Trajectory& run : comparison.runs)
        if (run.time.size() > plot.x.size()) plot.x = run.time;
    for (const lab::Trajectory& run : comparison.runs) {
        std::vector<double> series = run.*values;
        const double start = from_start && !series.empty() ? series.front() : 0;
        for (double& value : series) value -= start;
        series.resize(plot.x.size(), NAN);
        plot.series.push_back({run.solver, series});
    }
    return report::svg_plot(plot);
}

std::string scatters(const Comparison& comparison) {
    std::vector<report::Curve> residual, overlap, jitter;
    for (const lab::Trajectory& run : comparison.runs) {
        const std::string name = run.solver.substr(0, 40);
        const bool ran = run.status == "ok" || run.status == "time limit";
        const auto mark = [&](double value) {
            return ran && value > 0 ? report::Curve{name, {std::max(run.ms_per_step, 1e-6)}, {value}}
                                    : report::Curve{name, {}, {}};
        };
        residual.push_back(mark(run.mean_residual)), overlap.push_back(mark(run.penetration_99));
        jitter.push_back(mark(run.jitter));
    }
    return "<h2>Quality against cost</h2><div class='pair'>" +
           report::scatter(residual, "ms a solve", "mean residual, m/s") +
           report::scatter(overlap, "ms a solve", "overlap (99 %) at the end, m") +
           report::scatter(jitter, "ms a solve", "jitter, m/s") + "</div>";
}

}  // namespace

std::string comparison_page(const Comparison& comparison) {
    std::string body =
        "<h1>" + report::escape(comparison.scene) + " under several solvers</h1><p>" +
        report::escape(fmt::format("{} bodies, steps of {:.4g} ms, {}. ", comparison.bodies,
                                   1e3 * comparison.dt, comparison.budget)) +
        "Energy created is the sum of all rises of kinetic plus potential energy; jitter the rms speed "
        "over the last second; a scene falls when its highest body has lost a fifth of its height. The "
        "residual is the velocity error that a solver leaves in its own step (docs/solvers.md); a dash "
        "means not measured.</p>";
    body += summary(comparison) + pictures(comparison);
    body += "<h2>Over time</h2><div class='trio'>" +
            over_time(comparison, "change of energy, J", &lab::Trajectory::energy, true) +
            over_time(comparison, "deepest overlap, m", &lab::Trajectory::penetration) +
            over_time(comparison, "fastest body, m/s", &lab::Trajectory::speed) + "</div>";
    body += scatters(comparison);
    if (!comparison.frozen.rows.empty())
        body += "<h2>The same contacts, frozen</h2><p>Steps of the first solver's run, given to all.</p>" +
                solve_sections(comparison.frozen);
    return report::page(comparison.scene + ": solvers compared", body + report::switches);
}

}  // namespace cairn
