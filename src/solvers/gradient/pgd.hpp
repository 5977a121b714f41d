#pragma once
// `pgd` and `apgd`: projected gradient descent and its accelerated form (Tonge 2012 after Renouf-Alart;
// Mazhar et al. after Nesterov).
//
// Merit       the convex objective 1/2 x A x + c x of fixed and cone-relaxed; `pgd` decreases it in every
// step. Guarantee   symmetric positive semi-definite A: f - f* falls like 1/k (`pgd`), 1/k^2 (`apgd`), with
// adaptive
//             restart linearly when A is definite. cone and pyramid: an outer fixed point over such programs,
//             no proof.
// Cost        one product with A an iteration, a few more while the step length is being found.
// Memory      five vectors (`pgd`), eight (`apgd`).
// Without     nothing: all four friction models run.

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Pgd {
    /// The frozen program is refreshed when its residual is this part of the model's.
    double refresh = 0.1;

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("refresh", refresh, 0.0, 1.0,
          "cone, pyramid: refresh the frozen program at this part of the residual");
    }
};

struct Apgd {
    double refresh = 0.1;
    bool restart = true;  ///< drop the momentum when it points uphill (O'Donoghue-Candes)

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("refresh", refresh, 0.0, 1.0,
          "cone, pyramid: refresh the frozen program at this part of the residual");
        v("restart", restart, "drop the momentum when it points uphill");
    }
};

SolveResult solve(const Pgd& solver, const ContactProblem& problem, const SolveOptions& options);
SolveResult solve(const Apgd& solver, const ContactProblem& problem, const SolveOptions& options);

}  // namespace cairn::lab
