#include "render_shade.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace cairn::render {
namespace {

constexpr Vec3 sun_light{3.30f, 3.00f, 2.55f};
constexpr Vec3 sky_light{0.62f, 0.74f, 0.94f};
constexpr Vec3 ground_light{0.44f, 0.38f, 0.32f};

Vec3 mix(Vec3 a, Vec3 b, float t) { return a + t * (b - a); }

// x^48 and x^4 by squaring.
float glint(float x) {
    const float x2 = x * x, x4 = x2 * x2, x8 = x4 * x4, x16 = x8 * x8;
    return x16 * x16 * x16;
}
float fourth(float x) { return x * x * x * x; }

float smooth_step(float low, float high, float x) {
    const float t = std::clamp((x - low) / (high - low), 0.0f, 1.0f);
    return t * t * (3 - 2 * t);
}

// A shoulder that keeps colours below white apart: x -> x (1 + x / w^2) / (1 + x), after Reinhard, with white
// at w.
Vec3 tone(Vec3 c) {
    constexpr float white = 2.6f, exposure = 0.80f;
    const auto curve = [](float x) {
        x *= exposure;
        return x * (1 + x / (white * white)) / (1 + x);
    };
    return {curve(c.x), curve(c.y), curve(c.z)};
}

// Coverage of a grid line by a sample `footprint` cells wide, at distance |x - nearest integer|.
float line_at(float x, float footprint) {
    const float away = std::abs(x - std::round(x));
    const float half_width = 0.012f;
    const float coverage = std::clamp((half_width + 0.5f * footprint - away) / footprint, 0.0f, 1.0f);
    return coverage * std::min(1.0f, 2 * half_width / footprint);
}

bool is_large(const RenderItem& item, const Ball& focus) {
    return std::holds_alternative<HalfSpace>(item.shape) || bounding_ball(item).radius > 1.2f * focus.radius;
}

}  // namespace

Vec3 sky_color(Vec3 direction, Vec3 up) {
    const float height = dot(normalized(direction), up);
    static const Vec3 horizon = to_linear(0xeef1f2), zenith = to_linear(0x86abcf),
                      depth = to_linear(0xc9cdd0);
    const float haze = 1 - std::max(height, 0.0f);  // the sky clears fast above the horizon
    return height > 0 ? mix(horizon, zenith, 1 - haze * haze * haze)
                      : mix(horizon, depth, smooth_step(0.1f, 0.9f, -height));
}

Vec3 to_linear(uint32_t rgb) {
    const auto channel = [rgb](int shift) {
        const float s = static_cast<float>((rgb >> shift) & 0xff) / 255;
        return s <= 0.04045f ? s / 12.92f : std::pow((s + 0.055f) / 1.055f, 2.4f);
    };
    return {channel(16), channel(8), channel(0)};
}

uint8_t to_srgb(float linear) {
    const float c = linear > 0 ? std::min(linear, 1.0f) : 0.0f;  // NaN is black, and no place in a table
    static const std::array<uint8_t, 4097> table = [] {
        std::array<uint8_t, 4097> values{};
        for (size_t i = 0; i < values.size(); ++i) {
            // The table is even in the square root of the value: dark tones need the finest steps.
            const float x = static_cast<float>(i * i) / (4096.0f * 4096.0f);
            const float s = x <= 0.0031308f ? 12.92f * x : 1.055f * std::pow(x, 1 / 2.4f) - 0.055f;
            values[i] = static_cast<uint8_t>(255 * s + 0.5f);
        }
        return values;
    }();
    return table[static_cast<size_t>(4096 * std::sqrt(c) + 0.5f)];
}

Stage set_stage(const RenderScene& scene, const Projector& projector) {
    Stage stage;
    stage.up = normalized(scene.up, {0, 1, 0});
    const std::vector<Ball> balls = framed_balls(scene);
    if (balls.empty()) {
        stage.focus = {projector.eye() + 5.0f * projector.forward(), 5};
    } else {
        Bounds bounds{balls[0].center, balls[0].center};
        for (const Ball& ball : balls) {
            const Vec3 r{ball.radius, ball.radius, ball.radius};
            bounds = join(bounds, {ball.center - r, ball.center + r});
        }
        stage.focus.center = 0.5f * (bounds.lower + bounds.upper);
        for (const Ball& ball : balls) {
            stage.focus.radius =
                std::max(stage.focus.radius, length(ball.center - stage.focus.center) + ball.radius);
        }
    }
    // The sun stands behind the camera's left shoulder: faces are lit and shadows fall into the picture.
    const Vec3 back = normalized(-1.0f * projector.forward() + dot(projector.forward(), stage.up) * stage.up,
                                 perpendicular(stage.up));
    stage.to_sun = normalized(1.15f * stage.up - 0.85f * projector.right() + 0.38f * back);
    // Cells of 1, 2 or 5 times a power of ten, about six across the radius of the focus.
    const float wish = stage.focus.radius / 3;
    const float decade = std::pow(10.0f, std::floor(std::log10(std::max(wish, 1e-6f))));
    stage.cell = decade * (wish / decade >= 5 ? 5.0f : wish / decade >= 2 ? 2.0f : 1.0f);
    return stage;
}

