#pragma once
// `cairn solve`: frozen contact problems under any set of solvers.

#include <CLI/CLI.hpp>

namespace cairn {

void add_solve_command(CLI::App& app);

}  // namespace cairn
