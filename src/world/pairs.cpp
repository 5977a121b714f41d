// Stage 1: shapes whose fat bounds changed look for others that overlap them. Searching is shared out;
// contacts are made in the order of the shapes that moved.

#include "collision/bounds_tree_query.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

constexpr int shapes_per_task = 32;

/// Nearly all that is found and not dismissed at once has a contact already, and that is a look into a table
/// larger than any cache: so it is asked for when found, and looked at some dozens of finds later.
class PairSearch {
public:
    PairSearch(const Model& model, std::vector<ShapePair>& found) : model_(model), found_(found) {}

    static constexpr int together = 4;

    /// As many shapes as walk through the tree together.
    void seek(const uint32_t (&shapes)[together]) {
        BoundsTree::Walk walks[] = {walk(shapes[0]), walk(shapes[1]), walk(shapes[2]), walk(shapes[3])};
#if !defined(__wasm__)  // it has no lanes of 16
        if (model_.columns.lanes == 16) {
            BoundsTree::walk_together_wide(walks, together);
        } else
#endif
            BoundsTree::walk_together(walks);
        for (int i = 0; i < together; ++i) tell(shapes[i], walks[i]);
    }
    void seek(uint32_t shape) {
        BoundsTree::Walk alone = walk(shape);
        tell(shape, alone);
    }

    void finish() {
        for (int i = 0; i < count_; ++i)
            if (is_new(waiting_[i].a, waiting_[i].b)) found_.push_back(waiting_[i]);
        count_ = 0;
    }

private:
    static constexpr int capacity = 64;

    const Bounds& bounds(const ShapeRecord& shape) const { return model_.tree(shape).bounds(shape.proxy); }
    static uint64_t mask(const ShapeRecord& shape) {
        return shape.def.filter.group > 0 ? ~uint64_t{0} : shape.def.filter.mask;
    }
    BoundsTree::Walk walk(uint32_t shape) const {
        const ShapeRecord& record = model_.shapes[shape];
        return {model_.moving_tree, bounds(record), mask(record)};
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
    bool is_new(uint32_t shape, uint32_t other) const {
        if (model_.pairs.contains(PairSet::key(shape, other))) return false;
        return may_collide(model_, shape, other) && joints_allow(model_, shape, other);
    }

    const Model& model_;
    std::vector<ShapePair>& found_;
    int count_ = 0;
    ShapePair waiting_[capacity];
};

}  // namespace

void find_pairs(World::Impl& world, Crew& crew) {
    Model& model = world.model;
    const int count = static_cast<int>(model.moved_shapes.size());
    if (count == 0) return;
    update_trees(model);
    const int tasks = (count + shapes_per_task - 1) / shapes_per_task;
    auto& results = world.scratch.pairs;
    if (static_cast<int>(results.size()) < tasks) results.resize(static_cast<size_t>(tasks));
    crew.for_blocks(tasks, [&](int task) {
        auto& found = results[static_cast<size_t>(task)];
        found.clear();
        const int last = std::min(count, (task + 1) * shapes_per_task);
        PairSearch search(model, found);
        const uint32_t* const moved = model.moved_shapes.data();
        int i = task * shapes_per_task;
        for (; i + PairSearch::together <= last; i += PairSearch::together)
            search.seek({moved[i], moved[i + 1], moved[i + 2], moved[i + 3]});
        for (; i < last; ++i) search.seek(moved[i]);
        search.finish();
    });
    for (int task = 0; task < tasks; ++task)
        for (const ShapePair& pair : results[static_cast<size_t>(task)])
            if (model.pairs.insert(PairSet::key(pair.a, pair.b))) create_contact(model, pair.a, pair.b);
    for (uint32_t shape : model.moved_shapes) model.shape_marks[shape].moved = false;
    model.moved_shapes.clear();
}

}  // namespace cairn
