#include "soccer_picture.hpp"

#include <vector>

#include "math/trigonometry.hpp"

namespace cairn::soccer {

namespace {

using render::RenderItem;
using render::RenderScene;

constexpr uint32_t carpet_colors[2] = {0x2a7440, 0x256a3a};
constexpr uint32_t line_color = 0xf4f4f0, wall_color = 0x54585c;
constexpr uint32_t ball_color = 0xff7a18, lid_color = 0x16181b, nose_color = 0x9aa0a6;
constexpr uint32_t team_colors[2] = {0xf2c21a, 0x2b62d9};
constexpr uint32_t pink = 0xf05fb4, green = 0x45d65a;
constexpr float drawn_line = 0.022f;  // twice the real width, or they would be lost between pixels
constexpr float wall_height = 0.1f, wall_thickness = 0.04f;

class Stage {
public:
    explicit Stage(RenderScene& scene) : scene_(scene) {}

    void begin_body() { ++body_; }
    void add(Shape shape, uint32_t rgb, const Transform& transform = {{}, {}}, bool glass = false) {
        RenderItem item{std::move(shape)};
        item.transform = transform;
        item.rgb = rgb;
        item.body = body_;
        item.glass = glass;
        scene_.items.push_back(std::move(item));
    }
    /// A flat box on the floor from one point to another.
    void line(Vec3 from, Vec3 to) {
        const Vec3 middle = 0.5f * (from + to), way = to - from;
        const Quat turn = axis_angle({0, 0, 1}, arc_tangent2(way.y, way.x));
        const float reach = 0.5f * length(way) + 0.5f * drawn_line;
        add(Box{{reach, 0.5f * drawn_line, 0.001f}}, line_color, {middle, turn});
    }

private:
    RenderScene& scene_;
    uint32_t body_ = 1;
};

Hull disc(float radius, float bottom, float top) {
    std::vector<Vec3> points;
    constexpr int corners = 16;
    for (int i = 0; i < corners; ++i) {
        const auto [s, c] = sine_cosine(2 * pi * static_cast<float>(i) / corners);
        points.push_back({radius * c, radius * s, bottom});
        points.push_back({radius * c, radius * s, top});
    }
    return Hull(points);
}

void add_ground(Stage& stage, const Field& field) {
    const float x = field.wall_x(), y = field.wall_y(), thick = 0.5f * wall_thickness;
    constexpr int stripes = 12;
    const float half_stripe = x / stripes;
    for (int i = 0; i < stripes; ++i) {
        const float middle = -x + half_stripe * static_cast<float>(2 * i + 1);
        stage.add(Box{{half_stripe, y, 0.05f}, {middle, 0, -0.05f}}, carpet_colors[i % 2]);
    }
    for (const FieldLine& line : lines_of(field)) {
        if (line.radius == 0) {
            stage.line(line.from, line.to);
            continue;
        }
        constexpr int pieces = 48;
        Vec3 before = line.from + Vec3{line.radius, 0, 0};
        for (int i = 1; i <= pieces; ++i) {
            const auto [s, c] = sine_cosine(2 * pi * static_cast<float>(i) / pieces);
            const Vec3 next = line.from + Vec3{line.radius * c, line.radius * s, 0};
            stage.line(before, next);
            before = next;
        }
    }
    stage.begin_body();
    for (const float side : {-1.0f, 1.0f}) {
        const Vec3 along{x + 2 * thick, thick, 0.5f * wall_height}, across{thick, y, 0.5f * wall_height};
        stage.add(Box{along, {0, side * (y + thick), 0.5f * wall_height}}, wall_color);
        stage.add(Box{across, {side * (x + thick), 0, 0.5f * wall_height}}, wall_color);
    }
    stage.begin_body();
    for (const GoalWall& wall : goal_walls(field)) {
        stage.add(Box{wall.half_extents, wall.center}, team_colors[index_of(wall.defender)]);
    }
}

/// Four dots whose colours spell the number in binary, about one in the team's colour.
void add_lid(Stage& stage, const Transform& pose, Team team, int id, float height) {
    constexpr float thin = 0.002f;
    stage.add(disc(0.07f, height, height + thin), lid_color, pose);
    stage.add(disc(0.026f, height + thin, height + 2 * thin), team_colors[index_of(team)], pose);
    const Vec3 places[4] = {
        {0.035f, 0.0475f, 0}, {-0.0475f, 0.035f, 0}, {-0.0475f, -0.035f, 0}, {0.035f, -0.0475f, 0}};
    for (int i = 0; i < 4; ++i) {
        const Transform place{pose * places[i], pose.rotation};
        stage.add(disc(0.017f, height + thin, height + 2 * thin), (id >> i) % 2 == 0 ? pink : green, place);
    }
}

void add_robot(Stage& stage, const Match& match, const Robot& robot, Team team, int id) {
    stage.begin_body();
    const World& world = match.world();
    const Transform pose = world.transform(robot.body());
    for (const ShapeId shape : world.shapes(robot.body())) {
        const uint64_t category = world.definition(shape).filter.category;
        const uint32_t color = category == shell_category    ? team_colors[index_of(team)]
                               : category == roller_category ? nose_color
                                                             : lid_color;
        stage.add(world.geometry(shape), color, pose);
    }
    add_lid(stage, pose, team, id, robot.spec().height);
}

}  // namespace

RenderScene picture_of(const Match& match) {
    RenderScene scene;
    scene.up = {0, 0, 1};
    Stage stage(scene);
    add_ground(stage, match.field());
    for (const Team team : {Team::yellow, Team::blue}) {
        for (int id = 0; id < max_robots; ++id) {
            if (const Robot* robot = match.find(team, id)) add_robot(stage, match, *robot, team, id);
        }
    }
    stage.begin_body();
    const Vec3 ball = match.ball().position;
    stage.add(Sphere{ball_radius, ball}, ball_color);
    // The ball is small; a faint disc below it says where to look.
    stage.add(disc(0.11f, 0.002f, 0.004f), ball_color, {{ball.x, ball.y, 0}, {}}, true);
    return scene;
}

render::Camera camera_for(const Match& match, View view, render::Size size) {
    const Field& field = match.field();
    const Vec3 ball = match.ball().position;
    const bool near = view == View::ball;
    const float x = near ? 1.5f : field.wall_x(), y = near ? 0.9f : field.wall_y();
    // Near the ball, but with the field filling the picture.
    const Vec3 center = near ? Vec3{clamp_to(ball.x, x - field.wall_x(), field.wall_x() - x),
                                    clamp_to(ball.y, y - field.wall_y(), field.wall_y() - y), 0}
                             : Vec3{};
    std::vector<render::Ball> corners;
    for (const float side : {-1.0f, 1.0f}) {
        for (const float end : {-1.0f, 1.0f}) corners.push_back({center + Vec3{side * x, end * y, 0}, 0.05f});
    }
    render::Camera camera = render::frame(corners, {0, 0, 1}, size, {0, -1, near ? 0.8f : 1.15f});
    camera.field_of_view *= 0.88f;  // a field is flat: its corners need no air above them
    return camera;
}

}  // namespace cairn::soccer
