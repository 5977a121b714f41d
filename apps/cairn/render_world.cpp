#include "render_world.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "render_color.hpp"
#include "render_mesh.hpp"
#include "render_panes.hpp"

namespace cairn::render {
namespace {

constexpr uint32_t no_body = 0xffffffffu;

struct Line {
    Vec3 a, b;
};

class LineCollector : public DebugDraw {
public:
    void shape(const Shape&, const Transform&, uint32_t) override {}
    void line(Vec3 a, Vec3 b, uint32_t) override { lines.push_back({a, b}); }
    void point(Vec3, float, uint32_t) override {}
    void bounds(const Bounds&, uint32_t) override {}

    std::vector<Line> lines;
};

uint32_t color_of(const World& world, BodyId body) {
    switch (world.type(body)) {
        case BodyType::fixed:
            return fixed_color;
        case BodyType::kinematic:
            return kinematic_color;
        default:
            return body_color(body.index, !world.awake(body));
    }
}

// Rods a tenth as thick as a typical body, so that they show and do not hide.
float rod_radius(const RenderScene& scene) {
    std::vector<float> radii;
    for (const RenderItem& item : scene.items) {
        if (!item.scenery) radii.push_back(bounding_ball(item).radius);
    }
    if (radii.empty()) return 0.02f;
    std::nth_element(radii.begin(), radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2),
                     radii.end());
    return 0.05f * radii[radii.size() / 2];
}

void add_joint_rods(const World& world, RenderScene& scene) {
    LineCollector collector;
    world.draw(collector, {.shapes = false, .contacts = false, .normals = false, .joints = true});
    const float radius = rod_radius(scene);
    for (const Line& line : collector.lines) {
        if (!std::isfinite(length(line.a) + length(line.b))) continue;
        RenderItem rod{Capsule{line.a, line.b, radius}};
        rod.rgb = joint_color;
        rod.body = no_body;
        rod.scenery = rod.rod = true;
        scene.items.push_back(rod);
    }
}

}  // namespace

RenderScene scene_of(const World& world) {
    RenderScene scene;
    scene.up = normalized(-world.gravity(), {0, 1, 0});
    for (const BodyId body : world.bodies()) {
        for (const ShapeId shape : world.shapes(body)) {
            RenderItem item{world.geometry(shape)};
            item.transform = world.transform(body);
            item.rgb = color_of(world, body);
            item.scenery = world.type(body) == BodyType::fixed;
            item.glass = world.definition(shape).sensor;
            item.body = body.index;
            scene.items.push_back(std::move(item));
        }
    }
    if (!world.joints().empty()) add_joint_rods(world, scene);
    return scene;
}

RenderScene scene_of(const Scene& scene) {
    RenderScene result = scene_of(scene.world());
    std::unordered_map<uint32_t, const SceneBody*> described;
    for (size_t i = 0; i < scene.bodies().size(); ++i) {
        described[scene.bodies()[i].index] = &scene.description().bodies[i];
    }
    const auto find = [&](const RenderItem& item) -> const SceneBody* {
        const auto found = described.find(item.body);
        return found == described.end() ? nullptr : found->second;
    };
    const auto is_seen = [&](const RenderItem& item) {
        const SceneBody* body = find(item);
        return body == nullptr || !body->hidden;
    };
    const auto first_hidden = std::stable_partition(result.items.begin(), result.items.end(), is_seen);
    const std::vector<RenderItem> hidden(first_hidden, result.items.end());
    result.items.erase(first_hidden, result.items.end());
    add_panes(hidden, result);
    for (RenderItem& item : result.items) {
        const SceneBody* body = find(item);
        if (body != nullptr && body->color) item.rgb = *body->color;
    }
    return result;
}

Vec3 camera_direction(const SceneDescription& description) {
    return description.camera ? description.camera->eye - description.camera->target : Vec3{};
}

}  // namespace cairn::render
