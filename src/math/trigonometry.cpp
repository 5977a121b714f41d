#include "math/trigonometry.hpp"

#include <cstdint>

namespace cairn {

namespace {

/// The nearest integer, for |a| < 2^51: as nearest_integer, at 1.5 * 2^52.
double nearest_whole(double a) {
    constexpr double shift = 6755399441055744.0;
    return (a + shift) - shift;
}

float reduce_large(float angle) {
    if (abs_of(angle) > 2147483648.0f) return 0;
    constexpr double turn = 6.283185307179586477;
    return float(double(angle) - nearest_whole(double(angle) / turn) * turn);
}

}  // namespace

SineCosine<float> sine_cosine(float angle) {
    return sine_cosine_in_range(abs_of(angle) > trigonometry_range ? reduce_large(angle) : angle);
}

SineCosine<double> sine_cosine(double angle) {
    if (!(angle > -2251799813685248.0 && angle < 2251799813685248.0)) return {0, 1};  // 2^51: as for floats
    // pi/2 in two parts, the first of 31 bits: its product with a number of 22 bits is exact.
    const double quarter_turns = nearest_whole(angle * 0.63661977236758134308);
    const double r =
        (angle - quarter_turns * 1.57079632673412561417) - quarter_turns * 6.07710050650619224932e-11;
    const double z = r * r;
    // Taylor; the first terms left out are below 1e-19 for |r| <= pi/4.
    double s = 1, c = 1;
    for (int n = 17; n >= 3; n -= 2) s = 1 - z / (n * (n - 1)) * s;
    for (int n = 18; n >= 2; n -= 2) c = 1 - z / (n * (n - 1)) * c;
    s *= r;
    switch (static_cast<int64_t>(quarter_turns) & 3) {
        case 0:
            return {s, c};
        case 1:
            return {c, -s};
        case 2:
            return {-s, -c};
        default:
            return {-c, s};
    }
}

float sine(float angle) { return sine_cosine(angle).sine; }
float cosine(float angle) { return sine_cosine(angle).cosine; }
float arc_tangent2(float y, float x) { return arc_tangent2_of(y, x); }
float arc_sine(float sine) { return arc_sine_of(sine); }
float arc_cosine(float cosine) { return arc_cosine_of(cosine); }

}  // namespace cairn
