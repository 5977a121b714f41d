#pragma once
// Runs the command line (CAIRN_CLI) as a user would, each test in a folder of its own.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <sys/wait.h>

#include <gtest/gtest.h>

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
        folder_ = testing::TempDir() + "cairn_" + test->test_suite_name() + "_" + test->name();
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::string path(const std::string& name) const { return folder_ + "/" + name; }

    void write(const std::string& name, const std::string& text) const {
        std::ofstream(path(name), std::ios::binary) << text;
    }

    Outcome run(const std::string& arguments) const {
        const std::string command =
            std::string(CAIRN_CLI) + " " + arguments + " >" + path("stdout") + " 2>" + path("stderr");
        const int status = std::system(command.c_str());
        const int code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
        return {code, slurp(path("stdout")), slurp(path("stderr"))};
    }

private:
    std::string folder_;
};

}  // namespace cairn::test
