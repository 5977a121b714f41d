#include "collision/bounds_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <thread>
#include <vector>

namespace cairn {
namespace {

constexpr uint64_t all = BoundsTree::all_categories;

class Random {
public:
    explicit Random(uint32_t seed) : engine_(seed) {}
    float real(float low, float high) {
        return low + (high - low) * static_cast<float>(engine_() >> 8) / 16777216.0f;
    }
    int below(int count) { return static_cast<int>(engine_() % static_cast<uint32_t>(count)); }
    Vec3 point(float size) { return {real(-size, size), real(-size, size), real(-size, size)}; }
    Bounds box(float spread, float size) {
        const Vec3 center = point(spread);
        const Vec3 half{real(0, size), real(0, size), real(0, size)};
        return {center - half, center + half};
    }

private:
    std::mt19937 engine_;
};

/// The same calls on a tree and on a plain list.
struct TreeAndList {
    struct Leaf {
        Bounds bounds;
        uint32_t user;
        uint64_t category;
    };
    BoundsTree tree;
    std::map<int, Leaf> list;

    int insert(const Bounds& bounds, uint32_t user, uint64_t category) {
        const int proxy = tree.insert(bounds, user, category);
        EXPECT_EQ(list.count(proxy), 0u) << "an id in use was given out again";
        list[proxy] = {bounds, user, category};
        return proxy;
    }
    void remove(int proxy) {
        tree.remove(proxy);
        list.erase(proxy);
    }
    void set_bounds(int proxy, const Bounds& bounds) {
        tree.set_bounds(proxy, bounds);
        list[proxy].bounds = bounds;
    }
    int any(Random& random) const {
        auto it = list.begin();
        std::advance(it, random.below(static_cast<int>(list.size())));
        return it->first;
    }
    void expect_query_agrees(const Bounds& bounds, uint64_t mask) const {
        std::vector<int> found, expected;
        tree.query(bounds, mask, [&](uint32_t user, int proxy) {
            EXPECT_EQ(user, list.at(proxy).user);
            found.push_back(proxy);
        });
        for (const auto& [proxy, leaf] : list) {
            if (overlap(leaf.bounds, bounds) && (leaf.category & mask) != 0) expected.push_back(proxy);
        }
        std::sort(found.begin(), found.end());
        EXPECT_EQ(found, expected);
    }
    void expect_ray_agrees(Vec3 from, Vec3 to, Vec3 extent, uint64_t mask) const;
    void expect_valid() const {
        const char* problem = tree.validate();
        EXPECT_EQ(problem, nullptr) << problem;
        EXPECT_EQ(tree.size(), static_cast<int>(list.size()));
        for (const auto& [proxy, leaf] : list) {
            EXPECT_EQ(tree.bounds(proxy), leaf.bounds);
            EXPECT_EQ(tree.category(proxy), leaf.category);
        }
    }
};

/// Where a segment meets closed bounds grown by `grow`, in double precision; 2 where it does not.
double entry_of(Vec3 from, Vec3 to, Vec3 extent, const Bounds& bounds, double grow) {
    double first = 0, last = 1;
    for (int axis = 0; axis < 3; ++axis) {
        const double low = double(bounds.lower[axis]) - double(extent[axis]) - grow - double(from[axis]);
        const double high = double(bounds.upper[axis]) + double(extent[axis]) + grow - double(from[axis]);
        const double way = double(to[axis]) - double(from[axis]);
        if (way == 0) {
            if (low > 0 || high < 0) return 2;
            continue;
        }
        first = std::max(first, std::min(low / way, high / way));
        last = std::min(last, std::max(low / way, high / way));
    }
    return first <= last ? first : 2;
}

void TreeAndList::expect_ray_agrees(Vec3 from, Vec3 to, Vec3 extent, uint64_t mask) const {
    std::vector<int> found;
    tree.cast_ray(from, to, extent, mask, [&](uint32_t, int proxy, float limit) {
        found.push_back(proxy);
        return limit;
    });
    std::sort(found.begin(), found.end());
    EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end()) << "a leaf reported twice";
    double closest = 2;
    for (const auto& [proxy, leaf] : list) {
        const bool reported = std::binary_search(found.begin(), found.end(), proxy);
        const bool wanted = (leaf.category & mask) != 0;
        const double entry = entry_of(from, to, extent, leaf.bounds, 0);
        if (wanted) closest = std::min(closest, entry);
        if (wanted && entry <= 1) {
            EXPECT_TRUE(reported) << "missed proxy " << proxy;
        }
        if (reported) {
            EXPECT_TRUE(wanted);
            EXPECT_LE(entry_of(from, to, extent, leaf.bounds, 1e-3), 1.0) << "far from proxy " << proxy;
        }
    }
    // Cutting the ray at each hit still finds the closest one.
    double best = 2;
    tree.cast_ray(from, to, extent, mask, [&](uint32_t, int proxy, float limit) {
        const double entry = entry_of(from, to, extent, list.at(proxy).bounds, 0);
        best = std::min(best, entry);
        return entry <= 1 ? std::min(limit, static_cast<float>(entry)) : limit;
    });
    if (closest <= 1) {
        EXPECT_NEAR(best, closest, 1e-6);
    }
}

void check_queries(const TreeAndList& pair, Random& random, float spread, int count) {
    for (int i = 0; i < count; ++i) {
        const uint64_t mask = i % 3 == 0 ? all : uint64_t{1} << random.below(4);
        pair.expect_query_agrees(random.box(spread, spread / 4), mask);
        const Vec3 extent = i % 2 == 0 ? Vec3{} : Vec3{0.5f, 0.25f, 0.5f};
        pair.expect_ray_agrees(random.point(spread), random.point(spread), extent, mask);
    }
}

TEST(BoundsTree, an_empty_tree_reports_nothing) {
    TreeAndList pair;
    Random random(1);
    check_queries(pair, random, 10, 3);
    pair.tree.update();
    check_queries(pair, random, 10, 3);
    pair.expect_valid();
    const int proxy = pair.insert(random.box(1, 1), 0, 1);
    pair.tree.update();
    pair.remove(proxy);
    check_queries(pair, random, 10, 3);
    pair.tree.update();
    check_queries(pair, random, 10, 3);
    pair.expect_valid();
}

TEST(BoundsTree, queries_see_new_leaves_before_the_update) {
    TreeAndList pair;
    Random random(2);
    for (uint32_t i = 0; i < 40; ++i) pair.insert(random.box(10, 1), i, uint64_t{1} << random.below(4));
    check_queries(pair, random, 10, 20);
    for (int i = 0; i < 15; ++i) pair.remove(pair.any(random));
    check_queries(pair, random, 10, 20);
    pair.tree.update();
    pair.expect_valid();
    check_queries(pair, random, 10, 20);
}

TEST(BoundsTree, agrees_with_a_plain_list_over_random_calls) {
    for (uint32_t seed = 1; seed <= 6; ++seed) {
        TreeAndList pair;
        Random random(seed);
        for (int round = 0; round < 120; ++round) {
            // Alternately grow, shrink and shuffle, by a few or by many.
            const int many = random.below(4) == 0 ? 150 : 8;
            for (int i = random.below(many); i > 0; --i)
                pair.insert(random.box(20, 1.5f), static_cast<uint32_t>(random.below(1000000)),
                            uint64_t{1} << random.below(4));
            for (int i = random.below(many); i > 0 && !pair.list.empty(); --i) pair.remove(pair.any(random));
            for (int i = random.below(2 * many); i > 0 && !pair.list.empty(); --i) {
                const int proxy = pair.any(random);
                const Bounds old = pair.list[proxy].bounds;
                const Vec3 way = random.below(5) == 0 ? random.point(20) : random.point(0.3f);
                pair.set_bounds(proxy, {old.lower + way, old.upper + way});
            }
            pair.tree.update();
            pair.expect_valid();
            check_queries(pair, random, 20, 6);
        }
    }
}

TEST(BoundsTree, stays_valid_when_removals_and_moves_wait_for_the_update_together) {
    TreeAndList pair;
    Random random(11);
    for (uint32_t i = 0; i < 500; ++i) pair.insert(random.box(20, 1), i, 1);
    pair.tree.update();
    for (int round = 0; round < 100; ++round) {
        for (int i = 0; i < 5; ++i) pair.set_bounds(pair.any(random), random.box(20, 1));
        for (int i = 0; i < 5; ++i) pair.remove(pair.any(random));
        for (uint32_t i = 0; i < 5; ++i)
            pair.set_bounds(pair.insert(random.box(20, 1), i, 1), random.box(20, 1));
        pair.tree.update();
        pair.expect_valid();
        pair.expect_query_agrees(random.box(20, 5), all);
    }
    while (!pair.list.empty()) {
        pair.remove(pair.any(random));
        if (random.below(3) == 0) pair.tree.update();
        pair.expect_query_agrees(random.box(20, 10), all);
    }
    pair.tree.update();
    pair.expect_valid();
}

TEST(BoundsTree, mixes_points_and_huge_and_infinite_and_identical_bounds) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    TreeAndList pair;
    Random random(3);
    for (uint32_t i = 0; i < 100; ++i) {
        const Vec3 point = random.point(10);
        pair.insert({point, point}, i, 1);
        pair.insert({{1, 2, 3}, {1, 2, 3}}, i, 2);
        pair.insert({{-1, -1, -1}, {1, 1, 1}}, i, 4);
    }
    pair.insert({{-1e30f, -1e30f, -1e30f}, {1e30f, 0, 1e30f}}, 0, 8);
    pair.insert({{-1e9f, -1e9f, -1e9f}, {1e9f, 1e9f, 1e9f}}, 1, 8);
    pair.insert({{-infinity, -infinity, -infinity}, {infinity, -2, infinity}}, 2, 8);
    pair.insert({{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}}, 3, 8);
    for (int round = 0; round < 2; ++round) {
        pair.tree.update();
        pair.expect_valid();
        check_queries(pair, random, 10, 60);
        pair.expect_query_agrees({{1, 2, 3}, {1, 2, 3}}, all);
        pair.expect_query_agrees({{1, 1, 1}, {1, 1, 1}}, all);
        pair.expect_query_agrees({{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}}, all);
        pair.expect_query_agrees({{1e20f, 1e20f, 1e20f}, {1e25f, 1e25f, 1e25f}}, all);
        // A cluster moves out a long way and the tree follows.
        for (auto& [proxy, leaf] : pair.list) {
            if (leaf.category == 2) pair.set_bounds(proxy, {{1, 2e6f, 3}, {1, 2e6f, 3}});
        }
    }
}

