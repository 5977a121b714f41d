// Forces, impulses, locks, gravity scale, damping, teleports and changes of type.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(Forces, ActForOneStep) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = world.add_body({.mass = 2, .can_sleep = false});
    world.apply_force(body, {12, 0, 0});
    world.step(0.1f);
    EXPECT_NEAR(world.velocity(body).x, 0.6, 1e-5);
    world.step(0.1f);
    EXPECT_NEAR(world.velocity(body).x, 0.6, 1e-5);
}

TEST(Forces, OfABodyThatSleepsOrIsFixedInThatStepDoNotActLater) {
    World world({.gravity = {0, 0, 0}});
    const BodyId sleeper = world.add_body({.mass = 2}), fixed = world.add_body({.mass = 2});
    for (const BodyId body : {sleeper, fixed})
        world.apply_force(body, {12, 0, 0}), world.apply_torque(body, {1, 0, 0});
    world.set_awake(sleeper, false);
    world.set_type(fixed, BodyType::fixed);
    world.step(0.1f);
    world.set_awake(sleeper, true);
    world.set_type(fixed, BodyType::dynamic);
    for (int i = 0; i < 3; ++i) world.step(0.1f);
    for (const BodyId body : {sleeper, fixed}) {
        EXPECT_EQ(world.velocity(body), Vec3{});
        EXPECT_EQ(world.angular_velocity(body), Vec3{});
    }
}

TEST(Forces, OffTheCentreTurnTheBody) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = world.add_body({.mass = 2, .inertia = {2, 3, 4}});
    world.apply_force_at(body, {0, 3, 0}, {2, 0, 0});
    world.apply_torque(body, {1, 0, 0});
    world.step(0.01f);
    EXPECT_NEAR(world.velocity(body).y, 0.015, 1e-6);
    EXPECT_NEAR(world.angular_velocity(body).z, 6 * 0.01 / 4, 1e-5);
    EXPECT_NEAR(world.angular_velocity(body).x, 0.005, 1e-5);
}

TEST(Impulses, ActAtOnce) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = world.add_body({.mass = 2, .inertia = {2, 3, 4}});
    world.apply_impulse(body, {2, 0, 0});
    EXPECT_EQ(world.velocity(body), (Vec3{1, 0, 0}));
    world.apply_impulse_at(body, {0, 2, 0}, {1, 0, 0});
    EXPECT_EQ(world.velocity(body), (Vec3{1, 1, 0}));
    EXPECT_EQ(world.angular_velocity(body), (Vec3{0, 0, 0.5f}));
    world.apply_angular_impulse(body, {2, 0, 0});
    EXPECT_EQ(world.angular_velocity(body), (Vec3{1, 0, 0.5f}));
    const Vec3 at = world.velocity_at(body, {0, 0, 2});
    EXPECT_NEAR(length(at - Vec3{1, 1 - 2, 0}), 0, 1e-6);
}

TEST(Impulses, LeaveFixedAndKinematicBodiesAlone) {
    World world;
    const BodyId fixed = world.add_body({.type = BodyType::fixed});
    const BodyId kinematic = world.add_body({.type = BodyType::kinematic, .velocity = {1, 0, 0}});
    for (const BodyId body : {fixed, kinematic}) {
        world.apply_impulse(body, {100, 0, 0});
        world.apply_force(body, {100, 0, 0});
    }
    world.step(1.0f / 60);
    EXPECT_EQ(world.velocity(fixed), (Vec3{}));
    EXPECT_EQ(world.velocity(kinematic), (Vec3{1, 0, 0}));
}

