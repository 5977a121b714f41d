#pragma once
// Traversals of the bounds tree. Included by bounds_tree.hpp.

#include "base/ask.hpp"
#include "collision/bounds_tree.hpp"

namespace cairn {

/// Overlap of one box with the four lanes of a node.
struct BoundsTree::BoxTest {
    // each in a cache line of its own: bounds_walk.wide.cpp reads it as one register
    alignas(64) tree::Float4 lower[3];
    alignas(64) tree::Float4 upper[3];

    explicit BoxTest(const Bounds& bounds) {
        // Empty lanes are infinite and inside out: a finite query never meets them.
        constexpr float largest = std::numeric_limits<float>::max();
        for (int axis = 0; axis < 3; ++axis) {
            lower[axis] = tree::splat4(max_of(bounds.lower[axis], -largest));
            upper[axis] = tree::splat4(min_of(bounds.upper[axis], largest));
        }
    }
    uint32_t hits(const Node& node) const {
        using tree::load4;
        const auto x = (load4(node.lower[0]) <= upper[0]) & (load4(node.upper[0]) >= lower[0]);
        const auto y = (load4(node.lower[1]) <= upper[1]) & (load4(node.upper[1]) >= lower[1]);
        const auto z = (load4(node.lower[2]) <= upper[2]) & (load4(node.upper[2]) >= lower[2]);
        return tree::lane_bits(x & y & z);
    }
};

/// Slab test of a swept box against the four lanes of a node. Every operation is monotonic in the lane's
/// bounds even after rounding, so that a node is never missed whose child would be hit.
struct BoundsTree::RayTest {
    tree::Float4 near_offset[3], far_offset[3], inverse[3];
    bool forward[3];

    RayTest(Vec3 from, Vec3 to, Vec3 extent) {
        for (int axis = 0; axis < 3; ++axis) {
            const float way = to[axis] - from[axis];
            forward[axis] = way >= 0;
            // A component too small to divide by makes its slab all or nothing.
            const float limited = abs_of(way) > 1e-30f ? 1 / way : (way >= 0 ? 1e30f : -1e30f);
            // The rounding of from and of the differences below, so that a ray along a face hits the box.
            const float slack = extent[axis] + 1e-6f * abs_of(from[axis]) + 1e-20f;
            const float side = forward[axis] ? slack : -slack;
            near_offset[axis] = tree::splat4(from[axis] + side);
            far_offset[axis] = tree::splat4(from[axis] - side);
            inverse[axis] = tree::splat4(limited);
        }
    }
    /// Lanes met before `limit`; `entry` is the fraction of the way to each.
    uint32_t hits(const Node& node, float limit, tree::Float4& entry) const {
        tree::Float4 first = tree::splat4(0);
        tree::Float4 last = tree::splat4(std::numeric_limits<float>::max());
        for (int axis = 0; axis < 3; ++axis) {
            const float* near = forward[axis] ? node.lower[axis] : node.upper[axis];
            const float* far = forward[axis] ? node.upper[axis] : node.lower[axis];
            first = tree::max4(first, (tree::load4(near) - near_offset[axis]) * inverse[axis]);
            last = tree::min4(last, (tree::load4(far) - far_offset[axis]) * inverse[axis]);
        }
        entry = first;
        // A few units in the last place cover the rounding of the products (Ize 2013).
        last = last * tree::splat4(1.000001f);
        return tree::lane_bits((first <= last) & (first <= tree::splat4(limit)));
    }
    /// The same for one box.
    bool hits(const Bounds& bounds, float limit) const {
        float first = 0, last = std::numeric_limits<float>::max();
        for (int axis = 0; axis < 3; ++axis) {
            const float near = forward[axis] ? bounds.lower[axis] : bounds.upper[axis];
            const float far = forward[axis] ? bounds.upper[axis] : bounds.lower[axis];
            first = max_of(first, (near - near_offset[axis][0]) * inverse[axis][0]);
            last = min_of(last, (far - far_offset[axis][0]) * inverse[axis][0]);
        }
        return first <= last * 1.000001f && first <= limit;
    }
};

/// One query on its way through the tree. Which lanes of a node are hit is as good as random, so nothing
/// branches on it: every child is written to the stack and to the list of leaves, and each only grows where
/// it should.
class BoundsTree::Walk {
public:
    Walk(const BoundsTree& tree, const Bounds& bounds, uint64_t mask)
        : tree_(tree),
          nodes_(tree.nodes_.data()),
          bounds_(bounds),
          mask_(mask),
          test_(bounds),
          top_(tree.nodes_.empty() ? 0 : 1) {
        stack_[0] = 0;
    }
    /// Whether there is a node to visit, and room for its leaves.
    bool can_step() const { return top_ > 0 && found_ <= leaf_capacity - lanes; }
    void step() {
        const Node& node = nodes_[stack_[--top_]];
        if ((node.category & mask_) == 0) return;
        const uint32_t hits = test_.hits(node);
        const uint32_t leaf_hits = hits & node.leaf_lanes();
        const uint32_t inner_hits = hits ^ leaf_hits;
        for (int lane = 0; lane < lanes; ++lane) {
            const int32_t child = node.child[lane];
            stack_[top_] = child;
            leaves_[found_] = ~child;
            top_ += static_cast<int>(inner_hits >> lane & 1);
            found_ += static_cast<int>(leaf_hits >> lane & 1);
        }
    }
    /// Brings nearer what `finish` will look at of the leaves found so far.
    void ask_for_leaves() const {
        for (int i = 0; i < found_; ++i) ask_for(&tree_.proxies_[leaves_[i]].category);
    }
    /// Calls f(user) for each of them, whether it will be told or not.
    template <class F>
    void look_ahead(F&& f) const {
        for (int i = 0; i < found_; ++i) f(tree_.proxies_[leaves_[i]].user);
    }
    /// Goes on to the end, and tells all that is found, as BoundsTree::query does.
    template <class F>
    void finish(F&& f) {
        for (const int32_t proxy : tree_.pending_)
            if (overlap(tree_.proxies_[proxy].bounds, bounds_) && !tell(proxy, f)) return;
        do {
            while (can_step()) step();
            for (int i = 0; i < found_; ++i)
                if (!tell(leaves_[i], f)) return;
            found_ = 0;
        } while (top_ > 0);
    }

private:
    friend class BoundsTree;
    static constexpr int leaf_capacity = 64;