TEST(BoundsTree, centres_that_differ_by_the_least_that_floats_can_say_are_split_by_count) {
    BoundsTree tree;
    for (uint32_t i = 0; i < 100; ++i) {
        const float x = 1e-45f * static_cast<float>(i % 7);
        tree.insert({{x, x, x}, {x, x, x}}, i, 1);
    }
    tree.update();
    EXPECT_EQ(tree.validate(), nullptr);
    int found = 0;
    tree.query({{-1, -1, -1}, {1, 1, 1}}, 1, [&](uint32_t, int) { ++found; });
    EXPECT_EQ(found, 100);
}

TEST(BoundsTree, rays_along_faces_and_edges_of_flat_boxes_hit) {
    TreeAndList pair;
    for (int x = 0; x < 20; ++x) {
        const float at = static_cast<float>(x);
        pair.insert({{at, 0, 0}, {at + 1, 0, 1}}, static_cast<uint32_t>(x), 1);
        pair.insert({{at, 1, 0}, {at + 1, 3, 1}}, static_cast<uint32_t>(x), 1);
    }
    for (int round = 0; round < 2; ++round) {
        pair.expect_ray_agrees({-5, 0, 0.5f}, {30, 0, 0.5f}, {}, 1);
        pair.expect_ray_agrees({30, 3, 1}, {-5, 3, 1}, {}, 1);
        pair.expect_ray_agrees({-5, 1, 0}, {30, 1, 0}, {}, 1);
        pair.expect_ray_agrees({4, 10, 0.5f}, {4, -10, 0.5f}, {}, 1);
        pair.expect_ray_agrees({2.5f, 2, 0.5f}, {2.5f, 2, 0.5f}, {}, 1);
        pair.expect_ray_agrees({5, 4, 0}, {7, 4, 0}, {0.5f, 1, 0.5f}, 1);
        pair.tree.update();
    }
}

