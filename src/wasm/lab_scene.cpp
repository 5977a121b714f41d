// Scenes by name or as JSON, run from JavaScript.

#include "wasm/lab_scene.hpp"

#include "scene/builtin.hpp"
#include "scene/hash_scenes.hpp"
#include "scene/json_scene.hpp"
#include "wasm/lab_text.hpp"
#include "wasm/workers.hpp"

using namespace cairn;
using capi::guarded;
using capi::required;

namespace {

SceneDescription source_of(const Json& request) {
    if (request.contains("text")) return read_scene(request["text"].get<std::string>());
    if (request.contains("hash_scene")) return hash_scenes().at(request["hash_scene"].get<size_t>());
    std::vector<SceneSetting> settings;
    if (request.contains("parameters")) {
        for (const auto& item : request["parameters"].items()) {
            if (!item.value().is_number())
                throw Error("parameter " + item.key() + ": must be a number, got " + shown(item.value()));
            settings.emplace_back(item.key(), item.value().get<double>());
        }
    }
    return make_scene(request.at("builtin").get<std::string>(), settings);
}

SceneDescription describe(const Json& request) {
    SceneDescription description = source_of(request);
    if (request.contains("solver")) {
        const SolverChoice choice = wasm::solver_choice(request["solver"], description.solver);
        description.solver = choice.solver;
        description.stage_solver = choice.stage_solver;
    }
    if (request.contains("dt")) {
        description.dt = request["dt"].get<float>();
        if (!(description.dt > 0 && description.dt <= 1))
            throw Error("dt: must be above 0 and at most 1 second, got " + shown(request["dt"]));
    }
    if (request.contains("sleep")) description.sleep = request["sleep"].get<bool>();
    return description;
}

RunOptions run_options(const Json& request) {
    const int threads = request.value("threads", 1);
    return {.threads = threads,
            .lanes = request.value("lanes", 0),
            .tasks = threads > 1 ? wasm::page_workers(threads) : nullptr};
}

Json vector_json(Vec3 v) { return {{"x", v.x}, {"y", v.y}, {"z", v.z}}; }

template <class Id>
Json id_json(Id id) {
    return {{"index", id.index}, {"generation", id.generation}};
}

Json body_json(const Scene& scene, size_t i) {
    const SceneBody& body = scene.description().bodies[i];
    Json json{{"name", body.name}, {"id", id_json(scene.bodies()[i])}, {"hidden", body.hidden}};
    if (body.color) json["color"] = *body.color;
    return json;
}

Json info_of(const Scene& scene) {
    const SceneDescription& description = scene.description();
    const SceneCamera camera = camera_of(description);
    Json bodies = Json::array(), joints = Json::array();
    for (size_t i = 0; i < scene.bodies().size(); ++i) bodies.push_back(body_json(scene, i));
    for (size_t i = 0; i < scene.joints().size(); ++i)
        joints.push_back({{"name", description.joints[i].name}, {"id", id_json(scene.joints()[i])}});
    return {{"name", description.name},
            {"summary", description.summary},
            {"dt", description.dt},
            {"steps", description.steps},
            {"camera", {{"eye", vector_json(camera.eye)}, {"target", vector_json(camera.target)}}},
            {"bodies", std::move(bodies)},
            {"joints", std::move(joints)}};
}

Json parameters_json(const BuiltinScene& scene) {
    Json parameters = Json::array();
    for (const SceneParameter& parameter : scene.parameters) {
        parameters.push_back({{"name", parameter.name},
                              {"summary", parameter.summary},
                              {"default", parameter.value},
                              {"minimum", parameter.minimum},
                              {"maximum", parameter.maximum},
                              {"integer", parameter.integer}});
    }
    return parameters;
}

}  // namespace

