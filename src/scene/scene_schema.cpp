// The JSON Schema of scene files, from the list of fields that the reader visits (docs/scene.schema.json is
// this text).

#include <cmath>
#include <sstream>

#include "scene/json_fields.hpp"
#include "scene/json_scene.hpp"
#include "scene/json_writer.hpp"
#include "scene/solver_choice.hpp"
#include "solvers/live/stage_solver.hpp"

namespace cairn {

namespace {

Json bound(double value) {
    const bool integral = value == std::floor(value) && std::fabs(value) < 1e10;
    return integral ? Json(static_cast<int64_t>(value)) : Json(static_cast<float>(value));
}

Json limited(Json schema, Range range) {
    if (range.minimum > -unlimited)
        schema[range.above ? "exclusiveMinimum" : "minimum"] = bound(range.minimum);
    if (range.maximum < unlimited) schema["maximum"] = bound(range.maximum);
    return schema;
}

Json reference(const std::string& name) { return {{"$ref", "#/$defs/" + name}}; }

/// Names of the nested types, as used in $defs.
const char* type_name(const Spring&) { return "spring"; }
const char* type_name(const Filter&) { return "filter"; }
const char* type_name(const Locks&) { return "locks"; }
const char* type_name(const SceneCamera&) { return "camera"; }

class SchemaVisitor {
public:
    Json properties = Json::object();
    Json required = Json::array();

    void number(const char* key, float value, Range range, const char* doc, Need need = Need::may) {
        Json schema = limited({{"type", "number"}}, range);
        if (std::isfinite(value)) schema["default"] = value;
        put(key, std::move(schema), doc, need);
    }
    void integer(const char* key, int value, Range range, const char* doc, Need need = Need::may) {
        Json schema = limited({{"type", "integer"}}, range);
        schema["default"] = value;
        put(key, std::move(schema), doc, need);
    }
    void natural(const char* key, uint64_t value, const char* doc, Need need = Need::may) {
        put(key, {{"type", "integer"}, {"minimum", 0}, {"default", value}}, doc, need);
    }
    void flag(const char* key, bool value, const char* doc) {
        put(key, {{"type", "boolean"}, {"default", value}}, doc);
    }
    void text(const char* key, const std::string&, const char* doc, Need need = Need::may) {
        put(key, reference("name"), doc, need);
    }
    void vector(const char* key, Vec3 value, Range range, const char* doc, Need need = Need::may) {
        Json schema = array(limited({{"type", "number"}}, range), 3);
        schema["default"] = to_json(value);
        put(key, std::move(schema), doc, need);
    }
    void maybe_vector(const char* key, const std::optional<Vec3>&, const char* doc) {
        put(key, reference("vector"), doc);
    }
    void direction(const char* key, Vec3 value, const char* doc) {
        Json schema = array({{"type", "number"}}, 3);
        schema["default"] = to_json(value);
        put(key, std::move(schema), doc);
    }
    void rotation(const char* key, Quat, const char* doc) { put(key, reference("rotation"), doc); }
    void color(const char* key, const std::optional<uint32_t>&, const char* doc) {
        put(key, {{"type", "string"}, {"pattern", "^#[0-9a-fA-F]{6}$"}}, doc);
    }
    void limits(const char* key, const Limits&, const char* doc) {
        put(key, array({{"type", "number"}}, 2), doc);
    }
    void motor(const char* key, const Motor&, const char* doc) { put(key, reference("motor"), doc); }
    void body(const char* key, int, const char* doc) { put(key, reference("name"), doc, Need::must); }
    template <class Enum, size_t count>
    void choice(const char* key, Enum value, const char* const (&names)[count], const char* doc,
                Need need = Need::may) {
        Json schema{{"enum", Json(std::vector<std::string>(names, names + count))}};
        if (need == Need::may) schema["default"] = names[static_cast<size_t>(value)];
        put(key, std::move(schema), doc, need);
    }
    template <class T>
    void object(const char* key, const T& value, const char* doc) {
        put(key, reference(type_name(value)), doc);
    }
    template <class T>
    void optional_object(const char* key, const std::optional<T>&, const char* doc) {
        put(key, reference(type_name(T{})), doc);
    }

