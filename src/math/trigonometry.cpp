#include "math/trigonometry.hpp"

namespace cairn {

namespace {

float reduce_large(float angle) {
    if (abs_of(angle) > 2147483648.0f) return 0;
    constexpr double turn = 6.283185307179586477;
    constexpr double shift = 6755399441055744.0;  // 1.5 * 2^52: the addition rounds to an integer
    const double turns = (double(angle) / turn + shift) - shift;
    return float(double(angle) - turns * turn);
}

}  // namespace

SineCosine<float> sine_cosine(float angle) {
    return sine_cosine_in_range(abs_of(angle) > trigonometry_range ? reduce_large(angle) : angle);
}

float sine(float angle) { return sine_cosine(angle).sine; }
float cosine(float angle) { return sine_cosine(angle).cosine; }
float arc_tangent2(float y, float x) { return arc_tangent2_of(y, x); }
float arc_sine(float sine) { return arc_sine_of(sine); }
float arc_cosine(float cosine) { return arc_cosine_of(cosine); }

}  // namespace cairn
