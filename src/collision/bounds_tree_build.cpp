// Building the bounds tree: top down, each node by splitting its leaves into up to four parts along the
// longest axis, where the surface area heuristic is least (Goldsmith and Salmon 1987; bins after Wald 2007).
// Robust to any mix of sizes, because each split looks at its own leaves alone, and linear in the leaves for
// each level.

#include <algorithm>

#include "collision/bounds_tree.hpp"

namespace cairn {

using tree::Float4;
using tree::load4;
using tree::max4;
using tree::min4;
using tree::splat4;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();
// Proxies are stored as the bits of an ordinary float: small integers would be denormal, which is slow to
// add.
constexpr uint32_t proxy_tag = 0x40000000u;
// Nodes deeper than this are split by count, which bounds the depth for any input.
constexpr int balanced_depth = 28;
// Bounds are cut off here while building, so that centres and areas exist for infinite ones.
constexpr float far_away = 1e15f;
// Up to so many leaves are sorted and every split tried; beyond, only those between bins.
constexpr int sorted_limit = 16;
constexpr int most_bins = 16;
constexpr int few_bins = 8;
constexpr int few_bins_limit = 96;
// Centres that lie within this are at one place: bins so narrow have no finite number to a metre.
constexpr float least_spread = 1e-30f;

struct Box {
    Float4 lower = splat4(infinity);
    Float4 upper = splat4(-infinity);

    void add(Float4 low, Float4 high) {
        lower = min4(low, lower);
        upper = max4(high, upper);
    }
    void add(const Box& other) { add(other.lower, other.upper); }
    /// Half the surface.
    float area() const {
        const Float4 extent = upper - lower;
        return extent[0] * extent[1] + extent[1] * extent[2] + extent[2] * extent[0];
    }
};

/// What a set of leaves costs: its area, for the queries that meet it, times the nodes that they then visit.
float cost_of(const Box& box, int count) { return box.area() * static_cast<float>((count + 3) >> 2); }

}  // namespace

class BoundsTree::Builder {
public:
    Builder(BoundsTree& owner, Scratch& scratch)
        : tree_(owner), items_(scratch.items.data()), bins_(scratch.bins.data()) {}

