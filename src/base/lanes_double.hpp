#pragma once
// Doubles in lanes: half as many as floats in the same register. The rules are those of lanes.hpp, which it
// needs: exact operations on each lane alone, so that no width changes a result.

#include "base/lanes.hpp"

namespace cairn::CAIRN_WIDE {

inline constexpr int double_count = CAIRN_LANES == 1 ? 1 : CAIRN_LANES / 2;

#if CAIRN_LANES == 1
using DoubleRegister = double;
using LongRegister = int64_t;
#else
typedef double DoubleRegister __attribute__((vector_size(4 * CAIRN_LANES)));
typedef int64_t LongRegister __attribute__((vector_size(4 * CAIRN_LANES)));
#endif

/// One truth value a lane of doubles.
struct DoubleMask {
    LongRegister bits;  // all ones or all zeros
};

/// One double a lane.
struct Double {
    DoubleRegister v;

    Double() = default;
    CAIRN_INLINE Double(DoubleRegister value) : v(value) {}
#if CAIRN_LANES > 1
    CAIRN_INLINE Double(double value) : v(DoubleRegister{} + value) {}
#endif
};

CAIRN_INLINE Double operator+(Double a, Double b) { return {a.v + b.v}; }
CAIRN_INLINE Double operator-(Double a, Double b) { return {a.v - b.v}; }
CAIRN_INLINE Double operator*(Double a, Double b) { return {a.v * b.v}; }
CAIRN_INLINE Double operator/(Double a, Double b) { return {a.v / b.v}; }
CAIRN_INLINE Double operator-(Double a) { return {-a.v}; }
CAIRN_INLINE Double& operator+=(Double& a, Double b) { return a = a + b; }

#if CAIRN_LANES == 1
CAIRN_INLINE DoubleMask operator>(Double a, Double b) { return {-int64_t(a.v > b.v)}; }
CAIRN_INLINE Double select(DoubleMask m, Double a, Double b) { return m.bits ? a : b; }
#else
CAIRN_INLINE DoubleMask operator>(Double a, Double b) { return {a.v > b.v}; }
CAIRN_INLINE Double select(DoubleMask m, Double a, Double b) { return {m.bits ? a.v : b.v}; }
#endif
CAIRN_INLINE Double min_of(Double a, Double b) { return select(b > a, a, b); }
CAIRN_INLINE Double max_of(Double a, Double b) { return select(a > b, a, b); }
CAIRN_INLINE Double abs_of(Double a) { return max_of(a, -a); }

CAIRN_INLINE Double square_root(Double a) {
#if CAIRN_LANES == 1
    return {__builtin_sqrt(a.v)};
#elif CAIRN_LANES == 16 && defined(__AVX512F__)
    return {reinterpret_cast<DoubleRegister>(_mm512_maskz_sqrt_pd(0xff, reinterpret_cast<__m512d>(a.v)))};
#elif CAIRN_LANES == 8 && defined(__AVX__)
    return {reinterpret_cast<DoubleRegister>(_mm256_sqrt_pd(reinterpret_cast<__m256d>(a.v)))};
#elif CAIRN_LANES == 4 && defined(__SSE2__)
    return {reinterpret_cast<DoubleRegister>(_mm_sqrt_pd(reinterpret_cast<__m128d>(a.v)))};
#elif CAIRN_LANES == 4 && defined(__aarch64__)
    return {reinterpret_cast<DoubleRegister>(vsqrtq_f64(reinterpret_cast<float64x2_t>(a.v)))};
#elif CAIRN_LANES == 4 && defined(__wasm_simd128__)
    return {reinterpret_cast<DoubleRegister>(wasm_f64x2_sqrt(reinterpret_cast<v128_t>(a.v)))};
#else
    DoubleRegister r{};
    for (int i = 0; i < double_count; ++i) r[i] = __builtin_sqrt(a.v[i]);
    return {r};
#endif
}

CAIRN_INLINE Double load(const double* p) {
    Double r;
    std::memcpy(&r.v, __builtin_assume_aligned(p, 8 * double_count), sizeof r.v);
    return r;
}
CAIRN_INLINE void store(double* p, Double a) {
    std::memcpy(__builtin_assume_aligned(p, 8 * double_count), &a.v, sizeof a.v);
}

#if CAIRN_LANES > 4
namespace rows {
typedef double DoubleRow4 __attribute__((vector_size(32)));

// Two lanes of 128 bits make a row of four doubles: pairs are interleaved inside the lanes, then the lanes
// change places. Element e of the result, in each group of four.
constexpr int even(int e) { return (e / 4) * 4 + (e % 4 / 2) * 2 + (e % 2) * double_count; }
constexpr int odd(int e) { return even(e) + 1; }
constexpr int low_half(int e) { return (e / 4) * 4 + e % 2 + (e % 4 / 2) * double_count; }
constexpr int high_half(int e) { return low_half(e) + 2; }

template <int... I>
CAIRN_INLINE void transpose(DoubleRegister (&r)[4], std::integer_sequence<int, I...>) {
    const DoubleRegister t0 = __builtin_shufflevector(r[0], r[1], even(I)...);
    const DoubleRegister t1 = __builtin_shufflevector(r[0], r[1], odd(I)...);
    const DoubleRegister t2 = __builtin_shufflevector(r[2], r[3], even(I)...);
    const DoubleRegister t3 = __builtin_shufflevector(r[2], r[3], odd(I)...);
    r[0] = __builtin_shufflevector(t0, t2, low_half(I)...);
    r[1] = __builtin_shufflevector(t1, t3, low_half(I)...);
    r[2] = __builtin_shufflevector(t0, t2, high_half(I)...);
    r[3] = __builtin_shufflevector(t1, t3, high_half(I)...);
}

CAIRN_INLINE DoubleRow4 load4(const double* p) {
    DoubleRow4 r;
    std::memcpy(&r, __builtin_assume_aligned(p, 32), sizeof r);
    return r;
}

CAIRN_INLINE DoubleRegister row(const double* const* p, int j) {
#if CAIRN_LANES == 8
    return load4(p[j]);
#else
    return __builtin_shufflevector(load4(p[j]), load4(p[j + 4]), 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}
}  // namespace rows
#endif

/// The four doubles at p[lane] (32-byte aligned) of every lane, as one register a component.
CAIRN_INLINE void gather4(const double* const* p, Double& x, Double& y, Double& z, Double& w) {
#if CAIRN_LANES == 1
    x = p[0][0], y = p[0][1], z = p[0][2], w = p[0][3];
#elif CAIRN_LANES == 4
    const Double xy0 = load(p[0]), xy1 = load(p[1]), zw0 = load(p[0] + 2), zw1 = load(p[1] + 2);
    x = __builtin_shufflevector(xy0.v, xy1.v, 0, 2), y = __builtin_shufflevector(xy0.v, xy1.v, 1, 3);
    z = __builtin_shufflevector(zw0.v, zw1.v, 0, 2), w = __builtin_shufflevector(zw0.v, zw1.v, 1, 3);
#else
    DoubleRegister r[4] = {rows::row(p, 0), rows::row(p, 1), rows::row(p, 2), rows::row(p, 3)};
    rows::transpose(r, std::make_integer_sequence<int, double_count>{});
    x = r[0], y = r[1], z = r[2], w = r[3];
#endif
}

/// The reverse of gather4; pointers of lanes that must not be written lead to a place for rubbish.
CAIRN_INLINE void scatter4(double* const* p, Double x, Double y, Double z, Double w) {
#if CAIRN_LANES == 1
    p[0][0] = x.v, p[0][1] = y.v, p[0][2] = z.v, p[0][3] = w.v;
#elif CAIRN_LANES == 4
    store(p[0], __builtin_shufflevector(x.v, y.v, 0, 2)),
        store(p[1], __builtin_shufflevector(x.v, y.v, 1, 3));
    store(p[0] + 2, __builtin_shufflevector(z.v, w.v, 0, 2));
    store(p[1] + 2, __builtin_shufflevector(z.v, w.v, 1, 3));
#else
    DoubleRegister r[4] = {x.v, y.v, z.v, w.v};
    rows::transpose(r, std::make_integer_sequence<int, double_count>{});
    for (int j = 0; j < 4; ++j) {
        rows::DoubleRow4 parts[double_count / 4];
        std::memcpy(parts, &r[j], sizeof parts);
        for (int g = 0; g < double_count / 4; ++g)
            std::memcpy(__builtin_assume_aligned(p[4 * g + j], 32), &parts[g], 32);
    }
#endif
}

/// Three doubles a lane.
struct Double3 {
    Double x, y, z;
};
CAIRN_INLINE Double3 operator+(Double3 a, Double3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
CAIRN_INLINE Double3 operator-(Double3 a, Double3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
CAIRN_INLINE Double3 operator*(Double s, Double3 a) { return {s * a.x, s * a.y, s * a.z}; }
CAIRN_INLINE Double dot(Double3 a, Double3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
CAIRN_INLINE Double3 cross(Double3 a, Double3 b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
CAIRN_INLINE Double3 load3(const double* p) {
    return {load(p), load(p + double_count), load(p + 2 * double_count)};
}

}  // namespace cairn::CAIRN_WIDE
