#pragma once
// What a step did and what it cost; readable after every step.

#include <cstdint>

namespace cairn {

enum class Stage : uint8_t { pairs, collide, cache, islands, prepare, solve, continuous, finish, count };

/// The stage's name as used in traces and tables.
const char* stage_name(Stage stage);

struct StepReport {
    uint64_t step = 0;  ///< steps taken so far, this one included
    /// Seconds spent in each stage, by index of Stage, and when each began relative to the start of the step.
    double seconds[static_cast<int>(Stage::count)] = {};
    double begin[static_cast<int>(Stage::count)] = {};
    double total_seconds = 0;
    int bodies = 0, awake_bodies = 0;
    int pairs = 0;     ///< pairs whose bounds overlap
    int contacts = 0;  ///< pairs that touch
    int contact_points = 0;
    int recycled = 0;  ///< pairs that did not move and kept their manifold
    int collided = 0;  ///< pairs that ran the narrow phase
    int joints = 0;
    int substeps = 0;          ///< taken in this step
    int colors = 0;            ///< groups of constraints that share no moving body, solved at once
    int overflow = 0;          ///< constraints solved one after another because no colour was free
    int parts = 0;             ///< groups of islands that soft-step solved on their own, a cache full each
    int islands = 0;           ///< counted only when something could fall asleep
    int continuous = 0;        ///< bodies that were stopped at a time of impact
    int frozen = 0;            ///< bodies frozen so far because they left the finite range
    int dropped = 0;           ///< things lost for want of room: always 0, capacities grow
    uint64_t bytes = 0;        ///< memory held by the world, in bytes
    int iterations = 0;        ///< of the solver in this step; sub-steps of soft-step
    int solver_failures = 0;   ///< steps so far that a solver of the laboratory gave up on
    int switched_islands = 0;  ///< islands of this step that were given to a stronger solver
    int unusable_rows = 0;     ///< rows of user joints left out because they are not finite
    uint64_t row_updates = 0;  ///< scalar rows of contacts visited in this step
    double residual = -1;      ///< velocity error left, m/s; negative: not measured
    double measuring_seconds = 0;  ///< of the solve stage, spent on the residual
};

}  // namespace cairn
