#pragma once
// Continuous collision: bodies that move so far in a step that they might pass through something are stopped
// where they meet it. They keep their velocity, so that the contact of the next step does the physics.

#include <cstdint>
#include <vector>

#include <cairn/shape.hpp>

#include "model/body.hpp"

namespace cairn {

/// Buffers of the stage, reused from step to step.
struct ContinuousScratch {
    std::vector<std::vector<int32_t>> found;  // by block of bodies
    std::vector<int32_t> fast;
    std::vector<uint8_t> stopped;  // one each of `fast`
};

/// The least extent of a shape in any direction, infinite for a half-space: what is thinner cannot hide in
/// it.
float thickness_of(const Shape& shape);
/// How far a point of the body may go in a step without a sweep.
float safe_motion_of(const Body& body);

}  // namespace cairn
