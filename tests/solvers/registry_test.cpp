// Solvers by name, honest statuses, and what is done with bad input.

#include "solvers/registry/registry.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/lab_support.hpp"

namespace cairn::lab {
namespace {

std::string complaint(const std::string& spec) {
    try {
        parse_solver(spec);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(Registry, a_typing_error_gets_the_nearest_name) {
    EXPECT_NE(complaint("newtn").find("did you mean 'newton'"), std::string::npos);
    EXPECT_NE(complaint("pgs:relaxaton=1").find("did you mean 'relaxation'"), std::string::npos);
    EXPECT_NE(complaint("si:frction=cone").find("did you mean 'friction'"), std::string::npos);
    EXPECT_NE(complaint("zzzzzzzz").find("known:"), std::string::npos);
}

TEST(Registry, bad_values_are_refused_with_the_value) {
    EXPECT_NE(complaint("pgs:relaxation=3").find("outside 0..2"), std::string::npos);
    EXPECT_NE(complaint("pgs:relaxation=much").find("'much' is not a number"), std::string::npos);
    EXPECT_NE(complaint("pgs:float=maybe").find("neither true nor false"), std::string::npos);
    EXPECT_NE(complaint("direct:method=simplex").find("known: lemke, dantzig"), std::string::npos);
    EXPECT_NE(complaint("si:friction=cylinder").find("cone-relaxed"), std::string::npos);
    EXPECT_NE(complaint("si:tolerance=nan").find("not a number"), std::string::npos);
    EXPECT_NE(complaint("si:block3").find("key=value"), std::string::npos);
    EXPECT_NE(complaint("si:block3=1,block3=0").find("twice"), std::string::npos);
    EXPECT_NE(complaint("newton:sweeps=1.5").find("integer"), std::string::npos);
    EXPECT_NE(complaint("si:iterations=2.5").find("integer"), std::string::npos);
}

TEST(Registry, a_list_of_specs_splits_at_names_and_keeps_parameters) {
    const std::vector<std::string> specs = split_specs("pgs:float=true,iterations=30,newton,si:block3=false");
    ASSERT_EQ(specs.size(), 3u);
    EXPECT_EQ(specs[0], "pgs:float=true,iterations=30");
    EXPECT_EQ(specs[1], "newton");
    EXPECT_EQ(specs[2], "si:block3=false");
}

TEST(Registry, every_solver_lists_its_parameters_and_runs_or_says_not_applicable_on_every_friction_model) {
    const ContactProblem problem = generate_problem("tower:boxes=2,push=0.1");
    for (const SolverInfo& info : solver_list()) {
        EXPECT_FALSE(info.summary.empty());
        for (const char* friction : {"fixed", "pyramid", "pyramid8", "pyramid16", "cone", "cone-relaxed"}) {
            SolveOptions options;
            options.friction = parse_friction(friction);
            options.friction.load = 0.1;
            options.tolerance = 1e-6;
            options.max_iterations = 50000;
            const SolveResult result = run_solver(parse_solver(info.name), problem, options);
            if (result.status == Status::not_applicable) {
                EXPECT_NE(result.message.find(info.name), std::string::npos);
                EXPECT_EQ(result.reaction.size(), 0) << "nothing may be computed";
            } else {
                EXPECT_EQ(result.status, Status::converged)
                    << info.name << " " << friction << " " << result.residual;
                EXPECT_GT(result.row_updates, 0);
                EXPECT_GT(result.bytes, 0u);
            }
        }
    }
}

TEST(Registry, budgets_are_kept_and_reported) {
    const ContactProblem problem = generate_problem("tower:boxes=20,mass_ratio=100,push=0.3");
    for (const SolverInfo& info : solver_list()) {
        SolveOptions options;
        if (info.name == "pgs" || info.name == "mprgp" || info.name == "direct") {
            options.friction = parse_friction("pyramid");
        }
        options.tolerance = 0.0;
        options.max_iterations = 7;
        const SolveResult result = run_solver(parse_solver(info.name), problem, options);
        EXPECT_NE(result.status, Status::converged) << info.name;
        if (result.status == Status::iteration_limit && info.name != "direct" && info.name != "robust") {
            EXPECT_EQ(result.iterations, 7) << info.name;
        }
        options.max_iterations = 1000000000;
        options.max_seconds = 0.05;
        const SolveResult timed = run_solver(parse_solver(info.name), problem, options);
        EXPECT_NE(timed.status, Status::converged) << info.name;
    }
}

TEST(Registry, pivoting_ends_when_its_time_is_up) {
    // seconds of pivots: 1120 rows for lemke, 480 for dantzig
    const ContactProblem problem = generate_problem("tower:boxes=40,mass_ratio=100,push=0.3");
    for (const char* spec : {"direct:friction=pyramid", "direct:friction=fixed,load=0.1",
                             "direct:method=dantzig,load=0.1,friction=fixed"}) {
        SolveOptions options;
        options.max_seconds = 0.0;
        const SolveResult result = run_solver(parse_solver(spec), problem, options);
        EXPECT_EQ(result.status, Status::time_limit) << spec;
        EXPECT_LE(result.iterations, 1) << spec;
        EXPECT_TRUE(result.reaction.allFinite()) << spec;
    }
}

TEST(Registry, problems_that_are_not_finite_or_inconsistent_fail_with_a_reason) {
    ContactProblem problem = generate_problem("tower:boxes=2");
    problem.q[3] = std::numeric_limits<double>::infinity();
    const SolveResult infinite = run_solver(parse_solver("robust"), problem, {});
    EXPECT_EQ(infinite.status, Status::failed);
    EXPECT_NE(infinite.message.find("q[3]"), std::string::npos);
    problem = generate_problem("tower:boxes=2");
    problem.mu.conservativeResize(3);
    EXPECT_EQ(run_solver(parse_solver("si"), problem, {}).status, Status::failed);
    problem = generate_problem("tower:boxes=2");
    SolveOptions options;
    options.warm_start = Vector::Constant(problem.q.size(), std::numeric_limits<double>::quiet_NaN());
    EXPECT_EQ(run_solver(parse_solver("si"), problem, options).status, Status::failed);
}

TEST(Registry, singular_and_empty_blocks_do_no_harm) {
    // A contact between two immovable bodies: W is zero there. Another with an approach that nothing can
    // stop.
    ContactProblem problem = generate_problem("tower:boxes=2");
    std::vector<BlockMatrix::Entry> entries;
    for (int i = 0; i < 8; ++i)
        entries.push_back({i, i, i == 3 ? Matrix3(Matrix3::Zero()) : Matrix3(Matrix3::Identity())});
    problem.W = BlockMatrix(8, entries);
    for (const SolverInfo& info : solver_list()) {
        for (const char* friction : {"pyramid", "cone", "cone-relaxed"}) {
            SolveOptions options;
            options.friction = parse_friction(friction);
            options.max_iterations = 200;
            options.max_seconds = 1.0;
            const SolveResult result = run_solver(parse_solver(info.name), problem, options);
            if (result.status == Status::not_applicable) continue;
            EXPECT_NE(result.status, Status::converged)
                << info.name << ": contact 3 approaches and cannot be stopped";
            EXPECT_TRUE(result.reaction.allFinite()) << info.name;
        }
    }
}

}  // namespace
}  // namespace cairn::lab
