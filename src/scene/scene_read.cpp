// The reader of scene files: lists and references; the fields themselves are in json_fields.hpp.

#include <algorithm>

#include "scene/json_reader.hpp"
#include "scene/json_scene.hpp"
#include "scene/scene.hpp"
#include "scene/solver_choice.hpp"

namespace cairn {

namespace {

class SceneReader {
public:
    SceneReader(const Json& json, std::string path) : top_(json, std::move(path)) {}

    SceneDescription read() {
        visit_fields(top_, scene_);
        read_solver();
        each("hulls", SceneLimits::hulls,
             [this](const Json& json, const std::string& path) { hull(json, path); });
        each("bodies", SceneLimits::bodies,
             [this](const Json& json, const std::string& path) { body(json, path); });
        each("joints", SceneLimits::joints,
             [this](const Json& json, const std::string& path) { joint(json, path); });
        each("motions", SceneLimits::motions, [this](const Json& json, const std::string& path) {
            scene_.motions.push_back(fields<SceneMotion>(json, path));
        });
        each("inputs", SceneLimits::inputs, [this](const Json& json, const std::string& path) {
            scene_.inputs.push_back(fields<SceneInput>(json, path));
        });
        top_.finish();
        check_references(scene_);
        return std::move(scene_);
    }

    /// Reads the JSON as one more body of `scene`.
    void append_to(SceneDescription& scene, SceneNames& names, const Json& json, const std::string& path) {
        std::swap(scene_, scene);
        std::swap(names_, names);
        const auto give_back = [&] {
            std::swap(scene_, scene);
            std::swap(names_, names);
        };
        try {
            body(json, path);
        } catch (...) {
            give_back();
            throw;
        }
        give_back();
    }

private:
    template <class Function>
    void each(const char* key, size_t most, Function function) {
        const Json* list = top_.array(key, most);
        if (!list) return;
        for (size_t i = 0; i < list->size(); ++i) function((*list)[i], element_path(top_.path_of(key), i));
    }

    template <class T>
    T fields(const Json& json, const std::string& path) {
        T value{};
        JsonReader reader(json, path, &names_.bodies);
        visit_fields(reader, value);
        reader.finish();
        return value;
    }

    void read_solver() {
        const Json* found = top_.find("solver", Need::may);
        if (!found) return;
        const std::string path = top_.path_of("solver");
        JsonReader reader(*found, path);
        const Json* name = reader.find("name", Need::must);
        try {
            check_solver_name(read_name(path + ".name", *name));
        } catch (const Error& error) {
            const std::string message = error.what();
            throw Error(message.rfind(path, 0) == 0 ? message : path + ".name: " + message);
        }
        if (*name != soft_step_name) return read_stage_solver(name->get<std::string>(), reader, path);
        for (const SolverField& field : solver_fields()) {
            double value = solver_value(scene_.solver, field.name);
            const Json* number = reader.find(field.name.c_str(), Need::may);
            if (!number) continue;
            if (!number->is_number()) wrong_type(reader.path_of(field.name), "a number", *number);
            value =
                number->is_number_float() ? static_cast<double>(number->get<float>()) : number->get<double>();
            try {
                set_solver_value(scene_.solver, field.name, value);
            } catch (const Error& error) {
                throw Error(reader.path_of(field.name) + ": " + error.what());
            }
        }
        reader.finish();
    }

    /// Any other solver by its own list of parameters: their kinds are looked at here, their values there.
    void read_stage_solver(const std::string& name, JsonReader& reader, const std::string& path) {
        std::string text;
        for (const StageParameter& parameter : solver_parameters(name)) {
            const Json* value = reader.find(parameter.name.c_str(), Need::may);
            if (!value) continue;
            check_kind(parameter.kind, reader.path_of(parameter.name), *value);
            text += (text.empty() ? ":" : ",") + parameter.name + "=" +
                    (value->is_string() ? value->get<std::string>() : value->dump());
        }
        reader.finish();
        try {
            scene_.stage_solver = choose_solver(name + text).stage_solver;
        } catch (const Error& error) {
            throw Error(path + ": " + error.what());
        }
    }

