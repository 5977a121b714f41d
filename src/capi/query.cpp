#include <cstring>

#include "capi/convert.hpp"

using namespace cairn;
using namespace cairn::capi;

namespace {

/// Writes `width` floats a body, and the ids alongside; returns how many bodies there are.
template <class Write>
int each_body(const World& world, float* out, int width, cairn_body* ids, int max, Write&& write) {
    const std::vector<BodyId> bodies = world.bodies();
    if (max > 0 && !out && !ids) fail("one of the two arrays must not be null");
    const int count = copy_out(bodies, ids, ids ? max : max < 0 ? max : 0);
    for (int i = 0; out && i < count && i < max; ++i)
        write(bodies[static_cast<size_t>(i)], out + static_cast<ptrdiff_t>(i) * width);
    return count;
}

bool give(bool found, const RayHit& from, cairn_ray_hit* hit) {
    if (found && hit) *hit = to_c(from);
    return found;
}

}  // namespace

int cairn_world_body_count(const cairn_world* world) {
    return guarded(__func__, world, [](const World& w) { return static_cast<int>(w.bodies().size()); });
}

int cairn_world_bodies(const cairn_world* world, cairn_body* bodies, int max) {
    return guarded(__func__, world, [&](const World& w) { return copy_out(w.bodies(), bodies, max); });
}

int cairn_world_joints(const cairn_world* world, cairn_joint* joints, int max) {
    return guarded(__func__, world, [&](const World& w) { return copy_out(w.joints(), joints, max); });
}

int cairn_world_transforms(const cairn_world* world, float* transforms, cairn_body* bodies, int max) {
    return guarded(__func__, world, [&](const World& w) {
        return each_body(w, transforms, 7, bodies, max, [&](BodyId body, float* out) {
            const cairn_transform transform = to_c(w.transform(body));
            static_assert(sizeof transform == 7 * sizeof(float));
            std::memcpy(out, &transform, sizeof transform);
        });
    });
}

int cairn_world_velocities(const cairn_world* world, float* velocities, cairn_body* bodies, int max) {
    return guarded(__func__, world, [&](const World& w) {
        return each_body(w, velocities, 6, bodies, max, [&](BodyId body, float* out) {
            const cairn_vec3 pair[2] = {to_c(w.velocity(body)), to_c(w.angular_velocity(body))};
            static_assert(sizeof pair == 6 * sizeof(float));
            std::memcpy(out, pair, sizeof pair);
        });
    });
}

int cairn_world_contacts(const cairn_world* world, cairn_contact* contacts, int max) {
    return guarded(__func__, world, [&](const World& w) { return copy_out(w.contacts(), contacts, max); });
}

bool cairn_world_cast_ray(const cairn_world* world, cairn_vec3 from, cairn_vec3 to,
                          const cairn_query_filter* filter, cairn_ray_hit* hit) {
    return guarded(__func__, world, [&](const World& w) {
        RayHit found;
        return give(w.cast_ray(to_cpp(from), to_cpp(to), found, or_default<QueryFilter>(filter)), found, hit);
    });
}

int cairn_world_cast_ray_all(const cairn_world* world, cairn_vec3 from, cairn_vec3 to,
                             const cairn_query_filter* filter, cairn_ray_hit* hits, int max) {
    return guarded(__func__, world, [&](const World& w) {
        return copy_out(w.cast_ray_all(to_cpp(from), to_cpp(to), or_default<QueryFilter>(filter)), hits, max);
    });
}

bool cairn_world_cast_shape(const cairn_world* world, const cairn_geometry* geometry,
                            const cairn_transform* start, cairn_vec3 motion, const cairn_query_filter* filter,
                            cairn_ray_hit* hit) {
    return guarded(__func__, world, [&](const World& w) {
        const Shape shape = to_cpp(required(geometry, "geometry"));
        const Transform from = to_cpp(required(start, "start"));
        RayHit found;
        return give(w.cast_shape(shape, from, to_cpp(motion), found, or_default<QueryFilter>(filter)), found,
                    hit);
    });
}

int cairn_world_overlapping_bounds(const cairn_world* world, const cairn_bounds* bounds,
                                   const cairn_query_filter* filter, cairn_shape* shapes, int max) {
    return guarded(__func__, world, [&](const World& w) {
        const Bounds box = to_cpp(required(bounds, "bounds"));
        return copy_out(w.overlapping(box, or_default<QueryFilter>(filter)), shapes, max);
    });
}

int cairn_world_overlapping_shape(const cairn_world* world, const cairn_geometry* geometry,
                                  const cairn_transform* transform, const cairn_query_filter* filter,
                                  cairn_shape* shapes, int max) {
    return guarded(__func__, world, [&](const World& w) {
        const Shape shape = to_cpp(required(geometry, "geometry"));
        const Transform at = to_cpp(required(transform, "transform"));
        return copy_out(w.overlapping(shape, at, or_default<QueryFilter>(filter)), shapes, max);
    });
}
