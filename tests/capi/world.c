/* A world used from C: a stack settles, events come, rays hit, snapshots restore the same bits. */
#include <cairn/cairn.h>
#include <stdlib.h>

#include "check.h"

static cairn_vec3 vec3(float x, float y, float z) {
    cairn_vec3 v = {x, y, z};
    return v;
}

static cairn_body add_ground(cairn_world* world) {
    cairn_body_def def = cairn_body_def_default();
    def.type = CAIRN_BODY_FIXED;
    const cairn_body ground = cairn_body_add(world, &def);
    const cairn_geometry plane = cairn_geometry_half_space(vec3(0, 1, 0), 0);
    CHECK(!cairn_shape_is_null(cairn_shape_add(world, ground, &plane, NULL)));
    return ground;
}

static cairn_body add_box(cairn_world* world, float x, float y) {
    cairn_body_def def = cairn_body_def_default();
    def.position = vec3(x, y, 0);
    const cairn_body body = cairn_body_add(world, &def);
    const cairn_geometry box = cairn_geometry_box(vec3(0.5f, 0.5f, 0.5f));
    CHECK(!cairn_shape_is_null(cairn_shape_add(world, body, &box, NULL)));
    return body;
}

static void run(cairn_world* world, int steps) {
    for (int i = 0; i < steps; ++i) CHECK(cairn_world_step(world, 1.0f / 60));
}

static void a_stack_settles_where_it_should(void) {
    cairn_world* world = cairn_world_create(NULL);
    add_ground(world);
    cairn_body stack[5];
    for (int i = 0; i < 5; ++i) stack[i] = add_box(world, 0, 0.5f + 1.02f * (float)i);
    int asleep = 0, begun = 0;
    for (int i = 0; i < 600; ++i) {
        CHECK(cairn_world_step(world, 1.0f / 60));
        cairn_events events;
        CHECK(cairn_world_events(world, &events));
        asleep += events.fell_asleep_count;
        begun += events.contact_begin_count;
    }
    for (int i = 0; i < 5; ++i)
        CHECK_NEAR(cairn_body_transform(world, stack[i]).position.y, 0.5f + (float)i, 0.02);
    CHECK(asleep == 5 && begun >= 5);
    CHECK(!cairn_body_awake(world, stack[0]));

    cairn_contact contacts[8];
    CHECK(cairn_world_contacts(world, NULL, 0) == 5);
    CHECK(cairn_world_contacts(world, contacts, 8) == 5);
    CHECK(contacts[0].point_count == 4);
    CHECK(cairn_body_contacts(world, stack[4], contacts, 8) == 1);
    CHECK(cairn_body_contacts(world, stack[1], contacts, 8) == 2);
    CHECK_NEAR(cairn_body_mass(world, stack[0]), 1000, 1);
    CHECK_NEAR(fabsf(contacts[0].normal.y), 1, 1e-3);

    cairn_step_report report;
    CHECK(cairn_world_report(world, &report));
    CHECK(report.step == 600 && report.bodies == 6 && report.dropped == 0 && report.awake_bodies == 0);
    CHECK(report.total_seconds > 0);
    CHECK(strcmp(cairn_stage_name(CAIRN_STAGE_SOLVE), "solve") == 0);
    CHECK(strcmp(cairn_stage_name(99), "?") == 0);
    CHECK(strcmp(cairn_version(), CAIRN_HEADER_VERSION) == 0);
    cairn_world_destroy(world);
}

static void a_snapshot_brings_back_the_same_bits(void) {
    cairn_world_def def = cairn_world_def_default();
    def.sleep = false;
    def.threads = 2;
    cairn_world* world = cairn_world_create(&def);
    CHECK(cairn_world_threads(world) >= 1 && cairn_world_lanes(world) >= 1);
    add_ground(world);
    cairn_body first = add_box(world, 0, 2);
    for (int i = 1; i < 10; ++i) add_box(world, 0.1f * (float)i, 2 + 1.1f * (float)i);
    run(world, 40);
    cairn_snapshot* snapshot = cairn_world_snapshot(world);
    CHECK(snapshot && cairn_snapshot_byte_count(snapshot) > 0);
    const uint64_t before = cairn_world_hash(world);
    run(world, 50);
    const uint64_t after = cairn_world_hash(world);
    CHECK(before != after);
    CHECK(cairn_body_remove(world, first));
    add_box(world, 5, 5);
    run(world, 5);
    CHECK(cairn_world_restore(world, snapshot));
    CHECK(cairn_body_valid(world, first));
    CHECK(cairn_world_hash(world) == before);
    run(world, 50);
    CHECK(cairn_world_hash(world) == after);
    cairn_snapshot_destroy(snapshot);
    cairn_world_destroy(world);
}

