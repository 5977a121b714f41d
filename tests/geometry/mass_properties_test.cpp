// N08, V46: exact mass properties against closed forms, known solids and compounds.
#include "geometry/mass_properties.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "geometry/hull_builder.hpp"
#include "tests/geometry/random.hpp"

namespace cairn {
namespace {

using test::GeometryRandom;
constexpr double pi_double = 3.141592653589793;

void expect_near(const Mat3& a, const Mat3& b, float relative) {
    const float size = std::abs(b.x.x) + std::abs(b.y.y) + std::abs(b.z.z);
    for (const Mat3& m : {a + (-1.0f) * b}) {
        for (const Vec3& c : {m.x, m.y, m.z}) EXPECT_LE(length(c), relative * size);
    }
}

TEST(MassProperties, SphereIsTwoFifthsOfMassTimesRadiusSquared) {
    const MassProperties m = mass_properties(Sphere{0.3f, {1, 2, 3}}, 1000);
    const double mass = 1000 * 4.0 / 3 * pi_double * 0.027;
    EXPECT_NEAR(double(m.mass) / mass, 1, 1e-6);
    EXPECT_EQ(m.center, (Vec3{1, 2, 3}));
    EXPECT_NEAR(double(m.inertia.x.x) / (0.4 * mass * 0.09), 1, 1e-6);
    EXPECT_EQ(m.inertia.x.y, 0);
}

TEST(MassProperties, BoxIsATwelfthOfMassTimesSidesSquared) {
    const MassProperties m = mass_properties(Box{{0.5f, 1, 1.5f}, {0, 7, 0}}, 10);
    EXPECT_FLOAT_EQ(m.mass, 60);
    EXPECT_FLOAT_EQ(m.inertia.x.x, 60.0f / 12 * (4 + 9));
    EXPECT_FLOAT_EQ(m.inertia.y.y, 60.0f / 12 * (1 + 9));
    EXPECT_FLOAT_EQ(m.inertia.z.z, 60.0f / 12 * (1 + 4));
    EXPECT_EQ(m.center, (Vec3{0, 7, 0}));
}

TEST(MassProperties, CapsuleAgreesWithQuadratureOfItsSlices) {
    const float radius = 0.4f, half = 0.7f;
    const MassProperties m = mass_properties(Capsule{{0, -half, 0}, {0, half, 0}, radius}, 2);
    double volume = 0, along = 0, across = 0;
    const int steps = 400'000;
    const double top = double(half) + double(radius), dy = 2 * top / steps;
    for (int i = 0; i < steps; ++i) {
        const double y = -top + (i + 0.5) * dy;
        const double beyond = std::max(0.0, std::abs(y) - double(half));
        const double r2 = double(radius) * double(radius) - beyond * beyond;
        volume += pi_double * r2 * dy;
        along += pi_double * r2 * r2 / 2 * dy;
        across += (pi_double * r2 * r2 / 4 + pi_double * r2 * y * y) * dy;
    }
    EXPECT_NEAR(double(m.mass) / (2 * volume), 1, 1e-6);
    EXPECT_NEAR(double(m.inertia.y.y) / (2 * along), 1, 1e-6);
    EXPECT_NEAR(double(m.inertia.x.x) / (2 * across), 1, 1e-6);
    EXPECT_FLOAT_EQ(m.inertia.x.x, m.inertia.z.z);
}

TEST(MassProperties, CapsuleOfNoLengthIsASphere) {
    const MassProperties a = mass_properties(Capsule{{1, 1, 1}, {1, 1, 1}, 0.5f}, 3);
    const MassProperties b = mass_properties(Sphere{0.5f, {1, 1, 1}}, 3);
    EXPECT_FLOAT_EQ(a.mass, b.mass);
    expect_near(a.inertia, b.inertia, 1e-6f);
}

TEST(MassProperties, SlantedCapsuleIsTheUprightOneRotated) {
    const Quat q = axis_angle(normalized(Vec3{1, 2, -1}), 0.8f);
    const Capsule upright{{0, -0.5f, 0}, {0, 0.5f, 0}, 0.2f};
    const Capsule slanted{rotate(q, upright.a), rotate(q, upright.b), 0.2f};
    const Mat3 r = to_matrix(q);
    expect_near(mass_properties(slanted, 5).inertia, r * mass_properties(upright, 5).inertia * transpose(r),
                1e-6f);
}

TEST(MassProperties, HullOfABoxIsTheBoxWithOffsetAndRotation) {
    GeometryRandom random(1);
    for (int i = 0; i < 200; ++i) {
        const Vec3 half{random.uniform(0.1f, 2), random.uniform(0.1f, 2), random.uniform(0.1f, 2)};
        const Transform t = random.transform(2);
        const MassProperties box = mass_properties(Box{half, t.position, t.rotation}, 700);
        const Hull hull(make_box_hull(half, t.position, t.rotation));
        const MassProperties found = mass_properties(hull, 700);
        EXPECT_NEAR(found.mass / box.mass, 1, 1e-5f);
        EXPECT_LT(length(found.center - box.center), 1e-6f * length(half) + 3e-7f * length(box.center));
        expect_near(found.inertia, box.inertia, 1e-5f);
    }
}

// Corner tetrahedron (0, a, b, c): about its centre Ixx = m 3/80 (b^2 + c^2), Ixy = m/80 a b.
TEST(MassProperties, CornerTetrahedronHasItsClosedForm) {
    const std::vector<Vec3> points{{0, 0, 0}, {2, 0, 0}, {0, 3, 0}, {0, 0, 4}};
    const MassProperties m = mass_properties(Hull(points), 10);
    EXPECT_FLOAT_EQ(m.mass, 40);
    EXPECT_LT(length(m.center - Vec3{0.5f, 0.75f, 1}), 1e-6f);
    EXPECT_NEAR(m.inertia.x.x, 40 * 3.0f / 80 * 25, 4e-5f);
    EXPECT_NEAR(m.inertia.y.y, 40 * 3.0f / 80 * 20, 4e-5f);
    EXPECT_NEAR(m.inertia.x.y, 40 * 1.0f / 80 * 6, 1e-5f);
    EXPECT_NEAR(m.inertia.y.z, 40 * 1.0f / 80 * 12, 1e-5f);
}

TEST(MassProperties, HullsFarFromTheOriginKeepTheirInertia) {
    const Vec3 half{0.5f, 0.25f, 1};
    const MassProperties near = mass_properties(Hull(make_box_hull(half)), 1);
    const MassProperties far = mass_properties(Hull(make_box_hull(half, {1024, -2048, 512})), 1);
    expect_near(far.inertia, near.inertia, 1e-6f);
}

TEST(MassProperties, HalfSpaceHasNoMass) { EXPECT_EQ(mass_properties(HalfSpace{}, 1000).mass, 0); }

TEST(MassProperties, HalvesOfABoxMakeTheBox) {
    const MassProperties parts[] = {mass_properties(Box{{0.5f, 1, 1}, {-0.5f, 3, 0}}, 8),
                                    mass_properties(Box{{0.5f, 1, 1}, {0.5f, 3, 0}}, 8)};
    const MassProperties whole = mass_properties(Box{{1, 1, 1}, {0, 3, 0}}, 8);
    const MassProperties found = combine(parts);
    EXPECT_FLOAT_EQ(found.mass, whole.mass);
    EXPECT_LT(length(found.center - whole.center), 1e-6f);
    expect_near(found.inertia, whole.inertia, 1e-6f);
}

TEST(MassProperties, DumbbellFollowsTheParallelAxisTheorem) {
    const MassProperties ball = mass_properties(Sphere{0.25f, {2, 0, 0}}, 100);
    const MassProperties heavy = mass_properties(Sphere{0.25f, {-1, 0, 0}}, 200);
    const MassProperties parts[] = {ball, heavy};
    const MassProperties found = combine(parts);
    EXPECT_LT(length(found.center), 1e-6f);
    EXPECT_NEAR(found.inertia.y.y, ball.inertia.y.y + 4 * ball.mass + heavy.inertia.y.y + 1 * heavy.mass,
                1e-4f);
    EXPECT_NEAR(found.inertia.x.x, ball.inertia.x.x + heavy.inertia.x.x, 1e-6f);
    EXPECT_FLOAT_EQ(shifted_inertia(ball, {0, 3, 0}).x.x, ball.inertia.x.x + 9 * ball.mass);
    EXPECT_FLOAT_EQ(shifted_inertia(ball, {0, 3, 0}).y.y, ball.inertia.y.y);
    EXPECT_EQ(combine({}).mass, 0);
}

}  // namespace
}  // namespace cairn
