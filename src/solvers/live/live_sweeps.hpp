#pragma once
// Gauss-Seidel sweeps over a step's rows, on body velocities (Tamis 2015, Algorithm 1): each visit computes
// the impulse that would satisfy a row alone and applies it at once, the accumulated impulse clamped.
//
// `pgs` visits scalar rows: Algorithm 4 of Catto 2005 with a = v - v_free kept up to date, impulses for
// forces. `si` solves blocks: three rows of a joint, two of friction with the cone, where they come together.

#include <array>
#include <string>

#include "solvers/live/sweep_blocks.hpp"

namespace cairn {

/// What a solver did in a step, and with what.
struct LiveWork {
    int iterations = 0;
    int64_t row_updates = 0;
    int switched_islands = 0;
    bool failed = false;
    std::string message;
    Crew* crew = nullptr;  // none: the caller alone
    int lanes = 0;         // of floats; 0: the widest of this machine
};

/// Keeps its buffers from step to step.
class LiveSweeps {
public:
    /// `blocks`: solve blocks where the model has them. `relaxation` scales the corrections of scalar rows.
    LiveSweeps(bool blocks, double relaxation) : blocks_(blocks), relaxation_(relaxation) {}

    /// From impulses that the velocities do not hold yet, until the rule is met.
    void run(LiveSystem& system, const LiveOptions& options, LiveWork& work);

private:
    void prepare(LiveSystem& system, const LiveOptions& options, LiveWork& work);
    /// One pass over all joint rows, then all contacts; returns the largest change of velocity (m/s) where
    /// the rule asks for it.
    double sweep(LiveSystem& system, const LiveOptions& options, bool backward);
    double sweep_rows(LiveSystem& system, double fraction);
    bool ends(LiveSystem& system, const LiveOptions& options, double change);
    void note(size_t row, double change, double fraction) {
        if (previous_.empty()) return;
        shrunk_ = shrunk_ && change <= fraction * previous_[row];
        previous_[row] = change;
    }

    bool blocks_;
    double relaxation_;
    bool watch_ = false, shrunk_ = false;
    SweepBlocks contacts_;
    std::vector<double> previous_;  // |change| of each row one sweep ago, for the rule `fraction`
    std::vector<std::array<double, 9>> inverse_;  // of the joints' 3x3 blocks, in the order of their rows
};

}  // namespace cairn
