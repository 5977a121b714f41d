#pragma once
// A match in the league's own words: vision out, commands in. Bytes on one side, the match on the other; the
// sockets are soccer_league_server's.

#include <optional>
#include <string>

#include "soccer/match.hpp"

namespace cairn::soccer {

/// SSL_WrapperPacket: what a camera over the field would report; with geometry, also its size and lines.
std::string vision_packet(const Match& match, bool geometry);

/// What a packet did. Nothing where it was malformed or no message of the protocol: then there is no answer.
using Answer = std::optional<std::string>;

/// RobotControl in, RobotControlResponse out. `commanded` gets the numbers of robots that took a command.
Answer apply_robot_control(Match& match, Team team, const std::string& bytes, std::vector<int>& commanded);

/// What SimulatorCommand may change beside the match itself.
struct ServerSettings {
    float speed = 1;  ///< of the match against the clock
    uint16_t vision_port = 0;
};

/// SimulatorCommand in, SimulatorResponse out.
Answer apply_simulator_command(Match& match, const std::string& bytes, ServerSettings& settings);

}  // namespace cairn::soccer
