#pragma once
// `robust`: block Gauss-Seidel while it is the cheapest way forward and semismooth Newton where it is not;
// for the cone models, where neither gets through, the interior point: on Coulomb's problem once, then on the
// convex problems of a fixed point (Haslinger; Acary-Cadoux). For people who want the answer.
//
// Merit       the model's own residual: the best answer seen is kept and returned, so the result never gets
//             worse.
// Guarantee   never claims what its residual does not show. For Coulomb's cone no method has a proof.
// Cost        sweeps and factorisations, chosen by counted multiplications (not by the clock: runs repeat).
// An
//             iteration is a sweep, a Newton step, an interior point's step or one round of the fixed point.
// Memory      that of `newton`; for the cone models that of `interior`, too.
// Without     nothing: all four friction models run. It stops by the residual only.

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
