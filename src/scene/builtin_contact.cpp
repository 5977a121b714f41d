// The scenes that Larsen tells of in "A Robot Soccer Simulator": each shows one thing that contact must get
// right.

#include "scene/angle.hpp"
#include "scene/builder.hpp"
#include "scene/random.hpp"

namespace cairn {

namespace {

/// A cylinder that rolls on the level: it should neither pick up speed nor roll as if through mud (his 4.4).
SceneDescription rolling_cylinder(const SceneParameters& parameters) {
    SceneBuilder scene("rolling-cylinder", parameters);
    const int sides = parameters.integer("sides");
    const float radius = parameters.number("radius"), half = radius, speed = parameters.number("speed");
    scene.ground(0.6f, 200);
    BodyDef def;
    // A prism stands on a side, a round one on its lowest line.
    const float step = sides ? 2 * pi / static_cast<float>(sides) : 0;
    const float height = sides ? radius * direction_of(0.5f * step).cosine : radius;
    def.position = {0, height, 0};
    def.velocity = {speed, 0, 0};
    def.angular_velocity = {0, 0, -speed / height};
    if (sides == 0) {
        scene.add("cylinder", def, Capsule{{0, 0, -half}, {0, 0, half}, radius});
    } else {
        std::vector<Vec3> points;
        for (int i = 0; i < sides; ++i) {
            const Direction way = direction_of(step * (static_cast<float>(i) + 0.5f) - 0.5f * pi);
            points.push_back({radius * way.cosine, radius * way.sine, -half});
            points.push_back({radius * way.cosine, radius * way.sine, half});
        }
        scene.add("cylinder", def, HullReference{scene.add_hull("cylinder", std::move(points))});
    }
    scene.camera({2, 2.5f, 6}, {3, 0, 0});
    scene.description.steps = 600;
    return scene.description;
}

/// Stones in empty space that meet in the middle, spinning: far apart in one frame, inside each other in the
/// next.
SceneDescription asteroids(const SceneParameters& parameters) {
    SceneBuilder scene("asteroids", parameters);
    Random random(static_cast<uint64_t>(parameters.integer("seed")));
    const int count = parameters.integer("count");
    const float speed = parameters.number("speed"), size = 0.5f;
    for (int i = 0; i < count; ++i) {
        scene.add_hull(numbered("rock", i), stone_points(random, 20, size));
        const Direction way = direction_of(2 * pi * static_cast<float>(i) / static_cast<float>(count));
        const float lift = random.between(-0.3f, 0.3f) * size;
        BodyDef def;
        def.position = {4 * way.cosine, lift, 4 * way.sine};
        def.rotation = random.rotation();
        def.velocity = {-speed * way.cosine, 0, -speed * way.sine};
        def.angular_velocity = {random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)};
        scene.add(numbered("asteroid", i), def, HullReference{i},
                  {.restitution = parameters.number("restitution")});
    }
    scene.camera({0, 7, 9}, {0, 0, 0});
    return scene.description;
}

/// One block on a slope. With friction > tan(angle) it should stay; a friction law without rest lets it
/// creep.
SceneDescription block_on_ramp(const SceneParameters& parameters) {
    SceneBuilder scene("block-on-ramp", parameters);
    const float half = 0.25f, thick = 1;
    const Quat turn = axis_angle({0, 0, 1}, radians(parameters.number("angle")));
    ShapeDef rough{.friction = 1};
    rough.friction_combine = Combine::multiply;
    BodyDef ramp;
    ramp.type = BodyType::fixed;
    ramp.rotation = turn;
    ramp.position = rotate(turn, {0, -thick, 0});
    scene.add("ramp", ramp, Box{{20, thick, 2}}, rough);
    ShapeDef material = rough;
    material.friction = parameters.number("friction");
    BodyDef block;
    block.rotation = turn;
    block.position = rotate(turn, {0, half, 0});
    block.velocity = rotate(turn, {-parameters.number("speed"), 0, 0});
    scene.add("block", block, Box{{half, half, half}}, material);
    scene.camera({2, 2, 5}, {0, 0, 0});
    return scene.description;
}

/// A block whose middle is beyond the edge of a table: four vertex-face contacts, then two edge-edge ones as
/// it tips over (his Fig. 1).
SceneDescription table_edge(const SceneParameters& parameters) {
    SceneBuilder scene("table-edge", parameters);
    const Vec3 half{0.5f, 0.15f, 0.2f};
    const float height = 1;
    scene.ground();
    scene.add_fixed("table", {-1, 0.5f * height, 0}, Box{{1, 0.5f * height, 1}});
    BodyDef def;
    def.position = {parameters.number("overhang"), height + half.y, 0};
    scene.add("block", def, Box{half});
    scene.camera({2, 2, 4}, {0, 0.7f, 0});
    scene.description.steps = 240;
    return scene.description;
}

}  // namespace

std::vector<BuiltinScene> contact_scenes() {
    return {
        {"rolling-cylinder",
         "a cylinder rolls on the level and should neither speed up nor slow down",
         {whole("sides", 0, 0, 120, "of the prism; 0: round, with round ends"),
          real("radius", 0.25, 0.01, 10, "m"), real("speed", 2, -100, 100, "m/s"), sleep_parameter(false)},
         rolling_cylinder},
        {"asteroids",
         "spinning stones collide in empty space",
         {whole("count", 2, 1, 50, "stones"), real("speed", 20, 0, 1000, "of each, m/s"),
          real("restitution", 0.5, 0, 1, "of the stones"), whole("seed", 1, 1, 1000000, "of the stones"),
          real("gravity", 0, 0, 1000, "downward acceleration, m/s^2"), sleep_parameter(false)},
         asteroids},
        {"block-on-ramp",
         "a block on a slope that friction holds, or not",
         {real("angle", 20, 0, 80, "of the slope, degrees"), real("friction", 0.5, 0, 10, "of the block"),
          real("speed", 0, -100, 100, "down the slope at the start, m/s"), sleep_parameter(false)},
         block_on_ramp},
        {"table-edge",
         "a block tips over the edge of a table",
         {real("overhang", 0.1, -0.5, 0.49, "of its middle beyond the edge, m")},
         table_edge},
    };
}

}  // namespace cairn
