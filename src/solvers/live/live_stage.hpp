#pragma once
// Stage 5 at velocity level: assemble the step's rows once, let a solver find the impulses, integrate
// semi-implicitly (Catto 2005, eq. 36-37), remember the impulses. What differs between the solvers is
// `ImpulseSolver` alone.

#include "solvers/live/live_cache.hpp"
#include "solvers/live/live_passes.hpp"
#include "solvers/live/live_sweeps.hpp"
#include "solvers/live/stage_solver.hpp"

namespace cairn {

/// Finds the impulses of a step. The velocities of `system` come in without constraint impulses and the
/// impulses as start values; both must come out consistent: velocity = free velocity + M^-1 J^T impulse.
class ImpulseSolver {
public:
    virtual ~ImpulseSolver() = default;
    virtual void solve(LiveSystem& system, const LiveOptions& options, LiveWork& work) = 0;
};

/// Sees the system between assembly and solve, for problem files and yardsticks; `free` velocities, start
/// impulses.
using LiveProbe = std::function<void(const LiveSystem& system, const LiveOptions& options)>;

class LiveStage : public StageSolver {
public:
    LiveStage(const LiveOptions& options, std::unique_ptr<ImpulseSolver> solver)
        : options_(options), solver_(std::move(solver)) {}

    void solve(const StageContext& context) override;
    float approach_speed(int32_t contact) const override;

    /// The system of the last step, solved.
    const LiveSystem& system() const { return system_; }
    const LiveOptions& options() const { return options_; }
    CacheCounts cache() const { return cache_; }
    void set_probe(LiveProbe probe) { probe_ = std::move(probe); }

private:
    LiveOptions options_;
    std::unique_ptr<ImpulseSolver> solver_;
    LiveSystem system_;
    std::vector<LivePush> push_;
    std::vector<int32_t> place_;  // of a model's contact in system_.contacts
    CacheCounts cache_;
    LiveProbe probe_;
};

/// Sweeps of Gauss-Seidel: `pgs` and `si`.
class SweepSolver : public ImpulseSolver {
public:
    SweepSolver(bool blocks, double relaxation) : sweeps_(blocks, relaxation) {}
    void solve(LiveSystem& system, const LiveOptions& options, LiveWork& work) override;

private:
    LiveSweeps sweeps_;
};

/// `name` is pgs or si, with its own parameters. Refuses a friction model that it has no rows for.
std::unique_ptr<ImpulseSolver> make_sweeps(const std::string& name, const LiveOptions& options,
                                           StageParameters& parameters);
/// The defaults of pgs and si.
LiveOptions sweep_defaults(const std::string& name);

}  // namespace cairn
