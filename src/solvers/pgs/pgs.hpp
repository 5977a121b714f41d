#pragma once
// `pgs`: projected Gauss-Seidel on rows, Algorithm 4 of Catto 2005.
//
// Merit       f(x) = 1/2 x A x - b x, non-increasing in every row update while the bounds stay put.
// Guarantee   converges for `fixed` (constant bounds) with positive definite A (Cottle); for `pyramid` the
// friction
//             bounds follow the normal rows, f is no longer a merit, and there is no proof.
// Cost        one pass over the stored entries of A an iteration (O(s) when rows touch two bodies).
// Memory      one vector beside A; with `dense` the full matrix, to compare with.
// Without     cone and cone-relaxed: a row solver cannot bound the length of a vector.

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Pgs {
    double relaxation = 1.0;        ///< over-relaxation in (0, 2)
    bool single_precision = false;  ///< iterate in float, as a game engine would
    bool dense = false;             ///< iterate on the assembled matrix, zeros included

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("relaxation", relaxation, 0.0, 2.0, "over-relaxation factor in (0, 2)");
        v("float", single_precision, "iterate in single precision");
        v("dense", dense, "iterate on the dense matrix, to compare with");
    }
};

SolveResult solve(const Pgs& solver, const ContactProblem& problem, const SolveOptions& options);

}  // namespace cairn::lab
