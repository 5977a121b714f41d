// Whole matches: they play, they stay inside, they are the same twice.

#include <gtest/gtest.h>

#include <cairn/error.hpp>

#include "soccer/match.hpp"

namespace cairn::soccer {
namespace {

void run(Match& match, float seconds) {
    for (int i = 0; i < static_cast<int>(seconds * 60 + 0.5f); ++i) match.frame();
}

/// Two robots that nobody commands, in running play.
Match idle_match() {
    Match match({.robots = 1});
    match.take_over(Team::yellow);
    match.take_over(Team::blue);
    for (int i = 0; i < 3600 && match.referee().state().phase != Phase::running; ++i) match.frame();
    EXPECT_EQ(match.referee().state().phase, Phase::running);
    return match;
}

TEST(SoccerMatch, FiveMinutesWithoutLeavingTheFieldAndWithGoals) {
    Match match({.seed = 3});
    run(match, 300);
    const MatchCounts& counts = match.counts();
    EXPECT_EQ(counts.left_field, 0);
    EXPECT_LT(counts.ball_in_wall, 2e-3f) << "2 d, d = 1 mm";
    EXPECT_GT(counts.ball_in_wall, -1e-3f)
        << "a match in which the ball never comes near a wall shows nothing";
    EXPECT_LT(counts.robot_in_wall, 5e-3f);
    EXPECT_GT(match.referee().score()[0] + match.referee().score()[1], 0);
    EXPECT_GT(counts.kicks, 20);
    EXPECT_GT(counts.restarts, 2);
    EXPECT_LT(counts.fastest_ball, 12);
}

TEST(SoccerMatch, TheSameSeedGivesTheSameMatchAndAnotherSeedAnother) {
    const auto play = [](uint64_t seed, int lanes) {
        Match match({.seed = seed, .lanes = lanes});
        run(match, 15);
        return match.hash();
    };
    const uint64_t first = play(7, 0);
    EXPECT_EQ(first, play(7, 0));
    EXPECT_EQ(first, play(7, 1)) << "lanes change no bit";
    EXPECT_NE(first, play(8, 0));
}

TEST(SoccerMatch, ElevenAgainstElevenPlayWithEveryDrive) {
    for (const Drives drives : {Drives::omni, Drives::differential, Drives::mixed}) {
        Match match({.division = Division::a, .robots = 11, .seed = 2, .drives = drives});
        run(match, 20);
        EXPECT_EQ(match.counts().left_field, 0);
        EXPECT_GT(match.counts().kicks, 0);
        for (int id = 0; id < 11; ++id) EXPECT_TRUE(match.robot(Team::blue, id).present);
    }
}

TEST(SoccerMatch, RefusesImpossibleTeams) {
    EXPECT_THROW(Match({.robots = 0}), Error);
    EXPECT_THROW(Match({.robots = 12}), Error);
    EXPECT_THROW(Match({.steps_per_frame = 0}), Error);
}

TEST(SoccerMatch, AGoalCountsAndTheOtherTeamKicksOff) {
    Match match = idle_match();
    match.place_robot(Team::blue, 0, {0, 2, 0}, 0);
    match.place_ball({4, 0, 0}, {3, 0, 0}, true);
    run(match, 1);
    EXPECT_EQ(match.referee().score()[index_of(Team::yellow)], 1);
    EXPECT_EQ(match.referee().score()[index_of(Team::blue)], 0);
    EXPECT_EQ(match.referee().state().kicker, Team::blue);
    EXPECT_EQ(match.referee().state().next, Phase::kickoff);
    run(match, 10);
    EXPECT_LT(length(match.ball().position), 0.1f) << "the ball is back in the middle";
    EXPECT_EQ(match.referee().score()[0], 1) << "and counted once";
}

TEST(SoccerMatch, ABallOverTheGoalIsNoGoal) {
    Match match = idle_match();
    match.place_robot(Team::blue, 0, {0, 2, 0}, 0);
    match.place_ball({4.3f, 0, 0.4f}, {3, 0, 0}, false);
    run(match, 1);
    EXPECT_EQ(match.referee().score()[0], 0);
    ASSERT_FALSE(match.referee().events().empty());
    EXPECT_EQ(match.referee().events().back().incident, Incident::ball_out);
}

TEST(SoccerMatch, ABallOverTheTouchLineIsForTheOtherTeam) {
    Match match = idle_match();
    // Blue touches it last.
    match.place_robot(Team::blue, 0, {1, 2, 0}, 1.5708f);
    match.place_ball({1, 2.1f, 0}, {0, 2.5f, 0}, true);
    run(match, 1);
    ASSERT_FALSE(match.referee().events().empty());
    const MatchEvent& event = match.referee().events().back();
    EXPECT_EQ(event.incident, Incident::ball_out);
    EXPECT_EQ(event.team, Team::yellow);
    run(match, 8);
    EXPECT_NEAR(match.ball().position.y, match.field().half_width() - 0.2f, 0.01f);
}

/// The team that the ball is given to after it was put over the touch line.
Team restarts_after_ball_out(Match& match) {
    match.place_ball({1, 3.1f, 0}, {}, false);
    match.frame();
    EXPECT_FALSE(match.referee().events().empty());
    EXPECT_EQ(match.referee().events().back().incident, Incident::ball_out);
    return match.referee().events().back().team;
}

TEST(SoccerMatch, OfTwoRobotsAtTheBallTheNearerTouchedItWhateverItsColour) {
    for (const Team nearer : {Team::yellow, Team::blue}) {
        Match match = idle_match();
        // Backs to the ball: from 111.5 mm they touch it.
        match.place_robot(nearer, 0, {1 - 0.112f, 1, 0}, 3.1416f);
        match.place_robot(other(nearer), 0, {1 + 0.117f, 1, 0}, 0);
        match.place_ball({1, 1, 0}, {}, false);
        match.frame();
        EXPECT_EQ(restarts_after_ball_out(match), other(nearer));
    }
}

TEST(SoccerMatch, ABallThatFliesOverARobotWasNotTouchedByIt) {
    for (const Team kicker : {Team::yellow, Team::blue}) {
        Match match = idle_match();
        match.place_robot(kicker, 0, {1 - 0.112f, 1, 0}, 3.1416f);
        match.place_robot(other(kicker), 0, {1, 2, 0}, 0);
        match.place_ball({1, 1, 0}, {}, false);
        match.frame();
        match.place_ball({1, 2, 0.4f}, {}, false);
        match.frame();
        EXPECT_EQ(restarts_after_ball_out(match), other(kicker));
    }
}

TEST(SoccerMatch, TeamsOfOnePlayToo) {
    Match match({.robots = 1, .seed = 5});
    run(match, 60);
    EXPECT_GT(match.counts().kicks + match.counts().chips, 3);
    for (const MatchEvent& event : match.referee().events()) EXPECT_NE(event.incident, Incident::late_kick);
}

TEST(SoccerMatch, AStuckBallIsFreed) {
    Match match = idle_match();
    match.place_ball({1, 1, 0}, {}, false);
    run(match, 10);
    ASSERT_FALSE(match.referee().events().empty());
    EXPECT_EQ(match.referee().events().back().incident, Incident::stuck);
}

TEST(SoccerMatch, AStrategyScoresAgainstNobody) {
    Match match({.robots = 3, .seed = 4, .drives = Drives::omni});
    for (int id = 0; id < 3; ++id) match.remove_robot(Team::blue, id);
    run(match, 40);
    EXPECT_GT(match.referee().score()[index_of(Team::yellow)], 0);
    EXPECT_EQ(match.referee().score()[index_of(Team::blue)], 0);
}

TEST(SoccerMatch, AFallenRobotIsSetUpAgain) {
    Match match({.robots = 2});
    const BodyId body = match.find(Team::yellow, 1)->body();
    match.world().set_transform(body, {{-2, 0, 0.1f}, axis_angle({1, 0, 0}, 1.5708f)});
    run(match, 1);
    EXPECT_EQ(match.counts().fallen, 1);
    EXPECT_FALSE(match.find(Team::yellow, 1)->fallen(match.world()));
}

TEST(SoccerField, KnowsItsWallsAndGoals) {
    const Field field = field_of(Division::b);
    EXPECT_NEAR(wall_depth(field, {4.79f, 2, 0.02f}, 0.0215f), 0.0115f, 1e-5f);
    EXPECT_NEAR(wall_depth(field, {4.6f, 0.49f, 0.02f}, 0.0215f), 0.0115f, 1e-5f) << "a goal's side";
    EXPECT_LT(wall_depth(field, {0, 0, 0.02f}, 0.0215f), -2);
    EXPECT_TRUE(in_goal(field, Team::blue, {4.55f, 0.3f, 0.02f}, 0.0215f));
    EXPECT_FALSE(in_goal(field, Team::yellow, {4.55f, 0.3f, 0.02f}, 0.0215f));
    EXPECT_FALSE(in_goal(field, Team::blue, {4.51f, 0.3f, 0.02f}, 0.0215f)) << "not wholly over the line";
    EXPECT_FALSE(in_goal(field, Team::blue, {4.75f, 0.3f, 0.02f}, 0.0215f)) << "behind the goal";
    EXPECT_EQ(field_of(Division::a).length, 12);
}

}  // namespace
}  // namespace cairn::soccer
