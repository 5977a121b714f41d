// Defaults are those of C++, converted: there is no second list of numbers.

#include "capi/convert.hpp"

using namespace cairn;
using namespace cairn::capi;

cairn_world_def cairn_world_def_default(void) {
    static const WorldDef defaults;
    return to_c(defaults);
}
cairn_soft_step cairn_soft_step_default(void) { return to_c(SoftStep{}); }
cairn_body_def cairn_body_def_default(void) { return to_c(BodyDef{}); }
cairn_shape_def cairn_shape_def_default(void) { return to_c(ShapeDef{}); }
cairn_filter cairn_filter_default(void) { return to_c(Filter{}); }
cairn_query_filter cairn_query_filter_default(void) { return to_c(QueryFilter{}); }
cairn_row cairn_row_default(void) { return to_c(Row{}); }
cairn_debug_draw_options cairn_debug_draw_options_default(void) { return to_c(DebugDrawOptions{}); }

cairn_joint_def cairn_joint_def_default(cairn_joint_type type) {
    cairn_joint_def def{};
    guarded(__func__, [&] { def = to_c(default_joint(type)); });
    def.type = type;
    return def;
}

cairn_geometry cairn_geometry_default(cairn_geometry_type type) {
    cairn_geometry geometry{};
    guarded(__func__, [&] {
        if (type != CAIRN_GEOMETRY_HULL) geometry = to_c(default_shape(type));
    });
    geometry.type = type;
    return geometry;
}

cairn_geometry cairn_geometry_sphere(float radius) { return to_c(Shape(Sphere{.radius = radius})); }

cairn_geometry cairn_geometry_capsule(cairn_vec3 a, cairn_vec3 b, float radius) {
    return to_c(Shape(Capsule{to_cpp(a), to_cpp(b), radius}));
}

cairn_geometry cairn_geometry_box(cairn_vec3 half_extents) {
    return to_c(Shape(Box{.half_extents = to_cpp(half_extents)}));
}

cairn_geometry cairn_geometry_hull(const cairn_hull* hull) {
    cairn_geometry geometry{};  // not by cairn_geometry_default, which clears the last error
    geometry.type = CAIRN_GEOMETRY_HULL;
    geometry.as.hull = hull;
    return geometry;
}

cairn_geometry cairn_geometry_half_space(cairn_vec3 normal, float offset) {
    return to_c(Shape(HalfSpace{to_cpp(normal), offset}));
}
