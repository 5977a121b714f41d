#include "solvers/jacobi/jacobi.hpp"

#include <cmath>

#include "solvers/frozen/cone.hpp"
#include "solvers/frozen/run.hpp"

namespace cairn::lab {
namespace {

SolveResult solve_rows(const Jacobi& solver, const ContactProblem& problem, const SolveOptions& options) {
    RowRun run(problem, options);
    const RowProblem& rows = run.rows();
    Vector scale = run.diagonal();
    if (solver.split) {
        for (int i = 0; i < rows.A.outerSize(); ++i) {
            scale[i] = 0.0;
            for (SparseRowMatrix::InnerIterator it(rows.A, i); it; ++it) scale[i] += std::abs(it.value());
        }
    }
    Vector next(run.x.size());
    std::int64_t iteration = 0;
    while (!run.monitor.observe(iteration, run.x)) {
        const Vector w = rows.A * run.x - rows.b;
        for (Index i = 0; i < next.size(); ++i) {
            const double step = scale[i] > 0.0 ? solver.relaxation * w[i] / scale[i] : 0.0;
            next[i] = rows.clamp(i, run.x[i] - step, run.x);
        }
        run.x = next;
        ++iteration;
    }
    return run.finish(iteration * rows.rows(), 3 * static_cast<std::size_t>(next.size()) * sizeof(double));
}

SolveResult solve_cone(const Jacobi& solver, const ContactProblem& problem, const SolveOptions& options) {
    ConeRun run(problem, options);
    const bool relaxed = options.friction.kind == FrictionKind::cone_relaxed;
    // One scale a contact: scaling normal and tangents apart would bend the cone that is projected on.
    Vector scale(problem.contacts());
    for (int i = 0; i < problem.contacts(); ++i) {
        Vector3 sums = Vector3::Zero();
        for (int slot = problem.W.row_begin(i); slot < problem.W.row_end(i); ++slot) {
            if (solver.split || problem.W.column(slot) == i)
                sums += problem.W.block(slot).cwiseAbs().rowwise().sum();
        }
        scale[i] = sums.maxCoeff();
    }
    Vector u;
    std::int64_t iteration = 0;
    while (!run.monitor.observe(iteration, run.r)) {
        problem.W.multiply(run.r, u);
        u += problem.q;
        for (int i = 0; i < problem.contacts(); ++i) {
            if (!(scale[i] > 0.0)) continue;
            const Vector3 ui = u.segment<3>(3 * i);
            const Vector3 v = relaxed ? ui : de_saxce_velocity(ui, problem.mu[i]);
            const Vector3 ri = run.r.segment<3>(3 * i);
            run.r.segment<3>(3 * i) = project_cone(ri - (solver.relaxation / scale[i]) * v, problem.mu[i]);
        }
        ++iteration;
    }
    return run.finish(iteration * 3 * problem.contacts(),
                      2 * static_cast<std::size_t>(u.size()) * sizeof(double));
}

}  // namespace

SolveResult solve(const Jacobi& solver, const ContactProblem& problem, const SolveOptions& options) {
    if (!is_row_model(options.friction)) return solve_cone(solver, problem, options);
    const std::string bad = expansion_defect(problem, options.friction);
    if (!bad.empty()) return not_applicable("jacobi: " + bad);
    return solve_rows(solver, problem, options);
}

}  // namespace cairn::lab
