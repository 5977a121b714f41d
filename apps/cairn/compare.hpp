#pragma once
// What `cairn compare` found out, and how it is shown.

#include <string>
#include <vector>

#include "lab/solve_report.hpp"
#include "lab/trajectory.hpp"

namespace cairn {

struct Comparison {
    std::string scene;
    int bodies = 0;
    double dt = 0;
    std::string budget;  ///< in words
    std::vector<lab::Trajectory> runs;
    std::vector<std::string> pictures;  ///< PNG at the end of each run; empty: none
    std::string replay;                 ///< what the player of the page reads; empty: none
    lab::SolveReport frozen;            ///< the same contacts, frozen
};

std::string comparison_table(const Comparison& comparison);
std::string comparison_csv(const Comparison& comparison);
std::string comparison_json(const Comparison& comparison);
std::string comparison_page(const Comparison& comparison);

}  // namespace cairn
