#pragma once
// SIMD lanes, written once. A file named *.wide.cpp is compiled for 1, 4, 8 and 16 lanes (CAIRN_LANES); its
// code lives in namespace cairn::wide, an alias-free macro for a namespace per width, so that no two widths
// share a symbol.
//
// Built on the vector types of g++ and clang: the compiler maps them to SSE2, AVX2, AVX-512, NEON or
// WebAssembly SIMD. Every operation acts on each lane alone and is exact IEEE (+ - * / sqrt, comparisons,
// selects), therefore each lane's result does not depend on the width. There is no reciprocal, no fused
// multiply-add and no horizontal sum.

#include <cstdint>
#include <cstring>
#include <utility>

#ifndef CAIRN_LANES
#error "lanes.hpp is for *.wide.cpp files, which are compiled with CAIRN_LANES"
#endif

#if defined(__SSE2__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#define CAIRN_JOIN_(a, b) a##b
#define CAIRN_JOIN(a, b) CAIRN_JOIN_(a, b)
#define CAIRN_WIDE CAIRN_JOIN(wide, CAIRN_LANES)

#define CAIRN_INLINE inline __attribute__((always_inline))

// For what several kernels need. In the browser, where people wait for the file, they share one copy.
#if defined(__wasm__)
#define CAIRN_SHARED inline __attribute__((noinline))
#else
#define CAIRN_SHARED CAIRN_INLINE
#endif

namespace cairn::CAIRN_WIDE {

inline constexpr int lane_count = CAIRN_LANES;

#if CAIRN_LANES == 1
using FloatRegister = float;
using IntRegister = int32_t;
#else
typedef float FloatRegister __attribute__((vector_size(4 * CAIRN_LANES)));
typedef int32_t IntRegister __attribute__((vector_size(4 * CAIRN_LANES)));
#endif

/// One truth value a lane.
struct Mask {
    IntRegister bits;  // all ones or all zeros
};

/// One float a lane.
struct Float {
    FloatRegister v;

