// The two solvers besides soft-step that the library itself brings.

#include "solvers/live/live_stage.hpp"
#include "solvers/live/stage_solver.hpp"

namespace cairn {

namespace {

/// `pgs` has scalar rows only: it cannot bound the length of a vector.
StageSolverInfo make_pgs() {
    LiveOptions defaults;
    std::vector<StageParameter> parameters = live_parameters(defaults);
    parameters.push_back({"relaxation", "number", "1", "over-relaxation factor in (0, 2)"});
    const auto make = [](StageSettings& settings) -> std::unique_ptr<StageSolver> {
        LiveOptions options;
        options.take(settings);
        double relaxation = 1;
        settings.take("relaxation", relaxation, 1e-6, 2);
        if (options.friction == LiveFriction::cone || options.friction == LiveFriction::cone_relaxed)
            settings.refuse(
                "not applicable: friction model " + friction_name(options) +
                " cannot be written as bounded rows; pgs does fixed, pyramid, pyramid8, pyramid16");
        return std::make_unique<LiveStage>(options, std::make_unique<SweepSolver>(false, relaxation));
    };
    return {"pgs", "projected Gauss-Seidel on rows (Catto 2005)", parameters, make};
}

StageSolverInfo make_si() {
    LiveOptions defaults;
    defaults.friction = LiveFriction::cone;
    std::vector<StageParameter> parameters = live_parameters(defaults);
    parameters.push_back(
        {"block", "flag", "true", "solve the three rows of a joint's point or rotation at once"});
    const auto make = [defaults](StageSettings& settings) -> std::unique_ptr<StageSolver> {
        LiveOptions options = defaults;
        options.take(settings);
        bool block = true;
        settings.take("block", block);
        return std::make_unique<LiveStage>(options, std::make_unique<SweepSolver>(block, 1.0));
    };
    return {"si", "sequential impulses, block solves, friction cone (Tamis 2015, Tonge 2012)", parameters,
            make};
}

}  // namespace

std::vector<StageSolverInfo> core_stage_solvers() { return {make_pgs(), make_si()}; }

}  // namespace cairn
