#pragma once
// What the narrow phase says about a pair: one normal and up to four points. All of it in the frame of body
// a, so that a pair that moves as one keeps its manifold unchanged.

#include <cstdint>

#include <cairn/math.hpp>

namespace cairn {

inline constexpr float linear_slop = 0.005f;
/// Points further apart than this make no contact; nearer ones are kept though apart, so that a body about to
/// touch is slowed just enough (speculative contacts).
inline constexpr float speculative_distance = 4 * linear_slop;

struct ManifoldPoint {
    Vec3 position;         // half way between the two surfaces
    float separation = 0;  // negative: overlap
    uint32_t feature =
        0;  // which features met; unique within the manifold, stable while the same features meet
};

struct Manifold {
    Vec3 normal;  // unit, from a to b
    int count = 0;
    /// Without points: by how much more than the speculative distance the shapes are known to be apart.
    float clearance = 0;
    /// What goes in: how far the pair has turned since it was last looked at, and may until it is again.
    float turn = 0;
    bool left_out = false;  // there were more points, or more are near: a turn brings others down
    ManifoldPoint points[4];

    void set_apart(float separation) { count = 0, clearance = separation - speculative_distance; }
};

/// Remembered between steps for a pair of polyhedra: the axis that separated them best, to be tried first.
struct AxisCache {
    uint8_t kind = 0;  // 0 none, 1 face of a, 2 face of b, 3 edge pair
    uint8_t index_a = 0;
    uint8_t index_b = 0;
    uint8_t pad = 0;
};

}  // namespace cairn
