// Bins full of things: what broad phase, narrow phase and solver meet in games and granular work.

#include "scene/angle.hpp"
#include "scene/builder.hpp"
#include "scene/random.hpp"

namespace cairn {

namespace {

/// A grid of columns x columns x layers places above a bin that just holds it.
struct Grid {
    int columns, layers;
    float spacing, lift, layer_height;

    int count() const { return columns * columns * layers; }
    float half_width() const { return 0.5f * static_cast<float>(columns) * spacing; }
    Vec3 place(int index) const {
        const int layer = index / (columns * columns), rest = index % (columns * columns);
        const float middle = 0.5f * static_cast<float>(columns - 1);
        return {(static_cast<float>(rest / columns) - middle) * spacing,
                lift + static_cast<float>(layer) * layer_height,
                (static_cast<float>(rest % columns) - middle) * spacing};
    }
};

SceneBuilder begin_pile(const char* name, const SceneParameters& parameters, const Grid& grid, float slack) {
    SceneBuilder scene(name, parameters);
    scene.ground(0.6f, max_of(100, 4 * grid.half_width()));
    const float height = grid.lift + grid.layer_height * static_cast<float>(grid.layers);
    scene.bin(grid.half_width() + slack, grid.half_width() + slack, max_of(60, 2 * height));
    const float width = grid.half_width() * 2, view = 0.5f * height + width;
    scene.camera({0.5f * view, 0.55f * view, 1.1f * view}, {0, 0.22f * height, 0});
    return scene;
}

std::vector<SceneParameter> pile_parameters(int columns, int layers, int seed) {
    return {whole("columns", columns, 1, 100, "bodies along each side of a layer"),
            whole("layers", layers, 1, 1000, "layers"), real("size", 0.5, 0.01, 10, "of a body, m"),
            whole("seed", seed, 1, 1000000, "of the random poses"),
            real("gravity", 10, 0, 1000, "downward acceleration, m/s^2")};
}

Grid grid_of(const SceneParameters& parameters, float spacing, float lift, float layer_height) {
    const float size = parameters.number("size");
    return {parameters.integer("columns"), parameters.integer("layers"), spacing * size, lift * size,
            layer_height * size};
}

SceneDescription box_pile(const SceneParameters& parameters) {
    const Grid grid = grid_of(parameters, 1.76f, 1, 1.76f);
    const float half = 0.5f * parameters.number("size");
    SceneBuilder scene = begin_pile("box-pile", parameters, grid, 0.4f * half);
    Random random(static_cast<uint64_t>(parameters.integer("seed")));
    for (int i = 0; i < grid.count(); ++i) {
        BodyDef def;
        def.position = grid.place(i);
        def.rotation = random.rotation();
        scene.add(numbered("box", i), def, Box{{half, half, half}});
    }
    return scene.description;
}

SceneDescription sphere_pile(const SceneParameters& parameters) {
    const Grid grid = grid_of(parameters, 1.1f, 1, 1.2f);
    const float radius = 0.5f * parameters.number("size");
    SceneBuilder scene = begin_pile("sphere-pile", parameters, grid, 0.2f * radius);
    Random random(static_cast<uint64_t>(parameters.integer("seed")));
    for (int i = 0; i < grid.count(); ++i) {
        BodyDef def;
        def.position = grid.place(i);
        def.position.x += random.between(-0.08f, 0.08f) * radius;  // a perfect lattice would never tumble
        def.position.z += random.between(-0.08f, 0.08f) * radius;
        scene.add(numbered("sphere", i), def, Sphere{radius});
    }
    return scene.description;
}

void add_stone_hulls(SceneBuilder& scene, Random& random, int kinds, int points, float size) {
    for (int i = 0; i < kinds; ++i) {
        scene.add_hull(numbered("stone", i), stone_points(random, points, 0.7f * size));
    }
}

SceneDescription hull_pile(const SceneParameters& parameters) {
    const Grid grid = grid_of(parameters, 1.7f, 1.2f, 1.9f);
    const float size = parameters.number("size");
    const int kinds = parameters.integer("kinds");
    SceneBuilder scene = begin_pile("hull-pile", parameters, grid, 0.2f * size);
    Random random(static_cast<uint64_t>(parameters.integer("seed")));
    add_stone_hulls(scene, random, kinds, parameters.integer("points"), size);
    for (int i = 0; i < grid.count(); ++i) {
        BodyDef def;
        def.position = grid.place(i);
        def.rotation = random.rotation();
        scene.add(numbered("stone", i), def, HullReference{i % kinds});
    }
    return scene.description;
}

/// One of each kind of shape in turn, and a body of three shapes.
SceneDescription mixed_pile(const SceneParameters& parameters) {
    const Grid grid = grid_of(parameters, 1.8f, 1.2f, 1.9f);
    const float size = parameters.number("size"), half = 0.5f * size;
    SceneBuilder scene = begin_pile("mixed-pile", parameters, grid, 0.2f * size);
    Random random(static_cast<uint64_t>(parameters.integer("seed")));
    const int kinds = 8;
    add_stone_hulls(scene, random, kinds, 12, 0.8f * size);
    for (int i = 0; i < grid.count(); ++i) {
        BodyDef def;
        def.position = grid.place(i);
        def.rotation = random.rotation();
        switch (i % 5) {
            case 0:
                scene.add(numbered("box", i), def, Box{{half, 0.7f * half, half}});
                break;
            case 1:
                scene.add(numbered("sphere", i), def, Sphere{0.9f * half});
                break;
            case 2:
                scene.add(numbered("capsule", i), def,
                          Capsule{{0, -0.6f * half, 0}, {0, 0.6f * half, 0}, 0.5f * half});
                break;
            case 3:
                scene.add(numbered("stone", i), def, HullReference{(i / 5) % kinds});
                break;
            default: {
                const float end = 0.8f * half;
                const int body =
                    scene.add(numbered("dumbbell", i), def, Capsule{{0, -end, 0}, {0, end, 0}, 0.25f * half});
                std::vector<SceneShape>& shapes = scene.description.bodies[static_cast<size_t>(body)].shapes;
                shapes.push_back({Sphere{0.5f * half, {0, -end, 0}}, {}});
                shapes.push_back({Box{{0.45f * half, 0.45f * half, 0.45f * half}, {0, end, 0}}, {}});
            }
        }
    }
    return scene.description;
}

}  // namespace

std::vector<BuiltinScene> pile_scenes() {
    std::vector<SceneParameter> hulls = pile_parameters(10, 15, 3);
    hulls.push_back(whole("kinds", 50, 1, 10000, "different hulls"));
    hulls.push_back(whole("points", 16, 4, 255, "of each hull"));
    return {
        {"box-pile", "boxes, any way up, poured into a bin", pile_parameters(8, 40, 1), box_pile},
        {"sphere-pile", "balls poured into a bin", pile_parameters(10, 40, 2), sphere_pile},
        {"hull-pile", "stones (random convex hulls) poured into a bin", std::move(hulls), hull_pile},
        {"mixed-pile", "boxes, balls, capsules, stones and dumbbells in a bin", pile_parameters(8, 12, 5),
         mixed_pile},
    };
}

}  // namespace cairn
