#include "solve_html.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

#include "report_curves.hpp"
#include "report_html.hpp"

namespace cairn {
namespace {

using report::Axis;
using report::Curve;
using report::decades;
using report::drawing;

std::vector<std::string> solvers_of(const lab::SolveReport& report) {
    std::vector<std::string> names;
    for (const lab::ReportRow& row : report.rows) {
        if (std::find(names.begin(), names.end(), row.solver) == names.end()) names.push_back(row.solver);
    }
    return names;
}

std::string profiles(const lab::SolveReport& report) {
    std::string html =
        "<h2>Performance profiles</h2><p>Share of problems that a solver brings to the tolerance within a "
        "multiple of "
        "the fastest solver's time (Dolan and Mor&eacute;). Each solver is judged by the residual of its own "
        "friction "
        "model.</p>";
    for (double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
        std::vector<Curve> curves;
        for (const lab::ProfileCurve& curve : lab::performance_profile(report, tolerance)) {
            curves.push_back({curve.solver, curve.tau, curve.share});
        }
        const Axis x = decades(
            curves, [](const Curve& c) { return c.x; }, 1.0);
        html += fmt::format("<h3>To {:g}</h3>", tolerance);
        html += drawing(curves, x, {0.0, 1.0, false}, "time / fastest time", true);
    }
    return html;
}

/// At most 400 points a curve: a long run must not make a long file.
Curve thinned(const lab::ReportRow& row) {
    Curve curve{row.solver, {}, {}};
    const std::size_t stride = row.history.size() / 400 + 1;
    for (std::size_t i = 0; i < row.history.size(); ++i) {
        if (i % stride != 0 && i + 1 != row.history.size()) continue;
        curve.x.push_back(std::max(1e3 * row.history[i].seconds, 1e-4));
        curve.y.push_back(std::max(row.history[i].residual, 1e-17));
    }
    return curve;
}

std::string problem_section(const lab::SolveReport& report, const std::string& problem,
                            const std::vector<std::string>& names) {
    std::vector<Curve> curves(names.size());
    std::vector<std::vector<std::string>> cells;
    int contacts = 0;
    for (const lab::ReportRow& row : report.rows) {
        if (row.problem != problem) continue;
        contacts = row.contacts;
        const auto at = std::find(names.begin(), names.end(), row.solver) - names.begin();
        curves[static_cast<std::size_t>(at)] = thinned(row);
        const bool ran = row.status != lab::Status::not_applicable && row.contacts > 0;
        const auto cell = [ran](std::string text) { return ran ? std::move(text) : std::string("-"); };
        cells.push_back(
            {row.solver, row.friction, to_string(row.status), cell(fmt::format("{}", row.iterations)),
             cell(fmt::format("{}", row.row_updates)), cell(fmt::format("{:.3f}", row.milliseconds)),
             cell(fmt::format("{:.1f}", static_cast<double>(row.bytes) / 1024.0)),
             cell(fmt::format("{:.2e}", row.residual)), cell(fmt::format("{:.2e}", row.contact.de_saxce)),
             cell(fmt::format("{:.2e}", row.contact.de_saxce_scaled)), row.message});
    }
    const Axis x = decades(
        curves, [](const Curve& c) { return c.x; }, 1e-4);
    const Axis y = decades(
        curves, [](const Curve& c) { return c.y; }, 1e-17);
    std::string html =
        fmt::format("<h2>{} <small>({} contacts)</small></h2>", report::escape(problem), contacts);
    html += drawing(curves, x, y, "milliseconds", false);
    html += report::table({{"solver"},
                           {"friction"},
                           {"status"},
                           {"iterations", true},
                           {"row updates", true},
                           {"ms", true},
                           {"KiB", true},
                           {"residual", true},
                           {"Coulomb", true},
                           {"unit-free", true},
                           {"note"}},
                          cells);
    return html;
}

}  // namespace

std::string solve_page(const lab::SolveReport& report) {
    std::string body =
        "<h1>Contact solvers compared</h1><p>Residual against time of every solver on the same frozen "
        "contacts. <i>residual</i> belongs to "
        "the solver's own friction model, <i>Coulomb</i> is De Saxc&eacute;'s residual as Siconos prints "
        "it, <i>unit-free</i> the same with impulses scaled by the mean diagonal of W.</p>";
    for (const std::string& bad : report.unreadable) body += "<p><b>" + report::escape(bad) + "</b></p>";
    return report::page("Contact solvers compared", body + solve_sections(report) + report::switches);
}

std::string solve_sections(const lab::SolveReport& report) {
    const std::vector<std::string> names = solvers_of(report);
    std::string body = report::legend(names) + profiles(report);
    std::vector<std::string> problems;
    for (const lab::ReportRow& row : report.rows) {
        if (std::find(problems.begin(), problems.end(), row.problem) == problems.end())
            problems.push_back(row.problem);
    }
    for (const std::string& problem : problems) body += problem_section(report, problem, names);
    return body;
}

}  // namespace cairn
