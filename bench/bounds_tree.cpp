// The bounds tree alone: building, updating, queries and rays over a heap of boxes, beside a plain binary
// tree built by the same rule. Usage: cairn_bench_bounds_tree [leaves]...

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <random>
#include <vector>

#include "collision/bounds_tree.hpp"

namespace {

using namespace cairn;

/// Time of this thread on a processor, so that other programs disturb less.
double now_ms() {
    timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// The least of several runs, which is the one least disturbed.
template <class F>
double best_ms(int runs, F&& run) {
    double best = 1e30;
    for (int i = 0; i < runs; ++i) {
        const double start = now_ms();
        run();
        best = std::min(best, now_ms() - start);
    }
    return best;
}

class Random {
public:
    float real(float low, float high) {
        return low + (high - low) * static_cast<float>(engine_() >> 8) / 16777216.0f;
    }
    Vec3 point(Vec3 size) { return {real(-size.x, size.x), real(-size.y, size.y), real(-size.z, size.z)}; }
    std::mt19937& engine() { return engine_; }

private:
    std::mt19937 engine_{12345};
};

/// A settled heap: boxes of one metre a little turned, so their bounds reach into their neighbours', four
/// times as wide as high. In order of space, or of no order at all.
std::vector<Bounds> heap(int count, bool shuffled) {
    Random random;
    std::vector<Bounds> boxes;
    int high = 1;
    while (high * high * high * 16 < count) ++high;
    const int wide = 4 * high;
    for (int i = 0; i < count; ++i) {
        const Vec3 cell{static_cast<float>(i % wide), static_cast<float>(i / (wide * wide)),
                        static_cast<float>(i / wide % wide)};
        const Vec3 center = 1.05f * cell + random.point({0.1f, 0.05f, 0.1f});
        const Vec3 half{random.real(0.5f, 0.75f), random.real(0.5f, 0.6f), random.real(0.5f, 0.75f)};
        boxes.push_back({center - half, center + half});
    }
    if (shuffled) std::shuffle(boxes.begin(), boxes.end(), random.engine());
    return boxes;
}

/// The usual alternative: one box a node, two children, split by halves along the longest axis. 48 bytes a
/// node.
class BinaryTree {
public:
    explicit BinaryTree(const std::vector<Bounds>& leaves) {
        std::vector<int> order(leaves.size());
        for (size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
        nodes_.reserve(2 * leaves.size());
        build(leaves, order.data(), static_cast<int>(order.size()));
    }
    template <class F>
    void query(const Bounds& bounds, uint64_t mask, F&& f) const {
        int stack[256];
        int top = 0;
        stack[top++] = 0;
        while (top > 0) {
            const Node& node = nodes_[stack[--top]];
            if (!overlap(node.bounds, bounds) || (node.category & mask) == 0) continue;
            if (node.children[0] < 0) {
                f(node.user, node.children[1]);
            } else {
                stack[top++] = node.children[0];
                stack[top++] = node.children[1];
            }
        }
    }
    void refit() {
        for (int i = static_cast<int>(nodes_.size()) - 1; i >= 0; --i) {
            Node& node = nodes_[i];
            if (node.children[0] >= 0) {
                node.bounds = join(nodes_[node.children[0]].bounds, nodes_[node.children[1]].bounds);
            }
        }
    }

private:
    struct Node {
        Bounds bounds;
        uint64_t category;
        int children[2];
        uint32_t user;
        int parent;
    };

    int build(const std::vector<Bounds>& leaves, int* order, int count) {
        const int index = static_cast<int>(nodes_.size());
        nodes_.push_back({leaves[order[0]], 1, {-1, order[0]}, static_cast<uint32_t>(order[0]), -1});
        if (count == 1) return index;
        const auto center = [&](int leaf, int axis) {
            return leaves[leaf].lower[axis] + leaves[leaf].upper[axis];
        };
        Vec3 low{1e30f, 1e30f, 1e30f}, high{-1e30f, -1e30f, -1e30f};
        for (int i = 0; i < count; ++i) {
            for (int axis = 0; axis < 3; ++axis) {
                low[axis] = std::min(low[axis], center(order[i], axis));
                high[axis] = std::max(high[axis], center(order[i], axis));
            }
        }
        const Vec3 extent = high - low;
        const int axis =
            extent.x >= extent.y ? (extent.x >= extent.z ? 0 : 2) : (extent.y >= extent.z ? 1 : 2);
        std::nth_element(order, order + count / 2, order + count,
                         [&](int a, int b) { return center(a, axis) < center(b, axis); });
        const int first = build(leaves, order, count / 2);
        const int second = build(leaves, order + count / 2, count - count / 2);
        nodes_[index].children[0] = first;
        nodes_[index].children[1] = second;
        nodes_[index].bounds = join(nodes_[first].bounds, nodes_[second].bounds);
        return index;
    }

    std::vector<Node> nodes_;
};

template <class Tree>
double query_ns(const Tree& tree, const std::vector<Bounds>& boxes, long& hits) {
    const double time = best_ms(9, [&] {
        hits = 0;
        for (const Bounds& box : boxes) tree.query(box, 1, [&](uint32_t, int) { ++hits; });
    });
    return 1e6 * time / static_cast<double>(boxes.size());
}

void measure_queries(const char* name, const std::vector<Bounds>& boxes) {
    BoundsTree tree;
    const double insert_ms = best_ms(5, [&] {
        tree = BoundsTree{};
        for (size_t i = 0; i < boxes.size(); ++i) tree.insert(boxes[i], static_cast<uint32_t>(i), 1);
        tree.update();
    });
    const double rebuild_ms = best_ms(9, [&] { tree.rebuild(); });
    double start = now_ms();
    BinaryTree binary(boxes);
    const double binary_build_ms = now_ms() - start;
    long hits = 0, binary_hits = 0;
    const double wide = query_ns(tree, boxes, hits);
    const double plain = query_ns(binary, boxes, binary_hits);
    if (hits != binary_hits) std::printf("the trees disagree: %ld and %ld hits\n", hits, binary_hits);

    Random random;
    const Bounds all = boxes.back();
    Vec3 size = max_of(abs_of(all.upper), Vec3{20, 20, 20});
    std::vector<std::pair<Vec3, Vec3>> rays(2000);
    for (auto& ray : rays) ray = {random.point(size), random.point(size)};
    const double ray_ms = best_ms(5, [&] {
        for (const auto& [from, to] : rays) {
            tree.cast_ray(from, to, {}, 1, [&](uint32_t, int, float limit) { return limit * 0.999f; });
        }
    });
    std::printf(
        "%-10s %7zu  insert+build %7.3f ms  rebuild %7.3f ms (binary %7.3f)  cost %5.1f  query %6.1f ns, "
        "%4.1f hits (binary %6.1f ns)  ray %6.0f ns  %zu KiB\n",
        name, boxes.size(), insert_ms, rebuild_ms, binary_build_ms, static_cast<double>(tree.cost()), wide,
        static_cast<double>(hits) / static_cast<double>(boxes.size()), plain,
        1e6 * ray_ms / static_cast<double>(rays.size()), tree.bytes() / 1024);
}

/// A share of the leaves wanders about at `speed` metres a step for 60 steps: time of the updates, and of the
/// queries of those that moved, which is what a step of a world asks.
void measure_updates(const std::vector<Bounds>& boxes, int percent, float speed) {
    Random random;
    BoundsTree tree;
    for (size_t i = 0; i < boxes.size(); ++i) tree.insert(boxes[i], static_cast<uint32_t>(i), 1);
    tree.update();
    const int count = static_cast<int>(boxes.size());
    const int moving = std::max(1, count * percent / 100);
    std::vector<Vec3> velocity(moving);
    for (Vec3& way : velocity) way = random.point({speed, speed, speed});
    std::vector<double> times;
    double set = 0, queries = 0, total = 0;
    long hits = 0;
    constexpr int steps = 60;
    for (int step = 0; step < steps; ++step) {
        double start = now_ms();
        for (int i = 0; i < moving; ++i) {
            const int proxy = static_cast<int>(static_cast<long>(i) * count / moving);
            // Back and forth, so that the heap stays a heap while neighbours change.
            const Vec3 way = (step / 20) % 2 == 0 ? velocity[i] : -velocity[i];
            tree.set_bounds(proxy, {tree.bounds(proxy).lower + way, tree.bounds(proxy).upper + way});
        }
        double end = now_ms();
        set += end - start;
        tree.update();
        start = now_ms();
        times.push_back(start - end);
        total += start - end;
        for (int i = 0; i < moving; ++i) {
            const int proxy = static_cast<int>(static_cast<long>(i) * count / moving);
            tree.query(tree.bounds(proxy), 1, [&](uint32_t, int) { ++hits; });
        }
        queries += now_ms() - start;
    }
    std::sort(times.begin(), times.end());
    std::printf(
        "%7d leaves, %3d %% moving %4.2f m/step: set %7.4f  update mean %7.4f median %7.4f worst %7.4f  "
        "queries %7.4f "
        "ms/step (%5.1f ns each, %4.1f hits)  cost %5.1f\n",
        count, percent, static_cast<double>(speed), set / steps, total / steps, times[steps / 2],
        times.back(), queries / steps, 1e6 * queries / steps / moving,
        static_cast<double>(hits) / steps / moving, static_cast<double>(tree.cost()));
}

}  // namespace

int main(int argc, char** argv) {
    std::vector<int> counts;
    for (int i = 1; i < argc; ++i) counts.push_back(std::atoi(argv[i]));
    if (counts.empty()) counts = {5000, 10000, 100000};
    for (const int count : counts) {
        measure_queries("in order", heap(count, false));
        measure_queries("shuffled", heap(count, true));
    }
    for (const int count : counts) {
        const std::vector<Bounds> boxes = heap(count, true);
        for (const float speed : {0.02f, 0.2f}) {
            for (const int percent : {1, 30, 100}) measure_updates(boxes, percent, speed);
        }
    }
}
