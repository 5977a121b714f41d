#include "capi/convert.hpp"

namespace cairn::capi {

namespace {

static_assert(CAIRN_BODY_FIXED == static_cast<int>(BodyType::fixed) &&
              CAIRN_BODY_KINEMATIC == static_cast<int>(BodyType::kinematic) &&
              CAIRN_BODY_DYNAMIC == static_cast<int>(BodyType::dynamic));
static_assert(CAIRN_COMBINE_AVERAGE == static_cast<int>(Combine::average) &&
              CAIRN_COMBINE_MINIMUM == static_cast<int>(Combine::minimum) &&
              CAIRN_COMBINE_MULTIPLY == static_cast<int>(Combine::multiply) &&
              CAIRN_COMBINE_MAXIMUM == static_cast<int>(Combine::maximum) &&
              CAIRN_COMBINE_GEOMETRIC == static_cast<int>(Combine::geometric));
template <int index, class Kind>
constexpr bool is_shape = std::is_same_v<std::variant_alternative_t<index, Shape>, Kind>;
static_assert(is_shape<CAIRN_GEOMETRY_SPHERE, Sphere> && is_shape<CAIRN_GEOMETRY_CAPSULE, Capsule> &&
              is_shape<CAIRN_GEOMETRY_BOX, Box> && is_shape<CAIRN_GEOMETRY_HULL, Hull> &&
              is_shape<CAIRN_GEOMETRY_HALF_SPACE, HalfSpace> && std::variant_size_v<Shape> == 5);

template <class C, class Cpp, class Copy>
void each_field_of_world(C& c, Cpp& cpp, Copy copy) {
    copy(c.gravity, cpp.gravity);
    copy(c.solver, cpp.solver);
    copy(c.sleep, cpp.sleep);
    copy(c.sleep_speed, cpp.sleep_speed);
    copy(c.continuous, cpp.continuous);
    copy(c.hit_event_speed, cpp.hit_event_speed);
    copy(c.threads, cpp.threads);
    copy(c.lanes, cpp.lanes);
}

/// All but the type and the centre of mass.
template <class C, class Cpp, class Copy>
void each_field_of_body(C& c, Cpp& cpp, Copy copy) {
    copy(c.position, cpp.position);
    copy(c.rotation, cpp.rotation);
    copy(c.velocity, cpp.velocity);
    copy(c.angular_velocity, cpp.angular_velocity);
    copy(c.mass, cpp.mass);
    copy(c.inertia, cpp.inertia);
    copy(c.gravity_scale, cpp.gravity_scale);
    copy(c.linear_damping, cpp.linear_damping);
    copy(c.angular_damping, cpp.angular_damping);
    copy(c.locks, cpp.locks);
    copy(c.can_sleep, cpp.can_sleep);
    copy(c.awake, cpp.awake);
    copy(c.bullet, cpp.bullet);
    copy(c.gyroscopic, cpp.gyroscopic);
    copy(c.user_data, cpp.user_data);
}

/// All but the combine rules.
template <class C, class Cpp, class Copy>
void each_field_of_shape(C& c, Cpp& cpp, Copy copy) {
    copy(c.density, cpp.density);
    copy(c.friction, cpp.friction);
    copy(c.restitution, cpp.restitution);
    copy(c.rolling_resistance, cpp.rolling_resistance);
    copy(c.spinning_friction, cpp.spinning_friction);
    copy(c.surface_velocity, cpp.surface_velocity);
    copy(c.filter, cpp.filter);
    copy(c.sensor, cpp.sensor);
    copy(c.contact_events, cpp.contact_events);
    copy(c.hit_events, cpp.hit_events);
    copy(c.user_data, cpp.user_data);
}

}  // namespace

cairn_world_def to_c(const WorldDef& def) {
    cairn_world_def c{};
    each_field_of_world(c, def, ToC{});
    c.stage_solver = def.stage_solver.c_str();
    return c;
}

WorldDef to_cpp(const cairn_world_def& def) {
    WorldDef cpp;
    each_field_of_world(def, cpp, ToCpp{});
    if (def.stage_solver) cpp.stage_solver = def.stage_solver;
    return cpp;
}

BodyType body_type(cairn_body_type type) {
    return checked_enum(type, BodyType::dynamic, "cairn_body_def.type");
}

cairn_body_def to_c(const BodyDef& def) {
    cairn_body_def c{};
    each_field_of_body(c, def, ToC{});
    c.type = static_cast<cairn_body_type>(def.type);
    c.has_center_of_mass = def.center_of_mass.has_value();
    c.center_of_mass = to_c(def.center_of_mass.value_or(Vec3{}));
    return c;
}

BodyDef to_cpp(const cairn_body_def& def) {
    BodyDef cpp;
    each_field_of_body(def, cpp, ToCpp{});
    cpp.type = body_type(def.type);
    if (def.has_center_of_mass) cpp.center_of_mass = to_cpp(def.center_of_mass);
    return cpp;
}

cairn_shape_def to_c(const ShapeDef& def) {
    cairn_shape_def c{};
    each_field_of_shape(c, def, ToC{});
    c.friction_combine = static_cast<cairn_combine>(def.friction_combine);
    c.restitution_combine = static_cast<cairn_combine>(def.restitution_combine);
    return c;
}

ShapeDef to_cpp(const cairn_shape_def& def) {
    ShapeDef cpp;
    each_field_of_shape(def, cpp, ToCpp{});
    cpp.friction_combine =
        checked_enum(def.friction_combine, Combine::geometric, "cairn_shape_def.friction_combine");
    cpp.restitution_combine =
        checked_enum(def.restitution_combine, Combine::geometric, "cairn_shape_def.restitution_combine");
    return cpp;
}

cairn_geometry to_c(const Shape& shape) {
    cairn_geometry c{};
    c.type = static_cast<cairn_geometry_type>(shape.index());
    if (const Sphere* sphere = std::get_if<Sphere>(&shape)) c.as.sphere = to_c(*sphere);
    if (const Capsule* capsule = std::get_if<Capsule>(&shape)) c.as.capsule = to_c(*capsule);
    if (const Box* box = std::get_if<Box>(&shape)) c.as.box = to_c(*box);
    if (const Hull* hull = std::get_if<Hull>(&shape)) c.as.hull = handle_of(hull);
    if (const HalfSpace* half_space = std::get_if<HalfSpace>(&shape)) c.as.half_space = to_c(*half_space);
    return c;
}

Shape to_cpp(const cairn_geometry& geometry) {
    switch (geometry.type) {
        case CAIRN_GEOMETRY_SPHERE:
            return to_cpp(geometry.as.sphere);
        case CAIRN_GEOMETRY_CAPSULE:
            return to_cpp(geometry.as.capsule);
        case CAIRN_GEOMETRY_BOX:
            return to_cpp(geometry.as.box);
        case CAIRN_GEOMETRY_HULL:
            return required(hull_of(geometry.as.hull), "cairn_geometry.as.hull");
        case CAIRN_GEOMETRY_HALF_SPACE:
            return to_cpp(geometry.as.half_space);
        default:
            return default_shape(geometry.type);
    }
}

Shape default_shape(cairn_geometry_type type) {
    switch (type) {
        case CAIRN_GEOMETRY_SPHERE:
            return Sphere{};
        case CAIRN_GEOMETRY_CAPSULE:
            return Capsule{};
        case CAIRN_GEOMETRY_BOX:
            return Box{};
        case CAIRN_GEOMETRY_HALF_SPACE:
            return HalfSpace{};
        default:
            break;
    }
    fail("cairn_geometry.type must be 0 to " + std::to_string(CAIRN_GEOMETRY_HALF_SPACE) + ", got " +
         std::to_string(type));
}

}  // namespace cairn::capi
