#pragma once
// Continuous collision: bodies that move so far in a step that they might pass through something are stopped
// where they meet it. They keep their velocity, so that the contact of the next step does the physics.

#include <cstdint>
#include <vector>

#include <cairn/shape.hpp>
#include <cairn/world.hpp>

#include "model/model.hpp"
#include "solvers/soft_step/soft_step.hpp"

namespace cairn {

/// Buffers of the stage, reused from step to step.
struct ContinuousScratch {
    std::vector<std::vector<int32_t>> found;  // by block of bodies
    std::vector<int32_t> fast;
    // one each of `fast`: whether it was stopped at all, and at which fraction of its motion in this sweep
    std::vector<uint8_t> stopped;
    std::vector<float> stopped_at;
    // of stop_joined, by body: fractions of its motion that a body has been cut to, and that it must be
    std::vector<float> cut_to, share;
    std::vector<int32_t> queue;
};

/// The least extent of a shape in any direction, infinite for a half-space: what is thinner cannot hide in
/// it.
float thickness_of(const Shape& shape);
/// How far a point of the body may go in a step without a sweep.
float safe_motion_of(const Body& body);

/// Cuts what the body moves and turns in this step, for which it takes `time`, to a fraction of it.
void shorten_motion(Model& model, SoftStepScratch& scratch, int32_t index, float fraction, float time);
/// Bodies joined to one that was stopped stop with it.
void stop_joined(World::Impl& world, float dt);

}  // namespace cairn
