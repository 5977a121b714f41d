#pragma once
// Continuous collision: bodies that move so far in a step that they might pass through something are stopped
// where they meet it. They keep their velocity, so that the contact of the next step does the physics.

#include <cstdint>
#include <vector>

#include <cairn/shape.hpp>

namespace cairn {

/// What one block of bodies found out.
struct FastResult {
    std::vector<int32_t> bodies;
    float largest_motion = 0;  // of any point of a body that is no bullet
};

/// Buffers of the stage, reused from step to step.
struct ContinuousScratch {
    std::vector<FastResult> found;
    std::vector<int32_t> fast;
    std::vector<uint8_t> stopped;  // one each of `fast`
    float largest_motion = 0;      // of all results
    bool bullets = false;          // some of `fast` are
};

/// The least extent of a shape in any direction, infinite for a half-space: what is thinner cannot hide in
/// it.
float thickness_of(const Shape& shape);

}  // namespace cairn