    void put(const char* key, Json schema, const char* doc, Need need = Need::may) {
        if (*doc) schema["description"] = doc;
        if (need == Need::must) {
            required.push_back(key);
            schema.erase("default");
        }
        properties[key] = std::move(schema);
    }
    Json finish() {
        Json schema{{"type", "object"}, {"properties", std::move(properties)}};
        if (!required.empty()) schema["required"] = std::move(required);
        schema["additionalProperties"] = false;
        return schema;
    }
    static Json array(Json items, int count) {
        return {{"type", "array"}, {"items", std::move(items)}, {"minItems", count}, {"maxItems", count}};
    }
    static Json list(const std::string& items, size_t most) {
        return {{"type", "array"}, {"items", reference(items)}, {"maxItems", most}};
    }
};

template <class T>
Json schema_of() {
    T blank{};
    SchemaVisitor visitor;
    visit_fields(visitor, blank);
    return visitor.finish();
}

template <class T>
Json shape_schema(const char* type) {
    SchemaVisitor visitor;
    visitor.put("type", {{"const", type}}, "", Need::must);
    if constexpr (std::is_same_v<T, HullReference>) {
        visitor.put("hull", reference("name"), "name of a hull of this file");
        visitor.put("points", SchemaVisitor::list("vector", SceneLimits::points), "of a hull written here");
    } else {
        T blank{};
        visit_fields(visitor, blank);
    }
    ShapeDef material{};
    visit_fields(visitor, material);
    Json schema = visitor.finish();
    if (std::is_same_v<T, HullReference>) {
        schema["oneOf"] =
            Json::array({{{"required", Json::array({"hull"})}}, {{"required", Json::array({"points"})}}});
    }
    return schema;
}

template <class T>
Json joint_schema(const char* type) {
    SchemaVisitor visitor;
    visitor.put("name", reference("name"), "unique; traces refer to it");
    visitor.put("type", {{"const", type}}, "", Need::must);
    visitor.put("bodies", SchemaVisitor::array(reference("name"), 2),
                "names of two bodies; \"world\" is none", Need::must);
    T blank{};
    visit_fields(visitor, blank);
    return visitor.finish();
}

// Without defaults: those are tuned, and a file of the manual should not change with them.
Json soft_step_schema() {
    SchemaVisitor visitor;
    visitor.put("name", {{"const", soft_step_name}}, "", Need::must);
    for (const SolverField& field : solver_fields()) {
        Json schema =
            limited({{"type", field.integer ? "integer" : "number"}}, {field.minimum, field.maximum});
        visitor.put(field.name.c_str(), std::move(schema), "");
    }
    return visitor.finish();
}

Json words_of(const std::string& kind) {
    Json words = Json::array();
    std::stringstream stream(kind);
    for (std::string word; std::getline(stream, word, '|');) words.push_back(word);
    return words;
}

Json parameter_schema(const StageParameter& parameter) {
    Json schema;
    if (parameter.kind == "flag") {
        schema["type"] = "boolean";
    } else if (parameter.kind == "number" || parameter.kind == "integer") {
        const double least = parameter.least <= -1e30 ? -unlimited : parameter.least;
        const double most = parameter.most >= 1e30 ? unlimited : parameter.most;
        schema = limited({{"type", parameter.kind}}, {least, most});
    } else {
        schema["enum"] = words_of(parameter.kind);
    }
    schema["description"] = parameter.help;
    return schema;
}

/// A parameter that several solvers have alike is written once.
Json stage_solver_schema(const StageSolverInfo& solver, Json& defs) {
    SchemaVisitor visitor;
    visitor.put("name", {{"const", solver.name}}, solver.summary.c_str(), Need::must);
    for (const StageParameter& parameter : solver.parameters) {
        const std::string shared = "parameter_" + parameter.name;
        Json schema = parameter_schema(parameter);
        if (!defs.contains(shared)) defs[shared] = schema;
        if (defs[shared] == schema) schema = reference(shared);
        visitor.put(parameter.name.c_str(), std::move(schema), "");
    }
    return visitor.finish();
}

/// One definition for each solver that is known, and one that is any of them.
void add_solvers(Json& defs) {
    Json any = Json::array({reference("solver_soft-step")});
    defs["solver_soft-step"] = soft_step_schema();
    for (const StageSolverInfo& solver : stage_solvers()) {
        Json schema = stage_solver_schema(solver, defs);
        defs["solver_" + solver.name] = std::move(schema);
        any.push_back(reference("solver_" + solver.name));
    }
    defs["solver"] = {{"oneOf", std::move(any)}};
}

Json hull_schema() {
    SchemaVisitor visitor;
    visitor.put("name", reference("name"), "unique; shapes refer to it", Need::must);
    visitor.put("points", SchemaVisitor::list("vector", SceneLimits::points), "at least 4, spanning a volume",
                Need::must);
    return visitor.finish();
}

Json one_of(std::initializer_list<const char*> names) {
    Json list = Json::array();
    for (const char* name : names) list.push_back(reference(name));
    return {{"oneOf", std::move(list)}};
}

Json body_schema() {
    SceneBody blank{};
    SchemaVisitor visitor;
    visit_fields(visitor, blank);
    visitor.put("shapes", SchemaVisitor::list("shape", SceneLimits::shapes), "what it is made of");
    return visitor.finish();
}

Json definitions() {
    Json defs = Json::object();
    defs["name"] = {{"type", "string"},
                    {"minLength", 1},
                    {"maxLength", 256},
                    {"pattern", "^[^\\u0000-\\u001f\\u007f-\\u009f]*$"}};
    defs["vector"] = SchemaVisitor::array({{"type", "number"}}, 3);
    defs["rotation"] = SchemaVisitor::array({{"type", "number"}}, 4);
    defs["rotation"]["default"] = Json::array({0, 0, 0, 1});
    defs["spring"] = schema_of<Spring>();
    defs["motor"] = schema_of<Motor>();
    defs["filter"] = schema_of<Filter>();
    defs["locks"] = schema_of<Locks>();
    defs["camera"] = schema_of<SceneCamera>();
    add_solvers(defs);
    defs["hull"] = hull_schema();
    defs["shape_sphere"] = shape_schema<Sphere>("sphere");
    defs["shape_capsule"] = shape_schema<Capsule>("capsule");
    defs["shape_box"] = shape_schema<Box>("box");
    defs["shape_hull"] = shape_schema<HullReference>("hull");
    defs["shape_plane"] = shape_schema<HalfSpace>("plane");
    defs["shape"] = one_of({"shape_sphere", "shape_capsule", "shape_box", "shape_hull", "shape_plane"});
    defs["body"] = body_schema();
    defs["joint_ball"] = joint_schema<BallJoint>("ball");
    defs["joint_hinge"] = joint_schema<HingeJoint>("hinge");
    defs["joint_slider"] = joint_schema<SliderJoint>("slider");
    defs["joint_fixed"] = joint_schema<FixedJoint>("fixed");
    defs["joint_distance"] = joint_schema<DistanceJoint>("distance");
    defs["joint_wheel"] = joint_schema<WheelJoint>("wheel");
    defs["joint_motor"] = joint_schema<MotorJoint>("motor");
    defs["joint"] = one_of({"joint_ball", "joint_hinge", "joint_slider", "joint_fixed", "joint_distance",
                            "joint_wheel", "joint_motor"});
    defs["motion"] = schema_of<SceneMotion>();
    defs["input"] = schema_of<SceneInput>();
    return defs;
}

}  // namespace

std::string scene_schema() {
    SceneDescription blank;
    SchemaVisitor visitor;
    visit_fields(visitor, blank);
    visitor.put("solver", reference("solver"), "which one, and its parameters");
    visitor.put("hulls", SchemaVisitor::list("hull", SceneLimits::hulls), "convex hulls that shapes share");
    visitor.put("bodies", SchemaVisitor::list("body", SceneLimits::bodies), "");
    visitor.put("joints", SchemaVisitor::list("joint", SceneLimits::joints), "");
    visitor.put("motions", SchemaVisitor::list("motion", SceneLimits::motions), "how kinematic bodies move");
    visitor.put("inputs", SchemaVisitor::list("input", SceneLimits::inputs),
                "what is done to bodies, and when");
    Json schema{{"$schema", "https://json-schema.org/draft/2020-12/schema"}, {"title", "Cairn scene"}};
    const Json fields = visitor.finish();
    for (const auto& item : fields.items()) schema[item.key()] = item.value();
    schema["$defs"] = definitions();
    return schema.dump(2) + "\n";
}

}  // namespace cairn
