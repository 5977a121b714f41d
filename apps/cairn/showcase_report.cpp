#include "showcase_report.hpp"

#include <fmt/format.h>

#include <cairn/world.hpp>

#include "report_html.hpp"
#include "report_plot.hpp"

namespace cairn::showcase {
namespace {

constexpr size_t plot_points = 240, time_points = 60;

std::string settings_text(const Act& act) {
    std::string text;
    for (const SceneSetting& setting : act.settings)
        text += fmt::format(" --set {}={:g}", setting.first, setting.second);
    return text;
}

std::string plots(const Performance& p) {
    const std::vector<double> time = report::condense(p.time, plot_points);
    report::Plot energy{"kinetic energy (J)", "time (s)", time, {}, false};
    energy.series.push_back({"kinetic energy", report::condense(p.kinetic_energy, plot_points)});
    report::Plot penetration{"deepest overlap (mm)", "time (s)", time, {}, false};
    penetration.series.push_back({"deepest overlap", report::condense(p.penetration, plot_points)});
    report::Plot stages{"milliseconds per step, by stage (medians)",
                        "time (s)",
                        report::condense(p.time, time_points),
                        {},
                        true};
    for (int stage = 0; stage < static_cast<int>(Stage::count); ++stage) {
        stages.series.push_back({stage_name(static_cast<Stage>(stage)),
                                 report::condense_medians(p.stage_milliseconds[stage], time_points)});
    }
    return "<div class=\"trio\">" + report::svg_plot(energy) + report::svg_plot(penetration) +
           report::svg_plot(stages) + "</div>\n";
}

std::string card(const Performance& p, render::Size size) {
    const std::string& name = p.act.scene;
    std::string out =
        "<section class=\"card\" id=\"" + report::escape(name) + "\"><h2>" + report::escape(name) + "</h2>\n";
    out += "<p>" + report::escape(p.act.caption) + " <span class=\"soft\">" +
           report::escape(fmt::format("{} bodies, {} joints, {} steps of {:.4g} ms.", p.bodies, p.joints,
                                      p.steps, 1e3 * p.dt)) +
           "</span></p>\n<div class=\"pair\">";
    out += "<figure>" + report::picture(p.begin_png, name + " at the beginning", size.width, size.height) +
           "<figcaption>at the beginning</figcaption></figure>";
    out += "<figure>" + report::picture(p.end_png, name + " at the end", size.width, size.height) +
           fmt::format("<figcaption>after {:.3g} s</figcaption></figure></div>\n", p.dt * p.steps);
    out += plots(p);
    out += "<p class=\"soft\"><code>./run render " + report::escape(name + settings_text(p.act)) + " -o " +
           report::escape(name) + ".gif</code></p></section>\n";
    return out;
}

}  // namespace

std::vector<std::string> summary_titles() {
    return {"scene", "bodies", "contacts", "ms/step", "overlap (mm)", "speed (m/s)", "stands", "hash"};
}

std::vector<std::string> summary_row(const Performance& p) {
    return {p.act.scene,
            fmt::format("{}", p.bodies),
            fmt::format("{}", p.contacts),
            fmt::format("{:.3f}", p.milliseconds_per_step),
            fmt::format("{:.2f}", 1e3 * p.max_penetration),
            p.residual_speed < 1e-4 ? fmt::format("{:.0e}", p.residual_speed)
                                    : fmt::format("{:.4f}", p.residual_speed),
            p.verdict(),
            fmt::format("{:016x}", p.hash)};
}

std::string report_page(const std::vector<Performance>& performances, const Occasion& occasion) {
    std::string body = "<h1>Cairn showcase</h1>\n";
    body += "<p class=\"soft\">" +
            report::escape(fmt::format(
                "Version {}, {} {}, {} SIMD lanes; everything below took {:.1f} s. The hashes are "
                "the same on every machine, for any number of threads and lanes.",
                version(), occasion.threads, occasion.threads == 1 ? "thread" : "threads", occasion.lanes,
                occasion.seconds)) +
            "</p>\n<section class=\"card\">";
    std::vector<report::Column> columns;
    for (const std::string& title : summary_titles()) {
        columns.push_back({title, title != "scene" && title != "stands" && title != "hash"});
    }
    std::vector<std::vector<std::string>> rows;
    for (const Performance& p : performances) rows.push_back(summary_row(p));
    body += report::table(columns, rows);
    body += "<p class=\"soft\">" +
            report::escape(fmt::format(
                "Overlap and speed are the largest at the end. A scene stands when no body has moved "
                "by more than {:g} of its own radius; sleeping is off in those.",
                standing_shift));
    body += "</p></section>\n";
    for (const Performance& p : performances) body += card(p, occasion.size);
    return report::page("Cairn showcase", body);
}

}  // namespace cairn::showcase
