// Stage 1: shapes whose fat bounds changed look for others that overlap them. Searching is shared out;
// contacts are made in the order of the shapes that moved.

#include "collision/bounds_tree_query.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

constexpr int shapes_per_task = 32;

void search(const Model& model, uint32_t shape, std::vector<ShapePair>& found) {
    const ShapeRecord& record = model.shapes[shape];
    const Bounds bounds = model.tree(record).bounds(record.proxy);
    const auto consider = [&](uint32_t other, int) {
        const ShapeRecord& neighbour = model.shapes[other];
        // when both moved, each finds the other: one of them reports
        if (other == shape || (neighbour.moved && other > shape)) return;
        // nearly all are there already; what joints say is the longest to find out
        if (!may_collide(model, shape, other)) return;
        if (model.pairs.contains(PairSet::key(shape, other))) return;
        if (!joints_allow(model, shape, other)) return;
        found.push_back({shape, other});
    };
    model.moving_tree.query(bounds, record.def.filter.group > 0 ? ~uint64_t{0} : record.def.filter.mask,
                            consider);
    if (!record.fixed_tree)
        model.fixed_tree.query(bounds, record.def.filter.group > 0 ? ~uint64_t{0} : record.def.filter.mask,
                               consider);
}

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
        for (int i = task * shapes_per_task; i < last; ++i)
            search(model, model.moved_shapes[static_cast<size_t>(i)], found);
    });
    for (int task = 0; task < tasks; ++task)
        for (const ShapePair& pair : results[static_cast<size_t>(task)])
            if (model.pairs.insert(PairSet::key(pair.a, pair.b))) create_contact(model, pair.a, pair.b);
    for (uint32_t shape : model.moved_shapes) model.shapes[shape].moved = false;
    model.moved_shapes.clear();
}

}  // namespace cairn
