// What a scene file can get wrong, and what is said about it.

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scene/json_scene.hpp"
#include "scene/load.hpp"
#include "scene/random.hpp"
#include "scene/scene.hpp"
#include "scene_support.hpp"
#include "tests/support/own_folder.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;

struct Case {
    const char* text;
    const char* message;
};

class BadScene : public testing::TestWithParam<Case> {};

TEST_P(BadScene, SaysWhereAndWhat) {
    EXPECT_EQ(error_of([] { read_scene(GetParam().text); }), GetParam().message);
}

const Case bad_values[] = {
    {R"({"bodies":[{},{},{},{"shapes":[{"type":"sphere","radius":-1}]}]})",
     "bodies[3].shapes[0].radius: must be > 0, got -1"},
    {R"({"bodies":[{"shapes":[{"type":"sphere","radius":0}]}]})",
     "bodies[0].shapes[0].radius: must be > 0, got 0"},
    {R"({"bodies":[{"shapes":[{"type":"sphere","radius":1e-60}]}]})",
     "bodies[0].shapes[0].radius: must be > 0, got 0.0"},
    {R"({"bodies":[{"shapes":[{"type":"sphere"}]}]})", "bodies[0].shapes[0].radius: is missing"},
    {R"({"bodies":[{"shapes":[{"type":"box","half_extents":[1,0,1]}]}]})",
     "bodies[0].shapes[0].half_extents[1]: must be > 0, got 0"},
    {R"({"bodies":[{"position":[1,2]}]})", "bodies[0].position: must be an array of 3 numbers, got [1,2]"},
    {R"({"bodies":[{"position":[1,"2",3]}]})", "bodies[0].position[1]: must be a number, got \"2\""},
    {R"({"bodies":[{"mass":-5}]})", "bodies[0].mass: must be >= 0, got -5"},
    {R"({"bodies":[{"mass":null}]})", "bodies[0].mass: must be a number, got null"},
    {R"({"bodies":[{"rotation":[0,0,0,0.5]}]})",
     "bodies[0].rotation: must have length 1, got [0,0,0,0.5] of length 0.5"},
    {R"({"bodies":[{"rotation":[0,0,0,0]}]})",
     "bodies[0].rotation: must have length 1, got [0,0,0,0] of length 0"},
    {R"({"bodies":[{"type":"dinamic"}]})", "bodies[0].type: unknown type 'dinamic'; did you mean 'dynamic'?"},
    {R"({"bodies":[{"can_sleep":1}]})", "bodies[0].can_sleep: must be true or false, got 1"},
    {R"({"bodies":[{"color":"red"}]})", "bodies[0].color: must be a colour such as \"#c0392b\", got \"red\""},
    {R"({"bodies":[{"name":""}]})", "bodies[0].name: must be 1 to 256 bytes long, got \"\""},
    {R"({"bodies":[{"name":"a\nb"}]})", "bodies[0].name: must not hold control characters, got \"a\\nb\""},
    {R"({"bodies":[{"name":"a\u007fb"}]})",
     "bodies[0].name: must not hold control characters, got \"a\\u007fb\""},
    {R"({"name":"\u009b31m"})", "name: must not hold control characters, got \"\\u009b31m\""},
    {R"({"camera":{"eye":[0,2e7,0],"target":[0,0,0]}})", "camera.eye[1]: must be <= 1e+07, got 2e+07"},
    {R"({"bodies":[{"name":"world"}]})", "bodies[0].name: 'world' is what joints call no body"},
    {R"({"bodies":[{"name":"a"},{"name":"a"}]})", "bodies[1].name: two bodies are named \"a\""},
    {R"({"bodies":[{"positon":[0,0,0]}]})", "bodies[0].positon: unknown key; did you mean 'position'?"},
    {R"({"bodys":[]})", "bodys: unknown key; did you mean 'bodies'?"},
    {R"({"bodies":[{"shapes":[{"type":"plane"}]}]})",
     "bodies[0].shapes[0].type: a plane needs a body of type 'fixed'"},
    {R"({"bodies":[{"shapes":[{"type":"hull"}]}]})",
     "bodies[0].shapes[0].hull: a shape of type hull needs either 'hull' (a name) or 'points'"},
    {R"({"bodies":[{"shapes":[{"type":"hull","hull":"x"}]}]})",
     "bodies[0].shapes[0].hull: unknown hull 'x'; there is none"},
    {R"({"bodies":[{"shapes":[{"type":"box","half_extents":[1,1,1],"restitution":2}]}]})",
     "bodies[0].shapes[0].restitution: must be <= 1, got 2"},
    {R"({"bodies":{}})", "bodies: must be an array, got {}"},
    {R"({"bodies":[5]})", "bodies[0]: must be an object, got 5"},
    {R"([])", "the scene: must be an object, got []"},
    {R"({"dt":0})", "dt: must be >= 1e-08, got 0"},
    {R"({"dt":1e-9})", "dt: must be >= 1e-08, got 1e-09"},
    {R"({"gravity":[0,-2e12,0]})", "gravity[1]: must be >= -1e+12, got -2e+12"},
    {R"({"dt":2000})", "dt: must be <= 1000, got 2000"},
    {R"({"steps":1.5})", "steps: must be a whole number, got 1.5"},
    {R"({"gravity":9.81})", "gravity: must be an array of 3 numbers, got 9.81"},
    {R"({"solver":{"name":"soft-stp"}})",
     "solver.name: unknown solver 'soft-stp'; did you mean 'soft-step'?"},
    {R"({"solver":{}})", "solver.name: is missing"},
    {R"({"solver":{"name":"soft-step","substeps":0}})",
     "solver.substeps: soft-step: substeps must be between 1 and 1000, got 0"},
    {R"({"solver":{"name":"soft-step","sub_steps":4}})",
     "solver.sub_steps: unknown key; did you mean 'substeps'?"},
    {R"({"solver":{"name":"pgss"}})", "solver.name: unknown solver 'pgss'; did you mean 'pgs'?"},
    {R"({"solver":{"name":"pgs","iteration":4}})",
     "solver.iteration: unknown key; did you mean 'iterations'?"},
    {R"({"solver":{"name":"pgs","iterations":"ten"}})", "solver.iterations: must be a number, got \"ten\""},
    {R"({"solver":{"name":"pgs","iterations":-1}})",
     "solver: pgs: iterations must be between 0 and 1e+06, got -1"},
    {R"({"solver":{"name":"pgs","iterations":2.5}})",
     "solver: pgs: iterations must be a whole number, got 2.5"},
    {R"({"solver":{"name":"si","warm_start":"on"}})", "solver.warm_start: must be true or false, got \"on\""},
    {R"({"solver":{"name":"si","friction":"con"}})",
     "solver: si: unknown friction 'con'; did you mean 'cone'?"},
    {R"({"solver":{"name":"si","friction":0.5}})", "solver.friction: must be a word, got 0.5"},
    {R"({"solver":{"name":"pgs","friction":"cone"}})",
     "solver: pgs: not applicable: friction model cone cannot be written as bounded rows; pgs does fixed, "
     "pyramid, pyramid8, pyramid16"},
    {R"({"hulls":[{"name":"h"}]})", "hulls[0].points: is missing"},
};
INSTANTIATE_TEST_SUITE_P(Values, BadScene, testing::ValuesIn(bad_values));