    static void check_kind(const std::string& kind, const std::string& path, const Json& value) {
        const bool number = kind == "number" || kind == "integer";
        if (kind == "flag" && !value.is_boolean()) wrong_type(path, "true or false", value);
        if (number && !value.is_number()) wrong_type(path, "a number", value);
        if (kind != "flag" && !number && !value.is_string()) wrong_type(path, "a word", value);
    }

    std::vector<Vec3> points(const Json& list, const std::string& path) {
        std::vector<Vec3> result;
        result.reserve(list.size());
        for (size_t i = 0; i < list.size(); ++i) result.push_back(read_point(element_path(path, i), list[i]));
        return result;
    }

    void check_hull(const std::vector<Vec3>& corners, const std::string& path) {
        try {
            Hull checked(corners);
        } catch (const Error& error) {
            throw Error(path + ": " + error.what());
        }
    }

    void hull(const Json& json, const std::string& path) {
        JsonReader reader(json, path);
        SceneHull hull;
        reader.text("name", hull.name, "", Need::must);
        reader.find("points", Need::must);
        hull.points = points(*reader.array("points", SceneLimits::points), path + ".points");
        reader.finish();
        check_hull(hull.points, path + ".points");
        if (!names_.hulls.emplace(hull.name, static_cast<int>(scene_.hulls.size())).second) {
            throw Error(path + ".name: two hulls are named " + shown(Json(hull.name)));
        }
        scene_.hulls.push_back(std::move(hull));
    }

    /// A hull by name, or by its points written right here.
    HullReference hull_reference(JsonReader& reader) {
        const Json* name = reader.find("hull", Need::may);
        const Json* list = reader.array("points", SceneLimits::points);
        if (!name == !list)
            reader.fail("hull", "a shape of type hull needs either 'hull' (a name) or 'points'");
        if (list) {
            scene_.hulls.push_back({"", points(*list, reader.path_of("points"))});
            check_hull(scene_.hulls.back().points, reader.path_of("points"));
            return {static_cast<int>(scene_.hulls.size()) - 1};
        }
        const std::string wanted = read_name(reader.path_of("hull"), *name);
        const auto found = names_.hulls.find(wanted);
        if (found != names_.hulls.end()) return {found->second};
        std::vector<std::string> names;
        for (const auto& entry : names_.hulls) names.push_back(entry.first);
        std::sort(names.begin(), names.end());
        reader.fail("hull", unknown_word("hull", wanted, names));
    }

    SceneShape shape(const Json& json, const std::string& path, BodyType type) {
        JsonReader reader(json, path);
        const Json* name = reader.find("type", Need::must);
        SceneShape shape;
        switch (reader.index_of("type", *name, shape_type_names, std::size(shape_type_names))) {
            case 0:
                shape.geometry = geometry<Sphere>(reader);
                break;
            case 1:
                shape.geometry = geometry<Capsule>(reader);
                break;
            case 2:
                shape.geometry = geometry<Box>(reader);
                break;
            case 3:
                shape.geometry = hull_reference(reader);
                break;
            default:
                shape.geometry = geometry<HalfSpace>(reader);
                break;
        }
        if (std::holds_alternative<HalfSpace>(shape.geometry) && type != BodyType::fixed) {
            reader.fail("type", "a plane needs a body of type 'fixed'");
        }
        visit_fields(reader, shape.material);
        reader.finish();
        return shape;
    }

    template <class T>
    T geometry(JsonReader& reader) {
        T value{};
        visit_fields(reader, value);
        return value;
    }

    void body(const Json& json, const std::string& path) {
        JsonReader reader(json, path);
        SceneBody body;
        visit_fields(reader, body);
        const int index = static_cast<int>(scene_.bodies.size());
        if (body.name.empty()) body.name = "body" + std::to_string(index);
        if (body.name == "world") reader.fail("name", "'world' is what joints call no body");
        const Json* list = reader.array("shapes", SceneLimits::shapes);
        for (size_t i = 0; list && i < list->size(); ++i) {
            body.shapes.push_back(shape((*list)[i], element_path(path + ".shapes", i), body.def.type));
        }
        reader.finish();
        if (!names_.bodies.emplace(body.name, index).second) {
            reader.fail("name", "two bodies are named " + shown(Json(body.name)));
        }
        scene_.bodies.push_back(std::move(body));
    }

