#pragma once
// GIF89a animations.

#include <span>
#include <string>
#include <vector>

#include "image.hpp"

namespace cairn::render {

/// LZW as GIF has it: codes of growing width, least significant bit first, without the division into
/// sub-blocks.
std::string lzw_compress(std::span<const uint8_t> indices, int code_size);

/// An endless animation of pictures of one size, each shown for `centiseconds`. One palette serves all of
/// them, and a frame stores only the rectangle that changed, with unchanged pixels transparent.
std::string encode_gif(std::span<const Image> frames, int centiseconds);

}  // namespace cairn::render