static void a_sensor_sees_what_passes_and_a_hit_is_told(void) {
    cairn_world* world = cairn_world_create(NULL);
    add_ground(world);
    cairn_body_def fixed = cairn_body_def_default();
    fixed.type = CAIRN_BODY_FIXED;
    fixed.position = vec3(0, 4, 0);
    const cairn_body gate = cairn_body_add(world, &fixed);
    cairn_shape_def material = cairn_shape_def_default();
    material.sensor = true;
    const cairn_geometry box = cairn_geometry_box(vec3(1, 0.5f, 1));
    const cairn_shape sensor = cairn_shape_add(world, gate, &box, &material);

    cairn_body_def falling = cairn_body_def_default();
    falling.position = vec3(0, 8, 0);
    const cairn_body ball = cairn_body_add(world, &falling);
    material = cairn_shape_def_default();
    material.hit_events = true;
    const cairn_geometry sphere = cairn_geometry_sphere(0.25f);
    const cairn_shape visitor = cairn_shape_add(world, ball, &sphere, &material);

    int begun = 0, ended = 0, hits = 0;
    for (int i = 0; i < 180; ++i) {
        cairn_events events;
        CHECK(cairn_world_step(world, 1.0f / 60) && cairn_world_events(world, &events));
        begun += events.sensor_begin_count;
        ended += events.sensor_end_count;
        if (events.sensor_begin_count) {
            CHECK(events.sensor_begin[0].sensor.index == sensor.index);
            CHECK(events.sensor_begin[0].visitor.index == visitor.index);
        }
        if (events.hits_count && hits == 0) CHECK(events.hits[0].speed > 9 && events.hits[0].speed < 15);
        hits += events.hits_count;
    }
    CHECK(begun == 1 && ended == 1 && hits >= 1);
    cairn_world_destroy(world);
}

static void events_stay_put_while_bodies_are_removed(void) {
    cairn_world* world = cairn_world_create(NULL);
    add_ground(world);
    for (int i = 0; i < 20; ++i) add_box(world, 3 * (float)i, 0.49f);
    run(world, 1);
    cairn_events events;
    CHECK(cairn_world_events(world, &events));
    CHECK(events.contact_begin_count == 20);
    for (int i = 0; i < events.contact_begin_count; ++i) {
        const cairn_contact_event event = events.contact_begin[i];
        const bool a_moves = cairn_body_get_type(world, event.body_a) == CAIRN_BODY_DYNAMIC;
        CHECK(cairn_body_remove(world, a_moves ? event.body_a : event.body_b));
    }
    CHECK(cairn_world_body_count(world) == 1);
    cairn_world_destroy(world);
}

