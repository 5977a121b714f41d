// What the render command reads from its options.

#include <gtest/gtest.h>

#include "cairn/render_command.hpp"
#include "tests/support/error_of.hpp"

namespace cairn::render {
namespace {

TEST(RenderOptions, SizesAreWidthByHeight) {
    EXPECT_EQ(parse_size("640x360").width, 640);
    EXPECT_EQ(parse_size("640x360").height, 360);
    for (const char* bad : {"640", "640x", "x360", "0x10", "-4x4", "10x99999", "1e3x4", "4x4x4", ""}) {
        EXPECT_NE(test::error_of([&] { parse_size(bad); }).find("--size"), std::string::npos) << bad;
    }
}

TEST(RenderOptions, PointsAreThreeNumbers) {
    EXPECT_EQ(parse_point("--eye", "1,-2.5,3e1"), (Vec3{1, -2.5f, 30}));
    for (const char* bad : {"1,2", "1,2,3,4", "1,,3", "a,b,c", "nan,0,0", "", "1e300,0,0", "0,2e7,0"}) {
        EXPECT_NE(test::error_of([&] { parse_point("--eye", bad); }).find("--eye"), std::string::npos) << bad;
    }
}

TEST(RenderOptions, APercentSignAndDNumberTheFrames) {
    EXPECT_TRUE(is_frame_pattern("out/frame_%04d.png"));
    EXPECT_TRUE(is_frame_pattern("%d.png"));
    EXPECT_FALSE(is_frame_pattern("frame.png"));
    EXPECT_FALSE(is_frame_pattern("100%.png"));
    EXPECT_FALSE(is_frame_pattern("%d_%d.png"));
    EXPECT_FALSE(is_frame_pattern("%s.png"));
    EXPECT_EQ(frame_path("out/frame_%04d.png", 7), "out/frame_0007.png");
    EXPECT_EQ(frame_path("%d.png", 123), "123.png");
    EXPECT_EQ(frame_path("%02d.png", 123), "123.png");
}

}  // namespace
}  // namespace cairn::render
