// Tamis 2015: projected Gauss-Seidel and sequential impulses are the same, and what follows.

#include "lab/capture.hpp"
#include "lab/generate.hpp"
#include "lab/live_problem.hpp"
#include "lab/paper.hpp"
#include "lab/paper_text.hpp"
#include "scene/load.hpp"
#include "solvers/live/live_stage.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn::lab {
namespace {

Scene settled_pile(int steps) {
    const std::vector<SceneSetting> settings{{"columns", 3}, {"layers", 6}, {"sleep", 0}};
    Scene scene(load_scene("box-pile", settings));
    for (int i = 0; i < steps; ++i) scene.step();
    return scene;
}

/// Sequential impulses on velocities against Gauss-Seidel on the assembled matrix, sweep by sweep.
void same_iterates(PaperReport& report) {
    Scene scene = settled_pile(60);
    const LiveSystem start = capture_system(scene);
    const LiveProblem live(start);
    double worst = 0, size = 0;
    for (const int sweeps : {1, 2, 5, 20}) {
        LiveSystem system = start;
        LiveOptions options;
        options.iterations = sweeps;
        LiveWork work;
        SweepSolver(false, 1.0).solve(system, options, work);
        SolveOptions frozen;
        frozen.friction = {FrictionKind::pyramid, 4, 0.0};
        frozen.rule = StopRule::iterations;
        frozen.max_iterations = sweeps;
        const SolveResult result = run_solver(parse_solver("pgs"), live.problem(), frozen);
        const Vector mine = live.warm_start(system);
        worst = std::max(worst, (mine - result.reaction).cwiseAbs().maxCoeff());
        size = std::max(size, result.reaction.cwiseAbs().maxCoeff());
    }
    report.findings.push_back(
        {"T01, T02, T15", "sequential impulses are projected Gauss-Seidel (eq. 27 = 29)",
         text("%d contacts of a pile: impulses after 1 to 20 sweeps differ by %.1e of the largest",
              live.problem().contacts(), worst / size),
         worst < 1e-11 * size});
}

void clamping(PaperReport& report) {
    const ContactProblem tower = generate_problem("tower:boxes=5");
    SolveOptions options;
    options.friction = {FrictionKind::pyramid, 4, 0.0};
    options.rule = StopRule::iterations;
    options.max_iterations = 2000;
    const double right = run_solver(parse_solver("si"), tower, options).residual;
    const double wrong = run_solver(parse_solver("si:accumulated=false"), tower, options).residual;
    report.findings.push_back(
        {"T04, N12", "accumulated impulses must be clamped, not the corrections",
         text("residual after 2000 sweeps: %.1e accumulated, %.1e clamped per iteration", right, wrong),
         right < 1e-3 * wrong});
}

void warm_starting(PaperReport& report) {
    PaperTable table{
        "Iterations to a residual of 1e-6 m/s, stack at rest", {"boxes", "cold", "warm", "ratio"}, {}};
    double least = 1e30;
    for (const int n : {2, 4, 6}) {
        const std::string solver = "pgs:friction=pyramid,rule=residual,tolerance=1e-6,iterations=100000";
        const double warm = resting_iterations(n, solver),
                     cold = resting_iterations(n, solver + ",warm_start=off");
        table.rows.push_back(
            {std::to_string(n), text("%.1f", cold), text("%.1f", warm), text("%.1f", cold / warm)});
        least = std::min(least, cold / warm);
    }
    report.tables.push_back(table);
    report.findings.push_back(
        {"T05", "warm starting makes the solver start near the answer",
         text("a resting stack needs at least %.0f times fewer iterations to 1e-6", least), least >= 5});
}

double chain_iterations(bool block) {
    const std::vector<SceneSetting> settings{{"links", 10}, {"weight", 1}, {"sleep", 0}};
    SceneDescription description = load_scene("chain", settings);
    description.dt = 1.0f / 240;
    description.stage_solver =
        std::string("si:rule=change,tolerance=1e-6,iterations=100000,block=") + (block ? "on" : "off");
    Scene scene(description);
    double sum = 0;
    for (int i = 0; i < 120; ++i) sum += scene.step().iterations;
    return sum / 120;
}

void blocks(PaperReport& report) {
    const double rows = chain_iterations(false), block = chain_iterations(true);
    report.findings.push_back({"T08", "a joint's three rows are better solved at once",
                               text("chain of ten: %.0f iterations row by row, %.0f by blocks (ratio %.2f)",
                                    rows, block, rows / block),
                               block < rows});
}

void isotropy(PaperReport& report) {
    PaperTable table{"Stopping distance from 3 m/s, friction 0.3, in 16 directions (V11: 1.529 m)",
                     {"solver", "shortest", "longest", "spread"},
                     {}};
    double cone = 1, pyramid = 0;
    for (const char* solver :
         {"si:friction=cone,iterations=50", "robust", "pgs:friction=pyramid,iterations=50",
          "pgs:friction=pyramid8,iterations=50", "pgs:friction=pyramid16,iterations=50"}) {
        double low = 1e30, high = 0;
        for (int i = 0; i < 16; ++i) {
            const double d = stopping_distance(i * 3.14159265358979 / 8, solver);
            low = std::min(low, d), high = std::max(high, d);
        }
        const double spread = (high - low) / high;
        table.rows.push_back({solver, text("%.4f", low), text("%.4f", high), text("%.2f %%", 100 * spread)});
        if (std::string(solver).find("cone") != std::string::npos) cone = spread;
        if (std::string(solver) == "pgs:friction=pyramid,iterations=50") pyramid = spread;
    }
    report.tables.push_back(table);
    report.findings.push_back(
        {"T09, N16, N26, V11", "friction clamped as a vector has no preferred direction, a pyramid has",
         text("spread over 16 directions: cone %.2f %%, pyramid %.0f %%", 100 * cone, 100 * pyramid),
         cone < 0.005 && pyramid > 0.1});
}

void jacobi(PaperReport& report) {
    Scene scene = settled_pile(60);
    const ContactProblem problem = capture_problem(scene);
    SolveOptions options;
    options.tolerance = 1e-4;
    options.max_iterations = 200000;
    const SolveResult seidel = run_solver(parse_solver("si"), problem, options);
    const SolveResult splitting = run_solver(parse_solver("jacobi"), problem, options);
    report.findings.push_back(
        {"T16", "Jacobi, needed on a GPU, converges more slowly",
         text("to 1e-4 on a pile: %lld sweeps of Gauss-Seidel, %lld of Jacobi",
              static_cast<long long>(seidel.iterations), static_cast<long long>(splitting.iterations)),
         splitting.iterations > seidel.iterations});
}

void same_stability(PaperReport& report) {
    bool same = true;
    std::string measured;
    for (const int n : {3, 5, 8}) {
        const std::string common = ":friction=pyramid,iterations=10,beta=0.05,slop=0";
        const double pgs = time_to_fall(n, "pgs" + common, 5),
                     si = time_to_fall(n, "si:block=off" + common.substr(0).replace(0, 1, ","), 5);
        same = same && (pgs < 0) == (si < 0);
        measured += text("%s%d boxes: %s and %s", measured.empty() ? "" : "; ", n, pgs < 0 ? "stand" : "fall",
                         si < 0 ? "stand" : "fall");
    }
    report.findings.push_back({"T17", "both are equal in stacking stability", measured, same});
}

}  // namespace

PaperReport paper_tamis(const PaperProgress& progress) {
    return repeat_paper(
        "Tamis 2015, Comparison between Projected Gauss-Seidel and Sequential Impulse Solvers",
        {{"iterates", same_iterates},
         {"clamping", clamping},
         {"warm starting", warm_starting},
         {"blocks", blocks},
         {"isotropy", isotropy},
         {"jacobi", jacobi},
         {"stability", same_stability}},
        progress);
}

}  // namespace cairn::lab
