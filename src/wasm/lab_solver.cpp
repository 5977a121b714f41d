// Solvers by name: what there is, and how JavaScript chooses.

#include "lab/live_solvers.hpp"
#include "scene/json_scene.hpp"
#include "solvers/live/stage_solver.hpp"
#include "wasm/lab_scene.hpp"
#include "wasm/lab_text.hpp"

namespace cairn::wasm {

SolverChoice solver_choice(const Json& choice, const SoftStep& base) {
    if (choice.is_string()) return choose_solver(choice.get<std::string>(), base);
    const SceneDescription scene = scene_from_json(Json{{"solver", choice}});
    return {scene.solver, scene.stage_solver};
}

}  // namespace cairn::wasm

using namespace cairn;
using capi::guarded;

namespace {

/// A text as the value it means: number, flag or word.
Json value_of(const std::string& text) {
    const Json parsed = Json::parse(text, nullptr, false);
    return parsed.is_number() || parsed.is_boolean() ? parsed : Json(text);
}

Json soft_step_info() {
    Json fields = Json::array();
    for (const SolverField& field : solver_fields()) {
        fields.push_back({{"name", field.name},
                          {"default", solver_value({}, field.name)},
                          {"minimum", field.minimum},
                          {"maximum", field.maximum},
                          {"integer", field.integer}});
    }
    return {{"name", soft_step_name},
            {"summary", "sub-stepped soft constraints with a relaxing pass"},
            {"fields", std::move(fields)}};
}

Json info_of(const StageSolverInfo& solver) {
    Json fields = Json::array();
    for (const StageParameter& parameter : solver.parameters) {
        Json field{{"name", parameter.name},
                   {"summary", parameter.help},
                   {"default", value_of(parameter.value)},
                   {"integer", parameter.kind == "integer"}};
        if (parameter.kind.find('|') != std::string::npos) {
            Json& choices = field["choices"] = Json::array();
            for (size_t begin = 0; begin <= parameter.kind.size();) {
                const size_t end = std::min(parameter.kind.find('|', begin), parameter.kind.size());
                choices.push_back(parameter.kind.substr(begin, end - begin));
                begin = end + 1;
            }
        }
        fields.push_back(std::move(field));
    }
    return {{"name", solver.name}, {"summary", solver.summary}, {"fields", std::move(fields)}};
}

/// Soft-step with all its numbers; another solver with its defaults and what was set over them.
Json solver_json(const World& world) {
    SceneDescription scene;
    scene.stage_solver = world.stage_solver();
    const Json chosen = scene_to_json(scene)["solver"];
    Json json{{"name", chosen["name"]}};
    for (const SolverField& field : solver_fields())
        if (scene.stage_solver.empty()) json[field.name] = solver_value(world.solver(), field.name);
    for (const StageSolverInfo& info : stage_solvers())
        if (info.name == chosen["name"])
            for (const StageParameter& parameter : info.parameters)
                json[parameter.name] = value_of(parameter.value);
    for (const auto& item : chosen.items())
        if (!scene.stage_solver.empty()) json[item.key()] = item.value();
    return json;
}

}  // namespace

extern "C" {

/// Once, before anything else.
CAIRN_EXPORT void cairn_lab_begin() { lab::register_live_solvers(); }

CAIRN_EXPORT const char* cairn_lab_solvers() {
    return guarded(__func__, [] {
        Json list = Json::array({soft_step_info()});
        for (const StageSolverInfo& solver : stage_solvers()) list.push_back(info_of(solver));
        return wasm::answer(list);
    });
}

CAIRN_EXPORT const char* cairn_scene_solver(cairn_scene* handle) {
    return guarded(__func__, [&] { return wasm::answer(solver_json(handle->scene().world())); });
}

CAIRN_EXPORT bool cairn_scene_set_solver(cairn_scene* handle, const char* choice) {
    return guarded(__func__, [&] {
        if (handle->recorder) throw Error("a recording keeps one solver: finish it first");
        World& world = handle->scene().world();
        const SolverChoice chosen = wasm::solver_choice(parse_json(choice), world.solver());
        world.set_solver(chosen.solver);
        world.set_stage_solver(chosen.stage_solver);
    });
}

}  // extern "C"
