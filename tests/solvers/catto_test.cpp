// Catto 2005: sparse rows, Algorithms 1 to 5, Baumgarte's range, redundancy, the four stopping rules.

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "solvers/direct/direct.hpp"
#include "tests/solvers/lab_support.hpp"
#include "tests/solvers/papers/contact_cache.hpp"

namespace cairn::lab {
namespace {

using namespace test;

ContactSystem some_system(std::uint64_t seed, int bodies = 6, int contacts = 9) {
    Random random(seed);
    RandomSystem shape;
    shape.bodies = bodies;
    shape.contacts = contacts;
    return random_system(random, shape);
}

TEST(Catto, C07_sparse_rows_equal_the_dense_jacobian) {
    for (std::uint64_t seed = 1; seed <= 50; ++seed) {
        const ContactSystem system = some_system(seed);
        const Matrix J = dense_jacobian(system.rows);
        const Vector V = stack(system.free_velocity);
        const Vector JV = to_vector(rows::constraint_velocity(system.rows, system.free_velocity));
        EXPECT_LT((JV - J * V).lpNorm<Eigen::Infinity>(), 1e-13);
        Random random(seed + 1000);
        std::vector<double> lambda(system.rows.size());
        for (double& value : lambda) value = random.normal();
        const Vector force = stack(rows::constraint_force(system.rows, lambda));
        EXPECT_LT((force - J.transpose() * to_vector(lambda)).lpNorm<Eigen::Infinity>(), 1e-13);
    }
}

TEST(Catto, C07_sparse_rows_take_memory_in_proportion_to_the_rows) {
    const double small = static_cast<double>(some_system(1, 100, 300).rows.bytes());
    const double large = static_cast<double>(some_system(1, 1000, 3000).rows.bytes());
    EXPECT_NEAR(large / small, 10.0, 1e-9);
}

TEST(Catto, C08_ground_rows_read_and_write_no_ground_velocity) {
    ContactSystem system = some_system(3);
    system.free_velocity[0] = {1e9, 1e9, 1e9, 1e9, 1e9, 1e9};
    const std::vector<double> with_garbage = rows::constraint_velocity(system.rows, system.free_velocity);
    system.free_velocity[0] = {};
    EXPECT_EQ(with_garbage, rows::constraint_velocity(system.rows, system.free_velocity));
    const std::vector<double> ones(system.rows.size(), 1.0);
    EXPECT_EQ(rows::constraint_force(system.rows, ones)[0], rows::Six<double>{});
}

TEST(Catto, C08_algorithms_1_and_2_equal_the_dense_products_in_B_too) {
    const ContactSystem system = some_system(4);
    const Matrix B = dense_inverse_mass(system) * dense_jacobian(system.rows).transpose();
    Random random(5);
    std::vector<double> lambda(system.rows.size());
    for (double& value : lambda) value = random.normal();
    const Vector a = stack(rows::constraint_acceleration(system.rows, lambda));
    EXPECT_LT((a - B * to_vector(lambda)).lpNorm<Eigen::Infinity>(), 1e-12);
}

/// A free body held at a point by three equality rows, corrected by JV = -beta C (E2: beta dt is what
/// counts).
double baumgarte_error(double beta_dt, int steps) {
    rows::SparseRows<double> system;
    system.bodies = 1;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        rows::Six<double> row{};
        row[axis] = 1.0;
        system.add_row(0, 1, {}, row);
    }
    rows::InverseMass<double> mass;
    mass.mass = 0.5;
    mass.inertia = {1, 0, 0, 0, 1, 0, 0, 0, 1};
    system.build_B({{}, mass});
    const double dt = 1.0 / 60.0;
    const double beta = beta_dt / dt;
    std::array<double, 3> position{0.3, 0.0, 0.0};
    std::vector<rows::Six<double>> velocity(2, rows::Six<double>{});
    for (int step = 0; step < steps; ++step) {
        rows::RowBounds<double> bounds;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            // eta = zeta / dt - J V / dt (eq. 34), multipliers are forces (E3).
            bounds.eta.push_back((-beta * position[axis] - velocity[1][axis]) / dt);
            bounds.lo.push_back(-infinity);
            bounds.hi.push_back(infinity);
        }
        std::vector<double> lambda(3, 0.0);
        rows::projected_gauss_seidel(system, bounds, lambda, rows::Stopping<double>{});
        const auto acceleration = rows::constraint_acceleration(system, lambda);
        for (std::size_t k = 0; k < 6; ++k) velocity[1][k] += dt * acceleration[1][k];
        for (std::size_t axis = 0; axis < 3; ++axis) position[axis] += dt * velocity[1][axis];
    }
    return position[0] / 0.3;
}

