// Building the bounds tree: top down, each node by splitting its leaves three times along the longest axis
// where the surface area heuristic over a few bins is least. Robust to any mix of sizes, because each split
// looks at its own leaves alone, and linear in the leaves per level.

#include "collision/bounds_tree.hpp"

namespace cairn {

using tree::Float4;
using tree::load4;
using tree::max4;
using tree::min4;
using tree::splat4;

namespace {

// Proxies are stored as the bits of an ordinary float: small integers would be denormal, which is slow to
// add.
constexpr uint32_t proxy_tag = 0x40000000u;
// Nodes deeper than this are split by count, which bounds the depth for any input.
constexpr int balanced_depth = 28;
constexpr int bins = 12;

constexpr float infinity = std::numeric_limits<float>::infinity();

struct Box {
    Float4 lower = splat4(infinity);
    Float4 upper = splat4(-infinity);

    void add(Float4 low, Float4 high) {
        lower = min4(low, lower);
        upper = max4(high, upper);
    }
};

/// Half the surface, extents limited so that sums stay finite.
float area(const Box& box) {
    const Float4 extent = min4(box.upper - box.lower, splat4(1e15f));
    return extent[0] * extent[1] + extent[1] * extent[2] + extent[2] * extent[0];
}

}  // namespace

class BoundsTree::Builder {
public:
    Builder(BoundsTree& owner, BuildItem* items) : tree_(owner), items_(items) {}

    /// Fills the node with the leaves [begin, end), at least one, and makes the nodes below it.
    void fill(int node, int begin, int end, int depth) {
        Part parts[lanes];
        int count = 1;
        parts[0] = measure(begin, end);
        while (count < lanes) {
            const int largest = largest_part(parts, count);
            if (largest < 0) break;
            const int middle = split(parts[largest], depth);
            // Kept in order of space: near lanes hold near leaves.
            for (int i = count; i > largest + 1; --i) parts[i] = parts[i - 1];
            parts[largest + 1] = measure(middle, parts[largest].end);
            parts[largest] = measure(parts[largest].begin, middle);
            ++count;
        }
        uint64_t category = 0;
        for (int lane = 0; lane < count; ++lane)
            category |= fill_lane(node * lanes + lane, parts[lane], depth);
        tree_.nodes_[node].category = category;
    }

private:
    struct Part {
        int begin = 0, end = 0;
        Box box;
        Box centers;  // of lower + upper, twice the centre

        int count() const { return end - begin; }
    };

    Part measure(int begin, int end) const {
        Part part;
        part.begin = begin;
        part.end = end;
        for (int i = begin; i < end; ++i) {
            const Float4 low = load4(items_[i].lower), high = load4(items_[i].upper);
            part.box.add(low, high);
            part.centers.add(center(low, high), center(low, high));
        }
        return part;
    }
    /// Twice the centre; limited, for a box from -infinity to infinity has none.
    static Float4 center(Float4 low, Float4 high) {
        return max4(low, splat4(-1e18f)) + min4(high, splat4(1e18f));
    }

    /// The part to split next, or -1 where all are single leaves.
    static int largest_part(const Part* parts, int count) {
        int largest = -1;
        for (int i = 0; i < count; ++i) {
            if (parts[i].count() > 1 && (largest < 0 || parts[i].count() > parts[largest].count()))
                largest = i;
        }
        return largest;
    }

    uint64_t fill_lane(int slot, const Part& part, int depth) {
        tree_.write_lane(slot, {{part.box.lower[0], part.box.lower[1], part.box.lower[2]},
                                {part.box.upper[0], part.box.upper[1], part.box.upper[2]}});
        if (part.count() == 1) {
            uint32_t bits;
            __builtin_memcpy(&bits, &items_[part.begin].lower[3], sizeof bits);
            const int proxy = static_cast<int>(bits - proxy_tag);
            tree_.nodes_[slot / lanes].child[slot % lanes] = ~proxy;
            tree_.proxies_[proxy].slot = slot;
            return tree_.proxies_[proxy].category;
        }
        const int child = tree_.add_node(slot);
        tree_.nodes_[slot / lanes].child[slot % lanes] = child;
        tree_.nodes_[child].built_area = area(part.box);
        tree_.inner_area_ += static_cast<double>(area(part.box));
        fill(child, part.begin, part.end, depth + 1);
        return tree_.nodes_[child].category;
    }

