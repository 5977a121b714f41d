#pragma once
// Records in and out of lanes: a record a lane in memory, one register a component here.

#include "base/lanes.hpp"

namespace cairn::CAIRN_WIDE {

#if CAIRN_LANES > 1
// Moving records of four floats in and out of lanes: rows[j] holds, in each group of four lanes, the record
// of that group's j-th lane; a 4x4 transpose inside each group of four then gives one register a component.
// Done so, the shuffles never cross a 128-bit boundary, which is the cheap kind on every machine, at every
// width.
namespace rows {
typedef float Row4 __attribute__((vector_size(16)));
typedef float Row8 __attribute__((vector_size(32)));

constexpr int unpack_low(int e) { return (e / 4) * 4 + (e % 4) / 2 + (e % 2) * lane_count; }
constexpr int unpack_high(int e) { return unpack_low(e) + 2; }
constexpr int pair_low(int e) { return (e / 4) * 4 + (e % 2) + ((e % 4) / 2) * lane_count; }
constexpr int pair_high(int e) { return pair_low(e) + 2; }

template <int... I>
CAIRN_INLINE void transpose(FloatRegister (&r)[4], std::integer_sequence<int, I...>) {
    const FloatRegister t0 = __builtin_shufflevector(r[0], r[1], unpack_low(I)...);
    const FloatRegister t1 = __builtin_shufflevector(r[0], r[1], unpack_high(I)...);
    const FloatRegister t2 = __builtin_shufflevector(r[2], r[3], unpack_low(I)...);
    const FloatRegister t3 = __builtin_shufflevector(r[2], r[3], unpack_high(I)...);
    r[0] = __builtin_shufflevector(t0, t2, pair_low(I)...);
    r[1] = __builtin_shufflevector(t0, t2, pair_high(I)...);
    r[2] = __builtin_shufflevector(t1, t3, pair_low(I)...);
    r[3] = __builtin_shufflevector(t1, t3, pair_high(I)...);
}

CAIRN_INLINE Row4 load4(const float* p) {
    Row4 r;
    std::memcpy(&r, __builtin_assume_aligned(p, 16), sizeof r);
    return r;
}

template <class Place>
CAIRN_INLINE FloatRegister row(const Place& at, int j) {
#if CAIRN_LANES == 4
    return load4(at(j));
#elif CAIRN_LANES == 8
    return __builtin_shufflevector(load4(at(j)), load4(at(j + 4)), 0, 1, 2, 3, 4, 5, 6, 7);
#else
    const Row8 low = __builtin_shufflevector(load4(at(j)), load4(at(j + 4)), 0, 1, 2, 3, 4, 5, 6, 7);
    const Row8 high = __builtin_shufflevector(load4(at(j + 8)), load4(at(j + 12)), 0, 1, 2, 3, 4, 5, 6, 7);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
}
}  // namespace rows
#endif

/// The four floats at the place at(lane) (16-byte aligned) of every lane, as one register a component.
template <class Place>
CAIRN_INLINE void gather4(const Place& at, Float& x, Float& y, Float& z, Float& w) {
#if CAIRN_LANES == 1
    const float* p = at(0);
    x = p[0], y = p[1], z = p[2], w = p[3];
#else
    FloatRegister r[4] = {rows::row(at, 0), rows::row(at, 1), rows::row(at, 2), rows::row(at, 3)};
    rows::transpose(r, std::make_integer_sequence<int, lane_count>{});
    x = r[0], y = r[1], z = r[2], w = r[3];
#endif
}

/// The reverse of gather4; the places of lanes that must not be written lead to rubbish.
template <class Place>
CAIRN_INLINE void scatter4(const Place& at, Float x, Float y, Float z, Float w) {
#if CAIRN_LANES == 1
    float* p = at(0);
    p[0] = x.v, p[1] = y.v, p[2] = z.v, p[3] = w.v;
#else
    FloatRegister r[4] = {x.v, y.v, z.v, w.v};
    rows::transpose(r, std::make_integer_sequence<int, lane_count>{});
    for (int j = 0; j < 4; ++j) {
        rows::Row4 parts[CAIRN_LANES / 4];
        std::memcpy(parts, &r[j], sizeof parts);
        for (int g = 0; g < CAIRN_LANES / 4; ++g)
            std::memcpy(__builtin_assume_aligned(at(4 * g + j), 16), &parts[g], 16);
    }
#endif
}

#if CAIRN_LANES >= 8
namespace rows {
CAIRN_INLINE Row8 load8(const float* p) {
    Row8 r;
    std::memcpy(&r, __builtin_assume_aligned(p, 32), sizeof r);
    return r;
}

CAIRN_INLINE void store8(float* p, Row8 r) { std::memcpy(__builtin_assume_aligned(p, 32), &r, sizeof r); }

// Two groups of four registers hold half the lanes each, and are transposed each by itself. Register j of
// group g has the record of lane_of(g, j), and with 16 lanes that of the lane four farther on behind it: so
// each group of four lanes of it is followed by another of the same lanes, which has the records' second
// half.
constexpr int lane_of(int g, int j) { return g * (lane_count / 2) + j; }

/// Every other group of four lanes, of `a` and then of `b`: from the first one on, or from the second.
constexpr int even_group(int e) {
    constexpr int half = lane_count / 2;
    return (e % half) / 4 * 8 + e % 4 + (e / half) * lane_count;
}
constexpr int odd_group(int e) { return even_group(e) + 4; }
/// The reverse: groups of a and b in turn, from the first half of each or from the second.
constexpr int zip_low(int e) { return e / 8 * 4 + e % 4 + (e / 4 % 2) * lane_count; }
constexpr int zip_high(int e) { return zip_low(e) + lane_count / 2; }

template <int... I>
CAIRN_INLINE void divide(FloatRegister a, FloatRegister b, FloatRegister& even, FloatRegister& odd,
                         std::integer_sequence<int, I...>) {
    even = __builtin_shufflevector(a, b, even_group(I)...);
    odd = __builtin_shufflevector(a, b, odd_group(I)...);
}
template <int... I>
CAIRN_INLINE void zip(FloatRegister even, FloatRegister odd, FloatRegister& a, FloatRegister& b,
                      std::integer_sequence<int, I...>) {
    a = __builtin_shufflevector(even, odd, zip_low(I)...);
    b = __builtin_shufflevector(even, odd, zip_high(I)...);
}
}  // namespace rows
#endif

/// Eight floats a lane (32-byte aligned): the first four of them and the second.
struct Octet {
    Float first[4], second[4];

