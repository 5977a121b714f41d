/* Every kind of joint from C: each one does what it is for, and what it was given is read back. */
#include <cairn/cairn.h>

#include "check.h"

static cairn_vec3 vec3(float x, float y, float z) {
    cairn_vec3 v = {x, y, z};
    return v;
}

static cairn_world* make_world(float gravity) {
    cairn_world_def def = cairn_world_def_default();
    def.gravity = vec3(0, gravity, 0);
    def.sleep = false;
    return cairn_world_create(&def);
}

static cairn_body add_ball(cairn_world* world, float x, float y) {
    cairn_body_def def = cairn_body_def_default();
    def.position = vec3(x, y, 0);
    def.mass = 1;
    const cairn_body body = cairn_body_add(world, &def);
    const cairn_geometry sphere = cairn_geometry_sphere(0.5f);
    cairn_shape_add(world, body, &sphere, NULL);
    return body;
}

static void run(cairn_world* world, int steps) {
    for (int i = 0; i < steps; ++i) CHECK(cairn_world_step(world, 1.0f / 60));
}

static cairn_joint_def joint_to_world(cairn_joint_type type, cairn_body body) {
    cairn_joint_def def = cairn_joint_def_default(type);
    CHECK(def.type == type && cairn_body_is_null(def.body_a) && cairn_body_is_null(def.body_b));
    def.body_b = body;
    return def;
}

static float y_of(const cairn_world* world, cairn_body body) {
    return cairn_body_transform(world, body).position.y;
}

static void a_ball_joint_holds_a_pendulum(void) {
    cairn_world* world = make_world(-10);
    const cairn_body bob = add_ball(world, 2, 5);
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_BALL, bob);
    def.as.ball.anchor = vec3(0, 5, 0);
    const cairn_joint joint = cairn_joint_add(world, &def);
    CHECK(cairn_joint_valid(world, joint));
    run(world, 60);
    const cairn_vec3 p = cairn_body_transform(world, bob).position;
    CHECK_NEAR(sqrt((double)(p.x * p.x + (p.y - 5) * (p.y - 5))), 2, 0.01);
    CHECK(p.y < 4.5f);
    CHECK_NEAR(cairn_joint_error(world, joint), 0, 0.005);
    const cairn_vec3 force = cairn_joint_reaction(world, joint).force;
    CHECK(fabsf(force.x) + fabsf(force.y) > 1);
    cairn_joint found[2];
    CHECK(cairn_world_joints(world, found, 2) == 1 && found[0].index == joint.index);
    CHECK(cairn_body_joints(world, bob, found, 2) == 1);
    cairn_world_destroy(world);
}

static void a_hinge_follows_its_motor_and_its_limits(void) {
    cairn_world* world = make_world(0);
    const cairn_body body = add_ball(world, 0, 0);
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_HINGE, body);
    def.as.hinge.axis = vec3(0, 0, 1);
    def.as.hinge.motor.enabled = true;
    def.as.hinge.motor.speed = 2;
    def.as.hinge.motor.max_force = 1000;
    const cairn_joint joint = cairn_joint_add(world, &def);
    run(world, 60);
    CHECK_NEAR(cairn_joint_speed(world, joint), 2, 0.05);
    CHECK_NEAR(cairn_joint_position(world, joint), 2, 0.1);
    CHECK_NEAR(cairn_body_angular_velocity(world, body).z, 2, 0.05);

    CHECK(cairn_joint_definition(world, joint, &def));
    def.as.hinge.motor.speed = -3;
    def.as.hinge.limits.enabled = true;
    def.as.hinge.limits.lower = -0.5f;
    def.as.hinge.limits.upper = 3;
    CHECK(cairn_joint_set_definition(world, joint, &def));
    run(world, 180);
    CHECK_NEAR(cairn_joint_position(world, joint), -0.5, 0.05);
    CHECK_NEAR(cairn_joint_speed(world, joint), 0, 0.05);
    cairn_world_destroy(world);
}

static void a_slider_stops_at_its_limit(void) {
    cairn_world* world = make_world(-10);
    const cairn_body body = add_ball(world, 1, 5);
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_SLIDER, body);
    def.as.slider.anchor = vec3(1, 5, 0);
    def.as.slider.axis = vec3(0, 1, 0);
    def.as.slider.limits.enabled = true;
    def.as.slider.limits.lower = -1;
    def.as.slider.limits.upper = 0;
    const cairn_joint joint = cairn_joint_add(world, &def);
    run(world, 120);
    CHECK_NEAR(cairn_joint_position(world, joint), -1, 0.02);
    CHECK_NEAR(y_of(world, body), 4, 0.02);
    cairn_world_destroy(world);
}

