/* Functions of the user's that the world calls: what they may do in it, and what they may not. */
#include <cairn/cairn.h>

#include "check.h"

/* What a callback tries to do to the world that called it, and what came of it. */
struct attempt {
    cairn_world* world;
    cairn_body body;
    cairn_joint joint;
    void (*act)(struct attempt* attempt);
    int calls;
    bool succeeded;
    char error[256];
};

static void act_once(struct attempt* attempt) {
    if (!attempt->act || attempt->calls++ > 0) return;
    attempt->act(attempt);
    snprintf(attempt->error, sizeof attempt->error, "%s", cairn_last_error());
}

static void hold(void* context, const cairn_transform* a, const cairn_transform* b, cairn_row* rows) {
    (void)a;
    act_once(context);
    rows[0].error = b->position.y - 5;
    rows[0].linear_b.y = 1;
}

static void see_shape(void* context, const cairn_geometry* geometry, const cairn_transform* at,
                      uint32_t rgb) {
    (void)geometry, (void)at, (void)rgb;
    act_once(context);
}

static void add_body(struct attempt* attempt) {
    attempt->succeeded = !cairn_body_is_null(cairn_body_add(attempt->world, NULL));
}
static void remove_body(struct attempt* attempt) {
    attempt->succeeded = cairn_body_remove(attempt->world, attempt->body);
}
static void remove_joint(struct attempt* attempt) {
    attempt->succeeded = cairn_joint_remove(attempt->world, attempt->joint);
}
static void take_step(struct attempt* attempt) {
    attempt->succeeded = cairn_world_step(attempt->world, 1.0f / 60);
}
static void take_snapshot(struct attempt* attempt) {
    cairn_snapshot* snapshot = cairn_world_snapshot(attempt->world);
    attempt->succeeded = snapshot != NULL;
}
static void destroy_world(struct attempt* attempt) {
    cairn_world_destroy(attempt->world);
    attempt->succeeded = cairn_last_error()[0] == 0;
}
static void look(struct attempt* attempt) {
    cairn_ray_hit hit;
    const cairn_vec3 from = {0, 9, 0}, to = {0, -9, 0};
    attempt->succeeded = cairn_body_valid(attempt->world, attempt->body) &&
                         cairn_world_cast_ray(attempt->world, from, to, NULL, &hit) &&
                         cairn_world_contacts(attempt->world, NULL, 0) == 0;
}

static void (*const changes[])(struct attempt*) = {add_body,  remove_body,   remove_joint,
                                                   take_step, take_snapshot, destroy_world};
enum { change_count = sizeof changes / sizeof *changes };

static void make_world(struct attempt* attempt) {
    memset(attempt, 0, sizeof *attempt);
    attempt->world = cairn_world_create(NULL);
    cairn_body_def def = cairn_body_def_default();
    def.position.y = 5;
    attempt->body = cairn_body_add(attempt->world, &def);
    const cairn_geometry sphere = cairn_geometry_sphere(0.5f);
    cairn_shape_add(attempt->world, attempt->body, &sphere, NULL);
    cairn_joint_def joint = cairn_joint_def_default(CAIRN_JOINT_USER);
    joint.body_b = attempt->body;
    joint.as.user.evaluate = hold;
    joint.as.user.context = attempt;
    attempt->joint = cairn_joint_add(attempt->world, &joint);
    CHECK(!cairn_joint_is_null(attempt->joint));
}

/* The calls that call back. */
static void step(struct attempt* attempt) { CHECK(cairn_world_step(attempt->world, 1.0f / 60)); }
static void ask_error(struct attempt* attempt) {
    CHECK(cairn_joint_error(attempt->world, attempt->joint) < 1);
}
static void ask_reaction(struct attempt* attempt) { cairn_joint_reaction(attempt->world, attempt->joint); }
static void draw(struct attempt* attempt) {
    cairn_debug_draw functions = {attempt, see_shape, NULL, NULL, NULL};
    CHECK(cairn_world_draw(attempt->world, &functions, NULL));
}
static void add_joint(struct attempt* attempt) {
    cairn_joint_def def;
    CHECK(cairn_joint_definition(attempt->world, attempt->joint, &def));
    CHECK(!cairn_joint_is_null(cairn_joint_add(attempt->world, &def)));
}
static void set_joint(struct attempt* attempt) {
    cairn_joint_def def;
    CHECK(cairn_joint_definition(attempt->world, attempt->joint, &def));
    CHECK(cairn_joint_set_definition(attempt->world, attempt->joint, &def));
}

