// Coulomb's cone: the one-contact kernel, the strong solvers on families of generated problems, and honesty
// on many.

#include <gtest/gtest.h>

#include <cstdlib>

#include "solvers/frozen/cone.hpp"
#include "solvers/frozen/one_contact.hpp"
#include "tests/solvers/lab_support.hpp"
#include "tests/support/trials.hpp"

namespace cairn::lab {
namespace {

using namespace test;

TEST(OneContact, solves_coulombs_law_exactly_in_all_three_cases) {
    Random random(1);
    int cases[3] = {0, 0, 0};
    for (int trial = 0; trial < 20000; ++trial) {
        const Matrix W = random_spd(random, 3, std::pow(10.0, random.uniform(0.0, 4.0)));
        const Vector3 q = random_vector(random, 3);
        const double mu = random.uniform(0.0, 2.0);
        const Vector3 r = OneContact(W, mu).solve(q);
        const Vector3 u = W * r + q;
        const Vector3 modified = de_saxce_velocity(u, mu);
        const double size = std::max(1.0, std::max(r.norm(), u.norm()));
        ASSERT_LT((r - project_cone(r - modified, mu)).norm(), 1e-9 * size) << trial;
        ++cases[r[0] == 0.0 ? 0 : (std::hypot(r[1], r[2]) < mu * r[0] * (1 - 1e-9) ? 1 : 2)];
    }
    for (int count : cases) EXPECT_GT(count, 1000) << "take-off, stick and slide must all occur";
}

TEST(OneContact, a_contact_without_inverse_mass_gets_no_impulse) {
    EXPECT_EQ(OneContact(Matrix3::Zero(), 0.5).solve({-1, 2, 3}), Vector3(Vector3::Zero()));
}

TEST(Cone, projection_is_the_nearest_point) {
    Random random(2);
    for (int trial = 0; trial < 3000; ++trial) {
        const Vector3 r = 2.0 * random_vector(random, 3);
        const double mu = random.uniform(0.0, 2.0);
        const Vector3 p = project_cone(r, mu);
        ASSERT_LE(std::hypot(p[1], p[2]), mu * p[0] * (1 + 1e-12) + 1e-14);
        // Optimality: (r - p) . (s - p) <= 0 for every s in the cone.
        for (int k = 0; k < 5; ++k) {
            const Vector3 s = project_cone(3.0 * random_vector(random, 3), mu);
            ASSERT_LE((r - p).dot(s - p), 1e-10);
        }
    }
}

TEST(Cone, without_friction_it_is_a_ray_and_nothing_below_its_tip_is_inside) {
    EXPECT_EQ(project_cone({-2, 0, 0}, 0.0), Vector3(Vector3::Zero()));
    EXPECT_EQ(project_cone({2, 0, 0}, 0.0), Vector3(2, 0, 0));
    EXPECT_EQ(project_cone({2, 1, 0}, 0.0), Vector3(2, 0, 0));
    EXPECT_EQ(project_cone({-2, 1, 0}, 0.0), Vector3(Vector3::Zero()));
}

/// A limit of a joint is such a contact, and so are balls without friction that part: nothing holds them
/// back.
TEST(Cone, contacts_without_friction_that_part_are_solved_by_no_impulse_under_every_solver) {
    ContactProblem problem;
    problem.name = "parting";
    problem.W = BlockMatrix(2, {{0, 0, Matrix3::Identity()},
                                {0, 1, -0.5 * Matrix3::Identity()},
                                {1, 0, -0.5 * Matrix3::Identity()},
                                {1, 1, Matrix3::Identity()}});
    problem.q = Vector::Zero(6);
    problem.q[0] = problem.q[3] = 2.4;
    problem.mu = Vector::Zero(2);
    problem.fixed_bound = Vector::Zero(2);
    for (const SolverInfo& info : solver_list())
        for (const char* friction : {"fixed", "pyramid", "cone", "cone-relaxed"}) {
            SolveOptions options;
            options.friction = parse_friction(friction);
            const SolveResult result = run_solver(parse_solver(info.name), problem, options);
            if (result.status == Status::not_applicable) continue;
            EXPECT_EQ(result.status, Status::converged) << info.name << " " << friction;
            EXPECT_LT(result.reaction.norm(), 1e-7) << info.name << " " << friction;
        }
}

TEST(Robust, reaches_1e8_on_towers_and_walls_with_mass_ratio_and_push) {
    for (const char* text :
         {"tower:boxes=5,mass_ratio=10000", "tower:boxes=10,mass_ratio=100,push=0.5,twist=0.5",
          "tower:boxes=10,mass_ratio=0.01,push=3", "tower:boxes=5,mass_ratio=10000,push=3,twist=3",
          "wall:columns=3,rows=3,mu=1.5,push=2", "wall:columns=4,rows=4,mu=0.3,push=0.1",
          "random:seed=5,bodies=20,contacts=60,mass_ratio=1000,mu_high=1.5"}) {
        const ContactProblem problem = generate_problem(text);
        SolveOptions options;
        options.max_iterations = 100000000;
        const SolveResult result = run("robust", problem, options);
        EXPECT_EQ(result.status, Status::converged)
            << text << " " << result.residual << " " << result.message;
        const ContactResidual residual = contact_residual(problem, result.reaction);
        EXPECT_LE(residual.de_saxce, 1e-8) << text;
    }
}

TEST(Robust, repeats_itself_exactly) {
    const ContactProblem problem = generate_problem("wall:columns=3,rows=3,mu=0.3,push=0.1");
    EXPECT_EQ(run("robust", problem).reaction, run("robust", problem).reaction);
}

TEST(Robust, row_models_agree_with_lemke) {
    Random random(8);
    for (int trial = 0; trial < 20; ++trial) {
        RandomSystem shape;
        shape.bodies = random.integer(2, 6);
        shape.contacts = random.integer(2, 8);
        ContactProblem problem = random_system(random, shape).reduce("boxed");
        problem.fixed_bound = Vector::Constant(problem.contacts(), 0.2);
        SolveOptions options;
        options.friction = parse_friction("fixed");
        options.tolerance = 1e-10;
        const SolveResult exact = run("direct:tolerance=1e-9", problem, options);
        ASSERT_EQ(exact.status, Status::converged) << exact.message;
        const Vector velocity = problem.velocity(exact.reaction);
        for (const char* spec : {"robust", "newton", "mprgp", "apgd"}) {
            SolveOptions longer = options;
            longer.max_iterations = 1000000;
            const SolveResult result = run(spec, problem, longer);
            EXPECT_EQ(result.status, Status::converged) << spec;
            EXPECT_LT((problem.velocity(result.reaction) - velocity).lpNorm<Eigen::Infinity>(), 1e-8) << spec;
        }
    }
}

/// A random problem that may be anything a file may hold: redundant, badly scaled, nearly singular, not
/// symmetric.
ContactProblem wild_problem(Random& random) {
    RandomSystem shape;
    shape.bodies = random.integer(1, 4);
    shape.contacts = random.integer(1, 6);
    shape.mass_ratio = std::pow(10.0, random.uniform(0.0, 8.0));
    shape.mu_high = random.uniform(0.0, 3.0);
    shape.repeated = random.uniform(0.0, 1.0);
    ContactProblem problem = random_system(random, shape).reduce("wild");
    const int kind = random.integer(0, 5);
    if (kind == 0) problem = with_noise(problem, random, std::pow(10.0, random.uniform(-12.0, -1.0)));
    if (kind == 1) problem.q *= std::pow(10.0, random.uniform(-12.0, 12.0));
    if (kind == 2) problem.q.setZero();
    if (kind == 3) problem.mu.setZero();
    return problem;
}

/// W = 0 and q < 0: no impulse changes a velocity. Impulses may grow until q is lost in their rounding; that
/// is no convergence.
TEST(Honesty, no_solver_claims_to_have_solved_an_infeasible_problem) {
    ContactProblem problem;
    problem.name = "infeasible";
    problem.W = BlockMatrix(1, {{0, 0, Matrix3::Zero()}});
    problem.q = Vector3(-1.0, 0.0, 0.0);
    problem.mu = Vector::Constant(1, 0.5);
    problem.fixed_bound = Vector::Constant(1, 0.5);
    for (const SolverInfo& info : solver_list())
        for (const char* friction : {"fixed", "pyramid", "cone", "cone-relaxed"}) {
            SolveOptions options;
            options.friction = parse_friction(friction);
            options.max_iterations = 2000;
            const SolveResult result = run_solver(parse_solver(info.name), problem, options);
            EXPECT_NE(result.status, Status::converged) << info.name << " " << friction;
            if (result.status != Status::not_applicable) {
                EXPECT_FALSE(result.residual < 0.5) << info.name << " " << friction;
            }
        }
}

/// Two walls close in on a ball. Impulses grow until rounding swallows q, and then the natural map is zero.
TEST(Honesty, no_residual_of_an_infeasible_problem_vanishes_in_the_rounding_of_large_impulses) {
    ContactProblem problem;
    problem.name = "closing walls";
    const Matrix3 one = Matrix3::Identity();
    problem.W = BlockMatrix(2, {{0, 0, one}, {0, 1, -one}, {1, 0, -one}, {1, 1, one}});
    problem.q = Vector::Zero(6);
    problem.q[0] = problem.q[3] = -1.0;
    problem.mu = Vector::Constant(2, 0.5);
    Vector reaction = Vector::Zero(6);
    reaction[0] = reaction[3] = 1e20;
    const ContactResidual residual = contact_residual(problem, reaction);
    for (const double value :
         {residual.de_saxce, residual.de_saxce_scaled, residual.convex, residual.convex_scaled})
        EXPECT_GT(value, 0.5);
}

TEST(Honesty, an_answer_that_satisfies_coulombs_law_has_no_error_of_direction_and_no_speed_where_it_sticks) {
    // some contacts stick at the rim of the cone, where the direction of what speed is left means nothing;
    // the interior point leaves a little impulse everywhere, also where a contact slides past
    for (const char* text : {"tower:boxes=3,push=0.3,twist=0.2", "random:seed=3,contacts=20"}) {
        const ContactProblem problem = generate_problem(text);
        for (const char* solver : {"robust", "newton", "interior"}) {
            const SolveResult result = run_solver(parse_solver(solver), problem, {});
            ASSERT_EQ(result.status, Status::converged) << text << " " << solver;
            const ContactResidual residual = contact_residual(problem, result.reaction);
            EXPECT_LT(residual.direction_error, 1e-3) << text << " " << solver;
            EXPECT_LT(residual.sticking_speed, 1e-3) << text << " " << solver;
        }
    }
}

TEST(Honesty, no_solver_hangs_lies_or_returns_a_non_finite_number_on_random_problems) {
    Random random(99);
    const int trials = cairn::test::trials(1500, 100000);
    const char* const frictions[] = {"fixed", "pyramid", "pyramid8", "cone", "cone-relaxed"};
    std::vector<SolverSpec> specs;
    for (const SolverInfo& info : solver_list()) specs.push_back(parse_solver(info.name));
    int robust_runs = 0;
    int robust_converged = 0;
    for (int trial = 0; trial < trials; ++trial) {
        const ContactProblem problem = wild_problem(random);
        SolveOptions options;
        options.friction = parse_friction(frictions[random.integer(0, 4)]);
        options.friction.load = 0.1;
        options.tolerance = 1e-6;
        options.max_iterations = 200;
        // Short on purpose: a run that ends by the clock must be honest too. A hang is ctest's to find.
        options.max_seconds = 2.0;
        for (const SolverSpec& spec : specs) {
            if (spec.name == "robust") options.max_iterations = 1000000;
            const SolveResult result = spec.run(problem, options);
            if (result.status == Status::not_applicable) continue;
            ASSERT_TRUE(result.reaction.allFinite()) << spec.name << " trial " << trial;
            if (result.status == Status::converged) {
                // The claim, checked here from the numbers alone.
                const double residual =
                    is_row_model(options.friction)
                        ? row_model_residual(expand(problem, options.friction).rows, result.row_values)
                        : cone_model_residual(problem, options.friction.kind, result.reaction);
                ASSERT_LE(residual, 1e-6 * (1.0 + 1e-9)) << spec.name << " trial " << trial;
            }
            if (spec.name == "robust") {
                ++robust_runs;
                if (result.status == Status::converged) ++robust_converged;
            }
        }
    }
    RecordProperty("robust_converged_percent", std::to_string(100.0 * robust_converged / robust_runs));
    EXPECT_GT(robust_converged, robust_runs * 9 / 10);
}

}  // namespace
}  // namespace cairn::lab
