// Things held together by joints: nets, dolls, chains, bridges.

#include "scene/angle.hpp"
#include "scene/builder.hpp"
#include "scene/random.hpp"

namespace cairn {

namespace {

/// A square net of balls that hangs from one side; none collide, so only joints work.
SceneDescription joint_grid(const SceneParameters& parameters) {
    SceneBuilder scene("joint-grid", parameters);
    const int size = parameters.integer("n");
    ShapeDef material;
    material.filter.group = -1;
    const auto index = [size](int i, int j) { return i * size + j; };
    for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) {
            BodyDef def;
            def.type = j == 0 ? BodyType::fixed : BodyType::dynamic;
            def.position = {static_cast<float>(i), 0, static_cast<float>(j)};
            scene.add(numbered("ball", index(i, j)), def, Sphere{0.4f}, material);
        }
    }
    int number = 0;
    const auto ball = [&](int a, int b, Vec3 anchor) {
        BallJoint joint;
        joint.anchor = anchor;
        scene.join(numbered("joint", number++), a, b, joint);
    };
    for (int i = 0; i < size; ++i) {
        for (int j = 0; j < size; ++j) {
            const float x = static_cast<float>(i), z = static_cast<float>(j);
            if (j + 1 < size) ball(index(i, j), index(i, j + 1), {x, 0, z + 0.5f});
            if (i + 1 < size && j > 0) ball(index(i, j), index(i + 1, j), {x + 0.5f, 0, z});
        }
    }
    const float width = static_cast<float>(size);
    scene.camera({1.3f * width, 0.2f * width, 1.7f * width}, {0.5f * width, -0.5f * width, 0.2f * width});
    return scene.description;
}

/// A doll of ten capsules in the shape of a T, turned by `yaw` about the vertical.
class Doll {
public:
    Doll(SceneBuilder& scene, int number, Vec3 origin, float yaw, bool limits)
        : scene_(scene), prefix_("doll" + std::to_string(number) + "."), limits_(limits) {
        frame_ = {origin, axis_angle({0, 1, 0}, yaw)};
        material_.filter.group = -1 - number;  // the parts of one doll do not collide with each other
        const Quat upright{}, sideways = axis_angle({0, 0, 1}, -0.5f * pi);
        const int torso = part("torso", {0, 1.20f, 0}, 0.20f, 0.16f, upright);
        const int head = part("head", {0, 1.66f, 0}, 0.04f, 0.10f, upright);
        ball("neck", torso, head, {0, 1.53f, 0}, {0, 1, 0}, 0.6f);
        for (const float side : {-1.0f, 1.0f}) {
            const std::string hand = side < 0 ? "left_" : "right_";
            const int upper_arm = part(hand + "upper_arm", {side * 0.38f, 1.40f, 0}, 0.12f, 0.06f, sideways);
            const int lower_arm = part(hand + "lower_arm", {side * 0.74f, 1.40f, 0}, 0.12f, 0.05f, sideways);
            const int thigh = part(hand + "thigh", {side * 0.10f, 0.68f, 0}, 0.15f, 0.08f, upright);
            const int shin = part(hand + "shin", {side * 0.10f, 0.24f, 0}, 0.15f, 0.06f, upright);
            ball(hand + "shoulder", torso, upper_arm, {side * 0.20f, 1.40f, 0}, {side, 0, 0}, 1.4f);
            ball(hand + "elbow", upper_arm, lower_arm, {side * 0.56f, 1.40f, 0}, {side, 0, 0}, 1.2f);
            ball(hand + "hip", torso, thigh, {side * 0.10f, 0.90f, 0}, {0, -1, 0}, 0.9f);
            ball(hand + "knee", thigh, shin, {side * 0.10f, 0.46f, 0}, {0, -1, 0}, 1.2f);
        }
    }

private:
    int part(const std::string& name, Vec3 place, float half_length, float radius, Quat rotation) {
        BodyDef def;
        def.position = frame_ * place;
        def.rotation = frame_.rotation * rotation;
        return scene_.add(prefix_ + name, def, Capsule{{0, -half_length, 0}, {0, half_length, 0}, radius},
                          material_);
    }
    void ball(const std::string& name, int a, int b, Vec3 anchor, Vec3 axis, float cone) {
        BallJoint joint;
        joint.anchor = frame_ * anchor;
        joint.axis = rotate(frame_.rotation, axis);
        if (limits_) {
            joint.cone_limit = cone;
            joint.twist = {true, -0.6f, 0.6f};
        }
        scene_.join(prefix_ + name, a, b, joint);
    }

    SceneBuilder& scene_;
    std::string prefix_;
    bool limits_;
    Transform frame_{};
    ShapeDef material_{};
};

SceneDescription ragdolls(const SceneParameters& parameters) {
    SceneBuilder scene("ragdolls", parameters);
    Random random(static_cast<uint64_t>(parameters.integer("seed")));
    const int count = parameters.integer("count");
    scene.ground();
    for (int i = 0; i < count; ++i) {
        const int layer = i / 25, column = i % 25 / 5, row = i % 5;
        const float yaw = random.between(0, 2 * pi);
        const float x = static_cast<float>(column - 2) * 1.9f + random.between(-0.1f, 0.1f);
        const float z = static_cast<float>(row - 2) * 1.9f + random.between(-0.1f, 0.1f);
        Doll(scene, i, {x, 0.3f + 2 * static_cast<float>(layer), z}, yaw, parameters.flag("limits"));
    }
    const float height = 2 * static_cast<float>((count + 24) / 25);
    scene.camera({6, 5 + 0.5f * height, 12 + height}, {0, 0.3f * height, 0});
    return scene.description;
}

