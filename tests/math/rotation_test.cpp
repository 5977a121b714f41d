#include "math/rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "math/trigonometry.hpp"

namespace cairn {
namespace {

class Random {
public:
    float uniform(float low, float high) {
        return low + (high - low) * float(double(generator_()) / double(std::mt19937::max()));
    }
    Vec3 vector(float size) { return {uniform(-size, size), uniform(-size, size), uniform(-size, size)}; }
    Vec3 direction() {
        for (;;) {
            const Vec3 v = vector(1);
            if (length(v) > 0.1f) return normalized(v);
        }
    }
    Quat rotation() { return axis_angle(direction(), uniform(-3, 3)); }

private:
    std::mt19937 generator_{12345};
};

float difference(Vec3 a, Vec3 b) { return length(a - b); }

TEST(Rotation, AxisAngleTurnsByTheRightHandRule) {
    const Vec3 turned = rotate(axis_angle({0, 0, 1}, pi / 2), {1, 0, 0});
    EXPECT_LT(difference(turned, {0, 1, 0}), 2e-7f);
}

// V05: w = 10 rad/s over h = 1/60 s.
TEST(Rotation, ExponentialStepIsExactWhereTheFirstOrderStepFallsShort) {
    const Vec3 turn{0, 0, 10.0f / 60};
    EXPECT_NEAR(rotation_vector(exp_rotation(turn)).z, 0.1666667f, 1e-7f);
    const Quat first_order = normalized(Quat{0, 0, 0.5f * turn.z, 1});
    EXPECT_NEAR(rotation_vector(first_order).z, 0.1662825f, 1e-6f);
}

// C02: without normalisation a first-order step grows the quaternion by sqrt(1 + (wh/2)^2).
TEST(Rotation, UnnormalisedStepsGrowByTheKnownFactorAndNormalisedOnesStayUnit) {
    const float half = 0.5f * 10 / 60;
    Quat grown{0, 0, 0, 1};
    for (int i = 0; i < 100; ++i) {
        const Quat rate = Quat{0, 0, half, 0} * grown;
        grown = {grown.x + rate.x, grown.y + rate.y, grown.z + rate.z, grown.w + rate.w};
    }
    const double expected = std::pow(std::sqrt(1 + double(half) * double(half)), 100);
    EXPECT_NEAR(std::sqrt(double(dot(grown, grown))), expected, 1e-5);

    Quat q{0, 0, 0, 1};
    const Quat step = exp_rotation({0.03f, -0.07f, 0.11f});
    for (int i = 0; i < 1'000'000; ++i) q = normalized(step * q);
    const double size = std::sqrt(double(q.x) * double(q.x) + double(q.y) * double(q.y) +
                                  double(q.z) * double(q.z) + double(q.w) * double(q.w));
    EXPECT_NEAR(size, 1, 1.2e-7);
}

TEST(Rotation, ExponentialAndRotationVectorAreInverseFromTinyToHalfATurn) {
    Random random;
    for (float angle = 1e-12f; angle < 3.14f; angle *= 1.05f) {
        const Vec3 v = angle * random.direction();
        EXPECT_LT(difference(rotation_vector(exp_rotation(v)), v), 6e-7f * angle + 3e-7f * angle * angle)
            << angle;
    }
}

TEST(Rotation, VectorOfQAndMinusQIsTheSame) {
    const Quat q = axis_angle(normalized(Vec3{1, 2, 3}), 1.3f);
    EXPECT_LT(difference(rotation_vector(q), rotation_vector({-q.x, -q.y, -q.z, -q.w})), 1e-7f);
    EXPECT_EQ(rotation_vector(Quat{}), (Vec3{0, 0, 0}));
}

TEST(Rotation, RotationBetweenTakesOneVectorToTheOther) {
    Random random;
    for (int i = 0; i < 10'000; ++i) {
        const Vec3 from = random.direction();
        const Vec3 to = i % 3 == 0 ? normalized(-from + random.vector(1e-3f)) : random.direction();
        const Quat q = rotation_between(from, to);
        EXPECT_NEAR(dot(q, q), 1, 1e-6f);
        EXPECT_LT(difference(rotate(q, from), to), 2e-6f);
    }
    const Vec3 x{1, 0, 0};
    EXPECT_LT(difference(rotate(rotation_between(x, -x), x), -x), 1e-6f);
    EXPECT_LT(std::abs(rotation_between(x, x).w - 1), 1e-6f);
}

TEST(Rotation, MatrixToQuaternionAndBackForEveryLargestComponent) {
    Random random;
    for (int i = 0; i < 10'000; ++i) {
        const Quat q = i % 4 == 0 ? axis_angle(random.direction(), 3.1415f) : random.rotation();
        const Quat back = to_quat(to_matrix(q));
        EXPECT_NEAR(std::abs(dot(q, back)), 1, 1e-6f);
        EXPECT_NEAR(dot(back, back), 1, 1e-6f);
    }
}

}  // namespace
}  // namespace cairn
