// Image files hold the pictures that went into them.

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <random>

#include <gtest/gtest.h>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

#include <cairn/error.hpp>

#include "cairn/image.hpp"
#include "cairn/image_gif.hpp"
#include "cairn/image_palette.hpp"
#include "gif_reader.hpp"
#include "scene/output_file.hpp"
#include "tests/support/own_folder.hpp"

namespace cairn::render {
namespace {

// Smooth colours with a bright square that moves with the frame.
Image test_image(int width, int height, int frame) {
    Image image(width, height);
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            uint8_t* p = image.pixel(x, y);
            p[0] = static_cast<uint8_t>(40 + 160 * x / width);
            p[1] = static_cast<uint8_t>(60 + 120 * y / height);
            p[2] = 150;
            if (x >= 5 + frame && x < 15 + frame && y >= 8 && y < 18) p[0] = p[1] = p[2] = 240;
        }
    }
    return image;
}

int largest_difference(const Image& a, const Image& b) {
    int largest = 0;
    for (size_t i = 0; i < a.rgb.size(); ++i) largest = std::max(largest, std::abs(a.rgb[i] - b.rgb[i]));
    return largest;
}

TEST(Png, DecodesToTheSamePixels) {
    const Image image = test_image(61, 37, 0);
    const std::string png = encode_png(image);
    int width = 0, height = 0, channels = 0;
    const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> pixels(
        stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(png.data()), static_cast<int>(png.size()),
                              &width, &height, &channels, 3),
        stbi_image_free);
    ASSERT_NE(pixels, nullptr);
    ASSERT_EQ(width, 61);
    ASSERT_EQ(height, 37);
    EXPECT_EQ(channels, 3);
    EXPECT_TRUE(std::equal(image.rgb.begin(), image.rgb.end(), pixels.get()));
}

TEST(Png, IsWrittenIntoAFolderThatDoesNotExistYet) {
    const std::filesystem::path folder = cairn::test::own_path("png/deeper");
    std::filesystem::remove_all(folder);
    write_png((folder / "a.png").string(), test_image(8, 8, 0));
    EXPECT_GT(std::filesystem::file_size(folder / "a.png"), 60u);
    std::filesystem::remove_all(folder);
}

TEST(Png, AFileThatCannotBeWrittenIsNamed) {
    try {
        write_file("/dev/null/picture.png", "x");
        FAIL() << "no error";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("/dev/null/picture.png"), std::string::npos);
    }
}

void expect_round_trip(const std::vector<uint8_t>& data) {
    EXPECT_EQ(GifReader::decompress(lzw_compress(data, 8), 8), data);
}

TEST(Lzw, GivesBackWhatWentInAtEveryLengthAcrossChangesOfCodeWidth) {
    std::mt19937 random(1);
    std::vector<uint8_t> data;
    for (int i = 0; i < 1200; ++i) {
        expect_round_trip(data);
        data.push_back(static_cast<uint8_t>(random() % 3));
    }
}

TEST(Lzw, GivesBackLongRunsAndNoise) {
    std::mt19937 random(2);
    std::vector<uint8_t> noise, run(100000, 7), two;
    for (int i = 0; i < 100000; ++i) {
        noise.push_back(static_cast<uint8_t>(random() & 255));
        two.push_back(static_cast<uint8_t>(random() & 1));
    }
    expect_round_trip(noise);
    expect_round_trip(run);
    expect_round_trip(two);
    EXPECT_LT(lzw_compress(run, 8).size(), 1000u);
}

TEST(Gif, DecodesToFramesCloseToTheOriginals) {
    std::vector<Image> frames;
    for (int i = 0; i < 5; ++i) frames.push_back(test_image(64, 40, 3 * i));
    const GifReader gif(encode_gif(frames, 4));
    EXPECT_EQ(gif.width, 64);
    EXPECT_EQ(gif.height, 40);
    EXPECT_TRUE(gif.endless);
    ASSERT_EQ(gif.frames.size(), frames.size());
    for (size_t i = 0; i < frames.size(); ++i) {
        EXPECT_EQ(gif.delays[i], 4);
        EXPECT_LE(largest_difference(gif.frames[i], frames[i]), 24) << "frame " << i;
    }
}

TEST(Gif, AFrameThatChangesNothingCostsNextToNothing) {
    const std::vector<Image> still(20, test_image(200, 100, 0));
    const std::vector<Image> one(1, still[0]);
    EXPECT_LT(encode_gif(still, 4).size(), encode_gif(one, 4).size() + 20 * 40);
    EXPECT_EQ(GifReader(encode_gif(still, 4)).frames.size(), 20u);
}

TEST(Gif, RefusesNoFramesAndFramesOfDifferentSize) {
    EXPECT_THROW(encode_gif({}, 4), Error);
    const std::vector<Image> mixed{Image(4, 4), Image(5, 4)};
    EXPECT_THROW(encode_gif(mixed, 4), Error);
}

TEST(Palette, KeepsFewColoursExactlyAndNeverExceedsItsSize) {
    Image image(30, 10);
    for (int y = 0; y < 10; ++y) {
        for (int x = 0; x < 30; ++x) image.pixel(x, y)[x / 10] = 200;
    }
    const std::vector<Image> images{image};
    const std::vector<Color> few = median_cut(images, 255);
    EXPECT_EQ(few.size(), 3u);
    for (const Color& color : few) EXPECT_EQ(color[0] + color[1] + color[2], 200);
    const std::vector<Image> smooth{test_image(100, 100, 0)};
    EXPECT_LE(median_cut(smooth, 16).size(), 16u);
}

}  // namespace
}  // namespace cairn::render
