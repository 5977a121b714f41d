#pragma once
// A small GIF reader, written from the format's description and not from our writer, to check what we write.

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

#include "cairn/image.hpp"

namespace cairn::render {

class GifReader {
public:
    explicit GifReader(std::string bytes) : bytes_(std::move(bytes)) { read(); }

    int width = 0, height = 0;
    std::vector<Image> frames;
    std::vector<int> delays;  // centiseconds
    bool endless = false;

    static std::vector<uint8_t> decompress(const std::string& data, int code_size) {
        std::vector<uint8_t> out;
        std::vector<std::vector<uint8_t>> table;
        const int clear = 1 << code_size, end = clear + 1;
        const auto reset = [&] {
            table.clear();
            for (int i = 0; i < clear; ++i) table.push_back({static_cast<uint8_t>(i)});
            table.resize(static_cast<size_t>(clear) + 2);
        };
        reset();
        int width = code_size + 1, previous = -1;
        size_t bit = 0;
        while (bit + static_cast<size_t>(width) <= 8 * data.size()) {
            int code = 0;
            for (int i = 0; i < width; ++i, ++bit) {
                code |= (static_cast<uint8_t>(data[bit / 8]) >> (bit % 8) & 1) << i;
            }
            if (code == end) return out;
            if (code == clear) {
                reset();
                width = code_size + 1;
                previous = -1;
                continue;
            }
            std::vector<uint8_t> text;
            if (static_cast<size_t>(code) < table.size()) {
                text = table[static_cast<size_t>(code)];
            } else if (static_cast<size_t>(code) == table.size() && previous >= 0) {
                text = table[static_cast<size_t>(previous)];
                text.push_back(text[0]);
            } else {
                throw std::runtime_error("a code beyond the table");
            }
            out.insert(out.end(), text.begin(), text.end());
            if (previous >= 0 && table.size() < 4096) {
                std::vector<uint8_t> entry = table[static_cast<size_t>(previous)];
                entry.push_back(text[0]);
                table.push_back(entry);
            }
            if (table.size() == size_t{1} << width && width < 12) ++width;
            previous = code;
        }
        throw std::runtime_error("no end code");
    }

private:
    int byte() {
        if (position_ >= bytes_.size()) throw std::runtime_error("the file ends early");
        return static_cast<uint8_t>(bytes_[position_++]);
    }
    int word() {
        const int low = byte();
        return low | byte() << 8;
    }
    std::string text(int size) {
        std::string result;
        for (int i = 0; i < size; ++i) result += static_cast<char>(byte());
        return result;
    }
    std::string sub_blocks() {
        std::string data;
        for (int size = byte(); size != 0; size = byte()) data += text(size);
        return data;
    }

    void read() {
        if (text(6) != "GIF89a") throw std::runtime_error("no GIF89a");
        width = word();
        height = word();
        const int flags = byte();
        byte();
        byte();
        if ((flags & 0x80) == 0) throw std::runtime_error("no global palette");
        palette_ = text(3 << ((flags & 7) + 1));
        Image canvas(width, height);
        for (int kind = byte(); kind != 0x3b; kind = byte()) {
            if (kind == 0x21) {
                read_extension();
            } else if (kind == 0x2c) {
                read_frame(canvas);
            } else {
                throw std::runtime_error("an unknown block");
            }
        }
        if (position_ != bytes_.size()) throw std::runtime_error("bytes after the end");
    }

    void read_extension() {
        const int label = byte();
        const std::string data = sub_blocks();
        if (label == 0xff) endless = data == std::string("NETSCAPE2.0\x01\0\0", 14);
        if (label != 0xf9) return;
        delays.push_back(static_cast<uint8_t>(data[1]) | static_cast<uint8_t>(data[2]) << 8);
        transparent_ = (data[0] & 1) != 0 ? static_cast<uint8_t>(data[3]) : -1;
    }

    void read_frame(Image& canvas) {
        const int left = word(), top = word(), frame_width = word(), frame_height = word();
        if (byte() != 0) throw std::runtime_error("a local palette or interlacing");
        const int code_size = byte();
        const std::vector<uint8_t> pixels = decompress(sub_blocks(), code_size);
        if (pixels.size() != static_cast<size_t>(frame_width) * static_cast<size_t>(frame_height)) {
            throw std::runtime_error("a frame of the wrong length");
        }
        for (size_t i = 0; i < pixels.size(); ++i) {
            if (pixels[i] == transparent_) continue;
            const int x = left + static_cast<int>(i) % frame_width,
                      y = top + static_cast<int>(i) / frame_width;
            for (int c = 0; c < 3; ++c) {
                canvas.pixel(x, y)[c] =
                    static_cast<uint8_t>(palette_[static_cast<size_t>(3 * pixels[i] + c)]);
            }
        }
        frames.push_back(canvas);
    }

    std::string bytes_, palette_;
    size_t position_ = 0;
    int transparent_ = -1;
};

}  // namespace cairn::render
