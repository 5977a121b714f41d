#include "soccer/field.hpp"

namespace cairn::soccer {

namespace {

constexpr float carpet_friction = 0.35f;
constexpr float wall_friction = 0.3f;
constexpr float wall_restitution = 0.4f;

/// -1 for the goal that yellow guards, at -x; 1 for blue's.
float side_of(Team defender) { return defender == Team::yellow ? -1.0f : 1.0f; }

/// Signed distance of a point from a box; negative inside.
float box_distance(Vec3 point, Vec3 center, Vec3 half_extents) {
    const Vec3 q = abs_of(point - center) - half_extents;
    const float inside = min_of(max_of(q.x, max_of(q.y, q.z)), 0);
    return length(max_of(q, Vec3{})) + inside;
}

}  // namespace

const char* team_name(Team team) { return team == Team::yellow ? "yellow" : "blue"; }

Field field_of(Division division) {
    Field field;
    if (division == Division::a) {
        field.length = 12;
        field.width = 9;
        field.goal_width = 1.8f;
        field.defence_depth = 1.8f;
        field.defence_width = 3.6f;
    }
    return field;
}

std::vector<FieldLine> lines_of(const Field& field) {
    const float x = field.half_length(), y = field.half_width();
    const float inner = x - field.defence_depth, side = 0.5f * field.defence_width;
    return {
        {"TopTouchLine", {-x, y, 0}, {x, y, 0}},
        {"BottomTouchLine", {-x, -y, 0}, {x, -y, 0}},
        {"LeftGoalLine", {-x, -y, 0}, {-x, y, 0}},
        {"RightGoalLine", {x, -y, 0}, {x, y, 0}},
        {"HalfwayLine", {0, -y, 0}, {0, y, 0}},
        {"CenterLine", {-x, 0, 0}, {x, 0, 0}},
        {"LeftPenaltyStretch", {-inner, -side, 0}, {-inner, side, 0}},
        {"RightPenaltyStretch", {inner, -side, 0}, {inner, side, 0}},
        {"LeftFieldLeftPenaltyStretch", {-x, -side, 0}, {-inner, -side, 0}},
        {"LeftFieldRightPenaltyStretch", {-x, side, 0}, {-inner, side, 0}},
        {"RightFieldLeftPenaltyStretch", {x, side, 0}, {inner, side, 0}},
        {"RightFieldRightPenaltyStretch", {x, -side, 0}, {inner, -side, 0}},
        {"CenterCircle", {0, 0, 0}, {0, 0, 0}, field.circle_radius},
    };
}

std::vector<GoalWall> goal_walls(const Field& field) {
    std::vector<GoalWall> walls;
    const float thick = 0.5f * field.goal_wall, high = 0.5f * field.goal_height;
    const float deep = 0.5f * field.goal_depth, wide = 0.5f * field.goal_width;
    for (const Team defender : {Team::yellow, Team::blue}) {
        const float side = side_of(defender);
        const float middle = side * (field.half_length() + deep);
        const float back = side * (field.half_length() + field.goal_depth + thick);
        walls.push_back({{back, 0, high}, {thick, wide + 2 * thick, high}, defender});
        for (const float post : {-1.0f, 1.0f}) {
            walls.push_back({{middle, post * (wide + thick), high}, {deep, thick, high}, defender});
        }
    }
    return walls;
}

BodyId add_field(World& world, const Field& field) {
    const BodyId body = world.add_body({.type = BodyType::fixed});
    ShapeDef carpet{.friction = carpet_friction};
    carpet.filter = {.category = floor_category, .mask = ball_category | skid_category};
    world.add_shape(body, HalfSpace{{0, 0, 1}, 0}, carpet);
    ShapeDef wall{.friction = wall_friction, .restitution = wall_restitution};
    wall.filter = {.category = wall_category, .mask = ball_category | shell_category};
    for (const float side : {-1.0f, 1.0f}) {
        world.add_shape(body, HalfSpace{{-side, 0, 0}, -field.wall_x()}, wall);
        world.add_shape(body, HalfSpace{{0, -side, 0}, -field.wall_y()}, wall);
    }
    for (const GoalWall& goal : goal_walls(field)) {
        world.add_shape(body, Box{goal.half_extents, goal.center}, wall);
    }
    return body;
}

float wall_depth(const Field& field, Vec3 center, float radius) {
    float distance = min_of(field.wall_x() - abs_of(center.x), field.wall_y() - abs_of(center.y));
    for (const GoalWall& wall : goal_walls(field)) {
        distance = min_of(distance, box_distance(center, wall.center, wall.half_extents));
    }
    return radius - distance;
}

bool in_goal(const Field& field, Team defender, Vec3 center, float radius) {
    const float behind = side_of(defender) * center.x - field.half_length();
    return behind > radius && behind < field.goal_depth + field.goal_wall &&
           abs_of(center.y) < 0.5f * field.goal_width && center.z < field.goal_height;
}

bool outside_lines(const Field& field, Vec3 center, float radius) {
    return abs_of(center.x) > field.half_length() + radius || abs_of(center.y) > field.half_width() + radius;
}

bool in_defence_area(const Field& field, Team defender, Vec3 point, float margin) {
    const float depth = field.half_length() - side_of(defender) * point.x;
    return depth < field.defence_depth + margin && abs_of(point.y) < 0.5f * field.defence_width + margin;
}

}  // namespace cairn::soccer
