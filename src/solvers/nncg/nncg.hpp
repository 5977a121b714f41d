#pragma once
// `nncg`: nonlinear nonsmooth conjugate gradients on Gauss-Seidel (Silcowitz, Niebe, Erleben 2010). A sweep's
// change is taken for a negative gradient and Fletcher-Reeves directions are built from it; a growing change
// restarts.
//
// Merit       the squared length of a sweep's change; the method restarts when it grows.
// Guarantee   none (a heuristic; between restarts it is plain Gauss-Seidel, whose guarantees then hold).
// Cost        one Gauss-Seidel sweep and three vector operations an iteration.
// Memory      three vectors beside the sweep's own.
// Without     nothing: all four friction models run (row sweeps or block sweeps).

#include "solvers/frozen/problem.hpp"
#include "solvers/frozen/solve.hpp"

namespace cairn::lab {

struct Nncg {
    template <typename Visitor>
    void visit(Visitor&&) {}
};

SolveResult solve(const Nncg& solver, const ContactProblem& problem, const SolveOptions& options);

}  // namespace cairn::lab