const Case bad_references[] = {
    {R"({"joints":[{"type":"ball","anchor":[0,0,0],"bodies":["world","rod"]}]})",
     "joints[0].bodies[1]: unknown body 'rod'; known: world"},
    {R"({"bodies":[{"name":"rod"}],"joints":[{"type":"ball","anchor":[0,0,0],"bodies":["world","rood"]}]})",
     "joints[0].bodies[1]: unknown body 'rood'; did you mean 'rod'?"},
    {R"({"bodies":[{"name":"a"}],"joints":[{"type":"ball","anchor":[0,0,0],"bodies":["a","a"]}]})",
     "joints[0].bodies: joins \"a\" to itself"},
    {R"({"joints":[{"type":"bal","anchor":[0,0,0],"bodies":["world","rod"]}]})",
     "joints[0].type: unknown type 'bal'; did you mean 'ball'?"},
    {R"({"bodies":[{"name":"a"}],"joints":[{"type":"ball","bodies":["world","a"]}]})",
     "joints[0].anchor: is missing"},
    {R"({"bodies":[{"name":"a"}],"joints":[{"type":"ball","anchor":[0,0,0],"bodies":["a"]}]})",
     "joints[0].bodies: must be an array of 2 names, got [\"a\"]"},
    {R"({"bodies":[{"name":"a"}],"joints":[{"type":"hinge","anchor":[0,0,0],"axis":[0,0,0],"bodies":["world","a"]}]})",
     "joints[0].axis: must be a direction, got [0,0,0]"},
    {R"({"bodies":[{"name":"a"}],"joints":[{"type":"hinge","anchor":[0,0,0],"limits":[1,0],"bodies":["world","a"]}]})",
     "joints[0].limits: lower must be <= upper, got [1,0]"},
    {R"({"bodies":[{"name":"a"}],"motions":[{"body":"a","speed":1}]})",
     "motions[0].body: 'a' is not kinematic"},
    {R"({"bodies":[{"name":"a"}],"inputs":[{"step":0,"body":"b","kind":"impulse","value":[0,0,0]}]})",
     "inputs[0].body: unknown body 'b'; known: a"},
    {R"({"bodies":[{"name":"a"}],"inputs":[{"step":-1,"body":"a","kind":"impulse","value":[0,0,0]}]})",
     "inputs[0].step: must be a whole number from 0 to 2^64 - 1, got -1"},
};
INSTANTIATE_TEST_SUITE_P(References, BadScene, testing::ValuesIn(bad_references));

