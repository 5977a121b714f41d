#pragma once
// `mprgp`: modified proportioning with reduced gradient projections (Dostal-Schoberl 2005; Tonge's "conjugate
// gradients based methods"). Conjugate gradients on the free rows, an expansion step when a bound is met, a
// proportioning step when the bound rows pull harder than the free ones.
//
// Merit       the objective 1/2 x A x - b x, decreasing in every step.
// Guarantee   symmetric positive definite A and bounds: R-linear with a rate bound in the condition number,
// finite
//             termination. pyramid: an outer fixed point over such programs, no proof.
// Cost        one product with A an iteration (two in an expansion step).
// Memory      seven vectors.
// Without     cone and cone-relaxed (the feasible set must be a box).

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Mprgp {
    double proportion = 1.0;  ///< Gamma: how much larger the chopped gradient may be than the free one
    double refresh = 0.1;

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("proportion", proportion, 0.0, 1e6, "Gamma of Dostal-Schoberl");
        v("refresh", refresh, 0.0, 1.0, "pyramid: refresh the frozen bounds at this part of the residual");
    }
};

SolveResult solve(const Mprgp& solver, const ContactProblem& problem, const SolveOptions& options);

}  // namespace cairn::lab