    void build(int count) { fill(tree_.add_node(-1), measure(0, count), 0); }

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
            const Float4 center = low + high;
            part.box.add(low, high);
            part.centers.add(center, center);
        }
        return part;
    }

    /// Fills the node with the leaves of the part and makes the nodes below it.
    void fill(int node, const Part& whole, int depth) {
        Part parts[lanes];
        parts[0] = whole;
        int count = 1;
        for (; count < lanes; ++count) {
            const int largest = largest_part(parts, count);
            // What fits into the lanes left needs no node of its own.
            if (parts[largest].count() <= lanes) break;
            const int begin = parts[largest].begin, end = parts[largest].end;
            const int middle = split(parts[largest], depth);
            // Kept in order of space: near lanes hold near leaves.
            for (int i = count; i > largest + 1; --i) parts[i] = parts[i - 1];
            parts[largest] = measure(begin, middle);
            parts[largest + 1] = measure(middle, end);
        }
        uint64_t category = 0;
        int lane = 0, spare = lanes - count;
        for (int i = 0; i < count; ++i) {
            const Part& part = parts[i];
            if (part.count() - 1 <= spare) {
                spare -= part.count() - 1;
                for (int j = part.begin; j < part.end; ++j)
                    category |= place_leaf(node * lanes + lane++, items_[j]);
            } else {
                category |= place_node(node * lanes + lane++, part, depth);
            }
        }
        tree_.nodes_[node].category = category;
    }

    static int largest_part(const Part* parts, int count) {
        int largest = 0;
        for (int i = 1; i < count; ++i) {
            if (parts[i].count() > parts[largest].count()) largest = i;
        }
        return largest;
    }

    void write_lane(int slot, Float4 lower, Float4 upper, int32_t child) {
        Node& node = tree_.nodes_[slot / lanes];
        const int lane = slot % lanes;
        for (int axis = 0; axis < 3; ++axis) {
            node.lower[axis][lane] = lower[axis];
            node.upper[axis][lane] = upper[axis];
        }
        node.child[lane] = child;
    }

    uint64_t place_leaf(int slot, const BuildItem& item) {
        uint32_t bits;
        __builtin_memcpy(&bits, &item.lower[3], sizeof bits);
        const int proxy = static_cast<int>(bits - proxy_tag);
        write_lane(slot, load4(item.lower), load4(item.upper), ~proxy);
        tree_.proxies_[proxy].slot = slot;
        return tree_.proxies_[proxy].category;
    }

    uint64_t place_node(int slot, const Part& part, int depth) {
        const int child = tree_.add_node(slot);
        write_lane(slot, part.box.lower, part.box.upper, child);
        const float area = part.box.area();
        tree_.nodes_[child].built_area = area;
        tree_.inner_area_ += static_cast<double>(area);
        fill(child, part, depth + 1);
        return tree_.nodes_[child].category;
    }

    /// Reorders the part's leaves into two sets, neither empty; returns where the second begins.
    int split(const Part& part, int depth) {
        const Float4 extent = part.centers.upper - part.centers.lower;
        int axis = extent[0] >= extent[1] ? 0 : 1;
        if (extent[2] > extent[axis]) axis = 2;
        if (!(extent[axis] > least_spread) || depth >= balanced_depth) return part.begin + part.count() / 2;
        return part.count() <= sorted_limit ? split_sorted(part, axis) : split_binned(part, axis);
    }

    int split_sorted(const Part& part, int axis) {
        const int count = part.count();
        BuildItem* items = items_ + part.begin;
        // Insertion sort: of equal centres the first stays first.
        struct Key {
            float center;
            int index;
        } keys[sorted_limit];
        for (int i = 0; i < count; ++i) {
            const float center = items[i].lower[axis] + items[i].upper[axis];
            int place = i;
            for (; place > 0 && keys[place - 1].center > center; --place) keys[place] = keys[place - 1];
            keys[place] = {center, i};
        }
        BuildItem sorted[sorted_limit];
        for (int i = 0; i < count; ++i) sorted[i] = items[keys[i].index];
        for (int i = 0; i < count; ++i) items[i] = sorted[i];

        float right_cost[sorted_limit];
        Box box;
        for (int i = count - 1; i > 0; --i) {
            box.add(load4(sorted[i].lower), load4(sorted[i].upper));
            right_cost[i] = cost_of(box, count - i);
        }
        box = Box{};
        int best = count / 2;
        float least = infinity;
        for (int i = 1; i < count; ++i) {
            box.add(load4(sorted[i - 1].lower), load4(sorted[i - 1].upper));
            const float cost = cost_of(box, i) + right_cost[i];
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        return part.begin + best;
    }

    static int bin_of(const BuildItem& item, int axis, float start, float scale) {
        return static_cast<int>((item.lower[axis] + item.upper[axis] - start) * scale);
    }

    int split_binned(const Part& part, int axis) {
        const int bins = part.count() <= few_bins_limit ? few_bins : most_bins;
        const float start = part.centers.lower[axis];
        // A little less than one bin more, so that the last centre falls into the last bin after rounding.
        const float scale = 0.9999f * static_cast<float>(bins) / (part.centers.upper[axis] - start);
        const int cut = best_cut(part, axis, start, scale, bins);
        int left = part.begin;
        for (int i = part.begin; i < part.end; ++i) {
            const BuildItem item = items_[i];
            items_[i] = items_[left];
            items_[left] = item;
            left += bins_[i] < cut ? 1 : 0;
        }
        return left > part.begin && left < part.end ? left : part.begin + part.count() / 2;
    }

    /// The bin that begins the second set at the least cost.
    int best_cut(const Part& part, int axis, float start, float scale, int bins) {
        Box boxes[most_bins];
        int counts[most_bins] = {};
        const BuildItem* items = items_;
        uint8_t* bin_of_item = bins_;
        for (int i = part.begin; i < part.end; ++i) {
            const int bin = bin_of(items[i], axis, start, scale);
            boxes[bin].add(load4(items[i].lower), load4(items[i].upper));
            ++counts[bin];
            bin_of_item[i] = static_cast<uint8_t>(bin);
        }
        float right_cost[most_bins];
        Box box;
        int count = 0;
        for (int i = bins - 1; i > 0; --i) {
            box.add(boxes[i]);
            count += counts[i];
            right_cost[i] = cost_of(box, count);
        }
        box = Box{};
        count = 0;
        int best = 1;
        float least = infinity;
        for (int i = 1; i < bins; ++i) {
            box.add(boxes[i - 1]);
            count += counts[i - 1];
            const float cost = cost_of(box, count) + right_cost[i];
            if (cost < least) {
                least = cost;
                best = i;
            }
        }
        return best;
    }

    BoundsTree& tree_;
    BuildItem* items_;
    uint8_t* bins_;  // of each item in the split under way
};

/// Lists all leaves for the builder; true where a bound had to be cut off.
bool BoundsTree::gather_items() {
    auto& items = scratch_.items;
    items.resize(count_);
    scratch_.bins.resize(count_);
    bool cut_off = false;
    int next = 0;
    const int proxies = static_cast<int>(proxies_.size());
    for (int proxy = 0; proxy < proxies; ++proxy) {
        const Proxy& leaf = proxies_[proxy];
        if (leaf.slot == free_slot) continue;
        const Vec3 lowest{-far_away, -far_away, -far_away}, highest{far_away, far_away, far_away};
        const Vec3 lower = min_of(max_of(leaf.bounds.lower, lowest), highest);
        const Vec3 upper = min_of(max_of(leaf.bounds.upper, lowest), highest);
        cut_off |= !(Bounds{lower, upper} == leaf.bounds);
        float tag;
        const uint32_t bits = static_cast<uint32_t>(proxy) + proxy_tag;
        __builtin_memcpy(&tag, &bits, sizeof tag);
        tree::store4(items[next].lower, Float4{lower.x, lower.y, lower.z, tag});
        tree::store4(items[next].upper, Float4{upper.x, upper.y, upper.z, 0});
        ++next;
    }
    return cut_off;
}

void BoundsTree::rebuild() {
    const bool cut_off = gather_items();
    std::fill(moved_.begin(), moved_.end(), uint8_t{0});
    pending_.clear();
    nodes_.clear();
    dirty_.clear();
    dead_nodes_ = 0;
    rebuild_due_ = 0;
    debt_ = 0;
    inner_area_ = 0;
    if (count_ > 0) Builder(*this, scratch_).build(count_);
    if (cut_off) {
        for (const Proxy& leaf : proxies_) {
            if (leaf.slot == free_slot) continue;
            write_lane(leaf.slot, leaf.bounds);
            mark_dirty(leaf.slot / lanes);
        }
        refit_dirty();
    }
    built_area_ = inner_area_;
}

}  // namespace cairn
