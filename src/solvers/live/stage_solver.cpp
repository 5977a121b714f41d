#include "solvers/live/stage_solver.hpp"

#include <algorithm>

#include <cairn/error.hpp>

#include "base/suggest.hpp"

namespace cairn {

namespace {

std::vector<StageSolverInfo>& registry() {
#if defined(__EMSCRIPTEN__)
    static std::vector<StageSolverInfo> all;  // a page waits for the file: there the laboratory brings these
#else
    static std::vector<StageSolverInfo> all = core_stage_solvers();
#endif
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

void forget_stage_solver(const std::string& name) {
    std::erase_if(registry(), [&](const StageSolverInfo& known) { return known.name == name; });
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
    if (name == "soft-step")
        throw Error("soft-step is the world's own solver: no name, numbers by set_solver");
    const bool core_alone = std::find(names.begin(), names.end(), "newton") == names.end();
    throw Error(unknown_word("solver", name, names) +
                (core_alone ? "; others come with the laboratory (register_live_solvers)" : ""));
}

}  // namespace cairn
