// What the word SCENE of the command line may be.

#include <gtest/gtest.h>

#ifdef CAIRN_CLI

#include <map>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_line.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;

class SceneNames : public test::CommandLineTest {
protected:
    std::string hash_of(const std::string& scene) const {
        const test::Outcome outcome = run("hash " + scene + " --steps 5");
        EXPECT_EQ(outcome.status, 0) << scene << ": " << outcome.errors;
        return outcome.output;
    }
};

TEST_F(SceneNames, MayCarryParameters) {
    const std::string wanted = hash_of("pyramid --set base=3 --set size=0.5");
    EXPECT_EQ(hash_of("pyramid:base=3,size=0.5"), wanted);
    EXPECT_EQ(hash_of("pyramid:base=3:size=0.5"), wanted);
    EXPECT_EQ(hash_of("pyramid:base=9 --set size=0.5 --set base=3"), wanted) << "what is set later wins";
    EXPECT_NE(hash_of("pyramid:base=4,size=0.5"), wanted);
}

TEST_F(SceneNames, OfABenchmarkTellItsRowsApart) {
    const test::Outcome outcome = run("bench pyramid:base=2 pyramid:base=3 --steps 2 --repeat 1 --json");
    const auto rows = nlohmann::json::parse(outcome.output);
    EXPECT_EQ(rows.at(0)["scene"], "pyramid:base=2");
    EXPECT_EQ(rows.at(0)["bodies"], 3);
    EXPECT_EQ(rows.at(1)["scene"], "pyramid:base=3");
    EXPECT_EQ(rows.at(1)["bodies"], 6);
}

TEST_F(SceneNames, WithParametersThatAreNoneAreRefused) {
    for (const auto& [scene, message] : std::map<std::string, std::string>{
             {"pyramid:", "pyramid: '': expected key=value"},
             {"pyramid:base", "pyramid: 'base': expected key=value"},
             {"pyramid:base=3,", "pyramid: '': expected key=value"},
             {"pyramid:=3", "pyramid: '=3': expected key=value"},
             {"pyramid:base=x", "pyramid: base: expected a number, got 'x'"},
             {"pyramid:bas=3", "pyramid: unknown parameter 'bas'; did you mean 'base'?"},
             {"pyramidd:base=3", "unknown scene 'pyramidd'; did you mean 'pyramid'?"}}) {
        const test::Outcome outcome = run("sim " + scene);
        EXPECT_EQ(outcome.status, 1) << scene;
        EXPECT_EQ(outcome.errors, "cairn: " + message + "\n") << scene;
    }
}

TEST_F(SceneNames, OfFilesMayHoldColons) {
    write("a:b=1.json", R"({"steps":1,"bodies":[{}]})");
    EXPECT_EQ(run("sim " + path("a:b=1.json")).status, 0);
}

}  // namespace
}  // namespace cairn

#endif
