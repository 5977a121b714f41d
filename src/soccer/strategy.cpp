#include "soccer/strategy.hpp"

#include "soccer/ball.hpp"

namespace cairn::soccer {

namespace {

constexpr int keeper = 0;
constexpr float robot_room = 0.22f;  ///< between the centres of two robots
constexpr float ball_room = 0.15f;   ///< round a ball that is not to be touched by accident
constexpr float cruise = 2.5f;

Vec3 own_goal(const Field& field) { return {-field.half_length(), 0, 0}; }
float area_radius(const Field& field) { return 0.5f * field.defence_width + 0.12f; }
Vec3 on_floor(Vec3 v) { return {v.x, v.y, 0}; }

/// Inside the lines, with room for a robot before the walls.
Vec3 inside_field(const Field& field, Vec3 place) {
    const float x = field.half_length() - 0.05f, y = field.half_width();
    return {clamp_to(place.x, -x, x), clamp_to(place.y, -y, y), 0};
}

/// Out of both defence areas, which are the keepers'.
Vec3 outside_areas(const Field& field, Vec3 place) {
    for (const float side : {-1.0f, 1.0f}) {
        const Vec3 goal{side * field.half_length(), 0, 0};
        const float room = area_radius(field) + 0.1f;
        const Vec3 offset = place - goal;
        if (length(offset) < room) place = goal + normalized(offset, {-side, 0, 0}) * room;
    }
    return place;
}

/// Everything that a field player drives round.
std::vector<Obstacle> obstacles_of(const Sight& sight, int self, float ball_radius_to_keep) {
    std::vector<Obstacle> obstacles;
    for (int i = 0; i < max_robots; ++i) {
        if (i != self && sight.own[i].present) obstacles.push_back({sight.own[i].position, robot_room});
        if (sight.foe[i].present) obstacles.push_back({sight.foe[i].position, robot_room});
    }
    if (ball_radius_to_keep > 0) obstacles.push_back({on_floor(sight.ball.position), ball_radius_to_keep});
    if (self != keeper) {
        for (const float side : {-1.0f, 1.0f}) {
            obstacles.push_back({{side * sight.field.half_length(), 0, 0}, area_radius(sight.field)});
        }
    }
    return obstacles;
}

}  // namespace

Meeting meet_ball(const RobotState& robot, const BallState& ball, const Field& field) {
    Meeting meeting;
    for (int i = 0; i <= 25; ++i) {
        meeting.seconds = 0.1f * static_cast<float>(i);
        meeting.place = inside_field(field, rolled(ball.position, ball.velocity, meeting.seconds));
        const float way = length(meeting.place - robot.position);
        if (way / 2 + 0.15f <= meeting.seconds) return meeting;
    }
    meeting.seconds = 0.15f + length(meeting.place - robot.position) / 2;
    return meeting;
}

float lane_width(Vec3 from, Vec3 to, std::span<const RobotState> robots) {
    const Vec3 way = to - from, along = normalized(way);
    const float distance = length(way);
    float width = 1;
    for (const RobotState& robot : robots) {
        if (!robot.present) continue;
        const Vec3 offset = robot.position - from;
        const float at = dot(offset, along);
        if (at < 0.02f || at > distance + 0.1f) continue;
        // A robot further away has more time to come into the way.
        const float aside = length(offset - along * at) - 0.12f - 0.06f * at;
        width = min_of(width, aside);
    }
    return width;
}

TeamCommands Strategy::think(const Sight& sight) {
    choose_attacker(sight);
    wander(sight);
    renew_plan(sight);
    TeamCommands commands{};
    if (sight.referee.phase == Phase::over) return commands;
    for (int i = 0; i < max_robots; ++i) {
        if (!sight.own[i].present) continue;
        if (i == attacker_ && may_touch(sight)) {
            commands[i] = attack(sight, i, plan_);
        } else if (i == keeper) {
            commands[i] = keep_goal(sight);
        } else {
            commands[i] = stand(sight, i);
        }
    }
    return commands;
}

bool Strategy::may_touch(const Sight& sight) const {
    const Phase phase = sight.referee.phase;
    const bool ours = phase == Phase::running || (phase != Phase::stopped && sight.we_kick);
    const Vec3 ball = sight.ball.position;
    return ours && !in_defence_area(sight.field, Team::yellow, ball) &&
           !in_defence_area(sight.field, Team::blue, ball, -0.1f);
}

void Strategy::choose_attacker(const Sight& sight) {
    float best = 1e9f;
    int choice = -1;
    for (int i = 1; i < max_robots; ++i) {
        if (!sight.own[i].present) continue;
        float seconds = meet_ball(sight.own[i], sight.ball, sight.field).seconds;
        if (i == attacker_) seconds -= sight.own[i].has_ball ? 1.0f : 0.3f;  // no dithering
        if (seconds < best) {
            best = seconds;
            choice = i;
        }
    }
    if (choice < 0 && sight.own[keeper].present) choice = keeper;  // a team of one has nobody else
    if (choice != attacker_) plan_until_ = 0;
    attacker_ = choice;
}

void Strategy::wander(const Sight& sight) {
    if (sight.time < wander_until_) return;
    wander_until_ = sight.time + random_.between(1.5f, 3.5f);
    for (Vec3& offset : wander_) offset = {random_.between(-0.4f, 0.4f), random_.between(-0.4f, 0.4f), 0};
}

void Strategy::renew_plan(const Sight& sight) {
    if (attacker_ < 0 || sight.time < plan_until_) return;
    plan_until_ = sight.time + random_.between(0.3f, 0.6f);
    plan_ = plan_kick(sight, attacker_);
}

Strategy::Plan Strategy::plan_kick(const Sight& sight, int self) {
    const Field& field = sight.field;
    const Vec3 ball = on_floor(sight.ball.position);
    const Vec3 goal{field.half_length(), 0, 0};
    const float range = length(goal - ball);
    // Nothing better: lift it over whoever stands there, towards their goal.
    Plan plan{goal + Vec3{0, random_.between(-0.4f, 0.4f) * field.goal_width, 0}, min_of(3.5f, 1 + range),
              true};
    float best = 0;
    for (int i = -4; i <= 4; ++i) {
        const Vec3 target = goal + Vec3{0, 0.11f * field.goal_width * static_cast<float>(i), 0};
        const float width = min_of(lane_width(ball, target, sight.foe), 0.4f);
        const float score = width > 0 ? 1.2f + 2 * width - 0.22f * range : 0;
        if (score > best) {
            best = score;
            plan = {target, 6, false};
        }
    }
    for (int i = 1; i < max_robots; ++i) {
        if (i == self || !sight.own[i].present) continue;
        const Vec3 mate = sight.own[i].position;
        const float way = length(mate - ball), width = min_of(lane_width(ball, mate, sight.foe), 0.5f);
        if (way < 0.8f || width < 0.05f) continue;
        const float score = 0.45f + 0.8f * width + 0.12f * (mate.x - ball.x) - 0.04f * way;
        if (score > best) {
            best = score;
            plan = {mate, min_of(kick_speed_for(way, 1.5f), 5), false};
        }
    }
    const float error = 0.035f * length(plan.target - ball);  // no robot aims perfectly
    plan.target += {0, random_.between(-error, error), 0};
    return plan;
}

RobotCommand Strategy::keep_goal(const Sight& sight) {
    const Field& field = sight.field;
    const RobotState& robot = sight.own[keeper];
    const Vec3 ball = on_floor(sight.ball.position), goal = own_goal(field);
    const bool slow = length(on_floor(sight.ball.velocity)) < 1.2f;
    if (sight.referee.phase == Phase::running && slow && in_defence_area(field, Team::yellow, ball)) {
        return attack(sight, keeper, {{0, ball.y < 0 ? -2.0f : 2.0f, 0}, 4.5f, true});
    }
    // Between the ball and the goal; where the ball comes fast, where it will cross the keeper's line.
    const float line = goal.x + 0.22f, half = 0.5f * field.goal_width - 0.05f;
    Vec3 place = goal + normalized(ball - goal, {1, 0, 0}) * (0.3f + 0.25f * field.goal_width);
    if (sight.ball.velocity.x < -0.8f) {
        const float seconds = (line - ball.x) / sight.ball.velocity.x;
        const float y = ball.y + sight.ball.velocity.y * seconds;
        if (seconds > 0 && seconds < 3 && abs_of(y) < half + 0.3f) place = {line, y, 0};
    }
    place = {max_of(place.x, line), clamp_to(place.y, -half, half), 0};
    RobotCommand command = drive_to(robot, {place, ball - robot.position}, {});
    command.dribbler_rpm = 1000;
    return command;
}

RobotCommand Strategy::attack(const Sight& sight, int self, const Plan& plan) const {
    const RobotState& robot = sight.own[self];
    if (robot.has_ball) return carry(robot, plan);
    const Vec3 ball = on_floor(sight.ball.position), velocity = on_floor(sight.ball.velocity);
    if (length(velocity) > 0.8f || sight.ball.position.z > 0.1f) return intercept(sight, self);
    const Vec3 soon = ball + velocity * 0.15f;
    const Vec3 aim = normalized(plan.target - soon, {1, 0, 0});
    const Vec3 offset = robot.position - soon;
    const float behind = -dot(offset, aim), aside = length(offset + aim * behind);
    const bool lined_up = behind > 0.05f && aside < 0.02f + 0.12f * behind;
    RobotCommand command;
    if (lined_up) {
        // Straight on to the ball, the mouth open.
        const Destination at{soon - aim * 0.08f, aim, 1.2f, velocity + aim * 0.25f};
        command = drive_to(robot, at, {});
    } else {
        const float room = robot.drive == Drive::differential ? 0.35f : 0.2f;
        const Destination at{inside_field(sight.field, soon - aim * room), aim, cruise, velocity};
        command = drive_to(robot, at, obstacles_of(sight, self, ball_room));
    }
    command.dribbler_rpm = 1800;
    if (sight.referee.phase != Phase::running && abs_of(angle_between(robot.heading, aim)) < 0.1f) {
        command.kick_speed = plan.speed;
    }
    return command;
}

RobotCommand Strategy::carry(const RobotState& robot, const Plan& plan) const {
    RobotCommand command;
    const float angle = angle_between(robot.heading, plan.target - robot.position);
    command.dribbler_rpm = 2400;
    command.velocity = {0.3f, 0, turn_towards(angle, 3.5f)};
    if (abs_of(angle) < 0.05f && abs_of(robot.turn) < 1.5f) {
        command.kick_speed = plan.speed;
        command.kick_angle = plan.chip ? 0.7854f : 0;
    }
    return command;
}

RobotCommand Strategy::intercept(const Sight& sight, int self) const {
    const RobotState& robot = sight.own[self];
    const Meeting meeting = meet_ball(robot, sight.ball, sight.field);
    const Vec3 ball = on_floor(sight.ball.position);
    const Vec3 face = ball - robot.position;
    // The mouth, not the middle, is to meet it.
    Vec3 place = meeting.place - normalized(face, {1, 0, 0}) * 0.09f;
    if (self != keeper) place = outside_areas(sight.field, place);
    RobotCommand command =
        drive_to(robot, {inside_field(sight.field, place), face, 3}, obstacles_of(sight, self, 0));
    command.dribbler_rpm = 2400;
    return command;
}

Vec3 Strategy::place_of(const Sight& sight, int self) const {
    const Field& field = sight.field;
    const Vec3 ball = on_floor(sight.ball.position), goal = own_goal(field);
    const float wide = field.half_width(), far = field.half_length() - field.defence_depth - 0.4f;
    const float away = ball.y < 0 ? 1.0f : -1.0f;
    const auto defend = [&](float angle) {
        const Vec3 line = normalized(ball - goal, {1, 0, 0});
        return goal + rotate(axis_angle({0, 0, 1}, angle), line) * (area_radius(field) + 0.3f);
    };
    const auto forward = [&](float x, float y) { return Vec3{clamp_to(ball.x + x, -0.8f * far, far), y, 0}; };
    switch (self) {
        case 1:
            return defend(0.16f);
        case 2:
            return forward(1.8f, away * 0.5f * wide);
        case 3:
            return defend(-0.16f);
        case 4:
            return forward(0.9f, -away * 0.6f * wide);
        case 5:
            return forward(-1.2f, 0.3f * ball.y);
        case 6:
            return forward(2.5f, -away * 0.2f * wide);
        case 7:
            return defend(0.5f);
        case 8:
            return forward(-0.6f, away * 0.7f * wide);
        case 9:
            return defend(-0.5f);
        default:
            return forward(0.3f, away * 0.15f * wide);
    }
}

RobotCommand Strategy::stand(const Sight& sight, int self) const {
    const RobotState& robot = sight.own[self];
    const RefereeState& referee = sight.referee;
    const bool kept_away =
        referee.phase != Phase::running && !(referee.phase != Phase::stopped && sight.we_kick);
    Vec3 place = outside_areas(sight.field, inside_field(sight.field, place_of(sight, self) + wander_[self]));
    std::vector<Obstacle> obstacles = obstacles_of(sight, self, kept_away ? 0.65f : 0.3f);
    if (kept_away) obstacles.push_back({referee.spot, 0.65f});
    const bool kickoff = referee.phase == Phase::kickoff ||
                         (referee.phase == Phase::stopped && referee.next == Phase::kickoff);
    if (kickoff) {
        place.x = min_of(place.x, -0.25f);
        if (referee.phase == Phase::stopped && sight.we_kick && self == attacker_) place = {-0.75f, 0.1f, 0};
    }
    for (const Vec3 center : {referee.spot, on_floor(sight.ball.position)}) {
        const Vec3 offset = place - center;
        if (kept_away && length(offset) < 0.75f) {
            place = center + normalized(offset - Vec3{0.3f, 0, 0}, {-1, 0, 0}) * 0.75f;
        }
    }
    const float speed = referee.phase == Phase::stopped ? 1.8f : cruise;
    return drive_to(robot,
                    {inside_field(sight.field, place), on_floor(sight.ball.position) - robot.position, speed},
                    obstacles);
}

void Strategy::add_to(Hash& hash) const {
    Random copy = random_;
    hash.add(copy.next()), hash.add(attacker_);
    hash.add(plan_.target), hash.add(plan_.speed), hash.add(plan_.chip), hash.add(plan_until_);
    hash.add(wander_until_);
    for (const Vec3 offset : wander_) hash.add(offset);
}

}  // namespace cairn::soccer
