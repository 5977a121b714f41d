#pragma once
// The commands of the command line; each adds itself to the application. Those of other files (render,
// showcase, solve) are declared there.

#include <CLI/CLI.hpp>

namespace cairn {

void add_scenes_command(CLI::App& app);
void add_sim_command(CLI::App& app);
void add_compare_command(CLI::App& app);
void add_paper_command(CLI::App& app);
void add_bench_command(CLI::App& app);
void add_record_command(CLI::App& app);
void add_replay_command(CLI::App& app);
void add_hash_command(CLI::App& app);
void add_view_command(CLI::App& app);

}  // namespace cairn