TEST(BoundsTree, depth_stays_bounded_for_leaves_that_each_double_the_span) {
    TreeAndList pair;
    float at = 1e-30f;
    for (uint32_t i = 0; i < 190; ++i, at *= 2) pair.insert({{at, 0, 0}, {at, at, 0}}, i, 1);
    pair.tree.update();
    pair.expect_valid();
    // The same one by one, largest first: each goes beside the last.
    TreeAndList chain;
    for (uint32_t i = 0; i < 190; ++i) {
        at /= 2;
        chain.insert({{-at, -at, -at}, {at, at, at}}, i, 1);
        chain.tree.update();
        chain.expect_valid();
    }
    Random random(5);
    check_queries(pair, random, 100, 10);
    check_queries(chain, random, 100, 10);
}

TEST(BoundsTree, a_copy_is_equal_and_answers_in_the_same_order) {
    TreeAndList pair;
    Random random(7);
    for (uint32_t i = 0; i < 2000; ++i) pair.insert(random.box(30, 1), i, 1);
    pair.tree.update();
    for (int round = 0; round < 10; ++round) {
        BoundsTree copy = pair.tree;
        EXPECT_TRUE(copy == pair.tree);
        EXPECT_EQ(copy.bytes(), pair.tree.bytes());
        for (int i = 0; i < 200; ++i) {
            const int proxy = pair.any(random);
            const Bounds to = random.box(30, 1);
            pair.set_bounds(proxy, to);
            copy.set_bounds(proxy, to);
        }
        EXPECT_EQ(copy.insert({{0, 0, 0}, {1, 1, 1}}, 7, 1), pair.insert({{0, 0, 0}, {1, 1, 1}}, 7, 1));
        pair.tree.update();
        copy.update();
        EXPECT_TRUE(copy == pair.tree);
        std::vector<int> order, copy_order;
        const Bounds where{{-10, -10, -10}, {10, 10, 10}};
        pair.tree.query(where, all, [&](uint32_t, int proxy) { order.push_back(proxy); });
        copy.query(where, all, [&](uint32_t, int proxy) { copy_order.push_back(proxy); });
        EXPECT_EQ(order, copy_order);
    }
    BoundsTree changed = pair.tree;
    changed.set_bounds(pair.any(random), {{0, 0, 0}, {2, 2, 2}});
    EXPECT_FALSE(changed == pair.tree);
}

