#pragma once
// What a simulator remembers between frames as plain words, so that a world's snapshot can hold it: states in
// double, steps to try, and contact sets with their springs.

#include <cstdint>
#include <span>
#include <vector>

#include "solvers/penalty/simulator.hpp"

namespace cairn::penalty {

/// Shapes are named by `names`, one for each collider, which outlive the order of colliders.
std::vector<uint32_t> save_memory(const Simulator& simulator, std::span<const uint32_t> names);

/// Takes back what was saved. Bodies are matched by index, shapes by name; pairs whose shapes are gone are
/// left out. False, and nothing changed, where the words are not a memory.
bool load_memory(Simulator& simulator, std::span<const uint32_t> names, std::span<const uint32_t> words);

}  // namespace cairn::penalty
