#include "render_shadow.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cairn::render {
namespace {

constexpr int map_size = 2048;
constexpr float nothing = -1e30f;
constexpr float sun_tangent =
    0.045f;  // of the sun's angular radius; larger than the real one, for softer edges
constexpr float softest_texels = 28;
constexpr int search_taps = 8, filter_taps = 20;

// Vogel's sunflower: the i-th of n points fills a disc evenly.
struct Disc {
    float cosine[filter_taps], sine[filter_taps], radius[filter_taps];

    explicit Disc(int n) {
        for (int i = 0; i < n; ++i) {
            const float angle = 2.39996323f * static_cast<float>(i);
            cosine[i] = std::cos(angle);
            sine[i] = std::sin(angle);
            radius[i] = std::sqrt((static_cast<float>(i) + 0.5f) / static_cast<float>(n));
        }
    }
};

}  // namespace

ShadowMap::ShadowMap(const RenderScene& scene, Vec3 to_sun, Ball focus)
    : to_sun_(to_sun),
      side_(perpendicular(to_sun)),
      top_(cross(to_sun, side_)),
      center_(focus.center),
      scale_(0.5f * map_size / std::max(focus.radius, 1e-6f)),
      depth_(map_size, map_size, nothing) {
    Tessellator tessellator;
    std::vector<Triangle> triangles;
    std::vector<ScreenTriangle> screen;
    const auto flush = [&] {
        screen.clear();
        for (const Triangle& t : triangles) {
            // Only the faces turned to the sun: what they hide is in shadow, whatever lies behind them.
            const Vec3 normal = cross(t.position[1] - t.position[0], t.position[2] - t.position[0]);
            if (dot(normal, to_sun_) <= 0) continue;
            ScreenTriangle out{};
            for (int i = 0; i < 3; ++i) {
                const Vec3 p = to_map(t.position[i]);
                out.x[i] = p.x;
                out.y[i] = p.y;
                out.nearness[i] = p.z;
            }
            screen.push_back(out);
        }
        rasterize(screen, depth_);
        triangles.clear();
    };
    for (const RenderItem& item : scene.items) {
        if (item.glass) continue;
        const float texels = bounding_ball(item).radius * scale_;
        tessellator.append(item, static_cast<int>(6 + 1.6f * std::sqrt(std::clamp(texels, 0.0f, 4000.0f))),
                           triangles);
        if (triangles.size() > 20000) flush();
    }
    flush();
}

// Texel coordinates and the height towards the sun, in metres.
Vec3 ShadowMap::to_map(Vec3 position) const {
    const Vec3 offset = position - center_;
    return {0.5f * map_size + scale_ * dot(offset, side_), 0.5f * map_size + scale_ * dot(offset, top_),
            dot(offset, to_sun_)};
}

float ShadowMap::nearness(float x, float y) const {
    if (!(x >= 0 && y >= 0 && x < map_size && y < map_size)) return nothing;
    return depth_.nearness[depth_.at(static_cast<int>(x), static_cast<int>(y))];
}

// Percentage-closer soft shadows: the mean height of what blocks the sun nearby says how wide the edge is.
float ShadowMap::sunlight(Vec3 position, Vec3 normal, float turn, float blur) const {
    static const Disc search(search_taps), filter(filter_taps);
    const float facing = dot(normal, to_sun_);
    if (facing <= 0) return 0;
    // Start a texel or two off the surface, further where the sun grazes it, so that it does not shade
    // itself.
    const float texel = 1 / scale_;
    const float slant = std::sqrt(std::max(0.0f, 1 - facing * facing));
    const Vec3 p = to_map(position + (texel * (1.0f + 2.0f * slant)) * normal);
    const float edge = std::max(abs_of(p.x - 0.5f * map_size), abs_of(p.y - 0.5f * map_size));
    if (edge > 0.5f * map_size + softest_texels) return 1;
    const float angle = 2 * std::numbers::pi_v<float> * turn;
    const float c = std::cos(angle), s = std::sin(angle);
    const float grazing = std::min(slant / std::max(facing, 0.1f), 6.0f) * texel;
    const auto tap = [&](const Disc& disc, int i, float reach) {
        const float u = disc.cosine[i] * c - disc.sine[i] * s, v = disc.cosine[i] * s + disc.sine[i] * c;
        const float r = disc.radius[i] * reach;
        const float above = nearness(p.x + r * u, p.y + r * v) - p.z;
        return above > texel + grazing * disc.radius[i] * reach ? above : 0.0f;
    };
    float height = 0;
    int blockers = 0;
    for (int i = 0; i < search_taps; ++i) {
        const float above = tap(search, i, 0.6f * softest_texels);
        height += above;
        blockers += above > 0;
    }
    if (blockers == 0) return 1;
    const float sharpest = std::clamp(0.5f * blur * scale_, 1.5f, softest_texels);
    const float reach =
        std::clamp(sun_tangent * scale_ * height / static_cast<float>(blockers), sharpest, softest_texels);
    int lit = 0;
    for (int i = 0; i < filter_taps; ++i) lit += tap(filter, i, reach) == 0;
    return static_cast<float>(lit) / filter_taps;
}

}  // namespace cairn::render
