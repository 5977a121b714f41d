#pragma once
// The choice of a solver per island: all are solved by the first, and those whose masses differ too much, or
// whose residual stays too high, once more by a stronger one that starts from there.

#include <memory>

#include "solvers/live/live_stage.hpp"

namespace cairn::lab {

struct IslandChoice {
    std::string strong = "none";  ///< name of the stronger solver
    double mass_ratio = 1e30;     ///< of two bodies that touch or are joined
    double residual = 1e30;       ///< m/s, as live_residual measures it
    int iterations = 1000;        ///< of the stronger solver
    double tolerance = 1e-8;

    bool chosen() const { return strong != "none"; }
    void visit(StageParameters& parameters);
    /// Throws Error where a solver is named without a bound, or a bound without a solver.
    void check(const std::string& solver) const;
};

/// Islands by body, -1 for what does not move; bodies that touch or are joined share one.
std::vector<int> islands_of(const LiveSystem& system, int& count);
/// The part of a system that one island is, with all that does not move.
LiveSystem island_part(const LiveSystem& system, const std::vector<int>& island, int wanted);

class IslandSolver : public ImpulseSolver {
public:
    IslandSolver(IslandChoice choice, std::unique_ptr<ImpulseSolver> first,
                 std::unique_ptr<ImpulseSolver> strong, const LiveOptions& strong_options)
        : choice_(std::move(choice)),
          first_(std::move(first)),
          strong_(std::move(strong)),
          strong_options_(strong_options) {}

    void solve(LiveSystem& system, const LiveOptions& options, LiveWork& work) override;

private:
    std::vector<bool> find_hard(const LiveSystem& system, const LiveOptions& options,
                                const std::vector<int>& island, int count) const;

    IslandChoice choice_;
    std::unique_ptr<ImpulseSolver> first_, strong_;
    LiveOptions strong_options_;
};

}  // namespace cairn::lab
