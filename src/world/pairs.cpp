// Stage 1: shapes whose fat bounds changed look for others that overlap them. Searching is shared out;
// contacts are made in the order of the shapes that moved.

#include <utility>

#include "base/ask.hpp"
#include "base/index.hpp"
#include "collision/bounds_tree_query.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

constexpr int shapes_per_task = 32;

/// What decides whether there is a contact, and what it begins with.
void ask_for_shapes(const Model& model, ShapePair pair) {
    for (const uint32_t shape : {pair.a, pair.b})
        ask_for(&model.shapes[shape].view), ask_for(&model.shapes[shape].def, sizeof(ShapeDef));
}
void ask_for_bodies(const Model& model, ShapePair pair) {
    for (const uint32_t shape : {pair.a, pair.b}) {
        const Body& body = model.bodies[at(model.shapes[shape].body)];
        ask_for(&body.type), ask_for(&body.first_contact);
    }
}

/// Nearly all that is found and not dismissed at once has a contact already, and that is a look into a table
/// larger than any cache: so it is asked for when found, and looked at some dozens of finds later.
class PairSearch {
public:
    PairSearch(const Model& model, std::vector<ShapePair>& found)
        : model_(model), found_(found), large_(model.shapes.size() > most_near) {}

    static constexpr int together = 8;

    /// As many shapes as walk through the tree together.
    void seek_together(const uint32_t* shapes) {
        seek_together(shapes, std::make_index_sequence<together>{});
    }
    void seek(uint32_t shape) {
        BoundsTree::Walk alone = walk(shape);
        tell(shape, alone);
    }
    /// For the shapes that come next, and the bounds of those that were asked for before.
    void ask_for_next(const uint32_t* shapes, int count) const {
        for (int i = 0; i < std::min(count, 2 * together); ++i) {
            const ShapeRecord& record = model_.shapes[shapes[i]];
            if (i < together)
                ask_for(&bounds(record), sizeof(Bounds));
            else
                ask_for(&record.proxy), ask_for(&record.def.filter);
        }
    }
    void finish() {
        int count = 0;
        for (int i = 0; i < count_; ++i)
            if (!model_.pairs.contains(PairSet::key(waiting_[i].a, waiting_[i].b)))
                waiting_[count++] = waiting_[i];
        for (int i = 0; i < count; ++i) ask_for_shapes(model_, waiting_[i]);
        for (int i = 0; i < count; ++i) ask_for_bodies(model_, waiting_[i]);
        for (int i = 0; i < count; ++i)
            if (may_collide(model_, waiting_[i].a, waiting_[i].b) &&
                joints_allow(model_, waiting_[i].a, waiting_[i].b))
                found_.push_back(waiting_[i]);
        count_ = 0;
    }

private:
    static constexpr int capacity = 64;
    /// So many leaves are in the second cache, and asking for them costs more than it brings.
    static constexpr size_t most_near = 8192;

    const Bounds& bounds(const ShapeRecord& shape) const { return model_.tree(shape).bounds(shape.proxy); }
    static uint64_t mask(const ShapeRecord& shape) {
        return shape.def.filter.group > 0 ? ~uint64_t{0} : shape.def.filter.mask;
    }
    /// A call, made in eight places that one line becomes.
    __attribute__((noinline)) BoundsTree::Walk walk(uint32_t shape) const {
        const ShapeRecord& record = model_.shapes[shape];
        return {model_.moving_tree, bounds(record), mask(record)};
    }
    template <size_t... i>
    void seek_together(const uint32_t* shapes, std::index_sequence<i...>) {
        BoundsTree::Walk walks[] = {walk(shapes[i])...};
#if !defined(__wasm__)  // it has no lanes of 16
        if (model_.columns.lanes == 16) {
            BoundsTree::walk_together_wide(walks, together);
        } else
#endif
            BoundsTree::walk_together(walks);
        if (large_) {
            for (const BoundsTree::Walk& walk : walks) walk.ask_for_leaves();
            for (const BoundsTree::Walk& walk : walks)
                walk.look_ahead([&](uint32_t found) { ask_for(&model_.shape_marks[found]); });
        }
        for (int k = 0; k < together; ++k) tell(shapes[k], walks[k]);
    }
    void tell(uint32_t shape, BoundsTree::Walk& walk) {
        const int32_t own_group = model_.shape_marks[shape].group;
        const auto note = [&](uint32_t other, int) {
            if (!may_be_new(shape, own_group, other, model_.shape_marks[other])) return;
            model_.pairs.ask_for(PairSet::key(shape, other));
            waiting_[count_++] = {shape, other};
            if (count_ == capacity) finish();
        };
        walk.finish(note);
        const ShapeRecord& record = model_.shapes[shape];
        if (!record.fixed_tree) model_.fixed_tree.query(bounds(record), mask(record), note);
    }

    /// Not itself, nor a part of the same machine, which is always near. Where both moved, each finds the
    /// other: one of them reports.
    static bool may_be_new(uint32_t shape, int32_t group, uint32_t other, ShapeMark mark) {
        // one branch on all of it: which of the three it is is as good as random
        return (other != shape) & ((mark.group != group) | (group >= 0)) & (!mark.moved | (other < shape));
    }

    const Model& model_;
    std::vector<ShapePair>& found_;
    const bool large_;
    int count_ = 0;
    ShapePair waiting_[capacity];
};

}  // namespace

void find_pairs(World::Impl& world, Crew& crew) {
    Model& model = world.model;
    model.drop_unmarked();
    const int count = static_cast<int>(model.moved_shapes.size());
    if (count == 0) return;
    update_trees(model);
    const int tasks = (count + shapes_per_task - 1) / shapes_per_task;
    auto& results = world.scratch.pairs;
    if (static_cast<int>(results.size()) < tasks) results.resize(static_cast<size_t>(tasks));
    crew.for_blocks(tasks, [&](int task) {
        auto& found = results[at(task)];
        found.clear();
        const int last = std::min(count, (task + 1) * shapes_per_task);
        PairSearch search(model, found);
        const uint32_t* const moved = model.moved_shapes.data();
        int i = task * shapes_per_task;
        for (; i + PairSearch::together <= last; i += PairSearch::together) {
            const int next = i + PairSearch::together;
            search.ask_for_next(moved + next, last - next);
            search.seek_together(moved + i);
        }
        for (; i < last; ++i) search.seek(moved[i]);
        search.finish();
    });
    ask_ahead(
        tasks,
        [&](int task) {
            for (const ShapePair& pair : results[at(task)]) {
                model.pairs.ask_for(PairSet::key(pair.a, pair.b));
                ask_for_shapes(model, pair);
            }
        },
        [&](int task) {
            for (const ShapePair& pair : results[at(task)]) ask_for_bodies(model, pair);
        },
        [&](int task) {
            for (const ShapePair& pair : results[at(task)])
                if (model.pairs.insert(PairSet::key(pair.a, pair.b))) create_contact(model, pair.a, pair.b);
        });
}

}  // namespace cairn
