// Files that commands write: missing folders are made, and what cannot be written is said in one way.

#include <gtest/gtest.h>

#ifdef CAIRN_CLI

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_line.hpp"

namespace cairn {
namespace {

class OutputFiles : public test::CommandLineTest {
protected:
    /// Every way to write a file, each behind what stands before the name of the file.
    const std::vector<std::pair<std::string, std::string>> ways{
        {"record catto-stack --set n=2 --steps 2 -o ", "r.jsonl"},
        {"sim catto-stack --set n=2 --steps 2 --trace box0 --trace-file ", "t.csv"},
        {"sim catto-stack --set n=2 --steps 2 --profile ", "p.json"},
        {"sim catto-stack --set n=2 --steps 20 --dump-problem 19 ", "p.dat"},
        {"solve tower:boxes=1 --solvers si --csv ", "s.csv"},
        {"solve tower:boxes=1 --solvers si --report ", "s.html"},
        {"compare catto-stack --set n=1 --steps 2 --solvers si --no-frozen --csv ", "c.csv"},
        {"render catto-stack --set n=1 --step 0 --size 16x9 -o ", "x.png"},
        {"soccer --at 0 --size 16x9 --render ", "m.png"},
#ifdef CAIRN_HAS_PROTOBUF
        {"soccer --minutes 0.001 --record ", "m.log"},
#endif
    };
};

TEST_F(OutputFiles, missing_folders_are_made) {
    for (const auto& [arguments, file] : ways) {
        const std::string place = path("new/folder of " + file + "/" + file);
        const test::Outcome outcome = run(arguments + "'" + place + "'");
        EXPECT_EQ(outcome.status, 0) << arguments << outcome.errors;
        EXPECT_TRUE(std::filesystem::exists(place)) << arguments;
    }
}

TEST_F(OutputFiles, what_cannot_be_written_is_named_with_the_reason) {
    write("plain", "a file, and no folder");
    for (const auto& [arguments, file] : ways) {
        const std::string place = path("plain/" + file);
        const test::Outcome outcome = run(arguments + place);
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_EQ(outcome.errors, "cairn: cannot write '" + place + "': Not a directory\n") << arguments;
        std::filesystem::create_directories(path("taken/" + file));
        EXPECT_EQ(run(arguments + path("taken/" + file)).errors,
                  "cairn: cannot write '" + path("taken/" + file) + "': Is a directory\n")
            << arguments;
    }
}

TEST_F(OutputFiles, a_full_disk_is_noticed) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    for (const char* arguments :
         {"sim catto-stack --set n=2 --steps 2 --profile ",
          "sim catto-stack --set n=2 --steps 2 --trace box0 --trace-file ",
          "record catto-stack --set n=2 --steps 2 -o ", "record pyramid --steps 2 -o ",
          "solve tower:boxes=1 --solvers si --csv "}) {
        const test::Outcome outcome = run(std::string(arguments) + "/dev/full");
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_EQ(outcome.errors, "cairn: cannot write '/dev/full': No space left on device\n") << arguments;
    }
}

TEST_F(OutputFiles, an_answer_that_cannot_be_written_ends_with_a_status) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full here";
    for (const std::string arguments :
         {"scenes", "scenes --json", "scenes --export catto-stack", "hash catto-stack --steps 1", "--help",
          "sim catto-stack --set n=1 --steps 1 --json", "soccer --minutes 0"}) {
        // the comment hides where else the answer would go
        const test::Outcome outcome = run(arguments + " 2>" + path("stderr") + " >/dev/full #");
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_EQ(outcome.errors, "cairn: cannot write to standard output: No space left on device\n")
            << arguments;
    }
}

TEST_F(OutputFiles, a_run_that_is_refused_leaves_them_as_they_were) {
    const std::string sim = "sim catto-stack --set n=1 --steps 2 --trace box0 --trace-file " + path("t.csv") +
                            " --profile " + path("p.json") + " --dump-problem ";
    for (const char* file : {"t.csv", "p.json", "r.jsonl"}) write(file, "mine");
    EXPECT_EQ(run(sim + "2 " + path("x.dat")).status, 1) << "there is no such step";
    EXPECT_EQ(test::slurp(path("t.csv")), "mine");
    EXPECT_EQ(test::slurp(path("p.json")), "mine");
    EXPECT_EQ(run("record catto-stack --solver pgs:beta=0.123456789 -o " + path("r.jsonl")).status, 1);
    EXPECT_EQ(test::slurp(path("r.jsonl")), "mine");
}

TEST_F(OutputFiles, a_run_that_ends_early_leaves_a_profile_that_can_be_read) {
    const std::string sim = "sim catto-stack --set n=1 --steps 200 --profile " + path("p.json");
    EXPECT_EQ(run(sim + " --dump-problem 199 " + path("x.dat")).status, 1) << "all is asleep by then";
    EXPECT_GT(nlohmann::json::parse(test::slurp(path("p.json")))["traceEvents"].size(), 199u);
}

TEST_F(OutputFiles, a_percent_sign_is_the_number_of_a_frame_or_nothing) {
    const std::string render = "render catto-stack --set n=1 --steps 1 --size 16x9 -o ";
    for (const char* name : {"f_%s.png", "%d%d.png", "100%.png", "%5d%%.png", "%x.gif"}) {
        const test::Outcome outcome = run(render + path(name));
        EXPECT_EQ(outcome.status, 1) << name;
        EXPECT_THAT(outcome.errors, testing::HasSubstr("once, as %d or %04d")) << name;
        EXPECT_FALSE(std::filesystem::exists(path(name)));
    }
    EXPECT_THAT(run(render + path("f_%d.gif")).errors, testing::HasSubstr("frames as f_%04d.png"));
    EXPECT_EQ(run(render + path("f_%03d.png")).status, 0);
    EXPECT_TRUE(std::filesystem::exists(path("f_000.png")));
}

TEST_F(OutputFiles, a_match_without_touches_says_so) {
    const test::Outcome outcome = run("soccer --minutes 0");
    EXPECT_THAT(outcome.output, testing::HasSubstr("ball never touched one, robots never touched one;"));
    EXPECT_THAT(outcome.output, testing::Not(testing::HasSubstr("-1000")));
    EXPECT_THAT(run("soccer --minutes 0 --matches 2").output, testing::Not(testing::HasSubstr("-1000")));
}

}  // namespace
}  // namespace cairn

#endif
