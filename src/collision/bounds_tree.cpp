#include "collision/bounds_tree.hpp"

#include <cassert>
#include <utility>

namespace cairn {

using tree::Float4;
using tree::load4;
using tree::max4;
using tree::min4;

namespace {

/// Half the surface; extents limited so that sums of them stay finite.
float area(const Bounds& bounds) {
    const Vec3 extent = min_of(bounds.upper - bounds.lower, Vec3{1e15f, 1e15f, 1e15f});
    return extent.x * extent.y + extent.y * extent.z + extent.z * extent.x;
}

/// The winner of each of three rows: halves against halves, then what is left side by side.
template <class Pick>
Vec3 winners(const float rows[3][4], Pick pick) {
    const Float4 x = load4(rows[0]), y = load4(rows[1]), z = load4(rows[2]);
    const Float4 xy =
        pick(__builtin_shufflevector(x, y, 0, 1, 4, 5), __builtin_shufflevector(x, y, 2, 3, 6, 7));
    const Float4 zz = pick(z, __builtin_shufflevector(z, z, 2, 3, 0, 1));
    const Float4 all =
        pick(__builtin_shufflevector(xy, zz, 0, 2, 4, 6), __builtin_shufflevector(xy, zz, 1, 3, 5, 7));
    return {all[0], all[1], all[2]};
}
Vec3 least(const float rows[3][4]) {
    return winners(rows, [](Float4 a, Float4 b) { return min4(a, b); });
}
Vec3 greatest(const float rows[3][4]) {
    return winners(rows, [](Float4 a, Float4 b) { return max4(a, b); });
}

}  // namespace

// --- lanes and nodes ----------------------------------------------------------

void BoundsTree::write_lane(int slot, const Bounds& bounds) {
    Node& node = nodes_[slot / lanes];
    const int lane = slot % lanes;
    for (int axis = 0; axis < 3; ++axis) {
        node.lower[axis][lane] = bounds.lower[axis];
        node.upper[axis][lane] = bounds.upper[axis];
    }
}

Bounds BoundsTree::read_lane(int slot) const {
    const Node& node = nodes_[slot / lanes];
    const int lane = slot % lanes;
    return {{node.lower[0][lane], node.lower[1][lane], node.lower[2][lane]},
            {node.upper[0][lane], node.upper[1][lane], node.upper[2][lane]}};
}

constexpr BoundsTree::Node BoundsTree::make_empty_node() {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    Node node{};
    for (int lane = 0; lane < lanes; ++lane) {
        for (int axis = 0; axis < 3; ++axis) {
            node.lower[axis][lane] = infinity;
            node.upper[axis][lane] = -infinity;
        }
        node.child[lane] = no_child;
    }
    node.parent_slot = -1;
    return node;
}

void BoundsTree::clear_lane(int slot) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    write_lane(slot, {{infinity, infinity, infinity}, {-infinity, -infinity, -infinity}});
    nodes_[slot / lanes].child[slot % lanes] = no_child;
}

void BoundsTree::link(int slot, int32_t child) {
    nodes_[slot / lanes].child[slot % lanes] = child;
    if (child >= 0) {
        nodes_[child].parent_slot = slot;
    } else {
        proxies_[~child].slot = slot;
    }
}

int BoundsTree::add_node(int parent_slot) {
    const int index = static_cast<int>(nodes_.size());
    static constexpr Node empty = make_empty_node();
    nodes_.push_back(empty);
    nodes_[index].parent_slot = parent_slot;
    if (index % 64 == 0) dirty_.push_back(0);
    return index;
}

int BoundsTree::lane_count(int node) const {
    int count = 0;
    while (count < lanes && nodes_[node].child[count] != no_child) ++count;
    return count;
}

/// Takes a lane out of its node. A node left with one lane hands it to its parent and dies; only the root may
/// hold one or none.
void BoundsTree::remove_lane(int slot) {
    const int node = slot / lanes;
    const int last = node * lanes + lane_count(node) - 1;
    if (last != slot) {
        write_lane(slot, read_lane(last));
        link(slot, nodes_[node].child[last % lanes]);
    }
    clear_lane(last);
    const int parent_slot = nodes_[node].parent_slot;
    if (last % lanes == 1 && parent_slot >= 0) {
        inner_area_ -= static_cast<double>(area(read_lane(parent_slot)));
        write_lane(parent_slot, read_lane(node * lanes));
        link(parent_slot, nodes_[node].child[0]);
        clear_lane(node * lanes);
        nodes_[node].parent_slot = -1;
        nodes_[node].category = 0;
        dirty_[node >> 6] &= ~(uint64_t{1} << (node & 63));
        ++dead_nodes_;
        mark_dirty(parent_slot / lanes);
    } else {
        mark_dirty(node);
    }
}

// --- proxies ------------------------------------------------------------------