TEST(Locks, HoldTheirAxesAgainstEverything) {
    World world;
    add_floor(world);
    Locks locks;
    locks.linear_z = locks.angular_x = locks.angular_y = true;
    const BodyId body = add_body(
        world,
        {.position = {0, 1, 0.25f}, .velocity = {1, 0, 3}, .angular_velocity = {5, 5, 1}, .locks = locks},
        Box{});
    add_body(world, {.position = {-2, 0.6f, 0.6f}, .velocity = {6, 0, 0}}, Sphere{0.5f});
    for (int step = 0; step < 180; ++step) {
        world.step(1.0f / 60);
        ASSERT_EQ(world.transform(body).position.z, 0.25f);
        const Quat q = world.transform(body).rotation;
        ASSERT_NEAR(std::hypot(q.x, q.y), 0, 1e-6);
    }
    EXPECT_GT(world.transform(body).position.x, 0.2f);
    world.set_locks(body, {});
    world.set_velocity(body, {0, 0, 1});
    run(world, 0.2);
    EXPECT_GT(world.transform(body).position.z, 0.3f);
}

TEST(Locks, OfAllAxesMakeABodyImmovable) {
    World world;
    const BodyId body = add_body(world, {.locks = {true, true, true, true, true, true}}, Box{});
    add_ball(world, {0.2f, 3, 0});
    run(world, 2);
    EXPECT_EQ(world.transform(body).position, (Vec3{}));
    EXPECT_EQ(world.transform(body).rotation, (Quat{}));
}

TEST(BodySettings, AreReadAsTheyWereGivenAndSet) {
    World world;
    const Locks some{.linear_y = true, .angular_x = true, .angular_z = true};
    const BodyId body = world.add_body({.linear_damping = 0.25f,
                                        .angular_damping = 0.5f,
                                        .locks = some,
                                        .can_sleep = false,
                                        .bullet = true});
    EXPECT_EQ(world.linear_damping(body), 0.25f);
    EXPECT_EQ(world.angular_damping(body), 0.5f);
    EXPECT_EQ(world.locks(body), some);
    EXPECT_FALSE(world.can_sleep(body));
    EXPECT_TRUE(world.bullet(body));
    world.set_damping(body, 1, 2);
    world.set_locks(body, {.linear_x = true, .linear_z = true, .angular_y = true});
    world.set_can_sleep(body, true);
    world.set_bullet(body, false);
    EXPECT_EQ(world.linear_damping(body), 1);
    EXPECT_EQ(world.angular_damping(body), 2);
    EXPECT_EQ(world.locks(body), (Locks{.linear_x = true, .linear_z = true, .angular_y = true}));
    EXPECT_TRUE(world.can_sleep(body));
    EXPECT_FALSE(world.bullet(body));
}

TEST(GravityScale, MultipliesGravity) {
    World world;
    const BodyId none = world.add_body({.gravity_scale = 0}), up = world.add_body({.gravity_scale = -1}),
                 normal = world.add_body();
    run(world, 1);
    EXPECT_EQ(world.velocity(none), (Vec3{}));
    EXPECT_NEAR(world.velocity(up).y, 9.81, 1e-3);
    EXPECT_NEAR(world.velocity(normal).y, -9.81, 1e-3);
    world.set_gravity({1, 0, 0});
    world.set_gravity_scale(none, 2);
    run(world, 1);
    EXPECT_NEAR(world.velocity(none).x, 2, 1e-3);
}

TEST(Damping, MakesSpeedsDecayExponentially) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = world.add_body({.velocity = {1, 0, 0},
                                        .angular_velocity = {0, 1, 0},
                                        .linear_damping = 0.5f,
                                        .angular_damping = 1,
                                        .can_sleep = false});
    run(world, 2);
    EXPECT_NEAR(world.velocity(body).x, std::exp(-1.0), 0.003);
    EXPECT_NEAR(world.angular_velocity(body).y, std::exp(-2.0), 0.003);
    world.set_damping(body, 0, 0);
    const Vec3 before = world.velocity(body);
    run(world, 1);
    EXPECT_EQ(world.velocity(body), before);
}

