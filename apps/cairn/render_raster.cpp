#include "render_raster.hpp"

#include <algorithm>
#include <cmath>

#include "render_parallel.hpp"

namespace cairn::render {
namespace {

// A linear function on the picture, f(x, y) = c + gx x + gy y. Doubles, because a triangle cut at the near
// plane may reach a million pixels beyond the picture.
struct Linear {
    double c = 0, gx = 0, gy = 0;
    double operator()(double x, double y) const { return c + gx * x + gy * y; }
};

// Barycentric weights of a triangle; all three are >= 0 exactly inside it.
struct Weights {
    Linear weight[3];
    bool visible = false;

    explicit Weights(const ScreenTriangle& t) {
        const double x0 = t.x[0], x1 = t.x[1], x2 = t.x[2], y0 = t.y[0], y1 = t.y[1], y2 = t.y[2];
        const double area = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
        if (!(std::abs(area) > 1e-12 && area - area == 0)) return;  // nothing, infinite or not a number
        const double s = 1 / area;
        weight[0] = {(x1 * y2 - x2 * y1) * s, (y1 - y2) * s, (x2 - x1) * s};
        weight[1] = {(x2 * y0 - x0 * y2) * s, (y2 - y0) * s, (x0 - x2) * s};
        weight[2] = {(x0 * y1 - x1 * y0) * s, (y0 - y1) * s, (x1 - x0) * s};
        visible = true;
    }
    Linear blend(const float* value) const {
        Linear sum;
        for (int i = 0; i < 3; ++i) {
            sum.c += weight[i].c * value[i];
            sum.gx += weight[i].gx * value[i];
            sum.gy += weight[i].gy * value[i];
        }
        return sum;
    }
};

int first_center(float edge, int size) {
    return static_cast<int>(std::clamp(std::ceil(edge - 0.5f), 0.0f, static_cast<float>(size)));
}

// Narrows [first, last] to the pixels of a row whose centres are inside all three edges.
bool clip_span(const Weights& weights, double y, int& first, int& last) {
    double low = first + 0.5, high = last + 0.5;
    for (const Linear& w : weights.weight) {
        const double at_zero = w.c + w.gy * y;
        if (w.gx > 0) {
            low = std::max(low, -at_zero / w.gx);
        } else if (w.gx < 0) {
            high = std::min(high, -at_zero / w.gx);
        } else if (at_zero < 0) {
            return false;
        }
    }
    if (!(low <= high))
        return false;  // either may be beyond what an int holds, where an edge is nearly level
    first = static_cast<int>(std::ceil(low - 0.5));
    last = static_cast<int>(std::floor(high - 0.5));
    return first <= last;
}

// Calls put(index, nearness, x, y) for every sample of the rows that the triangle covers.
template <class Put>
void scan(const ScreenTriangle& t, const Weights& weights, int width, int row_begin, int row_end,
          const Put& put) {
    const float top = std::min({t.y[0], t.y[1], t.y[2]}), bottom = std::max({t.y[0], t.y[1], t.y[2]});
    const float left = std::min({t.x[0], t.x[1], t.x[2]}), right = std::max({t.x[0], t.x[1], t.x[2]});
    const Linear nearness = weights.blend(t.nearness);
    const int column_begin = first_center(left, width);
    const int column_end = first_center(right + 1, width);
    const int end = std::min(row_end, first_center(bottom + 1, row_end));
    for (int row = std::max(row_begin, first_center(top, row_end)); row < end; ++row) {
        int first = column_begin, last = column_end - 1;
        const double y = row + 0.5;
        if (!clip_span(weights, y, first, last)) continue;
        const float start = static_cast<float>(nearness(first + 0.5, y));
        const float slope = static_cast<float>(nearness.gx);
        const size_t base = static_cast<size_t>(row) * static_cast<size_t>(width);
        for (int column = first; column <= last; ++column) {
            put(base + column, start + slope * static_cast<float>(column - first), column + 0.5, y);
        }
    }
}

template <class MakePut>
void scan_all(std::span<const ScreenTriangle> triangles, int width, int height, const MakePut& make_put) {
    // Few broad bands: every band looks at every triangle.
    const int band = std::max(16, height / 12);
    const auto draw_band = [&](int begin, int end) {
        for (const ScreenTriangle& t : triangles) {
            if (std::max({t.y[0], t.y[1], t.y[2]}) < static_cast<float>(begin)) continue;
            if (std::min({t.y[0], t.y[1], t.y[2]}) > static_cast<float>(end)) continue;
            const Weights weights(t);
            if (weights.visible) scan(t, weights, width, begin, end, make_put(t, weights));
        }
    };
    for_row_bands(height, draw_band, band);
}

}  // namespace

SurfaceBuffer::SurfaceBuffer(int buffer_width, int buffer_height)
    : width(buffer_width), height(buffer_height) {
    const size_t samples = static_cast<size_t>(width) * static_cast<size_t>(height);
    nearness.assign(samples, 0.0f);
    item.assign(samples, no_item);
    normal.assign(samples, Vec3{});
}

DepthBuffer::DepthBuffer(int buffer_width, int buffer_height, float farthest)
    : width(buffer_width),
      height(buffer_height),
      nearness(static_cast<size_t>(buffer_width) * static_cast<size_t>(buffer_height), farthest) {}

void rasterize(std::span<const ScreenTriangle> triangles, SurfaceBuffer& buffer) {
    scan_all(triangles, buffer.width, buffer.height, [&](const ScreenTriangle& t, const Weights& weights) {
        return [&](size_t sample, float nearness, double x, double y) {
            if (nearness <= buffer.nearness[sample]) return;
            buffer.nearness[sample] = nearness;
            buffer.item[sample] = t.item;
            const float a = static_cast<float>(weights.weight[0](x, y));
            const float b = static_cast<float>(weights.weight[1](x, y));
            buffer.normal[sample] = a * t.normal[0] + b * t.normal[1] + (1 - a - b) * t.normal[2];
        };
    });
}

void rasterize(std::span<const ScreenTriangle> triangles, DepthBuffer& buffer) {
    scan_all(triangles, buffer.width, buffer.height, [&](const ScreenTriangle&, const Weights&) {
        return [&](size_t sample, float nearness, double, double) {
            buffer.nearness[sample] = std::max(buffer.nearness[sample], nearness);
        };
    });
}

void rasterize(std::span<const ScreenTriangle> triangles, GlassBuffer& buffer) {
    const SurfaceBuffer& surface = *buffer.surface;
    scan_all(triangles, surface.width, surface.height, [&](const ScreenTriangle&, const Weights&) {
        return [&](size_t sample, float nearness, double, double) {
            if (nearness > surface.nearness[sample] && buffer.sheets[sample] < 255) ++buffer.sheets[sample];
        };
    });
}

}  // namespace cairn::render