TEST(Catto, C13_baumgarte_error_shrinks_by_exactly_one_minus_beta_dt_each_step) {
    for (double beta_dt : {0.05, 0.5, 1.0, 1.5, 1.99}) {
        for (int steps : {1, 2, 5, 20}) {
            EXPECT_NEAR(baumgarte_error(beta_dt, steps), std::pow(1.0 - beta_dt, steps), 1e-12) << beta_dt;
        }
    }
}

TEST(Catto, C13_baumgarte_diverges_above_two_and_oscillates_above_one) {
    EXPECT_GT(std::abs(baumgarte_error(2.01, 400)), 10.0);
    EXPECT_LT(baumgarte_error(1.5, 1), 0.0);
    EXPECT_GT(baumgarte_error(0.9, 1), 0.0);
}

/// A table on six legs: six normal rows, one body, three degrees of freedom in use.
ContactSystem six_legged_table(const std::vector<int>& order) {
    ContactSystem system;
    system.rows.bodies = 1;
    rows::InverseMass<double> mass;
    mass.mass = 1.0 / 12.0;
    mass.inertia = {0.7, 0, 0, 0, 0.4, 0, 0, 0, 0.9};
    system.inverse_mass = {{}, mass};
    for (int leg : order) {
        const double x = (leg % 3) - 1.0;
        const double z = leg < 3 ? -0.5 : 0.5;
        // n = +y, arm r = (x, -0.5, z): r x n = (-z, 0, x).
        system.rows.add_row(0, 1, {}, {0, 1, 0, -z, 0, x});
    }
    system.rows.build_B(system.inverse_mass);
    return system;
}

TEST(Catto, C21_redundant_table_legs_share_the_weight_and_move_alike_in_any_order) {
    const double dt = 1.0 / 60.0;
    Vector first_velocity;
    for (const std::vector<int>& order :
         {std::vector<int>{0, 1, 2, 3, 4, 5}, {5, 3, 1, 0, 2, 4}, {2, 4, 0, 5, 1, 3}}) {
        const ContactSystem system = six_legged_table(order);
        std::vector<rows::Six<double>> velocity(2, rows::Six<double>{});
        velocity[1] = {0, -9.81 * dt, 0, 0.1, 0, 0.05};
        rows::RowBounds<double> bounds;
        bounds.eta = negated(rows::constraint_velocity(system.rows, velocity));
        bounds.lo.assign(6, 0.0);
        bounds.hi.assign(6, infinity);
        std::vector<double> lambda(6, 0.0);
        rows::Stopping<double> stop{rows::Rule::change, 100000, 1e-15, 0.5};
        rows::projected_gauss_seidel(system.rows, bounds, lambda, stop);
        const Vector after = stack(velocity) + stack(rows::constraint_acceleration(system.rows, lambda));
        if (first_velocity.size() == 0) first_velocity = after;
        EXPECT_LT((after - first_velocity).lpNorm<Eigen::Infinity>(), 1e-9);
        EXPECT_GE(*std::min_element(lambda.begin(), lambda.end()), 0.0);
    }
}

TEST(Catto, C21_resting_table_legs_sum_to_the_weight_and_warm_starts_stay_bounded) {
    const double dt = 1.0 / 60.0;
    const ContactSystem system = six_legged_table({0, 1, 2, 3, 4, 5});
    rows::RowBounds<double> bounds;
    bounds.lo.assign(6, 0.0);
    bounds.hi.assign(6, infinity);
    std::vector<double> lambda(6, 0.0);
    for (int step = 0; step < 1000; ++step) {
        std::vector<rows::Six<double>> velocity(2, rows::Six<double>{});
        velocity[1][1] = -9.81 * dt;
        bounds.eta = negated(rows::constraint_velocity(system.rows, velocity));
        rows::projected_gauss_seidel(system.rows, bounds, lambda, {rows::Rule::change, 2000, 1e-14, 0.5});
        double sum = 0.0;
        for (double value : lambda) sum += value;
        ASSERT_NEAR(sum / dt, 12.0 * 9.81, 1e-6);
        ASSERT_LE(*std::max_element(lambda.begin(), lambda.end()), 12.0 * 9.81 * dt);
    }
}

