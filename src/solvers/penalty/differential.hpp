#pragma once
// Larsen 6.4: vector expressions together with their derivatives by N numbers. Each operation below is one of
// his differentiation rules, column by column, so that a force written once gives its value (N = 0) and its
// exact Jacobian. (The cross product of the scanned paper lost its tildes: d(u x v) = u x dv - v x du.)

#include <array>
#include <cmath>

#include "math/vector_double.hpp"

namespace cairn::penalty {

/// A number and its derivatives.
template <int N>
struct Number {
    double value = 0;
    std::array<double, N> slope{};

    constexpr Number() = default;
    constexpr Number(double constant) : value(constant) {}
};

/// A vector and its derivatives, one column for each of the N numbers.
template <int N>
struct Vector {
    Vec3d value;
    std::array<Vec3d, N> slope{};

    constexpr Vector() = default;
    constexpr Vector(Vec3d constant) : value(constant) {}
};

template <int N, typename Combine>
constexpr Number<N> number_of(double value, Combine&& slope_of) {
    Number<N> r(value);
    for (std::size_t k = 0; k < N; ++k) r.slope[k] = slope_of(k);
    return r;
}
template <int N, typename Combine>
constexpr Vector<N> vector_of(Vec3d value, Combine&& slope_of) {
    Vector<N> r(value);
    for (std::size_t k = 0; k < N; ++k) r.slope[k] = slope_of(k);
    return r;
}

template <int N>
constexpr Number<N> operator+(const Number<N>& a, const Number<N>& b) {
    return number_of<N>(a.value + b.value, [&](std::size_t k) { return a.slope[k] + b.slope[k]; });
}
template <int N>
constexpr Number<N> operator-(const Number<N>& a, const Number<N>& b) {
    return number_of<N>(a.value - b.value, [&](std::size_t k) { return a.slope[k] - b.slope[k]; });
}
template <int N>
constexpr Number<N> operator*(const Number<N>& a, const Number<N>& b) {
    return number_of<N>(a.value * b.value,
                        [&](std::size_t k) { return a.value * b.slope[k] + a.slope[k] * b.value; });
}
template <int N>
constexpr Number<N> operator*(double s, const Number<N>& a) {
    return number_of<N>(s * a.value, [&](std::size_t k) { return s * a.slope[k]; });
}
template <int N>
constexpr Number<N> operator/(const Number<N>& a, const Number<N>& b) {
    const double ratio = a.value / b.value;
    return number_of<N>(ratio, [&](std::size_t k) { return (a.slope[k] - ratio * b.slope[k]) / b.value; });
}
/// f(a) where f has the value and the derivative given.
template <int N>
constexpr Number<N> chain(const Number<N>& a, double value, double derivative) {
    return number_of<N>(value, [&](std::size_t k) { return derivative * a.slope[k]; });
}
template <int N>
Number<N> square_root(const Number<N>& a) {
    const double root = std::sqrt(a.value);
    return chain(a, root, 0.5 / root);
}

template <int N>
constexpr Vector<N> operator+(const Vector<N>& a, const Vector<N>& b) {
    return vector_of<N>(a.value + b.value, [&](std::size_t k) { return a.slope[k] + b.slope[k]; });
}
template <int N>
constexpr Vector<N> operator-(const Vector<N>& a, const Vector<N>& b) {
    return vector_of<N>(a.value - b.value, [&](std::size_t k) { return a.slope[k] - b.slope[k]; });
}
template <int N>
constexpr Vector<N> operator*(double s, const Vector<N>& a) {
    return vector_of<N>(s * a.value, [&](std::size_t k) { return s * a.slope[k]; });
}
/// d(s v) = s dv + ds v
template <int N>
constexpr Vector<N> operator*(const Number<N>& s, const Vector<N>& v) {
    return vector_of<N>(s.value * v.value,
                        [&](std::size_t k) { return s.value * v.slope[k] + s.slope[k] * v.value; });
}
/// d(u . v) = u^T dv + v^T du
template <int N>
constexpr Number<N> dot(const Vector<N>& u, const Vector<N>& v) {
    return number_of<N>(dot(u.value, v.value),
                        [&](std::size_t k) { return dot(u.value, v.slope[k]) + dot(v.value, u.slope[k]); });
}
/// d(u x v) = [u] dv - [v] du
template <int N>
constexpr Vector<N> cross(const Vector<N>& u, const Vector<N>& v) {
    return vector_of<N>(cross(u.value, v.value), [&](std::size_t k) {
        return cross(u.value, v.slope[k]) - cross(v.value, u.slope[k]);
    });
}
template <int N>
Vector<N> normalized(const Vector<N>& v) {
    return (Number<N>(1) / square_root(dot(v, v))) * v;
}

}  // namespace cairn::penalty
