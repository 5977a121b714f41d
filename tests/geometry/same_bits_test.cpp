// The same bits from every compiler, optimisation level and machine: fingerprints recorded once.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "geometry/bounds.hpp"
#include "geometry/cast.hpp"
#include "geometry/hull_builder.hpp"
#include "geometry/mass_properties.hpp"
#include "math/matrix.hpp"
#include "math/rotation.hpp"
#include "math/trigonometry.hpp"
#include "tests/geometry/random.hpp"

namespace cairn {
namespace {

using test::GeometryRandom;

class Fingerprint {
public:
    void add(float value) {
        uint32_t bits;
        std::memcpy(&bits, &value, sizeof bits);
        value_ = (value_ ^ bits) * 1099511628211u;
    }
    void add(Vec3 v) { add(v.x), add(v.y), add(v.z); }
    void add(const Mat3& m) { add(m.x), add(m.y), add(m.z); }
    void add(const HullData& hull) {
        for (const Vec3& v : hull.vertices) add(v);
        for (const HullFace& f : hull.faces) add(f.normal), add(f.offset);
        for (const uint8_t v : hull.face_vertices) add(float(v));
        add(hull.volume), add(hull.center), add(hull.inertia), add(hull.inner_radius);
    }
    uint64_t value() const { return value_; }

private:
    uint64_t value_ = 14695981039346656037u;
};

std::vector<Hull> hulls(GeometryRandom& random) {
    std::vector<Hull> result;
    for (int i = 0; i < 60; ++i) {
        std::vector<Vec3> points;
        for (int k = 0; k < 8 + 3 * i; ++k) points.push_back(random.vector(1));
        result.emplace_back(points);
    }
    return result;
}

TEST(SameBits, OfTrigonometryAndRotations) {
    GeometryRandom random(1);
    Fingerprint print;
    for (int i = 0; i < 50'000; ++i) {
        const float angle = random.uniform(-1000, 1000);
        print.add(sine(angle)), print.add(cosine(angle));
        print.add(arc_tangent2(angle, random.uniform(-500, 500)));
        print.add(arc_cosine(random.uniform(-1, 1)));
        print.add(rotation_vector(exp_rotation(random.vector(2))));
        const Mat3 m{random.vector(1), random.vector(1), random.vector(1)};
        print.add(inverse(m)), print.add(principal_axes(m * transpose(m)).axes);
    }
    EXPECT_EQ(print.value(), 7145863454912926808u);
}

TEST(SameBits, OfHullsAndTheirMass) {
    GeometryRandom random(2);
    Fingerprint print;
    for (const Hull& hull : hulls(random)) {
        print.add(hull.data());
        print.add(mass_properties(hull, 1234).inertia);
        const Bounds bounds = shape_bounds(hull, random.transform(3));
        print.add(bounds.lower), print.add(bounds.upper);
    }
    EXPECT_EQ(print.value(), 15554755875120926240u);
}

TEST(SameBits, OfDistancesAndCasts) {
    GeometryRandom random(3);
    Fingerprint print;
    std::vector<Shape> shapes{Sphere{0.4f}, Capsule{{-0.5f, 0, 0}, {0.5f, 0, 0}, 0.2f},
                              Box{{0.4f, 0.5f, 0.6f}}};
    for (const Hull& hull : hulls(random)) shapes.emplace_back(hull);
    for (int i = 0; i < 5'000; ++i) {
        const Shape& a = shapes[size_t(random.integer(0, int(shapes.size()) - 1))];
        const Shape& b = shapes[size_t(random.integer(0, int(shapes.size()) - 1))];
        const Transform ta = random.transform(3), tb = random.transform(3);
        const DistanceResult r = shape_distance(a, ta, b, tb);
        print.add(r.distance), print.add(r.normal), print.add(r.point_a), print.add(r.point_b);
        const Sweep sa{ta, random.vector(4), random.vector(2), {}}, sb{tb, {}, random.vector(2), {}};
        const Impact impact = time_of_impact(a, sa, b, sb);
        print.add(impact.fraction), print.add(impact.normal), print.add(float(impact.iterations));
        float fraction = -1;
        Vec3 normal;
        const Vec3 from = random.vector(3), to = random.vector(1);
        print.add(float(cast_ray(a, from, to, fraction, normal)));
        print.add(fraction), print.add(normal);
    }
    EXPECT_EQ(print.value(), 15762616444662283996u);
}

}  // namespace
}  // namespace cairn
