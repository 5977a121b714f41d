// cairn: the command line. Standard output holds what was asked for, standard error what went wrong and
// progress.

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <iostream>
#include <string>
#include <system_error>
#include <vector>

#include <CLI/CLI.hpp>

#include <cairn/error.hpp>
#include <cairn/world.hpp>

#include "base/suggest.hpp"
#include "cairn/commands.hpp"
#include "cairn/option_checks.hpp"
#include "lab/live_solvers.hpp"

#if __has_include("cairn/render_command.hpp")
#include "cairn/render_command.hpp"
#endif
#if __has_include("cairn/showcase.hpp")
#include "cairn/showcase.hpp"
#endif
#include "cairn/soccer_command.hpp"
#if __has_include("cairn/solve.hpp")
#include "cairn/solve.hpp"
#endif

namespace {

void add_commands(CLI::App& app) {
    cairn::add_scenes_command(app);
    cairn::add_sim_command(app);
    cairn::add_compare_command(app);
    cairn::add_paper_command(app);
    cairn::add_bench_command(app);
    cairn::add_record_command(app);
    cairn::add_replay_command(app);
    cairn::add_hash_command(app);
    cairn::add_soccer_command(app);
    cairn::add_view_command(app);
#if __has_include("cairn/render_command.hpp")
    cairn::add_render_command(app);
#endif
#if __has_include("cairn/showcase.hpp")
    cairn::add_showcase_command(app);
#endif
#if __has_include("cairn/solve.hpp")
    cairn::add_solve_command(app);
#endif
}

/// A first word that is no command: the parser would only say that it was not expected.
void check_command(const CLI::App& app, int count, char** words) {
    if (count < 2 || words[1][0] == '-') return;
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands({})) {
        if (command->get_name() == words[1]) return;
        names.push_back(command->get_name());
    }
    throw cairn::Error(cairn::unknown_word("command", words[1], names));
}

int cannot_print(int reason) {
    std::fprintf(stderr, "cairn: cannot write to standard output: %s\n", std::strerror(reason));
    return 1;
}

int run(int count, char** words) {
    CLI::App app("Cairn: 3D rigid bodies, and a laboratory for contact solvers", "cairn");
    app.set_version_flag("--version", std::string("cairn ") + cairn::version());
    app.require_subcommand(1);
    app.get_formatter()->column_width(34);
    try {
        cairn::lab::register_live_solvers();
        add_commands(app);
        for (CLI::App* command : app.get_subcommands({})) cairn::refuse_options_as_values(*command);
        check_command(app, count, words);
        app.parse(count, words);
    } catch (const CLI::ExtrasError&) {
        std::fprintf(stderr, "cairn: %s\n", cairn::leftover_message(app).c_str());
        return 1;
    } catch (const CLI::ParseError& error) {
        return app.exit(error);
    } catch (const std::system_error& error) {  // fmt's, where what is printed cannot be written
        if (std::ferror(stdout) != 0) return cannot_print(error.code().value());
        std::fprintf(stderr, "cairn: %s\n", error.what());
        return 1;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cairn: %s\n", error.what());
        return 1;
    }
    return 0;
}

/// `cairn help` and `cairn help sim`, as many programs have it.
int run_or_help(int count, char** words) {
    if (count < 2 || std::strcmp(words[1], "help") != 0) return run(count, words);
    char option[] = "--help";
    char* asked[] = {words[0], count > 2 ? words[2] : option, option};
    return run(count > 2 ? 3 : 2, asked);
}

}  // namespace

int main(int count, char** words) {
    const int status = run_or_help(count, words);
    if (status != 0) return status;
    std::cout.flush();  // the parser's help
    if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
    return cannot_print(errno);
}
