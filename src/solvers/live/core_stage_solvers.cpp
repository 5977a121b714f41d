// The two solvers besides soft-step that the library itself brings.

#include <cairn/error.hpp>

#include "solvers/live/live_stage.hpp"
#include "solvers/live/stage_solver.hpp"

namespace cairn {

LiveOptions sweep_defaults(const std::string& name) {
    LiveOptions options;
    if (name == "si") options.friction = LiveFriction::cone;
    return options;
}

std::unique_ptr<ImpulseSolver> make_sweeps(const std::string& name, const LiveOptions& options,
                                           StageParameters& parameters) {
    if (name == "si") {
        bool block = true;
        parameters.flag("block", block, "solve the three rows of a joint's point or rotation at once");
        return std::make_unique<SweepSolver>(block, 1.0);
    }
    double relaxation = 1;
    parameters.number("relaxation", relaxation, 1e-6, 2, "over-relaxation factor in (0, 2)");
    // scalar rows only: it cannot bound the length of a vector
    if (options.friction == LiveFriction::cone || options.friction == LiveFriction::cone_relaxed)
        throw Error(name + ": not applicable: friction model " + friction_name(options) +
                    " cannot be written as bounded rows; pgs does fixed, pyramid, pyramid8, pyramid16");
    return std::make_unique<SweepSolver>(false, relaxation);
}

namespace {

StageSolverInfo make_info(const std::string& name, const std::string& summary) {
    StageParameters listed;
    LiveOptions defaults = sweep_defaults(name);
    defaults.visit(listed);
    make_sweeps(name, defaults, listed);
    const auto make = [name](StageSettings& settings) -> std::unique_ptr<StageSolver> {
        StageParameters parameters(&settings);
        LiveOptions options = sweep_defaults(name);
        options.visit(parameters);
        return std::make_unique<LiveStage>(options, make_sweeps(name, options, parameters));
    };
    return {name, summary, listed.list, make};
}

}  // namespace

std::vector<StageSolverInfo> core_stage_solvers() {
    return {make_info("pgs", "projected Gauss-Seidel on rows (Catto 2005)"),
            make_info("si", "sequential impulses, block solves, friction cone (Tamis 2015, Tonge 2012)")};
}

}  // namespace cairn