static void a_fixed_joint_holds_everything(void) {
    cairn_world* world = make_world(-10);
    const cairn_body body = add_ball(world, 1, 5);
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_FIXED, body);
    def.as.fixed.anchor = vec3(0, 5, 0);
    const cairn_joint joint = cairn_joint_add(world, &def);
    run(world, 120);
    CHECK_NEAR(y_of(world, body), 5, 0.02);
    CHECK_NEAR(cairn_body_transform(world, body).rotation.w, 1, 1e-3);
    CHECK_NEAR(cairn_joint_reaction(world, joint).force.y, 10, 0.5);
    cairn_world_destroy(world);
}

static void a_rope_is_a_distance_joint_with_a_limit(void) {
    cairn_world* world = make_world(-10);
    const cairn_body body = add_ball(world, 0, 4);
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_DISTANCE, body);
    def.as.distance.anchor_a = vec3(0, 5, 0);
    def.as.distance.anchor_b = vec3(0, 4, 0);
    def.as.distance.limits.enabled = true;
    def.as.distance.limits.upper = 2;
    const cairn_joint joint = cairn_joint_add(world, &def);
    run(world, 180);
    CHECK_NEAR(cairn_joint_position(world, joint), 2, 0.02);
    CHECK_NEAR(y_of(world, body), 3, 0.02);
    cairn_world_destroy(world);
}

static void a_wheel_turns_on_its_suspension(void) {
    cairn_world* world = make_world(-10);
    const cairn_body wheel = add_ball(world, 0, 5);
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_WHEEL, wheel);
    def.as.wheel.anchor = vec3(0, 5, 0);
    def.as.wheel.motor.enabled = true;
    def.as.wheel.motor.speed = 4;
    def.as.wheel.motor.max_force = 100;
    const cairn_joint joint = cairn_joint_add(world, &def);
    run(world, 180);
    /* a spring of 4 Hz sags by g / (2 pi 4)^2 under the wheel's own weight */
    CHECK_NEAR(y_of(world, wheel) - 5, -10 / (25.1327 * 25.1327), 0.003);
    CHECK_NEAR(cairn_joint_position(world, joint), y_of(world, wheel) - 5, 0.001);
    CHECK_NEAR(cairn_body_angular_velocity(world, wheel).z, 4, 0.05);
    CHECK_NEAR(cairn_joint_position_of(world, joint, CAIRN_JOINT_COORDINATE_TRAVEL),
               cairn_joint_position(world, joint), 0);
    CHECK_NEAR(cairn_joint_speed_of(world, joint, CAIRN_JOINT_COORDINATE_SPIN), 4, 0.05);
    CHECK_NEAR(cairn_joint_position_of(world, joint, CAIRN_JOINT_COORDINATE_SPIN), 12, 0.1);
    CHECK_NEAR(cairn_joint_position_of(world, joint, CAIRN_JOINT_COORDINATE_STEERING), 0, 0.001);
    CHECK(cairn_joint_position_of(world, joint, CAIRN_JOINT_COORDINATE_ANGLE) == 0);
    CHECK_ERROR("a WheelJoint has no angle");
    cairn_world_destroy(world);
}

static void a_motor_joint_drives_to_its_target(void) {
    cairn_world* world = make_world(0);
    const cairn_body body = add_ball(world, 0, 5);
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_MOTOR, body);
    def.as.motor.anchor = vec3(0, 5, 0);
    def.as.motor.target_position = vec3(0, 1, 0);
    CHECK(!cairn_joint_is_null(cairn_joint_add(world, &def)));
    run(world, 240);
    CHECK_NEAR(y_of(world, body), 6, 0.02);
    cairn_world_destroy(world);
}

/* Keeps body b at the height that the context holds. */
static void height_row(void* context, const cairn_transform* a, const cairn_transform* b, cairn_row* rows) {
    const float* height = context;
    (void)a;
    CHECK(rows[0].active && rows[0].lower < -1e30f);
    rows[0].error = b->position.y - *height;
    rows[0].linear_b.y = 1;
}

