#pragma once
// The referee: goals, ball out, a ball that is stuck, and the restarts after them. Rules kept: kick-off,
// goals, ball out of play (a free kick for the other team, goal kick or corner), lack of progress (both teams
// start), half a metre distance for the other team. Rules left out: cards, fouls, double touch, dribbling
// distance.

#include <cstdint>
#include <optional>
#include <vector>

#include "base/hash.hpp"
#include "soccer/ball.hpp"
#include "soccer/sight.hpp"

namespace cairn::soccer {

enum class Incident : uint8_t { goal, ball_out, stuck, late_kick };
const char* incident_name(Incident incident);

struct MatchEvent {
    float time = 0;
    Incident incident = Incident::goal;
    Team team = Team::yellow;  ///< who scored, or who restarts
    Vec3 place{};
};

/// What the referee looks at, in the field's own coordinates.
struct Situation {
    float time = 0;
    BallState ball;
    std::array<std::array<RobotState, max_robots>, 2> robots;
};

class Referee {
public:
    Referee(const Field& field, Team first_kickoff);

    /// Looks once a frame. Returns where to put the ball when it is to be placed by hand now.
    std::optional<Vec3> look(const Situation& situation, float dt);
    void finish() { state_.phase = Phase::over; }
    const RefereeState& state() const { return state_; }
    const std::array<int, 2>& score() const { return score_; }
    const std::vector<MatchEvent>& events() const { return events_; }
    void add_to(Hash& hash) const;

private:
    void stop(Phase next, Team kicker, Vec3 spot);
    void record(const Situation& situation, Incident incident, Team team);
    void note_touches(const Situation& situation);
    std::optional<Vec3> prepare(const Situation& situation);
    bool everybody_ready(const Situation& situation) const;
    void watch_kick(const Situation& situation);
    void watch_play(const Situation& situation, float dt);
    bool check_goal(const Situation& situation);
    bool check_out(const Situation& situation);
    void check_stuck(const Situation& situation, float dt);

    Field field_;
    RefereeState state_;
    std::array<int, 2> score_{};
    std::vector<MatchEvent> events_;
    Team last_touch_ = Team::yellow;
    float since_ = 0;      ///< seconds in this phase
    bool placed_ = false;  ///< the ball lies on the spot
    Vec3 anchor_{};        ///< where the ball was when it last made progress
    float idle_ = 0;       ///< seconds since
};

}  // namespace cairn::soccer
