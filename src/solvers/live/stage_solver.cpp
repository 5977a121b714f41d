#include "solvers/live/stage_solver.hpp"

#include <cairn/error.hpp>

#include "base/suggest.hpp"
#include "solvers/live/live_stage.hpp"

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

std::vector<StageSolverInfo>& registry() {
    static std::vector<StageSolverInfo> all{make_pgs(), make_si()};
    return all;
}

}  // namespace

void register_stage_solver(StageSolverInfo info) {
    for (StageSolverInfo& known : registry()) {
        if (known.name != info.name) continue;
        known = std::move(info);
        return;
    }
    registry().push_back(std::move(info));
}

const std::vector<StageSolverInfo>& stage_solvers() { return registry(); }

std::unique_ptr<StageSolver> make_stage_solver(const std::string& text) {
    const size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    StageSettings settings(name, colon == std::string::npos ? std::string() : text.substr(colon + 1));
    std::vector<std::string> names;
    for (const StageSolverInfo& info : registry()) {
        if (info.name == name) {
            std::unique_ptr<StageSolver> solver = info.make(settings);
            settings.finish(info.parameters);
            return solver;
        }
        names.push_back(info.name);
    }
    throw Error(unknown_word("solver", name, names));
}

}  // namespace cairn
