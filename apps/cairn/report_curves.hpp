#pragma once
// Drawings with logarithmic axes as inline SVG: convergence curves, performance profiles, scatters. A series
// has the class s0, s1, ... so that a legend can hide it.

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace cairn::report {

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

/// One drawing; `steps` draws staircases (profiles) instead of lines.
std::string drawing(const std::vector<Curve>& curves, const Axis& x, const Axis& y,
                    const std::string& x_label, bool steps);
/// One named mark for each curve, at its only point.
std::string scatter(const std::vector<Curve>& marks, const std::string& x_label, const std::string& y_label);

/// Boxes that hide and show each name's series, in every drawing of the page; `switches` makes them work.
std::string legend(const std::vector<std::string>& names);
extern const char* const switches;

}  // namespace cairn::report