TEST(BoundsTree, the_state_has_the_same_bits_on_every_machine) {
    Random random(15);
    BoundsTree tree;
    // On a grid through zero, where the sign of a zero and the order of equal centres could differ.
    const auto place = [&]() -> Bounds {
        Vec3 low;
        low.x = static_cast<float>(random.below(9) - 4) * (random.below(2) == 0 ? 1.0f : -1.0f);
        low.y = random.real(-4, 4);
        low.z = static_cast<float>(random.below(9) - 4) * (random.below(2) == 0 ? 1.0f : -1.0f);
        return {low, low + Vec3{1, 1, 1}};
    };
    uint64_t hash = 14695981039346656037u;  // FNV-1a
    const auto mix = [&](const void* data, size_t size) {
        for (size_t i = 0; i < size; ++i) {
            hash = (hash ^ static_cast<const unsigned char*>(data)[i]) * 1099511628211u;
        }
    };
    const int count = 1000;
    for (uint32_t i = 0; i < count; ++i) tree.insert(place(), i, 1);
    for (int step = 0; step < 60; ++step) {
        for (int i = step % 3 == 0 ? count : 10; i > 0; --i) {
            const int proxy = random.below(count);
            tree.set_bounds(proxy, place());
        }
        const int removed = random.below(count);
        tree.remove(removed);
        ASSERT_EQ(tree.insert(place(), 0, 1), removed);
        tree.update();
        tree.for_each_block(mix);
        const Bounds ends = place();
        tree.cast_ray(ends.lower, -ends.lower, {0.1f, 0.1f, 0.1f}, all,
                      [&](uint32_t, int proxy, float limit) {
                          mix(&proxy, sizeof proxy);
                          return limit * 0.99f;
                      });
    }
    EXPECT_EQ(hash, 2543745826641151545u)
        << "a change of the algorithm changes this number; a change of machine must not";
}

