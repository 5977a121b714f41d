#pragma once
// Four boxes at a time for the bounds tree, by compiler vectors of 16 bytes: SSE2, NEON and WebAssembly all
// have them, so the tree needs no run-time choice of width and every machine visits the same nodes in the
// same order.

#include <cstdint>

#include <cairn/math.hpp>

namespace cairn::tree {

using Float4 = float __attribute__((vector_size(16)));
using Int4 = int32_t __attribute__((vector_size(16)));

inline Float4 load4(const float* from) {
    Float4 value;
    __builtin_memcpy(&value, from, sizeof value);
    return value;
}
inline void store4(float* to, Float4 value) { __builtin_memcpy(to, &value, sizeof value); }
inline Float4 splat4(float value) { return Float4{value, value, value, value}; }
// Both choose b when neither is smaller, on every machine: zeros of either sign keep one meaning.
inline Float4 min4(Float4 a, Float4 b) { return a < b ? a : b; }
inline Float4 max4(Float4 a, Float4 b) { return a > b ? a : b; }

/// Bit i is set where lane i of a comparison is true.
inline uint32_t lane_bits(Int4 mask) {
#if defined(__SSE2__)
    Float4 lanes;
    __builtin_memcpy(&lanes, &mask, sizeof lanes);
    return static_cast<uint32_t>(__builtin_ia32_movmskps(lanes));
#elif defined(__wasm_simd128__)
    return static_cast<uint32_t>(__builtin_wasm_bitmask_i32x4(mask));
#else
    const Int4 bits = mask & Int4{1, 2, 4, 8};
    return static_cast<uint32_t>((bits[0] | bits[1]) | (bits[2] | bits[3]));
#endif
}

inline int lowest_bit(uint32_t bits) { return __builtin_ctz(bits); }

}  // namespace cairn::tree
