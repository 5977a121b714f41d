#pragma once
// Random numbers that are the same on every machine (Marsaglia's xorshift, 64 bits of state).

#include <cmath>
#include <cstdint>

#include <cairn/math.hpp>

namespace cairn {

class Random {
public:
    explicit Random(uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15ull + 1) {}

    uint32_t next() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return static_cast<uint32_t>(state_ >> 32);
    }
    /// Evenly in [0, 1): 24 bits fit a float exactly.
    float unit() { return static_cast<float>(next() >> 8) * (1.0f / 16777216.0f); }
    float between(float low, float high) { return low + (high - low) * unit(); }

    /// A rotation of any kind (not exactly even over all rotations, which a pile does not mind).
    Quat rotation() {
        const float x = between(-1, 1), y = between(-1, 1), z = between(-1, 1), w = between(-1, 1);
        const Quat q{x, y, z, w};
        return dot(q, q) < 1e-6f ? Quat{} : normalized(q);
    }

private:
    uint64_t state_;
};

}  // namespace cairn
