// Pivoting solvers: Lemke and Dantzig (Baraff 1994), on problems with known answers and on many random ones.

#include "solvers/direct/direct.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/lab_support.hpp"
#include "tests/support/trials.hpp"

namespace cairn::lab {
namespace {

using namespace test;

TEST(Direct, lemke_solves_a_textbook_problem) {
    // Murty's example: M = [[2,1],[1,2]], q = (-5,-6) has z = (4/3, 7/3), w = 0.
    Matrix M(2, 2);
    M << 2, 1, 1, 2;
    const PivotResult result = lemke(M, Vector2(-5, -6), 100);
    ASSERT_TRUE(result.solved);
    EXPECT_NEAR(result.x[0], 4.0 / 3.0, 1e-14);
    EXPECT_NEAR(result.x[1], 7.0 / 3.0, 1e-14);
}

TEST(Direct, lemke_says_ray_where_no_solution_exists) {
    Matrix M(1, 1);
    M << -1.0;
    const PivotResult result = lemke(M, Vector::Constant(1, -1.0), 100);
    EXPECT_FALSE(result.solved);
    EXPECT_NE(result.message.find("ray"), std::string::npos);
}

TEST(Direct, L01_four_contact_forces_of_a_resting_box_sum_to_its_weight) {
    for (const char* spec :
         {"direct:friction=pyramid,method=lemke", "direct:friction=pyramid,method=dantzig"}) {
        const ContactProblem problem = generate_problem("tower:boxes=1,mu=0");
        const SolveResult result = run(spec, problem);
        ASSERT_EQ(result.status, Status::converged) << spec << result.message;
        EXPECT_NEAR(result.reaction.sum() * 60.0, 9.81, 1e-10);
        EXPECT_LT(problem.velocity(result.reaction).lpNorm<Eigen::Infinity>(), 1e-10) << "no acceleration";
    }
}

/// A random boxed problem; with `redundant` A = G^T G has a null space (semi-definite), b in its range.
RowProblem random_boxed(Random& random, bool redundant) {
    const Index n = random.integer(1, 12);
    const Index rank = redundant ? std::max<Index>(1, n / 2) : n;
    Matrix G(rank, n);
    for (Index i = 0; i < rank; ++i) {
        for (Index j = 0; j < n; ++j) G(i, j) = random.normal();
    }
    Matrix A = G.transpose() * G;
    if (!redundant) A.diagonal().array() += 0.1;
    const Vector b = G.transpose() * random_vector(random, rank);
    Vector lo = Vector::Zero(n);
    Vector hi = Vector::Constant(n, infinity);
    for (Index i = 0; i < n; ++i) {
        if (random.uniform(0, 1) < 0.4) {
            hi[i] = random.uniform(0.0, 1.0);
            lo[i] = -hi[i];
        }
    }
    return RowProblem::boxed(A.sparseView(), b, lo, hi);
}

TEST(Direct, L02_dantzig_and_lemke_agree_to_1e10_on_definite_problems) {
    Random random(2);
    for (int trial = 0; trial < 500; ++trial) {
        const RowProblem problem = random_boxed(random, false);
        const PivotResult by_lemke = solve_rows(Direct{}, problem);
        Direct direct;
        direct.method = "dantzig";
        const PivotResult by_dantzig = solve_rows(direct, problem);
        ASSERT_TRUE(by_lemke.solved) << trial << by_lemke.message;
        ASSERT_TRUE(by_dantzig.solved) << trial << by_dantzig.message;
        EXPECT_LT((by_lemke.x - by_dantzig.x).lpNorm<Eigen::Infinity>(), 1e-10) << trial;
    }
}

TEST(Direct, L02_semidefinite_problems_end_with_a_solution_or_an_honest_failure) {
    Random random(3);
    int lemke_solved = 0;
    int dantzig_solved = 0;
    const int trials = cairn::test::trials(3000, 100000);
    for (int trial = 0; trial < trials; ++trial) {
        const RowProblem problem = random_boxed(random, true);
        const double scale = std::max(1.0, problem.b.lpNorm<Eigen::Infinity>());
        const PivotResult by_lemke = solve_rows(Direct{}, problem);
        Direct direct;
        direct.method = "dantzig";
        const PivotResult by_dantzig = solve_rows(direct, problem);
        if (by_lemke.solved) {
            ++lemke_solved;
            ASSERT_LT(row_residual(problem, by_lemke.x).natural_velocity, 1e-6 * scale) << trial;
        }
        if (by_dantzig.solved && row_residual(problem, by_dantzig.x).natural_velocity < 1e-6 * scale)
            ++dantzig_solved;
    }
    EXPECT_EQ(lemke_solved, trials);
    EXPECT_GT(dantzig_solved, trials * 99 / 100);
}

TEST(Direct, pyramid_answers_satisfy_the_pyramid_law) {
    Random random(4);
    for (int trial = 0; trial < 60; ++trial) {
        RandomSystem shape;
        shape.bodies = random.integer(1, 5);
        shape.contacts = random.integer(1, 6);
        const ContactProblem problem = random_system(random, shape).reduce("pyramid");
        for (int sides : {4, 8, 16}) {
            const SolveResult result = run("direct:friction=pyramid" + std::to_string(sides), problem);
            ASSERT_EQ(result.status, Status::converged) << trial << " " << sides << " " << result.message;
            EXPECT_LT(result.residual, 1e-8);
        }
    }
}

TEST(Direct, cone_models_and_large_problems_are_not_applicable) {
    const ContactProblem problem = generate_problem("tower:boxes=3");
    EXPECT_EQ(run("direct:friction=cone", problem).status, Status::not_applicable);
    EXPECT_EQ(run("direct:friction=cone-relaxed", problem).status, Status::not_applicable);
    EXPECT_EQ(run("direct:friction=pyramid,max_rows=5", problem).status, Status::not_applicable);
    EXPECT_EQ(run("direct:friction=pyramid,method=dantzig", problem).status, Status::not_applicable);
    EXPECT_EQ(run("direct:friction=fixed", problem).status, Status::not_applicable) << "no bound is known";
    EXPECT_EQ(run("direct:friction=fixed,load=0.1", problem).status, Status::converged);
}

}  // namespace
}  // namespace cairn::lab
