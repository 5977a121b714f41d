#include "image_palette.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace cairn::render {
namespace {

// All pixels that share the upper five bits of each channel.
struct Cell {
    double count = 0;
    double sum[3] = {};
    double mean(int channel) const { return sum[channel] / count; }
};

// A run of cells, with the channel along which its colours differ most.
struct ColorBox {
    size_t begin = 0, end = 0;
    int channel = 0;
    double error = 0, middle = 0;
    Color mean{};
};

ColorBox measure_box(const std::vector<Cell>& cells, size_t begin, size_t end) {
    ColorBox box{begin, end, 0, 0, 0, {}};
    for (int c = 0; c < 3; ++c) {
        double count = 0, sum = 0, squares = 0;
        for (size_t i = begin; i < end; ++i) {
            const double mean = cells[i].mean(c);
            count += cells[i].count;
            sum += cells[i].sum[c];
            squares += cells[i].count * mean * mean;
        }
        const double spread = squares - sum * sum / count;
        box.mean[static_cast<size_t>(c)] = static_cast<uint8_t>(std::clamp(sum / count + 0.5, 0.0, 255.0));
        if (spread <= box.error) continue;
        box.error = spread;
        box.channel = c;
        box.middle = sum / count;
    }
    return box;
}

std::vector<Cell> histogram(std::span<const Image> images) {
    std::vector<Cell> cells(32768);
    for (const Image& image : images) {
        for (size_t i = 0; i + 2 < image.rgb.size(); i += 3) {
            const uint8_t* p = &image.rgb[i];
            Cell& cell = cells[static_cast<size_t>((p[0] >> 3) << 10 | (p[1] >> 3) << 5 | p[2] >> 3)];
            cell.count += 1;
            for (int c = 0; c < 3; ++c) cell.sum[c] += p[c];
        }
    }
    std::erase_if(cells, [](const Cell& cell) { return cell.count == 0; });
    // A large sky must not take the colours of small things.
    for (Cell& cell : cells) {
        const double damped = std::sqrt(cell.count);
        for (double& sum : cell.sum) sum *= damped / cell.count;
        cell.count = damped;
    }
    return cells;
}

}  // namespace

std::vector<Color> median_cut(std::span<const Image> images, int count) {
    std::vector<Cell> cells = histogram(images);
    if (cells.empty()) return {Color{0, 0, 0}};
    std::vector<ColorBox> boxes{measure_box(cells, 0, cells.size())};
    while (static_cast<int>(boxes.size()) < count) {
        const auto widest =
            std::max_element(boxes.begin(), boxes.end(),
                             [](const ColorBox& a, const ColorBox& b) { return a.error < b.error; });
        const ColorBox box = *widest;
        if (box.error < 1e-6) break;
        const auto from = cells.begin() + static_cast<std::ptrdiff_t>(box.begin);
        const auto to = cells.begin() + static_cast<std::ptrdiff_t>(box.end);
        const auto cut =
            std::partition(from, to, [&](const Cell& cell) { return cell.mean(box.channel) < box.middle; });
        const size_t middle = static_cast<size_t>(cut - cells.begin());
        if (middle == box.begin || middle == box.end) break;
        *widest = measure_box(cells, box.begin, middle);
        boxes.push_back(measure_box(cells, middle, box.end));
    }
    std::vector<Color> palette;
    for (const ColorBox& box : boxes) palette.push_back(box.mean);
    return palette;
}

PaletteMap::PaletteMap(std::vector<Color> palette) : palette_(std::move(palette)), cache_(64 * 64 * 64, -1) {}

uint8_t PaletteMap::nearest(int red, int green, int blue) {
    int16_t& cached = cache_[static_cast<size_t>((red >> 2) << 12 | (green >> 2) << 6 | blue >> 2)];
    if (cached >= 0) return static_cast<uint8_t>(cached);
    int best = 0, best_error = 1 << 30;
    for (size_t i = 0; i < palette_.size(); ++i) {
        const int r = palette_[i][0] - red, g = palette_[i][1] - green, b = palette_[i][2] - blue;
        const int error = 3 * r * r + 6 * g * g + 2 * b * b;  // the eye weighs green most
        if (error >= best_error) continue;
        best_error = error;
        best = static_cast<int>(i);
    }
    cached = static_cast<int16_t>(best);
    return static_cast<uint8_t>(best);
}

std::vector<uint8_t> PaletteMap::indices(const Image& image) {
    constexpr int amplitude = 6;
    std::vector<uint8_t> result(image.rgb.size() / 3);
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) {
            // Bayer's 8x8 matrix from the bits of x and x ^ y, interleaved from the last to the first.
            int level = 0;
            for (int bit = 0; bit < 3; ++bit) {
                level = level << 2 | (((x ^ y) >> bit & 1) << 1) | (y >> bit & 1);
            }
            const int shift = (level * amplitude) / 64 - amplitude / 2;
            const uint8_t* p = image.pixel(x, y);
            const auto channel = [shift](int value) { return std::clamp(value + shift, 0, 255); };
            result[static_cast<size_t>(y) * static_cast<size_t>(image.width) + x] =
                nearest(channel(p[0]), channel(p[1]), channel(p[2]));
        }
    }
    return result;
}

}  // namespace cairn::render