TEST(BadSceneText, SaysLineAndColumn) {
    EXPECT_THAT(error_of([] { read_scene("{\n\"dt\": nan}"); }),
                HasSubstr("not JSON: parse error at line 2"));
    EXPECT_THAT(error_of([] { read_scene(""); }), HasSubstr("not JSON"));
    EXPECT_THAT(error_of([] { read_scene("{} {}"); }), HasSubstr("not JSON"));
    EXPECT_THAT(error_of([] { read_scene("{\"name\":\"\xff\xfe\"}"); }), HasSubstr("not JSON"));
}

TEST(BadSceneText, NumbersTooLargeForAFloatAreAnError) {
    EXPECT_EQ(error_of([] { read_scene(R"({"gravity":[0,1e39,0]})"); }),
              "gravity[1]: the number 1e39 is too large");
    EXPECT_EQ(error_of([] { read_scene(R"({"name":"a","gravity":[0,0,-1e999]})"); }),
              "gravity[2]: the number -1e999 is too large");
    EXPECT_EQ(
        error_of([] {
            read_scene(
                R"({"bodies":[{"mass":1},{"shapes":[{"type":"box"},{"type":"sphere","radius":1e300}]}]})");
        }),
        "bodies[1].shapes[1].radius: the number 1e300 is too large");
    EXPECT_EQ(error_of([] { read_scene("1e300"); }), "the number 1e300 is too large");
}

TEST(BadSceneText, AKeyTwiceIsAnError) {
    EXPECT_EQ(error_of([] { read_scene(R"({"dt":0.1,"dt":0.2})"); }),
              "the key \"dt\" comes twice in one object");
}

