#include "scene/builtin.hpp"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cairn/error.hpp>

#include "scene/metrics.hpp"
#include "scene/scene.hpp"
#include "scene_support.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;

TEST(BuiltinScenes, AreTheOnesOfTheManual) {
    EXPECT_THAT(builtin_names(),
                testing::UnorderedElementsAre(
                    "catto-stack", "pyramid", "many-pyramids", "box-pile", "sphere-pile", "hull-pile",
                    "mixed-pile", "joint-grid", "ragdolls", "chain", "bridge", "card-house", "arch",
                    "dominoes", "mass-ratio", "incline", "spinning-top", "newton-cradle", "wrecking-ball",
                    "tower", "washer", "rolling-cylinder", "asteroids", "block-on-ramp", "table-edge"));
}

TEST(BuiltinScenes, HaveSummariesAndDefaultsInRange) {
    for (const BuiltinScene& scene : builtin_scenes()) {
        EXPECT_FALSE(scene.summary.empty()) << scene.name;
        std::set<std::string> names;
        for (const SceneParameter& parameter : scene.parameters) {
            EXPECT_TRUE(names.insert(parameter.name).second) << scene.name << " has two " << parameter.name;
            EXPECT_FALSE(parameter.summary.empty()) << scene.name << " " << parameter.name;
            EXPECT_LE(parameter.minimum, parameter.value) << scene.name << " " << parameter.name;
            EXPECT_GE(parameter.maximum, parameter.value) << scene.name << " " << parameter.name;
        }
        EXPECT_TRUE(names.count("gravity") && names.count("sleep")) << scene.name;
    }
}

int moving(const SceneDescription& description) {
    int count = 0;
    for (const SceneBody& body : description.bodies) count += body.def.type == BodyType::dynamic ? 1 : 0;
    return count;
}

TEST(BuiltinScenes, HaveTheSizesOfTheBenchmark) {
    EXPECT_EQ(moving(make_scene("pyramid")), 1830);
    EXPECT_EQ(moving(make_scene("many-pyramids")), 5500);
    EXPECT_EQ(moving(make_scene("box-pile")), 2560);
    EXPECT_EQ(moving(make_scene("sphere-pile")), 4000);
    EXPECT_EQ(moving(make_scene("hull-pile")), 1500);
    EXPECT_EQ(moving(make_scene("joint-grid")), 1560);
    EXPECT_EQ(make_scene("joint-grid").joints.size(), 39u * 40u + 39u * 39u);
    EXPECT_EQ(moving(make_scene("ragdolls")), 2000);
    EXPECT_EQ(make_scene("ragdolls").joints.size(), 1800u);
    EXPECT_EQ(moving(make_scene("catto-stack")), 10);
    EXPECT_EQ(moving(make_scene("arch")), 17);
    EXPECT_EQ(moving(make_scene("card-house")), 40);
}

class EveryScene : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Builtin, EveryScene, testing::ValuesIn(builtin_names()),
                         [](const testing::TestParamInfo<std::string>& scene) { return test_name(scene); });

TEST_P(EveryScene, BeginsWithoutDeepOverlap) {
    // Adhesion of neighbours is fine; a solver that must first blow a scene apart is not.
    Scene scene(small_scene(GetParam()));
    scene.step();
    EXPECT_LT(measure(scene).max_penetration, 0.01);
}

TEST_P(EveryScene, StaysFiniteAndKeepsEveryBody) {
    Scene scene(small_scene(GetParam()));
    for (int i = 0; i < 60; ++i) scene.step();
    const SceneMetrics metrics = measure(scene);
    EXPECT_EQ(metrics.bodies, moving(scene.description()));
    EXPECT_EQ(metrics.dropped, 0);
    EXPECT_EQ(metrics.frozen, 0);
    EXPECT_LT(metrics.max_speed, 200);
    EXPECT_EQ(scene.step_index(), 60u);
}

TEST_P(EveryScene, TakesEveryParameterAtItsLeast) {
    for (const SceneParameter& parameter : find_builtin(GetParam()).parameters) {
        std::vector<SceneSetting> settings = small_settings(GetParam());
        std::erase_if(settings, [&](const SceneSetting& setting) { return setting.first == parameter.name; });
        settings.emplace_back(parameter.name, parameter.minimum);
        SceneDescription description;
        try {
            description = make_scene(GetParam(), settings);
        } catch (const Error& error) {
            // Some pairs of values do not go together; the message must then say which value is wrong.
            EXPECT_THAT(error.what(), HasSubstr("got ")) << parameter.name;
            continue;
        }
        EXPECT_NO_THROW(Scene(description).step()) << parameter.name;
    }
}

TEST_P(EveryScene, RefusesParametersOutOfRange) {
    for (const SceneParameter& parameter : find_builtin(GetParam()).parameters) {
        for (const double value : {parameter.minimum - 1, parameter.maximum * 2 + 1, std::nan("")}) {
            const std::vector<SceneSetting> settings{{parameter.name, value}};
            const std::string message = error_of([&] { make_scene(GetParam(), settings); });
            EXPECT_THAT(message, HasSubstr(parameter.name + " must be between")) << value;
        }
    }
}

TEST_P(EveryScene, IsTheSameWhenMadeTwice) {
    Scene first(small_scene(GetParam())), second(small_scene(GetParam()));
    EXPECT_EQ(first.world().hash(), second.world().hash());
}

TEST(MakeScene, SuggestsTheNearestScene) {
    EXPECT_EQ(error_of([] { make_scene("pyramide"); }), "unknown scene 'pyramide'; did you mean 'pyramid'?");
    EXPECT_THAT(error_of([] { make_scene("zzzzzzzzzzzzz"); }), HasSubstr("known: arch, asteroids"));
}

TEST(MakeScene, SuggestsTheNearestParameter) {
    const std::vector<SceneSetting> settings{{"bse", 3}};
    EXPECT_EQ(error_of([&] { make_scene("pyramid", settings); }),
              "pyramid: unknown parameter 'bse'; did you mean 'base'?");
}

TEST(MakeScene, WantsWholeNumbersWhereThingsAreCounted) {
    const std::vector<SceneSetting> settings{{"base", 2.5}};
    EXPECT_EQ(error_of([&] { make_scene("pyramid", settings); }),
              "pyramid: base must be a whole number, got 2.5");
}

TEST(MakeScene, SaysWhenTheWasherIsFull) {
    const std::vector<SceneSetting> settings{{"count", 100000}};
    EXPECT_THAT(error_of([&] { make_scene("washer", settings); }),
                HasSubstr("washer: count must be at most"));
}

TEST(Washer, TurnsItsDrumAtTheSpeedAskedFor) {
    Scene scene(small_scene("washer"));
    for (int i = 0; i < 90; ++i) scene.step();  // the ramp lasts one second
    EXPECT_NEAR(scene.world().angular_velocity(scene.body("drum")).z, 1.2f, 1e-4f);
}

}  // namespace
}  // namespace cairn
