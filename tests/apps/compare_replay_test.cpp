// The key frames that a comparison's page carries: what was simulated, small, and text as text.

#include "compare_replay.hpp"

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "compare_player.hpp"
#include "scene/builtin.hpp"

namespace cairn {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::Not;

SceneDescription described(const std::string& name, int steps,
                           const std::vector<SceneSetting>& settings = {}) {
    SceneDescription description = make_scene(name, settings);
    description.steps = steps;
    return description;
}

/// Runs the scene `runs` times and keeps its key frames.
Replay filmed(const SceneDescription& description, int runs = 1, const ReplayLimits& limits = {}) {
    Scene first(description);
    Replay replay(first, runs, limits);
    for (int run = 0; run < runs; ++run) {
        Scene scene(description);
        replay.begin(scene);
        for (int i = 1; i <= description.steps; ++i) {
            scene.step();
            replay.stepped(scene, i);
        }
    }
    return replay;
}

std::string from_base64(const std::string& text) {
    const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string bytes;
    uint32_t group = 0;
    int bits = 0;
    for (const char c : text) {
        if (c == '=') break;
        group = group << 6 | static_cast<uint32_t>(digits.find(c)), bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        bytes += static_cast<char>(group >> bits & 255);
    }
    return bytes;
}

/// As the player decodes: frames of seven numbers for each body, all first numbers first.
std::vector<std::vector<int64_t>> decoded(const std::string& bytes, int frames, int bodies) {
    size_t at = 0;
    const auto next = [&] {
        uint64_t value = 0;
        for (int shift = 0;; shift += 7) {
            const auto byte = static_cast<uint8_t>(bytes.at(at++));
            value |= static_cast<uint64_t>(byte & 127) << shift;
            if (byte < 128) return value;
        }
    };
    std::vector<std::vector<int64_t>> result;
    std::vector<int64_t> now(7 * static_cast<size_t>(bodies));
    for (int frame = 0; frame < frames; ++frame) {
        uint64_t zeros = 0;
        for (int64_t& number : now) {
            if (zeros > 0) {
                --zeros;
                continue;
            }
            const uint64_t code = next();
            if (code == 0)
                zeros = next() - 1;
            else
                number += code % 2 ? -static_cast<int64_t>((code + 1) / 2) : static_cast<int64_t>(code / 2);
        }
        result.push_back(now);
    }
    EXPECT_EQ(at, bytes.size()) << "nothing is left over";
    return result;
}

TEST(CompareReplay, the_page_holds_the_simulated_poses_within_the_quantum) {
    const SceneDescription description = described("pyramid", 90, {{"base", 4}});
    const Json film = Json::parse(filmed(description).json({"soft-step"}));
    const int frames = film["runs"][0]["frames"];
    const auto bodies = static_cast<int>(film["bodies"].size());
    const auto poses = decoded(from_base64(film["runs"][0]["data"]), frames, bodies);
    EXPECT_EQ(bodies, 10) << "the floor is the ground of the picture";
    EXPECT_EQ(frames, 91) << "one a step, and the start";
    const double quantum = film["quantum"], turn = film["turn"];
    EXPECT_LT(quantum, 0.002);
    EXPECT_NEAR(film["seconds"], 1.0 / 60, 1e-6);
    Scene scene(description);
    for (int frame = 0; frame < frames; ++frame) {
        for (int body = 0; body < bodies; ++body) {
            const auto number = [&](int k) {
                return static_cast<double>(
                    poses[static_cast<size_t>(frame)][static_cast<size_t>(k * bodies + body)]);
            };
            const Transform at = scene.world().transform(scene.bodies()[static_cast<size_t>(body + 1)]);
            ASSERT_NEAR(number(0) * quantum, at.position.x, 0.51 * quantum);
            ASSERT_NEAR(number(1) * quantum, at.position.y, 0.51 * quantum);
            ASSERT_NEAR(number(2) * quantum, at.position.z, 0.51 * quantum);
            const Quat& q = at.rotation;
            const double same = number(3) * q.x + number(4) * q.y + number(5) * q.z + number(6) * q.w;
            ASSERT_NEAR(std::abs(same) / turn, 1, 1e-3) << "frame " << frame << ", body " << body;
        }
        scene.step();
    }
}

TEST(CompareReplay, a_turning_body_never_jumps_from_q_to_minus_q) {
    const Replay replay = filmed(described("spinning-top", 120));
    const ReplayFilm& film = replay.films().front();
    const auto bodies = static_cast<size_t>(replay.bodies());
    for (size_t i = bodies; i < film.poses.size(); ++i) {
        int64_t agreement = 0;
        for (size_t k = 3; k < 7; ++k) agreement += int64_t{film.poses[i][k]} * film.poses[i - bodies][k];
        ASSERT_GE(agreement, 0);
    }
}

TEST(CompareReplay, what_rests_costs_next_to_nothing) {
    ReplayFilm still;
    still.frames = 200;
    for (int i = 0; i < still.frames * 500; ++i)
        still.poses.push_back({i % 500, 7, -7, 0, 0, 0, Replay::turn});
    const std::string bytes = replay_bytes(still, 500, 1);
    EXPECT_LT(bytes.size(), 500 * 14 + 200 * 4);
    EXPECT_EQ(decoded(bytes, 200, 500).back()[499], 499);
}

TEST(CompareReplay, frames_are_dropped_rather_than_the_page_growing) {
    const SceneDescription description = described("box-pile", 60, {{"columns", 4}, {"layers", 3}});
    const std::string all = filmed(description, 2).json({"a", "b"});
    const int frames = Json::parse(all)["runs"][1]["frames"];
    EXPECT_EQ(frames, 61);
    for (const size_t most : {all.size() / 2, all.size() / 5}) {
        ReplayLimits limits;
        limits.characters = most;
        const std::string part = filmed(description, 2, limits).json({"a", "b"});
        ASSERT_FALSE(part.empty());
        EXPECT_LT(part.size(), most + 300) << "two captions and numbers beside the frames";
        const Json film = Json::parse(part);
        EXPECT_LT(film["runs"][0]["frames"], frames);
        EXPECT_EQ(film["runs"][0]["frames"], film["runs"][1]["frames"]) << "in step";
        EXPECT_NEAR(double(film["seconds"]) * (int(film["runs"][0]["frames"]) - 1), 1, 0.2);
    }
    ReplayLimits nothing;
    nothing.characters = 100;
    EXPECT_EQ(filmed(description, 2, nothing).json({"a", "b"}), "") << "no replay rather than a broken one";
}

TEST(CompareReplay, a_long_run_of_many_bodies_takes_fewer_frames) {
    ReplayLimits limits;
    limits.poses = 10 * 48 * 2;
    const Replay replay = filmed(described("box-pile", 60, {{"columns", 4}, {"layers", 3}}), 2, limits);
    EXPECT_EQ(replay.films().size(), 2u);
    EXPECT_LE(replay.films()[0].poses.size() + replay.films()[1].poses.size(), limits.poses + 2 * 48);
}

TEST(CompareReplay, a_run_that_ended_early_is_shorter) {
    const SceneDescription description = described("catto-stack", 20, {{"n", 2}});
    Scene scene(description);
    Replay replay(scene, 2);
    for (const int steps : {20, 5}) {
        Scene run(description);
        replay.begin(run);
        for (int i = 1; i <= steps; ++i) {
            run.step();
            replay.stepped(run, i);
        }
    }
    const Json film = Json::parse(replay.json({"one", "two: failed"}));
    EXPECT_EQ(film["runs"][0]["frames"], 21);
    EXPECT_EQ(film["runs"][1]["frames"], 6);
    EXPECT_EQ(film["runs"][1]["caption"], "two: failed");
}

TEST(CompareReplay, a_caption_is_text_in_the_page_and_in_the_script) {
    const std::string evil = "</script><script>alert(1)</script><img src=x onerror='alert(2)'>";
    const std::string json = filmed(described("catto-stack", 3, {{"n", 1}})).json({evil});
    EXPECT_EQ(Json::parse(json)["runs"][0]["caption"], evil);
    EXPECT_THAT(json, Not(HasSubstr("<")));
    const std::string page = player({{evil, ""}}, json);
    EXPECT_THAT(page, Not(HasSubstr("<script>alert")));
    EXPECT_THAT(page, Not(HasSubstr("<img src=x")));
}

TEST(CompareReplay, without_frames_there_are_pictures_and_no_script) {
    const std::string page = player({{"soft-step", "<img>"}}, "");
    EXPECT_THAT(page, HasSubstr("At the end"));
    EXPECT_THAT(page, Not(HasSubstr("<script")));
}

}  // namespace
}  // namespace cairn
