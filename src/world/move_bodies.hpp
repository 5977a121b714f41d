#pragma once
// The end of a step for every body, a lane each: it takes its new pose and the inertia that goes with it, and
// its clocks run on.

#include <cstdint>

#include "model/body.hpp"
#include "model/body_state.hpp"

namespace cairn {

/// The arrays of the model and of the step that it needs.
struct MoveArrays {
    Pose* poses;
    BodyExtent* extents;
    Stance* stances;
    const Body* bodies;
    const Velocity* velocities;
    const Motion* motions;
    float sleep_speed, dt;
};

/// A dynamic body that turns more slowly than this (rad/s) stands, and leans by so much at most (rad, small).
inline constexpr float standing_speed = 0.05f, most_lean = 0.005f;

/// A bit for each of up to 64 bodies.
struct MovedBodies {
    uint64_t lost = 0;       // left the finite range, and stayed where they were
    uint64_t room_used = 0;  // their shapes may have left their fat bounds
};
inline constexpr int most_moved_bodies = 64;

struct BodyMover {
    MovedBodies (*move)(const MoveArrays& arrays, const int32_t* bodies, int count) = nullptr;
};

/// The kernel of 1, 4, 8 or 16 lanes.
const BodyMover& body_mover(int lanes);

}  // namespace cairn
