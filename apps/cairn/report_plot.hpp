#pragma once
// Time plots as inline SVG.

#include <string>
#include <vector>

namespace cairn::report {

struct Series {
    std::string name;
    std::vector<double> values;  ///< one for each x
};

struct Plot {
    std::string title;
    std::string x_label;
    std::vector<double> x;
    std::vector<Series> series;
    /// Areas on top of each other rather than lines.
    bool stacked = false;
};

/// A figure with title, legend (where there is more than one series) and drawing. Values that are not finite
/// leave a gap in a line and count as zero in a stack.
std::string svg_plot(const Plot& plot);

/// Round numbers that divide [low, high] into about `count` steps.
std::vector<double> nice_ticks(double low, double high, int count);

/// Averages of neighbours until at most `count` values are left, so that a long run makes no long file.
std::vector<double> condense(const std::vector<double>& values, size_t count);
/// The same with medians: for times, where a single step that the machine interrupted would hide all others.
std::vector<double> condense_medians(const std::vector<double>& values, size_t count);

}  // namespace cairn::report
