#include "math/trigonometry.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace cairn {
namespace {

TEST(Trigonometry, SineAndCosineAgreeWithTheLibraryOverManyTurns) {
    double worst = 0;
    for (int i = -2'000'000; i <= 2'000'000; ++i) {
        const float angle = float(i) * 2.5e-4f;  // -500 to 500 rad
        const SineCosine<float> s = sine_cosine(angle);
        worst = std::max(worst, std::abs(double(s.sine) - std::sin(double(angle))));
        worst = std::max(worst, std::abs(double(s.cosine) - std::cos(double(angle))));
    }
    EXPECT_LT(worst, 1.2e-7);
}

TEST(Trigonometry, SmallAnglesKeepTheirRelativePrecision) {
    for (float angle = 1e-30f; angle < 0.7f; angle *= 1.37f) {
        const double exact = std::sin(double(angle));
        EXPECT_NEAR(double(sine(angle)) / exact, 1, 1.5e-7) << angle;
        EXPECT_EQ(sine(-angle), -sine(angle));
    }
    EXPECT_EQ(sine(0.0f), 0.0f);
    EXPECT_EQ(cosine(0.0f), 1.0f);
}

TEST(Trigonometry, LargeAnglesAreReducedAndHugeOnesStayFinite) {
    for (float angle = 8000; angle < 2e9f; angle *= 1.0173f) {
        EXPECT_NEAR(double(sine(angle)), std::sin(double(angle)), 3e-7) << angle;
        EXPECT_NEAR(double(cosine(angle)), std::cos(double(angle)), 3e-7) << angle;
    }
    EXPECT_EQ(sine(1e30f), 0.0f);
    EXPECT_EQ(cosine(std::numeric_limits<float>::max()), 1.0f);
}

TEST(Trigonometry, SineAndCosineSquaredAddUpToOne) {
    for (int i = 0; i < 100'000; ++i) {
        const SineCosine<float> s = sine_cosine(float(i) * 1e-4f);
        EXPECT_NEAR(s.sine * s.sine + s.cosine * s.cosine, 1.0f, 3e-7f);
    }
}

TEST(Trigonometry, InDoubleSineAndCosineAgreeWithTheLibraryToItsLastBits) {
    double worst = 0;
    for (int i = -1'000'000; i <= 1'000'000; ++i) {
        const double angle = i % 2 == 0 ? i * 3.1e-6 : i * 0.99;  // near zero and over many turns
        const SineCosine<double> s = sine_cosine(angle);
        worst = std::max(worst, std::abs(s.sine - std::sin(angle)));
        worst = std::max(worst, std::abs(s.cosine - std::cos(angle)));
    }
    EXPECT_LT(worst, 4e-16);
    EXPECT_EQ(sine_cosine(0.0).sine, 0.0);
    EXPECT_EQ(sine_cosine(0.0).cosine, 1.0);
    for (double angle = 1e-300; angle < 0.7; angle *= 13.7)
        EXPECT_NEAR(sine_cosine(angle).sine / std::sin(angle), 1, 3e-16) << angle;
    for (const double angle : {1e18, -1e300, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_EQ(sine_cosine(angle).cosine, 1.0);
}

TEST(Trigonometry, ArcTangent2AgreesWithTheLibraryAllAround) {
    double worst = 0;
    for (int i = 0; i < 1'000'000; ++i) {
        const double angle = (i - 500'000) * 6.283e-6;
        const double r = 1e-3 + i * 0.37;
        const float y = float(r * std::sin(angle)), x = float(r * std::cos(angle));
        worst = std::max(worst, std::abs(double(arc_tangent2(y, x)) - std::atan2(double(y), double(x))));
    }
    EXPECT_LT(worst, 3.5e-7);  // an ulp at pi is 2.4e-7
}

TEST(Trigonometry, ArcTangent2OfAxesAndOfTheZeroVector) {
    EXPECT_EQ(arc_tangent2(0, 0), 0.0f);
    EXPECT_EQ(arc_tangent2(0, 1), 0.0f);
    EXPECT_FLOAT_EQ(arc_tangent2(1, 0), pi / 2);
    EXPECT_FLOAT_EQ(arc_tangent2(-1, 0), -pi / 2);
    EXPECT_FLOAT_EQ(arc_tangent2(0, -1), pi);
    EXPECT_FLOAT_EQ(arc_tangent2(1, 1), pi / 4);
    for (float y = 1e-20f; y < 0.1f; y *= 3.1f)
        EXPECT_NEAR(arc_tangent2(y, 1) / std::atan2(y, 1.0f), 1, 3e-7f);
}

TEST(Trigonometry, ArcSineAndArcCosineAgreeWithTheLibraryAndClampTheirInput) {
    double worst_sine = 0, worst_cosine = 0;
    for (int i = -1'000'000; i <= 1'000'000; ++i) {
        const float x = float(i) * 1e-6f;
        worst_sine = std::max(worst_sine, std::abs(double(arc_sine(x)) - std::asin(double(x))));
        worst_cosine = std::max(worst_cosine, std::abs(double(arc_cosine(x)) - std::acos(double(x))));
    }
    EXPECT_LT(worst_sine, 2.5e-7);
    EXPECT_LT(worst_cosine, 5e-7);
    EXPECT_EQ(arc_cosine(1.0000001f), 0.0f);
    EXPECT_FLOAT_EQ(arc_cosine(-1.5f), pi);
    EXPECT_FLOAT_EQ(arc_sine(7), pi / 2);
}

}  // namespace
}  // namespace cairn
