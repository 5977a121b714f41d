// Boxes on boxes: the tests of every contact solver since Catto 2005.

#include "scene/builder.hpp"

namespace cairn {

namespace {

/// Ten flat boxes let go one on the other with a little air between (Catto 2005, section 9, experiment 2, in
/// metres).
SceneDescription catto_stack(const SceneParameters& parameters) {
    SceneBuilder scene("catto-stack", parameters);
    const int count = parameters.integer("n");
    const float gap = parameters.number("gap");
    const ShapeDef material{.density = parameters.number("density"),
                            .friction = parameters.number("friction")};
    scene.ground(material.friction);
    const Vec3 half{0.35f, 0.175f, 0.35f};
    for (int i = 0; i < count; ++i) {
        BodyDef def;
        def.position.y = gap + half.y + static_cast<float>(i) * (2 * half.y + gap);
        scene.add(numbered("box", i), def, Box{half}, material);
    }
    const float height = static_cast<float>(count) * 0.36f;
    scene.camera({0.6f * height + 1.5f, 0.7f * height + 0.5f, height + 2.5f}, {0, 0.45f * height, 0});
    scene.description.steps = 1200;
    return scene.description;
}

/// Boxes of half width `half` in rows of base, base - 1, ... 1, each row resting on the gaps of the one
/// below.
void add_pyramid(SceneBuilder& scene, int base, float half, Vec3 middle, const ShapeDef& material,
                 int& number) {
    const float spacing = 2.05f * half;
    for (int row = 0; row < base; ++row) {
        for (int column = row; column < base; ++column) {
            BodyDef def;
            const float across = static_cast<float>(column) - 0.5f * static_cast<float>(row + base - 1);
            def.position = middle + Vec3{across * spacing, half + 2 * half * static_cast<float>(row), 0};
            scene.add(numbered("box", number++), def, Box{{half, half, half}}, material);
        }
    }
}

SceneDescription pyramid(const SceneParameters& parameters) {
    SceneBuilder scene("pyramid", parameters);
    const int base = parameters.integer("base");
    const float half = 0.5f * parameters.number("size");
    const ShapeDef material{.friction = parameters.number("friction")};
    scene.ground(material.friction, max_of(100, 2 * static_cast<float>(base) * half));
    int number = 0;
    add_pyramid(scene, base, half, {}, material, number);
    const float height = 2 * half * static_cast<float>(base);
    scene.camera({0.35f * height, 0.5f * height + 1, 1.25f * height + 2}, {0, 0.42f * height, 0});
    return scene.description;
}

SceneDescription many_pyramids(const SceneParameters& parameters) {
    SceneBuilder scene("many-pyramids", parameters);
    const int rows = parameters.integer("rows"), columns = parameters.integer("columns");
    const int base = parameters.integer("base");
    const float half = 0.5f;
    const ShapeDef material{.friction = parameters.number("friction")};
    const float across = static_cast<float>(base) * 1.05f + 2.5f, along = 4;
    const float width = 0.5f * max_of(across * static_cast<float>(columns), along * static_cast<float>(rows));
    scene.ground(material.friction, max_of(100, width + 20));
    int number = 0;
    for (int column = 0; column < columns; ++column) {
        for (int row = 0; row < rows; ++row) {
            const Vec3 middle{(static_cast<float>(column) - 0.5f * static_cast<float>(columns - 1)) * across,
                              0, (static_cast<float>(row) - 0.5f * static_cast<float>(rows - 1)) * along};
            add_pyramid(scene, base, half, middle, material, number);
        }
    }
    scene.camera({0.5f * width, 0.6f * width + 5, 1.3f * width + 10}, {0, 2, 0});
    return scene.description;
}

/// Light boxes with a heavy one on top. Iterative solvers pass the load down one box an iteration, and a
/// light box between heavy things is where they fail (Catto 2005, section 9.3).
SceneDescription mass_ratio(const SceneParameters& parameters) {
    SceneBuilder scene("mass-ratio", parameters);
    const int count = parameters.integer("boxes");
    scene.ground();
    for (int i = 0; i < count; ++i) {
        BodyDef def;
        def.position.y = 0.5f + static_cast<float>(i);
        const bool top = i == count - 1;
        const int box = scene.add(top ? "heavy" : numbered("light", i), def, Box{{0.5f, 0.5f, 0.5f}},
                                  {.density = top ? 1000 * parameters.number("ratio") : 1000});
        if (top) scene.description.bodies[static_cast<size_t>(box)].color = 0xc0392b;
    }
    const float height = static_cast<float>(count);
    scene.camera({0.6f * height + 1.5f, 0.6f * height + 1, height + 3.5f}, {0, 0.45f * height, 0});
    scene.description.steps = 600;
    return scene.description;
}

}  // namespace

std::vector<BuiltinScene> stack_scenes() {
    return {
        {"catto-stack",
         "a stack of flat boxes, dropped on one another (Catto 2005, experiment 2)",
         {whole("n", 10, 1, 1000, "boxes"), real("gap", 0.035, 0, 1, "air between them at the start, m"),
          real("friction", 0.2, 0, 10, "coefficient of friction"), real("density", 1000, 1, 1e6, "kg/m^3"),
          real("gravity", 9.8, 0, 1000, "downward acceleration, m/s^2")},
         catto_stack},
        {"pyramid",
         "a wall of boxes that narrows by one box a row",
         {whole("base", 60, 1, 500, "boxes in the lowest row"),
          real("size", 1, 0.01, 100, "edge of a box, m"),
          real("friction", 0.6, 0, 10, "coefficient of friction"),
          real("gravity", 10, 0, 1000, "downward acceleration, m/s^2")},
         pyramid},
        {"many-pyramids",
         "a field of pyramids",
         {whole("rows", 10, 1, 100, "pyramids one behind the other"),
          whole("columns", 10, 1, 100, "side by side"),
          whole("base", 10, 1, 100, "boxes in the lowest row of each"),
          real("friction", 0.6, 0, 10, "coefficient of friction"),
          real("gravity", 10, 0, 1000, "downward acceleration, m/s^2")},
         many_pyramids},
        {"mass-ratio",
         "light boxes that carry a heavy one",
         {real("ratio", 100, 0.001, 1e6, "mass of the top box over that of the others"),
          whole("boxes", 2, 2, 1000, "boxes, the heavy one included"),
          real("gravity", 9.8, 0, 1000, "downward acceleration, m/s^2")},
         mass_ratio},
    };
}

}  // namespace cairn
