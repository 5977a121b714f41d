// Tonge 2012, Solving Rigid Body Contacts.

#include <cmath>

#include <Eigen/Dense>

#include "lab/capture.hpp"
#include "lab/generate.hpp"
#include "lab/paper.hpp"
#include "lab/paper_text.hpp"
#include "scene/load.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn::lab {
namespace {

/// A pen of 14 cm on a table that ends at x = 0, its middle `overhang` beyond the edge.
SceneDescription pen(double overhang, const std::string& solver) {
    SceneDescription scene;
    scene.name = "pen";
    scene.stage_solver = solver;
    scene.sleep = false;
    SceneBody table;
    table.name = "table";
    table.def.type = BodyType::fixed;
    table.def.position = {-0.5f, -0.5f, 0};
    table.shapes.push_back({Box{{0.5f, 0.5f, 0.5f}}, {.friction = 0.5f}});
    SceneBody body;
    body.name = "pen";
    body.def.position = {static_cast<float>(overhang), 0.005f, 0};
    body.shapes.push_back({Box{{0.07f, 0.005f, 0.005f}}, {.friction = 0.5f}});
    scene.bodies = {table, body};
    return scene;
}

bool pen_stays(double overhang, const std::string& solver) {
    Scene scene(pen(overhang, solver));
    for (int i = 0; i < 120; ++i) scene.step();
    return scene.world().center_of_mass(scene.body("pen")).y > 0;
}

/// The pen's contacts with friction left out: the linear system keeps J v = 0 by pulling, the LCP does not.
void pen_on_the_edge(PaperReport& report) {
    Scene scene(pen(0.01, "si"));
    const ContactProblem problem = capture_problem(scene);
    const Index n = problem.contacts();
    Matrix normal(n, n);
    Vector q(n);
    const Matrix W = problem.W.to_dense();
    for (Index i = 0; i < n; ++i) {
        q[i] = problem.q[3 * i];
        for (Index j = 0; j < n; ++j) normal(i, j) = W(3 * i, 3 * j);
    }
    const Vector linear = normal.completeOrthogonalDecomposition().solve(-q);
    const double pull = -linear.minCoeff();
    const bool stays = pen_stays(-0.0007, "si:iterations=50"), falls = !pen_stays(0.0007, "si:iterations=50");
    report.findings.push_back({"N10",
                               "a pen over the table's edge: the linear system holds it by an attractive "
                               "force, the LCP lets it fall",
                               text("linear: an impulse of %.1e N s pulls; LCP: the pen %s 1 %% of its half "
                                    "length inside the edge and %s 1 %% beyond it",
                                    pull, stays ? "stays" : "falls", falls ? "falls" : "stays"),
                               pull > 0 && stays && falls});
}

/// A ball pressed into a plane, without gravity: depth after each step, and what it carries away.
void position_projection(PaperReport& report) {
    std::string measured;
    bool holds = true;
    const auto drop = [&](const std::string& solver, int steps, double& depth) {
        World world({.gravity = {0, 0, 0}, .stage_solver = solver, .sleep = false});
        const BodyId ground = world.add_body({.type = BodyType::fixed});
        world.add_shape(ground, HalfSpace{{0, 1, 0}, 0});
        const BodyId ball = world.add_body({.position = {0, 0.49f, 0}, .mass = 2});
        world.add_shape(ball, Sphere{0.5f});
        for (int i = 0; i < steps; ++i) {
            if (i > 0) world.set_velocity(ball, {0, 0, 0});
            world.step(1.0f / 60);
        }
        depth = 0.5 - static_cast<double>(world.center_of_mass(ball).y);
        const double speed = static_cast<double>(world.velocity(ball).y);
        return 0.5 * 2 * speed * speed;
    };
    double depth = 0, previous = 0.01;
    for (const int steps : {1, 2, 3}) {
        drop("si:correction=projection,gamma=0.8", steps, depth);
        holds = holds && std::abs(depth / previous - 0.2) < 2e-4;
        measured += text("%s%.5f", steps == 1 ? "depth ratios " : ", ", depth / previous);
        previous = depth;
    }
    const double pushed = drop("si:correction=projection,gamma=0.8", 1, depth), speed = 0.8 * 0.01 * 60,
                 expected = speed * speed;
    const double split = drop("si:correction=split,beta=0.8,slop=0,push_speed=100", 1, depth);
    holds = holds && std::abs(pushed - expected) < 1e-3 * expected && split == 0;
    report.findings.push_back(
        {"N15", "projection with gamma = 0.8 leaves a fifth of the depth each step",
         measured + text("; energy left behind: %.3f J (expected %.3f J), split impulses %.0f J", pushed,
                         expected, split),
         holds});
}

void dilation(PaperReport& report) {
    const auto lift = [](const std::string& solver, double& sliding) {
        World world({.stage_solver = solver, .sleep = false, .continuous = false});
        const BodyId ground = world.add_body({.type = BodyType::fixed});
        world.add_shape(ground, HalfSpace{{0, 1, 0}, 0}, {.friction = 0.3f});
        const BodyId block = world.add_body({.position = {0, 0.05f, 0}, .velocity = {1, 0, 0}});
        world.add_shape(block, Box{{0.5f, 0.05f, 0.5f}}, {.friction = 0.3f});
        world.step(1.0f / 60);
        sliding = static_cast<double>(world.velocity(block).x);
        return static_cast<double>(world.velocity(block).y);
    };
    double relaxed_slide = 0, coulomb_slide = 0;
    const double relaxed = lift("si:friction=cone-relaxed,iterations=500", relaxed_slide);
    const double coulomb = lift("si:friction=cone,iterations=500", coulomb_slide);
    report.findings.push_back(
        {"N17", "Anitescu and Tasora's relaxation makes a sliding body rise at mu |v_t|",
         text("at %.3f m/s it rises at %.4f m/s (mu |v_t| = %.4f); with Coulomb's cone at %.1e",
              relaxed_slide, relaxed, 0.3 * relaxed_slide, coulomb),
         std::abs(relaxed - 0.3 * relaxed_slide) < 0.02 * relaxed && std::abs(coulomb) < 1e-4});
}

void colours(PaperReport& report) {
    const std::vector<SceneSetting> settings{{"base", 3}, {"sleep", 0}};
    SceneDescription description = load_scene("pyramid", settings);
    // three below and two above: the truncated pyramid of the slides
    SceneDescription five = description;
    five.bodies.clear();
    for (const SceneBody& body : description.bodies)
        if (five.bodies.size() < (description.bodies.front().def.type == BodyType::fixed ? 6u : 5u))
            five.bodies.push_back(body);
    Scene scene(five);
    for (int i = 0; i < 30; ++i) scene.step();
    const StepReport& step = scene.world().report();
    report.findings.push_back(
        {"N18",
         "five boxes with seven contacts: contacts of a colour share no body and can be solved at once",
         text("%d boxes, %d contacts, %d colours, none left over", step.bodies - 1, step.contacts,
              step.colors),
         step.contacts == 7 && step.colors <= 4 && step.overflow == 0});
}

/// Rows between their bounds, at an answer with the `fixed` bounds.
std::vector<Index> free_rows(const ContactProblem& problem, const Vector& answer) {
    std::vector<Index> free;
    for (Index i = 0; i < answer.size(); ++i) {
        const double bound = problem.fixed_bound[i / 3];
        if (i % 3 == 0 ? answer[i] > 0 : std::abs(answer[i]) < bound) free.push_back(i);
    }
    return free;
}

/// sqrt(kappa) of a matrix that may be singular: the smallest eigenvalue above rounding counts.
double root_condition(const Matrix& matrix) {
    const Eigen::SelfAdjointEigenSolver<Matrix> eigen(matrix, Eigen::EigenvaluesOnly);
    const Vector values = eigen.eigenvalues();
    const double largest = values[values.size() - 1];
    for (Index i = 0; i < values.size(); ++i)
        if (values[i] > 1e-9 * largest) return std::sqrt(largest / values[i]);
    return 1;
}

void convergence(PaperReport& report) {
    const std::vector<SceneSetting> settings{{"columns", 3}, {"layers", 4}, {"sleep", 0}};
    Scene scene(load_scene("box-pile", settings));
    for (int i = 0; i < 90; ++i) scene.step();
    const ContactProblem problem = capture_problem(scene);
    PaperTable table{text("Iterations on one pile of %d contact points", problem.contacts()),
                     {"solver", "to 1e-2", "to 1e-4", "to 1e-6", "residual at 4 iterations"},
                     {}};
    const Matrix W = problem.W.to_dense();
    double pgd = 0, mprgp = 0, free_root = 0;
    for (const char* solver :
         {"pgs:friction=fixed", "pgd:friction=fixed", "apgd:friction=fixed", "mprgp:friction=fixed",
          "nncg:friction=fixed", "pgs:friction=pyramid", "si:friction=cone", "jacobi:friction=cone",
          "nncg:friction=cone", "newton:friction=cone", "robust:friction=cone", "apgd:friction=cone-relaxed",
          "interior:friction=cone-relaxed"}) {
        SolveOptions options;
        options.tolerance = 1e-6;
        options.max_iterations = 20000;
        options.max_seconds = 600;  // iterations are counted: a slow or busy machine must come to the same
        options.record_history = true;
        const SolveResult result = run_solver(parse_solver(solver), problem, options);
        std::vector<std::string> row{solver};
        for (const double tolerance : {1e-2, 1e-4, 1e-6}) {
            long long iterations = -1;
            for (const HistoryPoint& point : result.history)
                if (iterations < 0 && point.residual <= tolerance) iterations = point.iteration;
            row.push_back(iterations < 0 ? "-" : std::to_string(iterations));
            if (tolerance == 1e-4 && std::string(solver) == "pgd:friction=fixed")
                pgd = double(iterations < 0 ? result.iterations : iterations);
            if (tolerance == 1e-4 && std::string(solver) == "mprgp:friction=fixed")
                mprgp = double(iterations);
        }
        if (std::string(solver) == "mprgp:friction=fixed") {
            const std::vector<Index> free = free_rows(problem, result.reaction);
            free_root = root_condition(W(free, free));
        }
        double at_four = -1;
        for (const HistoryPoint& point : result.history)
            if (point.iteration <= 4) at_four = point.residual;
        row.push_back(at_four < 0 ? "-" : text("%.1e", at_four));
        table.rows.push_back(row);
    }
    report.tables.push_back(table);
    report.findings.push_back(
        {"N20, N21",
         "projected gradients are slow; conjugate gradients with proportioning need "
         "about sqrt(kappa) fewer iterations",
         text("to 1e-4: pgd %.0f, mprgp %.0f, ratio %.0f; sqrt(kappa) of all rows %.0f, "
              "of those free in the end %.0f",
              pgd, mprgp, pgd / mprgp, root_condition(W), free_root),
         mprgp > 0 && pgd / mprgp > 3});
}

}  // namespace

PaperReport paper_tonge(const PaperProgress& progress) {
    return repeat_paper("Tonge 2012, Solving Rigid Body Contacts",
                        {{"pen", pen_on_the_edge},
                         {"projection", position_projection},
                         {"dilation", dilation},
                         {"colours", colours},
                         {"convergence", convergence}},
                        progress);
}

}  // namespace cairn::lab
