#pragma once
// A simple team: a keeper, one robot that goes for the ball, the others in a formation that follows it. It
// sees what vision shows and says what the radio carries, no more, so a program outside could do the same.

#include <array>
#include <vector>

#include "base/hash.hpp"
#include "scene/random.hpp"
#include "soccer/motion.hpp"
#include "soccer/sight.hpp"

namespace cairn::soccer {

using TeamCommands = std::array<RobotCommand, max_robots>;

class Strategy {
public:
    explicit Strategy(uint64_t seed) : random_(seed) {}

    TeamCommands think(const Sight& sight);
    void add_to(Hash& hash) const;

private:
    /// What the robot at the ball means to do with it.
    struct Plan {
        Vec3 target{};
        float speed = 0;
        bool chip = false;
    };

    void choose_attacker(const Sight& sight);
    void wander(const Sight& sight);
    Plan plan_kick(const Sight& sight, int self);
    void renew_plan(const Sight& sight);
    bool may_touch(const Sight& sight) const;
    RobotCommand keep_goal(const Sight& sight);
    RobotCommand attack(const Sight& sight, int self, const Plan& plan) const;
    RobotCommand carry(const RobotState& robot, const Plan& plan) const;
    RobotCommand intercept(const Sight& sight, int self) const;
    RobotCommand stand(const Sight& sight, int self) const;
    Vec3 place_of(const Sight& sight, int self) const;

    Random random_;
    int attacker_ = -1;
    Plan plan_{};
    float plan_until_ = 0;
    std::array<Vec3, max_robots> wander_{};  ///< small offsets of the formation, renewed now and then
    float wander_until_ = 0;
};

/// When a robot can have the ball: seconds, and where.
struct Meeting {
    float seconds = 0;
    Vec3 place{};
};

Meeting meet_ball(const RobotState& robot, const BallState& ball, const Field& field);
/// How much room a ball kicked from here to there has beside the robots: metres, at most 1.
float lane_width(Vec3 from, Vec3 to, std::span<const RobotState> robots);

}  // namespace cairn::soccer
