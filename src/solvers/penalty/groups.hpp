#pragma once
// Contact groups (Larsen 6.3): connected components of bodies that touch. Bodies that do not move by forces
// link nothing.

#include <span>
#include <utility>
#include <vector>

namespace cairn::penalty {

struct Groups {
    std::vector<int> group;                 // of each body; -1 for those that link nothing
    std::vector<std::vector<int>> members;  // of each group in ascending order; groups by their first member
};

/// `joins[i]` says whether body i belongs to a group at all.
Groups find_groups(std::span<const char> joins, std::span<const std::pair<int, int>> touching);

}  // namespace cairn::penalty
