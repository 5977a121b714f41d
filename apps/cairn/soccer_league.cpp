#include "soccer_league.hpp"

#include <cairn/error.hpp>

#if CAIRN_HAS_PROTOBUF

#include <chrono>
#include <fstream>
#include <thread>

#include <fmt/core.h>

#include "scene/output_file.hpp"
#include "soccer_league_messages.hpp"
#include "soccer_league_server.hpp"

namespace cairn::soccer {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int32_t log_version = 1;
constexpr int32_t vision_message = 4;
constexpr int64_t frame_nanoseconds = 16'666'667;

template <class Integer>
void write_big_endian(std::ostream& output, Integer value) {
    for (int shift = 8 * (static_cast<int>(sizeof value) - 1); shift >= 0; shift -= 8) {
        output.put(static_cast<char>((value >> shift) & 0xff));
    }
}

ServerOptions server_options(const ServeOptions& options) {
    ServerOptions result;
    result.host = parse_host("--host", options.host);
    result.vision = parse_address("--vision", options.vision);
    result.control_port = options.control_port;
    result.blue_port = options.blue_port;
    result.yellow_port = options.yellow_port;
    return result;
}

void announce(const LeagueServer& server, const ServeOptions& options) {
    fmt::print(stderr,
               "cairn: serving on {}: control {}, blue {}, yellow {}; vision to {}; stop with Ctrl-C\n",
               options.host, server.control_port(), server.port_of(Team::blue), server.port_of(Team::yellow),
               options.vision);
}

void say_goodbye(const ServerCounts& counts) {
    fmt::print(stderr,
               "cairn: {} robot and {} control packets taken, {} malformed or foreign ones ignored, {} "
               "vision packets "
               "sent\n",
               counts.robot_packets, counts.control_packets, counts.ignored_packets, counts.vision_packets);
}

/// Sleeps until the next frame is due; a frame that is late is not made up for by a burst.
class Pace {
public:
    void wait(float speed) {
        const double length = speed > 0 ? 1.0 / (60.0 * static_cast<double>(speed)) : 1.0 / 60;
        next_ += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(length));
        const Clock::time_point now = Clock::now();
        if (next_ < now - std::chrono::milliseconds(100)) next_ = now;
        std::this_thread::sleep_until(next_);
    }

private:
    Clock::time_point next_ = Clock::now();
};

}  // namespace

MatchResult serve(const MatchDef& def, uint64_t frames, const ServeOptions& options,
                  const std::function<bool()>& stop) {
    Match match(def);
    LeagueServer server(match, server_options(options));
    announce(server, options);
    MatchResult result;
    Pace pace;
    while (match.counts().frames < frames && !stop()) {
        server.receive();
        if (server.speed() > 0) {
            const Clock::time_point begin = Clock::now();
            match.frame();
            server.publish();
            const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
            result.seconds += seconds;
            result.slowest_frame = std::max(result.slowest_frame, seconds);
        }
        pace.wait(server.speed());
    }
    say_goodbye(server.counts());
    take_result(match, result);
    return result;
}

MatchResult record(const MatchDef& def, uint64_t frames, const std::string& file,
                   const std::function<void(const Match&)>& watch) {
    std::ofstream output = open_output_stream(file);
    output.write("SSL_LOG_FILE", 12);
    write_big_endian(output, log_version);
    const MatchResult result = play(def, frames, [&](const Match& match) {
        const std::string packet = vision_packet(match, match.counts().frames % 60 == 1);
        write_big_endian(output, static_cast<int64_t>(match.counts().frames) * frame_nanoseconds);
        write_big_endian(output, vision_message);
        write_big_endian(output, static_cast<int32_t>(packet.size()));
        output.write(packet.data(), static_cast<std::streamsize>(packet.size()));
        watch(match);
    });
    output.flush();
    if (!output) cannot_write(file);
    return result;
}

}  // namespace cairn::soccer

#else

namespace cairn::soccer {

namespace {

[[noreturn]] void refuse(const std::string& option) {
    throw Error(option +
                " speaks the league's protocol, and this cairn was built without protobuf; install "
                "libprotobuf-dev and protobuf-compiler and build again");
}

}  // namespace

MatchResult serve(const MatchDef&, uint64_t, const ServeOptions&, const std::function<bool()>&) {
    refuse("--serve");
}

MatchResult record(const MatchDef&, uint64_t, const std::string&, const std::function<void(const Match&)>&) {
    refuse("--record");
}

}  // namespace cairn::soccer

#endif
