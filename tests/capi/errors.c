/* Misuse from C: a message with the value in it, a result that means nothing, and a world that is as it was.
 */
#include <cairn/cairn.h>

#include "check.h"

static const cairn_vec3 origin = {0, 0, 0};

static cairn_world* make_world(cairn_body* body, cairn_shape* shape) {
    cairn_world* world = cairn_world_create(NULL);
    *body = cairn_body_add(world, NULL);
    const cairn_geometry box = cairn_geometry_default(CAIRN_GEOMETRY_BOX);
    *shape = cairn_shape_add(world, *body, &box, NULL);
    CHECK_NO_ERROR();
    return world;
}

static void a_stale_id_is_named(void) {
    cairn_body body;
    cairn_shape shape;
    cairn_world* world = make_world(&body, &shape);
    CHECK(cairn_body_remove(world, body));
    CHECK(!cairn_body_valid(world, body) && !cairn_shape_valid(world, shape));
    const uint64_t hash = cairn_world_hash(world);
    char named[64];
    snprintf(named, sizeof named, "body %u (generation %u) does not exist", (unsigned)body.index,
             (unsigned)body.generation);
    CHECK(cairn_body_transform(world, body).rotation.w == 0);
    CHECK_ERROR("cairn_body_transform: ");
    CHECK_ERROR(named);
    CHECK(!cairn_body_remove(world, body));
    CHECK_ERROR(named);
    CHECK(!cairn_body_apply_force(world, body, origin));
    CHECK_ERROR(named);
    CHECK(cairn_body_shapes(world, body, NULL, 0) == 0);
    CHECK_ERROR(named);
    CHECK(!cairn_shape_set_friction(world, shape, 1));
    CHECK_ERROR("shape ");
    cairn_joint_def def = cairn_joint_def_default(CAIRN_JOINT_HINGE);
    def.body_b = body;
    CHECK(cairn_joint_is_null(cairn_joint_add(world, &def)));
    CHECK_ERROR(named);
    const cairn_body zero = {0, 0};
    CHECK(!cairn_body_valid(world, zero) && !cairn_body_remove(world, zero));
    CHECK_ERROR("body 0 (generation 0) does not exist: generations begin with 1");
    CHECK(cairn_world_hash(world) == hash);
    CHECK_NO_ERROR();
    cairn_world_destroy(world);
}

static void what_is_not_finite_does_not_enter(void) {
    cairn_body body;
    cairn_shape shape;
    cairn_world* world = make_world(&body, &shape);
    const uint64_t hash = cairn_world_hash(world);
    const cairn_vec3 nowhere = {0, NAN, 0}, far = {INFINITY, 0, 0};
    CHECK(!cairn_body_set_velocity(world, body, nowhere));
    CHECK_ERROR("nan");
    CHECK(!cairn_world_set_gravity(world, far));
    CHECK_ERROR("inf");
    CHECK(!cairn_world_step(world, NAN));
    CHECK_ERROR("nan");
    CHECK(!cairn_world_step(world, -0.5f));
    CHECK_ERROR("-0.5");
    cairn_body_def def = cairn_body_def_default();
    def.position = nowhere;
    CHECK(cairn_body_is_null(cairn_body_add(world, &def)));
    CHECK_ERROR("nan");
    def = cairn_body_def_default();
    def.rotation.w = 3;
    CHECK(cairn_body_is_null(cairn_body_add(world, &def)));
    CHECK_ERROR("3");
    const cairn_geometry sphere = cairn_geometry_sphere(-2);
    CHECK(cairn_shape_is_null(cairn_shape_add(world, body, &sphere, NULL)));
    CHECK_ERROR("-2");
    CHECK(cairn_geometry_mass_properties(&sphere, 1).mass == 0);
    CHECK_ERROR("-2");
    CHECK(!cairn_world_cast_ray(world, nowhere, origin, NULL, NULL));
    CHECK_ERROR("nan");
    cairn_mass_properties mass = cairn_body_mass_properties(world, body);
    mass.inertia.x.y = 25;
    CHECK(!cairn_body_set_mass_properties(world, body, &mass));
    CHECK_ERROR("symmetric, got 25 and 0");
    CHECK(cairn_world_body_count(world) == 1);
    CHECK(cairn_world_hash(world) == hash);
    cairn_world_destroy(world);
}

