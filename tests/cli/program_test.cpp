// What starts programs for other tests: a program that hangs must not take the test with it.

#include "tests/support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cairn::test {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

TEST(Program, ThatHangsIsEndedAndNamed) {
    Program program("exec sleep 1000");
    EXPECT_THAT(
        [&] { program.wait(0.05); },
        ThrowsMessage<std::runtime_error>(HasSubstr("sleep 1000\nhung and was ended: after 0 seconds")));
    EXPECT_EQ(program.wait(60), 128 + SIGKILL);
}

TEST(Program, ThatEndsTooSoonIsNotWaitedFor) {
    Program program("exit 3");
    EXPECT_THAT(
        [&] {
            program.until(
                "it has written", [] { return false; }, 60);
        },
        ThrowsMessage<std::runtime_error>(HasSubstr("ended before this was so: it has written")));
    EXPECT_EQ(program.wait(60), 3);
}

TEST(Program, TellsTheSignalThatEndedIt) {
    Program program("exec sleep 1000");
    program.send(SIGTERM);
    EXPECT_EQ(program.wait(60), 128 + SIGTERM);
}

}  // namespace
}  // namespace cairn::test