    Float() = default;
    CAIRN_INLINE Float(FloatRegister value) : v(value) {}
#if CAIRN_LANES > 1
    CAIRN_INLINE Float(float value) : v(FloatRegister{} + value) {}
#endif
    CAIRN_INLINE float operator[](int lane) const {
#if CAIRN_LANES == 1
        (void)lane;
        return v;
#else
        return v[lane];
#endif
    }
};

CAIRN_INLINE Float operator+(Float a, Float b) { return {a.v + b.v}; }
CAIRN_INLINE Float operator-(Float a, Float b) { return {a.v - b.v}; }
CAIRN_INLINE Float operator*(Float a, Float b) { return {a.v * b.v}; }
CAIRN_INLINE Float operator/(Float a, Float b) { return {a.v / b.v}; }
CAIRN_INLINE Float operator-(Float a) { return {-a.v}; }
CAIRN_INLINE Float& operator+=(Float& a, Float b) { return a = a + b; }
CAIRN_INLINE Float& operator-=(Float& a, Float b) { return a = a - b; }
CAIRN_INLINE Float& operator*=(Float& a, Float b) { return a = a * b; }

#if CAIRN_LANES == 1
CAIRN_INLINE Mask operator<(Float a, Float b) { return {-(a.v < b.v)}; }
CAIRN_INLINE Mask operator>(Float a, Float b) { return {-(a.v > b.v)}; }
CAIRN_INLINE Mask operator<=(Float a, Float b) { return {-(a.v <= b.v)}; }
CAIRN_INLINE Mask operator>=(Float a, Float b) { return {-(a.v >= b.v)}; }
CAIRN_INLINE Mask operator==(Float a, Float b) { return {-(a.v == b.v)}; }
CAIRN_INLINE Float select(Mask m, Float a, Float b) { return m.bits ? a : b; }
#else
CAIRN_INLINE Mask operator<(Float a, Float b) { return {a.v < b.v}; }
CAIRN_INLINE Mask operator>(Float a, Float b) { return {a.v > b.v}; }
CAIRN_INLINE Mask operator<=(Float a, Float b) { return {a.v <= b.v}; }
CAIRN_INLINE Mask operator>=(Float a, Float b) { return {a.v >= b.v}; }
CAIRN_INLINE Mask operator==(Float a, Float b) { return {a.v == b.v}; }
CAIRN_INLINE Float select(Mask m, Float a, Float b) { return {m.bits ? a.v : b.v}; }
#endif
// a < b ? a : b and a > b ? a : b to the bit, for zeros and NaNs too. That is what the instructions of x86
// and WebAssembly compute, but not those of ARM; and the compilers do not see it in a select, which takes
// three times as long, in the middle of every chain of rows.
#if CAIRN_LANES == 16 && defined(__AVX512F__)
CAIRN_INLINE Float min_of(Float a, Float b) {
    return {reinterpret_cast<FloatRegister>(
        _mm512_maskz_min_ps(0xffff, reinterpret_cast<__m512>(a.v), reinterpret_cast<__m512>(b.v)))};
}
CAIRN_INLINE Float max_of(Float a, Float b) {
    return {reinterpret_cast<FloatRegister>(
        _mm512_maskz_max_ps(0xffff, reinterpret_cast<__m512>(a.v), reinterpret_cast<__m512>(b.v)))};
}
#elif CAIRN_LANES == 8 && defined(__AVX__)
CAIRN_INLINE Float min_of(Float a, Float b) {
    return {reinterpret_cast<FloatRegister>(
        _mm256_min_ps(reinterpret_cast<__m256>(a.v), reinterpret_cast<__m256>(b.v)))};
}
CAIRN_INLINE Float max_of(Float a, Float b) {
    return {reinterpret_cast<FloatRegister>(
        _mm256_max_ps(reinterpret_cast<__m256>(a.v), reinterpret_cast<__m256>(b.v)))};
}
#elif CAIRN_LANES == 4 && defined(__SSE2__)
CAIRN_INLINE Float min_of(Float a, Float b) {
    return {reinterpret_cast<FloatRegister>(
        _mm_min_ps(reinterpret_cast<__m128>(a.v), reinterpret_cast<__m128>(b.v)))};
}
CAIRN_INLINE Float max_of(Float a, Float b) {
    return {reinterpret_cast<FloatRegister>(
        _mm_max_ps(reinterpret_cast<__m128>(a.v), reinterpret_cast<__m128>(b.v)))};
}
#elif CAIRN_LANES == 4 && defined(__wasm_simd128__)
CAIRN_INLINE Float min_of(Float a, Float b) {
    return {reinterpret_cast<FloatRegister>(
        wasm_f32x4_pmin(reinterpret_cast<v128_t>(b.v), reinterpret_cast<v128_t>(a.v)))};
}
CAIRN_INLINE Float max_of(Float a, Float b) {
    return {reinterpret_cast<FloatRegister>(
        wasm_f32x4_pmax(reinterpret_cast<v128_t>(b.v), reinterpret_cast<v128_t>(a.v)))};
}
#else
CAIRN_INLINE Float min_of(Float a, Float b) { return select(a < b, a, b); }
CAIRN_INLINE Float max_of(Float a, Float b) { return select(a > b, a, b); }
#endif
CAIRN_INLINE Mask operator&(Mask a, Mask b) { return {a.bits & b.bits}; }
CAIRN_INLINE Mask operator|(Mask a, Mask b) { return {a.bits | b.bits}; }
CAIRN_INLINE Mask operator~(Mask a) { return {~a.bits}; }
CAIRN_INLINE Float clamp_to(Float a, Float low, Float high) { return max_of(low, min_of(a, high)); }
CAIRN_INLINE Float abs_of(Float a) { return max_of(a, -a); }

/// Whether any lane is set.
CAIRN_INLINE bool any(Mask m) {
#if CAIRN_LANES == 1
    return m.bits != 0;
#elif CAIRN_LANES == 16 && defined(__AVX512F__)
    const __m512i bits = reinterpret_cast<__m512i>(m.bits);
    return _mm512_test_epi32_mask(bits, bits) != 0;
#elif CAIRN_LANES == 8 && defined(__AVX__)
    const __m256i bits = reinterpret_cast<__m256i>(m.bits);
    return !_mm256_testz_si256(bits, bits);
#elif CAIRN_LANES == 4 && defined(__SSE2__)
    return _mm_movemask_ps(reinterpret_cast<__m128>(m.bits)) != 0;
#elif CAIRN_LANES == 4 && defined(__aarch64__)
    return vmaxvq_u32(reinterpret_cast<uint32x4_t>(m.bits)) != 0;
#elif CAIRN_LANES == 4 && defined(__wasm_simd128__)
    return wasm_v128_any_true(reinterpret_cast<v128_t>(m.bits));
#else
    uint64_t words[CAIRN_LANES / 2];
    std::memcpy(words, &m.bits, sizeof words);
    uint64_t all = 0;
    for (uint64_t w : words) all |= w;
    return all != 0;
#endif
}

/// A bit for every lane, the first lane's lowest.
CAIRN_INLINE uint32_t lane_bits(Mask m) {
#if CAIRN_LANES == 1
    return m.bits != 0;
#elif CAIRN_LANES == 16 && defined(__AVX512F__)
    const __m512i bits = reinterpret_cast<__m512i>(m.bits);
    return _mm512_test_epi32_mask(bits, bits);
#elif CAIRN_LANES == 8 && defined(__AVX__)
    return static_cast<uint32_t>(_mm256_movemask_ps(reinterpret_cast<__m256>(m.bits)));
#elif CAIRN_LANES == 4 && defined(__SSE2__)
    return static_cast<uint32_t>(_mm_movemask_ps(reinterpret_cast<__m128>(m.bits)));
#elif CAIRN_LANES == 4 && defined(__wasm_simd128__)
    return static_cast<uint32_t>(wasm_i32x4_bitmask(reinterpret_cast<v128_t>(m.bits)));
#else
    uint32_t bits = 0;
    for (int lane = 0; lane < lane_count; ++lane) bits |= (m.bits[lane] != 0 ? 1u : 0u) << lane;
    return bits;
#endif
}

CAIRN_INLINE Float square_root(Float a) {
#if CAIRN_LANES == 1
    return {__builtin_sqrtf(a.v)};
#elif CAIRN_LANES == 16 && defined(__AVX512F__)
    return {reinterpret_cast<FloatRegister>(_mm512_maskz_sqrt_ps(0xffff, reinterpret_cast<__m512>(a.v)))};
#elif CAIRN_LANES == 8 && defined(__AVX__)
    return {reinterpret_cast<FloatRegister>(_mm256_sqrt_ps(reinterpret_cast<__m256>(a.v)))};
#elif CAIRN_LANES == 4 && defined(__SSE2__)
    return {reinterpret_cast<FloatRegister>(_mm_sqrt_ps(reinterpret_cast<__m128>(a.v)))};
#elif CAIRN_LANES == 4 && defined(__aarch64__)
    return {reinterpret_cast<FloatRegister>(vsqrtq_f32(reinterpret_cast<float32x4_t>(a.v)))};
#elif CAIRN_LANES == 4 && defined(__wasm_simd128__)
    return {reinterpret_cast<FloatRegister>(wasm_f32x4_sqrt(reinterpret_cast<v128_t>(a.v)))};
#else
    FloatRegister r{};
    for (int i = 0; i < lane_count; ++i) r[i] = __builtin_sqrtf(a.v[i]);
    return {r};
#endif
}

CAIRN_INLINE Float load(const float* p) {
    Float r;
    std::memcpy(&r.v, __builtin_assume_aligned(p, 4 * CAIRN_LANES), sizeof r.v);
    return r;
}
CAIRN_INLINE void store(float* p, Float a) {
    std::memcpy(__builtin_assume_aligned(p, 4 * CAIRN_LANES), &a.v, sizeof a.v);
}

/// Three floats a lane.
struct Vec3w {
    Float x, y, z;
};
CAIRN_INLINE Vec3w operator+(Vec3w a, Vec3w b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
CAIRN_INLINE Vec3w operator-(Vec3w a, Vec3w b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
CAIRN_INLINE Vec3w operator-(Vec3w a) { return {-a.x, -a.y, -a.z}; }
CAIRN_INLINE Vec3w operator*(Float s, Vec3w a) { return {s * a.x, s * a.y, s * a.z}; }
CAIRN_INLINE Float dot(Vec3w a, Vec3w b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
CAIRN_INLINE Vec3w cross(Vec3w a, Vec3w b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
CAIRN_INLINE Vec3w select(Mask m, Vec3w a, Vec3w b) {
    return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
CAIRN_INLINE Vec3w load3(const float* p) { return {load(p), load(p + lane_count), load(p + 2 * lane_count)}; }
CAIRN_INLINE void store3(float* p, Vec3w a) {
    store(p, a.x), store(p + lane_count, a.y), store(p + 2 * lane_count, a.z);
}

struct Quatw {
    Float x, y, z, w;
};
CAIRN_INLINE Quatw operator*(Quatw a, Quatw b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
CAIRN_INLINE Quatw load_quaternion(const float* p) {
    return {load(p), load(p + lane_count), load(p + 2 * lane_count), load(p + 3 * lane_count)};
}
CAIRN_INLINE void store_quaternion(float* p, Quatw q) {
    store3(p, {q.x, q.y, q.z}), store(p + 3 * lane_count, q.w);
}
CAIRN_INLINE Quatw select(Mask m, Quatw a, Quatw b) {
    return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z), select(m, a.w, b.w)};
}
CAIRN_INLINE Quatw conjugate(Quatw q) { return {-q.x, -q.y, -q.z, q.w}; }
CAIRN_INLINE Vec3w rotate(Quatw q, Vec3w v) {
    const Vec3w u{q.x, q.y, q.z};
    const Vec3w t = Float(2.0f) * cross(u, v);
    return v + q.w * t + cross(u, t);
}

/// Rotation matrix by columns; cheaper than a quaternion where more than two vectors are turned.
struct Mat3w {
    Vec3w x, y, z;
};
CAIRN_INLINE Mat3w to_matrix(Quatw q) {
    const Float one(1.0f), two(2.0f);
    const Float xx = q.x * q.x, yy = q.y * q.y, zz = q.z * q.z;
    const Float xy = q.x * q.y, xz = q.x * q.z, yz = q.y * q.z;
    const Float wx = q.w * q.x, wy = q.w * q.y, wz = q.w * q.z;
    return {{one - two * (yy + zz), two * (xy + wz), two * (xz - wy)},
            {two * (xy - wz), one - two * (xx + zz), two * (yz + wx)},
            {two * (xz + wy), two * (yz - wx), one - two * (xx + yy)}};
}
CAIRN_INLINE Vec3w operator*(const Mat3w& m, Vec3w v) { return v.x * m.x + v.y * m.y + v.z * m.z; }

/// Symmetric 3x3 matrix.
struct Sym3w {
    Float xx, yy, zz, xy, xz, yz;
};
CAIRN_INLINE Vec3w operator*(const Sym3w& m, Vec3w v) {
    return {m.xx * v.x + m.xy * v.y + m.xz * v.z, m.xy * v.x + m.yy * v.y + m.yz * v.z,
            m.xz * v.x + m.yz * v.y + m.zz * v.z};
}
CAIRN_INLINE Sym3w operator+(const Sym3w& a, const Sym3w& b) {
    return {a.xx + b.xx, a.yy + b.yy, a.zz + b.zz, a.xy + b.xy, a.xz + b.xz, a.yz + b.yz};
}
CAIRN_INLINE Sym3w select(Mask m, const Sym3w& a, const Sym3w& b) {
    return {select(m, a.xx, b.xx), select(m, a.yy, b.yy), select(m, a.zz, b.zz),
            select(m, a.xy, b.xy), select(m, a.xz, b.xz), select(m, a.yz, b.yz)};
}
CAIRN_INLINE Sym3w load_symmetric(const float* p) {
    return {load(p),
            load(p + lane_count),
            load(p + 2 * lane_count),
            load(p + 3 * lane_count),
            load(p + 4 * lane_count),
            load(p + 5 * lane_count)};
}
CAIRN_INLINE void store_symmetric(float* p, const Sym3w& m) {
    const Float values[6] = {m.xx, m.yy, m.zz, m.xy, m.xz, m.yz};
    for (int i = 0; i < 6; ++i) store(p + i * lane_count, values[i]);
}
/// The inverse by cofactors; zero in lanes where the matrix is singular.
CAIRN_INLINE Sym3w inverse(const Sym3w& m) {
    const Float a = m.yy * m.zz - m.yz * m.yz;
    const Float b = m.xz * m.yz - m.xy * m.zz;
    const Float c = m.xy * m.yz - m.xz * m.yy;
    const Float d = m.xx * a + m.xy * b + m.xz * c;
    const Float s = select(d == Float(0.0f), Float(0.0f), Float(1.0f) / d);
    return {s * a, s * (m.xx * m.zz - m.xz * m.xz), s * (m.xx * m.yy - m.xy * m.xy), s * b,
            s * c, s * (m.xy * m.xz - m.xx * m.yz)};
}

}  // namespace cairn::CAIRN_WIDE