    int joint_body(const JsonReader& reader, const Json& json, size_t which) {
        const std::string key = element_path("bodies", which);
        const std::string name = read_name(reader.path_of(key), json);
        if (name == "world") return -1;
        const auto found = names_.bodies.find(name);
        if (found != names_.bodies.end()) return found->second;
        std::vector<std::string> names{"world"};
        for (const auto& entry : names_.bodies) names.push_back(entry.first);
        std::sort(names.begin(), names.end());
        reader.fail(key, unknown_word("body", name, names));
    }

    void joint(const Json& json, const std::string& path) {
        JsonReader reader(json, path);
        SceneJoint joint;
        reader.text("name", joint.name, "");
        if (joint.name.empty()) joint.name = "joint" + std::to_string(scene_.joints.size());
        const Json* type = reader.find("type", Need::must);
        switch (reader.index_of("type", *type, joint_type_names, std::size(joint_type_names))) {
            case 0:
                joint.def = geometry<BallJoint>(reader);
                break;
            case 1:
                joint.def = geometry<HingeJoint>(reader);
                break;
            case 2:
                joint.def = geometry<SliderJoint>(reader);
                break;
            case 3:
                joint.def = geometry<FixedJoint>(reader);
                break;
            case 4:
                joint.def = geometry<DistanceJoint>(reader);
                break;
            case 5:
                joint.def = geometry<WheelJoint>(reader);
                break;
            default:
                joint.def = geometry<MotorJoint>(reader);
                break;
        }
        reader.find("bodies", Need::must);
        const Json& pair = *reader.array("bodies", 2);
        if (pair.size() != 2) wrong_type(reader.path_of("bodies"), "an array of 2 names", pair);
        joint.body_a = joint_body(reader, pair[0], 0);
        joint.body_b = joint_body(reader, pair[1], 1);
        if (joint.body_a == joint.body_b) reader.fail("bodies", "joins " + shown(pair[0]) + " to itself");
        reader.finish();
        scene_.joints.push_back(std::move(joint));
    }

    JsonReader top_;
    SceneDescription scene_;
    SceneNames names_;
};

}  // namespace

SceneDescription scene_from_json(const Json& json, const std::string& path) {
    return SceneReader(json, path).read();
}

SceneNames::SceneNames(const SceneDescription& scene) {
    for (size_t i = 0; i < scene.bodies.size(); ++i)
        bodies.emplace(scene.bodies[i].name, static_cast<int>(i));
    for (size_t i = 0; i < scene.hulls.size(); ++i) hulls.emplace(scene.hulls[i].name, static_cast<int>(i));
}

void append_body(const Json& json, const std::string& path, SceneDescription& scene, SceneNames& names) {
    SceneReader(json, path).append_to(scene, names, json, path);
}

SceneBody added_body_from_json(const Json& json, const std::string& path, const SceneDescription& scene) {
    SceneDescription alone;
    alone.hulls = scene.hulls;
    SceneNames names(alone);
    append_body(json, path, alone, names);
    if (alone.hulls.size() != scene.hulls.size())
        throw Error(path + ": a body added to a running scene cannot bring a hull: name one of the scene's");
    SceneBody body = std::move(alone.bodies.back());
    // alone it was named after its number, the first: in the scene it has another
    const auto name = json.find("name");
    if (name == json.end() || name->get_ref<const std::string&>().empty()) body.name.clear();
    return body;
}

SceneInput input_from_json(const Json& json, const std::string& path, const SceneNames& names) {
    SceneInput input;
    JsonReader reader(json, path, &names.bodies);
    visit_fields(reader, input);
    reader.finish();
    return input;
}

SceneDescription read_scene(const std::string& text) { return scene_from_json(parse_json(text)); }

SceneDescription read_scene_file(const std::string& path) {
    const std::string text = read_text_file(path);
    try {
        SceneDescription scene = read_scene(text);
        scene.file = path;
        return scene;
    } catch (const Error& error) {
        throw Error(path + ": " + error.what());
    }
}

}  // namespace cairn
