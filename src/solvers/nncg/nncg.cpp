#include "solvers/nncg/nncg.hpp"

#include <functional>

#include "solvers/frozen/cone.hpp"
#include "solvers/frozen/run.hpp"
#include "solvers/si/block_gauss_seidel.hpp"

namespace cairn::lab {
namespace {

using Operation = std::function<void(Vector&)>;

/// Runs the method on any sweep; `project` brings an extrapolated point back into its bounds.
std::int64_t iterate(Monitor& monitor, Vector& x, const Operation& sweep, const Operation& project) {
    Vector direction = Vector::Zero(x.size());
    double previous = 0.0;
    std::int64_t iteration = 0;
    while (!monitor.observe(iteration, x)) {
        const Vector before = x;
        sweep(x);
        const Vector change = x - before;
        const double squared = change.squaredNorm();
        const double ratio = previous > 0.0 ? squared / previous : 2.0;
        if (ratio > 1.0) {
            direction = change;
        } else {
            x += ratio * direction;
            project(x);
            direction = ratio * direction + change;
        }
        previous = squared;
        ++iteration;
    }
    return iteration;
}

}  // namespace

SolveResult solve(const Nncg&, const ContactProblem& problem, const SolveOptions& options) {
    if (is_row_model(options.friction)) {
        const std::string bad = expansion_defect(problem, options.friction);
        if (!bad.empty()) return not_applicable("nncg: " + bad);
        RowRun run(problem, options);
        const RowProblem& rows = run.rows();
        const std::int64_t iterations = iterate(
            run.monitor, run.x, [&](Vector& x) { sweep_rows(rows, run.diagonal(), 1.0, x); },
            [&](Vector& x) {
                for (Index i = 0; i < x.size(); ++i) x[i] = rows.clamp(i, x[i], x);
            });
        return run.finish(iterations * rows.rows(),
                          4 * static_cast<std::size_t>(run.x.size()) * sizeof(double));
    }
    ConeRun run(problem, options);
    const bool relaxed = options.friction.kind == FrictionKind::cone_relaxed;
    const BlockGaussSeidel sweeper(problem, relaxed ? ContactKernel::convex : ContactKernel::exact);
    const std::int64_t iterations = iterate(
        run.monitor, run.r, [&](Vector& r) { sweeper.sweep(r); },
        [&](Vector& r) {
            for (int i = 0; i < problem.contacts(); ++i) {
                r.segment<3>(3 * i) = project_cone(r.segment<3>(3 * i), problem.mu[i]);
            }
        });
    return run.finish(iterations * 3 * problem.contacts(),
                      sweeper.bytes() + 3 * static_cast<std::size_t>(run.r.size()) * sizeof(double));
}

}  // namespace cairn::lab
