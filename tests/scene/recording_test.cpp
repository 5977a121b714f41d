#include "scene/recording.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scene/hash_text.hpp"
#include "scene/json_scene.hpp"
#include "scene/solver_choice.hpp"
#include "scene_support.hpp"
#include "tests/support/own_folder.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;

SceneInput kick(int body, Vec3 value) {
    SceneInput input;
    input.body = body;
    input.value = value;
    return input;
}

/// 40 steps of a small pyramid; a box is kicked from outside before step 10.
std::string record_pyramid() {
    Scene scene(small_scene("pyramid"));
    std::ostringstream output;
    Recorder recorder(scene, output);
    for (int i = 0; i < 40; ++i) {
        if (i == 10) recorder.apply(kick(3, {500, 800, 0}));
        recorder.step();
    }
    recorder.finish();
    return output.str();
}

std::string replace_first(std::string text, const std::string& from, const std::string& to) {
    const size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    return text.replace(place, from.size(), to);
}

TEST(Recording, ReplaysToTheSameHashes) {
    const Recording recording = read_recording(record_pyramid());
    EXPECT_TRUE(recording.complete);
    EXPECT_EQ(recording.steps(), 40u);
    EXPECT_EQ(recording.inputs.size(), 1u);
    uint64_t last = 0;
    EXPECT_FALSE(replay(recording, {}, [&](uint64_t step) { last = step; }));
    EXPECT_EQ(last, 40u);
}

TEST(Recording, ReplaysOnOtherThreadAndLaneCounts) {
    const Recording recording = read_recording(record_pyramid());
    EXPECT_FALSE(replay(recording, {.threads = 2, .lanes = 1}));
    EXPECT_FALSE(replay(recording, {.threads = 1, .lanes = 4}));
}

TEST(Recording, FindsTheFirstStepThatDiffers) {
    Recording recording = read_recording(record_pyramid());
    recording.hashes.at(25) ^= 1;
    recording.hashes.at(30) ^= 1;
    const auto difference = replay(recording);
    ASSERT_TRUE(difference);
    EXPECT_EQ(difference->step, 25u);
    EXPECT_EQ(difference->recorded, difference->replayed ^ 1);
}

TEST(Recording, AnotherInputGivesAnotherHashAtItsStep) {
    Recording recording = read_recording(record_pyramid());
    recording.inputs.at(0).value.x += 1;
    const auto difference = replay(recording);
    ASSERT_TRUE(difference);
    EXPECT_EQ(difference->step, 11u);
}

TEST(Recording, AnotherSceneDiffersFromTheStart) {
    Recording recording = read_recording(record_pyramid());
    recording.scene.bodies.at(5).def.position.y += 0.001f;
    const auto difference = replay(recording);
    ASSERT_TRUE(difference);
    EXPECT_EQ(difference->step, 0u);
}

TEST(Recording, InputsOfTheSceneAreReplayedToo) {
    SceneDescription description = small_scene("catto-stack");
    SceneInput input = kick(2, {0, 300, 0});
    input.step = 5;
    description.inputs.push_back(input);
    input.kind = InputKind::velocity;  // order matters: set after the impulse
    input.value = {0.5f, 0, 0};
    description.inputs.push_back(input);
    Scene scene(description);
    std::ostringstream output;
    Recorder recorder(scene, output);
    for (int i = 0; i < 20; ++i) recorder.step();
    recorder.finish();
    EXPECT_FALSE(replay(read_recording(output.str())));
}

TEST(Recording, MinusZeroIsRecordedAndNotTakenForTheDefault) {
    SceneDescription description;
    description.gravity = {-0.0f, -9.81f, 0};
    SceneBody& body = description.bodies.emplace_back();
    body.name = "ball";
    body.def.velocity = {0, -0.0f, 0};
    body.shapes.push_back({Sphere{0.5f}, {.surface_velocity = {-0.0f, 0, 0}}});
    description.solver.contact_hertz = -0.0f;
    Scene scene(description);
    std::ostringstream output;
    Recorder recorder(scene, output);
    recorder.step();
    recorder.finish();
    EXPECT_FALSE(replay(read_recording(output.str())));
}

