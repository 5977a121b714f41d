#pragma once
// What of `cairn soccer` needs the league's messages, and so protobuf: serving a match, and recording it in
// the league's log format. Without protobuf both say so.

#include <functional>
#include <string>

#include "soccer/match.hpp"
#include "soccer_run.hpp"

namespace cairn::soccer {

struct ServeOptions {
    std::string host = "127.0.0.1", vision = "127.0.0.1:10020";
    uint16_t control_port = 10300, blue_port = 10301, yellow_port = 10302;
};

/// Plays in real time (times what a SimulatorCommand says) for `frames` frames or until `stop` says so,
/// taking commands and sending vision. What it does is said on standard error.
MatchResult serve(const MatchDef& def, uint64_t frames, const ServeOptions& options,
                  const std::function<bool()>& stop);

/// Plays as fast as it can and writes a log that the league's players and analysers read: "SSL_LOG_FILE", a
/// version, and for every frame a time in nanoseconds, a type (4: vision) and the packet; numbers big-endian.
MatchResult record(const MatchDef& def, uint64_t frames, const std::string& file,
                   const std::function<void(const Match&)>& watch);

}  // namespace cairn::soccer
