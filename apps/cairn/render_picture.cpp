#include "render_picture.hpp"

#include <algorithm>
#include <cmath>

#include "render_occlusion.hpp"
#include "render_parallel.hpp"
#include "render_raster.hpp"
#include "render_shade.hpp"
#include "render_shadow.hpp"

namespace cairn::render {
namespace {

constexpr size_t batch =
    30000;  // triangles rasterised at once: enough to share out, few enough to stay in cache

// Triangles of the camera's view: faces turned away are left out, faces that cross the near plane are cut.
class ViewTriangles {
public:
    ViewTriangles(const Projector& projector, float near) : projector_(projector), near_(near) {}

    void append(const Triangle& t, uint32_t item, std::vector<ScreenTriangle>& out) const {
        const Vec3 facing = cross(t.position[1] - t.position[0], t.position[2] - t.position[0]);
        if (dot(facing, projector_.eye() - t.position[0]) <= 0) return;
        Vec3 position[4], normal[4];
        int count = 0;
        for (int i = 0; i < 3; ++i) {
            const int j = (i + 1) % 3;
            const float a = projector_.depth(t.position[i]) - near_,
                        b = projector_.depth(t.position[j]) - near_;
            if (a >= 0) add(t.position[i], t.normal[i], position, normal, count);
            if ((a >= 0) == (b >= 0)) continue;
            const float share = a / (a - b);
            add(t.position[i] + share * (t.position[j] - t.position[i]),
                t.normal[i] + share * (t.normal[j] - t.normal[i]), position, normal, count);
        }
        for (int i = 1; i + 1 < count; ++i) {
            ScreenTriangle triangle{};
            triangle.item = item;
            const int corner[3] = {0, i, i + 1};
            for (int k = 0; k < 3; ++k) {
                const ScreenPoint p = projector_.project(position[corner[k]]);
                triangle.x[k] = p.x;
                triangle.y[k] = p.y;
                triangle.nearness[k] = p.inverse_depth;
                triangle.normal[k] = normal[corner[k]];
            }
            out.push_back(triangle);
        }
    }

private:
    static void add(Vec3 p, Vec3 n, Vec3* position, Vec3* normal, int& count) {
        position[count] = p;
        normal[count++] = n;
    }

