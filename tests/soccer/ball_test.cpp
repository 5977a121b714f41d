// The ball against the closed forms of a sphere on carpet.

#include <gtest/gtest.h>

#include "pitch.hpp"

namespace cairn::soccer {
namespace {

float speed_of(const Pitch& pitch) { return length(pitch.world.velocity(pitch.ball)); }

TEST(SoccerBall, IsAGolfBall) {
    Pitch pitch;
    EXPECT_FLOAT_EQ(pitch.world.mass(pitch.ball), 0.046f);
    const float inertia = pitch.world.mass_properties(pitch.ball).inertia.x.x;
    EXPECT_NEAR(inertia, 0.4f * 0.046f * 0.0215f * 0.0215f, 1e-3f * inertia);
}

TEST(SoccerBall, RollsOutWithTheDecelerationOfCarpet) {
    Pitch pitch;
    place_ball(pitch.world, pitch.ball, {-4, 2, ball_radius}, {2, 0, 0}, {0, 2 / ball_radius, 0});
    pitch.run(2);
    EXPECT_NEAR(speed_of(pitch), 2 - 2 * rolling_deceleration, 0.01f);
    EXPECT_NEAR(pitch.ball_position().x, rolled({-4, 2, 0}, {2, 0, 0}, 2).x, 0.02f);
    pitch.run(8);
    EXPECT_LT(speed_of(pitch), 1e-3f) << "it comes to rest";
    EXPECT_NEAR(pitch.ball_position().y, 2, 1e-3f) << "straight";
}

TEST(SoccerBall, RollsOutAlikeUnderASolverWithoutRowsForTheCarpet) {
    WorldDef def;
    def.gravity = {0, 0, -9.81f};
    def.stage_solver = "si:iterations=30";
    World world(def);
    add_field(world, field_of(Division::a));
    const BodyId ball = add_ball(world, {0, 0, ball_radius}, Carpet::torques);
    place_ball(world, ball, {0, 0, ball_radius}, {2, 0, 0}, {0, 2 / ball_radius, 0});
    for (int i = 0; i < 960; ++i) {
        brake_ball(world, ball, 1.0f / 480);
        world.step(1.0f / 480);
    }
    EXPECT_EQ(world.solver_message(), "");
    EXPECT_NEAR(world.velocity(ball).x, 2 - 2 * rolling_deceleration, 0.02f);
    EXPECT_NEAR(world.transform(ball).position.x, rolled({}, {2, 0, 0}, 2).x, 0.03f);
}

TEST(SoccerBall, KickedItSlidesUntilItRollsAtAboutFiveSevenths) {
    Pitch pitch;
    place_ball(pitch.world, pitch.ball, {-4, 2, ball_radius}, {4, 0, 0});
    // Friction mu slows it and spins it up, the couple b N of the carpet spins it down: v0 - mu g t =
    // (5/2) (mu - b/r) g t gives t, with b/r = (7/5) a / g. Without b the speed is 5/7 of v0.
    const float mu = 0.35f, lever = 1.4f * rolling_deceleration / 9.81f;
    const float seconds = 4 / (9.81f * (3.5f * mu - 2.5f * lever));
    pitch.run(seconds);
    const float spin = pitch.world.angular_velocity(pitch.ball).y;
    EXPECT_NEAR(spin * ball_radius, speed_of(pitch), 0.02f) << "rolls without slip";
    EXPECT_NEAR(speed_of(pitch), 4 - mu * 9.81f * seconds, 0.01f);
    EXPECT_NEAR(speed_of(pitch), 4.0f * 5 / 7, 0.1f);
}

TEST(SoccerBall, AFastShotAtAWallDoesNotSinkIn) {
    for (const float speed : {2.0f, 6.5f, 8.0f}) {
        Pitch pitch;
        place_ball(pitch.world, pitch.ball, {4.0f, 2.01f, ball_radius}, {speed, 0.3f * speed, 0});
        pitch.run(2);
        EXPECT_LT(pitch.deepest, 1e-3f) << speed;
        EXPECT_GT(pitch.deepest, -2e-3f) << "it did touch";
    }
}

TEST(SoccerBall, AHighBallDoesNotLeaveOverTheWall) {
    Pitch pitch;
    place_ball(pitch.world, pitch.ball, {4.0f, 2, 0.3f}, {4, 1, 4});
    pitch.run(4);
    EXPECT_LT(pitch.ball_position().x, pitch.field.wall_x());
    EXPECT_LT(pitch.deepest, 1e-3f);
}

}  // namespace
}  // namespace cairn::soccer