TEST(Teleport, PutsABodyElsewhereWithItsVelocity) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    run(world, 0.5);
    world.set_transform(box, {{10, 2, 0}, axis_angle({0, 1, 0}, 1)});
    EXPECT_EQ(world.transform(box).position, (Vec3{10, 2, 0}));
    run(world, 2);
    EXPECT_NEAR(world.transform(box).position.y, 0.5, 0.01);
    EXPECT_NEAR(world.transform(box).position.x, 10, 0.01);
    EXPECT_EQ(world.contacts().size(), 1u);
}

TEST(Teleport, IntoAnotherBodyIsUndoneGently) {
    World world({.sleep = false});
    add_floor(world);
    const BodyId a = add_box(world, {0, 0.5f, 0}), b = add_box(world, {3, 0.5f, 0});
    run(world, 0.5);
    world.set_transform(b, {{0.7f, 0.5f, 0}, {}});
    float fastest = 0;
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        fastest = max_of(fastest, max_speed(world));
    }
    EXPECT_LT(fastest, 3.1f) << "no faster than the push speed";
    EXPECT_GT(world.transform(b).position.x - world.transform(a).position.x, 0.98f);
}

TEST(MoveTo, BringsAKinematicBodyToItsTargetInOneStep) {
    World world;
    const BodyId body = world.add_body({.type = BodyType::kinematic});
    const Transform target{{0.5f, 0.2f, -0.1f}, axis_angle(normalized(Vec3{1, 2, 3}), 0.4f)};
    world.move_to(body, target, 1.0f / 60);
    world.step(1.0f / 60);
    EXPECT_NEAR(length(world.transform(body).position - target.position), 0, 1e-5);
    EXPECT_NEAR(std::fabs(dot(world.transform(body).rotation, target.rotation)), 1, 1e-6);
}

TEST(Kinematic, PushesAndIsNotPushed) {
    World world;
    add_floor(world, {.friction = 0.2f});
    const BodyId wall =
        world.add_body({.type = BodyType::kinematic, .position = {-2, 0.5f, 0}, .velocity = {1, 0, 0}});
    world.add_shape(wall, Box{{0.5f, 0.5f, 0.5f}});
    const BodyId box = add_box(world, {0, 0.5f, 0}, {0.5f, 0.5f, 0.5f}, {.density = 5000});
    run(world, 3);
    EXPECT_NEAR(world.transform(wall).position.x, 1, 1e-4);
    EXPECT_NEAR(world.transform(box).position.x, 2, 0.02);
    EXPECT_EQ(world.velocity(wall), (Vec3{1, 0, 0}));
}

TEST(Kinematic, CarriesWhatStandsOnIt) {
    World world;
    const BodyId table = world.add_body({.type = BodyType::kinematic});
    world.add_shape(table, Box{{2, 0.1f, 2}});
    const BodyId box = add_box(world, {1, 0.6f, 0});
    run(world, 0.5);
    world.set_angular_velocity(table, {0, 0.5f, 0});
    run(world, 2);
    // turned by one radian about y together with the table
    EXPECT_NEAR(world.transform(box).position.x, std::cos(1.0), 0.03);
    EXPECT_NEAR(world.transform(box).position.z, -std::sin(1.0), 0.03);
    EXPECT_NEAR(turned(world, box), 1, 0.03);
}