const Case bad_keys[] = {
    {R"({"\u0000":1})", R"(\u0000: unknown key)"},
    {R"({"a\u0000b":1})", R"(a\u0000b: unknown key)"},
    {R"({"b\u001b[31mx":1})", R"(b\u001b[31mx: unknown key)"},
    {R"({"":1})", R"("": unknown key)"},
    {R"({"bodies":[{"positio\u007f":1}]})",
     R"(bodies[0].positio\u007f: unknown key; did you mean 'position'?)"},
    {R"({"\u009b2J":1})", R"(\u009b2J: unknown key)"},
    {R"({"caf\u00e9":1})", "café: unknown key"},
    {R"({"a\u001b":1,"a\u001b":2})", R"(the key "a\u001b" comes twice in one object)"},
    {R"({"a\u009b":1,"a\u009b":2})", R"(the key "a\u009b" comes twice in one object)"},
    {R"({"a\u0000b":[1,1e99]})", R"(a\u0000b[1]: the number 1e99 is too large)"},
    {R"({"bodies":[{"type":"\u0000\u001b"}]})",
     R"(bodies[0].type: unknown type '\u0000\u001b'; known: fixed, kinematic, dynamic)"},
    {R"({"bodies":[{"color":"\u009b31m"}]})",
     R"(bodies[0].color: must be a colour such as "#c0392b", got "\u009b31m")"},
};
INSTANTIATE_TEST_SUITE_P(Keys, BadScene, testing::ValuesIn(bad_keys));

TEST(BadSceneText, HullsWithoutVolumeAreNamed) {
    const std::string message = error_of(
        [] { read_scene(R"({"hulls":[{"name":"flat","points":[[0,0,0],[1,0,0],[0,1,0],[1,1,0]]}]})"); });
    EXPECT_THAT(message, HasSubstr("hulls[0].points: "));
}

TEST(HostileScene, DeepNestingIsRefused) {
    const std::string deep = std::string(100000, '[') + std::string(100000, ']');
    EXPECT_EQ(error_of([&] { read_scene(deep); }), "nested deeper than 32 levels");
    EXPECT_EQ(error_of([&] { read_scene(std::string(1000000, '[')); }), "nested deeper than 32 levels");
    std::string objects;
    for (int i = 0; i < 100000; ++i) objects += "{\"a\":";
    EXPECT_EQ(error_of([&] { read_scene(objects); }), "nested deeper than 32 levels");
}

TEST(HostileScene, ObjectsWithTooManyKeysAreRefused) {
    std::string text = "{";
    for (int i = 0; i < 100000; ++i) text += "\"k" + std::to_string(i) + "\":0,";
    EXPECT_EQ(error_of([&] { read_scene(text); }), "an object with more than 128 keys");
}

TEST(HostileScene, TooManyValuesAreRefused) {
    std::string text = "{\"bodies\":[";
    for (size_t i = 0; i <= JsonLimits::values; ++i) text += "0,";
    EXPECT_EQ(error_of([&] { read_scene(text); }), "more than 20000000 values");
}

TEST(HostileScene, TooManyBodiesAreRefused) {
    std::string text = "{\"bodies\":[0";
    for (size_t i = 0; i < SceneLimits::bodies; ++i) text += ",0";
    EXPECT_EQ(error_of([&] { read_scene(text + "]}"); }),
              "bodies: must have at most 1000000 elements, got 1000001");
}

// Reading them would take minutes if every object that ends cost a look at all before it.
TEST(HostileScene, ManySmallBodiesAreReadOneByOne) {
    std::string text = "{\"bodies\":[{}";
    for (int i = 1; i < 100'000; ++i) text += ",{}";
    EXPECT_EQ(read_scene(text + "]}").bodies.size(), 100'000u);
    for (int i = 0; i < 1'900'000; ++i) text += ",{}";
    EXPECT_EQ(error_of([&] { read_scene(text + "]}"); }),
              "bodies: must have at most 1000000 elements, got 2000000");
}

// Where objects copied what they hold as they grow, these would be two hundred million, and ten seconds.
TEST(HostileScene, AMillionValuesBelowManyLargeObjectsAreReadInTheirOrder) {
    std::string after;
    for (int key = 1; key < static_cast<int>(JsonLimits::keys); ++key) {
        after += ",\"k" + std::to_string(key) + "\":0";
    }
    std::string text = "[0";
    for (int i = 1; i < 1'000'000; ++i) text += ",0";
    text += "]";
    for (int level = 1; level < JsonLimits::depth; ++level) text = "{\"k0\":" + text + after + "}";
    const Json json = parse_json(text);
    const Json* inner = &json;
    while (inner->is_object()) inner = &inner->at("k0");
    EXPECT_EQ(inner->size(), 1'000'000u);
    EXPECT_EQ(json.size(), JsonLimits::keys);
    EXPECT_EQ(json.items().begin().key(), "k0") << "keys keep their order";
}

TEST(HostileScene, LongWordsAreShortenedInMessages) {
    const std::string word(100000, 'x');
    EXPECT_LT(error_of([&] { read_scene("{\"" + word + "\":1}"); }).size(), 200u);
    EXPECT_LT(error_of([&] { read_scene("{\"name\":\"" + word + "\"}"); }).size(), 200u);
    EXPECT_LT(error_of([&] { read_scene("{\"bodies\":[{\"type\":\"" + word + "\"}]}"); }).size(), 300u);
}

TEST(HostileScene, HugeButFiniteNumbersNeverCrash) {
    const std::string text = R"({"bodies":[{"position":[3e38,-3e38,3e38],"velocity":[3e38,0,0],
        "shapes":[{"type":"sphere","radius":3e38}]}]})";
    try {
        Scene scene(read_scene(text));
        for (int i = 0; i < 3; ++i) scene.step();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("bodies[0]"));
    }
}

