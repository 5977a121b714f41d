#pragma once
// The broad phase's search structure: a tree of bounds, four children to a node, tested four at a time.
//
// A proxy is a leaf: the (fattened) bounds of one shape. Changes are stored and marked; one update() per step
// brings the tree up to date, at a cost that follows what changed: a bottom-up refit of the touched paths, an
// insertion each for a few new proxies, and a rebuild when the tree has become slow enough for a rebuild to
// pay for itself.
//
// The whole state is plain arrays, a function of the calls made: copy it, compare it, and the copy answers
// alike.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <cairn/math.hpp>

#include "base/buffer.hpp"
#include "collision/bounds_tree_lanes.hpp"

namespace cairn {

class BoundsTree {
public:
    static constexpr uint64_t all_categories = ~uint64_t{0};

    /// Adds a leaf and returns its proxy id, which is the last one freed or a new one. Queries see it at
    /// once, but scan the new ones one by one until the next update().
    int insert(const Bounds& bounds, uint32_t user, uint64_t category);
    /// Queries no longer see it; its id will be given out again.
    void remove(int proxy);
    /// New bounds of a leaf: queries see them after update(). Different proxies may be set from different
    /// threads.
    void set_bounds(int proxy, const Bounds& bounds) {
        proxies_[proxy].bounds = bounds;
        moved_[proxy] = 1;
    }
    const Bounds& bounds(int proxy) const { return proxies_[proxy].bounds; }
    uint32_t user(int proxy) const { return proxies_[proxy].user; }
    uint64_t category(int proxy) const { return proxies_[proxy].category; }
    int size() const { return count_; }
    /// Inserted since the last update(): queries see its bounds as they are.
    bool pending(int proxy) const { return proxies_[proxy].slot < free_slot; }

    /// Brings the tree up to date with all changes since the last call.
    void update();
    /// Builds the tree anew from all leaves; update() does this by itself when it pays.
    void rebuild();

    /// Calls f(user, proxy) for each leaf that overlaps `bounds` and shares a category with `mask`. Where f
    /// returns a bool, false ends the query. Const and without shared state: any number of threads may query
    /// at once.
    template <class F>
    void query(const Bounds& bounds, uint64_t mask, F&& f) const;

    /// A query that can be taken a part of the way, beside others: `walk_together`, then `finish` each.
    class Walk;
    template <size_t count>
    static void walk_together(Walk (&walks)[count]);
    /// The same on machines that run 16 lanes.
    static void walk_together_wide(Walk* walks, int count);

    /// Calls f(user, proxy, limit) for each leaf that a box of half size `extent` may meet on its way from
    /// `from` to `to`, the near ones first as far as the tree can tell. `limit` is the fraction of the way
    /// still of interest, 1 at first; f returns the new one: `limit` to go on, the fraction of its hit to
    /// look only for nearer ones, 0 to end. The test errs towards calling.
    template <class F>
    void cast_ray(Vec3 from, Vec3 to, Vec3 extent, uint64_t mask, F&& f) const;

    /// Memory of the state in bytes, and its blocks one by one as f(const void*, bytes): for snapshots and
    /// hashes.
    size_t bytes() const;
    template <class F>
    void for_each_block(F&& f) const;

    /// What is wrong with the tree, or null: bounds tight, links consistent, every proxy in exactly one
    /// place.
    const char* validate() const;
    int node_count() const { return static_cast<int>(nodes_.size()) - dead_nodes_; }
    /// Surface area of all inner nodes over that of the root: how many nodes a thin random ray would visit.
    float cost() const;

    bool operator==(const BoundsTree&) const = default;

private:
    static constexpr int lanes = 4;
    static constexpr int32_t no_child = std::numeric_limits<int32_t>::min();
    static constexpr int32_t free_slot = -1;
    /// Every level leaves at most three nodes on the stack of a traversal. Building stays below 48 levels and
    /// insertion asks for a rebuild at 64.
    static constexpr int depth_limit = 64;
    static constexpr int stack_size = 3 * depth_limit + lanes;

    struct Proxy {
        Bounds bounds;
        uint32_t user = 0;
        int32_t slot = free_slot;  // node * 4 + lane in the tree, or -2 - index in pending_
        uint64_t category = 0;

        bool operator==(const Proxy&) const = default;
    };
    static_assert(sizeof(Proxy) == 40, "no padding: hashed as bytes");

    /// A parent's index is always below its children's, so that a sweep from the last node to the first
    /// refits. An empty lane is +infinity below and -infinity above: nothing overlaps it.
    struct alignas(64) Node {
        float lower[3][lanes];
        float upper[3][lanes];
        int32_t child[lanes];  // node index, ~proxy of a leaf, or no_child; the used lanes come first
        int32_t parent_slot;   // node * 4 + lane of the parent, -1 for the root
        float built_area = 0;  // half the surface when it was built or last took in a new leaf
        uint64_t category;     // all categories of the leaves below, and perhaps some more

        bool operator==(const Node&) const = default;
        /// Bits of the lanes that hold no node.
        uint32_t leaf_lanes() const {
            tree::Int4 children;
            __builtin_memcpy(&children, child, sizeof children);
            return tree::lane_bits(children < 0);
        }
    };
    static_assert(sizeof(Node) == 128, "two cache lines");

    /// A leaf on its way into a new tree. The fourth lane of `lower` holds the proxy.
    struct BuildItem {
        float lower[4];
        float upper[4];
    };
    /// Working memory, kept to save allocations: no part of the state, so neither copied nor compared.
    struct Scratch {
        Buffer<BuildItem> items;
        std::vector<uint8_t> bins;
        std::vector<int32_t> moved;

        Scratch() = default;
        Scratch(const Scratch&) {}
        Scratch& operator=(const Scratch&) { return *this; }
        bool operator==(const Scratch&) const { return true; }
    };

    class Builder;
    struct BoxTest;
    struct RayTest;

    static constexpr Node make_empty_node();
    void write_lane(int slot, const Bounds& bounds);
    Bounds read_lane(int slot) const;
    void clear_lane(int slot);
    void link(int slot, int32_t child);
    int add_node(int parent_slot);
    int lane_count(int node) const;
    void remove_lane(int slot);
    void mark_dirty(int node) { dirty_[node >> 6] |= uint64_t{1} << (node & 63); }
    bool gather_items();
    int gather_moved();
    void write_moved(bool reinsert_strays);
    bool has_strayed(int proxy) const;
    void refit_dirty();
    void refit_node(int node);
    int best_lane(int node, const Bounds& bounds, float& growth) const;
    void insert_leaf(int proxy);
    void split_leaf(int slot);

    Buffer<Proxy> proxies_;
    std::vector<uint8_t> moved_;  // since update(); a byte each, so that threads may set them side by side
    std::vector<int32_t> free_;
    std::vector<int32_t> pending_;  // inserted, not yet in the tree
    Buffer<Node> nodes_;
    std::vector<uint64_t> dirty_;  // a bit a node: its lanes changed, its parent does not know
    double inner_area_ = 0;        // of all nodes but the root
    double built_area_ = 0;        // the same just after the last rebuild
    double debt_ = 0;              // work lost to the tree's decay since then, in leaves built
    int32_t count_ = 0;
    int32_t dead_nodes_ = 0;
    int32_t rebuild_due_ = 0;
    Scratch scratch_;
};

}  // namespace cairn

#include "collision/bounds_tree_query.hpp"
