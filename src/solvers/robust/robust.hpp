#pragma once
// `robust`: block Gauss-Seidel while it is the cheapest way forward, semismooth Newton where it is not, and a
// proximal point iteration around both where neither gets through. For people who want the answer.
//
// Merit       the model's own residual: the best answer seen is kept and returned, so the result never gets
// worse. Guarantee   never claims what its residual does not show. Each proximal problem is better
// conditioned than the
//             given one; for the convex models (fixed, cone-relaxed) the proximal point iteration converges.
//             For Coulomb's cone no method has a proof.
// Cost        sweeps and factorisations, chosen by counted multiplications (not by the clock: runs repeat).
// Memory      that of `newton`; twice W in the proximal phase.
// Without     nothing: all four friction models run.

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Robust {
    double proximal = 1e-8;  ///< smallest relative proximal weight inside Newton
    int cycles = 12;         ///< alternations of sweeps and Newton before giving up

    template <typename Visitor>
    void visit(Visitor&& v) {
        v("proximal", proximal, 0.0, 1.0, "smallest relative proximal weight inside Newton");
        v("cycles", cycles, 1, 1000000, "alternations of sweeps and Newton before giving up");
    }
};

SolveResult solve(const Robust& solver, const ContactProblem& problem, const SolveOptions& options);

}  // namespace cairn::lab