    CAIRN_INLINE Vec3w first_vector() const { return {first[0], first[1], first[2]}; }
    CAIRN_INLINE Vec3w second_vector() const { return {second[0], second[1], second[2]}; }
    CAIRN_INLINE Quatw second_quaternion() const { return {second[0], second[1], second[2], second[3]}; }
    /// As Pose::inverse_inertia lies.
    CAIRN_INLINE Sym3w symmetric() const {
        return {first[0], first[1], first[2], first[3], second[0], second[1]};
    }
};

/// As gather4 twice, with half the loads and addresses: a pass over constraints is to a third bodies coming
/// and going.
template <class Place>
CAIRN_INLINE Octet gather8(const Place& at) {
    Octet result;
#if CAIRN_LANES >= 8
    constexpr auto lanes = std::make_integer_sequence<int, lane_count>{};
    FloatRegister r[2][4];
    for (int g = 0; g < 2; ++g) {
        for (int j = 0; j < 4; ++j) {
            const rows::Row8 low = rows::load8(at(rows::lane_of(g, j)));
#if CAIRN_LANES == 8
            r[g][j] = low;
#else
            r[g][j] = __builtin_shufflevector(low, rows::load8(at(rows::lane_of(g, j) + 4)), 0, 1, 2, 3, 4, 5,
                                              6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
#endif
        }
        rows::transpose(r[g], lanes);
    }
    for (int j = 0; j < 4; ++j) rows::divide(r[0][j], r[1][j], result.first[j].v, result.second[j].v, lanes);
#else
    gather4(at, result.first[0], result.first[1], result.first[2], result.first[3]);
    gather4([&](int lane) { return at(lane) + 4; }, result.second[0], result.second[1], result.second[2],
            result.second[3]);
#endif
    return result;
}

/// The reverse; as scatter4 twice.
template <class Place>
CAIRN_INLINE void scatter8(const Place& at, const Octet& values) {
#if CAIRN_LANES >= 8
    constexpr auto lanes = std::make_integer_sequence<int, lane_count>{};
    FloatRegister r[2][4];
    for (int j = 0; j < 4; ++j) rows::zip(values.first[j].v, values.second[j].v, r[0][j], r[1][j], lanes);
    for (int g = 0; g < 2; ++g) {
        rows::transpose(r[g], lanes);
        for (int j = 0; j < 4; ++j) {
#if CAIRN_LANES == 8
            rows::store8(at(rows::lane_of(g, j)), r[g][j]);
#else
            rows::store8(at(rows::lane_of(g, j)),
                         __builtin_shufflevector(r[g][j], r[g][j], 0, 1, 2, 3, 4, 5, 6, 7));
            rows::store8(at(rows::lane_of(g, j) + 4),
                         __builtin_shufflevector(r[g][j], r[g][j], 8, 9, 10, 11, 12, 13, 14, 15));
#endif
        }
    }
#else
    scatter4(at, values.first[0], values.first[1], values.first[2], values.first[3]);
    scatter4([&](int lane) { return at(lane) + 4; }, values.second[0], values.second[1], values.second[2],
             values.second[3]);
#endif
}

}  // namespace cairn::CAIRN_WIDE