TEST(Catto, C24_gauss_seidel_solves_random_positive_definite_systems) {
    Random random(24);
    for (int trial = 0; trial < 50; ++trial) {
        const Index n = random.integer(1, 12);
        const Matrix A = random_spd(random, n, 30.0);
        const Vector b = random_vector(random, n);
        std::vector<double> x(static_cast<std::size_t>(n), 0.0);
        const std::vector<double> right(b.data(), b.data() + n);
        const auto outcome =
            rows::gauss_seidel(row_major(A), right, x, {rows::Rule::residual, 100000, 1e-12, 0.5});
        EXPECT_TRUE(outcome.rule_met);
        const Vector exact = A.partialPivLu().solve(b);
        EXPECT_LT((to_vector(x) - exact).lpNorm<Eigen::Infinity>(), 1e-10);
    }
}

TEST(Catto, C25_each_stopping_rule_holds_on_exit_and_not_one_iteration_earlier) {
    Random random(25);
    const Matrix A = random_spd(random, 8, 50.0);
    const Vector b = random_vector(random, 8);
    const std::vector<double> right(b.data(), b.data() + 8);
    const auto run_rule = [&](rows::Stopping<double> stop) {
        std::vector<double> x(8, 0.0);
        const auto outcome = rows::gauss_seidel(row_major(A), right, x, stop);
        return std::pair(outcome, to_vector(x));
    };
    const auto fixed = run_rule({rows::Rule::count, 17, 0.0, 0.0});
    EXPECT_EQ(fixed.first.iterations, 17);
    const auto by_residual = run_rule({rows::Rule::residual, 10000, 1e-5, 0.5});
    EXPECT_LT((A * by_residual.second - b).norm(), 1e-5);
    const auto before = run_rule({rows::Rule::count, by_residual.first.iterations - 1, 0.0, 0.0});
    EXPECT_GE((A * before.second - b).norm(), 1e-5);
    const auto by_change = run_rule({rows::Rule::change, 10000, 1e-5, 0.5});
    EXPECT_LT(by_change.first.measure, 1e-5);
    EXPECT_GT(by_change.first.iterations, 1);
    const auto previous = run_rule({rows::Rule::count, by_change.first.iterations - 1, 0.0, 0.0});
    EXPECT_NEAR((by_change.second - previous.second).lpNorm<Eigen::Infinity>(), by_change.first.measure,
                1e-15);
    const auto by_fraction = run_rule({rows::Rule::fraction, 10000, 0.0, 0.99});
    EXPECT_TRUE(by_fraction.first.rule_met);
    EXPECT_LE(by_fraction.first.measure, 0.99);
    EXPECT_GE(by_fraction.first.iterations, 2);
}

TEST(Catto, C25_the_lab_offers_all_four_rules_by_name) {
    const ContactProblem problem = generate_problem("tower:boxes=3");
    EXPECT_EQ(run("pgs:friction=pyramid,rule=iterations,iterations=10", problem).iterations, 10);
    EXPECT_EQ(run("pgs:friction=pyramid,rule=iterations,iterations=10", problem).status, Status::finished);
    EXPECT_EQ(run("pgs:friction=pyramid,rule=change,tolerance=1e-9", problem).status, Status::finished);
    EXPECT_EQ(run("pgs:friction=pyramid,rule=fraction,fraction=0.999", problem).status, Status::finished);
    const SolveResult result = run("pgs:friction=pyramid,tolerance=1e-7", problem);
    EXPECT_EQ(result.status, Status::converged);
    EXPECT_LE(result.residual, 1e-7);
}

TEST(Catto, C26_pgs_maintains_a_equals_B_lambda) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const ContactSystem system = some_system(seed);
        const auto bounds = contact_bounds(
            system, negated(rows::constraint_velocity(system.rows, system.free_velocity)), true);
        std::vector<double> lambda(system.rows.size(), 0.0);
        rows::PgsState<double> state(system.rows, lambda);
        rows::ChangeWatch<double> watch(system.rows.size());
        for (int iteration = 0; iteration < 30; ++iteration) {
            rows::pgs_sweep(system.rows, bounds, state, lambda, watch, 0.5);
            const Vector a = stack(rows::constraint_acceleration(system.rows, lambda));
            ASSERT_LT((a - stack(state.a)).lpNorm<Eigen::Infinity>(),
                      1e-12 * std::max(1.0, a.lpNorm<Eigen::Infinity>()));
        }
    }
}

