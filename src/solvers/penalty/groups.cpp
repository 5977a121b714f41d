#include "solvers/penalty/groups.hpp"

namespace cairn::penalty {

namespace {

int root(std::vector<int>& parent, int i) {
    while (parent[std::size_t(i)] != i) {
        int& up = parent[std::size_t(i)];
        up = parent[std::size_t(up)];
        i = up;
    }
    return i;
}

}  // namespace

Groups find_groups(std::span<const char> joins, std::span<const std::pair<int, int>> touching) {
    std::vector<int> parent(joins.size());
    for (std::size_t i = 0; i < joins.size(); ++i) parent[i] = static_cast<int>(i);
    for (const auto& [a, b] : touching) {
        if (!joins[std::size_t(a)] || !joins[std::size_t(b)]) continue;
        const int ra = root(parent, a), rb = root(parent, b);
        // The smaller index is the root, so that the answer does not depend on the order of the pairs.
        parent[std::size_t(ra < rb ? rb : ra)] = ra < rb ? ra : rb;
    }
    Groups groups;
    groups.group.assign(joins.size(), -1);
    for (std::size_t i = 0; i < joins.size(); ++i) {
        if (!joins[i]) continue;
        const auto r = std::size_t(root(parent, static_cast<int>(i)));
        if (r == i) {
            groups.group[i] = static_cast<int>(groups.members.size());
            groups.members.emplace_back();
        }
        groups.group[i] = groups.group[r];
        groups.members[std::size_t(groups.group[i])].push_back(static_cast<int>(i));
    }
    return groups;
}

}  // namespace cairn::penalty
