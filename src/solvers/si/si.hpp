#pragma once
// `si`: sequential impulses (Tamis 2015, Algorithm 1; Tonge 2012).
//
// Merit       as `pgs` for rows; for cone-relaxed the convex objective 1/2 r W r + q r; none for the Coulomb
// cone. Guarantee   rows: the iterates of `pgs` (Tamis eq. 27 = 29). cone-relaxed: converges for symmetric
// positive
//             semi-definite W (Anitescu-Tasora). cone: none (Tonge: the naive projection "may not converge");
//             in practice linear convergence, with stalls on hyperstatic contacts.
// Cost        one pass over the stored blocks of W an iteration, plus O(1) a contact.
// Memory      one 3x3 factor a contact.
// Without     nothing: all four friction models run. Per-iteration clamping exists for row models only and is
//             wrong on purpose.

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Si {
    /// Clamp the accumulated impulse (right) or each correction (Tonge's "initial idea", which fails).
    bool accumulated = true;
    /// cone: solve the contact's 3x3 problem exactly, or the normal row and then the 2x2 friction block.
    bool block3 = true;

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("accumulated", accumulated,
          "clamp accumulated impulses (false: per iteration, to show why it fails)");
        v("block3", block3, "cone: exact 3x3 contact solve (false: normal row, then 2x2 friction block)");
    }
};

SolveResult solve(const Si& solver, const ContactProblem& problem, const SolveOptions& options);

}  // namespace cairn::lab
