// Joints and contacts together: a cradle, a wrecking ball, a turning drum.

#include <cairn/error.hpp>

#include "scene/angle.hpp"
#include "scene/builder.hpp"

namespace cairn {

namespace {

/// Balls in a row, each on two strings; some are lifted aside.
SceneDescription newton_cradle(const SceneParameters& parameters) {
    SceneBuilder scene("newton-cradle", parameters);
    const int balls = parameters.integer("balls"), lifted = parameters.integer("lifted");
    if (lifted > balls) {
        throw Error("newton-cradle: lifted must be at most balls (" + std::to_string(balls) + "), got " +
                    std::to_string(lifted));
    }
    const float radius = 0.25f, length = 2.5f, spread = 0.8f, top = 3.5f;
    const float spacing = 2 * radius + parameters.number("gap");
    const Direction lift = direction_of(radians(parameters.number("angle")));
    const ShapeDef material{.density = 7800, .friction = 0, .restitution = parameters.number("restitution")};
    int number = 0;
    for (int i = 0; i < balls; ++i) {
        const float x = (static_cast<float>(i) - 0.5f * static_cast<float>(balls - 1)) * spacing;
        BodyDef def;
        def.position = {x, top - length, 0};
        if (i < lifted) def.position = {x - length * lift.sine, top - length * lift.cosine, 0};
        const int ball = scene.add(numbered("ball", i), def, Sphere{radius}, material);
        for (const float side : {-spread, spread}) {
            DistanceJoint string;
            string.anchor_a = {x, top, side};
            string.anchor_b = def.position;
            scene.join(numbered("string", number++), -1, ball, string);
        }
    }
    const float view = 3 + static_cast<float>(balls) * radius;
    scene.camera({0.3f * view, 2.6f, 1.3f * view}, {0, 2, 0});
    scene.description.dt = 1.0f / 240;
    scene.description.steps = 1200;
    return scene.description;
}

/// A wall in brick bond: every second row is moved by half a brick.
void add_wall(SceneBuilder& scene, int rows, int columns, Vec3 half) {
    int number = 0;
    for (int row = 0; row < rows; ++row) {
        const float shift = row % 2 ? half.z : 0;
        for (int column = 0; column < columns; ++column) {
            const float across = static_cast<float>(column) - 0.5f * static_cast<float>(columns - 1);
            BodyDef def;
            def.position = {0, half.y + 2 * half.y * static_cast<float>(row),
                            across * 2.02f * half.z + shift};
            scene.add(numbered("brick", number++), def, Box{half}, {.density = 1500});
        }
    }
}

SceneDescription wrecking_ball(const SceneParameters& parameters) {
    SceneBuilder scene("wrecking-ball", parameters);
    const int rows = parameters.integer("rows"), links = 8;
    const Vec3 half{0.25f, 0.2f, 0.45f};
    scene.ground();
    add_wall(scene, rows, parameters.integer("columns"), half);

    const float height = 2 * half.y * static_cast<float>(rows), radius = 0.8f, rope = 0.5f * height + 4;
    const Vec3 pivot{-radius - half.x, 0.5f * height + rope,
                     0};  // hanging straight, the ball touches the wall
    const Vec3 along = rotate(axis_angle({0, 0, 1}, -radians(parameters.number("angle"))), {0, -1, 0});
    const Quat turn = rotation_between({0, -1, 0}, along);
    const float length = (rope - radius) / static_cast<float>(links);
    int above = -1;
    for (int i = 0; i <= links; ++i) {
        const bool last = i == links;
        const Vec3 anchor = pivot + length * static_cast<float>(i) * along;
        BodyDef def;
        def.rotation = turn;
        def.position = anchor + (last ? radius : 0.5f * length) * along;
        const float thick = 0.12f, end = 0.5f * length - thick;
        const int body =
            last ? scene.add("ball", def, Sphere{radius}, {.density = parameters.number("density")})
                 : scene.add(numbered("link", i), def, Capsule{{0, -end, 0}, {0, end, 0}, thick},
                             {.density = 7800});
        BallJoint joint;
        joint.anchor = anchor;
        joint.axis = along;
        scene.join(numbered("joint", i), above, body, joint);
        above = body;
    }
    scene.description.bodies[static_cast<size_t>(above)].color = 0x34495e;
    scene.camera({-0.7f * height - 4, height + 1, 1.2f * height + 7}, {0, 0.5f * height, 0});
    return scene.description;
}

/// Places of boxes of half width `half` inside a lying drum, layer by layer.
std::vector<Vec3> drum_places(float radius, float half_depth, float half) {
    std::vector<Vec3> places;
    const float spacing = 2.3f * half, reach = radius - 4 * half;
    const int across = static_cast<int>(reach / spacing),
              along = static_cast<int>((half_depth - half) / spacing);
    for (int i = -across; i <= across; ++i) {
        for (int j = -across; j <= across; ++j) {
            const float x = static_cast<float>(j) * spacing, y = static_cast<float>(i) * spacing;
            if (x * x + y * y > reach * reach) continue;
            for (int k = -along; k <= along; ++k) places.push_back({x, y, static_cast<float>(k) * spacing});
        }
    }
    return places;
}

/// Staves in a ring and paddles that lift what lies in the drum; one kinematic body of many boxes.
void add_drum(SceneBuilder& scene, Vec3 center, float radius, float half_depth, float speed) {
    const int staves = 32, paddles = 6;
    const float thick = 0.15f, turn = 2 * pi / static_cast<float>(staves);
    const Direction half_turn = direction_of(0.5f * turn);
    const float half_length = 1.05f * (radius + 2 * thick) * half_turn.sine / half_turn.cosine;
    SceneBody drum;
    drum.name = "drum";
    drum.def.type = BodyType::kinematic;
    drum.def.position = center;
    drum.color = 0x95a5a6;
    const auto add = [&](float angle, float distance, Vec3 half) {
        const Direction direction = direction_of(angle);
        Box box{
            half, {distance * direction.cosine, distance * direction.sine, 0}, axis_angle({0, 0, 1}, angle)};
        drum.shapes.push_back({box, {.friction = 0.8f}});
    };
    for (int i = 0; i < staves; ++i) {
        add(turn * static_cast<float>(i), radius + thick, {thick, half_length, half_depth});
    }
    for (int i = 0; i < paddles; ++i) {
        const float angle = 2 * pi * (static_cast<float>(i) + 0.5f) / static_cast<float>(paddles);
        add(angle, 0.9f * radius, {0.1f * radius, 0.1f, half_depth});
    }
    scene.description.bodies.push_back(std::move(drum));
    SceneMotion motion;
    motion.body = static_cast<int>(scene.description.bodies.size()) - 1;
    motion.speed = speed;
    motion.ramp = 1;
    scene.description.motions.push_back(motion);
}

SceneDescription washer(const SceneParameters& parameters) {
    SceneBuilder scene("washer", parameters);
    const int count = parameters.integer("count");
    const float radius = parameters.number("radius"), half = 0.5f * parameters.number("size");
    const float half_depth = 0.5f * parameters.number("depth");
    const Vec3 center{0, radius + 1, 0};
    const std::vector<Vec3> places = drum_places(radius, half_depth, half);
    if (places.empty())
        throw Error("washer: not one box of this size fits into a drum of this radius and depth");
    if (count > static_cast<int>(places.size())) {
        throw Error("washer: count must be at most " + std::to_string(places.size()) +
                    ", what a drum of this radius and depth holds, got " + std::to_string(count));
    }
    add_drum(scene, center, radius, half_depth, parameters.number("speed"));
    for (const float side : {-1.0f, 1.0f}) {
        const int lid = scene.add_fixed(side < 0 ? "lid_back" : "lid_front",
                                        center + Vec3{0, 0, side * (half_depth + 0.5f)},
                                        Box{{1.2f * radius, 1.2f * radius, 0.5f}}, {.friction = 0});
        scene.description.bodies[static_cast<size_t>(lid)].hidden = true;
    }
    for (int i = 0; i < count; ++i) {
        BodyDef def;
        def.position = center + places[static_cast<size_t>(i)];
        scene.add(numbered("box", i), def, Box{{half, half, half}});
    }
    scene.camera({0.3f * radius, center.y + 0.2f * radius, 3.2f * radius + half_depth}, center);
    scene.description.steps = 600;
    return scene.description;
}

}  // namespace

std::vector<BuiltinScene> machine_scenes() {
    return {
        {"newton-cradle",
         "hanging balls that pass a blow along the row",
         {whole("balls", 5, 2, 50, "balls"), whole("lifted", 1, 1, 50, "balls lifted aside at the start"),
          real("angle", 40, 0, 90, "by which they are lifted, degrees"),
          real("gap", 0.01, 0, 1, "between neighbours, m"), real("restitution", 1, 0, 1, "of a blow"),
          sleep_parameter(false)},
         newton_cradle},
        {"wrecking-ball",
         "a ball on a chain swings into a brick wall",
         {whole("rows", 14, 1, 200, "rows of bricks"), whole("columns", 10, 1, 200, "bricks in a row"),
          real("angle", 60, 0, 100, "by which the ball is drawn back, degrees"),
          real("density", 3000, 1, 1e6, "of the ball, kg/m^3")},
         wrecking_ball},
        {"washer",
         "boxes tumble in a turning drum",
         {whole("count", 800, 1, 100000, "boxes"), real("radius", 4, 1, 100, "of the drum, m"),
          real("depth", 4, 0.5, 100, "of the drum, m"), real("size", 0.3, 0.05, 10, "edge of a box, m"),
          real("speed", 1.2, -20, 20, "of the drum, rad/s")},
         washer},
    };
}

}  // namespace cairn
