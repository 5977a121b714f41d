#include "capi/convert.hpp"

using namespace cairn;
using namespace cairn::capi;

cairn_shape cairn_shape_add(cairn_world* world, cairn_body body, const cairn_geometry* geometry,
                            const cairn_shape_def* def) {
    return guarded(__func__, world, [&](World& w) {
        const Shape shape = to_cpp(required(geometry, "geometry"));
        return to_c(w.add_shape(to_cpp(body), shape, or_default<ShapeDef>(def)));
    });
}

bool cairn_shape_remove(cairn_world* world, cairn_shape shape) {
    return guarded(__func__, world, [&](World& w) { w.remove_shape(to_cpp(shape)); });
}

bool cairn_shape_valid(const cairn_world* world, cairn_shape shape) {
    return guarded(__func__, world, [&](const World& w) { return w.valid(to_cpp(shape)); });
}

cairn_body cairn_shape_body(const cairn_world* world, cairn_shape shape) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.body(to_cpp(shape))); });
}

bool cairn_shape_geometry(const cairn_world* world, cairn_shape shape, cairn_geometry* geometry) {
    return guarded(__func__, world,
                   [&](const World& w) { required(geometry, "geometry") = to_c(w.geometry(to_cpp(shape))); });
}

bool cairn_shape_definition(const cairn_world* world, cairn_shape shape, cairn_shape_def* def) {
    return guarded(__func__, world,
                   [&](const World& w) { required(def, "def") = to_c(w.definition(to_cpp(shape))); });
}

cairn_bounds cairn_shape_bounds(const cairn_world* world, cairn_shape shape) {
    return guarded(__func__, world, [&](const World& w) { return to_c(w.bounds(to_cpp(shape))); });
}

bool cairn_shape_set_friction(cairn_world* world, cairn_shape shape, float friction) {
    return guarded(__func__, world, [&](World& w) { w.set_friction(to_cpp(shape), friction); });
}

bool cairn_shape_set_restitution(cairn_world* world, cairn_shape shape, float restitution) {
    return guarded(__func__, world, [&](World& w) { w.set_restitution(to_cpp(shape), restitution); });
}

bool cairn_shape_set_surface_velocity(cairn_world* world, cairn_shape shape, cairn_vec3 velocity) {
    return guarded(__func__, world,
                   [&](World& w) { w.set_surface_velocity(to_cpp(shape), to_cpp(velocity)); });
}

bool cairn_shape_set_filter(cairn_world* world, cairn_shape shape, const cairn_filter* filter) {
    return guarded(__func__, world,
                   [&](World& w) { w.set_filter(to_cpp(shape), or_default<Filter>(filter)); });
}

bool cairn_shape_set_contact_events(cairn_world* world, cairn_shape shape, bool contact_events) {
    return guarded(__func__, world, [&](World& w) { w.set_contact_events(to_cpp(shape), contact_events); });
}

bool cairn_shape_set_hit_events(cairn_world* world, cairn_shape shape, bool hit_events) {
    return guarded(__func__, world, [&](World& w) { w.set_hit_events(to_cpp(shape), hit_events); });
}