TEST(Recording, ANumberOfASolverThatAFileCannotKeepIsRefused) {
    SceneDescription description = small_scene("pyramid");
    std::ostringstream output;
    for (const char* number : {"0.123456789", "1e-300"}) {
        description.stage_solver = std::string("pgs:tolerance=") + number;
        Scene scene(description);
        EXPECT_THAT(error_of([&] { Recorder recorder(scene, output); }),
                    HasSubstr(std::string("solver.tolerance: ") + number + " cannot be written"));
    }
    for (const char* number : {"0.1", "1e-8", "0.12345678", "3"}) {
        description.stage_solver = choose_solver(std::string("pgs:tolerance=") + number).stage_solver;
        Scene scene(description);
        std::ostringstream kept;
        Recorder(scene, kept).finish();
        EXPECT_FALSE(replay(read_recording(kept.str()))) << number;
    }
}

TEST(Recording, ASolverReplaysHoweverItWasSpelled) {
    SceneDescription description = small_scene("pyramid");
    for (const char* text : {"pgs:tolerance=1e-8", "pgs:beta=.1", "pgs:beta=1", "pgs:iterations=1e1",
                             "si:warm_start=on", "pgs:beta=0.20,iterations=10", "si:"}) {
        description.stage_solver = choose_solver(text).stage_solver;
        Scene scene(description);
        std::ostringstream output;
        Recorder(scene, output).finish();
        EXPECT_FALSE(replay(read_recording(output.str()))) << text;
    }
    EXPECT_EQ(choose_solver("pgs:beta=0.20,iterations=1e1,warm_start=off").stage_solver,
              choose_solver("pgs:iterations=10,warm_start=false,beta=2e-1").stage_solver);
}

TEST(Recording, WhatTheWorldRefusesIsToldWithFileStepAndBody) {
    const std::string file = test::own_path("refused.rec");
    std::ofstream(file) << replace_first(record_pyramid(), R"("kind":"impulse","value":[500.0,)",
                                         R"("kind":"velocity","value":[1e30,)");
    const Recording recording = read_recording_file(file);
    std::filesystem::remove(file);
    EXPECT_THAT(error_of([&] { replay(recording); }),
                HasSubstr(file + ": the input of step 10 to '" + recording.scene.bodies[3].name +
                          "': World::set_velocity must not be larger than 1e+09, got (1e+30, 800, 0)"));
}

SceneBody ball(const char* name, Vec3 position, Vec3 velocity) {
    SceneBody body;
    body.name = name;
    body.def.position = position;
    body.def.velocity = velocity;
    body.shapes.push_back({Sphere{0.3f}, {}});
    return body;
}

/// A ball is shot at a pyramid at step 10 and another at 20, which is kicked at once; the pyramid is kicked
/// before.
std::string record_shots() {
    Scene scene(small_scene("pyramid"));
    std::ostringstream output;
    Recorder recorder(scene, output);
    for (int i = 0; i < 60; ++i) {
        if (i == 10) recorder.add_body(ball("ball", {0, 1, 6}, {0, 2, -20}));
        if (i == 20) {
            recorder.apply(kick(3, {100, 200, 0}));
            const int second = recorder.add_body(ball("", {0, 2, 6}, {0, 0, -15}));
            recorder.apply(kick(second, {0, 0, -50}));
        }
        recorder.step();
    }
    recorder.finish();
    return output.str();
}

TEST(Recording, BodiesThatWereAddedComeAgain) {
    const std::string text = record_shots();
    const Recording recording = read_recording(text);
    ASSERT_EQ(recording.additions.size(), 2u);
    EXPECT_EQ(recording.additions[1].step, 20u);
    EXPECT_EQ(recording.additions[1].inputs_before, 1u);
    EXPECT_FALSE(replay(recording, {.threads = 1, .lanes = 4}));
    EXPECT_NE(read_recording(record_pyramid()).hashes[20], recording.hashes[20]) << "the ball must matter";
    Recording slower = recording;
    slower.additions[0].body.def.velocity.z += 1;
    ASSERT_TRUE(replay(slower));
    EXPECT_EQ(replay(slower)->step, 11u);
    EXPECT_THAT(
        error_of([&] { read_recording(replace_first(text, "\"step\":10,\"add\"", "\"step\":9,\"add\"")); }),
        HasSubstr("step: must be 10, got 9"));
    EXPECT_THAT(error_of([&] { read_recording(replace_first(text, "\"radius\":0.3", "\"radius\":-1")); }),
                HasSubstr("add.shapes[0].radius: must be > 0, got -1"));
}

