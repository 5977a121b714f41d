#pragma once
// GIF89a animations.

#include <span>
#include <string>
#include <vector>

#include "image.hpp"
#include "image_palette.hpp"

namespace cairn::render {

/// LZW as GIF has it: codes of growing width, least significant bit first, without the division into
/// sub-blocks.
std::string lzw_compress(std::span<const uint8_t> indices, int code_size);

/// Writes an endless animation frame by frame, so that a long one needs little memory. One palette serves all
/// frames, and a frame stores only the rectangle that changed, with unchanged pixels transparent.
class GifWriter {
public:
    /// The palette is made for `samples`: pictures of the same size that show which colours will come. Each
    /// frame is shown for `centiseconds`.
    GifWriter(std::span<const Image> samples, int centiseconds);
    void add(const Image& frame);
    /// The file; no frame can be added after that.
    std::string finish();

private:
    int width_, height_, centiseconds_;
    PaletteMap map_;
    std::vector<uint8_t> before_;
    std::string bytes_;
};

/// All frames at once.
std::string encode_gif(std::span<const Image> frames, int centiseconds);

}  // namespace cairn::render
