#pragma once
// Sines and cosines for laying out scenes: the engine's own deterministic ones, reached through its public
// rotation.

#include <cairn/math.hpp>

namespace cairn {

inline constexpr float pi = 3.14159265f;

struct Direction {
    float cosine = 1, sine = 0;
};

/// The half-angle formula turned round: the quaternion of a turn by 2a about z is (0, 0, sin a, cos a).
inline Direction direction_of(float angle) {
    const Quat q = axis_angle({0, 0, 1}, 2 * angle);
    return {q.w, q.z};
}

constexpr float radians(float degrees) { return degrees * (pi / 180); }

}  // namespace cairn