static void numbers_outside_their_enumeration_are_refused(void) {
    cairn_body body;
    cairn_shape shape;
    cairn_world* world = make_world(&body, &shape);
    cairn_body_def body_def = cairn_body_def_default();
    body_def.type = 7;
    CHECK(cairn_body_is_null(cairn_body_add(world, &body_def)));
    CHECK_ERROR("got 7");
    CHECK(!cairn_body_set_type(world, body, -1));
    CHECK_ERROR("got -1");
    cairn_shape_def shape_def = cairn_shape_def_default();
    shape_def.friction_combine = 12;
    const cairn_geometry box = cairn_geometry_default(CAIRN_GEOMETRY_BOX);
    CHECK(cairn_shape_is_null(cairn_shape_add(world, body, &box, &shape_def)));
    CHECK_ERROR("got 12");
    const cairn_geometry odd = cairn_geometry_default(31);
    CHECK_ERROR("got 31");
    CHECK(cairn_shape_is_null(cairn_shape_add(world, body, &odd, NULL)));
    CHECK_ERROR("got 31");
    cairn_joint_def joint_def = cairn_joint_def_default(32);
    CHECK_ERROR("got 32");
    joint_def.body_b = body;
    CHECK(cairn_joint_is_null(cairn_joint_add(world, &joint_def)));
    CHECK_ERROR("got 32");
    cairn_world_destroy(world);
}

static void null_pointers_are_errors_and_never_crash(void) {
    cairn_body body;
    cairn_shape shape;
    cairn_world* world = make_world(&body, &shape);
    CHECK(!cairn_world_step(NULL, 1.0f / 60));
    CHECK_ERROR("cairn_world_step: world must not be null");
    CHECK(cairn_body_is_null(cairn_body_add(NULL, NULL)));
    CHECK_ERROR("world must not be null");
    CHECK(cairn_shape_is_null(cairn_shape_add(world, body, NULL, NULL)));
    CHECK_ERROR("geometry must not be null");
    const cairn_geometry no_hull = cairn_geometry_hull(NULL);
    CHECK(cairn_shape_is_null(cairn_shape_add(world, body, &no_hull, NULL)));
    CHECK_ERROR("hull must not be null");
    CHECK(cairn_joint_is_null(cairn_joint_add(world, NULL)));
    CHECK_ERROR("def must not be null");
    cairn_joint_def user = cairn_joint_def_default(CAIRN_JOINT_USER);
    user.body_b = body;
    CHECK(cairn_joint_is_null(cairn_joint_add(world, &user)));
    CHECK_ERROR("evaluate");
    CHECK(!cairn_world_events(world, NULL) && !cairn_world_report(world, NULL));
    CHECK_ERROR("report must not be null");
    CHECK(!cairn_world_restore(world, NULL));
    CHECK_ERROR("snapshot must not be null");
    CHECK(!cairn_body_set_transform(world, body, NULL));
    CHECK_ERROR("transform must not be null");
    CHECK(cairn_world_bodies(world, NULL, 4) == 0);
    CHECK_ERROR("array must not be null");
    CHECK(cairn_world_bodies(world, &body, -4) == 0);
    CHECK_ERROR("got -4");
    CHECK(cairn_world_transforms(world, NULL, NULL, -4) == 0);
    CHECK_ERROR("got -4");
    CHECK(!cairn_hull_create(NULL, 4) && !cairn_hull_share(NULL));
    CHECK(cairn_hull_face_count(NULL) == 0);
    CHECK_ERROR("hull must not be null");
    CHECK(!cairn_world_snapshot(NULL) && cairn_snapshot_byte_count(NULL) == 0 && cairn_world_hash(NULL) == 0);
    CHECK(!cairn_world_draw(world, NULL, NULL));
    CHECK_ERROR("draw must not be null");
    cairn_world_destroy(NULL);
    cairn_hull_destroy(NULL);
    cairn_snapshot_destroy(NULL);
    cairn_task_system_destroy(NULL);
    cairn_world_destroy(world);
}

static void a_world_that_cannot_be_is_not_made(void) {
    cairn_world_def def = cairn_world_def_default();
    def.lanes = 5;
    CHECK(!cairn_world_create(&def));
    CHECK_ERROR("got 5");
    def = cairn_world_def_default();
    def.solver.substeps = 0;
    CHECK(!cairn_world_create(&def));
    CHECK_ERROR("got 0");
    def = cairn_world_def_default();
    const cairn_task_system no_functions = {NULL, NULL, NULL, NULL};
    def.tasks = &no_functions;
    CHECK(!cairn_world_create(&def));
    CHECK_ERROR("worker_count");
    cairn_task_system tasks;
    CHECK(!cairn_task_system_create(0, &tasks));
    CHECK_ERROR("got 0");
    CHECK(!cairn_task_system_create(2, NULL)); /* which must not leave a system that nobody owns */
    CHECK_ERROR("tasks must not be null");
}