TEST(Recording, ABodyThatCannotBeAddedLeavesTheSceneAsItWas) {
    Scene scene(small_scene("pyramid"));
    const size_t count = scene.bodies().size();
    const uint64_t hash = scene.world().hash();
    EXPECT_THAT(error_of([&] { scene.add_body(ball(scene.description().bodies[1].name.c_str(), {}, {})); }),
                HasSubstr("is taken"));
    SceneBody bad = ball("bad", {}, {});
    bad.shapes[0].geometry = HullReference{7};
    EXPECT_THAT(error_of([&] { scene.add_body(bad); }), HasSubstr("no such index 7"));
    bad.shapes[0].geometry = Sphere{-1};
    EXPECT_THAT(error_of([&] { scene.add_body(bad); }), HasSubstr("bad"));
    EXPECT_EQ(scene.bodies().size(), count);
    EXPECT_EQ(scene.description().bodies.size(), count);
    EXPECT_EQ(scene.world().bodies().size(), Scene(small_scene("pyramid")).world().bodies().size());
    EXPECT_EQ(scene.add_body(ball("good", {0, 9, 0}, {})), static_cast<int>(count));
    EXPECT_NE(scene.world().hash(), hash);
}

TEST(Recording, ABodyAddedWithoutANameIsNamedAfterItsNumber) {
    Scene scene(small_scene("pyramid"));
    const size_t count = scene.bodies().size();
    const auto add = [&](const char* text) {
        return scene.add_body(added_body_from_json(parse_json(text), "body", scene.description()));
    };
    for (size_t i = count; i < count + 3; ++i) {
        add(R"({"position": [0, 9, 0], "shapes": [{"type": "sphere", "radius": 0.5}]})");
        EXPECT_EQ(scene.description().bodies.back().name, "body" + std::to_string(i));
        EXPECT_EQ(scene.bodies().size(), i + 1);
    }
    add(R"({"name": "ball"})");
    EXPECT_EQ(scene.description().bodies.back().name, "ball");
    EXPECT_THAT(error_of([&] { add(R"({"name": "ball"})"); }), HasSubstr("'ball' is taken"));
    EXPECT_THAT(error_of([&] {
                    add(R"({"shapes": [{"type": "hull", "points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}]})");
                }),
                HasSubstr("cannot bring a hull"));
}

TEST(Recording, CutOffAnywhereItIsGoodUpToTheLastWholeLine) {
    const std::string text = record_pyramid();
    const Recording whole = read_recording(text);
    const size_t first =
        text.find('\n', text.find('\n') + 1) + 1;  // the scene and the hash before the first step
    for (size_t length = first; length < text.size(); length += 37) {
        const Recording part = read_recording(text.substr(0, length));
        EXPECT_FALSE(part.complete);
        ASSERT_LE(part.hashes.size(), whole.hashes.size());
        EXPECT_TRUE(std::equal(part.hashes.begin(), part.hashes.end(), whole.hashes.begin()));
    }
    EXPECT_FALSE(replay(read_recording(text.substr(0, text.size() / 2 + first / 2))));
}

TEST(Recording, CutOffInTheSceneItIsAnError) {
    const std::string text = record_pyramid();
    EXPECT_THAT(error_of([&] { read_recording(text.substr(0, 500)); }), HasSubstr("line 1: not JSON"));
    EXPECT_THAT(error_of([&] { read_recording(""); }), HasSubstr("empty"));
    EXPECT_THAT(error_of([&] { read_recording(text.substr(0, text.find('\n') + 1)); }), HasSubstr("no hash"));
}

