#pragma once
// The triangle rasteriser: fills a buffer that keeps, for each sample, the nearest surface.

#include <cstdint>
#include <span>
#include <vector>

#include <cairn/math.hpp>

namespace cairn::render {

inline constexpr uint32_t no_item = 0xffffffffu;

/// A triangle on the picture. `nearness` is any quantity that is linear across it and larger for what is
/// nearer: one over the depth for a perspective view, minus the depth for a parallel one.
struct ScreenTriangle {
    float x[3], y[3], nearness[3];
    Vec3 normal[3];
    uint32_t item = no_item;
};

/// The nearest surface at each sample.
struct SurfaceBuffer {
    SurfaceBuffer(int buffer_width, int buffer_height);

    size_t at(int column, int row) const {
        return static_cast<size_t>(row) * static_cast<size_t>(width) + column;
    }

    int width, height;
    std::vector<float> nearness;  // 0 where nothing is
    std::vector<uint32_t> item;
    std::vector<Vec3> normal;
};

/// The nearest depth alone, for shadows.
struct DepthBuffer {
    DepthBuffer(int buffer_width, int buffer_height, float farthest);

    size_t at(int column, int row) const {
        return static_cast<size_t>(row) * static_cast<size_t>(width) + column;
    }

    int width, height;
    std::vector<float> nearness;
};

/// How many sheets of glass lie before the surface at each sample.
struct GlassBuffer {
    const SurfaceBuffer* surface;
    std::vector<uint8_t> sheets;
};

void rasterize(std::span<const ScreenTriangle> triangles, SurfaceBuffer& buffer);
void rasterize(std::span<const ScreenTriangle> triangles, DepthBuffer& buffer);
void rasterize(std::span<const ScreenTriangle> triangles, GlassBuffer& buffer);

}  // namespace cairn::render
