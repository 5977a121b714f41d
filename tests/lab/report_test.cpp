// The table of problems times solvers.

#include "lab/solve_report.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "lab/generate.hpp"
#include "lab/problem_file.hpp"
#include "tests/support/own_folder.hpp"

namespace cairn::lab {
namespace {

ReportOptions with_history() {
    ReportOptions options;
    options.solve.record_history = true;
    options.solve.max_iterations = 2000;
    return options;
}

TEST(SolveReport, every_pair_of_problem_and_solver_has_one_row_in_order) {
    const SolveReport report =
        solve_report({"tower:boxes=2", "wall:columns=2,rows=2"}, {"si", "robust", "direct"}, with_history());
    ASSERT_EQ(report.rows.size(), 6u);
    EXPECT_EQ(report.rows[1].solver, "robust");
    EXPECT_EQ(report.rows[3].problem, "wall:columns=2,rows=2");
    EXPECT_EQ(report.rows[1].status, Status::converged);
    EXPECT_LE(report.rows[1].contact.de_saxce, 1e-8);
    EXPECT_EQ(report.rows[2].status, Status::not_applicable);
    EXPECT_FALSE(report.rows[2].message.empty());
}

TEST(SolveReport, json_is_one_object_with_residuals_costs_and_history) {
    const SolveReport report = solve_report({"tower:boxes=2"}, {"robust"}, with_history());
    const nlohmann::json document = nlohmann::json::parse(to_json(report));
    const nlohmann::json& row = document.at("rows").at(0);
    for (const char* key : {"problem", "solver", "status", "iterations", "row_updates", "ms", "bytes",
                            "residual", "de_saxce", "de_saxce_scaled", "history"}) {
        EXPECT_TRUE(row.contains(key)) << key;
    }
    EXPECT_GT(row.at("history").size(), 1u);
    EXPECT_EQ(row.at("history").back().size(), 3u);
}

TEST(SolveReport, history_time_and_iterations_never_go_back) {
    const SolveReport report =
        solve_report({"wall:columns=3,rows=3"}, {"si", "newton", "apgd"}, with_history());
    for (const ReportRow& row : report.rows) {
        for (std::size_t i = 1; i < row.history.size(); ++i) {
            EXPECT_GE(row.history[i].iteration, row.history[i - 1].iteration) << row.solver;
            EXPECT_GE(row.history[i].seconds, row.history[i - 1].seconds) << row.solver;
        }
    }
}

TEST(SolveReport, where_nothing_was_computed_no_residual_is_shown) {
    const SolveReport report = solve_report({"tower:boxes=2", "missing.dat"}, {"direct:friction=cone"}, {});
    ASSERT_EQ(report.rows[0].status, Status::not_applicable);
    const nlohmann::json document = nlohmann::json::parse(to_json(report));
    for (const nlohmann::json& row : document.at("rows"))
        for (const char* key :
             {"residual", "de_saxce", "de_saxce_scaled", "convex", "convex_scaled", "objective",
              "approach_speed", "spurious_work", "cone_violation", "direction_error", "sticking_speed"})
            EXPECT_TRUE(row.at(key).is_null()) << row.at("status") << ": " << key;
}

TEST(SolveReport, files_of_one_name_in_two_folders_are_two_problems) {
    const std::filesystem::path folder = cairn::test::own_path("same_names");
    std::vector<std::string> files;
    for (const char* part : {"a", "b"}) {
        std::filesystem::create_directories(folder / part);
        files.push_back((folder / part / "step.dat").string());
        write_problem(generate_problem("tower:boxes=2"), files.back());
    }
    const std::vector<ContactProblem> problems = load_problems({files[0], files[1], "tower:boxes=2"});
    EXPECT_EQ(problems[0].name, files[0]);
    EXPECT_EQ(problems[1].name, files[1]);
    EXPECT_EQ(load_problems({files[0], "tower"})[0].name, "step.dat");
    const SolveReport report = solve_report(files, {"robust"}, with_history());
    EXPECT_EQ(report.rows[1].problem, files[1]);
    EXPECT_EQ(performance_profile(report, 1e-8)[0].share.size(), 3u) << "the start and two problems";
    std::filesystem::remove_all(folder);
}

TEST(SolveReport, solvers_of_worlds_are_not_applicable_to_a_problem) {
    const SolveReport report =
        solve_report({"tower:boxes=2"}, {"soft-step:substeps=8", "penalty:friction=tanh"}, {});
    for (const ReportRow& row : report.rows) {
        EXPECT_EQ(row.status, Status::not_applicable) << row.solver;
        EXPECT_FALSE(row.message.empty()) << row.solver;
    }
}

TEST(SolveReport, unreadable_problems_become_failed_rows_and_the_rest_still_runs) {
    const SolveReport report = solve_report({"missing.dat", "tower:boxes=2"}, {"robust"}, {});
    ASSERT_EQ(report.rows.size(), 2u);
    EXPECT_EQ(report.rows[0].status, Status::failed);
    EXPECT_NE(report.rows[0].message.find("missing.dat"), std::string::npos);
    EXPECT_EQ(report.rows[1].status, Status::converged);
    EXPECT_EQ(report.unreadable.size(), 1u);
    EXPECT_TRUE(nlohmann::json::accept(to_json(report)));
}

TEST(SolveReport, unknown_solvers_stop_it_before_anything_runs) {
    EXPECT_THROW(solve_report({"tower"}, {"robst"}, {}), std::invalid_argument);
    EXPECT_THROW(solve_report({"tower"}, {}, {}), std::invalid_argument);
    EXPECT_THROW(solve_report({}, {"si"}, {}), std::invalid_argument);
}

TEST(SolveReport, csv_has_as_many_fields_in_every_line_as_in_its_head) {
    const std::string csv =
        to_csv(solve_report({"tower:boxes=2"}, {"pgs:friction=pyramid,float=true", "si"}, {}));
    std::istringstream stream(csv);
    std::string line;
    int expected = -1;
    while (std::getline(stream, line)) {
        int fields = 1;
        bool inside = false;
        for (char c : line) {
            if (c == '"') inside = !inside;
            if (c == ',' && !inside) ++fields;
        }
        if (expected < 0) expected = fields;
        EXPECT_EQ(fields, expected) << line;
    }
}

TEST(SolveReport, performance_profile_counts_solved_problems_and_starts_with_the_fastest) {
    SolveReport report;
    const auto add = [&report](const char* problem, const char* solver, double seconds, double residual) {
        ReportRow row;
        row.problem = problem;
        row.solver = solver;
        row.history = {{0, 0.0, 1.0}, {1, seconds, residual}};
        report.rows.push_back(row);
    };
    add("a", "fast", 1.0, 1e-9);
    add("a", "slow", 4.0, 1e-9);
    add("b", "fast", 1.0, 1e-1);
    add("b", "slow", 4.0, 1e-9);
    const std::vector<ProfileCurve> curves = performance_profile(report, 1e-8);
    ASSERT_EQ(curves.size(), 2u);
    EXPECT_EQ(curves[0].share.back(), 0.5);
    EXPECT_EQ(curves[1].share.back(), 1.0);
    EXPECT_EQ(curves[1].tau.back(), 4.0);
    // named twice, a solver has not solved twice as many
    add("a", "slow", 2.0, 1e-9);
    const ProfileCurve twice = performance_profile(report, 1e-8)[1];
    EXPECT_EQ(twice.share.back(), 1.0);
    EXPECT_EQ(twice.tau.back(), 2.0) << "the faster of its two runs counts";
}

TEST(SolveReport, warm_starts_need_fewer_iterations) {
    ReportOptions options;
    options.solve.tolerance = 1e-5;
    options.solve.max_iterations = 100000;
    const SolveReport cold = solve_report({"tower:boxes=5"}, {"si"}, options);
    options.start = StartFrom::warm;
    const SolveReport warm = solve_report({"tower:boxes=5"}, {"si"}, options);
    EXPECT_LT(warm.rows[0].iterations, cold.rows[0].iterations);
}

}  // namespace
}  // namespace cairn::lab
