// Solvers by name: what there is, and how JavaScript chooses.

#include "scene/json_scene.hpp"
#include "scene/solver_choice.hpp"

#include "wasm/lab_scene.hpp"
#include "wasm/lab_text.hpp"

namespace cairn::wasm {

SoftStep choose_solver(const Json& choice, const SoftStep& base) {
    if (choice.is_string()) return parse_solver(choice.get<std::string>(), base);
    return scene_from_json(Json{{"solver", choice}}).solver;
}

}  // namespace cairn::wasm

using namespace cairn;
using capi::guarded;

extern "C" {

CAIRN_EXPORT const char* cairn_lab_solvers() {
    return guarded(__func__, [] {
        Json list = Json::array();
        for (const std::string& name : solver_names()) {
            Json fields = Json::array();
            for (const SolverField& field : solver_fields()) {
                fields.push_back({{"name", field.name},
                                  {"default", solver_value({}, field.name)},
                                  {"minimum", field.minimum},
                                  {"maximum", field.maximum},
                                  {"integer", field.integer}});
            }
            list.push_back({{"name", name}, {"fields", std::move(fields)}});
        }
        return wasm::answer(list);
    });
}

/// The solver as a scene file writes it, with all its numbers.
CAIRN_EXPORT const char* cairn_scene_solver(cairn_scene* handle) {
    return guarded(__func__, [&] {
        Json json{{"name", soft_step_name}};
        for (const SolverField& field : solver_fields())
            json[field.name] = solver_value(handle->scene().world().solver(), field.name);
        return wasm::answer(json);
    });
}

CAIRN_EXPORT bool cairn_scene_set_solver(cairn_scene* handle, const char* choice) {
    return guarded(__func__, [&] {
        if (handle->recorder) throw Error("a recording keeps one solver: finish it first");
        World& world = handle->scene().world();
        world.set_solver(wasm::choose_solver(parse_json(choice), world.solver()));
    });
}

}  // extern "C"