static void queries_find_the_nearest_and_all(void) {
    cairn_world* world = cairn_world_create(NULL);
    add_ground(world);
    const cairn_body low = add_box(world, 0, 1), high = add_box(world, 0, 4);
    cairn_ray_hit hit, hits[4];
    CHECK(cairn_world_cast_ray(world, vec3(0, 10, 0), vec3(0, -10, 0), NULL, &hit));
    CHECK(hit.body.index == high.index);
    CHECK_NEAR(hit.point.y, 4.5, 1e-4);
    CHECK_NEAR(hit.normal.y, 1, 1e-5);
    CHECK_NEAR(hit.fraction, 5.5 / 20, 1e-5);
    CHECK(cairn_world_cast_ray_all(world, vec3(0, 10, 0), vec3(0, -10, 0), NULL, hits, 4) == 3);
    CHECK(!cairn_world_cast_ray(world, vec3(0, 10, 0), vec3(0, 20, 0), NULL, &hit));
    CHECK_NO_ERROR();
    cairn_query_filter none = cairn_query_filter_default();
    none.ignored = high;
    CHECK(cairn_world_cast_ray(world, vec3(0, 10, 0), vec3(0, -10, 0), &none, &hit));
    CHECK(hit.body.index == low.index);
    none.mask = 0;
    CHECK(!cairn_world_cast_ray(world, vec3(0, 10, 0), vec3(0, -10, 0), &none, &hit));

    const cairn_geometry sphere = cairn_geometry_sphere(0.5f);
    const cairn_transform start = {{0, 10, 0}, {0, 0, 0, 1}};
    CHECK(cairn_world_cast_shape(world, &sphere, &start, vec3(0, -20, 0), NULL, &hit));
    CHECK(hit.body.index == high.index);
    CHECK_NEAR(hit.fraction, 5.0 / 20, 1e-3);
    const cairn_bounds bounds = {{-0.1f, 0.9f, -0.1f}, {0.1f, 1.1f, 0.1f}};
    cairn_shape shapes[4];
    CHECK(cairn_world_overlapping_bounds(world, &bounds, NULL, shapes, 4) == 1);
    CHECK(cairn_shape_body(world, shapes[0]).index == low.index);
    const cairn_transform between = {{0, 2.5f, 0}, {0, 0, 0, 1}};
    CHECK(cairn_world_overlapping_shape(world, &sphere, &between, NULL, shapes, 4) == 0);
    CHECK_NO_ERROR();
    cairn_world_destroy(world);
}

static void a_hull_is_shared_and_outlives_its_handle(void) {
    cairn_vec3 corners[9];
    for (int i = 0; i < 8; ++i)
        corners[i] = vec3(i & 1 ? 0.5f : -0.5f, i & 2 ? 0.5f : -0.5f, i & 4 ? 0.5f : -0.5f);
    corners[8] = vec3(0, 0, 0);
    cairn_hull* hull = cairn_hull_create(corners, 9);
    CHECK(hull && cairn_hull_vertices(hull, NULL, 0) == 8 && cairn_hull_face_count(hull) == 6);
    uint8_t face[8];
    CHECK(cairn_hull_face(hull, 0, face, 8) == 4);
    CHECK(cairn_hull_face(hull, 6, face, 8) == 0);
    CHECK_ERROR("got 6");
    const cairn_geometry geometry = cairn_geometry_hull(hull);
    CHECK_NEAR(cairn_geometry_mass_properties(&geometry, 1000).mass, 1000, 0.1);

    cairn_world* world = cairn_world_create(NULL);
    add_ground(world);
    cairn_body_def def = cairn_body_def_default();
    def.position = vec3(0, 1, 0);
    const cairn_body body = cairn_body_add(world, &def);
    const cairn_shape shape = cairn_shape_add(world, body, &geometry, NULL);
    cairn_hull_destroy(hull);
    run(world, 120);
    CHECK_NEAR(cairn_body_transform(world, body).position.y, 0.5, 0.02);
    cairn_geometry back;
    CHECK(cairn_shape_geometry(world, shape, &back) && back.type == CAIRN_GEOMETRY_HULL);
    hull = cairn_hull_share(back.as.hull);
    cairn_world_destroy(world);
    CHECK(cairn_hull_vertices(hull, NULL, 0) == 8);
    cairn_hull_destroy(hull);
    CHECK(!cairn_hull_create(corners, 3));
    CHECK_ERROR("cairn_hull_create");
}

static void all_transforms_come_at_once(void) {
    cairn_world* world = cairn_world_create(NULL);
    cairn_body bodies[4], ids[4];
    for (int i = 0; i < 4; ++i) bodies[i] = add_box(world, 2 * (float)i, 3);
    cairn_body_remove(world, bodies[1]);
    cairn_body_set_velocity(world, bodies[2], vec3(1, 2, 3));
    float transforms[4 * 7] = {0}, velocities[4 * 6];
    CHECK(cairn_world_body_count(world) == 3);
    CHECK(cairn_world_transforms(world, NULL, NULL, 0) == 3);
    CHECK(cairn_world_transforms(world, transforms, ids, 4) == 3);
    CHECK(ids[0].index == bodies[0].index && ids[1].index == bodies[2].index &&
          ids[2].index == bodies[3].index);
    CHECK_NEAR(transforms[7], 4, 1e-6);
    CHECK_NEAR(transforms[8], 3, 1e-6);
    CHECK_NEAR(transforms[13], 1, 1e-6);
    CHECK(cairn_world_velocities(world, velocities, NULL, 4) == 3);
    CHECK_NEAR(velocities[6], 1, 1e-6);
    CHECK_NEAR(velocities[8], 3, 1e-6);
    transforms[7] = -1;
    CHECK(cairn_world_transforms(world, transforms, NULL, 1) == 3);
    CHECK_NEAR(transforms[7], -1, 0);
    cairn_world_destroy(world);
}

