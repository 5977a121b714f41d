#pragma once
// Slots are 32-bit integers, where -1 is none; the standard library's arrays are indexed without a sign.

#include <cstddef>
#include <cstdint>

namespace cairn {

inline std::size_t at(int32_t index) { return static_cast<std::size_t>(index); }

}  // namespace cairn
