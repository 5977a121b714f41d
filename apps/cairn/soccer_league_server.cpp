#include "soccer_league_server.hpp"

namespace cairn::soccer {

namespace {

constexpr uint64_t frames_of_silence = 30;
constexpr uint64_t frames_of_geometry = 60;
constexpr int packets_at_once = 256;  ///< a port, before a frame: a flood must not stop the match

}  // namespace

LeagueServer::LeagueServer(Match& match, const ServerOptions& options)
    : match_(match),
      control_({options.host, options.control_port}),
      blue_({options.host, options.blue_port}),
      yellow_({options.host, options.yellow_port}),
      vision_(options.vision) {
    settings_.vision_port = options.vision.port;
}

void LeagueServer::receive() {
    take_control();
    take_robots(Team::yellow, yellow_);
    take_robots(Team::blue, blue_);
    stop_silent_robots();
}

void LeagueServer::answer(UdpSocket& socket, const Answer& answer, Address to, uint64_t& counter) {
    if (!answer) {
        ++counts_.ignored_packets;
        return;
    }
    ++counter;
    if (!socket.send(*answer, to)) ++counts_.unsent_packets;
}

void LeagueServer::take_control() {
    for (int i = 0; i < packets_at_once; ++i) {
        const std::optional<Datagram> datagram = control_.receive();
        if (!datagram) return;
        answer(control_, apply_simulator_command(match_, datagram->bytes, settings_), datagram->sender,
               counts_.control_packets);
        vision_.port = settings_.vision_port;
    }
}

void LeagueServer::take_robots(Team team, UdpSocket& socket) {
    for (int i = 0; i < packets_at_once; ++i) {
        const std::optional<Datagram> datagram = socket.receive();
        if (!datagram) return;
        std::vector<int> commanded;
        answer(socket, apply_robot_control(match_, team, datagram->bytes, commanded), datagram->sender,
               counts_.robot_packets);
        if (commanded.empty()) continue;
        if (!taken_over_[index_of(team)]) {
            taken_over_[index_of(team)] = true;
            match_.take_over(team);
        }
        for (const int id : commanded) heard_[index_of(team)][id] = match_.counts().frames;
    }
}

void LeagueServer::stop_silent_robots() {
    for (const Team team : {Team::yellow, Team::blue}) {
        if (!taken_over_[index_of(team)]) continue;
        for (int id = 0; id < max_robots; ++id) {
            const uint64_t silence = match_.counts().frames - heard_[index_of(team)][id];
            if (silence > frames_of_silence) match_.command(team, id, {});
        }
    }
}

void LeagueServer::publish() {
    const bool geometry = match_.counts().frames % frames_of_geometry == 1;
    ++counts_.vision_packets;
    if (!control_.send(vision_packet(match_, geometry), vision_)) ++counts_.unsent_packets;
}

}  // namespace cairn::soccer
