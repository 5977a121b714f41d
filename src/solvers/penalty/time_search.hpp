#pragma once
// When do two bodies come within the collision envelope (Larsen 4.2)? A signed gap is followed over a
// fraction of a frame, by bisection as he did or by the root finder he thought would be quicker.

#include <algorithm>

#include "solvers/penalty/options.hpp"

namespace cairn::penalty {

struct SearchResult {
    double fraction = 0;  // the gap is still positive here
    double gap = 0;       // and this wide
    int evaluations = 0;
    bool found = false;  // gap within (0, envelope)
};

/// gap(0) must be positive and gap(1) not. Ends with 0 < gap < envelope, or after `max_evaluations` with the
/// last time at which the gap was positive.
template <typename Gap>
SearchResult search_time(Gap&& gap, double gap_at_start, double gap_at_end, double envelope,
                         TimeSearch method, int max_evaluations = 60) {
    double low = 0, high = 1, at_low = gap_at_start, at_high = gap_at_end;
    SearchResult result{0, gap_at_start, 0, false};
    const double target = 0.5 * envelope;
    int same_side = 0;
    while (result.evaluations < max_evaluations && high - low > 1e-12) {
        double middle = 0.5 * (low + high);
        if (method == TimeSearch::secant) {
            // Regula falsi towards the middle of the envelope; an end kept twice counts half (Illinois).
            const double from = at_low - target, to = at_high - target;
            if (from > 0 && to < 0) middle = low + (high - low) * from / (from - to);
            middle = std::clamp(middle, low + 1e-3 * (high - low), high - 1e-3 * (high - low));
        }
        const double value = gap(middle);
        ++result.evaluations;
        if (value > 0) {
            result.fraction = middle;
            result.gap = value;
            if (value < envelope) {
                result.found = true;
                return result;
            }
        }
        if (value > target) {
            low = middle;
            at_low = value;
            if (same_side == 1) at_high = target + 0.5 * (at_high - target);
            same_side = 1;
        } else {
            high = middle;
            at_high = value;
            if (same_side == -1) at_low = target + 0.5 * (at_low - target);
            same_side = -1;
        }
    }
    return result;
}

}  // namespace cairn::penalty
