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
    /// Runs a command that would take days until it has written to `file`, then interrupts it. A command that
    /// does not listen is ended after a minute.
    test::Outcome interrupted(const std::string& arguments, const std::string& file) const {
        write("run", std::string(CAIRN_CLI) + " " + arguments + " --steps 1000000000 & run=$!\n" +
                         "(sleep 60; kill -KILL $run) >/dev/null 2>&1 & watch=$!\n" + "until [ -s " +
                         path(file) + " ]; do sleep 0.01; done; kill -INT $run; wait $run; " +
                         "status=$?; kill $watch; exit $status");
        const int status =
            std::system(("sh " + path("run") + " >" + path("stdout") + " 2>" + path("stderr")).c_str());
        return {WEXITSTATUS(status), test::slurp(path("stdout")), test::slurp(path("stderr"))};
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
