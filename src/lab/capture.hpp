#pragma once
// A step of a running scene as a frozen contact problem.

#include "scene/scene.hpp"
#include "solvers/frozen/problem.hpp"
#include "solvers/live/live_system.hpp"

namespace cairn::lab {

/// The problem of the scene's coming step, whatever solver runs it; the scene stays as it is. Position
/// correction is Baumgarte's with the defaults of the velocity-level solvers, impulses start from zero.
LiveSystem capture_system(Scene& scene);
ContactProblem capture_problem(Scene& scene);

}  // namespace cairn::lab
