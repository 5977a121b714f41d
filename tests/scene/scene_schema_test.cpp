// The JSON Schema beside the manual, and what the reader really accepts.

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scene/json_scene.hpp"
#include "scene_support.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;
using testing::Not;

std::string manual_page(const char* name) {
    std::ifstream file(std::string(CAIRN_SOURCE_DIR) + "/docs/" + name);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

/// A scene file in which the object of this kind is `object`.
std::string scene_with(const std::string& kind, const std::string& object) {
    const std::string bodies = R"("bodies":[{"name":"a"},{"name":"b"}])";
    const auto starts = [&](const char* prefix) { return kind.rfind(prefix, 0) == 0; };
    if (kind == "scene") return object;
    if (kind == "camera") return "{\"camera\":" + object + "}";
    if (starts("solver_")) return "{\"solver\":" + object + "}";
    if (kind == "hull") return "{\"hulls\":[" + object + "]}";
    if (kind == "body") return "{\"bodies\":[" + object + "]}";
    if (kind == "locks") return "{\"bodies\":[{\"locks\":" + object + "}]}";
    if (kind == "filter") {
        return R"({"bodies":[{"shapes":[{"type":"sphere","radius":1,"filter":)" + object + "}]}]}";
    }
    if (starts("shape_")) return R"({"bodies":[{"type":"fixed","shapes":[)" + object + "]}]}";
    if (kind == "spring" || kind == "motor") {
        return "{" + bodies + R"(,"joints":[{"type":"hinge","anchor":[0,0,0],"bodies":["a","b"],")" + kind +
               "\":" + object + "}]}";
    }
    if (starts("joint_")) return "{" + bodies + ",\"joints\":[" + object + "]}";
    return "{" + bodies + ",\"" + kind + "s\":[" + object + "]}";  // motion, input
}

Json tetrahedron() { return Json::parse("[[0,0,0],[1,0,0],[0,1,0],[0,0,1]]"); }

/// An object with the constants and required fields of the schema, plus one more member.
Json sample(const Json& definition, const Json& all) {
    Json object = Json::object();
    for (const Json& key : definition.value("required", Json::array())) {
        const std::string name = key.get<std::string>();
        Json property = definition["properties"][name];
        if (property.contains("$ref")) {
            const std::string reference = property["$ref"].get<std::string>();
            property = all["$defs"][reference.substr(reference.rfind('/') + 1)];
        }
        if (property.contains("const")) {
            object[name] = property["const"];
        } else if (property.contains("enum")) {
            object[name] = property["enum"][0];
        } else if (property["type"] == "string") {
            object[name] = "a";
        } else if (property["type"] == "array" && name == "bodies") {
            object[name] = Json::array({"a", "b"});
        } else if (property["type"] == "array" && name == "points") {
            object[name] = tetrahedron();
        } else if (property["type"] == "array") {
            object[name] = Json::array({1, 2, 3});
        } else {
            object[name] = 1;
        }
    }
    return object;
}

struct Kind {
    std::string name;
    Json definition;
};

std::vector<Kind> object_kinds(const Json& schema) {
    std::vector<Kind> kinds{{"scene", schema}};
    for (const auto& item : schema["$defs"].items()) {
        if (item.value().contains("properties")) kinds.push_back({item.key(), item.value()});
    }
    return kinds;
}

TEST(SceneSchema, EveryPropertyIsAKeyThatTheReaderKnows) {
    const Json schema = Json::parse(scene_schema());
    int checked = 0;
    for (const Kind& kind : object_kinds(schema)) {
        for (const auto& property : kind.definition["properties"].items()) {
            Json object = sample(kind.definition, schema);
            if (kind.name == "shape_hull" && property.key() != "points") object["points"] = tetrahedron();
            if (kind.name == "shape_hull" && property.key() == "hull") object.erase("points");
            object[property.key()] =
                Json::parse(R"({"no": {"such": "value"}})");  // wrong for every kind of field
            const std::string message = error_of([&] { read_scene(scene_with(kind.name, object.dump())); });
            EXPECT_THAT(message, HasSubstr(property.key())) << kind.name;
            if (message.find(property.key() + ".") == std::string::npos) {
                EXPECT_THAT(message, Not(HasSubstr("unknown key"))) << kind.name;
            }
            ++checked;
        }
    }
    EXPECT_GT(checked, 150);
}

TEST(SceneSchema, NothingElseIsAKeyThatTheReaderKnows) {
    const Json schema = Json::parse(scene_schema());
    for (const Kind& kind : object_kinds(schema)) {
        EXPECT_EQ(kind.definition["additionalProperties"], false) << kind.name;
        Json object = sample(kind.definition, schema);
        if (kind.name == "shape_hull") object["points"] = tetrahedron();
        if (kind.name == "motion") {
            object["body"] = "m";
            const std::string text =
                R"({"bodies":[{"name":"m","type":"kinematic"}],"motions":[)" + object.dump() + "]}";
            EXPECT_EQ(error_of([&] { read_scene(text); }), "");
            continue;
        }
        EXPECT_EQ(error_of([&] { read_scene(scene_with(kind.name, object.dump())); }), "") << object.dump();
        object["no_such_key"] = 1;
        EXPECT_THAT(error_of([&] { read_scene(scene_with(kind.name, object.dump())); }),
                    HasSubstr("no_such_key: unknown key"))
            << kind.name;
    }
}

TEST(SceneFormatPage, MentionsEveryKey) {
    const std::string page = manual_page("scene-format.md");
    for (const Kind& kind : object_kinds(Json::parse(scene_schema()))) {
        for (const auto& property : kind.definition["properties"].items()) {
            EXPECT_TRUE(page.find("`" + property.key() + "`") != std::string::npos ||
                        page.find("\"" + property.key() + "\"") != std::string::npos)
                << property.key() << " of " << kind.name;
        }
    }
}

TEST(SceneFormatPage, HasExamplesThatAreScenes) {
    const std::string page = manual_page("scene-format.md"), fence = "```json\n";
    int count = 0;
    for (size_t at = page.find(fence); at != std::string::npos; at = page.find(fence, at + 1)) {
        const size_t begin = at + fence.size(), end = page.find("```", begin);
        EXPECT_EQ(error_of([&] { read_scene(page.substr(begin, end - begin)); }), "");
        ++count;
    }
    EXPECT_EQ(count, 2);
}

}  // namespace
}  // namespace cairn
