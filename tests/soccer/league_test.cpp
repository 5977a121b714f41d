// The league's protocol over loopback UDP, as a client of the league meets it.

#if CAIRN_HAS_PROTOBUF

#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cairn/error.hpp>

#include "league.pb.h"
#include "soccer_league_server.hpp"

namespace cairn::soccer {
namespace {

using testing::HasSubstr;

constexpr uint32_t loopback = 0x7f000001;

/// A match on free ports, and a client that listens to its vision and sends from the same socket.
class League : public testing::Test {
protected:
    static MatchDef small_match() { return {.robots = 3, .referee = false}; }

    League() : client_({loopback, 0}), match_(small_match()), server_(match_, options()) {
        match_.take_over(Team::yellow);
        match_.take_over(Team::blue);
    }

    ServerOptions options() const { return {loopback, 0, 0, 0, {loopback, client_.port()}}; }

    void frames(int count) {
        for (int i = 0; i < count; ++i) {
            server_.receive();
            match_.frame();
        }
    }
    /// Loopback delivers at once, but not within the same instant: a busy machine puts it off. Only what was
    /// lost takes as long as this.
    template <class Condition>
    static bool comes_true(const Condition& holds) {
        const auto last = std::chrono::steady_clock::now() + std::chrono::seconds(60);
        while (!holds()) {
            if (std::chrono::steady_clock::now() > last) return false;
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return true;
    }
    static std::optional<Datagram> wait_for(UdpSocket& socket) {
        std::optional<Datagram> datagram;
        comes_true([&] { return (datagram = socket.receive()).has_value(); });
        return datagram;
    }
    void send(const std::string& bytes, uint16_t port) { ASSERT_TRUE(client_.send(bytes, {loopback, port})); }
    /// Lets the server work until it has seen so many packets.
    void receive(uint64_t packets) {
        const bool came = comes_true([&] {
            server_.receive();
            const ServerCounts& counts = server_.counts();
            return counts.robot_packets + counts.control_packets + counts.ignored_packets >= packets;
        });
        ASSERT_TRUE(came) << "packets were lost on loopback";
    }
    template <class Message>
    Message answer() {
        Message message;
        const std::optional<Datagram> datagram = wait_for(client_);
        EXPECT_TRUE(datagram && message.ParseFromString(datagram->bytes));
        return message;
    }
    league::SimulatorResponse control(const league::SimulatorCommand& command) {
        const uint64_t before = server_.counts().control_packets + server_.counts().ignored_packets;
        send(command.SerializeAsString(), server_.control_port());
        receive(before + 1 + server_.counts().robot_packets);
        return answer<league::SimulatorResponse>();
    }

    UdpSocket client_;
    Match match_;
    LeagueServer server_;
};

std::string drive_forward(uint32_t id, float speed) {
    league::RobotControl control;
    league::RobotCommand* command = control.add_robot_commands();
    command->set_id(id);
    league::MoveLocalVelocity* velocity = command->mutable_move_command()->mutable_local_velocity();
    velocity->set_forward(speed);
    velocity->set_left(0);
    velocity->set_angular(0);
    return control.SerializeAsString();
}

TEST_F(League, AClientDrivesARobotAndSeesItMove) {
    const auto look = [&] {
        server_.publish();
        return answer<league::SSL_WrapperPacket>();
    };
    match_.place_robot(Team::yellow, 2, {-2, 1, 0}, 0);
    frames(1);
    const league::SSL_WrapperPacket first = look();
    ASSERT_EQ(first.detection().robots_yellow_size(), 3);
    ASSERT_EQ(first.detection().robots_blue_size(), 3);
    ASSERT_EQ(first.detection().balls_size(), 1);
    EXPECT_NEAR(first.detection().robots_yellow(2).x(), -2000, 1);
    EXPECT_NEAR(first.detection().robots_yellow(2).y(), 1000, 1);
    EXPECT_EQ(first.geometry().field().field_length(), 9000);
    EXPECT_EQ(first.geometry().field().field_width(), 6000);
    EXPECT_EQ(first.geometry().field().field_lines_size(), 12);
    EXPECT_EQ(first.geometry().field().field_arcs_size(), 1);
    for (uint64_t i = 1; i <= 60; ++i) {
        send(drive_forward(2, 1), server_.port_of(Team::yellow));
        receive(i);
        match_.frame();
        EXPECT_EQ(answer<league::RobotControlResponse>().feedback_size(), 3);
    }
    match_.frame();
    const league::SSL_WrapperPacket last = look();
    EXPECT_EQ(last.detection().frame_number(), 62u);
    EXPECT_NEAR(last.detection().robots_yellow(2).x(), -1150, 60) << "1 m/s, after speeding up";
    EXPECT_NEAR(last.detection().robots_yellow(2).y(), 1000, 10);
    EXPECT_FALSE(last.has_geometry()) << "once a second is enough";
}

TEST_F(League, UnderstandsTheBytesOfTheWireFormat) {
    // Written by hand: robot_commands (1) { id (1): 1, move_command (2) { local_velocity (2) { 1.0, 0.0, 0.0
    // } }, dribbler_speed (5): 1000.0 }.
    const unsigned char bytes[] = {0x0a, 0x1a, 0x08, 0x01, 0x12, 0x11, 0x12, 0x0f, 0x0d, 0x00,
                                   0x00, 0x80, 0x3f, 0x15, 0x00, 0x00, 0x00, 0x00, 0x1d, 0x00,
                                   0x00, 0x00, 0x00, 0x2d, 0x00, 0x00, 0x7a, 0x44};
    send(std::string(reinterpret_cast<const char*>(bytes), sizeof bytes), server_.port_of(Team::blue));
    receive(1);
    EXPECT_EQ(server_.counts().robot_packets, 1u);
    const RobotCommand& command = match_.find(Team::blue, 1)->command();
    EXPECT_EQ(command.move, Move::local);
    EXPECT_EQ(command.velocity.x, 1);
    EXPECT_EQ(command.dribbler_rpm, 1000);
}

TEST_F(League, ARobotThatHearsNothingStops) {
    send(drive_forward(1, 1), server_.port_of(Team::yellow));
    receive(1);
    frames(25);
    EXPECT_GT(length(match_.robot(Team::yellow, 1).velocity), 0.8f);
    frames(60);
    EXPECT_LT(length(match_.robot(Team::yellow, 1).velocity), 0.05f);
}

TEST_F(League, MalformedAndForeignPacketsAreCountedAndChangeNothing) {
    const uint64_t before = match_.hash();
    league::SSL_WrapperPacket vision;
    vision.set_source(league::SSL_SOURCE_OTHER);
    std::string truncated = drive_forward(1, 1);
    truncated.resize(truncated.size() - 3);
    const std::vector<std::string> packets{"",
                                           "hello",
                                           std::string(3000, '\xff'),
                                           vision.SerializeAsString(),
                                           truncated,
                                           std::string("\x0a\xff\xff\xff\x7f", 5)};
    uint64_t sent = 0;
    for (const std::string& packet : packets) {
        for (const uint16_t port :
             {server_.control_port(), server_.port_of(Team::yellow), server_.port_of(Team::blue)}) {
            send(packet, port);
            receive(++sent);
        }
    }
    EXPECT_EQ(server_.counts().ignored_packets, sent);
    EXPECT_EQ(server_.counts().robot_packets + server_.counts().control_packets, 0u);
    EXPECT_EQ(match_.hash(), before);
    EXPECT_FALSE(client_.receive()) << "nobody answers noise";
}

TEST_F(League, CommandsThatMakeNoSenseAreAnsweredWithErrorsAndNotObeyed) {
    league::RobotControl control;
    league::RobotCommand* nobody = control.add_robot_commands();
    nobody->set_id(9);
    league::RobotCommand* nan = control.add_robot_commands();
    nan->set_id(1);
    nan->set_kick_speed(std::numeric_limits<float>::quiet_NaN());
    const uint64_t before = match_.hash();
    send(control.SerializeAsString(), server_.port_of(Team::yellow));
    receive(1);
    const league::RobotControlResponse response = answer<league::RobotControlResponse>();
    ASSERT_EQ(response.errors_size(), 2);
    EXPECT_EQ(response.errors(0).code(), "UNKNOWN_ROBOT");
    EXPECT_EQ(response.errors(1).code(), "NOT_FINITE");
    EXPECT_EQ(match_.hash(), before);
}

TEST_F(League, ASimulatorCommandPlacesBallAndRobots) {
    league::SimulatorCommand command;
    league::TeleportBall* ball = command.mutable_control()->mutable_teleport_ball();
    ball->set_x(1);
    ball->set_y(-1);
    ball->set_vx(2);
    ball->set_roll(true);
    league::TeleportRobot* robot = command.mutable_control()->add_teleport_robot();
    robot->mutable_id()->set_id(7);
    robot->mutable_id()->set_team(league::BLUE);
    robot->set_present(true);
    robot->set_x(0.5f);
    robot->set_y(0.5f);
    robot->set_orientation(1.5708f);
    league::TeleportRobot* gone = command.mutable_control()->add_teleport_robot();
    gone->mutable_id()->set_id(2);
    gone->mutable_id()->set_team(league::YELLOW);
    gone->set_present(false);
    command.mutable_control()->set_simulation_speed(2);
    EXPECT_EQ(control(command).errors_size(), 0);
    EXPECT_NEAR(match_.ball().position.x, 1, 1e-6f);
    EXPECT_NEAR(match_.ball().velocity.x, 2, 1e-6f);
    EXPECT_TRUE(match_.robot(Team::blue, 7).present);
    EXPECT_NEAR(match_.robot(Team::blue, 7).heading.y, 1, 1e-4f);
    EXPECT_FALSE(match_.robot(Team::yellow, 2).present);
    EXPECT_EQ(server_.speed(), 2);
}

TEST_F(League, WhatItCannotDoIsAnErrorAndTheMatchIsKept) {
    league::SimulatorCommand command;
    command.mutable_control()->mutable_teleport_ball()->set_x(50);
    league::TeleportRobot* robot = command.mutable_control()->add_teleport_robot();
    robot->mutable_id()->set_id(40);
    robot->mutable_id()->set_team(league::BLUE);
    command.mutable_control()->set_simulation_speed(-1);
    command.mutable_config()->set_geometry("");
    command.mutable_config()->set_vision_port(70000);
    const uint64_t before = match_.hash();
    const league::SimulatorResponse response = control(command);
    std::vector<std::string> codes;
    for (const league::SimulatorError& error : response.errors()) codes.push_back(error.code());
    EXPECT_THAT(codes, testing::ElementsAre("OUT_OF_RANGE", "UNKNOWN_ROBOT", "OUT_OF_RANGE", "UNSUPPORTED",
                                            "OUT_OF_RANGE"));
    EXPECT_EQ(match_.hash(), before);
    EXPECT_EQ(server_.speed(), 1);
}

TEST_F(League, LimitsOfARobotCanBeSet) {
    league::SimulatorCommand command;
    league::RobotSpecs* specs = command.mutable_config()->add_robot_specs();
    specs->mutable_id()->set_id(1);
    specs->mutable_id()->set_team(league::YELLOW);
    specs->mutable_limits()->set_vel_absolute_max(0.5f);
    specs->set_max_linear_kick_speed(3);
    EXPECT_EQ(control(command).errors_size(), 0);
    EXPECT_EQ(match_.find(Team::yellow, 1)->spec().max_speed, 0.5f);
    EXPECT_EQ(match_.find(Team::yellow, 1)->spec().max_kick, 3);
}

TEST_F(League, APortInUseIsSaidAndTheMatchGoesOn) {
    ServerOptions taken = options();
    taken.yellow_port = server_.port_of(Team::yellow);
    const uint64_t before = match_.hash();
    try {
        LeagueServer second(match_, taken);
        FAIL() << "two servers on one port";
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("in use"));
        EXPECT_THAT(error.what(), HasSubstr(std::to_string(taken.yellow_port)));
    }
    EXPECT_EQ(match_.hash(), before);
    frames(1);
}

TEST(LeagueAddress, IsReadOrRefused) {
    EXPECT_EQ(parse_address("--vision", "224.5.23.2:10020"), (Address{0xe0051702, 10020}));
    EXPECT_EQ(to_text(Address{0x7f000001, 10300}), "127.0.0.1:10300");
    for (const char* text : {"", "127.0.0.1", "127.0.0.1:", "host:1", "127.0.0.1:70000", "127.0.0.1:1x"}) {
        EXPECT_THROW(parse_address("--vision", text), Error) << text;
    }
    EXPECT_EQ(parse_host("--host", "127.0.0.1"), 0x7f000001u);
    try {
        parse_host("--host", "256.1.1.1");
        FAIL() << "no such address";
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "--host '256.1.1.1': expected an address, as 127.0.0.1");
    }
}

}  // namespace
}  // namespace cairn::soccer

#endif