static void fail_once(void) {
    CHECK(!cairn_world_step(NULL, 1));
    CHECK_ERROR("cairn_world_step: world must not be null");
}

#define CHECK_CLEARS(call) \
    do {                   \
        fail_once();       \
        call;              \
        CHECK_NO_ERROR();  \
    } while (0)

static void what_is_destroyed_clears_the_error(void) {
    const cairn_vec3 corners[4] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    cairn_hull* hull = cairn_hull_create(corners, 4);
    cairn_world* world = cairn_world_create(NULL);
    cairn_snapshot* snapshot = cairn_world_snapshot(world);
    cairn_task_system tasks, foreign = {NULL, NULL, NULL, NULL};
    CHECK(hull && world && snapshot && cairn_task_system_create(2, &tasks));
    CHECK_CLEARS(cairn_hull_destroy(hull));
    CHECK_CLEARS(cairn_hull_destroy(NULL));
    CHECK_CLEARS(cairn_snapshot_destroy(snapshot));
    CHECK_CLEARS(cairn_snapshot_destroy(NULL));
    CHECK_CLEARS(cairn_world_destroy(world));
    CHECK_CLEARS(cairn_world_destroy(NULL));
    CHECK_CLEARS(cairn_task_system_destroy(&tasks));
    CHECK(!tasks.context && !tasks.worker_count);
    CHECK_CLEARS(cairn_task_system_destroy(&foreign));
    CHECK_CLEARS(cairn_task_system_destroy(NULL));
}

static void defaults_of_a_kind_clear_the_error(void) {
    CHECK_CLEARS(cairn_joint_def_default(CAIRN_JOINT_HINGE));
    CHECK_CLEARS(cairn_geometry_default(CAIRN_GEOMETRY_BOX));
    CHECK_CLEARS(cairn_geometry_default(CAIRN_GEOMETRY_HULL));
}

/* Definitions may be prepared between a call and the question what was wrong in it. */
#define CHECK_KEEPS(call)                                \
    do {                                                 \
        (void)(call);                                    \
        CHECK_ERROR("cairn_world_step: world must not"); \
    } while (0)

static void what_cannot_fail_leaves_the_error(void) {
    const cairn_vec3 up = {0, 1, 0};
    const cairn_mat3 zero = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
    const cairn_body body = {CAIRN_NULL_INDEX, 0};
    fail_once();
    CHECK_KEEPS(cairn_version());
    CHECK_KEEPS(cairn_stage_name(-1));
    CHECK_KEEPS(cairn_quat_axis_angle(up, 1));
    CHECK_KEEPS(cairn_quat_between(up, up));
    CHECK_KEEPS(cairn_quat_from_mat3(zero));
    CHECK_KEEPS(cairn_mat3_inverse(zero));
    CHECK_KEEPS(cairn_body_is_null(body));
    CHECK_KEEPS(cairn_world_def_default());
    CHECK_KEEPS(cairn_soft_step_default());
    CHECK_KEEPS(cairn_body_def_default());
    CHECK_KEEPS(cairn_shape_def_default());
    CHECK_KEEPS(cairn_filter_default());
    CHECK_KEEPS(cairn_query_filter_default());
    CHECK_KEEPS(cairn_row_default());
    CHECK_KEEPS(cairn_debug_draw_options_default());
    CHECK_KEEPS(cairn_geometry_sphere(1));
    CHECK_KEEPS(cairn_geometry_capsule(origin, up, 1));
    CHECK_KEEPS(cairn_geometry_box(up));
    CHECK_KEEPS(cairn_geometry_hull(NULL));
    CHECK_KEEPS(cairn_geometry_half_space(up, 0));
}

int main(void) {
    a_stale_id_is_named();
    what_is_not_finite_does_not_enter();
    numbers_outside_their_enumeration_are_refused();
    null_pointers_are_errors_and_never_crash();
    a_world_that_cannot_be_is_not_made();
    what_is_destroyed_clears_the_error();
    defaults_of_a_kind_clear_the_error();
    what_cannot_fail_leaves_the_error();
    return failures("errors");
}
