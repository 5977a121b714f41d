#include "soccer_report.hpp"

#include <fmt/core.h>

#include "scene/hash_text.hpp"
#include "scene/solver_choice.hpp"

namespace cairn::soccer {

namespace {

using Json = nlohmann::ordered_json;

double played_seconds(const MatchResult& result) { return static_cast<double>(result.counts.frames) / 60; }

double ms_per_frame(const MatchResult& result) {
    return result.counts.frames ? result.seconds * 1e3 / static_cast<double>(result.counts.frames) : 0;
}

double speed(double played, double seconds) { return seconds > 0 ? played / seconds : 0; }

std::string clock_text(float seconds) {
    const int whole = static_cast<int>(seconds);
    return fmt::format("{}:{:02}", whole / 60, whole % 60);
}

/// How deep in a wall; negative is how far from it at the nearest, if that was less than a metre.
std::string depth_text(float depth) {
    if (depth <= MatchCounts{}.ball_in_wall) return "never touched one";
    return depth < 0 ? fmt::format("{:.3f} mm from one", -depth * 1e3)
                     : fmt::format("{:.3f} mm deep", depth * 1e3);
}

std::string score_text(const MatchResult& result) {
    return fmt::format("yellow {} : {} blue", result.score[0], result.score[1]);
}

}  // namespace

const char* drives_name(Drives drives) {
    switch (drives) {
        case Drives::omni:
            return "omni";
        case Drives::differential:
            return "differential";
        default:
            return "mixed";
    }
}

Json to_json(const MatchResult& result) {
    const MatchCounts& counts = result.counts;
    Json events = Json::array();
    for (const MatchEvent& event : result.events) {
        events.push_back({{"time", event.time},
                          {"incident", incident_name(event.incident)},
                          {"team", team_name(event.team)},
                          {"place", {event.place.x, event.place.y}}});
    }
    return {{"seed", result.def.seed},
            {"division", result.def.division == Division::a ? "A" : "B"},
            {"robots_a_team", result.def.robots},
            {"drive", drives_name(result.def.drives)},
            {"solver", solver_text(result.def.solver)},
            {"frames", counts.frames},
            {"steps_per_frame", result.def.steps_per_frame},
            {"minutes", played_seconds(result) / 60},
            {"score", {{"yellow", result.score[0]}, {"blue", result.score[1]}}},
            {"kicks", counts.kicks},
            {"chips", counts.chips},
            {"restarts", counts.restarts},
            {"fallen", counts.fallen},
            {"left_field", counts.left_field},
            {"unsolved_steps", counts.unsolved},
            {"solver_message", counts.solver_message},
            {"max_ball_in_wall", counts.ball_in_wall},
            {"max_robot_in_wall", counts.robot_in_wall},
            {"fastest_ball", counts.fastest_ball},
            {"ball_way", counts.ball_way},
            {"hash", hash_text(result.hash)},
            {"ms_per_frame", ms_per_frame(result)},
            {"max_ms_per_frame", result.slowest_frame * 1e3},
            {"times_real_time", speed(played_seconds(result), result.seconds)},
            {"events", events}};
}

Json to_json(std::span<const MatchResult> results, int threads, double seconds) {
    Json matches = Json::array();
    double longest = 0;
    for (const MatchResult& result : results) {
        matches.push_back(to_json(result));
        longest = std::max(longest, played_seconds(result));
    }
    return {{"matches", matches},
            {"threads", threads},
            {"seconds", seconds},
            {"times_real_time", speed(longest, seconds)}};
}

std::string to_text(const MatchResult& result) {
    const MatchCounts& counts = result.counts;
    std::string text;
    const auto line = [&](const char* what, const std::string& value) {
        text += fmt::format("{:<12} {}\n", what, value);
    };
    for (const MatchEvent& event : result.events) {
        text += fmt::format("{:>6}  {:<10} {}\n", clock_text(event.time), incident_name(event.incident),
                            team_name(event.team));
    }
    line("score", score_text(result));
    line("played", fmt::format("{} with {} robots a team ({}), division {}, seed {}",
                               clock_text(static_cast<float>(played_seconds(result))), result.def.robots,
                               drives_name(result.def.drives), result.def.division == Division::a ? "A" : "B",
                               result.def.seed));
    line("ball",
         fmt::format("{} kicks, {} chips, {:.0f} m, fastest {:.1f} m/s; placed {} times", counts.kicks,
                     counts.chips, counts.ball_way, counts.fastest_ball, counts.restarts));
    line("walls", fmt::format("ball {}, robots {}; outside {} times", depth_text(counts.ball_in_wall),
                              depth_text(counts.robot_in_wall), counts.left_field));
    line("fallen", fmt::format("{} robots", counts.fallen));
    line("time", fmt::format("{:.3f} ms a frame of 16.667, slowest {:.3f}; {:.0f} times real time",
                             ms_per_frame(result), result.slowest_frame * 1e3,
                             speed(played_seconds(result), result.seconds)));
    line("solver", solver_text(result.def.solver));
    if (counts.unsolved) {
        line("not solved", fmt::format("{} steps; the last: {}", counts.unsolved, counts.solver_message));
    }
    line("hash", hash_text(result.hash));
    return text;
}

std::string to_text(std::span<const MatchResult> results, int threads, double seconds) {
    std::string text;
    double longest = 0;
    for (const MatchResult& result : results) {
        text += fmt::format(
            "seed {:<6} {}   {} kicks, {} restarts, {} fallen, {} outside, walls: ball {}, {:.3f} ms a "
            "frame, hash {}\n",
            result.def.seed, score_text(result), result.counts.kicks, result.counts.restarts,
            result.counts.fallen, result.counts.left_field, depth_text(result.counts.ball_in_wall),
            ms_per_frame(result), hash_text(result.hash));
        longest = std::max(longest, played_seconds(result));
    }
    text += fmt::format("{} matches at once on {} threads: {:.1f} s, {:.1f} times real time\n",
                        results.size(), threads, seconds, speed(longest, seconds));
    return text;
}

}  // namespace cairn::soccer