/// Reads a text that may be broken: the only allowed outcomes are a scene and an Error.
bool reads(const std::string& text) {
    try {
        read_scene(text);
        return true;
    } catch (const Error&) {
        return false;
    }
}

TEST(HostileScene, NothingHidesBehindAZeroByte) {
    const std::string text = std::string(R"({"bodies":[]})") + '\0' + "junk";
    EXPECT_EQ(error_of([&] { read_scene(text); }), "not JSON: a zero byte at position 13");
}

TEST(HostileScene, ATruncatedFileIsAnError) {
    const std::string text = write_scene(small_scene("mixed-pile"));
    for (size_t length = 0; length + 2 < text.size(); length += 1 + text.size() / 400) {
        EXPECT_FALSE(reads(text.substr(0, length))) << length;
    }
}

TEST(HostileScene, AMutatedFileIsASceneOrAnError) {
    const std::string text = write_scene(make_scene("ragdolls", std::vector<SceneSetting>{{"count", 1}}));
    const std::string letters = "0123456789-+.eE{}[]\",:tfn \x01\xff";
    Random random(77);
    int good = 0;
    for (int round = 0; round < 3000; ++round) {
        std::string changed = text;
        const int changes = 1 + static_cast<int>(random.next() % 4);
        for (int i = 0; i < changes; ++i) {
            changed[random.next() % changed.size()] = letters[random.next() % letters.size()];
        }
        good += reads(changed) ? 1 : 0;
    }
    EXPECT_GT(good, 0) << "changing a digit of a number should leave a scene";
    EXPECT_LT(good, 3000) << "changing a brace should not";
}

TEST(LoadScene, NamesTheFile) {
    const std::string path = test::own_path("bad_scene.json");
    std::ofstream(path) << R"({"dt": -1})";
    EXPECT_EQ(error_of([&] { load_scene(path); }), path + ": dt: must be >= 1e-08, got -1");
    std::filesystem::remove(path);
    EXPECT_EQ(error_of([&] { load_scene(path); }), path + ": no such file");
    EXPECT_EQ(error_of([] { load_scene("/dev/zero"); }), "/dev/zero: not a regular file");
}

TEST(LoadScene, WhatTheWorldRefusesNamesTheFileToo) {
    const std::string path = test::own_path("refused_scene.json");
    std::ofstream(path) << R"({"bodies":[{"name":"a"}],"joints":[{"type":"hinge","anchor":[0,0,0],
        "axis":[0,0,1],"limits":[-90,90],"bodies":["world","a"]}]})";
    EXPECT_THAT(
        error_of([&] { Scene scene(load_scene(path)); }),
        testing::StartsWith(path + ": joints[0] 'joint0': HingeJoint::limits must lie within four turns"));
    std::ofstream(path) << R"({"bodies":[{"position":[0,1e30,0]}]})";
    EXPECT_THAT(error_of([&] { Scene scene(load_scene(path)); }),
                testing::StartsWith(path + ": bodies[0] 'body0': "));
    std::filesystem::remove(path);
}

TEST(LoadScene, TheShortestStepOfTheLibraryIsOneOfAFile) {
    Scene scene(read_scene(R"({"dt":1e-8})"));
    EXPECT_NO_THROW(scene.step());
}

TEST(LoadScene, ASceneFileHasNoParameters) {
    const std::vector<SceneSetting> settings{{"n", 3}};
    EXPECT_EQ(error_of([&] { load_scene("a.json", settings); }),
              "a.json: a scene file has no parameters; 'n' cannot be set");
}

TEST(SceneFiles, OfTheRepositoryAreScenes) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::string(CAIRN_SOURCE_DIR) + "/scenes")) {
        if (entry.path().extension() != ".json") continue;
        Scene scene(load_scene(entry.path().string()));
        for (int i = 0; i < 10; ++i) scene.step();
        EXPECT_FALSE(scene.description().summary.empty()) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 4);
}

}  // namespace
}  // namespace cairn
