#include <cmath>
#include <cstdlib>

#include <cairn/error.hpp>

#include "scene/json_scene.hpp"
#include "scene/json_writer.hpp"
#include "scene/solver_choice.hpp"

namespace cairn {

namespace {

/// The members of `more` after those of `object`.
void append(Json& object, const Json& more) {
    for (const auto& item : more.items()) object[item.key()] = item.value();
}

Json write_points(const std::vector<Vec3>& points) {
    Json list = Json::array();
    for (const Vec3& point : points) list.push_back(to_json(point));
    return list;
}

Json write_shape(const SceneShape& shape, const SceneDescription& scene, const JsonWriter& writer) {
    Json json = Json::object();
    json["type"] = shape_type_names[shape.geometry.index()];
    const auto write_geometry = [&](const auto& geometry) {
        if constexpr (std::is_same_v<std::decay_t<decltype(geometry)>, HullReference>) {
            const SceneHull& hull = scene.hulls.at(static_cast<size_t>(geometry.hull));
            if (hull.name.empty()) {
                json["points"] = write_points(hull.points);
            } else {
                json["hull"] = hull.name;
            }
        } else {
            append(json, writer.write(geometry));
        }
    };
    std::visit(write_geometry, shape.geometry);
    append(json, writer.write(shape.material));
    return json;
}

Json write_body(const SceneBody& body, const SceneDescription& scene, const JsonWriter& writer) {
    Json json = writer.write(body);
    if (!body.shapes.empty()) json["shapes"] = Json::array();
    for (const SceneShape& shape : body.shapes) json["shapes"].push_back(write_shape(shape, scene, writer));
    return json;
}

Json write_joint(const SceneJoint& joint, const SceneDescription& scene, const JsonWriter& writer) {
    Json json = Json::object();
    if (!joint.name.empty()) json["name"] = joint.name;
    if (std::holds_alternative<UserJoint>(joint.def)) {
        throw Error("joint '" + joint.name +
                    "': a user-defined joint is code and cannot be written to a file");
    }
    json["type"] = joint_type_names[joint.def.index()];
    const auto name_of = [&](int body) {
        return body < 0 ? std::string("world") : scene.bodies.at(static_cast<size_t>(body)).name;
    };
    json["bodies"] = Json::array({name_of(joint.body_a), name_of(joint.body_b)});
    const auto write_fields = [&](const auto& def) {
        if constexpr (!std::is_same_v<std::decay_t<decltype(def)>, UserJoint>)
            append(json, writer.write(def));
    };
    std::visit(write_fields, joint.def);
    return json;
}

/// A file keeps 32-bit floats; solvers of the laboratory take any double.
Json parameter_number(const std::string& name, const std::string& value) {
    const Json json = std::strtod(value.c_str(), nullptr);
    const std::string kept = json.dump();
    if (std::strtod(kept.c_str(), nullptr) != std::strtod(value.c_str(), nullptr))
        throw Error("solver." + name + ": " + value +
                    " cannot be written to a file, which keeps 32-bit floats: it "
                    "would be " +
                    kept);
    return json;
}

/// Text that a solver has accepted, as JSON of the parameter's kind.
Json parameter_value(const std::vector<StageParameter>& parameters, const std::string& name,
                     const std::string& value) {
    for (const StageParameter& parameter : parameters) {
        if (parameter.name != name) continue;
        if (parameter.kind == "flag") return value == "true" || value == "on" || value == "1";
        if (parameter.kind == "number") return parameter_number(name, value);
        if (parameter.kind == "integer") return static_cast<int64_t>(std::strtod(value.c_str(), nullptr));
    }
    return value;
}

Json write_stage_solver(const std::string& text) {
    Json json = Json::object();
    const size_t colon = text.find(':');
    const std::string name = text.substr(0, colon);
    json["name"] = name;
    for (size_t begin = colon; begin < text.size();) {
        const size_t end = std::min(text.find(',', begin + 1), text.size());
        const std::string pair = text.substr(begin + 1, end - begin - 1);
        const size_t equals = pair.find('=');
        const std::string key = pair.substr(0, equals);
        json[key] = parameter_value(solver_parameters(name), key, pair.substr(equals + 1));
        begin = end;
    }
    return json;
}

Json write_solver(const SoftStep& solver) {
    Json json = Json::object();
    json["name"] = soft_step_name;
    for (const SolverField& field : solver_fields()) {
        const double value = solver_value(solver, field.name), usual = solver_value(SoftStep{}, field.name);
        if (value == usual && std::signbit(value) == std::signbit(usual)) continue;
        // JSON has no infinity; the largest number is never reached either.
        const double finite = std::fmin(value, field.maximum);
        json[field.name] = field.integer ? Json(static_cast<int>(finite)) : Json(static_cast<float>(finite));
    }
    return json;
}

template <class T, class Function>
void write_list(Json& json, const char* key, const std::vector<T>& list, Function function) {
    if (list.empty()) return;
    Json& array = json[key] = Json::array();
    for (const T& element : list) array.push_back(function(element));
}

/// A body without a name could not be referred to: it gets the one that the reader would give it.
SceneDescription with_names(SceneDescription scene) {
    for (size_t i = 0; i < scene.bodies.size(); ++i) {
        if (scene.bodies[i].name.empty()) scene.bodies[i].name = "body" + std::to_string(i);
    }
    return scene;
}

}  // namespace

Json scene_to_json(const SceneDescription& original) {
    const SceneDescription scene = with_names(original);
    const JsonWriter writer(&scene.bodies);
    Json json = writer.write(scene);
    json["solver"] =
        scene.stage_solver.empty() ? write_solver(scene.solver) : write_stage_solver(scene.stage_solver);
    Json hulls = Json::array();
    for (const SceneHull& hull : scene.hulls) {
        if (!hull.name.empty()) hulls.push_back({{"name", hull.name}, {"points", write_points(hull.points)}});
    }
    if (!hulls.empty()) json["hulls"] = std::move(hulls);
    write_list(json, "bodies", scene.bodies,
               [&](const SceneBody& body) { return write_body(body, scene, writer); });
    write_list(json, "joints", scene.joints,
               [&](const SceneJoint& joint) { return write_joint(joint, scene, writer); });
    write_list(json, "motions", scene.motions,
               [&](const SceneMotion& motion) { return writer.write(motion); });
    write_list(json, "inputs", scene.inputs, [&](const SceneInput& input) { return writer.write(input); });
    return json;
}

Json input_to_json(const SceneInput& input, const SceneDescription& scene) {
    return JsonWriter(&scene.bodies).write(input);
}

Json body_to_json(const SceneBody& body, const SceneDescription& scene) {
    return write_body(body, scene, JsonWriter(&scene.bodies));
}

std::string write_scene(const SceneDescription& scene) {
    const Json json = scene_to_json(scene);
    // One element of a list a line: as small as it can be and still be read and compared by people.
    std::string text = "{";
    const char* separator = "\n  ";
    for (const auto& item : json.items()) {
        text += separator + Json(item.key()).dump() + ": ";
        const bool list = item.value().is_array() && !item.value().empty() && item.value()[0].is_object();
        if (!list) {
            text += item.value().dump();
        } else {
            const char* between = "[\n    ";
            for (const Json& element : item.value()) {
                text += between + element.dump();
                between = ",\n    ";
            }
            text += "\n  ]";
        }
        separator = ",\n  ";
    }
    return text + "\n}\n";
}

}  // namespace cairn
