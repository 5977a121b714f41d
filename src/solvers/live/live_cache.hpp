#pragma once
// The contact cache (Catto 2005, Algorithm 5): impulses of contact points from step to step, recognised by
// feature, world position or local position. It lives in Model::stage_memory as plain words, one record for
// each contact of the model, so that snapshots and hashes hold it.

#include "solvers/live/live_system.hpp"

namespace cairn {

struct CacheCounts {
    int hits = 0, misses = 0;
};

/// Start values of all contact impulses, and those of the joints, from the last step.
CacheCounts load_impulses(const Model& model, const LiveOptions& options, LiveSystem& system);
/// Remembers this step's impulses, and writes them where the world looks for them: contact and joint columns.
void store_impulses(const LiveSystem& system, const LiveOptions& options, Model& model);

}  // namespace cairn
