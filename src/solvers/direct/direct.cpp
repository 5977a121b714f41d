#include "solvers/direct/direct.hpp"

#include <stdexcept>

#include "solvers/frozen/run.hpp"

namespace cairn::lab {

PivotResult solve_rows(const Direct& solver, const RowProblem& problem, const OutOfTime& out_of_time) {
    if (solver.method == "dantzig") {
        if (problem.coupled()) return {false, "dantzig needs constant bounds", Vector(), 0};
        return dantzig(Matrix(problem.A), problem.b, problem.lo, problem.hi, solver.max_pivots, out_of_time);
    }
    try {
        const StandardLcp lcp(problem);
        PivotResult result = lemke(lcp.M(), lcp.q(), solver.max_pivots, out_of_time);
        result.x = lcp.row_values(result.x);
        return result;
    } catch (const std::runtime_error& error) {
        return {false, error.what(), Vector::Zero(problem.rows()), 0};
    }
}

SolveResult solve(const Direct& solver, const ContactProblem& problem, const SolveOptions& options) {
    const std::string bad = expansion_defect(problem, options.friction);
    if (!bad.empty()) return not_applicable("direct: " + bad);
    if (solver.method == "dantzig" && options.friction.kind == FrictionKind::pyramid &&
        problem.mu.maxCoeff() > 0.0) {
        return not_applicable("direct: dantzig needs constant bounds; use method=lemke for the pyramid");
    }
    RowRun run(problem, options);
    RowProblem frictionless = run.rows();
    if (solver.method == "dantzig" && options.friction.kind == FrictionKind::pyramid) {
        // mu = 0: the friction rows are pinned to zero, which is a constant bound.
        for (Index i = 0; i < frictionless.rows(); ++i) {
            if (frictionless.normal[static_cast<std::size_t>(i)] >= 0) frictionless.hi[i] = 0.0;
            frictionless.normal[static_cast<std::size_t>(i)] = -1;
        }
    }
    const Index size = solver.method == "dantzig" ? frictionless.rows() : StandardLcp::size(frictionless);
    if (size > solver.max_rows) {
        return not_applicable("direct: " + std::to_string(size) +
                              " rows are more than max_rows=" + std::to_string(solver.max_rows));
    }
    run.monitor.observe(0, run.x);
    const PivotResult pivoted =
        solve_rows(solver, frictionless, [&run] { return run.monitor.out_of_time(); });
    if (pivoted.x.size() == run.x.size()) run.x = pivoted.x;
    run.monitor.observe(pivoted.pivots, run.x);
    SolveResult result = run.finish(static_cast<std::int64_t>(pivoted.pivots) * size,
                                    static_cast<std::size_t>(2 * size * size) * sizeof(double));
    if (!pivoted.solved && result.status == Status::time_limit) {
        result.message = pivoted.message;
    } else if (!pivoted.solved) {
        result.status = Status::failed;
        result.message = pivoted.message;
    } else if (result.status != Status::converged && options.rule == StopRule::residual) {
        result.status = Status::stalled;
        result.message = "the basis found is accurate to the residual shown, not to the tolerance";
    } else if (options.rule != StopRule::residual) {
        result.status = Status::finished;
    }
    return result;
}

}  // namespace cairn::lab
