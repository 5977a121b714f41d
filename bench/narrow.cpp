// Nanoseconds a pair of the narrow phase, by kind of pair: the best of many passes over 1024 poses that touch
// (or, where it says so, do not). No library, no argument.

#include <chrono>
#include <cstdio>
#include <random>
#include <vector>

#include "collision/narrow/collide.hpp"
#include "geometry/hull_builder.hpp"

using namespace cairn;

namespace {

constexpr int pose_count = 1024;
constexpr int passes = 100;

std::mt19937 engine(1);

float between(float low, float high) {
    return low + (high - low) * static_cast<float>(engine() >> 8) * (1.0f / 16777216.0f);
}

Vec3 random_direction() {
    for (;;) {
        const Vec3 v{between(-1, 1), between(-1, 1), between(-1, 1)};
        if (length_squared(v) > 0.01f && length_squared(v) < 1) return normalized(v);
    }
}

Quat random_rotation() {
    return normalized(Quat{between(-1, 1), between(-1, 1), between(-1, 1), between(-1, 1)});
}

Quat small_rotation(float angle) {
    const Vec3 v = 0.5f * angle * random_direction();
    return normalized(Quat{v.x, v.y, v.z, 1});
}

std::shared_ptr<const HullData> random_hull(int count) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(0.5f * random_direction());
    return build_hull(points);
}

/// Best time of all passes; without `keep` every pair starts with an empty axis cache.
void measure(const char* name, const ShapeView& a, const ShapeView& b, const std::vector<Transform>& poses,
             bool keep = true) {
    std::vector<AxisCache> caches(poses.size());
    Manifold m;
    double best = 1e30;
    long points = 0;
    for (int pass = 0; pass < passes; ++pass) {
        points = 0;
        const auto start = std::chrono::steady_clock::now();
        for (size_t i = 0; i < poses.size(); ++i) {
            AxisCache cache = keep ? caches[i] : AxisCache{};
            collide(m, a, b, poses[i], cache);
            caches[i] = cache;
            points += m.count;
        }
        const std::chrono::duration<double, std::nano> time = std::chrono::steady_clock::now() - start;
        best = time.count() < best ? time.count() : best;
    }
    const auto count = static_cast<double>(poses.size());
    std::printf("%-34s %8.1f ns   %.2f points\n", name, best / count, static_cast<double>(points) / count);
}

/// Poses that touch with at most 5 cm of overlap, found by moving b out along a random line.
std::vector<Transform> touching(const ShapeView& a, const ShapeView& b) {
    std::vector<Transform> poses;
    while (static_cast<int>(poses.size()) < pose_count) {
        Transform pose{{}, random_rotation()};
        const Vec3 direction = random_direction();
        const float overlap = between(0, 0.05f);
        for (float distance = 0; distance < 4; distance += 0.01f) {
            pose.position = distance * direction;
            Manifold m;
            AxisCache cache;
            collide(m, a, b, pose, cache);
            float deepest = 1;
            for (int i = 0; i < m.count; ++i) deepest = min_of(deepest, m.points[i].separation);
            if (m.count == 0 && distance > 3) break;
            if (m.count > 0 && deepest > -overlap) {
                poses.push_back(pose);
                break;
            }
        }
    }
    return poses;
}

std::vector<Transform> resting(Vec3 position, float spread, bool any_turn) {
    std::vector<Transform> poses;
    for (int i = 0; i < pose_count; ++i) {
        const Quat turn = any_turn ? normalized(Quat{0, between(-1, 1), 0, 1}) : Quat{};
        const Vec3 shift{between(-spread, spread), between(-0.001f, 0), between(-spread, spread)};
        poses.push_back({position + shift, small_rotation(0.001f) * turn});
    }
    return poses;
}

std::vector<Transform> apart(float distance) {
    std::vector<Transform> poses;
    for (int i = 0; i < pose_count; ++i) poses.push_back({distance * random_direction(), random_rotation()});
    return poses;
}

void measure_touching(const char* name, const ShapeView& a, const ShapeView& b) {
    measure(name, a, b, touching(a, b));
}

}  // namespace

int main() {
    const Sphere sphere{0.5f};
    const Capsule capsule{};
    const Box box{}, slab{{0.7f, 0.3f, 0.5f}, {0.1f, 0, 0}, normalized(Quat{0.1f, 0.2f, 0.3f, 1})};
    const HalfSpace ground{};
    const auto hull16 = random_hull(16), hull32 = random_hull(32), hull100 = random_hull(100);
    const auto box_hull = make_box_hull(box.half_extents);

    measure("box-box stacked", box, box, resting({0, 0.999f, 0}, 0.002f, false));
    measure("box-box stacked, half off", box, box, resting({0.5f, 0.999f, 0}, 0.002f, false));
    measure("box-box stacked, any turn", box, box, resting({0, 0.999f, 0}, 0.2f, true));
    measure("box-box stacked, empty cache", box, box, resting({0, 0.999f, 0}, 0.2f, true), false);
    measure_touching("box-box any touching pose", box, box);
    measure_touching("box-box centre and rotation", slab, slab);
    measure("box-box apart, cached axis", box, box, apart(1.8f));
    measure("box-box apart, empty cache", box, box, apart(1.8f), false);
    measure_touching("sphere-sphere", sphere, sphere);
    measure_touching("sphere-capsule", sphere, capsule);
    measure_touching("sphere-box", sphere, box);
    measure_touching("sphere-hull 16", sphere, *hull16);
    measure_touching("sphere-hull 32", sphere, *hull32);
    measure("sphere-half-space", sphere, ground, resting({0, -0.499f, 0}, 0.1f, true));
    measure_touching("capsule-capsule", capsule, capsule);
    measure_touching("capsule-box", capsule, box);
    measure_touching("capsule-hull 16", capsule, *hull16);
    measure_touching("capsule-hull 32", capsule, *hull32);
    measure("capsule-half-space", capsule, ground, resting({0, -0.749f, 0}, 0.1f, true));
    measure("box-half-space", box, ground, resting({0, -0.499f, 0}, 0.1f, true));
    measure("hull 32-half-space", *hull32, ground, resting({0, -0.48f, 0}, 0.1f, true));
    measure_touching("box-hull 16", box, *hull16);
    measure_touching("hull 16-hull 16", *hull16, *hull16);
    measure_touching("hull 32-hull 32", *hull32, *hull32);
    measure("hull 32-hull 32, empty cache", *hull32, *hull32, touching(*hull32, *hull32), false);
    measure_touching("hull 100-hull 100", *hull100, *hull100);
    measure("hull 32-hull 32 apart, cached", *hull32, *hull32, apart(1.2f));
    measure("box hulls stacked", *box_hull, *box_hull, resting({0, 0.999f, 0}, 0.2f, true));
    return 0;
}
