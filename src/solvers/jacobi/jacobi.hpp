#pragma once
// `jacobi`: projected Jacobi with mass splitting (Tonge 2012; Tamis 4.4): all rows or contacts move at once,
// each on its share of the bodies, so that every thread of a GPU could work in the same iteration.
//
// Mass splitting divides a body among its contacts, which multiplies its inverse mass in each contact's own
// equation. A frozen problem has no bodies left; there the share is what the contact's row of W says, D_i =
// sum_j |W_ij|, which equals splitting when the contacts of a body couple alike and is always enough for
// convergence (D - W/2 > 0).
//
// Merit       the convex objective of fixed and cone-relaxed, non-increasing.
// Guarantee   symmetric positive semi-definite W, fixed and cone-relaxed, split = true. Without splitting it
//             diverges as soon as contacts fight. cone and pyramid: no proof.
// Cost        one product with W an iteration; more iterations than Gauss-Seidel (T16).
// Memory      two vectors.
// Without     nothing: all four friction models run.

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Jacobi {
    bool split = true;
    double relaxation = 1.0;

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("split", split, "mass splitting (false: plain Jacobi, to show that it diverges)");
        v("relaxation", relaxation, 0.0, 2.0, "step scale in (0, 2)");
    }
};

SolveResult solve(const Jacobi& solver, const ContactProblem& problem, const SolveOptions& options);

}  // namespace cairn::lab
