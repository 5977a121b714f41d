// Single laws of motion: friction on a slope, a wave of dominoes, a spinning top.

#include "scene/angle.hpp"
#include "scene/builder.hpp"

namespace cairn {

namespace {

/// Blocks side by side on a slope, each rougher than the one before; those with friction > tan(angle) stay.
SceneDescription incline(const SceneParameters& parameters) {
    SceneBuilder scene("incline", parameters);
    const int count = parameters.integer("count");
    const float half = 0.25f, thick = 1, half_length = 15;
    const Quat turn = axis_angle({0, 0, 1}, radians(parameters.number("angle")));
    const float half_width = 0.6f * static_cast<float>(count) + 0.5f;
    // Product of the two coefficients, with 1 on the slope: the block's own number is the one that counts.
    ShapeDef slope{.friction = 1};
    slope.friction_combine = Combine::multiply;
    BodyDef ramp;
    ramp.type = BodyType::fixed;
    ramp.rotation = turn;
    ramp.position = rotate(turn, {0, -thick, 0});
    scene.add("slope", ramp, Box{{half_length, thick, half_width}}, slope);
    for (int i = 0; i < count; ++i) {
        ShapeDef material = slope;
        material.friction = parameters.number("friction") + parameters.number("step") * static_cast<float>(i);
        BodyDef def;
        def.rotation = turn;
        const float aside = (static_cast<float>(i) - 0.5f * static_cast<float>(count - 1)) * 1.2f;
        def.position = rotate(turn, {0.5f * half_length, half, aside});
        scene.add(numbered("block", i), def, Box{{half, half, half}}, material);
    }
    scene.camera({4, 10, 18}, {0, 0, 0});
    return scene.description;
}

/// A row of dominoes that bends by `turn` degrees from each to the next; the first is given a push.
SceneDescription dominoes(const SceneParameters& parameters) {
    SceneBuilder scene("dominoes", parameters);
    const int count = parameters.integer("count");
    const float height = parameters.number("height"), push = parameters.number("push");
    const Vec3 half{0.5f * parameters.number("thickness"), 0.5f * height, 0.25f * height};
    const float spacing = 2 * half.x + parameters.number("gap");
    scene.ground(0.6f, max_of(100, spacing * static_cast<float>(count) + 10));
    const float bend = radians(parameters.number("turn"));
    Vec3 place{0, half.y, 0};
    Bounds seen{place, place};
    for (int i = 0; i < count; ++i) {
        BodyDef def;
        const float heading = bend * static_cast<float>(i);
        def.rotation = axis_angle({0, 1, 0}, heading);
        def.position = place;
        if (i == 0) {
            // Turning about the lower front edge: v = w x r, r from the edge to the centre.
            def.angular_velocity = {0, 0, -push};
            def.velocity = cross(def.angular_velocity, {-half.x, half.y, 0});
        }
        scene.add(numbered("domino", i), def, Box{half});
        const Quat halfway = axis_angle({0, 1, 0}, heading + 0.5f * bend);
        place += rotate(halfway, {spacing, 0, 0});
        seen = cairn::join(seen, {place, place});
    }
    const Vec3 target = 0.5f * (seen.lower + seen.upper);
    const float size = length(seen.upper - seen.lower) + height;
    scene.camera(target + Vec3{0.15f * size, 0.55f * size, 0.85f * size}, target);
    scene.description.steps = 600;
    return scene.description;
}

/// A double cone that spins on its tip. Pinned there, it precesses at m g r / (I w) when the spin w is fast.
SceneDescription spinning_top(const SceneParameters& parameters) {
    SceneBuilder scene("spinning-top", parameters);
    const bool pinned = parameters.flag("pinned");
    const int sides = 16;
    const float radius = 0.35f, rim = 0.45f, top = 0.6f;
    std::vector<Vec3> points{{0, 0, 0}, {0, top, 0}};
    for (int i = 0; i < sides; ++i) {
        const Direction direction = direction_of(2 * pi * static_cast<float>(i) / static_cast<float>(sides));
        points.push_back({radius * direction.cosine, rim, radius * direction.sine});
    }
    scene.ground(0.6f, 20);
    const int hull = scene.add_hull("top", std::move(points));
    BodyDef def;
    def.rotation = axis_angle({0, 0, 1}, -radians(parameters.number("tilt")));
    def.position = {0, pinned ? 0.3f : 0.002f, 0};
    const Vec3 axis = rotate(def.rotation, {0, 1, 0});
    def.angular_velocity = parameters.number("spin") * axis;
    const int body = scene.add("top", def, HullReference{hull});
    if (pinned) {
        BallJoint joint;
        joint.anchor = def.position;
        joint.axis = axis;
        scene.join("tip", -1, body, joint);
    }
    scene.camera({1.1f, 1.3f, 1.8f}, {0, 0.45f, 0});
    scene.description.dt = 1.0f / 240;
    scene.description.steps = 1200;
    return scene.description;
}

}  // namespace

std::vector<BuiltinScene> motion_scenes() {
    return {
        {"incline",
         "blocks of growing friction on a slope",
         {real("angle", 20, 0, 80, "of the slope, degrees"), whole("count", 5, 1, 100, "blocks"),
          real("friction", 0.2, 0, 10, "of the first block"),
          real("step", 0.06, 0, 10, "more friction a block")},
         incline},
        {"dominoes",
         "a bent row of dominoes, the first one pushed",
         {whole("count", 80, 2, 10000, "dominoes"), real("height", 0.48, 0.01, 10, "m"),
          real("thickness", 0.075, 0.001, 10, "m"), real("gap", 0.175, 0.001, 10, "between two, m"),
          real("turn", 4, -20, 20, "of each against the one before, degrees"),
          real("push", 3, 0, 100, "angular speed of the first, rad/s")},
         dominoes},
        {"spinning-top",
         "a top that spins on its tip and precesses",
         {real("spin", 80, -1000, 1000, "rad/s about its axis"),
          real("tilt", 20, 0, 80, "from the vertical, degrees"),
          whole("pinned", 1, 0, 1, "1: the tip is held by a ball joint; 0: it stands on the ground"),
          sleep_parameter(false)},
         spinning_top},
    };
}

}  // namespace cairn
