#pragma once
// Passes that any solver's answer may be followed by: shock propagation, and split impulses for positions.

#include "solvers/live/live_sweeps.hpp"

namespace cairn {

/// Guendelman 2003: from the ground up, each layer of contacts is solved once more with what lies below held
/// still. It straightens stacks and gives up momentum conservation for it.
void propagate_shock(const LiveOptions& options, LiveSystem& system, LiveWork& work);

/// Velocities that undo position errors and belong to no body's momentum.
void split_impulses(const LiveOptions& options, const LiveSystem& system, std::vector<LivePush>& push,
                    LiveWork& work);

}  // namespace cairn
