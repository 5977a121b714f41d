// The same bits everywhere: the manifolds of many pairs of every kind, hashed. The number changes only when a
// kernel is changed on purpose; a compiler, an optimisation level or a machine that gives another one breaks
// determinism.

#include <gtest/gtest.h>

#include <cstring>

#include "collision/narrow/collide.hpp"
#include "geometry/hull_builder.hpp"
#include "tests/support/narrow_oracle.hpp"

namespace cairn {
namespace {

uint64_t add(uint64_t hash, float value) {
    uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return (hash ^ bits) * 1099511628211u;
}

uint64_t add(uint64_t hash, const Manifold& m) {
    hash = (hash ^ static_cast<uint64_t>(m.count)) * 1099511628211u;
    if (m.count == 0) return hash;
    for (int i = 0; i < 3; ++i) hash = add(hash, m.normal[i]);
    for (int i = 0; i < m.count; ++i) {
        for (int k = 0; k < 3; ++k) hash = add(hash, m.points[i].position[k]);
        hash = add(hash, m.points[i].separation);
        hash = (hash ^ m.points[i].feature) * 1099511628211u;
    }
    return hash;
}

TEST(NarrowBits, ManifoldsOfEveryPairHashToTheKnownNumber) {
    oracle::Dice dice(51);
    std::vector<Vec3> points;
    for (int i = 0; i < 24; ++i) points.push_back(0.5f * dice.direction());
    const auto hull = build_hull(points);
    const ShapeView shapes[] = {Sphere{0.4f, {0.1f, 0, 0}}, Capsule{},
                                Box{{0.5f, 0.4f, 0.3f}, {0, 0.1f, 0}, dice.rotation()}, *hull,
                                HalfSpace{normalized(Vec3{0.1f, 1, 0.2f}), -0.5f}};
    uint64_t hash = 14695981039346656037u;
    int touching = 0;
    for (int a = 0; a < 4; ++a) {
        for (int b = a; b < 5; ++b) {
            for (int i = 0; i < 500; ++i) {
                Manifold m;
                AxisCache cache;
                Transform pose{dice.vector(0.8f), dice.rotation()};
                for (int step = 0; step < 3; ++step) {  // later steps use the cache
                    collide(m, shapes[a], shapes[b], pose, cache);
                    hash = add(hash, m);
                    touching += m.count > 0;
                    pose.position += Vec3{0.001f, 0.002f, -0.001f};
                }
            }
        }
    }
    EXPECT_GT(touching, 10000);
    EXPECT_EQ(hash, 0x1a44608c11eaaf88u);
}

}  // namespace
}  // namespace cairn
