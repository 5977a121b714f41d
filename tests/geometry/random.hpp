#pragma once
// A seeded generator whose numbers are the same on every machine.

#include <cmath>
#include <random>

#include <cairn/math.hpp>

namespace cairn::test {

class GeometryRandom {
public:
    explicit GeometryRandom(uint32_t seed) : generator_(seed) {}

    double unit() { return double(generator_()) / double(std::mt19937::max()); }
    float uniform(float low, float high) {
        return float(double(low) + (double(high) - double(low)) * unit());
    }
    int integer(int low, int high) { return low + int(generator_() % uint32_t(high - low + 1)); }
    Vec3 vector(float size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
    Vec3 direction() {
        for (;;) {
            const Vec3 v = vector(1);
            if (length(v) > 0.1f && length(v) < 1) return normalized(v);
        }
    }
    Quat rotation() {
        return normalized(Quat{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(0.1f, 1)});
    }
    Transform transform(float size) { return {vector(size), rotation()}; }

private:
    std::mt19937 generator_;
};

}  // namespace cairn::test
