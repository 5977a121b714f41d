#pragma once
// Contact point identifiers after Catto 2005, section 8.2: which edges met. A point is where an edge of one
// body crosses an edge of the other (both indices), or a corner of one body (where two edges of the same body
// meet). Nothing in an id says which face was the reference, so that ids survive when reference and incident
// face change roles.

#include <cstdint>

#include "collision/manifold.hpp"

namespace cairn::narrow {

constexpr uint32_t edge_pair_feature(uint32_t edge_a, uint32_t edge_b) { return edge_a | edge_b << 10; }
constexpr uint32_t vertex_a_feature(uint32_t vertex) { return 1u << 30 | vertex; }
constexpr uint32_t vertex_b_feature(uint32_t vertex) { return 2u << 30 | vertex; }
/// Two edges of one body that do not meet: only rounding in a degenerate clip gives it.
constexpr uint32_t odd_feature(uint32_t edge, uint32_t other_edge) {
    return 3u << 30 | edge | other_edge << 10;
}

/// Degenerate polygons may name one pair of edges twice; bits 20 to 29 are free to tell such points apart.
inline void make_features_unique(Manifold& m) {
    for (int i = 1; i < m.count; ++i) {
        for (int j = 0; j < i; ++j) {
            if (m.points[j].feature != m.points[i].feature) continue;
            m.points[i].feature += 1u << 20;
            j = -1;
        }
    }
}

}  // namespace cairn::narrow