/// Links that hang from the world, with a weight at the end; `angle` lifts the whole chain sideways at the
/// start.
SceneDescription chain(const SceneParameters& parameters) {
    SceneBuilder scene("chain", parameters);
    const int links = parameters.integer("links");
    const float length = 0.25f, radius = 0.04f, weight = parameters.number("weight");
    const float angle = radians(parameters.number("angle"));
    const Quat turn = axis_angle({0, 0, 1}, angle);
    const Vec3 down = rotate(turn, {0, -1, 0});
    const Vec3 top{0, length * static_cast<float>(links) + 2, 0};
    int above = -1;
    for (int i = 0; i <= links; ++i) {
        const bool last = i == links;
        BodyDef def;
        def.rotation = turn;
        const Vec3 anchor = top + length * static_cast<float>(i) * down;
        const float ball_radius = 0.3f;
        def.position = anchor + (last ? ball_radius : 0.5f * length) * down;
        def.mass = last ? weight : parameters.number("link_mass");
        const float half = 0.5f * length - radius;
        const SceneGeometry geometry = last ? SceneGeometry(Sphere{ball_radius})
                                            : SceneGeometry(Capsule{{0, -half, 0}, {0, half, 0}, radius});
        const int body = scene.add(last ? "weight" : numbered("link", i), def, geometry);
        BallJoint joint;
        joint.anchor = anchor;
        joint.axis = down;
        scene.join(numbered("joint", i), above, body, joint);
        above = body;
    }
    const float size = top.y;
    scene.camera({0.5f * size, 0.7f * size, 1.5f * size}, {0, 0.5f * size, 0});
    return scene.description;
}

/// Planks hinged to each other along an arc between two posts, with crates falling on them.
SceneDescription bridge(const SceneParameters& parameters) {
    SceneBuilder scene("bridge", parameters);
    const int planks = parameters.integer("planks"), crates = parameters.integer("crates");
    const float half = 0.3f, height = 4, half_depth = 1, thick = 0.06f;
    // Hanging straight between the posts it would need endless tension: it hangs in an arc of `bend` degrees.
    const float bend = radians(parameters.number("bend")), step = bend / static_cast<float>(planks);
    const float radius = half / direction_of(0.5f * step).sine;
    const auto on_arc = [&](float angle) {
        const Direction direction = direction_of(angle), end = direction_of(0.5f * bend);
        return Vec3{radius * direction.sine, height - thick - radius * (direction.cosine - end.cosine), 0};
    };
    const float span = on_arc(0.5f * bend).x;
    scene.ground();
    const Box post{{0.5f, 0.5f * height, half_depth}};
    const int left = scene.add_fixed("left_post", {-span - 0.55f, 0.5f * height, 0}, post);
    const int right = scene.add_fixed("right_post", {span + 0.55f, 0.5f * height, 0}, post);
    int before = left;
    const auto hinge = [&](int number, int body) {
        HingeJoint joint;
        joint.anchor = on_arc(-0.5f * bend + step * static_cast<float>(number));
        joint.axis = {0, 0, 1};
        scene.join(numbered("hinge", number), before, body, joint);
        before = body;
    };
    for (int i = 0; i < planks; ++i) {
        const float angle = -0.5f * bend + step * static_cast<float>(i);
        BodyDef def;
        def.position = 0.5f * (on_arc(angle) + on_arc(angle + step));
        def.rotation = axis_angle({0, 0, 1}, angle + 0.5f * step);
        const Box plank{{0.93f * half, thick, half_depth}};
        hinge(i, scene.add(numbered("plank", i), def, plank, {.density = 500}));
    }
    hinge(planks, right);
    for (int i = 0; i < crates; ++i) {
        BodyDef def;
        const float place = static_cast<float>(i % 7) - 3;
        def.position = {place * 0.25f * span, height + 1 + 0.8f * static_cast<float>(i / 7 + i % 3), 0};
        scene.add(numbered("crate", i), def, Box{{0.25f, 0.25f, 0.25f}}, {.density = 300});
    }
    scene.camera({0.5f * span, height + 0.4f * span, 1.4f * span + 4}, {0, 0.7f * height, 0});
    scene.description.steps = 600;
    return scene.description;
}

}  // namespace

std::vector<BuiltinScene> joint_scenes() {
    return {
        {"joint-grid",
         "a net of balls on ball joints, hung from one side",
         {whole("n", 40, 2, 400, "balls along each side"),
          real("gravity", 10, 0, 1000, "downward acceleration, m/s^2")},
         joint_grid},
        {"ragdolls",
         "dolls of ten capsules and nine ball joints, falling in a heap",
         {whole("count", 200, 1, 20000, "dolls"),
          whole("limits", 0, 0, 1, "1: joints have cone and twist limits"),
          whole("seed", 4, 1, 1000000, "of the random poses"),
          real("gravity", 10, 0, 1000, "downward acceleration, m/s^2")},
         ragdolls},
        {"chain",
         "light links that carry a heavy ball",
         {whole("links", 20, 1, 1000, "links"), real("link_mass", 0.1, 1e-4, 1e6, "kg"),
          real("weight", 5, 1e-4, 1e6, "mass of the ball, kg"),
          real("angle", 60, -180, 180, "of the chain from the vertical at the start, degrees")},
         chain},
        {"bridge",
         "a hanging bridge of hinged planks under falling crates",
         {whole("planks", 20, 2, 500, "planks"), whole("crates", 12, 0, 1000, "crates"),
          real("bend", 50, 1, 150, "of the arc in which it hangs, degrees")},
         bridge},
    };
}

}  // namespace cairn
