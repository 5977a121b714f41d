// Sleepers that missed what happened to them. Found by a reviewer through the public functions: a wall that
// was put into a sleeping box from nearby was ignored (the pair was known, and nobody looked at it), so were
// sensors; a body slept on after its own friction or mass had changed, and after the platform below it had
// driven away; and a platform told every frame to stay where it is let nothing on it sleep. Sensors also kept
// an overlap up to five centimetres after it had ended.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

struct SensorEvents {
    size_t begun = 0, ended = 0;

    void run(World& world, int steps) {
        for (int i = 0; i < steps; ++i) {
            world.step(1.0f / 60);
            begun += world.events().sensor_begin.size(), ended += world.events().sensor_end.size();
        }
    }
};

BodyId add_fixed(World& world, Vec3 position, Vec3 half, bool sensor = false) {
    return add_body(world, {.type = BodyType::fixed, .position = position}, Box{half}, {.sensor = sensor});
}

TEST(SleptThrough, AWallThatIsPutIntoASleeperPushesItWhereverItCameFrom) {
    for (const float from : {1.05f, 3.05f}) {
        World world;
        add_floor(world);
        const BodyId box = add_box(world, {0, 0.5f, 0});
        const BodyId wall = add_fixed(world, {from, 0.5f, 0}, {0.5f, 0.4f, 0.5f});
        run(world, 2);
        ASSERT_FALSE(world.awake(box));
        world.set_transform(wall, {{0.6f, 0.5f, 0}, {}});
        run(world, 2);
        EXPECT_NEAR(world.transform(box).position.x, -0.4f, 0.02f) << from;
    }
}

TEST(SleptThrough, ASensorThatIsMovedOffASleeperAndBackSaysSo) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    const BodyId sensor = add_fixed(world, {0, 0.5f, 0}, {1, 1, 1}, true);
    SensorEvents events;
    events.run(world, 120);
    ASSERT_FALSE(world.awake(box));
    EXPECT_EQ(events.begun, 1u);
    world.set_transform(sensor, {{50, 0.5f, 0}, {}});
    events.run(world, 2);
    EXPECT_EQ(events.ended, 1u);
    world.set_transform(sensor, {{0, 0.5f, 0}, {}});
    events.run(world, 2);
    EXPECT_EQ(events.begun, 2u);
    world.set_transform(sensor, {{1.55f, 0.5f, 0}, {}});  // five centimetres away, and back
    events.run(world, 2);
    EXPECT_EQ(events.ended, 2u);
    world.set_transform(sensor, {{0.5f, 0.5f, 0}, {}});
    events.run(world, 2);
    EXPECT_EQ(events.begun, 3u);
}

TEST(SleptThrough, ASensorEndsWhereTheOverlapDoes) {
    World world({.gravity = {0, 0, 0}});
    add_fixed(world, {}, {0.5f, 0.5f, 0.5f}, true);
    const BodyId cube = add_body(world, {.type = BodyType::kinematic, .position = {0.505f, 0, 0}},
                                 Box{{0.01f, 0.01f, 0.01f}});
    SensorEvents events;
    events.run(world, 5);
    EXPECT_EQ(events.begun, 1u);
    world.set_transform(cube, {{0.511f, 0, 0}, {}});  // a millimetre outside
    events.run(world, 2);
    EXPECT_EQ(events.ended, 1u);
    world.set_transform(cube, {{0.509f, 0, 0}, {}});
    events.run(world, 2);
    EXPECT_EQ(events.begun, 2u);
}

TEST(SleptThrough, ABodyWakesWhenItsOwnSurfaceChanges) {
    for (const bool conveyor : {false, true}) {
        World world({.gravity = {conveyor ? 0.0f : 3.0f, -9.81f, 0}});
        add_floor(world);
        const BodyId box = add_box(world, {0, 0.5f, 0});
        run(world, 3);
        ASSERT_FALSE(world.awake(box));
        if (conveyor)
            world.set_surface_velocity(world.shapes(box)[0], {1, 0, 0});
        else
            world.set_friction(world.shapes(box)[0], 0);
        run(world, 1);
        EXPECT_GT(std::abs(world.transform(box).position.x), 0.5f) << conveyor;
    }
}

TEST(SleptThrough, ABodyTopplesWhenItsCentreOfMassLeavesItsSupport) {
    for (const bool by_shape : {false, true}) {
        World world;
        add_floor(world);
        const BodyId box = add_box(world, {0, 0.5f, 0});
        run(world, 2);
        ASSERT_FALSE(world.awake(box));
        if (by_shape)
            world.add_shape(box, Box{{0.5f, 0.2f, 0.5f}, {1.5f, 0.3f, 0}}, {.density = 10000});
        else
            world.set_mass_properties(box, {1000, {0.9f, 0, 0}, diagonal({166, 166, 166})});
        run(world, 2);
        EXPECT_LT(world.transform(box).rotation.z, -0.05f) << by_shape;
    }
}

TEST(SleptThrough, ABodyMadeAsleepStaysSoWhileItIsPutTogether) {
    World world;
    const BodyId body = world.add_body({.awake = false});
    world.add_shape(body, Sphere{0.5f, {-1, 0, 0}});
    world.add_shape(body, Sphere{0.5f, {1, 0, 0}});
    EXPECT_FALSE(world.awake(body));
}

TEST(SleptThrough, ABoxFallsWhenThePlatformItSleepsOnHasGone) {
    World world;
    const BodyId platform =
        add_body(world, {.type = BodyType::kinematic, .position = {0, -0.5f, 0}}, Box{{2, 0.5f, 2}});
    const BodyId box = add_box(world, {0, 0.5f, 0}, {0.5f, 0.5f, 0.5f}, {.friction = 0});
    run(world, 0.5);
    world.set_velocity(platform, {4, 0, 0});
    run(world, 0.1);
    world.set_awake(box, false);
    run(world, 2);
    EXPECT_LT(world.transform(box).position.y, -1);
}

TEST(SleptThrough, APlatformThatIsToldToStayLetsWhatLiesOnItSleep) {
    World world;
    const Transform place{{0, -0.5f, 0}, {}};
    const BodyId platform =
        add_body(world, {.type = BodyType::kinematic, .position = place.position}, Box{{2, 0.5f, 2}});
    const BodyId box = add_box(world, {0, 0.5f, 0});
    for (int i = 0; i < 180; ++i) {
        world.move_to(platform, place, 1.0f / 60);
        world.step(1.0f / 60);
    }
    EXPECT_FALSE(world.awake(box));
    world.move_to(platform, {{0, -0.4f, 0}, {}}, 1.0f / 60);
    EXPECT_TRUE(world.awake(box));
}

}  // namespace
}  // namespace cairn
