#include "scene/builder.hpp"

#include <cmath>

#include "scene/angle.hpp"
#include "scene/random.hpp"

namespace cairn {

std::string numbered(const char* prefix, int number) { return prefix + std::to_string(number); }

SceneBuilder::SceneBuilder(const char* name, const SceneParameters& parameters) {
    description.name = name;
    description.gravity = {0, -parameters.number("gravity"), 0};
    description.sleep = parameters.flag("sleep");
}

int SceneBuilder::add(std::string name, const BodyDef& def, const SceneGeometry& geometry,
                      const ShapeDef& material) {
    SceneBody body;
    body.name = std::move(name);
    body.def = def;
    body.shapes.push_back({geometry, material});
    description.bodies.push_back(std::move(body));
    return static_cast<int>(description.bodies.size()) - 1;
}

int SceneBuilder::add_fixed(std::string name, Vec3 position, const SceneGeometry& geometry,
                            const ShapeDef& material) {
    BodyDef def;
    def.type = BodyType::fixed;
    def.position = position;
    return add(std::move(name), def, geometry, material);
}

int SceneBuilder::add_hull(std::string name, std::vector<Vec3> points) {
    description.hulls.push_back({std::move(name), std::move(points)});
    return static_cast<int>(description.hulls.size()) - 1;
}

void SceneBuilder::join(std::string name, int body_a, int body_b, const JointDef& def) {
    description.joints.push_back({std::move(name), body_a, body_b, def});
}

void SceneBuilder::ground(float friction, float half_width) {
    add_fixed("ground", {0, -1, 0}, Box{{half_width, 1, half_width}}, {.friction = friction});
}

void SceneBuilder::bin(float half_x, float half_z, float height, float friction) {
    const ShapeDef material{.friction = friction};
    const float thick = 1, middle = 0.5f * height;
    const Box side{{thick, middle, half_z + 2 * thick}};
    const Box end{{half_x, middle, thick}};
    const int walls[] = {add_fixed("wall_right", {half_x + thick, middle, 0}, side, material),
                         add_fixed("wall_left", {-half_x - thick, middle, 0}, side, material),
                         add_fixed("wall_front", {0, middle, half_z + thick}, end, material),
                         add_fixed("wall_back", {0, middle, -half_z - thick}, end, material)};
    for (const int wall : walls) description.bodies[static_cast<size_t>(wall)].hidden = true;
}

Vec3 center_points(std::vector<Vec3>& points) {
    const Vec3 center = mass_properties(Hull(points), 1).center;
    for (Vec3& point : points) point -= center;
    return center;
}

std::vector<Vec3> stone_points(Random& random, int count, float radius) {
    const float x = random.between(0.7f, 1.3f), y = random.between(0.7f, 1.3f),
                z = random.between(0.7f, 1.3f);
    const Vec3 axes{x, y, z};
    std::vector<Vec3> units;
    // Closer together than this, points make slivers of faces; the room on the sphere shrinks with their
    // number.
    const float apart = min_of(0.25f, 4.0f / static_cast<float>(count));
    while (static_cast<int>(units.size()) < count) {
        Vec3 candidate;
        bool crowded = true;
        for (int tries = 0; crowded && tries < 200; ++tries) {
            const float height = random.between(-1, 1);
            const Direction around = direction_of(random.between(0, 2 * pi));
            const float ring = std::sqrt(1 - height * height);
            candidate = {ring * around.cosine, ring * around.sine, height};
            crowded = false;
            for (const Vec3& other : units) crowded = crowded || length_squared(candidate - other) < apart;
        }
        units.push_back(candidate);
    }
    std::vector<Vec3> points;
    for (const Vec3& unit : units) points.push_back(radius * scale(axes, unit));
    center_points(points);
    return points;
}

}  // namespace cairn
