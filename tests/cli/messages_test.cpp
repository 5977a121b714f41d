// What goes wrong is said in words that help: which file, which entry, what to do instead.

#include <gtest/gtest.h>

#ifdef CAIRN_CLI

#include <gmock/gmock.h>

#include "tests/support/command_line.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;

class Messages : public test::CommandLineTest {
protected:
    std::string error_of(const std::string& arguments) const {
        const test::Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.status, 1) << arguments;
        return outcome.errors;
    }
    std::string error_in(const std::string& scene) const {
        write("scene.json", scene);
        return error_of("sim " + path("scene.json"));
    }
};

TEST_F(Messages, AFileThatIsNoSceneIsNotCalledAnUnknownScene) {
    write("run.rec", "a recording, say");
    test::Program program("cd " + path("") + " && " + command("sim run.rec"));
    const test::Outcome outcome = outcome_of(program, seconds_left());
    EXPECT_NE(outcome.status, 0);
    EXPECT_THAT(outcome.errors, HasSubstr("a recording is for cairn replay or cairn view"));
}

TEST_F(Messages, NamesThatComeTwiceAreFoundByTheirPlace) {
    const std::string joint = R"("type":"ball","bodies":["world","b"],"anchor":[0,0,0]})";
    EXPECT_THAT(error_in(R"({"bodies":[{"name":"b"}],"joints":[{"name":"a",)" + joint + R"(,{"name":"c",)" +
                         joint + R"(,{"name":"a",)" + joint + "]}"),
                HasSubstr("joints[2].name: two joints are named 'a'"));
    EXPECT_THAT(error_in(R"({"bodies":[{},{"name":"b","name":"c"}]})"),
                HasSubstr("bodies[1]: the key \"name\" comes twice in one object"));
}

TEST_F(Messages, NumbersAreSaidAsTheyWereGiven) {
    EXPECT_THAT(error_of("sim arch --set height=10.4 --set span=1"), HasSubstr("got 10.4\n"));
    EXPECT_THAT(error_of("sim washer --set radius=1 --set depth=1 --set size=2"), HasSubstr("not one box"));
}

TEST_F(Messages, ProblemsMayBeFiles) {
    EXPECT_THAT(error_of("solve nofile"), HasSubstr("a file's name ends in .dat or .hdf5"));
    EXPECT_THAT(run("solve tower:boxes=1 --solvers pgs").output, HasSubstr("use friction=pyramid"));
}

TEST_F(Messages, StepsAreAsLongAsTheEngineTakesThem) {
    write("long.json", R"({"dt":1000,"steps":1,"bodies":[{}]})");
    EXPECT_EQ(run("sim " + path("long.json")).status, 0);
    EXPECT_EQ(run("sim catto-stack --steps 1 --dt 1e-8").status, 0);
    EXPECT_NE(run("sim catto-stack --steps 1 --dt 9e-9").status, 0);
}

}  // namespace
}  // namespace cairn

#endif
