#pragma once
// Runs the command line (CAIRN_CLI) as a user would, each test in a folder of its own.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "tests/support/own_folder.hpp"
#include "tests/support/program.hpp"

namespace cairn::test {

/// The status is 128 and more where a signal ended the program.
struct Outcome {
    int status = -1;
    std::string output, errors;
};

inline std::string slurp(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::stringstream text;
    text << file.rdbuf();
    return text.str();
}

class CommandLineTest : public testing::Test {
protected:
    void SetUp() override {
        const auto* test = testing::UnitTest::GetInstance()->current_test_info();
        folder_ = own_path(std::string(test->test_suite_name()) + "_" + test->name());
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }

    /// A command that hangs is ended well before ctest would end the test without a word: all commands of a
    /// test have ten minutes together.
    Outcome run(const std::string& arguments) const {
        Program program(command(arguments));
        return outcome_of(program, seconds_left());
    }
    std::string command(const std::string& arguments) const {
        return "exec " + std::string(CAIRN_CLI) + " " + arguments + " >" + path("stdout") + " 2>" +
               path("stderr");
    }
    Outcome outcome_of(Program& program, double seconds) const {
        const int status = program.wait(seconds);
        return {status, slurp(path("stdout")), slurp(path("stderr"))};
    }
    double seconds_left() const {
        const std::chrono::duration<double> passed = Program::Clock::now() - begin_;
        return std::max(600 - passed.count(), 10.0);
    }

private:
    std::string folder_;
    Program::Clock::time_point begin_ = Program::Clock::now();
};

}  // namespace cairn::test
