#include "image_gif.hpp"

#include <algorithm>

#include <cairn/error.hpp>

#include "image_palette.hpp"

namespace cairn::render {
namespace {

constexpr uint8_t transparent = 255;

class BitWriter {
public:
    void put(int code, int width) {
        bits_ |= static_cast<uint32_t>(code) << filled_;
        for (filled_ += width; filled_ >= 8; filled_ -= 8) {
            bytes.push_back(static_cast<char>(bits_ & 0xff));
            bits_ >>= 8;
        }
    }
    void flush() {
        if (filled_ > 0) bytes.push_back(static_cast<char>(bits_ & 0xff));
        filled_ = 0;
    }

    std::string bytes;

private:
    uint32_t bits_ = 0;
    int filled_ = 0;
};

void put_short(std::string& out, int value) {
    out.push_back(static_cast<char>(value & 0xff));
    out.push_back(static_cast<char>(value >> 8 & 0xff));
}

void put_sub_blocks(std::string& out, const std::string& data) {
    for (size_t begin = 0; begin < data.size(); begin += 255) {
        const size_t size = std::min<size_t>(255, data.size() - begin);
        out.push_back(static_cast<char>(size));
        out.append(data, begin, size);
    }
    out.push_back(0);
}

struct Rectangle {
    int left = 0, top = 0, width = 0, height = 0;
};

// The part of the picture that differs from the frame before; one pixel where nothing does.
Rectangle changed_part(const std::vector<uint8_t>& before, const std::vector<uint8_t>& now, int width,
                       int height) {
    int left = width, right = -1, top = height, bottom = -1;
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            const size_t i = static_cast<size_t>(y) * static_cast<size_t>(width) + x;
            if (before[i] == now[i]) continue;
            left = std::min(left, x);
            right = std::max(right, x);
            top = std::min(top, y);
            bottom = std::max(bottom, y);
        }
    }
    if (right < 0) return {0, 0, 1, 1};
    return {left, top, right - left + 1, bottom - top + 1};
}

void put_header(std::string& out, int width, int height, const std::vector<Color>& palette) {
    out += "GIF89a";
    put_short(out, width);
    put_short(out, height);
    out.push_back(static_cast<char>(0xf7));  // a global palette of 256 entries, 8 bits a channel
    out.append(2, '\0');
    for (size_t i = 0; i < 256; ++i) {
        const Color color = i < palette.size() ? palette[i] : Color{0, 0, 0};
        for (const uint8_t channel : color) out.push_back(static_cast<char>(channel));
    }
    out += "\x21\xff\x0bNETSCAPE2.0\x03\x01";
    out.append(3, '\0');  // repeat for ever
}

void put_frame(std::string& out, const std::vector<uint8_t>& pixels, const Rectangle& part,
               int centiseconds) {
    out += "\x21\xf9\x04";
    out.push_back(0x05);  // leave the picture in place; there is a transparent entry
    put_short(out, centiseconds);
    out.push_back(static_cast<char>(transparent));
    out.push_back(0);
    out.push_back(0x2c);
    put_short(out, part.left);
    put_short(out, part.top);
    put_short(out, part.width);
    put_short(out, part.height);
    out.push_back(0);
    out.push_back(8);
    put_sub_blocks(out, lzw_compress(pixels, 8));
}

}  // namespace

std::string lzw_compress(std::span<const uint8_t> indices, int code_size) {
    const int clear = 1 << code_size;
    const size_t symbols = static_cast<size_t>(clear);
    // child[code * symbols + next] is the code of the string `code` followed by `next`, or 0.
    std::vector<uint16_t> child(4096 * symbols, 0);
    BitWriter writer;
    int width = code_size + 1, free_code = clear + 2, current = -1;
    writer.put(clear, width);
    for (const uint8_t next : indices) {
        if (current < 0) {
            current = next;
            continue;
        }
        uint16_t& longer = child[static_cast<size_t>(current) * symbols + next];
        if (longer != 0) {
            current = longer;
            continue;
        }
        writer.put(current, width);
        if (free_code < 4096) {
            longer = static_cast<uint16_t>(free_code);
            // The reader adds each string one code later than we do, so the width grows after 2^width is
            // given out.
            if (free_code == 1 << width) ++width;
            ++free_code;
        } else {
            writer.put(clear, width);
            std::fill(child.begin(), child.end(), uint16_t{0});
            width = code_size + 1;
            free_code = clear + 2;
        }
        current = next;
    }
    if (current >= 0) writer.put(current, width);
    // The reader adds one more string before it reads the end code.
    if (current >= 0 && free_code == 1 << width && width < 12) ++width;
    writer.put(clear + 1, width);
    writer.flush();
    return writer.bytes;
}

GifWriter::GifWriter(std::span<const Image> samples, int centiseconds)
    : width_(samples.empty() ? 0 : samples[0].width),
      height_(samples.empty() ? 0 : samples[0].height),
      centiseconds_(centiseconds),
      map_(median_cut(samples, transparent)) {
    if (samples.empty()) throw Error("an animation needs at least one frame");
    if (width_ > 65535 || height_ > 65535) throw Error("a GIF is at most 65535 pixels wide and high");
    put_header(bytes_, width_, height_, map_.palette());
}

void GifWriter::add(const Image& frame) {
    if (frame.width != width_ || frame.height != height_)
        throw Error("frames of an animation differ in size");
    std::vector<uint8_t> now = map_.indices(frame);
    if (before_.empty()) {
        put_frame(bytes_, now, {0, 0, width_, height_}, centiseconds_);
    } else {
        const Rectangle part = changed_part(before_, now, width_, height_);
        std::vector<uint8_t> pixels;
        for (int y = part.top; y < part.top + part.height; ++y) {
            for (int x = part.left; x < part.left + part.width; ++x) {
                const size_t i = static_cast<size_t>(y) * static_cast<size_t>(width_) + x;
                pixels.push_back(before_[i] == now[i] ? transparent : now[i]);
            }
        }
        put_frame(bytes_, pixels, part, centiseconds_);
    }
    before_ = std::move(now);
}

std::string GifWriter::finish() {
    bytes_.push_back(0x3b);
    return std::move(bytes_);
}

std::string encode_gif(std::span<const Image> frames, int centiseconds) {
    GifWriter writer(frames, centiseconds);
    for (const Image& frame : frames) writer.add(frame);
    return writer.finish();
}

}  // namespace cairn::render
