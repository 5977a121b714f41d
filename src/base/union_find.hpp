#pragma once
// Sets of numbers that are united pair by pair. parent[i] == i where i stands for its set.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace cairn {

inline int32_t root(std::vector<int32_t>& parent, int32_t i) {
    const auto up = [&](int32_t k) -> int32_t& { return parent[static_cast<size_t>(k)]; };
    while (up(i) != i) i = up(i) = up(up(i));
    return i;
}

/// The smaller number stands for both, so that the outcome does not depend on the order.
inline void unite(std::vector<int32_t>& parent, int32_t a, int32_t b) {
    a = root(parent, a), b = root(parent, b);
    if (a < b) parent[static_cast<size_t>(b)] = a;
    if (b < a) parent[static_cast<size_t>(a)] = b;
}

}  // namespace cairn
