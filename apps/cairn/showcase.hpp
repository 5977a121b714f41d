#pragma once
// `cairn showcase`: a handful of scenes, a table and a page with pictures; what plain `./run` plays.

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace cairn {

void add_showcase_command(CLI::App& app);

namespace showcase {

struct ShowcaseOptions {
    std::string report;               ///< file of the page; "": build/report/showcase.html, or report.html
    std::vector<std::string> scenes;  ///< of the programme, or any built-in; empty: the whole programme
    double seconds = 0;               ///< of each scene; 0: as the programme says
    int threads = 0;                  ///< 0: all cores, at most 8
    std::string size = "640x360";
};

/// Plays, prints the table to standard output and returns the file it wrote.
std::string run_showcase(const ShowcaseOptions& options);

/// Columns padded to equal width; the first column is set to the left, the others to the right.
std::string text_table(const std::vector<std::string>& titles,
                       const std::vector<std::vector<std::string>>& rows);

}  // namespace showcase
}  // namespace cairn
