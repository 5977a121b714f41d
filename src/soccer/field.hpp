#pragma once
// The field of the small-size league: sizes, lines, goals and walls. Positions are the league's own: metres
// from the centre, x towards the goal that yellow attacks, y to the left of it, z up.

#include <cstdint>
#include <string>
#include <vector>

#include <cairn/world.hpp>

namespace cairn::soccer {

enum class Division : uint8_t { a, b };

/// The two teams. Yellow attacks towards +x.
enum class Team : uint8_t { yellow, blue };

constexpr Team other(Team team) { return team == Team::yellow ? Team::blue : Team::yellow; }
constexpr int index_of(Team team) { return static_cast<int>(team); }
const char* team_name(Team team);

struct Field {
    float length = 9, width = 6;  ///< between the middles of the lines
    float boundary = 0.3f;        ///< from the lines to the walls
    float goal_width = 1, goal_depth = 0.18f, goal_height = 0.16f, goal_wall = 0.02f;
    float defence_depth = 1, defence_width = 2;
    float circle_radius = 0.5f;
    float line_thickness = 0.01f;

    float half_length() const { return 0.5f * length; }
    float half_width() const { return 0.5f * width; }
    float wall_x() const { return half_length() + boundary; }
    float wall_y() const { return half_width() + boundary; }
};

Field field_of(Division division);

/// A straight line on the floor, or an arc about `from` with a radius, as vision calls them.
struct FieldLine {
    const char* name;
    Vec3 from, to;
    float radius = 0;  ///< above 0: a full circle about `from`
};

std::vector<FieldLine> lines_of(const Field& field);

/// One wall of a goal.
struct GoalWall {
    Vec3 center, half_extents;
    Team defender = Team::yellow;
};

std::vector<GoalWall> goal_walls(const Field& field);

/// What the parts of the match are, for filters: the floor carries everything but a robot's shell, a roller
/// touches the ball alone.
enum Category : uint64_t {
    floor_category = 1,
    wall_category = 2,
    shell_category = 4,
    ball_category = 8,
    skid_category = 16,
    roller_category = 32
};

/// Floor, walls and goals, as one fixed body. The walls are half-spaces: nothing can be kicked over or
/// through them.
BodyId add_field(World& world, const Field& field);

/// How deep a ball of this radius is inside a wall or a goal's wall; negative: the distance to the nearest.
float wall_depth(const Field& field, Vec3 center, float radius);

/// Whether the whole ball is behind the goal line, between the posts and below the bar of the goal that
/// `defender` guards.
bool in_goal(const Field& field, Team defender, Vec3 center, float radius);
/// Whether the whole ball is outside the lines.
bool outside_lines(const Field& field, Vec3 center, float radius);
/// Within the defence area of `defender`, grown by `margin`.
bool in_defence_area(const Field& field, Team defender, Vec3 point, float margin = 0);

}  // namespace cairn::soccer
