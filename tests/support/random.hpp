#pragma once

#include <cstdint>

#include <cairn/math.hpp>

namespace cairn::test {

/// Numbers from 0 to 1, the same on every machine.
class Random {
public:
    explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 1) {}

    float operator()() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<float>(state_ >> 40) / 16777216.0f;
    }
    float between(float low, float high) { return low + (high - low) * (*this)(); }
    int below(int n) { return static_cast<int>((*this)() * static_cast<float>(n)); }
    Vec3 in_cube(float half) { return {between(-half, half), between(-half, half), between(-half, half)}; }
    Quat rotation() {
        return normalized(Quat{between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)});
    }

private:
    uint64_t state_;
};

}  // namespace cairn::test