extern "C" {

CAIRN_EXPORT const char* cairn_lab_scenes() {
    return guarded(__func__, [] {
        Json list = Json::array();
        for (const BuiltinScene& scene : builtin_scenes())
            list.push_back(
                {{"name", scene.name}, {"summary", scene.summary}, {"parameters", parameters_json(scene)}});
        return wasm::answer(list);
    });
}

CAIRN_EXPORT const char* cairn_lab_scene_text(const char* request) {
    return guarded(__func__, [&] { return wasm::answer(write_scene(describe(parse_json(request)))); });
}

CAIRN_EXPORT cairn_scene* cairn_scene_create(const char* request) {
    return guarded(__func__, [&] {
        const Json json = parse_json(request);
        auto handle = std::make_unique<cairn_scene>();
        handle->own = std::make_unique<Scene>(describe(json), run_options(json));
        handle->look();
        return handle.release();
    });
}

CAIRN_EXPORT cairn_scene* cairn_scene_replay(const char* recording, const char* request) {
    return guarded(__func__, [&] {
        auto handle = std::make_unique<cairn_scene>();
        handle->recording = std::make_unique<Recording>(read_recording(recording));
        handle->replayer = std::make_unique<Replayer>(*handle->recording, run_options(parse_json(request)));
        handle->look();
        return handle.release();
    });
}

CAIRN_EXPORT void cairn_scene_destroy(cairn_scene* handle) { delete handle; }
CAIRN_EXPORT cairn_world* cairn_scene_world(cairn_scene* handle) { return handle->view.get(); }

CAIRN_EXPORT const char* cairn_scene_info(cairn_scene* handle) {
    return guarded(__func__, [&] { return wasm::answer(info_of(handle->scene())); });
}

CAIRN_EXPORT const char* cairn_scene_text(cairn_scene* handle) {
    return guarded(__func__, [&] { return wasm::answer(write_scene(handle->scene().description())); });
}

CAIRN_EXPORT uint32_t cairn_scene_step_index(cairn_scene* handle) {
    capi::clear_error();
    return static_cast<uint32_t>(handle->scene().step_index());
}

CAIRN_EXPORT bool cairn_scene_set_step_index(cairn_scene* handle, uint32_t index) {
    return guarded(__func__, [&] { handle->scene().set_step_index(index); });
}

CAIRN_EXPORT bool cairn_scene_step(cairn_scene* handle) {
    return guarded(__func__, [&] {
        if (handle->recorder) {
            handle->recorder->step();
        } else if (handle->replayer) {
            handle->replayer->step();
        } else {
            handle->scene().step();
        }
    });
}

CAIRN_EXPORT bool cairn_scene_apply(cairn_scene* handle, const char* request) {
    return guarded(__func__, [&] {
        Scene& scene = handle->scene();
        SceneInput input = input_from_json(parse_json(request), "input", SceneNames(scene.description()));
        if (handle->recorder) {
            handle->recorder->apply(input);
        } else {
            scene.apply(input);
        }
    });
}

/// The new body, as cairn_scene_info lists it.
CAIRN_EXPORT const char* cairn_scene_add_body(cairn_scene* handle, const char* request) {
    return guarded(__func__, [&] {
        Scene& scene = handle->scene();
        const SceneBody body = added_body_from_json(parse_json(request), "body", scene.description());
        const int index = handle->recorder ? handle->recorder->add_body(body) : scene.add_body(body);
        return wasm::answer(body_json(scene, static_cast<size_t>(index)));
    });
}

CAIRN_EXPORT bool cairn_scene_record(cairn_scene* handle) {
    return guarded(__func__, [&] {
        if (handle->recorder) throw Error("a recording is already being made");
        if (handle->replayer) throw Error("a replay cannot be recorded");
        handle->record.str("");
        handle->recorder = std::make_unique<Recorder>(handle->scene(), handle->record);
    });
}

CAIRN_EXPORT const char* cairn_scene_finish_recording(cairn_scene* handle) {
    return guarded(__func__, [&] {
        if (!handle->recorder) throw Error("no recording is being made");
        handle->recorder->finish();
        handle->recorder.reset();
        return wasm::answer(handle->record.str());
    });
}

/// As if it ended here; it goes on.
CAIRN_EXPORT const char* cairn_scene_recording_text(cairn_scene* handle) {
    return guarded(__func__, [&] {
        if (!handle->recorder) throw Error("no recording is being made");
        return wasm::answer(handle->record.str() + handle->recorder->end_mark());
    });
}

CAIRN_EXPORT const char* cairn_scene_recording_info(cairn_scene* handle) {
    return guarded(__func__, [&] {
        const Recording& recording = required(handle->recording.get(), "recording");
        return wasm::answer(Json{{"length", recording.steps()}, {"complete", recording.complete}});
    });
}

CAIRN_EXPORT uint64_t cairn_scene_recorded_hash(cairn_scene* handle, uint32_t step) {
    return guarded(__func__, [&] {
        const Recording& recording = required(handle->recording.get(), "recording");
        if (step >= recording.hashes.size())
            throw Error("step: the recording has " + std::to_string(recording.steps()) + " steps, got " +
                        std::to_string(step));
        return recording.hashes[step];
    });
}

}  // extern "C"
