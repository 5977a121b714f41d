#include "showcase.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <thread>

#include <fmt/format.h>

#include <cairn/world.hpp>

#include "base/range.hpp"
#include "image.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "render_command.hpp"
#include "scene/output_file.hpp"
#include "scene_options.hpp"
#include "showcase_play.hpp"
#include "showcase_report.hpp"

namespace cairn {
namespace showcase {
namespace {

std::vector<Act> chosen_acts(const ShowcaseOptions& options) {
    std::vector<Act> program = default_program();
    if (!options.scenes.empty()) {
        std::vector<Act> chosen;
        for (const std::string& name : options.scenes) {
            const BuiltinScene& scene = find_builtin(name);
            const auto known = std::find_if(program.begin(), program.end(),
                                            [&](const Act& act) { return act.scene == name; });
            chosen.push_back(known != program.end() ? *known : Act{scene.name, {}, 4, false, scene.summary});
        }
        program = std::move(chosen);
    }
    if (options.seconds > 0) {
        for (Act& act : program) act.seconds = options.seconds;
    }
    return program;
}

std::string report_file(const ShowcaseOptions& options) {
    if (!options.report.empty()) return options.report;
    return std::filesystem::is_directory("build") ? "build/report/showcase.html" : "report.html";
}

int thread_count(const ShowcaseOptions& options) {
    if (options.threads > 0) return options.threads;
    return std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 8);
}

std::vector<Performance> play_all(const std::vector<Act>& acts, const Occasion& occasion) {
    std::vector<Performance> performances;
    Progress progress("showcase", acts.size());
    for (const Act& act : acts) {
        performances.push_back(play(act, occasion.threads, occasion.size));
        progress.at(performances.size());
    }
    return performances;
}

}  // namespace

std::string text_table(const std::vector<std::string>& titles,
                       const std::vector<std::vector<std::string>>& rows) {
    std::vector<size_t> widths;
    for (size_t i = 0; i < titles.size(); ++i) {
        widths.push_back(titles[i].size());
        for (const auto& row : rows) widths[i] = std::max(widths[i], row[i].size());
    }
    std::string out;
    const auto put = [&](const std::vector<std::string>& cells) {
        for (size_t i = 0; i < cells.size(); ++i) {
            out += i == 0 ? fmt::format("{:<{}}", cells[i], widths[i])
                          : fmt::format("  {:>{}}", cells[i], widths[i]);
        }
        out += '\n';
    };
    put(titles);
    size_t total = 2 * (titles.size() - 1);
    for (const size_t width : widths) total += width;
    out += std::string(total, '-') + '\n';
    for (const auto& row : rows) put(row);
    return out;
}

std::string run_showcase(const ShowcaseOptions& options) {
    const auto start = std::chrono::steady_clock::now();
    Occasion occasion;
    occasion.size = render::parse_size(options.size);
    occasion.threads = thread_count(options);
    occasion.lanes = World().lanes();
    const std::vector<Performance> performances = play_all(chosen_acts(options), occasion);
    std::vector<std::vector<std::string>> rows;
    for (const Performance& performance : performances) rows.push_back(summary_row(performance));
    occasion.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    const std::string file = report_file(options);
    write_file(file, report_page(performances, occasion));
    std::printf("%s\nreport: %s\n", text_table(summary_titles(), rows).c_str(),
                std::filesystem::absolute(file).lexically_normal().c_str());
    return file;
}

}  // namespace showcase

void add_showcase_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("showcase", "play a few scenes and write a page with pictures of them");
    auto options = std::make_shared<showcase::ShowcaseOptions>();
    command->add_option("SCENE", options->scenes, "scenes to play instead of the usual ones")->type_name("");
    command->add_option("--report", options->report, "file of the page")->type_name("F.html");
    command->add_option("--seconds", options->seconds, "seconds of each scene")
        ->check(number_between(0.1, 3600))
        ->type_name("S");
    command->add_option("--threads", options->threads, "workers of the simulation")
        ->check(whole_number(1, most_threads))
        ->type_name("N");
    command->add_option("--size", options->size, "of the pictures")->type_name("WxH");
    command->callback([options] { showcase::run_showcase(*options); });
}

}  // namespace cairn