Shader::Shader(const RenderScene& scene, const Stage& stage, const Projector& projector,
               const ShadowMap& shadows)
    : stage_(stage), projector_(projector), shadows_(shadows) {
    looks_.reserve(scene.items.size());
    for (const RenderItem& item : scene.items) {
        Look look;
        look.albedo = to_linear(item.rgb);
        look.grid = item.scenery && is_large(item, stage.focus);
        look.striped = std::holds_alternative<Sphere>(item.shape) && !item.scenery;
        look.rotation = item.transform.rotation;
        if (!std::holds_alternative<HalfSpace>(item.shape)) {
            const Ball ball = bounding_ball(item);
            const float depth = std::max(projector.depth(ball.center), 1e-3f);
            const float samples = ball.radius * projector.focal() / depth;
            look.outline = 0.42f * std::clamp((samples - 6) / 30, 0.0f, 1.0f);
        }
        looks_.push_back(look);
    }
}

Vec3 Shader::grid_albedo(Vec3 albedo, Vec3 position, Vec3 normal, float width) const {
    const Vec3 side = perpendicular(normal), along = cross(normal, side);
    const float u = dot(position, side) / stage_.cell, v = dot(position, along) / stage_.cell;
    const float grazing = std::max(abs_of(dot(normal, normalized(position - projector_.eye()))), 0.02f);
    const float footprint = width / (stage_.cell * grazing) + 1e-6f;
    if (footprint > 1) return albedo;  // cells smaller than a sample, up to the horizon
    const float line = std::max(line_at(u, footprint), line_at(v, footprint));
    const bool odd = (static_cast<long>(std::floor(u)) + static_cast<long>(std::floor(v))) % 2 != 0;
    const float checker = (odd ? 0.045f : -0.0f) * (1 - smooth_step(0.3f, 1.0f, footprint));
    return (1 - 0.30f * line - checker) * albedo;
}

Vec3 Shader::surface(const Patch& patch) const {
    const Look& look = looks_[patch.item];
    const Vec3 n = normalized(patch.normal, stage_.up);
    const Vec3 position = patch.position;
    const Vec3 view = normalized(projector_.eye() - position);
    const float ambient = patch.ambient;
    Vec3 albedo = look.albedo;
    if (look.grid) albedo = grid_albedo(albedo, position, n, patch.width);
    if (look.striped) {
        // A pale belt and a darker half show how a ball turns.
        const Vec3 local = inverse_rotate(look.rotation, n);
        if (abs_of(local.y) < 0.17f) {
            albedo = mix(albedo, {0.86f, 0.84f, 0.80f}, 0.75f);
        } else if (local.x * local.y > 0) {
            albedo = 0.80f * albedo;
        }
    }
    const float facing = std::max(dot(n, stage_.to_sun), 0.0f);
    const float sun = facing > 0 ? shadows_.sunlight(position, n, patch.turn, patch.width) : 0.0f;
    const float upward = 0.5f + 0.5f * dot(n, stage_.up);
    const Vec3 sky = (0.62f * ambient) * mix(ground_light, sky_light, upward);
    Vec3 light = (sun * facing * (0.72f + 0.28f * ambient)) * sun_light + sky;
    const Vec3 half = normalized(view + stage_.to_sun);
    const float shine = glint(std::max(dot(n, half), 0.0f)) * sun * (look.grid ? 0.0f : 0.16f);
    // Rims catch the sky a little: silhouettes stand out from what is behind.
    const float rim = fourth(1 - std::clamp(dot(n, view), 0.0f, 1.0f)) * (look.grid ? 0.0f : 0.10f) * ambient;
    const Vec3 color = tone(scale(albedo, light) + shine * sun_light + rim * sky_light);
    // Haze: everything dissolves into the sky far from what the picture is about.
    const float distance = length(position - stage_.focus.center) / std::max(stage_.focus.radius, 1e-6f);
    const float haze = smooth_step(look.grid ? 1.6f : 6.0f, look.grid ? 9.0f : 40.0f, distance);
    return mix(color, sky_color(-1.0f * view, stage_.up), haze);
}

}  // namespace cairn::render