static void (*const callers[])(struct attempt*) = {step, ask_error, ask_reaction, draw, add_joint, set_joint};
enum { caller_count = sizeof callers / sizeof *callers };

static void a_callback_cannot_change_or_end_the_world(void) {
    for (int i = 0; i < caller_count; ++i) {
        for (int k = 0; k < change_count; ++k) {
            struct attempt attempt;
            make_world(&attempt);
            step(&attempt);
            attempt.act = changes[k];
            callers[i](&attempt);
            CHECK_NO_ERROR(); /* the call went well; what went wrong in it was another's */
            CHECK(attempt.calls > 0 && !attempt.succeeded);
            const char* why = i == 0 ? "in the middle of a step" : "calling a function of yours";
            if (!strstr(attempt.error, why)) check_failed(__FILE__, __LINE__, attempt.error);
            attempt.act = NULL;
            CHECK(cairn_world_body_count(attempt.world) == 1);
            step(&attempt);
            cairn_world_destroy(attempt.world);
            CHECK_NO_ERROR();
        }
    }
}

static void a_callback_may_look(void) {
    for (int i = 0; i < caller_count; ++i) {
        struct attempt attempt;
        make_world(&attempt);
        step(&attempt);
        attempt.act = look;
        callers[i](&attempt);
        CHECK(attempt.calls > 0 && attempt.succeeded && !attempt.error[0]);
        cairn_world_destroy(attempt.world);
    }
}

/* A scheduler whose number of workers is what somebody wrote into it; tasks run when they are waited for. */
struct odd_tasks {
    int workers, unfinished;
    void (*work)(void* work_context, int worker);
    void* work_context;
};
static int odd_workers(void* context) { return ((struct odd_tasks*)context)->workers; }
static void odd_start(void* context, int count, void (*work)(void*, int), void* work_context) {
    struct odd_tasks* tasks = context;
    CHECK(count >= 1 && count <= 255);
    tasks->unfinished = count;
    tasks->work = work;
    tasks->work_context = work_context;
}
static void odd_wait(void* context) {
    struct odd_tasks* tasks = context;
    for (; tasks->unfinished > 0; --tasks->unfinished) tasks->work(tasks->work_context, tasks->unfinished);
}

static void a_scheduler_may_say_what_it_likes(void) {
    const int counts[] = {0, -1, -1000, 1, 2, 1000, 2147483647, -2147483647 - 1};
    struct odd_tasks odd = {3, 0, NULL, NULL};
    const cairn_task_system functions = {&odd, odd_workers, odd_start, odd_wait};
    cairn_world_def def = cairn_world_def_default();
    def.tasks = &functions;
    cairn_world* world = cairn_world_create(&def);
    CHECK(world && cairn_world_threads(world) == 3);
    for (int i = 0; i < 200; ++i) {
        cairn_body_def at = cairn_body_def_default();
        at.position.x = 0.9f * (float)(i % 20);
        at.position.y = 0.9f * (float)(i / 20);
        const cairn_geometry sphere = cairn_geometry_sphere(0.5f);
        cairn_shape_add(world, cairn_body_add(world, &at), &sphere, NULL);
    }
    for (size_t i = 0; i < sizeof counts / sizeof *counts; ++i) {
        odd.workers = counts[i];
        CHECK(cairn_world_step(world, 1.0f / 60));
        CHECK(cairn_world_threads(world) >= 1 && cairn_world_threads(world) <= 256);
    }
    cairn_world_destroy(world);
    odd.workers = 0;
    CHECK(!cairn_world_create(&def));
    CHECK_ERROR("got 0");
}

int main(void) {
    a_callback_cannot_change_or_end_the_world();
    a_callback_may_look();
    a_scheduler_may_say_what_it_likes();
    return failures("callbacks");
}
