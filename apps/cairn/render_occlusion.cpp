#include "render_occlusion.hpp"

#include <algorithm>
#include <cmath>

#include "render_parallel.hpp"

namespace cairn::render {
namespace {

constexpr int taps = 14;

struct Vec2 {
    float x = 0, y = 0;
};

// A spiral in the unit disc, denser in the middle, at sixteen turns.
struct Spirals {
    Vec2 turned[16][taps];

    Spirals() {
        for (int turn = 0; turn < 16; ++turn) {
            for (int i = 0; i < taps; ++i) {
                const float share = (static_cast<float>(i) + 0.5f) / taps;
                const float angle = 0.3927f * static_cast<float>(turn) + 2.39996323f * static_cast<float>(i);
                turned[turn][i] = {share * std::cos(angle), share * std::sin(angle)};
            }
        }
    }
};

Vec3 position_at(const SurfaceBuffer& surface, const Projector& projector, int x, int y) {
    const Vec3 ray = projector.ray(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
    return projector.eye() + ray / surface.nearness[surface.at(x, y)];
}

// Obscurance of one sample: neighbours on a spiral over the picture count by how much they rise above the
// surface and by how near they are (the falloff (1 - (d/R)^2)^3 is smooth at the rim).
float obscurance(const SurfaceBuffer& surface, const Projector& projector, int x, int y, float radius) {
    const size_t here = surface.at(x, y);
    const float nearness = surface.nearness[here];
    const float reach =
        std::min(radius * projector.focal() * nearness, 0.12f * static_cast<float>(surface.height));
    if (reach < 1) return 0;
    const Vec3 position = position_at(surface, projector, x, y);
    const Vec3 normal = normalized(surface.normal[here]);
    const float bias = 0.002f / nearness;
    static const Spirals spirals;
    const Vec2* spiral = spirals.turned[(x / 2 * 5 + y / 2 * 3) % 16];
    float sum = 0;
    for (int i = 0; i < taps; ++i) {
        const int u = x + static_cast<int>(reach * spiral[i].x);
        const int v = y + static_cast<int>(reach * spiral[i].y);
        if (u < 0 || v < 0 || u >= surface.width || v >= surface.height) continue;
        if (surface.nearness[surface.at(u, v)] <= 0) continue;
        const Vec3 offset = position_at(surface, projector, u, v) - position;
        const float square = length_squared(offset);
        const float fall = std::max(0.0f, 1 - square / (radius * radius));
        const float rise = std::max(0.0f, dot(offset, normal) - bias) / std::sqrt(square + 1e-12f);
        sum += fall * fall * rise;
    }
    return sum / taps;
}

}  // namespace

std::vector<float> ambient_light(const SurfaceBuffer& surface, const Projector& projector, float radius) {
    const int width = surface.width / 2, height = surface.height / 2;
    const auto at = [width](int x, int y) { return static_cast<size_t>(y) * static_cast<size_t>(width) + x; };
    std::vector<float> raw(at(0, height), 1.0f), smooth(raw.size(), 1.0f);
    for_row_bands(height, [&](int begin, int end) {
        for (int y = begin; y < end; ++y) {
            for (int x = 0; x < width; ++x) {
                if (surface.nearness[surface.at(2 * x, 2 * y)] <= 0) continue;
                raw[at(x, y)] =
                    std::max(0.0f, 1 - 2.9f * obscurance(surface, projector, 2 * x, 2 * y, radius));
            }
        }
    });
    // The spiral turns in a 4x4 pattern: a box of that size, kept on one side of every depth step, removes
    // it.
    for_row_bands(height, [&](int begin, int end) {
        for (int y = begin; y < end; ++y) {
            for (int x = 0; x < width; ++x) {
                const float nearness = surface.nearness[surface.at(2 * x, 2 * y)];
                float sum = 0, weight = 0;
                for (int v = std::max(y - 2, 0); v < std::min(y + 2, height); ++v) {
                    for (int u = std::max(x - 2, 0); u < std::min(x + 2, width); ++u) {
                        const float other = surface.nearness[surface.at(2 * u, 2 * v)];
                        if (std::abs(other - nearness) > 0.03f * nearness) continue;
                        sum += raw[at(u, v)];
                        weight += 1;
                    }
                }
                smooth[at(x, y)] = weight > 0 ? sum / weight : raw[at(x, y)];
            }
        }
    });
    return smooth;
}

}  // namespace cairn::render
