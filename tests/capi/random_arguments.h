#ifndef CAIRN_TESTS_CAPI_RANDOM_ARGUMENTS_H
#define CAIRN_TESTS_CAPI_RANDOM_ARGUMENTS_H
// What random_calls.c hands to the C API: mostly sensible, and else whatever somebody might hand over.

#include <cairn/cairn.h>
#include <float.h>
#include <math.h>
#include <stddef.h>

static uint64_t state = 14787737192427769776u;

static uint32_t draw(uint32_t below) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)((state >> 11) % below);
}
static bool one_in(uint32_t many) { return draw(many) == 0; }
static float usual(void) { return (float)draw(401) * 0.01f - 2; }

/* A number that is mostly sensible. */
static float number(void) {
    const float odd[] = {0,      -1,      NAN,     INFINITY, -INFINITY, 1e30f, -1e30f,
                         1e-30f, FLT_MIN, FLT_MAX, -FLT_MAX, 1e-45f,    1e6f};
    return one_in(12) ? odd[draw(sizeof odd / sizeof *odd)] : usual();
}
static float positive(void) { return one_in(10) ? number() : 0.05f + (float)draw(100) * 0.01f; }
static cairn_vec3 vector(void) {
    const cairn_vec3 v = {number(), number(), number()};
    return v;
}
static cairn_vec3 calm(void) { /* finite, so that a good part of the calls gets further */
    const cairn_vec3 v = {usual(), usual(), usual()};
    return one_in(8) ? vector() : v;
}
static cairn_quat rotation(void) {
    const cairn_vec3 up = {0, 1, 0};
    const cairn_quat odd = {number(), number(), number(), number()};
    return one_in(10) ? odd : cairn_quat_axis_angle(up, usual());
}
static cairn_transform transform(void) {
    const cairn_transform t = {calm(), rotation()};
    return t;
}
static bool yes(void) { return draw(2) == 1; }
static int32_t kind(int32_t count) {
    return one_in(15) ? (int32_t)draw(5000) - 2500 : (int32_t)draw((uint32_t)count);
}
#define OR_NULL(pointer) (one_in(25) ? NULL : (pointer))

/* What there is, was, or never was. */
enum { room = 64 };
static cairn_world *world, *other;
static cairn_hull* hull;
static cairn_body bodies[room];
static cairn_shape shapes[room];
static cairn_joint joints[room];

#define DRAWN_ID(type, list)                                            \
    static cairn_##type any_##type(void) {                              \
        const cairn_##type none = {CAIRN_NULL_INDEX, 0}, zero = {0, 0}; \
        const cairn_##type made_up = {draw(100), draw(4)};              \
        if (one_in(20)) return none;                                    \
        if (one_in(40)) return zero;                                    \
        return one_in(20) ? made_up : list[draw(room)];                 \
    }
DRAWN_ID(body, bodies)
DRAWN_ID(shape, shapes)
DRAWN_ID(joint, joints)

static cairn_world* any_world(void) { return OR_NULL(world); }

static cairn_geometry any_geometry(void) {
    cairn_geometry geometry = cairn_geometry_default(kind(5));
    switch (geometry.type) {
        case CAIRN_GEOMETRY_SPHERE:
            geometry.as.sphere.radius = positive();
            geometry.as.sphere.center = calm();
            break;
        case CAIRN_GEOMETRY_CAPSULE:
            geometry = cairn_geometry_capsule(calm(), calm(), positive());
            break;
        case CAIRN_GEOMETRY_BOX:
            geometry.as.box.half_extents.x = positive();
            geometry.as.box.rotation = rotation();
            break;
        case CAIRN_GEOMETRY_HULL:
            geometry = cairn_geometry_hull(OR_NULL(hull));
            break;
        case CAIRN_GEOMETRY_HALF_SPACE:
            geometry = cairn_geometry_half_space(calm(), number());
            break;
        default:
            break;
    }
    return geometry;
}

static cairn_body_def any_body_def(void) {
    cairn_body_def def = cairn_body_def_default();
    def.type = one_in(20) ? kind(3) : CAIRN_BODY_DYNAMIC;
    def.position = calm();
    def.rotation = rotation();
    if (one_in(4)) def.velocity = calm();
    if (one_in(4)) def.angular_velocity = calm();
    if (one_in(6)) def.mass = number();
    if (one_in(6)) def.inertia = calm();
    if (one_in(6)) def.has_center_of_mass = true, def.center_of_mass = calm();
    if (one_in(6)) def.gravity_scale = number();
    if (one_in(6)) def.linear_damping = number();
    def.can_sleep = yes(), def.awake = yes(), def.bullet = yes(), def.locks.angular_x = yes();
    return def;
}

static cairn_shape_def any_shape_def(void) {
    cairn_shape_def def = cairn_shape_def_default();
    if (one_in(4)) def.density = positive();
    if (one_in(4)) def.friction = positive();
    if (one_in(4)) def.restitution = positive();
    if (one_in(4)) def.rolling_resistance = positive();
    if (one_in(4)) def.surface_velocity = calm();
    if (one_in(4)) def.friction_combine = kind(5);
    if (one_in(4)) def.filter.group = (int32_t)draw(5) - 2;
    def.sensor = one_in(5), def.hit_events = yes();
    return def;
}

static void rows(void* context, const cairn_transform* a, const cairn_transform* b, cairn_row* row) {
    (void)context, (void)a;
    row->error = b->position.y - 1;
    row->linear_b.y = 1;
}

static cairn_joint_def any_joint_def(void) {
    cairn_joint_def def = cairn_joint_def_default(kind(8));
    def.body_a = any_body();
    def.body_b = any_body();
    def.collide_connected = yes();
    if (one_in(4)) def.break_force = number();
    if (one_in(4)) def.stiffness.hertz = number();
    if (def.type == CAIRN_JOINT_USER) {
        def.as.user.evaluate = OR_NULL(rows);
        if (one_in(5)) def.as.user.row_count = (int)draw(9) - 1;
        if (one_in(5)) def.as.user.body_c = any_body();
    } else if (def.type == CAIRN_JOINT_DISTANCE) {
        def.as.distance.anchor_a = calm();
        def.as.distance.anchor_b = calm();
        if (yes()) def.as.distance.length = number();
    } else { /* the others begin with their anchor */
        def.as.ball.anchor = calm();
        if (def.type != CAIRN_JOINT_FIXED && def.type != CAIRN_JOINT_MOTOR && one_in(3))
            def.as.ball.axis = calm();
    }
    if (def.type == CAIRN_JOINT_HINGE && yes()) {
        def.as.hinge.limits.enabled = true;
        def.as.hinge.limits.lower = number();
        def.as.hinge.limits.upper = number();
        def.as.hinge.motor.enabled = yes();
        def.as.hinge.motor.speed = number();
    }
    return def;
}

#endif
