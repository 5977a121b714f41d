#pragma once
// The report of `cairn solve` as one self-contained page.

#include <string>

#include "lab/solve_report.hpp"

namespace cairn {

std::string solve_page(const lab::SolveReport& report);
/// Its legend, profiles and problems, for another page; that page ends with report::switches.
std::string solve_sections(const lab::SolveReport& report);

}  // namespace cairn