    const Projector& projector_;
    float near_;
};

template <class Buffer>
void draw_items(const RenderScene& scene, const Projector& projector, float near, bool glass,
                Buffer& buffer) {
    Tessellator tessellator;
    const ViewTriangles view(projector, near);
    std::vector<Triangle> triangles;
    std::vector<ScreenTriangle> screen;
    for (size_t i = 0; i < scene.items.size(); ++i) {
        const RenderItem& item = scene.items[i];
        if (item.glass != glass) continue;
        const Ball ball = bounding_ball(item);
        const float depth = std::max(projector.depth(ball.center), near);
        const float samples = ball.radius * projector.focal() / depth;
        triangles.clear();
        // A circle of r samples drawn with n segments is off by r (pi / n)^2 / 2: this keeps it below a
        // quarter.
        tessellator.append(item, static_cast<int>(4 + 4.5f * std::sqrt(std::min(samples, 4000.0f))),
                           triangles);
        for (const Triangle& t : triangles) view.append(t, static_cast<uint32_t>(i), screen);
        if (screen.size() < batch) continue;
        rasterize(screen, buffer);
        screen.clear();
    }
    rasterize(screen, buffer);
}

// A plane n.p = d seen from the eye e: along the ray e + z r, 1/z = n.r / (d - n.e), exact up to the horizon.
void draw_planes(const RenderScene& scene, const Projector& projector, SurfaceBuffer& surface) {
    for (size_t i = 0; i < scene.items.size(); ++i) {
        const RenderItem& item = scene.items[i];
        const HalfSpace* plane = std::get_if<HalfSpace>(&item.shape);
        if (plane == nullptr) continue;
        const Vec3 normal = normalized(rotate(item.transform.rotation, plane->normal), {0, 1, 0});
        const float offset = plane->offset + dot(normal, item.transform.position);
        const float below = offset - dot(normal, projector.eye());
        if (below >= 0) continue;  // seen from inside the solid side
        for_row_bands(surface.height, [&](int begin, int end) {
            for (int y = begin; y < end; ++y) {
                for (int x = 0; x < surface.width; ++x) {
                    const Vec3 ray =
                        projector.ray(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
                    const float nearness = dot(normal, ray) / below;
                    const size_t sample = surface.at(x, y);
                    if (nearness <= surface.nearness[sample]) continue;
                    surface.nearness[sample] = nearness;
                    surface.item[sample] = static_cast<uint32_t>(i);
                    surface.normal[sample] = normal;
                }
            }
        });
    }
}

struct Layers {
    const RenderScene& scene;
    const Stage& stage;
    const Projector& projector;
    const SurfaceBuffer& surface;
    const std::vector<uint8_t>& glass;
    const std::vector<float>& ambient;
    const Shader& shader;
};

// Where a sample lies beside another body that is not in front of it, it belongs to the outline.
bool on_outline(const Layers& layers, int x, int y) {
    const SurfaceBuffer& surface = layers.surface;
    const size_t here = surface.at(x, y);
    const uint32_t body = layers.scene.items[surface.item[here]].body;
    const auto differs = [&](int u, int v) {
        if (u < 0 || v < 0 || u >= surface.width || v >= surface.height) return false;
        const size_t there = surface.at(u, v);
        if (surface.nearness[there] > surface.nearness[here]) return false;
        return surface.item[there] != no_item && layers.scene.items[surface.item[there]].body != body;
    };
    return differs(x - 1, y) || differs(x + 1, y) || differs(x, y - 1) || differs(x, y + 1);
}

// Where one sheet of glass ends: its edge is what shows clear glass.
bool on_glass_edge(const Layers& layers, int x, int y) {
    if (layers.glass.empty()) return false;
    const SurfaceBuffer& surface = layers.surface;
    const uint8_t here = layers.glass[surface.at(x, y)];
    return (x + 1 < surface.width && layers.glass[surface.at(x + 1, y)] != here) ||
           (y + 1 < surface.height && layers.glass[surface.at(x, y + 1)] != here);
}

Vec3 through_glass(Vec3 color, int sheets) {
    const float clear = std::pow(0.93f, static_cast<float>(sheets));
    return clear * color + (1 - clear) * Vec3{0.62f, 0.72f, 0.78f};
}

// The colour of `width` x `width` samples around the place (x, y), all of them like the given one.
Vec3 shade(const Layers& layers, size_t sample, float x, float y, float width) {
    const SurfaceBuffer& surface = layers.surface;
    const Vec3 ray = layers.projector.ray(x, y);
    const uint32_t item = surface.item[sample];
    if (item == no_item) return sky_color(ray, layers.stage.up);
    const float depth = 1 / surface.nearness[sample];
    const int column = static_cast<int>(x) / 2, row = static_cast<int>(y) / 2;
    const size_t pixel = static_cast<size_t>(row) * static_cast<size_t>(surface.width / 2) + column;
    // Interleaved gradient noise: neighbouring samples get well-spread turns of the shadow pattern.
    const float wave = (0.06711056f * x + 0.00583715f * y) / width;
    const float noise = 52.9829189f * (wave - std::floor(wave));
    return layers.shader.surface({item, layers.projector.eye() + depth * ray, surface.normal[sample],
                                  width * depth / layers.projector.focal(), layers.ambient[pixel],
                                  noise - std::floor(noise)});
}

Vec3 shade_sample(const Layers& layers, int x, int y) {
    const size_t sample = layers.surface.at(x, y);
    Vec3 color = shade(layers, sample, static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f, 1);
    const uint32_t item = layers.surface.item[sample];
    const float outline = item == no_item ? 0.0f : layers.shader.outline(item);
    if (outline > 0 && on_outline(layers, x, y)) color = (1 - outline) * color;
    if (layers.glass.empty()) return color;
    if (on_glass_edge(layers, x, y)) color = 0.6f * color + 0.4f * Vec3{0.30f, 0.42f, 0.48f};
    return through_glass(color, layers.glass[sample]);
}

// Whether the four samples of a pixel show the same smooth piece of one thing, so that one colour serves them
// all.
bool is_even(const Layers& layers, int x, int y) {
    const SurfaceBuffer& surface = layers.surface;
    const size_t first = surface.at(2 * x, 2 * y);
    const uint32_t item = surface.item[first];
    const bool sky = item == no_item;
    if (!sky && layers.shader.painted(item)) return false;
    for (int s = 0; s < 4; ++s) {
        const int u = 2 * x + s % 2, v = 2 * y + s / 2;
        const size_t sample = surface.at(u, v);
        if (surface.item[sample] != item) return false;
        if (on_glass_edge(layers, u, v)) return false;
        if (sky) continue;
        if (dot(surface.normal[sample], surface.normal[first]) < 0.98f) return false;
        if (layers.shader.outline(item) > 0 && on_outline(layers, u, v)) return false;
    }
    return true;
}

Vec3 shade_pixel(const Layers& layers, int x, int y) {
    if (is_even(layers, x, y)) {
        const size_t sample = layers.surface.at(2 * x, 2 * y);
        const Vec3 color =
            shade(layers, sample, static_cast<float>(2 * x) + 0.5f, static_cast<float>(2 * y) + 0.5f, 2);
        return layers.glass.empty() ? color : through_glass(color, layers.glass[sample]);
    }
    Vec3 sum{};
    for (int s = 0; s < 4; ++s) sum += shade_sample(layers, 2 * x + s % 2, 2 * y + s / 2);
    return 0.25f * sum;
}

Image resolve(const Layers& layers, Size size) {
    Image image(size.width, size.height);
    for_row_bands(size.height, [&](int begin, int end) {
        for (int y = begin; y < end; ++y) {
            for (int x = 0; x < size.width; ++x) {
                const Vec3 color = shade_pixel(layers, x, y);
                uint8_t* pixel = image.pixel(x, y);
                for (int c = 0; c < 3; ++c) pixel[c] = to_srgb(color[c]);
            }
        }
    });
    return image;
}

// Occlusion reaches about as far as a typical body is large.
float typical_radius(const RenderScene& scene) {
    std::vector<float> radii;
    for (const RenderItem& item : scene.items) {
        const float radius = bounding_ball(item).radius;
        if (!item.scenery && radius > 0) radii.push_back(radius);
    }
    if (radii.empty()) return 1;
    std::nth_element(radii.begin(), radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2),
                     radii.end());
    return radii[radii.size() / 2];
}

}  // namespace

Image render_picture(const RenderScene& scene, const Camera& camera, Size size) {
    const Projector projector(camera, {2 * size.width, 2 * size.height});
    const Stage stage = set_stage(scene, projector);
    const float near = std::max(1e-3f * length(camera.target - camera.eye), 1e-6f);

    SurfaceBuffer surface(2 * size.width, 2 * size.height);
    draw_items(scene, projector, near, false, surface);
    draw_planes(scene, projector, surface);
    GlassBuffer glass{&surface, {}};
    const auto is_glass = [](const RenderItem& item) { return item.glass; };
    if (std::any_of(scene.items.begin(), scene.items.end(), is_glass)) {
        glass.sheets.assign(surface.item.size(), 0);
        draw_items(scene, projector, near, true, glass);
    }
    const ShadowMap shadows(scene, stage.to_sun, {stage.focus.center, 1.05f * stage.focus.radius});
    const std::vector<float> ambient = ambient_light(surface, projector, 1.3f * typical_radius(scene));
    const Shader shader(scene, stage, projector, shadows);
    return resolve({scene, stage, projector, surface, glass.sheets, ambient, shader}, size);
}

}  // namespace cairn::render
