#pragma once
// Sine, cosine and arc tangent out of + - * / sqrt alone: the C library's differ between machines in the last
// bits, these do not. Polynomials are weighted minimax fits (Remez) of our own; the absolute error stays
// below 3e-7.
//
// The templates take float or a type of lanes (base/lanes.hpp) and have no branches, so that every lane gives
// the bits that the scalar function gives. They need select, square_root, abs_of, min_of and max_of for that
// type.

#include <cmath>

#include <cairn/math.hpp>

namespace cairn {

constexpr float select(bool condition, float a, float b) { return condition ? a : b; }
inline float square_root(float a) { return std::sqrt(a); }

inline constexpr float pi = 3.14159265f;
/// Beyond this angle the three-part reduction below loses bits; the scalar functions then reduce in double
/// first.
inline constexpr float trigonometry_range = 8192;

template <typename T>
struct SineCosine {
    T sine, cosine;
};

/// The nearest integer, for |a| < 2^22: at 1.5 * 2^23 floats are integers, so the addition rounds.
template <typename T>
T nearest_integer(T a) {
    const T shift(12582912.0f);
    return (a + shift) - shift;
}

/// Sine and cosine of |angle| <= trigonometry_range.
template <typename T>
SineCosine<T> sine_cosine_in_range(T angle) {
    // angle = quarter_turns * pi/2 + r, |r| <= pi/4. The first two parts of pi/2 have 11 bits, so that their
    // products with a number of 13 bits are exact (Cody and Waite).
    const T quarter_turns = nearest_integer(angle * T(0.636619772f));
    const T r = ((angle - quarter_turns * T(1.5703125f)) - quarter_turns * T(4.83751297e-4f)) -
                quarter_turns * T(7.54978995e-8f);
    const T z = r * r;
    const T s = r + r * (z * (T(-0.166666549f) + z * (T(8.33217815e-3f) + z * T(-1.95172993e-4f))));
    const T c = (T(1.0f) - T(0.5f) * z) +
                z * z * (T(0.0416666469f) + z * (T(-1.38873675e-3f) + z * T(2.44384528e-5f)));
    const T quadrant = quarter_turns - T(4.0f) * nearest_integer(quarter_turns * T(0.25f));  // -2 to 2
    const auto odd = abs_of(quadrant) == T(1.0f);
    const T sine_sign = select(quadrant < T(-0.5f), T(-1.0f), select(quadrant > T(1.5f), T(-1.0f), T(1.0f)));
    const T cosine_sign =
        select(quadrant > T(0.5f), T(-1.0f), select(quadrant < T(-1.5f), T(-1.0f), T(1.0f)));
    return {sine_sign * select(odd, c, s), cosine_sign * select(odd, s, c)};
}

/// The angle of (x, y) against the x axis, in -pi to pi; 0 for the zero vector.
template <typename T>
T arc_tangent2_of(T y, T x) {
    const T absolute_x = abs_of(x), absolute_y = abs_of(y);
    const T large = max_of(absolute_x, absolute_y), small = min_of(absolute_x, absolute_y);
    // atan(t) = pi/4 + atan((t - 1) / (t + 1)) brings t = small / large from [0, 1] below tan(pi/8).
    const auto upper = small > large * T(0.414213562f);
    const T numerator = select(upper, small - large, small);
    const T denominator = select(upper, small + large, large);
    const T t = numerator / select(denominator == T(0.0f), T(1.0f), denominator);
    const T z = t * t;
    const T polynomial =
        t +
        t * (z * (T(-0.33332955f) + z * (T(0.199779146f) + z * (T(-0.138797133f) + z * T(0.0805983076f)))));
    T angle = select(upper, T(0.785398163f) + polynomial, polynomial);
    angle = select(absolute_y > absolute_x, T(1.57079633f) - angle, angle);
    angle = select(x < T(0.0f), T(pi) - angle, angle);
    return select(y < T(0.0f), -angle, angle);
}

/// `sine` is clamped to -1 to 1, so that rounding in a dot product never makes a NaN.
template <typename T>
T arc_sine_of(T sine) {
    const T s = max_of(T(-1.0f), min_of(sine, T(1.0f)));
    return arc_tangent2_of(s, square_root((T(1.0f) - s) * (T(1.0f) + s)));
}

template <typename T>
T arc_cosine_of(T cosine) {
    const T c = max_of(T(-1.0f), min_of(cosine, T(1.0f)));
    return arc_tangent2_of(square_root((T(1.0f) - c) * (T(1.0f) + c)), c);
}

/// Any finite angle. Above 2^31 neighbouring floats are many turns apart and no answer means anything: sine
/// 0, cosine 1.
SineCosine<float> sine_cosine(float angle);
/// In double, for work in double: within 4e-16 up to a million radians; beyond, the error grows with the
/// angle.
SineCosine<double> sine_cosine(double angle);
float sine(float angle);
float cosine(float angle);
float arc_tangent2(float y, float x);
float arc_sine(float sine);
float arc_cosine(float cosine);

}  // namespace cairn
