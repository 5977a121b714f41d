#pragma once
// A match on the network, as the league's simulators offer one: three ports that take commands and answer
// them, and vision sent out after every frame.

#include <array>

#include "soccer/match.hpp"
#include "soccer_league_messages.hpp"
#include "soccer_udp.hpp"

namespace cairn::soccer {

struct ServerOptions {
    uint32_t host = 0x7f000001;  ///< listens here: this machine alone
    uint16_t control_port = 10300, blue_port = 10301, yellow_port = 10302;
    Address vision{0x7f000001, 10020};  ///< the league's own is 224.5.23.2, a multicast address
};

struct ServerCounts {
    uint64_t robot_packets = 0, control_packets = 0;
    uint64_t ignored_packets = 0;  ///< malformed, or of another protocol
    uint64_t vision_packets = 0;
    uint64_t unsent_packets = 0;
};

class LeagueServer {
public:
    /// Throws Error where a port cannot be had; nothing has happened to the match then.
    LeagueServer(Match& match, const ServerOptions& options);

    /// Takes what has arrived. The first command for a team takes it over from the built-in strategy; a robot
    /// that hears nothing for half a second stops.
    void receive();
    /// Sends what a camera sees now; with the geometry once a second.
    void publish();

    float speed() const { return settings_.speed; }
    const ServerCounts& counts() const { return counts_; }
    uint16_t control_port() const { return control_.port(); }
    uint16_t port_of(Team team) const { return (team == Team::yellow ? yellow_ : blue_).port(); }

private:
    void take_robots(Team team, UdpSocket& socket);
    void take_control();
    void stop_silent_robots();
    void answer(UdpSocket& socket, const Answer& answer, Address to, uint64_t& counter);

    Match& match_;
    UdpSocket control_, blue_, yellow_;
    Address vision_;
    ServerSettings settings_;
    ServerCounts counts_;
    std::array<bool, 2> taken_over_{};
    std::array<std::array<uint64_t, max_robots>, 2> heard_{};  ///< frame of the last command
};

}  // namespace cairn::soccer
