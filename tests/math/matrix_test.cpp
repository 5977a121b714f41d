#include "math/matrix.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace cairn {
namespace {

float largest_entry(const Mat3& m) {
    float largest = 0;
    for (const Vec3& c : {m.x, m.y, m.z})
        largest = std::max({largest, std::abs(c.x), std::abs(c.y), std::abs(c.z)});
    return largest;
}

Mat3 minus(const Mat3& a, const Mat3& b) { return a + (-1.0f) * b; }

float uniform(std::mt19937& random, float low, float high) {
    return low + (high - low) * float(double(random()) / double(std::mt19937::max()));
}

Vec3 vector(std::mt19937& random) {
    return {uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1)};
}

TEST(Matrix, InverseTimesMatrixIsTheIdentity) {
    std::mt19937 random{7};
    for (int i = 0; i < 10'000; ++i) {
        const Mat3 m{vector(random), vector(random), vector(random)};
        if (std::abs(determinant(m)) < 0.05f) continue;
        EXPECT_LT(largest_entry(minus(m * inverse(m), Mat3{})), 2e-5f);
    }
}

TEST(Matrix, InverseOfTinyAndLopsidedInertiasIsRight) {
    const Mat3 inverted = inverse(diagonal({1e-15f, 1e3f, 4e-9f}));
    EXPECT_FLOAT_EQ(inverted.x.x, 1e15f);
    EXPECT_FLOAT_EQ(inverted.y.y, 1e-3f);
    EXPECT_FLOAT_EQ(inverted.z.z, 2.5e8f);
}

TEST(Matrix, InverseOfASingularMatrixIsZero) {
    const Mat3 zero{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    EXPECT_EQ(inverse(zero), zero);
    EXPECT_EQ(inverse(Mat3{{1, 2, 3}, {0.25f, 0.5f, 7}, {1.25f, 2.5f, 10}}), zero);
}

// C03: I = R Ib R^T keeps symmetry and eigenvalues, and its inverse is R Ib^-1 R^T.
TEST(Matrix, RotatedInertiaKeepsItsMomentsAndItsInverseRotatesAlike) {
    std::mt19937 random{11};
    for (int i = 0; i < 2'000; ++i) {
        const Quat q =
            normalized(Quat{uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1), 0.3f});
        const Mat3 r = to_matrix(q);
        const Vec3 moments{uniform(random, 0.5f, 1), uniform(random, 1, 2), uniform(random, 2, 3)};
        const Mat3 body = diagonal(moments), world = r * body * transpose(r);
        EXPECT_LT(largest_entry(minus(world, transpose(world))), 1e-6f);
        EXPECT_LT(largest_entry(minus(inverse(world), r * inverse(body) * transpose(r))), 3e-6f);
        const PrincipalAxes found = principal_axes(world);
        EXPECT_LT(length(found.moments - moments), 3e-6f);
        EXPECT_NEAR(determinant(found.axes), 1, 1e-6f);
        EXPECT_LT(largest_entry(minus(found.axes * diagonal(found.moments) * transpose(found.axes), world)),
                  3e-6f);
    }
}

TEST(Matrix, PrincipalAxesOfEqualAndOfExtremeMoments) {
    const PrincipalAxes ball = principal_axes(diagonal({2, 2, 2}));
    EXPECT_EQ(ball.moments, (Vec3{2, 2, 2}));
    EXPECT_NEAR(determinant(ball.axes), 1, 1e-6f);
    const PrincipalAxes needle = principal_axes(diagonal({1e6f, 1e-6f, 1e6f}));
    EXPECT_FLOAT_EQ(needle.moments.x, 1e-6f);
    EXPECT_FLOAT_EQ(needle.moments.z, 1e6f);
    EXPECT_NEAR(std::abs(needle.axes.x.y), 1, 1e-6f);
}

}  // namespace
}  // namespace cairn
