/* Thousands of calls with whatever comes: ids that are stale, null or another world's, numbers that are none,
 * kinds that do not exist, null pointers. Each either succeeds and leaves no error, or names itself in one
 * and leaves the world as it was; and nothing that is not finite is ever in the world. */
#include <cairn/cairn.h>

#include "check.h"
#include "random_arguments.h"

static uint64_t hash_before;
static int failed_calls, good_calls;

/* After `name` was called: what its error says of it. `result` is whether it says that it succeeded. */
static void judge(const char* name, bool result) {
    char error[1024];
    snprintf(error, sizeof error, "%s", cairn_last_error());
    const bool failed = error[0] != 0;
    failed ? ++failed_calls : ++good_calls;
    const size_t length = strlen(name);
    if (failed && (strncmp(error, name, length) != 0 || error[length] != ':'))
        check_failed(__FILE__, __LINE__, error);
    if (failed && result) check_failed(__FILE__, __LINE__, error);
    if (failed && cairn_world_hash(world) != hash_before) check_failed(__FILE__, __LINE__, error);
}

#define TELLS(name, ...) /* gives false only where it fails */                          \
    do {                                                                                \
        const bool result = name(__VA_ARGS__);                                          \
        if (!result && !cairn_last_error()[0]) check_failed(__FILE__, __LINE__, #name); \
        judge(#name, result);                                                           \
    } while (0)
#define ASKS(name, ...) judge(#name, (bool)(name(__VA_ARGS__)))
#define GETS(name, ...) ((void)(name(__VA_ARGS__)), judge(#name, false))

static void change_body(void) {
    const cairn_body body = any_body();
    const cairn_transform to = transform();
    cairn_mass_properties mass = cairn_geometry_mass_properties(&(cairn_geometry){0}, 1);
    mass.mass = positive();
    mass.inertia.x.x = positive(), mass.inertia.y.y = positive(), mass.inertia.z.z = positive();
    if (one_in(3)) mass.inertia.x.y = mass.inertia.y.x = number();
    const cairn_locks locks = {yes(), yes(), yes(), yes(), yes(), yes()};
    switch (draw(19)) {
        case 0:
            TELLS(cairn_body_remove, any_world(), body);
            break;
        case 1:
            TELLS(cairn_body_set_transform, any_world(), body, OR_NULL(&to));
            break;
        case 2:
            TELLS(cairn_body_set_velocity, any_world(), body, calm());
            break;
        case 3:
            TELLS(cairn_body_set_angular_velocity, any_world(), body, calm());
            break;
        case 4:
            TELLS(cairn_body_set_type, any_world(), body, kind(3));
            break;
        case 5:
            TELLS(cairn_body_set_mass_properties, any_world(), body, OR_NULL(&mass));
            break;
        case 6:
            TELLS(cairn_body_set_gravity_scale, any_world(), body, number());
            break;
        case 7:
            TELLS(cairn_body_set_damping, any_world(), body, number(), number());
            break;
        case 8:
            TELLS(cairn_body_set_locks, any_world(), body, locks);
            break;
        case 9:
            TELLS(cairn_body_set_awake, any_world(), body, yes());
            break;
        case 10:
            TELLS(cairn_body_set_can_sleep, any_world(), body, yes());
            break;
        case 11:
            TELLS(cairn_body_set_bullet, any_world(), body, yes());
            break;
        case 12:
            TELLS(cairn_body_move_to, any_world(), body, OR_NULL(&to), number());
            break;
        case 13:
            TELLS(cairn_body_apply_force, any_world(), body, calm());
            break;
        case 14:
            TELLS(cairn_body_apply_force_at, any_world(), body, calm(), calm());
            break;
        case 15:
            TELLS(cairn_body_apply_torque, any_world(), body, calm());
            break;
        case 16:
            TELLS(cairn_body_apply_impulse, any_world(), body, calm());
            break;
        case 17:
            TELLS(cairn_body_apply_impulse_at, any_world(), body, calm(), calm());
            break;
        default:
            TELLS(cairn_body_apply_angular_impulse, any_world(), body, calm());
            break;
    }
}

static void change_shape(void) {
    const cairn_shape shape = any_shape();
    const cairn_filter filter = {draw(4), draw(4), (int32_t)draw(5) - 2};
    switch (draw(5)) {
        case 0:
            TELLS(cairn_shape_remove, any_world(), shape);
            break;
        case 1:
            TELLS(cairn_shape_set_friction, any_world(), shape, number());
            break;
        case 2:
            TELLS(cairn_shape_set_restitution, any_world(), shape, number());
            break;
        case 3:
            TELLS(cairn_shape_set_surface_velocity, any_world(), shape, calm());
            break;
        default:
            TELLS(cairn_shape_set_filter, any_world(), shape, OR_NULL(&filter));
            break;
    }
}

static void change_joint(void) {
    const cairn_joint joint = any_joint();
    const cairn_joint_def def = any_joint_def();
    if (one_in(4)) TELLS(cairn_joint_remove, any_world(), joint);
    hash_before = cairn_world_hash(world);
    TELLS(cairn_joint_set_definition, any_world(), joint, OR_NULL(&def));
}

static void add_something(void) {
    const cairn_body_def body_def = any_body_def();
    const cairn_shape_def shape_def = any_shape_def();
    const cairn_joint_def joint_def = any_joint_def();
    const cairn_geometry geometry = any_geometry();
    const uint32_t at = draw(room);
    switch (draw(4)) {
        case 0:
            if (cairn_world_body_count(world) > 40) break;
            bodies[at] = cairn_body_add(any_world(), OR_NULL(&body_def));
            judge("cairn_body_add", !cairn_body_is_null(bodies[at]));
            break;
        case 1:
            joints[at] = cairn_joint_add(any_world(), OR_NULL(&joint_def));
            judge("cairn_joint_add", !cairn_joint_is_null(joints[at]));
            break;
        default:
            shapes[at] = cairn_shape_add(any_world(), any_body(), OR_NULL(&geometry), OR_NULL(&shape_def));
            judge("cairn_shape_add", !cairn_shape_is_null(shapes[at]));
            break;
    }
}

static void ask_world(void) {
    cairn_ray_hit hits[8];
    cairn_shape found[8];
    float floats[56];
    cairn_events events;
    cairn_step_report report;
    cairn_joint_def joint_def;
    cairn_shape_def shape_def;
    cairn_geometry seen;
    cairn_contact contacts[4];
    const cairn_geometry geometry = any_geometry();
    const cairn_transform at = transform();
    const cairn_bounds bounds = {vector(), vector()};
    const cairn_query_filter filter = {draw(4), draw(4), any_body()};
    const int max = (int)draw(11) - 2;
    switch (draw(20)) {
        case 0:
            ASKS(cairn_world_cast_ray, any_world(), vector(), vector(), OR_NULL(&filter), OR_NULL(hits));
            break;
        case 1:
            ASKS(cairn_world_cast_ray_all, any_world(), vector(), calm(), NULL, OR_NULL(hits), max);
            break;
        case 2:
            ASKS(cairn_world_cast_shape, any_world(), OR_NULL(&geometry), OR_NULL(&at), calm(), NULL, hits);
            break;
        case 3:
            ASKS(cairn_world_overlapping_bounds, any_world(), OR_NULL(&bounds), NULL, found, max);
            break;
        case 4:
            ASKS(cairn_world_overlapping_shape, any_world(), OR_NULL(&geometry), &at, NULL, OR_NULL(found),
                 max);
            break;
        case 5:
            ASKS(cairn_world_transforms, any_world(), OR_NULL(floats), NULL, max);
            break;
        case 6:
            ASKS(cairn_world_velocities, any_world(), OR_NULL(floats), NULL, max);
            break;
        case 7:
            ASKS(cairn_world_contacts, any_world(), OR_NULL(contacts), max < 5 ? max : 4);
            break;
        case 8:
            ASKS(cairn_body_contacts, any_world(), any_body(), contacts, max < 5 ? max : 4);
            break;
        case 9:
            ASKS(cairn_body_shapes, any_world(), any_body(), OR_NULL(found), max);
            break;
        case 10:
            TELLS(cairn_world_events, any_world(), OR_NULL(&events));
            break;
        case 11:
            TELLS(cairn_world_report, any_world(), OR_NULL(&report));
            break;
        case 12:
            TELLS(cairn_joint_definition, any_world(), any_joint(), OR_NULL(&joint_def));
            break;
        case 13:
            TELLS(cairn_shape_definition, any_world(), any_shape(), OR_NULL(&shape_def));
            break;
        case 14:
            TELLS(cairn_shape_geometry, any_world(), any_shape(), OR_NULL(&seen));
            break;
        case 15:
            GETS(cairn_joint_reaction, any_world(), any_joint());
            break;
        case 16:
            GETS(cairn_joint_position, any_world(), any_joint());
            break;
        case 17:
            GETS(cairn_joint_error, any_world(), any_joint());
            break;
        case 18:
            GETS(cairn_shape_bounds, any_world(), any_shape());
            break;
        default:
            GETS(cairn_geometry_mass_properties, OR_NULL(&geometry), number());
            break;
    }
}

static void step_or_set(void) {
    cairn_soft_step solver = cairn_soft_step_default();
    if (yes()) solver.substeps = (int)draw(10) - 1;
    if (yes()) solver.contact_hertz = number();
    switch (draw(8)) {
        case 0:
            TELLS(cairn_world_set_gravity, any_world(), vector());
            break;
        case 1:
            TELLS(cairn_world_set_solver, any_world(), OR_NULL(&solver));
            break;
        case 2:
            TELLS(cairn_world_set_stage_solver, any_world(),
                  one_in(3)   ? "nonsense"
                  : one_in(2) ? "pgs"
                              : NULL);
            break;
        case 3:
            TELLS(cairn_world_set_sleep, any_world(), yes());
            break;
        case 4:
            TELLS(cairn_world_step, any_world(), number());
            break;
        default:
            TELLS(cairn_world_step, any_world(), 1.0f / 60);
            break;
    }
}

static void all_is_finite(void) {
    static float poses[7 * room], speeds[6 * room];
    const int count = cairn_world_transforms(world, poses, NULL, room);
    CHECK(count <= room && cairn_world_velocities(world, speeds, NULL, room) == count);
    for (int i = 0; i < 7 * count; ++i) CHECK(isfinite(poses[i]));
    for (int i = 0; i < 6 * count; ++i) CHECK(isfinite(speeds[i]));
}

int main(void) {
    const cairn_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    hull = cairn_hull_create(corners, 4);
    world = cairn_world_create(NULL);
    other = cairn_world_create(NULL);
    for (int i = 0; i < room; ++i) bodies[i] = cairn_body_add(i % 8 ? world : other, NULL);
    cairn_snapshot* snapshot = cairn_world_snapshot(world);
    for (int i = 0; i < 30000; ++i) {
        hash_before = cairn_world_hash(world);
        switch (draw(8)) {
            case 0:
            case 1:
                add_something();
                break;
            case 2:
            case 3:
                change_body();
                break;
            case 4:
                change_shape();
                break;
            case 5:
                change_joint();
                break;
            case 6:
                step_or_set();
                break;
            default:
                ask_world();
                break;
        }
        if (i % 16 == 0) all_is_finite();
        if (i % 3000 == 2999) {
            CHECK(cairn_world_restore(world, snapshot));
            cairn_snapshot_destroy(snapshot);
            snapshot = cairn_world_snapshot(world);
        }
    }
    CHECK(good_calls > 8000 && failed_calls > 8000);
    printf("%d calls succeeded, %d failed\n", good_calls, failed_calls);
    cairn_snapshot_destroy(snapshot);
    cairn_world_destroy(world);
    cairn_world_destroy(other);
    cairn_hull_destroy(hull);
    return failures("random_calls");
}
