// Tonge 2012: the contact model as a complementarity problem, position projection, cones, gradient solvers.

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <Eigen/LU>

#include "lab/capture.hpp"
#include "scene/load.hpp"
#include "solvers/direct/direct.hpp"
#include "tests/solvers/lab_support.hpp"

namespace cairn::lab {
namespace {

using namespace test;

constexpr double pi = 3.14159265358979323846;

TEST(Tonge, N09_discretised_model_without_friction_matches_lemke) {
    Random random(9);
    for (int trial = 0; trial < 40; ++trial) {
        RandomSystem shape;
        shape.bodies = random.integer(1, 6);
        shape.contacts = random.integer(1, 10);
        shape.mu_high = 0.0;
        const ContactProblem problem = random_system(random, shape).reduce("frictionless");
        const SolveResult exact = run("direct:friction=pyramid,tolerance=1e-9", problem);
        ASSERT_EQ(exact.status, Status::converged) << exact.message;
        const Vector velocity = problem.velocity(exact.reaction);
        // Velocities of the frictionless problem are unique; impulses need not be.
        for (const char* spec :
             {"pgs:friction=pyramid", "mprgp:friction=pyramid", "apgd:friction=pyramid",
              "newton:friction=pyramid", "robust:friction=cone", "interior:friction=cone"}) {
            SolveOptions options;
            options.tolerance = 1e-10;
            options.max_iterations = 1000000;
            const SolveResult result = run(spec, problem, options);
            const bool near_enough =
                result.status == Status::converged || std::string(spec) == "interior:friction=cone";
            EXPECT_TRUE(near_enough) << spec << " " << to_string(result.status);
            EXPECT_LT(normal_difference(problem, velocity, result.reaction), 1e-8)
                << spec << " trial " << trial;
        }
    }
}

/// A pen of length 1 and mass m, its centre at `overhang` beyond the table's edge; contacts at its left end
/// and edge.
RowProblem pen(double overhang) {
    const double inertia = 1.0 / 12.0;
    const double h = 1.0 / 60.0;
    // Rows (v_y, omega_z): J = (1, x) for a contact at x from the centre.
    Matrix J(2, 2);
    J << 1.0, -0.5, 1.0, -overhang;
    Matrix inverse_mass(2, 2);
    inverse_mass << 1.0, 0.0, 0.0, 1.0 / inertia;
    const Matrix A = J * inverse_mass * J.transpose();
    const Vector b = -(J * Vector2(-9.81 * h, 0.0));
    return RowProblem::boxed(A.sparseView(), b, Vector::Zero(2), Vector::Constant(2, infinity));
}

TEST(Tonge, N10_linear_system_glues_the_pen_to_the_table_and_the_lcp_lets_it_fall) {
    const RowProblem over = pen(0.01);
    const Vector linear = Matrix(over.A).partialPivLu().solve(over.b);
    EXPECT_LT(linear[0], 0.0) << "the equality solution pulls the pen's end down";
    const Vector lcp = solve_rows(Direct{}, over).x;
    EXPECT_EQ(lcp[0], 0.0);
    EXPECT_GT(lcp[1], 0.0);
    EXPECT_GT((over.A * lcp - over.b)[0], 1e-6) << "the left end lifts: the pen tips";
    const RowProblem inside = pen(-0.01);
    const Vector resting = solve_rows(Direct{}, inside).x;
    EXPECT_GT(resting[0], 0.0);
    EXPECT_LT((inside.A * resting - inside.b).lpNorm<Eigen::Infinity>(), 1e-14) << "it stays";
}

TEST(Tonge, N11_signorini_conditions_hold_at_every_contact) {
    const ContactProblem problem = generate_problem("random:seed=11,bodies=8,contacts=20,mu_high=0");
    const SolveResult result = run("direct:friction=pyramid", problem);
    const Vector u = problem.velocity(result.reaction);
    for (int i = 0; i < problem.contacts(); ++i) {
        const double impulse = result.reaction[3 * i];
        EXPECT_GE(impulse, 0.0);
        EXPECT_GE(u[3 * i], -1e-10);
        EXPECT_LT(std::min(impulse, u[3 * i]), 1e-10);
    }
}

TEST(Tonge, N12_clamping_each_iteration_never_takes_an_impulse_back) {
    // Two rows fight: the first sweep gives row 0 too much. Only the accumulator can correct that.
    Matrix A(2, 2);
    A << 1.0, 0.9, 0.9, 1.0;
    const RowProblem problem =
        RowProblem::boxed(A.sparseView(), Vector2(1.0, 1.0), Vector::Zero(2), Vector::Constant(2, infinity));
    Vector x = Vector::Zero(2);
    for (int k = 0; k < 200; ++k) sweep_rows(problem, A.diagonal(), 1.0, x);
    EXPECT_NEAR(x[0], 1.0 / 1.9, 1e-12);
    Vector naive = Vector::Zero(2);
    for (int k = 0; k < 200; ++k) {
        for (Index i = 0; i < 2; ++i) naive[i] += std::max(0.0, problem.b[i] - A.row(i).dot(naive));
    }
    EXPECT_NEAR(naive[0], 1.0, 1e-12) << "stuck at the first sweep's overshoot";
}

TEST(Tonge, N14_solve_multiple_is_algorithm_4) {
    // Tonge's loop: lambda_i <- max(0, lambda_i - (J_i v + b) / m_i), v <- v + M^-1 J_i^T d lambda.
    Random random(14);
    const ContactSystem system = random_system(random, RandomSystem{});
    const std::size_t n = system.rows.size();
    rows::RowBounds<double> target;
    target.eta.assign(n, 0.0);
    target.lo.assign(n, 0.0);
    target.hi.assign(n, infinity);
    auto pgs_bounds = target;
    pgs_bounds.eta = negated(rows::constraint_velocity(system.rows, system.free_velocity));
    std::vector<double> pgs(n, 0.0);
    std::vector<double> tonge(n, 0.0);
    rows::PgsState<double> state(system.rows, pgs);
    rows::ChangeWatch<double> watch(n);
    std::vector<rows::Six<double>> v = system.free_velocity;
    for (int iteration = 0; iteration < 8; ++iteration) {
        rows::pgs_sweep(system.rows, pgs_bounds, state, pgs, watch, 0.5);
        for (std::size_t i = 0; i < n; ++i) {
            const double old = tonge[i];
            tonge[i] = std::max(0.0, old - system.rows.row_times(i, v) / system.rows.diagonal(i));
            system.rows.scatter(i, tonge[i] - old, system.rows.B_sp, v);
        }
        ASSERT_LT((to_vector(pgs) - to_vector(tonge)).lpNorm<Eigen::Infinity>(), 1e-12);
    }
}

TEST(Tonge, N15_position_projection_leaves_a_fifth_of_the_penetration_each_step) {
    const double h = 1.0 / 60.0;
    const double gamma = 0.8;
    ContactSystem system = box_tower({1, 1.0, 0.0, 0.0, 0.0, h});
    system.free_velocity[1] = {};
    double height = -0.01;
    for (int step = 0; step < 5; ++step) {
        auto bounds = contact_bounds(system, std::vector<double>(system.rows.size(), 0.0), true);
        // Split impulse: the projection has its own velocity, which moves the body and is then forgotten.
        for (std::size_t row = 0; row < bounds.eta.size(); row += 3) bounds.eta[row] = -gamma / h * height;
        std::vector<rows::Six<double>> pseudo(2, rows::Six<double>{});
        std::vector<double> impulse(system.rows.size(), 0.0);
        const std::vector<double> d = rows::row_diagonals(system.rows);
        const rows::ImpulseRows<double> rows_of_step{system.rows, bounds, {}};
        for (int k = 0; k < 500; ++k) rows::sequential_impulse_sweep(rows_of_step, d, impulse, pseudo);
        const double before = height;
        height += h * pseudo[1][1];
        EXPECT_NEAR(height / before, 1.0 - gamma, 1e-9);
        EXPECT_LE(height, 0.0) << "smooth: never past the surface";
        // Baumgarte would leave that velocity in the body: kinetic energy m/2 (gamma phi / h)^2.
        EXPECT_NEAR(0.5 * pseudo[1][1] * pseudo[1][1], 0.5 * std::pow(gamma * before / h, 2), 1e-9);
        EXPECT_EQ(system.free_velocity[1][1], 0.0) << "with the split impulse none of it stays";
    }
}

/// Friction impulse and velocity after pushing one box in a direction with the given speed.
struct Push {
    double resistance;
    double speed;
};
Push push_box(const std::string& spec, double angle, double speed, double mu) {
    ContactSystem system = box_tower({1, 1.0, mu, 0.0, 0.0, 1.0 / 60.0});
    system.free_velocity[1][0] = speed * std::cos(angle);
    system.free_velocity[1][2] = speed * std::sin(angle);
    // A low centre of mass keeps the load on all four corners while it is pushed.
    for (auto& row : system.rows.J_sp) row[1][3] = row[1][4] = row[1][5] = 0.0;
    system.rows.build_B(system.inverse_mass);
    const ContactProblem problem = system.reduce("pushed box");
    const SolveResult result = run(spec, problem);
    EXPECT_EQ(result.status, Status::converged) << spec << " at " << angle;
    double x = 0.0;
    double z = 0.0;
    for (int c = 0; c < 4; ++c) {
        x += result.reaction[3 * c + 1];
        z += result.reaction[3 * c + 2];
    }
    const Vector u = problem.velocity(result.reaction);
    return {std::hypot(x, z), std::hypot(u[1], u[2])};
}

TEST(Tonge, N16_cone_sticks_below_and_slides_above_mu_N_alike_in_sixteen_directions) {
    const double mu = 0.4;
    const double limit = mu * 9.81 / 60.0;
    double least = infinity;
    double most = 0.0;
    for (int k = 0; k < 16; ++k) {
        const double angle = 2.0 * pi * k / 16.0;
        for (const char* spec : {"si:friction=cone", "robust:friction=cone"}) {
            EXPECT_LT(push_box(spec, angle, 0.99 * limit, mu).speed, 1e-6) << "sticks";
            EXPECT_GT(push_box(spec, angle, 1.01 * limit, mu).speed, 1e-4) << "slides";
        }
        const double resistance = push_box("si:friction=cone", angle, 3.0, mu).resistance;
        least = std::min(least, resistance);
        most = std::max(most, resistance);
        EXPECT_NEAR(resistance, limit, 0.01 * limit);
    }
    EXPECT_LT(most / least, 1.005);
}

/// Two threads read a body's velocity, both add their impulse to it and write it back: the first one's is
/// lost, while both remember theirs. One after another, or coloured, they agree with the impulses; so, never.
TEST(Tonge, N19_updates_that_are_lost_keep_the_solver_from_converging) {
    Tower tower;
    tower.boxes = 1;
    tower.mu = 0;
    const ContactSystem system = box_tower(tower);
    const auto bounds = contact_bounds(system, std::vector<double>(system.rows.size(), 0.0), true);
    const rows::ImpulseRows<double> impulses{system.rows, bounds, {}};
    const std::vector<double> d = rows::row_diagonals(system.rows);
    const auto error_after = [&](int sweeps, bool lose) {
        std::vector<double> lambda(system.rows.size(), 0.0);
        std::vector<rows::Six<double>> velocity = system.free_velocity;
        for (int sweep = 0; sweep < sweeps; ++sweep) {
            const std::vector<rows::Six<double>> read = velocity;
            for (std::size_t i = 0; i < system.rows.size(); ++i) {
                std::vector<rows::Six<double>>& sees = velocity;
                if (lose) sees = read;  // what others wrote meanwhile is overwritten
                const double wanted = rows::row_impulse(system.rows.row_times(i, sees), bounds.eta[i], d[i]);
                const double next = bounds.clamp(i, lambda[i] + wanted, lambda);
                system.rows.scatter(i, next - lambda[i], system.rows.B_sp, sees);
                lambda[i] = next;
            }
        }
        std::vector<rows::Six<double>> true_velocity = system.free_velocity;
        rows::apply_impulses(system.rows, lambda, true_velocity);
        return (stack(true_velocity) - stack(velocity)).lpNorm<Eigen::Infinity>();
    };
    EXPECT_LT(error_after(200, false), 1e-12);
    EXPECT_GT(error_after(200, true), 0.1) << "the velocity is not that of the impulses";
    EXPECT_GT(error_after(400, true), error_after(200, true) * 0.99) << "and more sweeps do not mend it";
}

TEST(Tonge, N26_pyramid_anisotropy_shrinks_as_the_cosine_of_pi_over_k) {
    for (int sides : {4, 8, 16}) {
        const std::string spec =
            "pgs:tolerance=1e-10,iterations=100000,friction=pyramid" + std::to_string(sides);
        double least = infinity;
        double most = 0.0;
        for (int k = 0; k < 16; ++k) {
            const double resistance = push_box(spec, pi * k / 16.0, 3.0, 0.4).resistance;
            least = std::min(least, resistance);
            most = std::max(most, resistance);
        }
        EXPECT_NEAR(least / most, std::cos(pi / sides), 2e-2 * std::cos(pi / sides)) << sides;
    }
}

TEST(Tonge, N17_relaxed_cone_lifts_a_sliding_contact_by_mu_times_its_speed) {
    const double mu = 0.3;
    ContactSystem system = box_tower({1, 1.0, mu, 0.0, 0.0, 1.0 / 60.0});
    for (auto& row : system.rows.J_sp) row[1][3] = row[1][4] = row[1][5] = 0.0;
    system.rows.build_B(system.inverse_mass);
    system.free_velocity[1][0] = 1.0;
    const ContactProblem problem = system.reduce("sliding box");
    const SolveResult relaxed = run("apgd:friction=cone-relaxed,tolerance=1e-12,iterations=1000000", problem);
    ASSERT_EQ(relaxed.status, Status::converged);
    const Vector u = problem.velocity(relaxed.reaction);
    const double speed = std::hypot(u[1], u[2]);
    EXPECT_GT(speed, 0.1);
    EXPECT_NEAR(u[0], mu * speed, 1e-9) << "dilation";
    const SolveResult coulomb = run("robust:friction=cone,tolerance=1e-12", problem);
    EXPECT_NEAR(problem.velocity(coulomb.reaction)[0], 0.0, 1e-9) << "Coulomb slides without lifting";
}

TEST(Tonge, N17_relaxed_solvers_agree_where_the_answer_is_unique) {
    Random random(17);
    for (int trial = 0; trial < 15; ++trial) {
        RandomSystem shape;
        shape.bodies = random.integer(2, 8);
        shape.contacts = random.integer(2, 12);
        shape.mu_low = 0.1;
        const ContactProblem problem = random_system(random, shape).reduce("convex");
        SolveOptions options;
        options.friction = parse_friction("cone-relaxed");
        options.tolerance = 1e-12;
        options.max_iterations = 2000000;
        const SolveResult reference = run("apgd", problem, options);
        ASSERT_EQ(reference.status, Status::converged) << trial;
        const Vector velocity = problem.velocity(reference.reaction);
        options.tolerance = 1e-10;
        for (const char* spec : {"newton", "si", "robust", "nncg", "pgd"}) {
            const SolveResult result = run(spec, problem, options);
            EXPECT_EQ(result.status, Status::converged)
                << spec << " trial " << trial << " " << result.message;
            EXPECT_LT((problem.velocity(result.reaction) - velocity).lpNorm<Eigen::Infinity>(), 1e-8) << spec;
        }
    }
}

/// A contact problem whose W has the condition number asked for; friction rows boxed.
ContactProblem conditioned(Random& random, int contacts, double condition) {
    ContactProblem problem;
    problem.name = "conditioned";
    problem.W = BlockMatrix::from_dense(random_spd(random, 3 * contacts, condition));
    problem.q = random_vector(random, 3 * contacts);
    problem.mu = Vector::Constant(contacts, 0.5);
    problem.fixed_bound = Vector::Constant(contacts, 10.0);
    return problem;
}

TEST(Tonge,
     N20_projected_gradient_lowers_the_objective_in_every_step_and_needs_more_of_them_than_gauss_seidel) {
    const ContactProblem problem = generate_problem("tower:boxes=3,mu=0.5");
    SolveOptions options;
    options.friction = parse_friction("cone-relaxed");
    options.tolerance = 0.0;
    for (const char* spec : {"pgd", "jacobi"}) {
        double before = infinity;
        for (int iterations = 1; iterations <= 60; ++iterations) {
            options.max_iterations = iterations;
            options.rule = StopRule::iterations;
            const double objective =
                contact_residual(problem, run(spec, problem, options).reaction).objective;
            ASSERT_LE(objective, before + 1e-13) << spec << " iteration " << iterations;
            before = objective;
        }
    }
    // Slow: with constant bounds and a definite matrix it needs more iterations than Gauss-Seidel.
    Random random(20);
    options.rule = StopRule::residual;
    options.friction = parse_friction("fixed");
    options.tolerance = 1e-8;
    options.max_iterations = 1000000;
    for (double condition : {10.0, 100.0, 1000.0}) {
        const ContactProblem definite = conditioned(random, 10, condition);
        const SolveResult gradient = run("pgd", definite, options);
        const SolveResult seidel = run("pgs", definite, options);
        EXPECT_EQ(gradient.status, Status::converged);
        EXPECT_EQ(seidel.status, Status::converged);
        EXPECT_GT(gradient.iterations, seidel.iterations) << condition;
    }
}

TEST(Tonge, N21_mprgp_solves_bounded_problems_to_1e12_and_beats_pgd_by_about_the_root_of_the_condition) {
    Random random(21);
    SolveOptions options;
    options.friction = parse_friction("fixed");
    options.max_iterations = 10000000;
    options.tolerance = 1e-12;
    for (double condition : {100.0, 10000.0}) {
        const ContactProblem problem = conditioned(random, 20, condition);
        const SolveResult conjugate = run("mprgp", problem, options);
        ASSERT_EQ(conjugate.status, Status::converged) << conjugate.residual;
        const SolveResult gradient = run("pgd", problem, options);
        ASSERT_EQ(gradient.status, Status::converged);
        const double ratio =
            static_cast<double>(gradient.row_updates) / static_cast<double>(conjugate.row_updates);
        RecordProperty("ratio_at_condition_" + std::to_string(static_cast<int>(condition)),
                       std::to_string(ratio));
        EXPECT_GT(ratio, 0.3 * std::sqrt(condition)) << condition;
        const SolveResult exact = run("direct:tolerance=1e-9", problem, options);
        EXPECT_LT((exact.reaction - conjugate.reaction).lpNorm<Eigen::Infinity>(), 1e-8);
    }
}

/// Contacts in a row, each pressing on its neighbours: W = tridiag(-1, 2 + shift, -1) in each direction, its
/// condition number about 4 / shift. A fifth of them, in the middle, is pulled apart, so that there is an
/// active set to find, and what is free stays long.
ContactProblem row_of_contacts(int contacts, double shift) {
    Random random(23);
    std::vector<BlockMatrix::Entry> entries;
    for (int i = 0; i < contacts; ++i) {
        entries.push_back({i, i, (2.0 + shift) * Matrix3::Identity()});
        if (i > 0) entries.push_back({i, i - 1, -Matrix3::Identity()});
        if (i + 1 < contacts) entries.push_back({i, i + 1, -Matrix3::Identity()});
    }
    ContactProblem problem;
    problem.name = "row";
    problem.W = BlockMatrix(contacts, std::move(entries));
    problem.q = random_vector(random, 3 * contacts);
    for (int i = 0; i < contacts; ++i) {
        const bool apart = 5 * i >= 2 * contacts && 5 * i < 3 * contacts;
        problem.q[3 * i] = (apart ? 1.0 : -1.0) * random.uniform(0.5, 1.0);
    }
    problem.mu = Vector::Constant(contacts, 0.5);
    problem.fixed_bound = Vector::Constant(contacts, 20.0);
    return problem;
}

/// Condition number of the rows that are between their bounds: the three directions do not see each other.
double free_condition(const ContactProblem& problem, const Vector& x) {
    const Matrix W = problem.W.to_dense();
    double worst = 1.0;
    for (int direction = 0; direction < 3; ++direction) {
        std::vector<Index> free;
        for (Index i = 0; i < problem.contacts(); ++i) {
            const double value = x[3 * i + direction], bound = problem.fixed_bound[i];
            if (direction == 0 ? value > 0.0 : std::abs(value) < bound) free.push_back(3 * i + direction);
        }
        const Eigen::SelfAdjointEigenSolver<Matrix> eigen(Matrix(W(free, free)), Eigen::EigenvaluesOnly);
        worst = std::max(worst, eigen.eigenvalues().maxCoeff() / eigen.eigenvalues().minCoeff());
    }
    return worst;
}

/// Slope of log y over log x by least squares.
double slope(const std::vector<double>& x, const std::vector<double>& y) {
    const double n = static_cast<double>(x.size());
    double sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double a = std::log(x[i]), b = std::log(y[i]);
        sx += a, sy += b, sxx += a * a, sxy += a * b;
    }
    return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

TEST(Tonge,
     N21_iterations_grow_with_the_condition_number_of_the_free_rows_for_pgd_and_with_its_root_for_mprgp) {
    SolveOptions options;
    options.friction = parse_friction("fixed");
    options.max_iterations = 1000000;
    options.tolerance = 1e-8;
    std::vector<double> condition, gradient, conjugate;
    for (const double wanted : {25.0, 100.0, 400.0, 1600.0}) {
        const ContactProblem problem = row_of_contacts(400, 4.0 / wanted);
        const SolveResult slow = run("pgd", problem, options), fast = run("mprgp", problem, options);
        ASSERT_EQ(slow.status, Status::converged);
        ASSERT_EQ(fast.status, Status::converged);
        condition.push_back(free_condition(problem, fast.reaction));
        gradient.push_back(double(slow.iterations)), conjugate.push_back(double(fast.iterations));
        const std::string at = std::to_string(int(wanted));
        RecordProperty("pgd_iterations_" + at, std::to_string(slow.iterations));
        RecordProperty("mprgp_iterations_" + at, std::to_string(fast.iterations));
    }
    RecordProperty("pgd_slope", std::to_string(slope(condition, gradient)));
    RecordProperty("mprgp_slope", std::to_string(slope(condition, conjugate)));
    EXPECT_NEAR(slope(condition, gradient), 1.0, 0.15);
    EXPECT_NEAR(slope(condition, conjugate), 0.5, 0.15);
}

/// On a pile W is singular and the rows free in the end are worse conditioned than all together: where the
/// direction was forgotten every 50 steps, 300,000 iterations did not reach 1e-8.
TEST(Tonge, N21_mprgp_keeps_its_directions_where_free_rows_are_badly_conditioned) {
    Scene scene(
        load_scene("box-pile", std::vector<SceneSetting>{{"columns", 3}, {"layers", 4}, {"sleep", 0}}));
    for (int i = 0; i < 90; ++i) scene.step();
    const ContactProblem problem = capture_problem(scene);
    SolveOptions options;
    options.friction = parse_friction("fixed");
    options.max_iterations = 25000;
    options.tolerance = 1e-8;
    const SolveResult result = run("mprgp", problem, options);
    RecordProperty("iterations", std::to_string(result.iterations));
    EXPECT_EQ(result.status, Status::converged) << result.residual << " after " << result.iterations;
}

TEST(Tonge, N21_mprgp_decreases_the_objective_in_every_step) {
    Random random(22);
    const ContactProblem problem = conditioned(random, 8, 1000.0);
    SolveOptions options;
    options.friction = parse_friction("fixed");
    options.rule = StopRule::iterations;
    double before = infinity;
    for (int iterations = 0; iterations < 45; ++iterations) {
        options.max_iterations = iterations;
        const double objective = contact_residual(problem, run("mprgp", problem, options).reaction).objective;
        ASSERT_LE(objective, before + 1e-12 * std::abs(before)) << iterations;
        before = objective;
    }
}

}  // namespace
}  // namespace cairn::lab