TEST(Catto, C26_sparse_and_dense_pgs_have_the_same_iterates) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
        const ContactSystem system = some_system(seed);
        const auto bounds = contact_bounds(
            system, negated(rows::constraint_velocity(system.rows, system.free_velocity)), true);
        const Matrix J = dense_jacobian(system.rows);
        const std::vector<double> A = row_major(J * dense_inverse_mass(system) * J.transpose());
        std::vector<double> sparse(system.rows.size(), 0.0);
        std::vector<double> dense = sparse;
        rows::PgsState<double> state(system.rows, sparse);
        rows::ChangeWatch<double> watch(system.rows.size());
        for (int iteration = 0; iteration < 20; ++iteration) {
            rows::pgs_sweep(system.rows, bounds, state, sparse, watch, 0.5);
            rows::dense_pgs_sweep(A, bounds, dense);
            const double size = std::max(1.0, to_vector(dense).lpNorm<Eigen::Infinity>());
            ASSERT_LT((to_vector(sparse) - to_vector(dense)).lpNorm<Eigen::Infinity>(), 1e-12 * size);
        }
    }
}

/// Every one of a million row updates ends within its bounds, those that move with the normal impulse too.
TEST(Catto, C09_no_bound_is_ever_violated) {
    std::size_t updates = 0, violations = 0;
    for (std::uint64_t seed = 1; updates < 1000000; ++seed) {
        const ContactSystem system = some_system(seed, 20, 60);
        const auto bounds = contact_bounds(
            system, negated(rows::constraint_velocity(system.rows, system.free_velocity)), seed % 2 == 0);
        std::vector<double> lambda(system.rows.size(), 0.0);
        rows::PgsState<double> state(system.rows, lambda);
        rows::ChangeWatch<double> watch(system.rows.size());
        for (int iteration = 0; iteration < 50; ++iteration) {
            rows::pgs_sweep(system.rows, bounds, state, lambda, watch, 0.5);
            for (std::size_t i = 0; i < lambda.size(); ++i)
                violations += bounds.clamp(i, lambda[i], lambda) != lambda[i];
            updates += lambda.size();
        }
    }
    EXPECT_EQ(violations, 0u);
}

TEST(Catto, C26_pgs_runs_in_float_and_lands_near_the_double_answer) {
    const ContactProblem problem = generate_problem("tower:boxes=4,mu=0.4");
    const SolveResult fine = run("pgs:friction=pyramid,rule=iterations,iterations=50", problem);
    const SolveResult coarse = run("pgs:friction=pyramid,rule=iterations,iterations=50,float=true", problem);
    const SolveResult dense = run("pgs:friction=pyramid,rule=iterations,iterations=50,dense=true", problem);
    EXPECT_LT((fine.reaction - coarse.reaction).lpNorm<Eigen::Infinity>(), 1e-5);
    EXPECT_GT((fine.reaction - coarse.reaction).lpNorm<Eigen::Infinity>(), 0.0);
    EXPECT_LT((fine.reaction - dense.reaction).lpNorm<Eigen::Infinity>(), 1e-12);
    EXPECT_GT(dense.bytes, fine.bytes);
}

TEST(Catto, C27_every_row_update_lowers_the_quadratic_energy) {
    int updates = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        const ContactSystem system = some_system(seed);
        const std::vector<double> eta = negated(rows::constraint_velocity(system.rows, system.free_velocity));
        const auto bounds = contact_bounds(system, eta, false);
        const Matrix J = dense_jacobian(system.rows);
        const Matrix A = J * dense_inverse_mass(system) * J.transpose();
        std::vector<double> lambda(system.rows.size(), 0.0);
        const auto energy = [&] {
            const Vector l = to_vector(lambda);
            return 0.5 * l.dot(A * l) - to_vector(eta).dot(l);
        };
        double before = energy();
        for (int sweep = 0; sweep < 5; ++sweep) {
            for (std::size_t row = 0; row < lambda.size(); ++row) {
                // All other rows are pinned where they are, so that one sweep moves this row alone.
                auto pinned = bounds;
                for (std::size_t other = 0; other < lambda.size(); ++other) {
                    if (other != row) pinned.lo[other] = pinned.hi[other] = lambda[other];
                }
                rows::PgsState<double> state(system.rows, lambda);
                rows::ChangeWatch<double> watch(lambda.size());
                rows::pgs_sweep(system.rows, pinned, state, lambda, watch, 0.5);
                const double after = energy();
                ASSERT_LE(after, before + 1e-12 * std::max(1.0, std::abs(before)));
                before = after;
                ++updates;
            }
        }
    }
    EXPECT_GT(updates, 2000);
}

