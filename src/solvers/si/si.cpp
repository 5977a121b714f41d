#include "solvers/si/si.hpp"

#include "solvers/frozen/run.hpp"
#include "solvers/si/block_gauss_seidel.hpp"

namespace cairn::lab {
namespace {

/// Clamps each correction instead of the total: an impulse that was too large can never be taken back.
void sweep_per_iteration(const RowProblem& problem, const Vector& diagonal, Vector& x) {
    for (Index i = 0; i < problem.rows(); ++i) {
        if (!(diagonal[i] > 0.0)) continue;
        double w = -problem.b[i];
        for (SparseRowMatrix::InnerIterator it(problem.A, static_cast<int>(i)); it; ++it)
            w += it.value() * x[it.col()];
        x[i] += problem.clamp(i, -w / diagonal[i], x);
    }
}

SolveResult solve_rows(const Si& solver, const ContactProblem& problem, const SolveOptions& options) {
    RowRun run(problem, options);
    std::int64_t iteration = 0;
    while (!run.monitor.observe(iteration, run.x)) {
        if (solver.accumulated) {
            sweep_rows(run.rows(), run.diagonal(), 1.0, run.x);
        } else {
            sweep_per_iteration(run.rows(), run.diagonal(), run.x);
        }
        ++iteration;
    }
    return run.finish(iteration * run.rows().rows(), static_cast<std::size_t>(run.x.size()) * sizeof(double));
}

}  // namespace

SolveResult solve(const Si& solver, const ContactProblem& problem, const SolveOptions& options) {
    if (is_row_model(options.friction)) {
        const std::string bad = expansion_defect(problem, options.friction);
        if (!bad.empty()) return not_applicable("si: " + bad);
        return solve_rows(solver, problem, options);
    }
    if (!solver.accumulated) return not_applicable("si: per-iteration clamping exists for row models only");
    ConeRun run(problem, options);
    const bool relaxed = options.friction.kind == FrictionKind::cone_relaxed;
    const ContactKernel cone = solver.block3 ? ContactKernel::exact : ContactKernel::friction;
    const BlockGaussSeidel sweeper(problem, relaxed ? ContactKernel::convex : cone);
    std::int64_t iteration = 0;
    while (!run.monitor.observe(iteration, run.r)) {
        sweeper.sweep(run.r);
        ++iteration;
    }
    return run.finish(iteration * 3 * problem.contacts(), sweeper.bytes());
}

}  // namespace cairn::lab
