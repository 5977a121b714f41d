// `cairn soccer`: plays a match of robot soccer, or many, or offers one to programs that speak the league's
// protocol.

#include "soccer_command.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <limits>
#include <memory>
#include <thread>

#include <fmt/core.h>

#include <cairn/error.hpp>

#include "base/range.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "render_command.hpp"
#include "scene/solver_choice.hpp"
#include "scene_options.hpp"
#include "soccer_film.hpp"
#include "soccer_league.hpp"
#include "soccer_report.hpp"
#include "soccer_run.hpp"
#include "unsolved_steps.hpp"

namespace cairn {

namespace {

using namespace soccer;

struct SoccerOptions {
    MatchDef match;
    std::string solver;
    double minutes = 5;
    int matches = 1;
    int threads = 0;
    bool json = false;
    std::string record_file;
    bool serve = false, no_referee = false;
    ServeOptions server;
    std::string size = "960x540";
    Film film;
};

void refuse_unsolved(const MatchDef& match, const MatchCounts& counts) {
    const UnsolvedSteps unsolved{counts.unsolved, counts.solver_message};
    unsolved.refuse("soccer", match.solver);
}

void print(const SoccerOptions& options, const MatchResult& result) {
    if (options.json) {
        fmt::print("{}\n", to_json(result).dump(2));
    } else {
        fmt::print("{}", to_text(result));
    }
}

void play_one(const SoccerOptions& options, uint64_t frames) {
    MatchResult result;
    {
        Progress progress("playing", frames);
        const auto watch = [&](const Match& match) { progress.at(match.counts().frames); };
        result = options.record_file.empty() ? play(options.match, frames, watch)
                                             : record(options.match, frames, options.record_file, watch);
    }
    print(options, result);
    refuse_unsolved(options.match, result.counts);
}

volatile std::sig_atomic_t interrupted = 0;

/// Ctrl-C ends the match, not the program: its result is still printed.
void play_on_network(const SoccerOptions& options, uint64_t frames) {
    interrupted = 0;
    const auto before = std::signal(SIGINT, [](int) { interrupted = 1; });
    const auto restore = [&] { std::signal(SIGINT, before); };
    MatchResult result;
    try {
        result = serve(options.match, frames, options.server, [] { return interrupted != 0; });
    } catch (...) {
        restore();
        throw;
    }
    restore();
    print(options, result);
    refuse_unsolved(options.match, result.counts);
}

void check_together(const SoccerOptions& options) {
    const bool one = options.matches == 1;
    const int ways =
        (options.serve ? 1 : 0) + (options.film.file.empty() ? 0 : 1) + (options.record_file.empty() ? 0 : 1);
    if (ways > 1) throw Error("--serve, --render and --record: one at a time");
    if (ways == 1 && !one) throw Error("--matches goes without --serve, --render and --record");
}

void play_several(const SoccerOptions& options, uint64_t frames) {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int threads = std::min(options.threads > 0 ? options.threads : cores, options.matches);
    std::vector<MatchResult> results;
    const auto begin = std::chrono::steady_clock::now();
    {
        Progress progress("playing", static_cast<uint64_t>(options.matches));
        results = play_many(options.match, frames, options.matches, threads,
                            [&](int done) { progress.at(static_cast<uint64_t>(done)); });
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (options.json) {
        fmt::print("{}\n", to_json(results, threads, seconds).dump(2));
    } else {
        fmt::print("{}", to_text(results, threads, seconds));
    }
    for (const MatchResult& result : results) refuse_unsolved(result.def, result.counts);
}

void run(SoccerOptions& options) {
    if (!options.solver.empty()) options.match.solver = choose_solver(options.solver, match_solver());
    options.match.referee = !options.no_referee;
    check_together(options);
    if (!options.film.file.empty()) {
        options.film.size = render::parse_size(options.size);
        check_film(options.film);
        const MatchCounts counts = shoot(options.match, options.film);
        fmt::print("{}\n",
                   options.json ? nlohmann::json{{"file", options.film.file}}.dump(2) : options.film.file);
        refuse_unsolved(options.match, counts);
        return;
    }
    const uint64_t frames = frames_in(options.minutes);
    if (options.serve) {
        play_on_network(options, frames);
    } else if (options.matches > 1) {
        play_several(options, frames);
    } else {
        play_one(options, frames);
    }
}

void add_match_options(CLI::App& command, SoccerOptions& options) {
    const std::vector<std::pair<std::string, Division>> divisions{{"A", Division::a}, {"B", Division::b}};
    const std::vector<std::pair<std::string, Drives>> drives{
        {"omni", Drives::omni}, {"differential", Drives::differential}, {"mixed", Drives::mixed}};
    command.add_option("--seed", options.match.seed, "the same seed, the same match (default 1)")
        ->check(whole_number<uint64_t>(0, std::numeric_limits<uint64_t>::max()).description(""))
        ->type_name("N");
    command.add_option("--minutes", options.minutes, "how long (default 5)")->check(number_between(0, 1e4));
    command.add_option("--teams", options.match.robots, "robots a team, 1 to 11 (default 6)")
        ->check(whole_number(1, max_robots))
        ->type_name("N");
    command.add_option("--division", options.match.division, "field of division A or B (default B)")
        ->transform(choice_of(divisions))
        ->type_name("A|B");
    command.add_option("--drive", options.match.drives, "wheels: omni, differential, mixed (default)")
        ->transform(choice_of(drives))
        ->type_name("NAME");
    command.add_option("--solver", options.solver, "NAME[:key=value,...]")->type_name("NAME");
    command
        .add_option("--steps", options.match.steps_per_frame, "of the world in a frame of 1/60 s (default 8)")
        ->check(whole_number(1, 64))
        ->type_name("N");
}

void add_network_options(CLI::App& command, SoccerOptions& options) {
    ServeOptions& server = options.server;
    const CLI::Validator any_port = whole_number(0, 65535);
    CLI::Option* serve = command.add_flag("--serve", options.serve,
                                          "play in real time on UDP: SSL vision and simulation protocol");
    command.add_flag("--no-referee", options.no_referee, "for a referee from outside");
    command.add_option("--host", server.host, "where to listen (default 127.0.0.1)")
        ->needs(serve)
        ->type_name("ADDRESS");
    command.add_option("--vision", server.vision, "where vision goes (default 127.0.0.1:10020)")
        ->needs(serve)
        ->type_name("ADDRESS:PORT");
    command.add_option("--control-port", server.control_port, "SimulatorCommand (default 10300)")
        ->needs(serve)
        ->check(any_port);
    command.add_option("--blue-port", server.blue_port, "RobotControl of blue (default 10301)")
        ->needs(serve)
        ->check(any_port);
    command.add_option("--yellow-port", server.yellow_port, "RobotControl of yellow (default 10302)")
        ->needs(serve)
        ->check(any_port);
    command.add_option("--record", options.record_file, "write a log in the league's format")
        ->type_name("F.log");
}

void add_film_options(CLI::App& command, SoccerOptions& options) {
    CLI::Option* render =
        command.add_option("--render", options.film.file, "draw a picture or an animation of the match")
            ->type_name("F.png|F.gif");
    command.add_option("--at", options.film.begin, "where the picture is taken, seconds (default 20)")
        ->needs(render)
        ->check(number_between(0, 6e5));
    command.add_option("--for", options.film.seconds, "length of the animation, seconds (default 10)")
        ->needs(render)
        ->check(number_between(0, 3600));
    const std::vector<std::pair<std::string, View>> views{{"field", View::field}, {"ball", View::ball}};
    command.add_option("--view", options.film.view, "field (default), or ball: from near")
        ->needs(render)
        ->transform(choice_of(views))
        ->type_name("NAME");
    command.add_option("--size", options.size, "of the picture (default 960x540)")
        ->needs(render)
        ->type_name("WxH");
}

}  // namespace

void add_soccer_command(CLI::App& app) {
    const auto options = std::make_shared<SoccerOptions>();
    CLI::App* command = app.add_subcommand("soccer", "play robot soccer (small-size league)");
    add_match_options(*command, *options);
    add_network_options(*command, *options);
    command->add_option("--matches", options->matches, "so many, with seeds N, N+1, ...")
        ->check(whole_number(1, 100000))
        ->type_name("N");
    command->add_option("--threads", options->threads, "for several matches (default: all cores)")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    command->add_flag("--json", options->json, "print one JSON object");
    add_film_options(*command, *options);
    command->callback([options] { run(*options); });
}

}  // namespace cairn
