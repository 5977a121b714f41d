// `cairn soccer` as its users meet it.

#ifdef CAIRN_CLI

#include <cstdio>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "soccer/match.hpp"
#include "tests/support/command_line.hpp"

namespace cairn::soccer {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::json;
using test::Outcome;
using test::slurp;

class SoccerCommand : public test::CommandLineTest {
protected:
    Outcome run(const std::string& arguments) const { return CommandLineTest::run("soccer " + arguments); }
};

TEST_F(SoccerCommand, PrintsTheMatchAsJsonAndTheHashIsTheLibrarys) {
    const Outcome outcome = run("--seed 5 --minutes 0.1 --teams 3 --json");
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    const Json json = Json::parse(outcome.output);
    EXPECT_EQ(json["frames"], 360);
    EXPECT_EQ(json["left_field"], 0);
    EXPECT_EQ(json["robots_a_team"], 3);
    Match match({.robots = 3, .seed = 5});
    for (int i = 0; i < 360; ++i) match.frame();
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(match.hash()));
    EXPECT_EQ(json["hash"], hash);
}

TEST_F(SoccerCommand, ManyMatchesAtOnceAreTheSameAsOneByOne) {
    const Outcome many = run("--seed 5 --minutes 0.1 --matches 3 --threads 2 --json");
    ASSERT_EQ(many.status, 0) << many.errors;
    const Json json = Json::parse(many.output);
    ASSERT_EQ(json["matches"].size(), 3u);
    const Json alone = Json::parse(run("--seed 6 --minutes 0.1 --json").output);
    EXPECT_EQ(json["matches"][1]["hash"], alone["hash"]);
    EXPECT_NE(json["matches"][0]["hash"], alone["hash"]);
}

TEST_F(SoccerCommand, PlaysOnAnySolverThatRunsAWorld) {
    for (const std::string solver : {"si", "pgs:iterations=30", "penalty"}) {
        const Outcome outcome = run("--minutes 0.08 --teams 3 --json --solver " + solver);
        ASSERT_EQ(outcome.status, 0) << solver << ": " << outcome.errors;
        const Json json = Json::parse(outcome.output);
        EXPECT_EQ(json["solver"], solver);
        EXPECT_EQ(json["left_field"], 0) << solver;
        EXPECT_EQ(json["unsolved_steps"], 0) << solver;
        EXPECT_GT(json["ball_way"], 0.02) << solver << ": the kick-off was taken";
    }
}

TEST_F(SoccerCommand, AMatchWhoseStepsWereNotSolvedEndsWithAStatusAndTheMessageOfTheSolver) {
    const std::string solver = " --solver direct:max_pivots=1";
    const Outcome one = run("--minutes 0.01 --teams 1 --json" + solver);
    EXPECT_EQ(one.status, 1);
    EXPECT_THAT(one.errors, StartsWith("cairn: soccer: direct:max_pivots=1: 288 steps were not solved: "));
    const Json json = Json::parse(one.output);
    EXPECT_EQ(json["unsolved_steps"], 288);
    EXPECT_THAT(json["solver_message"].get<std::string>(), HasSubstr("pivot limit"));
    for (const std::string& way :
         {std::string("--matches 2"), "--at 0.1 --size 16x9 --render " + path("match.png")}) {
        const Outcome outcome = run("--minutes 0.01 --teams 1 " + way + solver);
        EXPECT_EQ(outcome.status, 1) << way;
        EXPECT_THAT(outcome.errors, HasSubstr(" not solved: ")) << way;
        EXPECT_NE(outcome.output, "") << way;
    }
}

TEST_F(SoccerCommand, DrawsAPicture) {
    ASSERT_EQ(run("--render " + path("match.png") + " --at 1 --size 160x90").status, 0);
    EXPECT_THAT(slurp(path("match.png")), StartsWith("\x89PNG"));
    const Outcome json = run("--render " + path("match.png") + " --at 0 --size 16x9 --json");
    EXPECT_EQ(Json::parse(json.output)["file"], path("match.png"));
    ASSERT_EQ(run("--render " + path("match.gif") + " --at 1 --for 0.2 --size 160x90 --view ball").status, 0);
    EXPECT_THAT(slurp(path("match.gif")), StartsWith("GIF89a"));
}

TEST_F(SoccerCommand, BadOptionsAreExplained) {
    EXPECT_THAT(run("--solver soft-stepp").errors, HasSubstr("soft-step"));
    EXPECT_NE(run("--teams 12").status, 0);
    EXPECT_NE(run("--division C").status, 0);
    EXPECT_THAT(run("--render match.jpg").errors, HasSubstr(".png or .gif"));
    EXPECT_THAT(run("--matches 2 --serve").errors, HasSubstr("--matches"));
}

#if CAIRN_HAS_PROTOBUF

TEST_F(SoccerCommand, RecordsTheLeaguesLogFormat) {
    ASSERT_EQ(run("--minutes 0.02 --record " + path("match.log")).status, 0);
    const std::string log = slurp(path("match.log"));
    ASSERT_GT(log.size(), 32u);
    EXPECT_EQ(log.substr(0, 16), std::string("SSL_LOG_FILE\0\0\0\1", 16));
    EXPECT_EQ(log.substr(24, 4), std::string("\0\0\0\4", 4)) << "vision";
    const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<unsigned char>(log[i])); };
    const size_t size = byte(28) << 24 | byte(29) << 16 | byte(30) << 8 | byte(31);
    EXPECT_LT(size, 3000u);
    EXPECT_EQ(log.substr(32 + size + 8, 4), std::string("\0\0\0\4", 4)) << "the next message follows";
}

TEST_F(SoccerCommand, ServesForAWhileAndSaysWhere) {
    const Outcome outcome =
        run("--serve --minutes 0.01 --control-port 0 --blue-port 0 --yellow-port 0 --json");
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    EXPECT_THAT(outcome.errors, HasSubstr("serving on 127.0.0.1"));
    EXPECT_EQ(Json::parse(outcome.output)["frames"], 36);
    EXPECT_THAT(run("--serve --host 203.0.113.7 --minutes 0.01").errors, HasSubstr("no such address"));
    EXPECT_THAT(run("--serve --vision nowhere --minutes 0.01").errors, HasSubstr("127.0.0.1:10020"));
}

#endif

}  // namespace
}  // namespace cairn::soccer

#endif
