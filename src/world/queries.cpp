// Rays, shape casts and overlaps.
//
// The trees are brought up to date by the step and by changes, never by a query: a query that changed them
// would change the order in which later steps find pairs, and with it their bits. Shapes that the user moved
// since are looked at one by one; there are never many of them.

#include <algorithm>

#include "base/check.hpp"
#include "base/range.hpp"
#include "geometry/bounds.hpp"
#include "geometry/cast.hpp"
#include "world/impl.hpp"

namespace cairn {

namespace {

/// A filter whose ignored body is an index, or none.
struct Sought {
    uint64_t category, mask;
    int32_t ignored;

    Sought(const World::Impl& world, const QueryFilter& filter)
        : category(filter.category),
          mask(filter.mask),
          ignored(filter.ignored.is_null() ? none : world.index(filter.ignored)) {}
};

bool matches(const ShapeRecord& shape, const Sought& sought) {
    const Filter& own = shape.def.filter;
    return (own.category & sought.mask) != 0 && (sought.category & own.mask) != 0 &&
           shape.body != sought.ignored;
}

void require_bounds(const Bounds& bounds, const char* name) {
    require_finite(bounds.lower, name);
    require_finite(bounds.upper, name);
    for (int axis = 0; axis < 3; ++axis)
        if (bounds.lower[axis] > bounds.upper[axis])
            fail(std::string(name) + ": lower " + describe(bounds.lower) + " is not below upper " +
                 describe(bounds.upper));
}

void require_path(Vec3 from, Vec3 to, const char* from_name, const char* to_name) {
    require_finite(from, from_name);
    require_finite(to, to_name);
    if (!is_finite(to - from)) fail(std::string(to_name) + " is too far from the start, got " + describe(to));
}

/// Calls f(shape index) for every shape whose bounds may overlap `bounds`.
template <class F>
void visit_overlaps(const Model& model, const Bounds& bounds, const Sought& sought, F&& f) {
    const auto consider = [&](uint32_t shape, int) {
        const ShapeRecord& record = model.shapes[shape];
        if (!record.stale && matches(record, sought)) f(shape);
    };
    model.fixed_tree.query(bounds, sought.mask, consider);
    model.moving_tree.query(bounds, sought.mask, consider);
    for (uint32_t shape : model.stale_shapes) {
        const ShapeRecord& record = model.shapes[shape];
        if (matches(record, sought) && overlap(model.tree(record).bounds(record.proxy), bounds)) f(shape);
    }
}

/// Calls f(shape index, limit) for every shape but sensors that a box of half size `extent` may meet; f
/// returns the fraction of the way still of interest.
///
/// The search goes on though something was met at the very start, so that of several such things the lowest
/// id wins.
template <class F>
void visit_path(const Model& model, Vec3 from, Vec3 to, Vec3 extent, const Sought& sought, F&& f) {
    constexpr float at_the_start = 1e-30f;
    float limit = 1;
    const auto consider = [&](uint32_t shape, int, float) {
        const ShapeRecord& record = model.shapes[shape];
        if (!record.stale && !record.def.sensor && matches(record, sought)) limit = f(shape, limit);
        return max_of(limit, at_the_start);
    };
    for (uint32_t shape : model.stale_shapes) {
        const ShapeRecord& record = model.shapes[shape];
        if (!record.def.sensor && matches(record, sought)) limit = f(shape, limit);
    }
    model.fixed_tree.cast_ray(from, to, extent, sought.mask, consider);
    model.moving_tree.cast_ray(from, to, extent, sought.mask, consider);
}

bool meets(const Model& model, uint32_t shape, Vec3 from, Vec3 to, RayHit& hit) {
    const ShapeRecord& record = model.shapes[shape];
    if (!cast_ray(record.shape, model.frame(record.body), from, to, hit.fraction, hit.normal)) return false;
    hit.shape = model.shape_ids.id(shape);
    hit.body = model.body_ids.id(static_cast<uint32_t>(record.body));
    hit.point = from + hit.fraction * (to - from);
    return true;
}

/// The shape a cast meets first: nearest, then of lowest id, so that the order of a search does not show.
bool comes_first(const RayHit& a, const RayHit& b) {
    return a.fraction != b.fraction ? a.fraction < b.fraction : a.shape.index < b.shape.index;
}

std::vector<ShapeId> sorted(std::vector<ShapeId> shapes) {
    std::sort(shapes.begin(), shapes.end(), [](ShapeId a, ShapeId b) { return a.index < b.index; });
    return shapes;
}

}  // namespace

void update_trees(Model& model) {
    model.fixed_tree.update();
    model.moving_tree.update();
    for (uint32_t shape : model.stale_shapes) model.shapes[shape].stale = false;
    model.stale_shapes.clear();
}

void note_stale(Model& model, uint32_t shape) {
    if (model.shapes[shape].stale) return;
    model.shapes[shape].stale = true;
    model.stale_shapes.push_back(shape);
    // an update costs time for every shape there is, a stale shape time for every query: let neither grow out
    // of hand
    if (model.stale_shapes.size() > 64 + model.shapes.size() / 8) update_trees(model);
}

bool World::cast_ray(Vec3 from, Vec3 to, RayHit& hit, const QueryFilter& filter) const {
    require_path(from, to, "World::cast_ray: from", "World::cast_ray: to");
    const Model& model = impl_->model;
    RayHit best;
    visit_path(model, from, to, {}, {*impl_, filter}, [&](uint32_t shape, float limit) {
        RayHit candidate;
        if (!meets(model, shape, from, to, candidate)) return limit;
        if (best.shape.is_null() || comes_first(candidate, best)) best = candidate;
        return best.fraction;
    });
    if (best.shape.is_null()) return false;
    hit = best;
    return true;
}

std::vector<RayHit> World::cast_ray_all(Vec3 from, Vec3 to, const QueryFilter& filter) const {
    require_path(from, to, "World::cast_ray_all: from", "World::cast_ray_all: to");
    const Model& model = impl_->model;
    std::vector<RayHit> hits;
    visit_path(model, from, to, {}, {*impl_, filter}, [&](uint32_t shape, float limit) {
        RayHit candidate;
        if (meets(model, shape, from, to, candidate)) hits.push_back(candidate);
        return limit;
    });
    std::sort(hits.begin(), hits.end(), comes_first);
    return hits;
}

bool World::cast_shape(const Shape& shape, const Transform& start, Vec3 motion, RayHit& hit,
                       const QueryFilter& filter) const {
    const Shape moving = checked_shape(shape);
    require_unit(start.rotation, "World::cast_shape: start.rotation");
    require_path(start.position, start.position + motion, "World::cast_shape: start.position",
                 "World::cast_shape: motion");
    require_within(motion, longest_cast, "World::cast_shape: motion");
    const Transform pose{start.position, normalized(start.rotation)};
    const Model& model = impl_->model;
    const Bounds box = shape_bounds(moving, pose);
    const Vec3 center = 0.5f * (box.lower + box.upper);
    // the cast counts what comes nearer than its tolerance as a hit
    constexpr float tolerance = 1e-4f;
    const Vec3 extent = 0.5f * (box.upper - box.lower) + Vec3{tolerance, tolerance, tolerance};
    RayHit best;
    visit_path(model, center, center + motion, extent, {*impl_, filter}, [&](uint32_t other, float limit) {
        const ShapeRecord& record = model.shapes[other];
        const Impact impact =
            cairn::cast_shape(moving, pose, motion, record.shape, model.frame(record.body), tolerance);
        if (impact.state == ImpactState::separated) return limit;
        const Vec3 against = normalized(-motion, {0, 1, 0});
        const RayHit candidate{model.shape_ids.id(other),
                               model.body_ids.id(static_cast<uint32_t>(record.body)), impact.point_a,
                               impact.normal == Vec3{} ? against : impact.normal, impact.fraction};
        if (best.shape.is_null() || comes_first(candidate, best)) best = candidate;
        return best.fraction;
    });
    if (best.shape.is_null()) return false;
    hit = best;
    return true;
}

std::vector<ShapeId> World::overlapping(const Bounds& bounds, const QueryFilter& filter) const {
    require_bounds(bounds, "World::overlapping: bounds");
    const Model& model = impl_->model;
    std::vector<ShapeId> found;
    visit_overlaps(model, bounds, {*impl_, filter}, [&](uint32_t shape) {
        const ShapeRecord& record = model.shapes[shape];
        if (overlap(shape_bounds(record.shape, model.frame(record.body)), bounds))
            found.push_back(model.shape_ids.id(shape));
    });
    return sorted(std::move(found));
}

std::vector<ShapeId> World::overlapping(const Shape& shape, const Transform& transform,
                                        const QueryFilter& filter) const {
    const Shape probe = checked_shape(shape);
    require_finite(transform.position, "World::overlapping: transform.position");
    require_unit(transform.rotation, "World::overlapping: transform.rotation");
    const Transform pose{transform.position, normalized(transform.rotation)};
    const Model& model = impl_->model;
    std::vector<ShapeId> found;
    visit_overlaps(model, shape_bounds(probe, pose), {*impl_, filter}, [&](uint32_t other) {
        const ShapeRecord& record = model.shapes[other];
        const DistanceResult apart = shape_distance(probe, pose, record.shape, model.frame(record.body));
        if (apart.overlap || apart.distance <= 0) found.push_back(model.shape_ids.id(other));
    });
    return sorted(std::move(found));
}

}  // namespace cairn
