// Dribbler and kicker: contact with the ball by physics.

#include <gtest/gtest.h>

#include "math/trigonometry.hpp"
#include "pitch.hpp"

namespace cairn::soccer {
namespace {

/// Forward until the roller has the ball.
void grab(Pitch& pitch) {
    pitch.command({0.3f, 0, 0}, 2400);
    pitch.run(0.5f);
    ASSERT_TRUE(pitch.state().has_ball);
}

TEST(SoccerDribbler, HoldsTheBallWhileTheRobotBacksAway) {
    Pitch pitch(Drive::omni, Pitch::mouth());
    grab(pitch);
    pitch.command({-1, 0, 0}, 2400);
    pitch.run(1.5f);
    EXPECT_LT(pitch.state().position.x, -0.8f);
    EXPECT_TRUE(pitch.state().has_ball);
}

TEST(SoccerDribbler, WithoutItTheBallStaysBehind) {
    Pitch pitch(Drive::omni, Pitch::mouth());
    pitch.command({-1, 0, 0});
    pitch.run(1.5f);
    EXPECT_FALSE(pitch.state().has_ball);
    EXPECT_GT(pitch.ball_position().x, 0);
}

TEST(SoccerDribbler, HoldsTheBallInATurn) {
    Pitch pitch(Drive::omni, Pitch::mouth());
    grab(pitch);
    pitch.command({0, 0, 3}, 2400);
    pitch.run(2);
    EXPECT_TRUE(pitch.state().has_ball);
    EXPECT_NEAR(pitch.state().turn, 3, 0.2f);
}

TEST(SoccerDribbler, SpinsTheBallTowardsTheRobot) {
    Pitch pitch(Drive::omni, Pitch::mouth());
    grab(pitch);
    // Rolling towards -x is turning about -y.
    EXPECT_LT(pitch.world.angular_velocity(pitch.ball).y, -5);
}

TEST(SoccerKicker, GivesTheSpeedItIsToldAndTakesTheRecoil) {
    for (const float speed : {2.0f, 4.0f, 6.5f}) {
        Pitch pitch(Drive::omni, Pitch::mouth());
        pitch.command({}, 0, speed);
        pitch.world.step(Pitch::dt);
        const float before = pitch.world.velocity(pitch.robot->body()).x;
        ASSERT_TRUE(pitch.robot->act(pitch.world, pitch.ball, Pitch::dt));
        const float ball = pitch.world.velocity(pitch.ball).x;
        const float recoil = pitch.world.velocity(pitch.robot->body()).x - before;
        EXPECT_NEAR(ball, speed, 0.01f);
        EXPECT_NEAR(recoil * pitch.world.mass(pitch.robot->body()), -ball * ball_mass, 1e-3f) << "momentum";
        pitch.run(0.05f);
        EXPECT_NEAR(pitch.world.velocity(pitch.ball).x, speed - 0.05f * 0.35f * 9.81f, 0.15f) << "it slides";
    }
}

TEST(SoccerKicker, ABallBesideTheMiddleTurnsTheRobotSoThatSpinIsKept) {
    Pitch pitch(Drive::omni, Pitch::mouth() + Vec3{0, 0.02f, 0});
    const BodyId robot = pitch.robot->body();
    const auto spin = [&] {  // of ball and robot about the vertical through the origin
        float sum = pitch.world.mass_properties(robot).inertia.z.z * pitch.world.angular_velocity(robot).z;
        for (const BodyId body : {robot, pitch.ball})
            sum += pitch.world.mass(body) *
                   cross_z(pitch.world.center_of_mass(body), pitch.world.velocity(body));
        return sum;
    };
    pitch.command({}, 0, 6);
    const float before = spin();
    ASSERT_TRUE(pitch.robot->act(pitch.world, pitch.ball, Pitch::dt));
    EXPECT_GT(pitch.world.angular_velocity(robot).z, 0.1f);
    EXPECT_NEAR(spin(), before, 1e-2f * ball_mass * 6 * 0.02f);
}

TEST(SoccerKicker, NeverExceedsItsStrength) {
    Pitch pitch(Drive::omni, Pitch::mouth());
    pitch.command({}, 0, 100);
    pitch.run(0.02f);
    EXPECT_TRUE(pitch.kicked);
    EXPECT_LT(pitch.world.velocity(pitch.ball).x, RobotSpec{}.max_kick + 0.01f);
}

TEST(SoccerKicker, FiresOnlyWithTheBallInItsMouth) {
    for (const Vec3 place :
         {Vec3{0.13f, 0, ball_radius}, Vec3{0, 0.13f, ball_radius}, Vec3{-0.12f, 0, ball_radius},
          Vec3{0.1f, 0.055f, ball_radius}, Vec3{0.1f, 0, 0.2f}}) {
        Pitch pitch(Drive::omni, place);
        pitch.command({}, 0, 5);
        EXPECT_FALSE(pitch.robot->act(pitch.world, pitch.ball, Pitch::dt)) << place.x << " " << place.y;
    }
}

TEST(SoccerKicker, NeedsToRecharge) {
    Pitch pitch(Drive::omni, Pitch::mouth());
    pitch.command({}, 0, 3);
    pitch.run(0.05f);
    ASSERT_TRUE(pitch.kicked);
    place_ball(pitch.world, pitch.ball, Pitch::mouth());
    pitch.kicked = false;
    pitch.run(0.2f);
    EXPECT_FALSE(pitch.kicked);
    place_ball(pitch.world, pitch.ball, Pitch::mouth());
    pitch.run(0.3f);
    EXPECT_TRUE(pitch.kicked);
}

TEST(SoccerKicker, AChipFliesItsParabolaOverARobot) {
    Pitch pitch(Drive::omni, Pitch::mouth());
    pitch.command({}, 0, 4.5f, 0.25f * pi);
    pitch.run(0.6f);
    ASSERT_TRUE(pitch.kicked);
    const float rise = 4.5f * 0.70711f;
    EXPECT_NEAR(pitch.highest, ball_radius + rise * rise / (2 * 9.81f), 0.03f);
    EXPECT_GT(pitch.highest, RobotSpec{}.height + 2 * ball_radius);
}

TEST(SoccerRobot, ThrustAtFullPowerDoesNotPushTheBallIntoAWall) {
    for (const Drive drive : {Drive::omni, Drive::differential}) {
        Pitch pitch(drive);
        const float wall = pitch.field.wall_x();
        pitch.robot->place(pitch.world, {wall - 0.35f, 2, 0}, 0);
        place_ball(pitch.world, pitch.ball, {wall - 0.2f, 2, ball_radius});
        pitch.command({3, 0, 0});
        pitch.run(3);
        // Larsen's d is the depth to which his springs let a resting body sink, 1 mm; here 2 d is the limit.
        EXPECT_LT(pitch.deepest, 2e-3f);
        EXPECT_GT(pitch.deepest, -1e-3f) << "it was pushed against the wall";
    }
}

TEST(SoccerRobot, TwoRobotsThatCrashStayUpright) {
    Pitch pitch;
    RobotSpec spec;
    Robot other(pitch.world, spec, {1, 0.02f, 0}, pi);
    other.set_command({.velocity = {3, 0, 0}});
    pitch.command({3, 0, 0});
    for (int i = 0; i < 480; ++i) {
        other.act(pitch.world, pitch.ball, Pitch::dt);
        pitch.run(Pitch::dt);
    }
    EXPECT_FALSE(pitch.robot->fallen(pitch.world));
    EXPECT_FALSE(other.fallen(pitch.world));
    const float apart = length(pitch.state().position - other.state(pitch.world, {}).position);
    EXPECT_GT(apart, 2 * spec.front - 0.005f) << "they do not sink into each other";
}

}  // namespace
}  // namespace cairn::soccer
