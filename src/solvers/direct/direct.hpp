#pragma once
// `direct`: pivoting, the exact oracle for small problems. Lemke's method on the standard LCP
// (Stewart-Trinkle for the pyramid), or Dantzig's method as in Baraff 1994.
//
// Merit       none: a finite walk over bases.
// Guarantee   lemke: a solution or a ray, without cycling; for the friction pyramid with positive
// semi-definite W a
//             solution exists and is found (Stewart-Trinkle, Anitescu-Potra). dantzig: a solution for
//             symmetric positive definite A.
// Cost        lemke O(n^2) a pivot, dantzig O(n^3) a pivot; pivots about the number of active rows,
// exponential in
//             the worst case. An iteration is a pivot, and `max_pivots` bounds them: a walk that is cut short
//             leaves no answer. Warm starts are not used.
// Memory      dense: 2 n^2 numbers (lemke), 2 n^2 (dantzig).
// Without     cone and cone-relaxed; dantzig also without pyramid (bounds must be constant); more than
// `max_rows`.

#include <string>

#include "solvers/direct/lcp.hpp"
#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Direct {
    std::string method = "lemke";
    int max_rows = 1500;  ///< larger complementarity problems are not applicable
    int max_pivots = 20000;

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("method", method, {"lemke", "dantzig"}, "pivoting method");
        v("max_rows", max_rows, 1, 100000, "largest complementarity problem tried");
        v("max_pivots", max_pivots, 1, 100000000, "pivot limit");
    }
};

SolveResult solve(const Direct& solver, const ContactProblem& problem, const SolveOptions& options);

/// The same on rows, for tests and for Larsen's analytic contact forces.
PivotResult solve_rows(const Direct& solver, const RowProblem& problem, const OutOfTime& out_of_time = {});

}  // namespace cairn::lab
