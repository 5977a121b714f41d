#include "soccer/match.hpp"

#include <cmath>
#include <string>

#include <cairn/error.hpp>

#include "math/trigonometry.hpp"

namespace cairn::soccer {

namespace {

WorldDef world_def(const MatchDef& def) {
    if (def.robots < 1 || def.robots > max_robots) {
        throw Error("a team has 1 to " + std::to_string(max_robots) + " robots, got " +
                    std::to_string(def.robots));
    }
    if (def.steps_per_frame < 1 || def.steps_per_frame > 64) {
        throw Error("a frame has 1 to 64 steps, got " + std::to_string(def.steps_per_frame));
    }
    WorldDef world;
    world.gravity = {0, 0, -9.81f};
    world.solver = def.solver.solver;
    world.stage_solver = def.solver.stage_solver;
    world.sleep = false;
    world.lanes = def.lanes;
    return world;
}

Team first_kickoff(uint64_t seed) { return Random(seed).next() % 2 == 0 ? Team::yellow : Team::blue; }

bool is_finite(Vec3 v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

}  // namespace

Match::Match(const MatchDef& def)
    : def_(def),
      field_(field_of(def.division)),
      world_(world_def(def)),
      referee_(field_, first_kickoff(def.seed)) {
    add_field(world_, field_);
    ball_ = add_ball(world_, {0, 0, ball_radius}, carpet());
    add_robots();
    for (const Team team : {Team::yellow, Team::blue}) {
        const uint64_t own = 2 * def.seed + static_cast<uint64_t>(index_of(team));
        strategies_[index_of(team)].emplace(own);
    }
}

RobotSpec Match::spec_for(int id) const {
    RobotSpec spec;
    const bool odd = id % 2 == 1;
    if (def_.drives == Drives::differential || (def_.drives == Drives::mixed && odd)) {
        spec.drive = Drive::differential;
    }
    return spec;
}

void Match::add_robots() {
    for (const Team team : {Team::yellow, Team::blue}) {
        const float side = team == Team::yellow ? -1.0f : 1.0f;
        for (int id = 0; id < def_.robots; ++id) {
            // The keeper in its goal, the others in two columns of the own half.
            Vec3 place{side * (field_.half_length() - 0.3f), 0, 0};
            if (id > 0) {
                const int row = (id - 1) / 2;
                const float aside = (id % 2 == 1 ? 1.0f : -1.0f) * (0.4f + 0.5f * static_cast<float>(row));
                place = {side * (1 + 0.45f * static_cast<float>(row)), aside, 0};
            }
            place_robot(team, id, place, team == Team::yellow ? 0 : pi);
        }
    }
}

BallState Match::ball() const { return {world_.transform(ball_).position, world_.velocity(ball_)}; }

const Robot* Match::find(Team team, int id) const {
    if (id < 0 || id >= max_robots || !robots_[index_of(team)][id]) return nullptr;
    return &*robots_[index_of(team)][id];
}

Robot* Match::robot_at(Team team, int id) { return const_cast<Robot*>(find(team, id)); }

RobotState Match::robot(Team team, int id) const {
    const Robot* robot = find(team, id);
    return robot ? robot->state(world_, world_.transform(ball_).position) : RobotState{};
}

Situation Match::situate() const {
    Situation situation;
    situation.time = time();
    situation.ball = ball();
    for (const Team team : {Team::yellow, Team::blue}) {
        for (int id = 0; id < max_robots; ++id) situation.robots[index_of(team)][id] = robot(team, id);
    }
    return situation;
}

Sight Match::sight_for(Team team, const Situation& situation) const {
    Sight sight;
    sight.field = field_;
    sight.time = situation.time;
    sight.ball = situation.ball;
    sight.own = situation.robots[index_of(team)];
    sight.foe = situation.robots[index_of(other(team))];
    sight.referee = referee_.state();
    sight.we_kick = sight.referee.kicker == team;
    if (!def_.referee) sight.referee.phase = Phase::running;
    if (team == Team::yellow) return sight;
    sight.ball = {turned(sight.ball.position), turned(sight.ball.velocity)};
    for (auto* side : {&sight.own, &sight.foe}) {
        for (RobotState& robot : *side) robot = turned(robot);
    }
    sight.referee.spot = turned(sight.referee.spot);
    return sight;
}

void Match::think() {
    const Situation situation = situate();
    if (def_.referee) {
        if (const std::optional<Vec3> spot = referee_.look(situation, frame_seconds)) {
            soccer::place_ball(world_, ball_, {spot->x, spot->y, ball_radius});
            ++counts_.restarts;
        }
    }
    for (const Team team : {Team::yellow, Team::blue}) {
        std::optional<Strategy>& strategy = strategies_[index_of(team)];
        if (!strategy) continue;
        const TeamCommands commands = strategy->think(sight_for(team, situation));
        for (int id = 0; id < max_robots; ++id) command(team, id, commands[id]);
    }
}

void Match::step() {
    const float dt = frame_seconds / static_cast<float>(def_.steps_per_frame);
    for (Side& side : robots_) {
        for (std::optional<Robot>& robot : side) {
            if (!robot || !robot->act(world_, ball_, dt)) continue;
            ++(robot->command().kick_angle > 0 ? counts_.chips : counts_.kicks);
        }
    }
    if (carpet() == Carpet::torques) brake_ball(world_, ball_, dt);
    world_.step(dt);
    if (!world_.solver_message().empty()) {
        ++counts_.unsolved;
        counts_.solver_message = world_.solver_message();
    }
    watch();
}

void Match::watch() {
    const BallState ball_now = ball();
    counts_.ball_in_wall = max_of(counts_.ball_in_wall, wall_depth(field_, ball_now.position, ball_radius));
    const float speed = length(ball_now.velocity);
    counts_.fastest_ball = max_of(counts_.fastest_ball, speed);
    counts_.ball_way += speed * frame_seconds / static_cast<float>(def_.steps_per_frame);
    const auto check = [&](Vec3 p) {
        const bool inside =
            is_finite(p) && abs_of(p.x) < field_.wall_x() && abs_of(p.y) < field_.wall_y() && p.z > -0.01f;
        if (!inside) ++counts_.left_field;
    };
    check(ball_now.position);
    for (const Side& side : robots_) {
        for (const std::optional<Robot>& robot : side) {
            if (!robot) continue;
            const Vec3 p = world_.transform(robot->body()).position;
            check(p);
            const float room = min_of(field_.wall_x() - abs_of(p.x), field_.wall_y() - abs_of(p.y));
            if (!robot->fallen(world_)) {
                counts_.robot_in_wall = max_of(counts_.robot_in_wall, robot->spec().front - room);
            }
        }
    }
}

void Match::set_up_fallen() {
    for (const Team team : {Team::yellow, Team::blue}) {
        for (std::optional<Robot>& robot : robots_[index_of(team)]) {
            if (!robot || !robot->fallen(world_)) continue;
            const Vec3 p = world_.transform(robot->body()).position;
            const float x = field_.wall_x() - 0.2f, y = field_.wall_y() - 0.2f;
            robot->place(world_, {clamp_to(p.x, -x, x), clamp_to(p.y, -y, y), 0}, 0);
            ++counts_.fallen;
        }
    }
}

void Match::frame() {
    think();
    for (int i = 0; i < def_.steps_per_frame; ++i) step();
    if (referee_.state().phase == Phase::stopped || !def_.referee) set_up_fallen();
    ++counts_.frames;
}

bool Match::command(Team team, int id, const RobotCommand& command) {
    Robot* robot = robot_at(team, id);
    if (robot) robot->set_command(command);
    return robot != nullptr;
}

bool Match::set_spec(Team team, int id, const RobotSpec& spec) {
    Robot* robot = robot_at(team, id);
    if (robot) robot->set_spec(spec);
    return robot != nullptr;
}

void Match::place_ball(Vec3 position, Vec3 velocity, bool rolling) {
    position.z = max_of(position.z, ball_radius);
    // Rolling without slip: w x (0, 0, -r) = -v.
    const Vec3 spin = rolling ? Vec3{-velocity.y, velocity.x, 0} / ball_radius : Vec3{};
    soccer::place_ball(world_, ball_, position, velocity, spin);
}

bool Match::place_robot(Team team, int id, Vec3 position, float orientation, Vec3 velocity, float turn) {
    if (id < 0 || id >= max_robots) return false;
    std::optional<Robot>& robot = robots_[index_of(team)][id];
    if (!robot) robot.emplace(world_, spec_for(id), position, orientation);
    robot->place(world_, position, orientation, velocity, turn);
    return true;
}

bool Match::remove_robot(Team team, int id) {
    Robot* robot = robot_at(team, id);
    if (!robot) return false;
    robot->remove(world_);
    robots_[index_of(team)][id].reset();
    return true;
}

uint64_t Match::hash() const {
    Hash hash;
    hash.add(world_.hash());
    hash.add(counts_.frames);
    for (const Side& side : robots_) {
        for (const std::optional<Robot>& robot : side) {
            hash.add(robot.has_value());
            if (robot) robot->add_to(hash);
        }
    }
    for (const std::optional<Strategy>& strategy : strategies_) {
        hash.add(strategy.has_value());
        if (strategy) strategy->add_to(hash);
    }
    referee_.add_to(hash);
    return hash.value();
}

}  // namespace cairn::soccer
