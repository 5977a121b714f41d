#pragma once
// A picture of 8-bit sRGB pixels, and PNG.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cairn::render {

struct Image {
    Image() = default;
    Image(int image_width, int image_height)
        : width(image_width),
          height(image_height),
          rgb(static_cast<size_t>(image_width) * static_cast<size_t>(image_height) * 3) {}

    uint8_t* pixel(int x, int y) { return &rgb[(static_cast<size_t>(y) * width + x) * 3]; }
    const uint8_t* pixel(int x, int y) const { return &rgb[(static_cast<size_t>(y) * width + x) * 3]; }

    int width = 0, height = 0;
    std::vector<uint8_t> rgb;
};

std::string encode_png(const Image& image);
void write_png(const std::string& path, const Image& image);

}  // namespace cairn::render
