#include "soccer/referee.hpp"

namespace cairn::soccer {

namespace {

constexpr float settle_seconds = 1;    ///< before the ball is taken
constexpr float placing_patience = 6;  ///< for robots to make way
constexpr float ready_seconds = 1;     ///< at least, between placing and the whistle
constexpr float ready_patience = 8;    ///< for robots to be where they belong
constexpr float kick_patience = 8;     ///< for the kick itself
constexpr float in_play_distance = 0.05f;
constexpr float distance_to_ball = 0.5f;
constexpr float progress_distance = 0.4f;
constexpr float stuck_seconds = 8;
constexpr float touch_distance = 0.006f;
constexpr float line_inset = 0.2f;     ///< of free kicks from the touch line
constexpr float defence_inset = 0.3f;  ///< of free kicks from a defence area

float gap(const RobotState& robot, Vec3 ball) {
    return length(Vec3{ball.x - robot.position.x, ball.y - robot.position.y, 0});
}

float nearest_robot(const Situation& situation, Vec3 point) {
    float nearest = 1e9f;
    for (const auto& team : situation.robots) {
        for (const RobotState& robot : team) {
            if (robot.present) nearest = min_of(nearest, gap(robot, point));
        }
    }
    return nearest;
}

/// The spot itself, or a place beside it that no robot covers.
Vec3 free_spot(const Situation& situation, const Field& field, Vec3 spot) {
    constexpr float clear = 0.15f;
    if (nearest_robot(situation, spot) > clear) return spot;
    for (int ring = 1; ring < 12; ++ring) {
        const float away = 0.1f * static_cast<float>(ring);
        for (const Vec3 step : {Vec3{1, 0, 0}, Vec3{-1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, -1, 0}}) {
            const Vec3 place = spot + step * away;
            if (!outside_lines(field, place, 0) && nearest_robot(situation, place) > clear) return place;
        }
    }
    return spot;
}

/// Where play goes on after a ball that stopped at `place`: inside the lines and outside the defence areas.
Vec3 legal_spot(const Field& field, Vec3 place) {
    const float x = field.half_length() - line_inset, y = field.half_width() - line_inset;
    Vec3 spot{clamp_to(place.x, -x, x), clamp_to(place.y, -y, y), 0};
    for (const Team team : {Team::yellow, Team::blue}) {
        if (!in_defence_area(field, team, spot, defence_inset)) continue;
        const float depth = field.half_length() - field.defence_depth - defence_inset;
        spot.x = team == Team::yellow ? -depth : depth;
    }
    return spot;
}

}  // namespace

const char* incident_name(Incident incident) {
    switch (incident) {
        case Incident::goal:
            return "goal";
        case Incident::ball_out:
            return "ball out";
        case Incident::stuck:
            return "stuck ball";
        default:
            return "late kick";
    }
}

Referee::Referee(const Field& field, Team first_kickoff) : field_(field) {
    stop(Phase::kickoff, first_kickoff, {});
}

void Referee::stop(Phase next, Team kicker, Vec3 spot) {
    state_ = {Phase::stopped, next, kicker, spot};
    since_ = 0;
    placed_ = false;
    idle_ = 0;
}

void Referee::record(const Situation& situation, Incident incident, Team team) {
    events_.push_back({situation.time, incident, team, situation.ball.position});
}

std::optional<Vec3> Referee::look(const Situation& situation, float dt) {
    since_ += dt;
    switch (state_.phase) {
        case Phase::stopped:
            return prepare(situation);
        case Phase::kickoff:
        case Phase::freekick:
            watch_kick(situation);
            break;
        case Phase::running:
            watch_play(situation, dt);
            break;
        case Phase::over:
            break;
    }
    return std::nullopt;
}

std::optional<Vec3> Referee::prepare(const Situation& situation) {
    if (!placed_) {
        const bool clear = nearest_robot(situation, state_.spot) > 0.3f;
        if (since_ < settle_seconds || (!clear && since_ < placing_patience)) return std::nullopt;
        placed_ = true;
        since_ = 0;
        state_.spot = free_spot(situation, field_, state_.spot);
        return state_.spot;
    }
    if (since_ < ready_seconds || (!everybody_ready(situation) && since_ < ready_patience))
        return std::nullopt;
    state_.phase = state_.next;
    since_ = 0;
    idle_ = 0;
    anchor_ = situation.ball.position;
    return std::nullopt;
}

bool Referee::everybody_ready(const Situation& situation) const {
    for (const Team team : {Team::yellow, Team::blue}) {
        for (const RobotState& robot : situation.robots[index_of(team)]) {
            if (!robot.present) continue;
            const bool taker = team == state_.kicker && state_.next != Phase::running;
            if (!taker && gap(robot, state_.spot) < distance_to_ball) return false;
            const float own_side = team == Team::yellow ? robot.position.x : -robot.position.x;
            const bool at_circle = taker && gap(robot, state_.spot) < field_.circle_radius;
            if (state_.next == Phase::kickoff && own_side > 0 && !at_circle) return false;
        }
    }
    return true;
}

void Referee::watch_kick(const Situation& situation) {
    note_touches(situation);
    if (length(situation.ball.position - Vec3{state_.spot.x, state_.spot.y, ball_radius}) >
        in_play_distance) {
        state_.phase = Phase::running;
        since_ = 0;
    } else if (since_ > kick_patience) {
        record(situation, Incident::late_kick, other(state_.kicker));
        state_.phase = Phase::running;
        since_ = 0;
    }
}

/// Of several that touch the ball it is the nearest; whoever had it last where they are alike.
void Referee::note_touches(const Situation& situation) {
    const RobotSpec spec;
    const Vec3 ball = situation.ball.position;
    if (ball.z > spec.height + ball_radius + touch_distance) return;  // it flies over them
    const float reach = spec.radius + ball_radius + touch_distance;
    float nearest = 1e9f;
    for (const Team team : {last_touch_, other(last_touch_)}) {
        for (const RobotState& robot : situation.robots[index_of(team)]) {
            const float away = gap(robot, ball);
            if (!robot.present || away >= nearest || (!robot.has_ball && away >= reach)) continue;
            nearest = away;
            last_touch_ = team;
        }
    }
}

void Referee::watch_play(const Situation& situation, float dt) {
    note_touches(situation);
    if (check_goal(situation) || check_out(situation)) return;
    check_stuck(situation, dt);
}

bool Referee::check_goal(const Situation& situation) {
    for (const Team defender : {Team::yellow, Team::blue}) {
        if (!in_goal(field_, defender, situation.ball.position, ball_radius)) continue;
        ++score_[index_of(other(defender))];
        record(situation, Incident::goal, other(defender));
        stop(Phase::kickoff, defender, {});
        return true;
    }
    return false;
}

bool Referee::check_out(const Situation& situation) {
    const Vec3 ball = situation.ball.position;
    if (!outside_lines(field_, ball, ball_radius)) return false;
    const Team kicker = other(last_touch_);
    Vec3 spot = legal_spot(field_, ball);
    if (abs_of(ball.x) > field_.half_length()) {
        // Over a goal line: a corner for the attackers, a goal kick at the side for the defenders.
        const Team defender = ball.x < 0 ? Team::yellow : Team::blue;
        const float inset = kicker == defender ? 1.0f : line_inset;
        spot.x = (ball.x < 0 ? -1.0f : 1.0f) * (field_.half_length() - inset);
        spot.y = (ball.y < 0 ? -1.0f : 1.0f) * (field_.half_width() - line_inset);
    }
    record(situation, Incident::ball_out, kicker);
    stop(Phase::freekick, kicker, spot);
    return true;
}

void Referee::check_stuck(const Situation& situation, float dt) {
    idle_ += dt;
    if (length(situation.ball.position - anchor_) > progress_distance) {
        anchor_ = situation.ball.position;
        idle_ = 0;
    }
    if (idle_ < stuck_seconds) return;
    record(situation, Incident::stuck, last_touch_);
    stop(Phase::running, last_touch_, legal_spot(field_, situation.ball.position));
}

void Referee::add_to(Hash& hash) const {
    hash.add(static_cast<int32_t>(state_.phase)), hash.add(static_cast<int32_t>(state_.next));
    hash.add(static_cast<int32_t>(state_.kicker)), hash.add(state_.spot);
    hash.add(score_[0]), hash.add(score_[1]);
    hash.add(static_cast<int32_t>(last_touch_)), hash.add(since_), hash.add(placed_);
    hash.add(anchor_), hash.add(idle_), hash.add(static_cast<uint64_t>(events_.size()));
}

}  // namespace cairn::soccer
