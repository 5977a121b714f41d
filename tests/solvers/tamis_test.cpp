// Tamis 2015: sequential impulses against projected Gauss-Seidel.

#include <array>

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "tests/solvers/lab_support.hpp"
#include "tests/solvers/papers/point_blocks.hpp"

namespace cairn::lab {
namespace {

using namespace test;

TEST(Tamis, T01_pgs_and_si_iterates_are_equal_on_a_thousand_random_systems) {
    Random random(1);
    double worst = 0.0;
    for (int trial = 0; trial < 1000; ++trial) {
        RandomSystem shape;
        shape.bodies = random.integer(1, 8);
        shape.contacts = random.integer(1, 12);
        const ContactSystem system = random_system(random, shape);
        const bool coupled = trial % 2 == 0;
        const auto target = contact_bounds(system, std::vector<double>(system.rows.size(), 0.1), coupled);
        auto pgs_bounds = target;
        const std::vector<double> JV = rows::constraint_velocity(system.rows, system.free_velocity);
        for (std::size_t i = 0; i < JV.size(); ++i) pgs_bounds.eta[i] = target.eta[i] - JV[i];
        std::vector<double> pgs(system.rows.size());
        for (double& value : pgs) value = trial % 3 == 0 ? 0.0 : random.uniform(0.0, 0.5);
        std::vector<double> si = pgs;
        std::vector<rows::Six<double>> velocity = system.free_velocity;
        rows::apply_impulses(system.rows, si, velocity);
        rows::PgsState<double> state(system.rows, pgs);
        rows::ChangeWatch<double> watch(system.rows.size());
        const std::vector<double> d = rows::row_diagonals(system.rows);
        const rows::ImpulseRows<double> impulses{system.rows, target, {}};
        for (int iteration = 0; iteration < 10; ++iteration) {
            rows::pgs_sweep(system.rows, pgs_bounds, state, pgs, watch, 0.5);
            rows::sequential_impulse_sweep(impulses, d, si, velocity);
            const double size = std::max(1.0, to_vector(pgs).lpNorm<Eigen::Infinity>());
            worst = std::max(worst, (to_vector(pgs) - to_vector(si)).lpNorm<Eigen::Infinity>() / size);
        }
    }
    EXPECT_LT(worst, 1e-12);
}

TEST(Tamis, T03_one_row_impulse_makes_the_row_hold_exactly) {
    Random random(3);
    RandomSystem shape;
    shape.contacts = 1;
    shape.bodies = 2;
    const ContactSystem system = random_system(random, shape);
    std::vector<rows::Six<double>> velocity = system.free_velocity;
    const double zeta = 0.7;
    const double lambda =
        rows::row_impulse(system.rows.row_times(0, velocity), zeta, system.rows.diagonal(0));  // eq. 22
    system.rows.scatter(0, lambda, system.rows.B_sp, velocity);  // eq. 19 and 23
    EXPECT_NEAR(system.rows.row_times(0, velocity), zeta, 1e-14);
}

TEST(Tamis, T04_accumulated_clamping_solves_the_lcp_and_per_iteration_clamping_makes_the_box_hover) {
    // A box lands on its left edge first: the left corners take too much and must give some back.
    Tower tower;
    tower.boxes = 1;
    tower.mu = 0.0;
    ContactSystem system = box_tower(tower);
    system.free_velocity[1] = {0, -1.0, 0, 0, 0, 2.0};
    const ContactProblem problem = system.reduce("tilting box");
    const SolveResult right = run("si:friction=pyramid,tolerance=1e-10", problem);
    ASSERT_EQ(right.status, Status::converged);
    const SolveResult wrong =
        run("si:friction=pyramid,accumulated=false,iterations=1000,tolerance=1e-10", problem);
    EXPECT_NE(wrong.status, Status::converged);
    const ContactResidual good = contact_residual(problem, right.reaction);
    const ContactResidual bad = contact_residual(problem, wrong.reaction);
    EXPECT_LT(good.spurious_work, 1e-9);
    EXPECT_GT(bad.spurious_work, 1e-2) << "impulses at contacts that separate: the box is pushed up";
    EXPECT_GT(wrong.reaction.sum(), right.reaction.sum() * 1.01);
}

TEST(Tamis, T05_warm_starting_cuts_iterations_to_1e6_at_least_five_times_on_a_resting_stack) {
    const ContactProblem problem = generate_problem("tower:boxes=10,mu=0.5");
    SolveOptions options;
    options.tolerance = 1e-6;
    options.max_iterations = 1000000;
    for (const char* spec : {"si:friction=pyramid", "pgs:friction=pyramid", "si:friction=cone"}) {
        const SolveResult cold = run(spec, problem, options);
        ASSERT_EQ(cold.status, Status::converged) << spec;
        // The next step: the stack has settled a little, the loads differ by a part in ten thousand.
        ContactProblem next = problem;
        next.q *= 1.0001;
        options.warm_start = cold.reaction;
        const SolveResult warm = run(spec, next, options);
        options.warm_start = Vector();
        ASSERT_EQ(warm.status, Status::converged) << spec;
        RecordProperty(
            std::string("times_fewer_") + std::string(spec).substr(0, 2) + spec[std::string(spec).size() - 1],
            std::to_string(double(cold.iterations) / double(std::max<std::int64_t>(1, warm.iterations))));
        EXPECT_LE(5 * warm.iterations, cold.iterations)
            << spec << ": " << cold.iterations << " iterations cold, " << warm.iterations << " warm";
    }
}

/// A hanging chain of links joined by ball joints, the first to the ground.
ContactSystem chain(int links) {
    ContactSystem system;
    system.rows.bodies = links;
    rows::InverseMass<double> mass;
    mass.mass = 1.0;
    mass.inertia = {12, 0, 0, 0, 24, 0, 0, 0, 12};
    system.inverse_mass.assign(static_cast<std::size_t>(links) + 1, mass);
    system.free_velocity.assign(static_cast<std::size_t>(links) + 1, {0.1, -0.2, 0.05, 0.3, 0.1, -0.2});
    for (int link = 1; link <= links; ++link) {
        const Vector3 upper(0.1, 0.5, 0.05);
        const Vector3 lower(-0.1, -0.5, 0.02);
        for (int axis = 0; axis < 3; ++axis) {
            const Vector3 e = Vector3::Unit(axis);
            const Vector3 turn_1 = lower.cross(e);
            const Vector3 turn_2 = upper.cross(e);
            system.rows.add_row(link - 1, link, {-e[0], -e[1], -e[2], -turn_1[0], -turn_1[1], -turn_1[2]},
                                {e[0], e[1], e[2], turn_2[0], turn_2[1], turn_2[2]});
        }
    }
    system.rows.build_B(system.inverse_mass);
    return system;
}

TEST(Tamis, T08_block_joint_solve_needs_fewer_iterations_and_has_the_same_fixed_point) {
    const ContactSystem system = chain(8);
    const std::size_t count = system.rows.size();
    rows::RowBounds<double> bounds;
    bounds.eta.assign(count, 0.0);
    bounds.lo.assign(count, -infinity);
    bounds.hi.assign(count, infinity);
    const auto iterations = [&](const auto& sweep, std::vector<double>& impulse) {
        std::vector<rows::Six<double>> velocity = system.free_velocity;
        impulse.assign(count, 0.0);
        for (int k = 1; k < 100000; ++k) {
            sweep(impulse, velocity);
            if (to_vector(rows::constraint_velocity(system.rows, velocity)).lpNorm<Eigen::Infinity>() < 1e-12)
                return k;
        }
        return 100000;
    };
    const rows::PointBlocks blocks(system.rows);
    const std::vector<double> d = rows::row_diagonals(system.rows);
    const rows::ImpulseRows<double> impulses{system.rows, bounds, {}};
    std::vector<double> by_block;
    std::vector<double> by_row;
    const int block_count = iterations([&](auto& l, auto& v) { blocks.sweep(bounds.eta, l, v); }, by_block);
    const int row_count =
        iterations([&](auto& l, auto& v) { rows::sequential_impulse_sweep(impulses, d, l, v); }, by_row);
    RecordProperty("iteration_ratio", std::to_string(static_cast<double>(row_count) / block_count));
    EXPECT_LT(block_count, row_count);
    EXPECT_LT((to_vector(by_block) - to_vector(by_row)).lpNorm<Eigen::Infinity>(), 1e-8);
}

TEST(Tamis, T09_friction_block_with_the_cone_has_the_fixed_point_of_the_exact_contact_solve) {
    const ContactProblem problem = generate_problem("tower:boxes=3,mu=0.4,push=0.02");
    const SolveResult exact = run("si:friction=cone,tolerance=1e-10,iterations=100000", problem);
    const SolveResult split = run("si:friction=cone,block3=false,tolerance=1e-10,iterations=100000", problem);
    EXPECT_EQ(exact.status, Status::converged);
    EXPECT_EQ(split.status, Status::converged);
    // Both satisfy Coulomb's law; the solution itself need not be unique.
    EXPECT_LT(contact_residual(problem, split.reaction).de_saxce, 1e-9);
    EXPECT_LE(exact.iterations, split.iterations);
}

TEST(Tamis, T11_soft_rows_follow_the_implicit_spring_recursion_exactly) {
    const double h = 1.0 / 60.0;
    const double omega = 2.0 * 3.14159265358979323846 * 2.0;
    const double k = omega * omega;
    const double c = 2.0 * 0.3 * omega;
    rows::SparseRows<double> system;
    system.bodies = 1;
    system.add_row(0, 1, {}, {1, 0, 0, 0, 0, 0});
    rows::InverseMass<double> mass;
    mass.mass = 1.0;
    system.build_B({{}, mass});
    const double softness = 1.0 / (h * (c + h * k));
    const double push = h * k / (c + h * k);
    double x = 1.0;
    double reference_x = 1.0;
    double reference_v = 0.0;
    std::vector<rows::Six<double>> velocity(2, rows::Six<double>{});
    const std::vector<double> d = rows::row_diagonals(system);
    std::vector<double> seen;
    for (int step = 1; step <= 60; ++step) {
        rows::RowBounds<double> bounds;
        bounds.eta = {-push / h * x};
        bounds.lo = {-infinity};
        bounds.hi = {infinity};
        std::vector<double> impulse(1, 0.0);
        const rows::ImpulseRows<double> rows_of_step{system, bounds, {softness}};
        rows::sequential_impulse_sweep(rows_of_step, d, impulse, velocity);
        x += h * velocity[1][0];
        reference_v = (reference_v - h * k * reference_x) / (1.0 + h * c + h * h * k);
        reference_x += h * reference_v;
        ASSERT_NEAR(x, reference_x, 1e-12);
        if (step == 1 || step == 2 || step == 6 || step == 15 || step == 30 || step == 60) seen.push_back(x);
    }
    const std::vector<double> table = {.9624935, .8943240, .4517475, -.2560511, .0529287, -.0014417};
    for (std::size_t i = 0; i < table.size(); ++i) EXPECT_NEAR(seen[i], table[i], 1e-6);
}

/// The dense matrix of PGS grows with the square of the rows, the sparse one by the neighbours of each, the
/// rows of SI in proportion. Walls have more neighbours a brick the larger they are.
TEST(Tamis, T12_memory_is_quadratic_sparse_or_linear_in_the_rows) {
    const auto bytes = [](int size) {
        Wall wall;
        wall.columns = wall.rows = size;
        const ContactSystem system = brick_wall(wall);
        const ContactProblem problem = system.reduce("wall");
        const double rows = 3.0 * problem.contacts();
        return std::array<double, 4>{rows, 8 * rows * rows, static_cast<double>(problem.W.bytes()),
                                     static_cast<double>(system.rows.bytes())};
    };
    const std::array<double, 4> small = bytes(4), large = bytes(12);
    const auto slope = [&](std::size_t k) {
        return std::log(large[k] / small[k]) / std::log(large[0] / small[0]);
    };
    EXPECT_NEAR(slope(1), 2, 1e-9);
    EXPECT_GE(slope(2), 1);
    EXPECT_LT(slope(2), 1.5);
    EXPECT_NEAR(slope(3), 1, 1e-9);
    EXPECT_LT(large[2], 0.2 * large[1]);
    EXPECT_LT(large[3], large[2]);
}

TEST(Tamis,
     T16_jacobi_with_mass_splitting_converges_where_plain_jacobi_diverges_and_needs_more_than_gauss_seidel) {
    const ContactProblem problem = generate_problem("tower:boxes=3,mu=0.5");
    SolveOptions options;
    options.tolerance = 1e-6;
    options.max_iterations = 200000;
    options.friction = parse_friction("pyramid");
    const SolveResult split = run("jacobi", problem, options);
    const SolveResult plain = run("jacobi:split=false", problem, options);
    const SolveResult seidel = run("pgs", problem, options);
    EXPECT_EQ(split.status, Status::converged);
    EXPECT_NE(plain.status, Status::converged);
    EXPECT_GT(split.iterations, seidel.iterations);
}

TEST(Tamis, mass_splitting_on_bodies_reaches_the_answer_of_sequential_impulses) {
    Random random(16);
    RandomSystem shape;
    shape.mu_high = 0.0;
    const ContactSystem system = random_system(random, shape);
    const auto bounds = contact_bounds(system, std::vector<double>(system.rows.size(), 0.0), true);
    const rows::ImpulseRows<double> impulses{system.rows, bounds, {}};
    std::vector<double> split(system.rows.size(), 0.0);
    std::vector<double> serial = split;
    std::vector<rows::Six<double>> split_velocity = system.free_velocity;
    std::vector<rows::Six<double>> serial_velocity = system.free_velocity;
    const std::vector<double> shares = rows::split_diagonals(system.rows);
    const std::vector<double> d = rows::row_diagonals(system.rows);
    for (int k = 0; k < 20000; ++k) {
        rows::mass_splitting_sweep(impulses, shares, split, split_velocity);
        if (k < 5000) rows::sequential_impulse_sweep(impulses, d, serial, serial_velocity);
    }
    EXPECT_LT((stack(split_velocity) - stack(serial_velocity)).lpNorm<Eigen::Infinity>(), 1e-8);
}

}  // namespace
}  // namespace cairn::lab
