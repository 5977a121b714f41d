// Ctrl+C ends a run with the step it is at: what was asked for is whole, as far as the run went.

#include <gtest/gtest.h>

#ifdef CAIRN_CLI

#include <algorithm>

#include <nlohmann/json.hpp>

#include "tests/support/command_line.hpp"

namespace cairn {
namespace {

using Json = nlohmann::json;

class Interruption : public test::CommandLineTest {
protected:
    /// Runs a command that would take days until it has written to `file`, then interrupts it. It begins as
    /// what a script puts behind itself does: with a shell that ignores the signal.
    test::Outcome interrupted(const std::string& arguments, const std::string& file) const {
        test::Program program("trap '' INT; " + command(arguments + " --steps 1000000000"));
        const std::string written = path(file);
        program.until(
            "it has written to its file",
            [&] {
                std::error_code missing;
                const auto size = std::filesystem::file_size(written, missing);
                return !missing && size > 0;
            },
            120);
        program.send(SIGINT);
        return outcome_of(program, 120);  // what does not listen fills the disk, too
    }
};

TEST_F(Interruption, LeavesASummaryAndWholeFiles) {
    const test::Outcome outcome = interrupted("sim pyramid --set sleep=0 --json --trace box1 --trace-file " +
                                                  path("t.csv") + " --profile " + path("p.json"),
                                              "t.csv");
    EXPECT_EQ(outcome.status, 130);
    EXPECT_EQ(outcome.errors, "");
    const int steps = Json::parse(outcome.output)["steps"];
    EXPECT_GT(steps, 0);
    const std::string rows = test::slurp(path("t.csv"));
    EXPECT_EQ(rows.back(), '\n');
    EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), steps + 1);
    EXPECT_GE(Json::parse(test::slurp(path("p.json")))["traceEvents"].size(), static_cast<size_t>(steps));
}

TEST_F(Interruption, LeavesARecordingThatReplays) {
    const test::Outcome outcome =
        interrupted("record pyramid --set sleep=0 -o " + path("r.jsonl"), "r.jsonl");
    EXPECT_EQ(outcome.status, 130);
    EXPECT_EQ(run("replay " + path("r.jsonl")).status, 0);
}

}  // namespace
}  // namespace cairn

#endif
