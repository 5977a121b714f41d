#pragma once
// A palette for many pictures at once: median cut, nearest colours, ordered dithering.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "image.hpp"

namespace cairn::render {

using Color = std::array<uint8_t, 3>;

/// At most `count` colours that stand for all pixels of the pictures: the box of colours with the largest
/// error is cut at its mean until there are enough.
std::vector<Color> median_cut(std::span<const Image> images, int count);

/// Maps pixels to palette entries. The dither pattern depends on the place alone, so what stands still in an
/// animation keeps its pixels and costs nothing in the file.
class PaletteMap {
public:
    explicit PaletteMap(std::vector<Color> palette);
    std::vector<uint8_t> indices(const Image& image);
    const std::vector<Color>& palette() const { return palette_; }

private:
    uint8_t nearest(int red, int green, int blue);

    std::vector<Color> palette_;
    std::vector<int16_t> cache_;  // by 6 bits a channel; -1: not asked yet
};

}  // namespace cairn::render