TEST(SetType, TurnsFixedIntoDynamicAndBack) {
    World world;
    add_floor(world);
    const BodyId box = add_body(world, {.type = BodyType::fixed, .position = {0, 2, 0}}, Box{});
    const BodyId rider = add_box(world, {0, 3, 0});
    run(world, 2);
    EXPECT_EQ(world.transform(box).position.y, 2);
    EXPECT_FALSE(world.awake(rider));
    world.set_type(box, BodyType::dynamic);
    EXPECT_EQ(world.type(box), BodyType::dynamic);
    EXPECT_FLOAT_EQ(world.mass(box), 1000);
    run(world, 2);
    EXPECT_NEAR(world.transform(box).position.y, 0.5, 0.02);
    EXPECT_NEAR(world.transform(rider).position.y, 1.5, 0.02);
    world.set_type(box, BodyType::kinematic);
    world.set_velocity(box, {0, 1, 0});
    run(world, 1);
    EXPECT_NEAR(world.transform(box).position.y, 1.5, 0.02);
    EXPECT_NEAR(world.transform(rider).position.y, 2.5, 0.03);
    world.set_type(box, BodyType::fixed);
    EXPECT_EQ(world.velocity(box), (Vec3{}));
    run(world, 1);
    EXPECT_NEAR(world.transform(box).position.y, 1.5, 0.02);
}

TEST(SetMassProperties, ChangeHowABodyAnswers) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = add_box(world, {});
    world.set_mass_properties(body, {.mass = 5, .center = {0, 0.5f, 0}, .inertia = diagonal({1, 2, 3})});
    EXPECT_EQ(world.mass(body), 5);
    EXPECT_EQ(world.center_of_mass(body), (Vec3{0, 0.5f, 0}));
    EXPECT_EQ(world.transform(body).position, (Vec3{}));
    world.apply_impulse_at(body, {5, 0, 0}, {0, 0, 0});
    EXPECT_NEAR(world.velocity(body).x, 1, 1e-6);
    EXPECT_NEAR(world.angular_velocity(body).z, 0.5 * 5 / 3, 1e-5);
}

TEST(Settings, OfABodyCanBeChangedLater) {
    World world({.gravity = {0, 0, 0}});
    const BodyId body = world.add_body(
        {.angular_velocity = {1, 5, 0.1f}, .mass = 1, .inertia = {0.1f, 0.2f, 0.15f}, .user_data = 7});
    EXPECT_TRUE(world.gyroscopic(body));
    world.set_gyroscopic(body, false);
    EXPECT_FALSE(world.gyroscopic(body));
    world.step(0.1f);
    EXPECT_NEAR(length(world.angular_velocity(body) - Vec3{1, 5, 0.1f}), 0, 1e-5);
    world.set_gyroscopic(body, true);
    world.step(0.1f);
    EXPECT_GT(length(world.angular_velocity(body) - Vec3{1, 5, 0.1f}), 0.01);
    world.set_user_data(body, 8);
    EXPECT_EQ(world.user_data(body), 8u);
}

TEST(Settings, OfTheWorldCanBeChangedLater) {
    World world;
    EXPECT_TRUE(world.sleep() && world.continuous());
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    world.set_sleep_speed(0);
    EXPECT_EQ(world.sleep_speed(), 0);
    world.apply_angular_impulse(box, {0, 1, 0});
    run(world, 0.02);
    world.set_sleep(false);
    EXPECT_FALSE(world.sleep());
    run(world, 1);
    EXPECT_TRUE(world.awake(box));
    world.set_sleep(true);
    world.set_sleep_speed(0.05f);
    run(world, 1);
    EXPECT_FALSE(world.awake(box));
    EXPECT_NE(error_of([&] { world.set_sleep_speed(-1); }), "");
    EXPECT_NE(error_of([&] { world.set_hit_event_speed(-1); }), "");
}

TEST(Settings, WithoutContinuousCollisionABulletPasses) {
    for (const bool continuous : {true, false}) {
        World world({.gravity = {0, 0, 0}});
        add_body(world, {.type = BodyType::fixed}, Box{{0.05f, 5, 5}});
        const BodyId shot = add_body(world, {.position = {-5, 0, 0}, .velocity = {500, 0, 0}}, Sphere{0.1f});
        world.set_continuous(continuous);
        EXPECT_EQ(world.continuous(), continuous);
        run(world, 0.2);
        EXPECT_EQ(world.transform(shot).position.x < 0, continuous);
    }
}

}  // namespace
}  // namespace cairn