TEST(Recording, SaysWhichLineIsWrong) {
    const std::string text = record_pyramid();
    EXPECT_THAT(error_of([&] { read_recording(replace_first(text, "{\"step\":3,", "{\"step\":4,")); }),
                HasSubstr("line 5: step: must be 3, got 4"));
    EXPECT_THAT(error_of([&] { read_recording(replace_first(text, "\"end\":40", "\"end\":41")); }),
                HasSubstr("end: must be 40, got 41"));
    EXPECT_THAT(error_of([&] { read_recording("{\"bodies\":[]}\n"); }),
                HasSubstr("line 1: this is not a Cairn recording"));
    EXPECT_THAT(error_of([&] {
                    read_recording(replace_first(text, "\"cairn_recording\":1", "\"cairn_recording\":2"));
                }),
                HasSubstr("this program reads version 1, got 2"));
    EXPECT_THAT(error_of([&] { read_recording(text + "{\"step\":41,\"hash\":\"0000000000000000\"}\n"); }),
                HasSubstr("nothing may follow the end mark"));
    EXPECT_THAT(error_of([&] { read_recording(text + "{}"); }), HasSubstr("nothing may follow the end mark"))
        << "nor a line without an end";
    EXPECT_THAT(error_of([&] { read_recording(replace_first(text, "\"hash\":\"", "\"hash\":\"x")); }),
                HasSubstr("must be 16 hexadecimal digits"));
}

TEST(Recording, ALineSaysOneThingAndNothingOfItIsPassedOver) {
    const std::string text = record_pyramid();
    EXPECT_THAT(
        error_of([&] { read_recording(replace_first(text, "\"step\":3,", "\"step\":3,\"input\":{},")); }),
        HasSubstr("line 5: input: unknown key"));
    EXPECT_THAT(error_of([&] { read_recording(replace_first(text, "\"end\":40", "\"end\":40,\"ende\":1")); }),
                HasSubstr("ende: unknown key; did you mean 'end'?"));
    EXPECT_THAT(
        error_of([&] { read_recording(replace_first(text, "\"scene\":{", "\"scenes\":1,\"scene\":{")); }),
        HasSubstr("line 1: scenes: unknown key; did you mean 'scene'?"));
    EXPECT_THAT(error_of([&] { read_recording(replace_first(text, "{\"step\":3,", "{")); }),
                HasSubstr("line 5: step: is missing"));
}

TEST(Recording, NothingIsDoneBeforeTheFirstHash) {
    const std::string text = record_pyramid();
    const std::string input = R"({"input":{"step":0,"body":"ground","kind":"force","value":[1,2,3]}})"
                              "\n";
    const std::string first = "{\"step\":0,";
    EXPECT_THAT(error_of([&] { read_recording(replace_first(text, first, input + first)); }),
                HasSubstr("line 2: must hold the hash before the first step, got "));
}

TEST(Recording, NamesAreLookedUpOnceForAllLines) {
    // A table of all names for each line takes the square of their number: minutes here, hours in a larger
    // file.
    SceneDescription scene;
    std::string lines;
    for (int i = 0; i < 50000; ++i) {
        SceneBody& body = scene.bodies.emplace_back();
        body.name = "b" + std::to_string(i);
        lines += R"({"input":{"step":0,"body":")" + body.name +
                 R"(","kind":"force","value":[0,1,0]}})"
                 "\n";
        lines += R"({"step":0,"add":{"name":"added)" + std::to_string(i) + "\"}}\n";
    }
    const Recording recording =
        read_recording(R"({"cairn_recording":1,"scene":)" + scene_to_json(scene).dump() +
                       "}\n{\"step\":0,\"hash\":\"0000000000000000\"}\n" + lines);
    EXPECT_EQ(recording.inputs.size(), 50000u);
    EXPECT_EQ(recording.inputs[40000].body, 40000);
    EXPECT_EQ(recording.additions.size(), 50000u);
}

TEST(Recording, BeginsWithTheFirstStep) {
    Scene scene(small_scene("catto-stack"));
    scene.step();
    std::ostringstream output;
    EXPECT_THAT(error_of([&] { Recorder recorder(scene, output); }), HasSubstr("first step"));
}

TEST(HashText, HasSixteenDigits) {
    EXPECT_EQ(hash_text(0), "0000000000000000");
    EXPECT_EQ(hash_text(0xfedcba9876543210ull), "fedcba9876543210");
}

}  // namespace
}  // namespace cairn
