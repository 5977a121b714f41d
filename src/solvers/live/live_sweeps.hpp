#pragma once
// Gauss-Seidel sweeps over a step's rows, on body velocities (Tamis 2015, Algorithm 1): each visit computes
// the impulse that would satisfy a row alone and applies it at once, the accumulated impulse clamped.
//
// `pgs` visits scalar rows: Algorithm 4 of Catto 2005 with a = v - v_free kept up to date, impulses for
// forces. `si` solves blocks: three rows of a joint, two of friction with the cone, where they come together.

#include <array>

#include "solvers/live/live_system.hpp"

namespace cairn {

/// What a solver did in a step.
struct LiveWork {
    int iterations = 0;
    int64_t row_updates = 0;
    int switched_islands = 0;
    bool failed = false;
    std::string message;
};

class LiveSweeps {
public:
    /// `blocks`: solve blocks where the model has them. `relaxation` scales the corrections of scalar rows.
    LiveSweeps(const LiveOptions& options, bool blocks, double relaxation)
        : options_(options), blocks_(blocks), relaxation_(relaxation) {}

    /// From impulses that the velocities already hold, until the rule is met.
    void run(LiveSystem& system, LiveWork& work);

    /// One pass over all joint rows, then all contacts; returns the largest change of velocity (m/s).
    double sweep(LiveSystem& system);

private:
    void prepare(const LiveSystem& system);
    bool ends(const LiveSystem& system, double change);
    void note(size_t row, double change) {
        if (!watches_) return;
        shrunk_ = shrunk_ && change <= options_.fraction * previous_[row];
        previous_[row] = change;
    }
    double sweep_rows(LiveSystem& system);
    template <int model>
    double sweep_contacts(LiveSystem& system);

    const LiveOptions& options_;
    bool blocks_;
    double relaxation_;
    bool watches_ = false, shrunk_ = false, backward_ = false;
    std::vector<double> previous_;  // |change| of each row one sweep ago, for the rule `fraction`
    std::vector<std::array<double, 9>> inverse_;  // of the joints' 3x3 blocks, in the order of their rows
};

/// One visit to a contact point with velocities u (targets subtracted): the changes of its three impulses.
/// Shared with shock propagation.
struct PointChange {
    double n = 0, t1 = 0, t2 = 0;
};
PointChange visit_point(LiveFriction friction, int sides, double relaxation, double mu, LivePoint& point,
                        double u0, double u1, double u2);

/// Directions of the pyramid's friction axes: sides / 2 of them over the half circle, each bounded by
/// mu tan(pi / sides) times the normal impulse. Their sum is the regular polygon around Coulomb's circle.
struct FrictionAxes {
    int count = 2;
    double cosine[8] = {}, sine[8] = {};
    double bound = 1;
};
const FrictionAxes& friction_axes(int sides);

}  // namespace cairn