    /// Reorders the part's leaves into two sets, neither empty; returns where the second begins.
    int split(const Part& part, int depth) {
        const Float4 extent = part.centers.upper - part.centers.lower;
        int axis = extent[0] >= extent[1] ? 0 : 1;
        if (extent[2] > extent[axis]) axis = 2;
        const int half = part.begin + part.count() / 2;
        if (!(extent[axis] > 0) || depth >= balanced_depth) return half;

        const float start = part.centers.lower[axis];
        const float scale = (bins * 0.9999f) / extent[axis];
        const int cut = best_cut(part, axis, start, scale);
        int left = part.begin;
        for (int i = part.begin; i < part.end; ++i) {
            const BuildItem item = items_[i];
            const BuildItem other = items_[left];
            const bool first = bin_of(item, axis, start, scale) < cut;
            items_[i] = other;
            items_[left] = item;
            left += first ? 1 : 0;
        }
        return left > part.begin && left < part.end ? left : half;
    }

    static int bin_of(const BuildItem& item, int axis, float start, float scale) {
        const float middle = max_of(item.lower[axis], -1e18f) + min_of(item.upper[axis], 1e18f);
        const int bin = static_cast<int>((middle - start) * scale);
        return bin < bins ? bin : bins - 1;
    }

    /// The bin that begins the second set at the least cost: area times the nodes that its leaves will fill.
    int best_cut(const Part& part, int axis, float start, float scale) const {
        Box boxes[bins];
        int counts[bins] = {};
        for (int i = part.begin; i < part.end; ++i) {
            const int bin = bin_of(items_[i], axis, start, scale);
            boxes[bin].add(load4(items_[i].lower), load4(items_[i].upper));
            ++counts[bin];
        }
        float right_cost[bins];
        Box box;
        int count = 0;
        for (int i = bins - 1; i > 0; --i) {
            box.add(boxes[i].lower, boxes[i].upper);
            count += counts[i];
            right_cost[i] = count > 0 ? area(box) * static_cast<float>((count + 3) / 4) : 0;
        }
        box = Box{};
        count = 0;
        int best = 1;
        float least = infinity;
        for (int i = 1; i < bins; ++i) {
            box.add(boxes[i - 1].lower, boxes[i - 1].upper);
            count += counts[i - 1];
            if (count == 0 || count == part.count()) continue;
            const float cost = area(box) * static_cast<float>((count + 3) / 4) + right_cost[i];
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        return best;
    }

    BoundsTree& tree_;
    BuildItem* items_;
};

void BoundsTree::rebuild() {
    auto& items = scratch_.items;
    items.clear();
    const int proxies = static_cast<int>(proxies_.size());
    for (int proxy = 0; proxy < proxies; ++proxy) {
        const Proxy& leaf = proxies_[proxy];
        if (leaf.slot == free_slot) continue;
        BuildItem item{{leaf.bounds.lower.x, leaf.bounds.lower.y, leaf.bounds.lower.z, 0},
                       {leaf.bounds.upper.x, leaf.bounds.upper.y, leaf.bounds.upper.z, 0}};
        const uint32_t bits = static_cast<uint32_t>(proxy) + proxy_tag;
        __builtin_memcpy(&item.lower[3], &bits, sizeof bits);
        items.push_back(item);
    }
    for (uint8_t& moved : moved_) moved = 0;
    pending_.clear();
    nodes_.clear();
    dirty_.clear();
    dead_nodes_ = 0;
    rebuild_due_ = 0;
    debt_ = 0;
    inner_area_ = 0;
    if (!items.empty()) {
        add_node(-1);
        Builder(*this, items.data()).fill(0, 0, static_cast<int>(items.size()), 0);
    }
    built_area_ = inner_area_;
}

}  // namespace cairn