TEST(BoundsTree, ids_freed_are_given_out_again_last_first) {
    BoundsTree tree;
    const Bounds box{{0, 0, 0}, {1, 1, 1}};
    for (int i = 0; i < 5; ++i) EXPECT_EQ(tree.insert(box, 0, 1), i);
    tree.update();
    tree.remove(1);
    tree.remove(3);
    EXPECT_EQ(tree.insert(box, 0, 1), 3);
    EXPECT_EQ(tree.insert(box, 0, 1), 1);
    EXPECT_EQ(tree.insert(box, 0, 1), 5);
}

TEST(BoundsTree, a_query_ends_where_its_callback_says_so) {
    BoundsTree tree;
    for (uint32_t i = 0; i < 100; ++i) tree.insert({{0, 0, 0}, {1, 1, 1}}, i, 1);
    for (int round = 0; round < 2; ++round) {
        int calls = 0;
        tree.query({{0, 0, 0}, {1, 1, 1}}, all, [&](uint32_t, int) { return ++calls < 10; });
        EXPECT_EQ(calls, 10);
        calls = 0;
        tree.cast_ray({-1, 0.5f, 0.5f}, {2, 0.5f, 0.5f}, {}, all,
                      [&](uint32_t, int, float limit) { return ++calls < 10 ? limit : 0.0f; });
        EXPECT_EQ(calls, 10);
        tree.update();
    }
}

TEST(BoundsTree, walks_taken_together_tell_what_each_tells_alone_in_the_same_order) {
    Random random(11);
    BoundsTree tree;
    for (uint32_t i = 0; i < 600; ++i) tree.insert(random.box(20, 1), i, uint64_t{1} << (i % 3));
    tree.update();
    for (uint32_t i = 600; i < 640; ++i) tree.insert(random.box(20, 1), i, 1);  // still waiting
    for (int trial = 0; trial < 50; ++trial) {
        // one that finds nothing, two that find some, and one that finds more than it has room to note
        const Bounds bounds[] = {
            random.box(0, 0.1f), random.box(20, 4), {{-30, -30, -30}, {30, 30, 30}}, random.box(20, 8)};
        const uint64_t masks[] = {8, all, 5, 2};
        BoundsTree::Walk walks[] = {{tree, bounds[0], masks[0]},
                                    {tree, bounds[1], masks[1]},
                                    {tree, bounds[2], masks[2]},
                                    {tree, bounds[3], masks[3]}};
        BoundsTree::walk_together(walks);
        for (size_t i = 0; i < 4; ++i) {
            std::vector<uint32_t> together, alone;
            walks[i].finish([&](uint32_t user, int) { together.push_back(user); });
            tree.query(bounds[i], masks[i], [&](uint32_t user, int) { alone.push_back(user); });
            EXPECT_EQ(together, alone);
            if (i == 2) {
                EXPECT_GT(alone.size(), 400u);
            }
        }
    }
}

