#include "report_plot.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

#include <fmt/format.h>

#include "report_html.hpp"

namespace cairn::report {
namespace {

constexpr double plot_width = 360, plot_height = 190, plot_left = 46, plot_right = 10, plot_top = 8,
                 plot_bottom = 34;

struct Range {
    double low = 0, high = 1;
    double share(double value) const { return (value - low) / (high - low); }
};

// Where a plot's numbers land in the drawing.
struct Frame {
    Range x, y;
    double px(double value) const {
        return plot_left + x.share(value) * (plot_width - plot_left - plot_right);
    }
    double py(double value) const {
        return plot_height - plot_bottom - y.share(value) * (plot_height - plot_top - plot_bottom);
    }
};

double finite_or_zero(double value) { return std::isfinite(value) ? value : 0.0; }

// The tops of the stacked areas: row k is the sum of the first k series.
std::vector<std::vector<double>> stack_up(const Plot& plot) {
    std::vector<std::vector<double>> tops{std::vector<double>(plot.x.size(), 0.0)};
    for (const Series& series : plot.series) {
        std::vector<double> next = tops.back();
        const size_t size = std::min(next.size(), series.values.size());
        for (size_t i = 0; i < size; ++i) next[i] += finite_or_zero(series.values[i]);
        tops.push_back(std::move(next));
    }
    return tops;
}

Range range_of(const std::vector<double>& values, bool from_zero) {
    double low = from_zero ? 0 : 1e300, high = from_zero ? 0 : -1e300;
    for (const double value : values) {
        if (!std::isfinite(value)) continue;
        low = std::min(low, value);
        high = std::max(high, value);
    }
    if (!(low <= high)) return {0, 1};
    return high > low ? Range{low, high} : Range{low, low + std::max(std::abs(low), 1.0)};
}

std::string draw_axes(const Frame& frame, const std::string& x_label) {
    std::string out;
    for (const double tick : nice_ticks(frame.y.low, frame.y.high, 4)) {
        out += fmt::format(
            "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"var(--grid)\"/>"
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n",
            plot_left, plot_width - plot_right, frame.py(tick), frame.py(tick), plot_left - 6,
            frame.py(tick) + 4, tick);
    }
    for (const double tick : nice_ticks(frame.x.low, frame.x.high, 5)) {
        out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:g}</text>\n",
                           frame.px(tick), plot_height - plot_bottom + 15, tick);
    }
    return out + fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n",
                             0.5 * (plot_left + plot_width - plot_right), plot_height - 4, escape(x_label));
}

std::string draw_line(const Frame& frame, const std::vector<double>& x, const std::vector<double>& y,
                      int color) {
    std::string path;
    bool pen_down = false;
    for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
        if (!std::isfinite(y[i])) {
            pen_down = false;
            continue;
        }
        path += fmt::format("{}{:.1f} {:.1f}", pen_down ? 'L' : 'M', frame.px(x[i]), frame.py(y[i]));
        pen_down = true;
    }
    return fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.7\" stroke-linejoin=\"round\"/>\n", path,
        series_color(color));
}

std::string draw_area(const Frame& frame, const std::vector<double>& x, const std::vector<double>& floor,
                      const std::vector<double>& ceiling, int color) {
    std::string path = "M";
    for (size_t i = 0; i < x.size(); ++i)
        path += fmt::format("{:.1f} {:.1f} ", frame.px(x[i]), frame.py(ceiling[i]));
    for (size_t i = x.size(); i-- > 0;)
        path += fmt::format("{:.1f} {:.1f} ", frame.px(x[i]), frame.py(floor[i]));
    return fmt::format("<path d=\"{}Z\" fill=\"{}\" fill-opacity=\"0.85\"/>\n", path, series_color(color));
}

std::string legend(const Plot& plot) {
    if (plot.series.size() < 2) return "";
    std::string out = "<div class=\"legend\">";
    for (size_t i = 0; i < plot.series.size(); ++i) {
        out += "<span><i style=\"background:" + series_color(static_cast<int>(i)) + "\"></i>" +
               escape(plot.series[i].name) + "</span>";
    }
    return out + "</div>";
}

// One value, merge(part), for each of `count` parts of nearly equal length.
template <class Merge>
std::vector<double> condense_with(const std::vector<double>& values, size_t count, const Merge& merge) {
    if (values.size() <= count || count == 0) return values;
    std::vector<double> out;
    for (size_t i = 0; i < count; ++i) {
        const auto begin = values.begin() + static_cast<std::ptrdiff_t>(i * values.size() / count);
        const auto end = values.begin() + static_cast<std::ptrdiff_t>((i + 1) * values.size() / count);
        out.push_back(merge(std::vector<double>(begin, end)));
    }
    return out;
}

}  // namespace

std::vector<double> nice_ticks(double low, double high, int count) {
    if (!(high > low) || !std::isfinite(low) || !std::isfinite(high) || count < 1) return {low};
    const double rough = (high - low) / count;
    const double decade = std::pow(10.0, std::floor(std::log10(rough)));
    const double scaled = rough / decade;
    const double step = decade * (scaled <= 1.0 ? 1 : scaled <= 2.0 ? 2 : scaled <= 5.0 ? 5 : 10);
    std::vector<double> ticks;
    const double first = std::ceil(low / step - 1e-9);
    for (int i = 0; (first + i) * step <= high + 1e-9 * step; ++i) {
        ticks.push_back((first + i) * step == 0 ? 0.0 : (first + i) * step);
    }
    return ticks;
}

std::vector<double> condense(const std::vector<double>& values, size_t count) {
    return condense_with(values, count, [](std::vector<double> part) {
        double sum = 0;
        for (const double value : part) sum += value;
        return sum / static_cast<double>(part.size());
    });
}

std::vector<double> condense_medians(const std::vector<double>& values, size_t count) {
    return condense_with(values, count, [](std::vector<double> part) {
        std::sort(part.begin(), part.end());
        return part[part.size() / 2];
    });
}

std::string svg_plot(const Plot& plot) {
    const std::vector<std::vector<double>> tops = stack_up(plot);
    std::vector<double> all;
    if (plot.stacked) {
        all = tops.back();
    } else {
        for (const Series& series : plot.series)
            all.insert(all.end(), series.values.begin(), series.values.end());
    }
    const Frame frame{range_of(plot.x, false), range_of(all, true)};
    std::string out = "<figure><div class=\"plot-title\">" + escape(plot.title) + "</div>";
    out += fmt::format("<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">\n", plot_width,
                       plot_height, escape(plot.title));
    out += draw_axes(frame, plot.x_label);
    for (size_t i = 0; i < plot.series.size(); ++i) {
        const int color = static_cast<int>(i);
        out += plot.stacked ? draw_area(frame, plot.x, tops[i], tops[i + 1], color)
                            : draw_line(frame, plot.x, plot.series[i].values, color);
    }
    return out + "</svg>" + legend(plot) + "</figure>\n";
}

}  // namespace cairn::report