TEST(Catto, C28_pgs_reaches_the_complementarity_conditions_and_lemkes_answer) {
    Random random(28);
    for (int trial = 0; trial < 40; ++trial) {
        const Index n = random.integer(2, 10);
        const Matrix A = random_spd(random, n, 20.0);
        Vector lo(n);
        Vector hi(n);
        for (Index i = 0; i < n; ++i) {
            lo[i] = random.uniform(0, 1) < 0.2 ? -infinity : random.uniform(-1.0, 0.0);
            hi[i] = random.uniform(0, 1) < 0.4 ? infinity : random.uniform(0.0, 1.0);
        }
        const RowProblem problem = RowProblem::boxed(A.sparseView(), random_vector(random, n), lo, hi);
        Vector x = Vector::Zero(n);
        for (int sweep = 0; sweep < 3000; ++sweep) sweep_rows(problem, A.diagonal(), 1.0, x);
        EXPECT_LT(row_residual(problem, x).natural, 1e-10);
        EXPECT_LT(row_residual(problem, x).fischer_burmeister, 1e-18);
        const PivotResult exact = solve_rows(Direct{}, problem);
        ASSERT_TRUE(exact.solved) << exact.message;
        EXPECT_LT((x - exact.x).lpNorm<Eigen::Infinity>(), 1e-9);
    }
}

TEST(Catto, C29_cache_returns_stored_impulses_whichever_body_asks_and_misses_otherwise) {
    rows::ContactCache cache(rows::MatchBy::edge_labels);
    cache.store(7, 3, {{}, {}, 42}, {1.5, 0.1, 0.2});
    ASSERT_TRUE(cache.find(3, 7, {{}, {}, 42}).has_value());
    EXPECT_EQ(cache.find(7, 3, {{}, {}, 42})->normal, 1.5);
    EXPECT_FALSE(cache.find(7, 3, {{}, {}, 43}).has_value());
    EXPECT_FALSE(cache.find(7, 4, {{}, {}, 42}).has_value());
    EXPECT_EQ(cache.hits(), 2u);
    EXPECT_EQ(cache.misses(), 2u);
    cache.rebuild();
    EXPECT_FALSE(cache.find(3, 7, {{}, {}, 42}).has_value());
}

TEST(Catto, C30_position_identifiers_alias_close_points_and_labels_never_do) {
    const rows::ContactKey left{{0.000, 0, 0}, {0.000, 0, 0}, 1};
    const rows::ContactKey right{{0.001, 0, 0}, {0.001, 0, 0}, 2};
    for (rows::MatchBy by : {rows::MatchBy::world_position, rows::MatchBy::local_position}) {
        rows::ContactCache cache(by, 0.02);
        cache.store(1, 2, left, {1, 0, 0});
        cache.store(1, 2, right, {9, 0, 0});
        EXPECT_EQ(cache.find(1, 2, right)->normal, 1.0) << "borrowed from the neighbour";
    }
    rows::ContactCache cache(rows::MatchBy::edge_labels, 0.02);
    cache.store(1, 2, left, {1, 0, 0});
    cache.store(1, 2, right, {9, 0, 0});
    EXPECT_EQ(cache.find(1, 2, right)->normal, 9.0);
    // A box that slid away from its old place is lost by world position and kept by label.
    rows::ContactCache world(rows::MatchBy::world_position, 0.02);
    world.store(1, 2, left, {1, 0, 0});
    EXPECT_FALSE(world.find(1, 2, {{0.5, 0, 0}, {0, 0, 0}, 1}).has_value());
    EXPECT_TRUE(cache.find(1, 2, {{0.5, 0, 0}, {0.5, 0, 0}, 1}).has_value());
}

TEST(Catto, C16_fixed_friction_bound_is_a_box_with_a_sqrt2_corner) {
    ContactProblem problem = generate_problem("tower:boxes=1,mu=0.5");
    problem.fixed_bound = Vector::Constant(4, 0.05);
    const auto resistance = [&](double angle) {
        ContactProblem pushed = problem;
        for (int c = 0; c < 4; ++c) {
            pushed.q[3 * c + 1] += 5.0 * std::cos(angle);
            pushed.q[3 * c + 2] += 5.0 * std::sin(angle);
        }
        const SolveResult result = run("pgs:friction=fixed,tolerance=1e-10", pushed);
        EXPECT_EQ(result.status, Status::converged);
        double sum_1 = 0.0;
        double sum_2 = 0.0;
        for (int c = 0; c < 4; ++c) {
            sum_1 += result.reaction[3 * c + 1];
            sum_2 += result.reaction[3 * c + 2];
        }
        return std::hypot(sum_1, sum_2);
    };
    EXPECT_NEAR(resistance(0.0), 4 * 0.05, 1e-9);
    EXPECT_NEAR(resistance(0.7853981633974483) / resistance(0.0), std::sqrt(2.0), 1e-9);
}

}  // namespace
}  // namespace cairn::lab
