#pragma once
// The showcase's page.

#include <string>
#include <vector>

#include "showcase_play.hpp"

namespace cairn::showcase {

/// What the page says about the run as a whole.
struct Occasion {
    int threads = 1;
    int lanes = 1;
    double seconds = 0;  ///< wall time of everything
    render::Size size;
};

/// Titles and rows of the summary, as the terminal and the page show them.
std::vector<std::string> summary_titles();
std::vector<std::string> summary_row(const Performance& performance);

std::string report_page(const std::vector<Performance>& performances, const Occasion& occasion);

}  // namespace cairn::showcase
