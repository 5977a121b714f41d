// `cairn paper NAME`: a paper's experiments, what it claims and what we measure.

#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cairn/error.hpp>

#include "base/suggest.hpp"
#include "commands.hpp"
#include "image.hpp"
#include "lab/paper.hpp"
#include "progress.hpp"
#include "report_html.hpp"
#include "report_plot.hpp"
#include "scene/output_file.hpp"

namespace cairn {

namespace {

struct PaperOptions {
    std::string name, report;
    bool json = false;
};

lab::PaperReport run_paper(const std::string& name) {
    uint64_t done = 0;
    Progress bar(name, 7);
    const auto progress = [&](const std::string&) { bar.at(done++); };
    for (const lab::Paper& paper : lab::papers())
        if (paper.name == name) return paper.run(progress);
    std::vector<std::string> names;
    for (const lab::Paper& paper : lab::papers()) names.push_back(paper.name);
    throw Error(unknown_word("paper", name, names));
}

std::string figure_of(const lab::PaperFigure& figure) {
    report::Plot plot;
    plot.title = figure.title, plot.x_label = figure.x_label, plot.x = figure.x;
    for (const lab::PaperFigure::Curve& curve : figure.curves)
        plot.series.push_back({curve.name, curve.values});
    return report::svg_plot(plot);
}

std::string paper_page(const lab::PaperReport& report) {
    std::vector<std::vector<std::string>> rows;
    for (const lab::Finding& f : report.findings)
        rows.push_back({f.rows, f.claim, f.measured, f.holds ? "yes" : "NO"});
    std::string body = "<h1>" + report::escape(report.paper) + "</h1>" +
                       report::table({{"row"}, {"the paper claims"}, {"we measured"}, {"agrees"}}, rows);
    for (const lab::PaperFigure& figure : report.figures) body += figure_of(figure);
    for (const lab::PaperTable& table : report.tables) {
        std::vector<report::Column> columns;
        for (const std::string& title : table.header) columns.push_back({title});
        body += "<h2>" + report::escape(table.title) + "</h2>" + report::table(columns, table.rows);
    }
    return report::page(report.paper, body);
}

void print_text(const lab::PaperReport& report) {
    fmt::print("{}\n\n", report.paper);
    for (const lab::Finding& f : report.findings)
        fmt::print("{:<4} {}\n     claim     {}\n     measured  {}\n", f.holds ? "ok" : "NO", f.rows, f.claim,
                   f.measured);
    for (const lab::PaperTable& table : report.tables) {
        fmt::print("\n{}\n", table.title);
        for (const std::string& title : table.header)
            fmt::print("{}{}", title, &title == &table.header.back() ? "\n" : " | ");
        for (const auto& row : table.rows)
            for (const std::string& cell : row) fmt::print("{}{}", cell, &cell == &row.back() ? "\n" : " | ");
    }
}

void print_json(const lab::PaperReport& report) {
    nlohmann::ordered_json json;
    json["paper"] = report.paper;
    for (const lab::Finding& f : report.findings)
        json["findings"].push_back(
            {{"rows", f.rows}, {"claim", f.claim}, {"measured", f.measured}, {"holds", f.holds}});
    for (const lab::PaperTable& t : report.tables)
        json["tables"].push_back({{"title", t.title}, {"header", t.header}, {"rows", t.rows}});
    for (const lab::PaperFigure& f : report.figures) {
        nlohmann::ordered_json curves;
        for (const lab::PaperFigure::Curve& curve : f.curves) curves[curve.name] = curve.values;
        json["figures"].push_back(
            {{"title", f.title}, {"x_label", f.x_label}, {"x", f.x}, {"curves", curves}});
    }
    fmt::print("{}\n", json.dump(2));
}

void run(const PaperOptions& options) {
    const lab::PaperReport report = run_paper(options.name);
    if (!options.report.empty()) write_file(options.report, paper_page(report));
    if (options.json) {
        print_json(report);
    } else {
        print_text(report);
        if (!options.report.empty()) fmt::print("\nreport: {}\n", options.report);
    }
}

}  // namespace

void add_paper_command(CLI::App& app) {
    const auto options = std::make_shared<PaperOptions>();
    CLI::App* command =
        app.add_subcommand("paper", "repeat a paper's experiments: its claims and our measurements");
    command->add_option("NAME", options->name, "catto, tamis, tonge or larsen")->required()->type_name("");
    command->add_flag("--json", options->json, "print one JSON object");
    command->add_option("--report", options->report, "write a self-contained HTML page")->type_name("F.html");
    command->callback([options] { run(*options); });
}

}  // namespace cairn
