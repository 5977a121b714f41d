// The report as JSON, CSV and a table for the terminal.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "lab/solve_report.hpp"

namespace cairn::lab {
namespace {

using Json = nlohmann::ordered_json;

/// JSON has no infinity and no NaN: those become null.
Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

std::string shown(double value, const char* format) {
    char buffer[40];
    std::snprintf(buffer, sizeof buffer, format, value);
    return buffer;
}

Json row_json(const ReportRow& row) {
    Json history = Json::array();
    for (const HistoryPoint& point : row.history) {
        history.push_back(
            Json::array({point.iteration, number(1e3 * point.seconds), number(point.residual)}));
    }
    return {{"problem", row.problem},
            {"contacts", row.contacts},
            {"solver", row.solver},
            {"friction", row.friction},
            {"status", to_string(row.status)},
            {"message", row.message},
            {"iterations", row.iterations},
            {"row_updates", row.row_updates},
            {"ms", number(row.milliseconds)},
            {"bytes", row.bytes},
            {"residual", number(row.residual)},
            {"de_saxce", number(row.contact.de_saxce)},
            {"de_saxce_scaled", number(row.contact.de_saxce_scaled)},
            {"convex", number(row.contact.convex)},
            {"convex_scaled", number(row.contact.convex_scaled)},
            {"objective", number(row.contact.objective)},
            {"approach_speed", number(row.contact.approach_speed)},
            {"spurious_work", number(row.contact.spurious_work)},
            {"cone_violation", number(row.contact.cone_violation)},
            {"direction_error", number(row.contact.direction_error)},
            {"sticking_speed", number(row.contact.sticking_speed)},
            {"history", std::move(history)}};
}

std::string quoted(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string result = "\"";
    for (char c : text) result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

}  // namespace

std::string to_json(const SolveReport& report) {
    Json rows = Json::array();
    for (const ReportRow& row : report.rows) rows.push_back(row_json(row));
    const Json document = {{"rows", std::move(rows)}, {"unreadable", report.unreadable}};
    return document.dump(1);
}

std::string to_csv(const SolveReport& report) {
    std::ostringstream out;
    out << "problem,contacts,solver,friction,status,iterations,row_updates,ms,bytes,residual,de_saxce,de_"
           "saxce_scaled,"
           "convex,convex_scaled,objective,approach_speed,spurious_work,cone_violation,direction_error,"
           "sticking_speed,message\n";
    for (const ReportRow& row : report.rows) {
        out << quoted(row.problem) << ',' << row.contacts << ',' << quoted(row.solver) << ',' << row.friction
            << ',' << to_string(row.status) << ',' << row.iterations << ',' << row.row_updates << ','
            << shown(row.milliseconds, "%.6g") << ',' << row.bytes;
        const ContactResidual& c = row.contact;
        for (double value :
             {row.residual, c.de_saxce, c.de_saxce_scaled, c.convex, c.convex_scaled, c.objective,
              c.approach_speed, c.spurious_work, c.cone_violation, c.direction_error, c.sticking_speed}) {
            out << ',' << shown(value, "%.9g");
        }
        out << ',' << quoted(row.message) << '\n';
    }
    return out.str();
}

std::string to_table(const SolveReport& report) {
    std::ostringstream out;
    std::size_t solver_width = 6;
    for (const ReportRow& row : report.rows) solver_width = std::max(solver_width, row.solver.size());
    const auto padded = [](std::string text, std::size_t width) {
        if (text.size() < width) text.append(width - text.size(), ' ');
        return text;
    };
    const auto right = [](const std::string& text, std::size_t width) {
        return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
    };
    std::string problem;
    for (const ReportRow& row : report.rows) {
        if (row.problem != problem) {
            problem = row.problem;
            out << (out.tellp() > 0 ? "\n" : "") << problem << "  (" << row.contacts << " contacts)\n  "
                << padded("solver", solver_width) << "  " << padded("status", 15) << right("iterations", 11)
                << right("row updates", 13) << right("ms", 12) << right("KiB", 9) << right("residual", 11)
                << right("Coulomb", 11) << "\n";
        }
        out << "  " << padded(row.solver, solver_width) << "  " << padded(to_string(row.status), 15);
        if (row.status == Status::not_applicable || row.contacts == 0) {
            out << "  " << row.message << "\n";
            continue;
        }
        out << right(std::to_string(row.iterations), 11) << right(std::to_string(row.row_updates), 13)
            << right(shown(row.milliseconds, "%.3f"), 12)
            << right(shown(static_cast<double>(row.bytes) / 1024.0, "%.1f"), 9)
            << right(shown(row.residual, "%.2e"), 11) << right(shown(row.contact.de_saxce, "%.2e"), 11)
            << (row.message.empty() ? "" : "  " + row.message) << "\n";
    }
    return out.str();
}

}  // namespace cairn::lab