int BoundsTree::insert(const Bounds& bounds, uint32_t user, uint64_t category) {
    int proxy;
    if (free_.empty()) {
        proxy = static_cast<int>(proxies_.size());
        proxies_.emplace_back();
        // Whole words, for gather_moved.
        if (moved_.size() < proxies_.size()) moved_.resize(moved_.size() + 8);
    } else {
        proxy = free_.back();
        free_.pop_back();
    }
    proxies_[proxy] = {bounds, user, -2 - static_cast<int32_t>(pending_.size()), category};
    pending_.push_back(proxy);
    moved_[proxy] = 0;
    ++count_;
    return proxy;
}

void BoundsTree::remove(int proxy) {
    Proxy& leaf = proxies_[proxy];
    assert(leaf.slot != free_slot);
    if (leaf.slot >= 0) {
        remove_lane(leaf.slot);
    } else {
        const int place = -2 - leaf.slot;
        const int32_t last = pending_.back();
        pending_[place] = last;
        proxies_[last].slot = leaf.slot;
        pending_.pop_back();
    }
    leaf = Proxy{};
    moved_[proxy] = 0;
    free_.push_back(proxy);
    --count_;
}

// --- update -------------------------------------------------------------------

void BoundsTree::update() {
    const int in_tree = count_ - static_cast<int>(pending_.size());
    // An insertion costs several times what a leaf of a rebuild costs.
    const bool many_new = static_cast<int>(pending_.size()) > 16 + in_tree / 8;
    const bool many_dead = dead_nodes_ > 64 + node_count() / 2;
    if (many_new || many_dead || rebuild_due_ != 0) return rebuild();
    const int moved_count = gather_moved();
    write_moved(moved_count <= 16 + in_tree / 8);
    refit_dirty();
    const int inserted = static_cast<int>(pending_.size());
    for (const int32_t proxy : pending_) insert_leaf(proxy);
    pending_.clear();
    // To rent or to buy: each query in the decayed tree costs more than in a fresh one by the growth of its
    // area; when the sum of these has reached the price of a rebuild, rebuild. Never worse than twice the
    // best choice in hindsight. Leaves inserted one by one lie less well than built ones, whoever queries
    // them.
    constexpr double query_cost = 3, insertion_debt = 2;  // in units of a leaf built
    const double growth = built_area_ > 0 ? inner_area_ / built_area_ - 1 : 0;
    if (growth > 0) debt_ += growth * query_cost * moved_count;
    debt_ += insertion_debt * inserted;
    if (rebuild_due_ != 0 || debt_ > count_) rebuild();
}

/// Lists the proxies that have moved, in order of id, and takes their marks away.
int BoundsTree::gather_moved() {
    auto& list = scratch_.moved;
    list.resize(proxies_.size());
    int count = 0;
    for (size_t first = 0; first < moved_.size(); first += 8) {
        uint64_t word;
        __builtin_memcpy(&word, &moved_[first], sizeof word);
        if (word == 0) continue;
        for (size_t i = first; i < first + 8; ++i)
            if (moved_[i] != 0) moved_[i] = 0, list[count++] = static_cast<int32_t>(i);
    }
    list.resize(count);
    return count;
}

/// Where few leaves move in a tree at rest, those that leave their neighbours are put elsewhere: refitting
/// alone would stretch every node that they came from.
bool BoundsTree::has_strayed(int proxy) const {
    const Proxy& leaf = proxies_[proxy];
    const Node& node = nodes_[leaf.slot / lanes];
    if (node.parent_slot < 0) return false;
    return area(join(read_lane(node.parent_slot), leaf.bounds)) > 2 * node.built_area;
}

void BoundsTree::write_moved(bool reinsert_strays) {
    for (const int32_t proxy : scratch_.moved) {
        Proxy& leaf = proxies_[proxy];
        if (leaf.slot < 0) continue;
        if (reinsert_strays && has_strayed(proxy)) {
            remove_lane(leaf.slot);
            leaf.slot = -2 - static_cast<int32_t>(pending_.size());
            pending_.push_back(proxy);
        } else {
            write_lane(leaf.slot, leaf.bounds);
            mark_dirty(leaf.slot / lanes);
        }
    }
}

/// Carries changed lanes up, children before parents.
void BoundsTree::refit_dirty() {
    for (int word = static_cast<int>(dirty_.size()) - 1; word >= 0; --word) {
        while (dirty_[word] != 0) {
            const int node = word * 64 + 63 - __builtin_clzll(dirty_[word]);
            dirty_[word] &= ~(uint64_t{1} << (node & 63));
            refit_node(node);
        }
    }
}

void BoundsTree::refit_node(int node) {
    const int slot = nodes_[node].parent_slot;
    if (slot < 0) return;
    const Bounds now{least(nodes_[node].lower), greatest(nodes_[node].upper)};
    const Bounds before = read_lane(slot);
    if (now == before) return;
    inner_area_ += static_cast<double>(area(now)) - static_cast<double>(area(before));
    write_lane(slot, now);
    mark_dirty(slot / lanes);
}

