// The showcase plays scenes, measures them and writes its page.

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include <cairn/error.hpp>

#include "cairn/showcase.hpp"
#include "cairn/showcase_play.hpp"
#include "tests/support/own_folder.hpp"

namespace cairn::showcase {
namespace {

constexpr render::Size tiny{64, 36};

TEST(Showcase, AStackIsPlayedMeasuredAndPhotographed) {
    const Performance p = play({"catto-stack", {{"n", 3}}, 0.5, false, ""}, 1, tiny);
    EXPECT_EQ(p.bodies, 3);
    EXPECT_EQ(p.steps, 30);
    EXPECT_EQ(p.time.size(), 30u);
    EXPECT_EQ(p.kinetic_energy.size(), 30u);
    EXPECT_NEAR(p.time.back(), 0.5, 1e-6);
    EXPECT_GT(p.contacts, 0);
    EXPECT_GT(p.milliseconds_per_step, 0);
    EXPECT_EQ(p.begin_png.substr(1, 3), "PNG");
    EXPECT_EQ(p.end_png.substr(1, 3), "PNG");
    EXPECT_NE(p.begin_png, p.end_png);
}

TEST(Showcase, ThreadsDoNotChangeTheHash) {
    const Act act{"pyramid", {{"base", 6}}, 0.5, true, ""};
    EXPECT_EQ(play(act, 1, tiny).hash, play(act, 2, tiny).hash);
}

TEST(Showcase, WhatFallsDoesNotStand) {
    Act act{"catto-stack", {{"n", 3}, {"gap", 1}}, 2, true, ""};
    EXPECT_EQ(play(act, 1, tiny).verdict(), "no");
    act.settings = {{"n", 3}, {"gap", 0}};
    EXPECT_EQ(play(act, 1, tiny).verdict(), "yes");
}

TEST(Showcase, TheProgrammeNamesScenesAndParametersThatExist) {
    double seconds = 0;
    for (const Act& act : default_program()) {
        EXPECT_NO_THROW(make_scene(act.scene, act.settings)) << act.scene;
        EXPECT_FALSE(act.caption.empty()) << act.scene;
        seconds += act.seconds;
    }
    EXPECT_GE(default_program().size(), 8u);
    EXPECT_LE(seconds, 60);
}

TEST(Showcase, WritesOnePageWithAPictureOfTheBeginningAndTheEndOfEachScene) {
    ShowcaseOptions options;
    options.report = test::own_path("showcase/page.html");
    options.scenes = {"catto-stack", "mass-ratio"};
    options.seconds = 0.1;
    options.threads = 1;
    options.size = "64x36";
    EXPECT_EQ(run_showcase(options), options.report);
    std::ifstream file(options.report);
    std::stringstream text;
    text << file.rdbuf();
    const std::string html = text.str();
    size_t pictures = 0;
    for (size_t at = html.find("data:image/png"); at != std::string::npos;
         at = html.find("data:image/png", at + 1)) {
        ++pictures;
    }
    EXPECT_EQ(pictures, 4u);
    std::filesystem::remove_all(std::filesystem::path(options.report).parent_path());
}

TEST(Showcase, AnUnknownSceneIsNamed) {
    ShowcaseOptions options;
    options.scenes = {"no-such-scene"};
    try {
        run_showcase(options);
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("no-such-scene"), std::string::npos);
    }
}

}  // namespace
}  // namespace cairn::showcase
