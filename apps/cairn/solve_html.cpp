#include "solve_html.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/core.h>

#include "report_html.hpp"

namespace cairn {
namespace {

struct Curve {
    std::string name;
    std::vector<double> x;
    std::vector<double> y;
};

struct Axis {
    double low = 0.0;
    double high = 1.0;
    bool logarithmic = true;

    double at(double value) const {
        const double v = logarithmic ? std::log10(value) : value;
        return (v - low) / (high - low);
    }
};

constexpr double left = 58, right = 12, top = 10, bottom = 34, width = 620, height = 300;

double pixel_x(const Axis& axis, double value) { return left + axis.at(value) * (width - left - right); }
double pixel_y(const Axis& axis, double value) {
    return height - bottom - axis.at(value) * (height - top - bottom);
}

/// A logarithmic axis over whole decades that hold all values.
template <typename Get>
Axis decades(const std::vector<Curve>& curves, Get get, double floor) {
    double low = 1e300;
    double high = -1e300;
    for (const Curve& curve : curves) {
        for (double value : get(curve)) {
            if (!std::isfinite(value) || value <= 0.0) continue;
            low = std::min(low, std::log10(std::max(value, floor)));
            high = std::max(high, std::log10(std::max(value, floor)));
        }
    }
    if (low > high) return {-1.0, 0.0, true};
    return {std::floor(low), std::max(std::floor(low) + 1.0, std::ceil(high)), true};
}

std::string grid(const Axis& x, const Axis& y, const std::string& x_label) {
    std::string svg;
    const int step_x = std::max(1, static_cast<int>((x.high - x.low) / 10.0));
    for (int k = static_cast<int>(x.low); x.logarithmic && k <= static_cast<int>(x.high); k += step_x) {
        const double at = pixel_x(x, std::pow(10.0, k));
        svg += fmt::format(
            "<line x1='{0:.1f}' x2='{0:.1f}' y1='{1}' y2='{2}' stroke='currentColor' opacity='.12'/>"
            "<text x='{0:.1f}' y='{3}' text-anchor='middle'>1e{4}</text>",
            at, top, height - bottom, height - bottom + 14, k);
    }
    const int step_y = std::max(1, static_cast<int>((y.high - y.low) / 10.0));
    for (int k = static_cast<int>(y.low); y.logarithmic && k <= static_cast<int>(y.high); k += step_y) {
        const double at = pixel_y(y, std::pow(10.0, k));
        svg += fmt::format(
            "<line x1='{1}' x2='{2}' y1='{0:.1f}' y2='{0:.1f}' stroke='currentColor' opacity='.12'/>"
            "<text x='{3}' y='{4:.1f}' text-anchor='end'>1e{5}</text>",
            at, left, width - right, left - 6, at + 4, k);
    }
    for (int k = 0; !y.logarithmic && k <= 4; ++k) {
        const double at = pixel_y(y, 0.25 * k);
        svg += fmt::format(
            "<line x1='{1}' x2='{2}' y1='{0:.1f}' y2='{0:.1f}' stroke='currentColor' opacity='.12'/>"
            "<text x='{3}' y='{4:.1f}' text-anchor='end'>{5} %</text>",
            at, left, width - right, left - 6, at + 4, 25 * k);
    }
    return svg + fmt::format("<text x='{}' y='{}' text-anchor='middle'>{}</text>",
                             0.5 * (left + width - right), height - 4, x_label);
}

/// One drawing; `steps` draws staircases (profiles) instead of lines.
std::string drawing(const std::vector<Curve>& curves, const Axis& x, const Axis& y,
                    const std::string& x_label, bool steps) {
    std::string svg = fmt::format(
        "<svg viewBox='0 0 {} {}' style='max-width:{}px;width:100%;font:11px sans-serif;fill:currentColor'>",
        width, height, width);
    svg += grid(x, y, x_label);
    const double smallest_x = std::pow(10.0, x.low);
    const double smallest_y = y.logarithmic ? std::pow(10.0, y.low) : 0.0;
    for (std::size_t c = 0; c < curves.size(); ++c) {
        std::string points;
        double last_y = 0.0;
        for (std::size_t i = 0; i < curves[c].x.size(); ++i) {
            if (!std::isfinite(curves[c].y[i])) continue;
            const double px = pixel_x(x, std::max(curves[c].x[i], smallest_x));
            const double py = pixel_y(y, std::max(curves[c].y[i], smallest_y));
            if (steps && !points.empty()) points += fmt::format("{:.1f},{:.1f} ", px, last_y);
            points += fmt::format("{:.1f},{:.1f} ", px, py);
            last_y = py;
        }
        if (steps && !points.empty()) points += fmt::format("{:.1f},{:.1f} ", width - right, last_y);
        svg += fmt::format(
            "<polyline class='s{}' points='{}' fill='none' stroke='{}' "
            "stroke-width='1.8'><title>{}</title></polyline>",
            c, points, report::series_color(static_cast<int>(c)), report::escape(curves[c].name));
    }
    return svg + "</svg>";
}

std::vector<std::string> solvers_of(const lab::SolveReport& report) {
    std::vector<std::string> names;
    for (const lab::ReportRow& row : report.rows) {
        if (std::find(names.begin(), names.end(), row.solver) == names.end()) names.push_back(row.solver);
    }
    return names;
}

std::string legend(const std::vector<std::string>& names) {
    std::string html = "<p>";
    for (std::size_t i = 0; i < names.size(); ++i) {
        html += fmt::format(
            "<label style='margin-right:1em;white-space:nowrap'><input type='checkbox' checked "
            "data-series='s{}'> <span style='color:{}'>&#9632;</span> {}</label>",
            i, report::series_color(static_cast<int>(i)), report::escape(names[i]));
    }
    return html + "</p>";
}

/// A box in a legend hides or shows its solver in every drawing.
const char* const switches =
    "<script>document.querySelectorAll('input[data-series]').forEach(b=>b.onchange=()=>{"
    "document.querySelectorAll('.'+b.dataset.series).forEach(e=>e.style.display=b.checked?'':'none');"
    "document.querySelectorAll(`input[data-series=${b.dataset.series}]`).forEach(o=>o.checked=b.checked)})</"
    "script>";

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
    const std::vector<std::string> names = solvers_of(report);
    std::string body =
        "<h1>Contact solvers compared</h1><p>Residual against time of every solver on the same frozen "
        "contacts. <i>residual</i> belongs to "
        "the solver's own friction model, <i>Coulomb</i> is De Saxc&eacute;'s residual as Siconos prints "
        "it, <i>unit-free</i> the same with impulses scaled by the mean diagonal of W.</p>";
    for (const std::string& bad : report.unreadable) body += "<p><b>" + report::escape(bad) + "</b></p>";
    body += legend(names) + profiles(report);
    std::vector<std::string> problems;
    for (const lab::ReportRow& row : report.rows) {
        if (std::find(problems.begin(), problems.end(), row.problem) == problems.end())
            problems.push_back(row.problem);
    }
    for (const std::string& problem : problems) body += problem_section(report, problem, names);
    return report::page("Contact solvers compared", body + switches);
}

}  // namespace cairn