/// The lane that grows least by the new bounds.
int BoundsTree::best_lane(int node, const Bounds& bounds, float& growth) const {
    int best = 0;
    growth = std::numeric_limits<float>::infinity();
    for (int lane = 0; lane < lanes && nodes_[node].child[lane] != no_child; ++lane) {
        const Bounds lane_bounds = read_lane(node * lanes + lane);
        const float lane_growth = area(join(lane_bounds, bounds)) - area(lane_bounds);
        if (lane_growth < growth) {
            growth = lane_growth;
            best = lane;
        }
    }
    return best;
}

/// Goes down where the bounds grow least, to the first free lane that is no worse than going on.
void BoundsTree::insert_leaf(int proxy) {
    const Bounds bounds = proxies_[proxy].bounds;
    const uint64_t category = proxies_[proxy].category;
    if (nodes_.empty()) add_node(-1);
    int node = 0;
    for (int depth = 1;; ++depth) {
        if (depth >= depth_limit) {
            rebuild_due_ = 1;
            proxies_[proxy].slot = -2;
            return;
        }
        nodes_[node].category |= category;
        const int count = lane_count(node);
        float growth;
        const int lane = best_lane(node, bounds, growth);
        const int32_t child = count > 0 ? nodes_[node].child[lane] : no_child;
        if (count < lanes && (child < 0 || growth > area(bounds))) {
            write_lane(node * lanes + count, bounds);
            link(node * lanes + count, ~proxy);
            return;
        }
        const int slot = node * lanes + lane;
        const Bounds before = read_lane(slot);
        if (child < 0) split_leaf(slot);
        const float area_before = child < 0 ? 0 : area(before);
        const float area_now = area(join(before, bounds));
        write_lane(slot, join(before, bounds));
        inner_area_ += static_cast<double>(area_now) - static_cast<double>(area_before);
        node = nodes_[node].child[lane];
        nodes_[node].built_area = max_of(nodes_[node].built_area, area_now);
    }
}

/// Puts a node of its own between a lane and its leaf.
void BoundsTree::split_leaf(int slot) {
    const int32_t leaf = nodes_[slot / lanes].child[slot % lanes];
    const int node = add_node(slot);
    nodes_[slot / lanes].child[slot % lanes] = node;
    nodes_[node].category = proxies_[~leaf].category;
    write_lane(node * lanes, read_lane(slot));
    link(node * lanes, leaf);
}

// --- facts --------------------------------------------------------------------

size_t BoundsTree::bytes() const {
    size_t total = 0;
    for_each_block([&](const void*, size_t size) { total += size; });
    return total;
}

float BoundsTree::cost() const {
    if (nodes_.empty()) return 0;
    const Bounds root{least(nodes_[0].lower), greatest(nodes_[0].upper)};
    const float root_area = area(root);
    return root_area > 0 ? 1 + static_cast<float>(inner_area_ / static_cast<double>(root_area)) : 1;
}

const char* BoundsTree::validate() const {
    int reached_leaves = 0, reached_nodes = 0;
    std::vector<std::pair<int, int>> stack;
    if (!nodes_.empty()) stack.push_back({0, 1});
    while (!stack.empty()) {
        const auto [node, depth] = stack.back();
        stack.pop_back();
        ++reached_nodes;
        if (depth > depth_limit) return "deeper than a traversal's stack";
        const int count = lane_count(node);
        if (node != 0 && count < 2) return "an inner node with fewer than two children";
        for (int lane = 0; lane < lanes; ++lane) {
            const int slot = node * lanes + lane;
            const int32_t child = nodes_[node].child[lane];
            if (lane >= count) {
                if (child != no_child || overlap(read_lane(slot), read_lane(slot)))
                    return "an empty lane in use";
                continue;
            }
            if (child >= 0) {
                if (child <= node) return "a child before its parent";
                if (nodes_[child].parent_slot != slot) return "a node linked to the wrong parent";
                if (read_lane(slot) != Bounds{least(nodes_[child].lower), greatest(nodes_[child].upper)})
                    return "bounds of a node not tight";
                if ((nodes_[child].category & ~nodes_[node].category) != 0)
                    return "a category missing from a node";
                stack.push_back({child, depth + 1});
            } else {
                const Proxy& leaf = proxies_[~child];
                ++reached_leaves;
                if (leaf.slot != slot) return "a leaf linked to the wrong lane";
                if (read_lane(slot) != leaf.bounds) return "bounds of a leaf not written";
                if ((leaf.category & ~nodes_[node].category) != 0) return "a category missing from a node";
            }
        }
    }
    if (reached_nodes != node_count()) return "nodes lost";
    if (reached_leaves + static_cast<int>(pending_.size()) != count_) return "leaves lost";
    return nullptr;
}

}  // namespace cairn
