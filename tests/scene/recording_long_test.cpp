// A recording of a day, which no limit on scene files may stand in the way of.

#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "scene/json_text.hpp"
#include "scene/recording.hpp"
#include "tests/support/own_folder.hpp"

namespace cairn {
namespace {

TEST(LongRecording, IsReadHoweverLargeItIs) {
    const std::string path = test::own_path("long.rec");
    std::ofstream file(path);
    file << "{\"cairn_recording\":1,\"scene\":{}}\n";
    uint64_t lines = 0;
    while (static_cast<size_t>(file.tellp()) <= JsonLimits::bytes)
        for (int i = 0; i < 1000; ++i) file << "{\"step\":" << lines++ << ",\"hash\":\"0123456789abcdef\"}\n";
    file << "{\"end\":" << lines - 1 << "}\n";
    file.close();
    const Recording recording = read_recording_file(path);
    std::filesystem::remove(path);
    EXPECT_EQ(recording.steps(), lines - 1);
    EXPECT_TRUE(recording.complete);
}

}  // namespace
}  // namespace cairn
