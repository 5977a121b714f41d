#pragma once
// A match: two teams of robots, a ball, a referee, in frames of 1/60 s. Everything in it follows from the
// seed and from what was done to it through these functions.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <cairn/world.hpp>

#include "scene/solver_choice.hpp"
#include "soccer/ball.hpp"
#include "soccer/field.hpp"
#include "soccer/referee.hpp"
#include "soccer/robot.hpp"
#include "soccer/sight.hpp"
#include "soccer/strategy.hpp"

namespace cairn::soccer {

inline constexpr float frame_seconds = 1.0f / 60;

/// Which robots have which wheels: all alike, or omni-wheels and differential drive in turn.
enum class Drives : uint8_t { omni, differential, mixed };

/// Soft-step with two sub-steps, since a frame has eight steps already, and contacts as stiff as that allows:
/// a robot of 2.4 kg may press a ball of 46 g against a wall.
inline SoftStep match_solver() {
    SoftStep solver;
    solver.substeps = 2;
    solver.contact_hertz = 240;
    return solver;
}

struct MatchDef {
    Division division = Division::b;
    int robots = 6;  ///< a team, 1 to max_robots
    uint64_t seed = 1;
    Drives drives = Drives::mixed;
    SolverChoice solver{match_solver(), ""};
    int lanes = 0;
    /// At 8 the fastest ball moves 15 mm a step, less than the 20 mm at which the engine sees contacts
    /// coming: it meets walls without sinking in.
    int steps_per_frame = 8;
    bool referee = true;
};

/// What happened, and how well the physics held.
struct MatchCounts {
    uint64_t frames = 0;
    int kicks = 0, chips = 0;
    int restarts = 0;         ///< balls placed by the referee
    int fallen = 0;           ///< robots that lay on their side and were set up again
    float ball_in_wall = -1;  ///< deepest, metres; negative: never touched
    float robot_in_wall = -1;
    int left_field = 0;  ///< frames in which a ball's or robot's centre was outside the walls or not finite
    int unsolved = 0;    ///< steps in which a solver of the laboratory gave up
    std::string solver_message;  ///< what it said of the last of them
    float fastest_ball = 0;
    float ball_way = 0;  ///< rolled and flown, metres
};

class Match {
public:
    explicit Match(const MatchDef& def);

    void frame();
    /// The whistle: robots stop, goals no longer count.
    void finish() { referee_.finish(); }

    float time() const { return static_cast<float>(counts_.frames) * frame_seconds; }
    const MatchDef& def() const { return def_; }
    const Field& field() const { return field_; }
    const World& world() const { return world_; }
    World& world() { return world_; }
    const Referee& referee() const { return referee_; }
    const MatchCounts& counts() const { return counts_; }
    BallState ball() const;
    RobotState robot(Team team, int id) const;
    /// Null where there is none.
    const Robot* find(Team team, int id) const;
    /// Of everything the rest of the match depends on.
    uint64_t hash() const;

    // From outside. Robots that are not there are passed over: false.
    /// Commands no longer come from the built-in strategy.
    void take_over(Team team) { strategies_[index_of(team)].reset(); }
    bool command(Team team, int id, const RobotCommand& command);
    bool set_spec(Team team, int id, const RobotSpec& spec);
    Carpet carpet() const { return def_.solver.stage_solver.empty() ? Carpet::rows : Carpet::torques; }
    void place_ball(Vec3 position, Vec3 velocity, bool rolling);
    /// Puts a robot down, adding it where it was not there.
    bool place_robot(Team team, int id, Vec3 position, float orientation, Vec3 velocity = {}, float turn = 0);
    bool remove_robot(Team team, int id);

private:
    using Side = std::array<std::optional<Robot>, max_robots>;

    Robot* robot_at(Team team, int id);
    void add_robots();
    RobotSpec spec_for(int id) const;
    Situation situate() const;
    Sight sight_for(Team team, const Situation& situation) const;
    void think();
    void step();
    void watch();
    void set_up_fallen();

    MatchDef def_;
    Field field_;
    World world_;
    BodyId ball_;
    std::array<Side, 2> robots_;
    std::array<std::optional<Strategy>, 2> strategies_;
    Referee referee_;
    MatchCounts counts_;
};

}  // namespace cairn::soccer