TEST(BoundsTree, a_tree_that_decays_is_rebuilt) {
    BoundsTree tree, fresh;
    Random random(8);
    const int count = 2000;
    for (uint32_t i = 0; i < count; ++i) tree.insert(random.box(30, 0.5f), i, 1);
    tree.update();
    // Everything goes somewhere else, a little at a time: without rebuilding, every node ends up as large as
    // the root.
    for (int round = 0; round < 60; ++round) {
        for (int i = 0; i < count; ++i) {
            const Bounds old = tree.bounds(i);
            const Vec3 way = random.point(1.5f);
            tree.set_bounds(i, {old.lower + way, old.upper + way});
        }
        tree.update();
        ASSERT_EQ(tree.validate(), nullptr);
    }
    for (int i = 0; i < count; ++i) fresh.insert(tree.bounds(i), 0, 1);
    fresh.update();
    EXPECT_LT(tree.cost(), 2 * fresh.cost());
}

TEST(BoundsTree, a_tree_filled_leaf_by_leaf_is_nearly_as_good_as_one_built_at_once) {
    BoundsTree tree, fresh;
    Random random(14);
    for (uint32_t i = 0; i < 3000; ++i) {
        const Bounds box = random.box(30, 0.5f);
        tree.insert(box, i, 1);
        fresh.insert(box, i, 1);
        tree.update();
    }
    EXPECT_EQ(tree.validate(), nullptr);
    fresh.update();
    EXPECT_LT(tree.cost(), 1.3f * fresh.cost());
    EXPECT_LT(tree.node_count(), 2 * fresh.node_count());
}

TEST(BoundsTree, one_leaf_crossing_a_large_still_tree_does_not_widen_it) {
    BoundsTree tree;
    Random random(9);
    for (uint32_t i = 0; i < 5000; ++i) tree.insert(random.box(30, 0.2f), i, 1);
    tree.update();
    const float before = tree.cost();
    for (int round = 0; round <= 200; ++round) {
        const float x = -30 + 0.3f * static_cast<float>(round);
        tree.set_bounds(0, {{x, 0, 0}, {x + 0.4f, 0.4f, 0.4f}});
        tree.update();
        ASSERT_EQ(tree.validate(), nullptr);
    }
    EXPECT_LT(tree.cost(), 1.02f * before);
}

TEST(BoundsTree, threads_set_and_query_side_by_side) {
    TreeAndList pair;
    Random random(10);
    const int count = 4000;
    for (uint32_t i = 0; i < count; ++i) pair.insert(random.box(30, 1), i, 1);
    pair.tree.update();
    for (auto& [proxy, leaf] : pair.list) leaf.bounds = random.box(30, 1);
    const auto in_two = [&](const auto& work) {
        std::thread other(work, 1);
        work(0);
        other.join();
    };
    in_two([&](int part) {
        for (int i = part; i < count; i += 2) pair.tree.set_bounds(i, pair.list.at(i).bounds);
    });
    pair.tree.update();
    pair.expect_valid();
    long found[2] = {};
    in_two([&](int part) {
        for (int i = part; i < count; i += 2) {
            pair.tree.query(pair.list.at(i).bounds, all, [&](uint32_t, int) { ++found[part]; });
        }
    });
    long expected = 0;
    for (const auto& [a, leaf_a] : pair.list) {
        for (const auto& [b, leaf_b] : pair.list) expected += overlap(leaf_a.bounds, leaf_b.bounds) ? 1 : 0;
    }
    EXPECT_EQ(found[0] + found[1], expected);
}

}  // namespace
}  // namespace cairn
