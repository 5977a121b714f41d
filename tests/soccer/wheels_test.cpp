// Wheels: what grip, motors and rollers allow.

#include <gtest/gtest.h>

#include "pitch.hpp"

namespace cairn::soccer {
namespace {

TEST(SoccerWheels, OmniWheelsDriveInAnyDirectionWithoutTurning) {
    for (const Vec3 velocity : {Vec3{1.5f, 0, 0}, Vec3{0, 1.5f, 0}, Vec3{-1, -1, 0}, Vec3{0.3f, -1.2f, 0}}) {
        Pitch pitch(Drive::omni);
        pitch.command(velocity);
        pitch.run(1.5f);
        const RobotState state = pitch.state();
        EXPECT_NEAR(state.velocity.x, velocity.x, 0.02f);
        EXPECT_NEAR(state.velocity.y, velocity.y, 0.02f);
        EXPECT_NEAR(state.heading.y, 0, 0.05f);
    }
}

TEST(SoccerWheels, BothDrivesTurnOnTheSpot) {
    for (const Drive drive : {Drive::omni, Drive::differential}) {
        Pitch pitch(drive);
        pitch.command({0, 0, 5});
        pitch.run(1);
        EXPECT_NEAR(pitch.state().turn, 5, 0.1f);
        EXPECT_LT(length(pitch.state().position), 0.01f);
    }
}

TEST(SoccerWheels, ADifferentialDriveCannotGoSideways) {
    Pitch pitch(Drive::differential);
    pitch.command({0, 1.5f, 0});
    pitch.run(1);
    EXPECT_LT(length(pitch.state().position), 1e-3f);
}

TEST(SoccerWheels, TyresResistAPushFromTheSideAndRollersDoNot) {
    float way[2] = {};
    for (const Drive drive : {Drive::omni, Drive::differential}) {
        Pitch pitch(drive);
        pitch.command({});
        for (int i = 0; i < 240; ++i) {
            // 10 N at the height of the centre of mass: below the tyres' 0.7 * 2.4 * 9.81 = 16.5 N.
            pitch.world.apply_force(pitch.robot->body(), {0, 10, 0});
            pitch.run(Pitch::dt);
        }
        way[static_cast<int>(drive)] = pitch.state().position.y;
    }
    EXPECT_LT(way[1], 0.005f) << "tyres hold";
    EXPECT_LT(way[0], 0.05f) << "braked motors hold an omni robot, through the slanted wheels";
}

TEST(SoccerWheels, AccelerationEndsWhereGripEnds) {
    // Both tyres spin: friction 0.7 of the whole weight, whatever the motors could do.
    Pitch pitch(Drive::differential);
    RobotCommand command;
    command.move = Move::wheels;
    command.wheels = {5, 0, 0, 5};
    pitch.robot->set_command(command);
    pitch.run(0.2f);
    EXPECT_NEAR(pitch.state().velocity.x, 0.2f * 0.7f * 9.81f, 0.03f);
    EXPECT_NEAR(pitch.state().heading.y, 0, 1e-3f);
}

TEST(SoccerWheels, MotorsEndAtTheirFreeSpeed) {
    Pitch pitch(Drive::differential);
    place_ball(pitch.world, pitch.ball, {0, 2, ball_radius});
    pitch.robot->place(pitch.world, {-4, 0, 0}, 0);
    RobotCommand command;
    command.move = Move::wheels;
    command.wheels = {50, 0, 0, 50};
    pitch.robot->set_command(command);
    pitch.run(1.6f);
    EXPECT_LT(pitch.state().velocity.x, 5);
    EXPECT_GT(pitch.state().velocity.x, 4.2f);
}

TEST(SoccerWheels, InTheAirWheelsMoveNothing) {
    Pitch pitch;
    pitch.world.set_transform(pitch.robot->body(), {{0, 0, 1}, {}});
    pitch.command({2, 0, 0});
    pitch.run(0.3f);
    EXPECT_EQ(pitch.state().velocity.x, 0);
}

TEST(SoccerWheels, ARobotStaysOnItsWheelsWhenItBrakesHard) {
    Pitch pitch;
    pitch.command({3, 0, 0});
    pitch.run(1);
    EXPECT_NEAR(pitch.state().velocity.x, 3, 0.05f);
    pitch.command({-3, 0, 0});
    pitch.run(0.5f);
    const Transform pose = pitch.world.transform(pitch.robot->body());
    EXPECT_GT(rotate(pose.rotation, {0, 0, 1}).z, 0.999f);
    EXPECT_LT(pose.position.z, 1e-3f);
}

}  // namespace
}  // namespace cairn::soccer
