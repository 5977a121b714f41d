#pragma once

#include <CLI/CLI.hpp>

namespace cairn {

void add_soccer_command(CLI::App& app);

}  // namespace cairn