static void a_user_joint_obeys_its_rows(void) {
    cairn_world* world = make_world(-10);
    const cairn_body body = add_ball(world, 0, 5);
    CHECK(cairn_body_set_velocity(world, body, vec3(1, 0, 0)));
    float height = 5;
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_USER, body);
    CHECK(def.as.user.row_count == 1 && !def.as.user.evaluate);
    def.as.user.evaluate = height_row;
    def.as.user.context = &height;
    const cairn_joint joint = cairn_joint_add(world, &def);
    cairn_joint_def back;
    CHECK(cairn_joint_definition(world, joint, &back));
    CHECK(back.as.user.evaluate == height_row && back.as.user.context == &height);
    cairn_snapshot* snapshot = cairn_world_snapshot(world);
    run(world, 120);
    CHECK_NEAR(y_of(world, body), 5, 0.02);
    CHECK_NEAR(cairn_body_transform(world, body).position.x, 2, 0.02);
    const uint64_t hash = cairn_world_hash(world);
    CHECK(cairn_world_restore(world, snapshot));
    run(world, 120);
    CHECK(cairn_world_hash(world) == hash);
    cairn_snapshot_destroy(snapshot);
    cairn_world_destroy(world);
}

static void a_joint_that_bears_too_much_breaks_and_says_so(void) {
    cairn_world* world = make_world(-10);
    const cairn_body body = add_ball(world, 1, 5);
    cairn_joint_def def = joint_to_world(CAIRN_JOINT_BALL, body);
    def.as.ball.anchor = vec3(0, 5, 0);
    def.break_force = 8;
    const cairn_joint joint = cairn_joint_add(world, &def);
    int broken = 0;
    for (int i = 0; i < 60; ++i) {
        cairn_events events;
        CHECK(cairn_world_step(world, 1.0f / 60) && cairn_world_events(world, &events));
        if (events.joints_broken_count) {
            CHECK(events.joints_broken[0].joint.index == joint.index);
            CHECK(events.joints_broken[0].force > 8);
        }
        broken += events.joints_broken_count;
    }
    CHECK(broken == 1 && !cairn_joint_valid(world, joint));
    CHECK(!cairn_joint_remove(world, joint));
    CHECK_ERROR("does not exist");
    cairn_world_destroy(world);
}

static void tackle_row(void* context, const cairn_transform* bodies, cairn_row* rows) {
    (void)context;
    rows[0].error = bodies[0].position.y + bodies[1].position.y + 2 * bodies[2].position.y;
    rows[0].linear_a.y = rows[0].linear_b.y = 1;
    rows[0].linear_c.y = 2;
}

static void a_user_joint_has_up_to_four_bodies(void) {
    cairn_world* world = make_world(-10);
    cairn_body bodies[3];
    for (int i = 0; i < 3; ++i) bodies[i] = add_ball(world, (float)(2 * i), 0);
    cairn_joint_def def = cairn_joint_def_default(CAIRN_JOINT_USER);
    def.body_a = bodies[0];
    def.body_b = bodies[1];
    def.as.user.body_c = bodies[2];
    def.as.user.evaluate_all = tackle_row;
    const cairn_joint joint = cairn_joint_add(world, &def);
    cairn_joint_def back;
    CHECK(cairn_joint_definition(world, joint, &back));
    CHECK(back.as.user.evaluate_all == tackle_row && back.as.user.body_c.index == bodies[2].index);
    run(world, 60);
    CHECK_NEAR(cairn_body_velocity(world, bodies[2]).y, 10.0f / 3, 0.01);
    CHECK_NEAR(cairn_body_velocity(world, bodies[0]).y, -10.0f / 3, 0.01);
    cairn_world_destroy(world);
}

int main(void) {
    a_ball_joint_holds_a_pendulum();
    a_hinge_follows_its_motor_and_its_limits();
    a_slider_stops_at_its_limit();
    a_fixed_joint_holds_everything();
    a_rope_is_a_distance_joint_with_a_limit();
    a_wheel_turns_on_its_suspension();
    a_motor_joint_drives_to_its_target();
    a_user_joint_obeys_its_rows();
    a_user_joint_has_up_to_four_bodies();
    a_joint_that_bears_too_much_breaks_and_says_so();
    return failures("joints");
}
