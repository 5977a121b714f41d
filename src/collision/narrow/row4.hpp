#pragma once
// Four floats in one register, by the vector types of g++ and clang. Exact operations lane by lane, so the
// result is that of the scalar expression on every machine.

#include <cstdint>
#include <cstring>

#include <cairn/math.hpp>

namespace cairn::narrow {

using cairn::abs_of;  // else the one below would hide it

typedef float Row4 __attribute__((vector_size(16)));
typedef int32_t RowMask4 __attribute__((vector_size(16)));

inline Row4 row4(Vec3 v) { return Row4{v.x, v.y, v.z, 0}; }
inline Row4 row4(float s) { return Row4{s, s, s, s}; }
inline Row4 abs_of(Row4 v) { return reinterpret_cast<Row4>(reinterpret_cast<RowMask4>(v) & 0x7fffffff); }
/// x y z w -> y z x w: the axes one further.
inline Row4 turn(Row4 v) { return Row4{v[1], v[2], v[0], v[3]}; }

/// Whether any lane is set.
inline bool any(RowMask4 mask) {
    uint64_t words[2];
    std::memcpy(words, &mask, sizeof words);
    return (words[0] | words[1]) != 0;
}

}  // namespace cairn::narrow