    template <class F>
    bool tell(int32_t proxy, F& f) const {
        const Proxy& leaf = tree_.proxies_[proxy];
        if ((leaf.category & mask_) == 0) return true;
        if constexpr (std::is_same_v<decltype(f(leaf.user, proxy)), bool>) return f(leaf.user, proxy);
        f(leaf.user, proxy);
        return true;
    }

    const BoundsTree& tree_;
    const Node* const nodes_;
    const Bounds bounds_;
    const uint64_t mask_;
    const BoxTest test_;
    int top_, found_ = 0;
    int32_t stack_[stack_size];
    int32_t leaves_[leaf_capacity];
};

template <class F>
void BoundsTree::query(const Bounds& bounds, uint64_t mask, F&& f) const {
    // most that moves is far from all that is fixed
    if (pending_.empty() && (nodes_.empty() || BoxTest(bounds).hits(nodes_[0]) == 0)) return;
    Walk(*this, bounds, mask).finish(f);
}

/// From node to node a walk waits: for the node, for its test, for the place on the stack that the test
/// gives. Walks side by side wait at the same time. Each is finished on its own afterwards.
template <size_t count>
void BoundsTree::walk_together(Walk (&walks)[count]) {
    for (bool going = true; going;) {
        going = false;
        for (Walk& walk : walks)
            if (walk.can_step()) walk.step(), going = true;
    }
}

template <class F>
void BoundsTree::cast_ray(Vec3 from, Vec3 to, Vec3 extent, uint64_t mask, F&& f) const {
    const RayTest test(from, to, extent);
    float limit = 1;
    const auto report = [&](int proxy) {
        const Proxy& leaf = proxies_[proxy];
        if ((leaf.category & mask) != 0) limit = f(leaf.user, proxy, limit);
    };
    for (const int32_t proxy : pending_) {
        if (test.hits(proxies_[proxy].bounds, limit)) report(proxy);
        if (limit <= 0) return;
    }
    if (nodes_.empty()) return;
    struct Entry {
        int32_t child;
        float fraction;
    };
    Entry stack[stack_size];
    int top = 0;
    stack[top++] = {0, 0};
    while (top > 0) {
        const Entry next = stack[--top];
        if (next.fraction > limit) continue;
        if (next.child < 0) {
            report(~next.child);
            if (limit <= 0) return;
            continue;
        }
        const Node& node = nodes_[next.child];
        if ((node.category & mask) == 0) continue;
        tree::Float4 entry;
        uint32_t hits = test.hits(node, limit, entry);
        // Insertion sort, the farthest deepest on the stack.
        const int base = top;
        for (; hits != 0; hits &= hits - 1) {
            const int lane = tree::lowest_bit(hits);
            const float fraction = entry[lane];
            int place = top++;
            for (; place > base && stack[place - 1].fraction < fraction; --place)
                stack[place] = stack[place - 1];
            stack[place] = {node.child[lane], fraction};
        }
    }
}

template <class F>
void BoundsTree::for_each_block(F&& f) const {
    const auto block = [&](const auto& array) {
        f(static_cast<const void*>(array.data()), array.size() * sizeof(array[0]));
    };
    block(proxies_);
    block(moved_);
    block(free_);
    block(pending_);
    block(nodes_);
    block(dirty_);
    const double numbers[] = {inner_area_, built_area_, debt_};
    f(static_cast<const void*>(numbers), sizeof numbers);
    const int32_t counts[] = {count_, dead_nodes_, rebuild_due_};
    f(static_cast<const void*>(counts), sizeof counts);
}

}  // namespace cairn
