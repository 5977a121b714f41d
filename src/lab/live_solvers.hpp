#pragma once
// The laboratory's solvers in a running world: each step is frozen (live_problem.hpp), solved by name, and
// put back. And a choice per island: a cheap solver for all, a stronger one where it is needed.

namespace cairn::lab {

/// Adds jacobi, pgd, apgd, mprgp, nncg, newton, direct, interior, robust and penalty to the solvers a world
/// may name, and the per-island choice (strong=...) to all of them. Call it once, before worlds are made;
/// more often does no harm.
void register_live_solvers();

}  // namespace cairn::lab
