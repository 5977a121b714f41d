#include "report_curves.hpp"

#include <fmt/core.h>

#include "report_html.hpp"

namespace cairn::report {
namespace {

constexpr double left = 58, right = 12, top = 10, bottom = 34, width = 620, height = 300;

double pixel_x(const Axis& axis, double value) { return left + axis.at(value) * (width - left - right); }
double pixel_y(const Axis& axis, double value) {
    return height - bottom - axis.at(value) * (height - top - bottom);
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

}  // namespace

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
            c, points, series_color(static_cast<int>(c)), escape(curves[c].name));
    }
    return svg + "</svg>";
}

std::string scatter(const std::vector<Curve>& marks, const std::string& x_label, const std::string& y_label) {
    const Axis x = decades(
        marks, [](const Curve& c) { return c.x; }, 1e-6);
    const Axis y = decades(
        marks, [](const Curve& c) { return c.y; }, 1e-17);
    std::string svg = fmt::format(
        "<svg viewBox='0 0 {} {}' style='max-width:{}px;width:100%;font:11px sans-serif;fill:currentColor'>",
        width, height, width);
    svg += grid(x, y, x_label);
    svg += fmt::format("<text x='{}' y='{}'>{}</text>", left + 4, top + 12, escape(y_label));
    for (std::size_t i = 0; i < marks.size(); ++i) {
        if (marks[i].x.empty() || !std::isfinite(marks[i].y[0])) continue;
        const double px = pixel_x(x, std::max(marks[i].x[0], std::pow(10.0, x.low)));
        const double py = pixel_y(y, std::max(marks[i].y[0], std::pow(10.0, y.low)));
        svg += fmt::format(
            "<g class='s{0}'><circle cx='{1:.1f}' cy='{2:.1f}' r='5' fill='{3}'/>"
            "<text x='{4:.1f}' y='{5:.1f}'>{6}</text></g>",
            i, px, py, series_color(static_cast<int>(i)), px + 8, py + 4, escape(marks[i].name));
    }
    return svg + "</svg>";
}

std::string legend(const std::vector<std::string>& names) {
    std::string html = "<p>";
    for (std::size_t i = 0; i < names.size(); ++i) {
        html += fmt::format(
            "<label style='margin-right:1em;white-space:nowrap'><input type='checkbox' checked "
            "data-series='s{}'> <span style='color:{}'>&#9632;</span> {}</label>",
            i, series_color(static_cast<int>(i)), escape(names[i]));
    }
    return html + "</p>";
}

/// A box in a legend hides or shows its solver in every drawing.
const char* const switches =
    "<script>document.querySelectorAll('input[data-series]').forEach(b=>b.onchange=()=>{"
    "document.querySelectorAll('.'+b.dataset.series).forEach(e=>e.style.display=b.checked?'':'none');"
    "document.querySelectorAll(`input[data-series=${b.dataset.series}]`).forEach(o=>o.checked=b.checked)})</"
    "script>";

}  // namespace cairn::report