struct drawn {
    int shapes, hulls, lines, points, bounds;
};

static void draw_shape(void* context, const cairn_geometry* geometry, const cairn_transform* at,
                       uint32_t rgb) {
    struct drawn* drawn = context;
    (void)at, (void)rgb;
    ++drawn->shapes;
    if (geometry->type == CAIRN_GEOMETRY_HULL) drawn->hulls += cairn_hull_face_count(geometry->as.hull) > 0;
}
static void draw_bounds(void* context, const cairn_bounds* box, uint32_t rgb) {
    struct drawn* drawn = context;
    (void)box, (void)rgb;
    ++drawn->bounds;
}

static void debug_draw_calls_back(void) {
    cairn_world* world = cairn_world_create(NULL);
    add_ground(world);
    add_box(world, 0, 0.5f);
    run(world, 2);
    struct drawn drawn = {0, 0, 0, 0, 0};
    cairn_debug_draw draw = {&drawn, draw_shape, NULL, NULL, draw_bounds};
    cairn_debug_draw_options options = cairn_debug_draw_options_default();
    CHECK(cairn_world_draw(world, &draw, NULL));
    CHECK(drawn.shapes == 2 && drawn.bounds == 0);
    options.shapes = false;
    options.bounds = true;
    CHECK(cairn_world_draw(world, &draw, &options));
    CHECK(drawn.shapes == 2 && drawn.bounds >= 1);
    cairn_world_destroy(world);
}

/* A scheduler that runs everything when it is waited for. */
struct late_tasks {
    int started, waits, count;
    void (*work)(void* work_context, int worker);
    void* work_context;
};
static int late_workers(void* context) {
    (void)context;
    return 3;
}
static void late_start(void* context, int count, void (*work)(void*, int), void* work_context) {
    struct late_tasks* tasks = context;
    tasks->count = count;
    tasks->work = work;
    tasks->work_context = work_context;
    tasks->started += count;
}
static void late_wait(void* context) {
    struct late_tasks* tasks = context;
    for (int i = 1; i <= tasks->count; ++i) tasks->work(tasks->work_context, i);
    tasks->count = 0;
    ++tasks->waits;
}

static uint64_t hash_with(const cairn_task_system* tasks) {
    cairn_world_def def = cairn_world_def_default();
    def.tasks = tasks;
    cairn_world* world = cairn_world_create(&def);
    add_ground(world);
    for (int i = 0; i < 30; ++i) add_box(world, 0.05f * (float)i, 1 + 1.1f * (float)i);
    run(world, 60);
    const uint64_t hash = cairn_world_hash(world);
    cairn_world_destroy(world);
    return hash;
}

static void my_own_scheduler_gives_the_same_bits(void) {
    struct late_tasks late = {0, 0, 0, NULL, NULL};
    const cairn_task_system mine = {&late, late_workers, late_start, late_wait};
    cairn_task_system built_in;
    CHECK(cairn_task_system_create(2, &built_in));
    const uint64_t alone = hash_with(NULL);
    CHECK(hash_with(&mine) == alone);
    CHECK(late.started > 0 && late.waits > 0);
    CHECK(hash_with(&built_in) == alone);
    cairn_task_system_destroy(&built_in);
    CHECK(built_in.context == NULL);
}

int main(void) {
    a_stack_settles_where_it_should();
    a_snapshot_brings_back_the_same_bits();
    a_sensor_sees_what_passes_and_a_hit_is_told();
    events_stay_put_while_bodies_are_removed();
    queries_find_the_nearest_and_all();
    a_hull_is_shared_and_outlives_its_handle();
    all_transforms_come_at_once();
    debug_draw_calls_back();
    my_own_scheduler_gives_the_same_bits();
    return failures("world");
}
