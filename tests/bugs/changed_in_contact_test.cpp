// What is changed while bodies touch must reach their contacts. Found by a reviewer who did so through the
// public functions: contacts kept anchors measured from a centre of mass that had moved (a box of one metre
// sank by 45 mm and stayed there), the mass ratio at which they had begun, and were all ended and begun anew
// by a filter that was set to what it was.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr float box_inertia = 1000.0f / 6;

bool touch(const World& world, BodyId a, BodyId b) {
    for (const Contact& contact : world.contacts(a))
        if (contact.body_a == b || contact.body_b == b) return true;
    return false;
}

TEST(ChangedInContact, ACentreOfMassThatMovesALittleLeavesTheBodyWhereItRests) {
    for (const float shift : {-0.045f, 0.045f}) {
        World world({.sleep = false});
        add_floor(world);
        const BodyId box = add_box(world, {0, 0.5f, 0});
        run(world, 1);
        world.set_mass_properties(box,
                                  {1000, {0, shift, 0}, diagonal({box_inertia, box_inertia, box_inertia})});
        run(world, 2);
        EXPECT_NEAR(world.transform(box).position.y, 0.5f, 0.002f) << shift;
    }
}

TEST(ChangedInContact, AShapeThatIsAddedToARestingBodyDoesNotSinkIt) {
    World world({.sleep = false});
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0});
    run(world, 1);
    world.add_shape(box, Box{{0.2f, 0.05f, 0.2f}, {0, 0.6f, 0}}, {.density = 5000});
    run(world, 2);
    EXPECT_NEAR(world.transform(box).position.y, 0.5f, 0.002f);
}

TEST(ChangedInContact, AMassThatBecomesAThousandTimesTheOtherIsCarriedAsIfItHadBeenSo) {
    World world({.sleep = false});
    add_floor(world);
    const BodyId below = add_box(world, {0, 0.5f, 0}), above = add_box(world, {0, 1.5f, 0});
    run(world, 1);
    EXPECT_EQ(world.report().substeps, 8);
    world.set_mass_properties(
        above, {1e6f, {}, diagonal({1000 * box_inertia, 1000 * box_inertia, 1000 * box_inertia})});
    run(world, 2);
    EXPECT_EQ(world.report().substeps, 16);
    EXPECT_GT(world.transform(above).position.y, 1.45f);

    SoftStep solver = world.solver();
    solver.stiff_mass_ratio = infinity;
    world.set_solver(solver);
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().substeps, 8) << "a change holds from the next step on";
    solver.stiff_mass_ratio = 30;
    world.set_solver(solver);
    world.set_mass_properties(above, {1000, {}, diagonal({box_inertia, box_inertia, box_inertia})});
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().substeps, 8);
    EXPECT_TRUE(touch(world, below, above));
}

TEST(ChangedInContact, AFilterEndsOnlyTheContactsThatItForbids) {
    World world({.sleep = false});
    const BodyId floor = add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0}), other = add_box(world, {3, 0.5f, 0});
    const ShapeId knob = world.add_shape(box, Sphere{0.1f, {0, 1, 0}});
    run(world, 1);
    const auto events = [&] {
        world.step(1.0f / 60);
        return world.events().contact_end.size() + world.events().contact_begin.size();
    };
    world.set_filter(knob, {.mask = 3});  // touches nothing
    EXPECT_EQ(events(), 0u);
    world.set_filter(world.shapes(floor)[0], {});  // as it was
    EXPECT_EQ(events(), 0u);
    world.set_filter(world.shapes(other)[0], {.group = -1});  // alone in its group: the floor still holds it
    EXPECT_EQ(events(), 0u);
    world.set_filter(world.shapes(other)[0], {.mask = 0});
    EXPECT_EQ(events(), 1u);
    EXPECT_FALSE(touch(world, other, floor));
    EXPECT_TRUE(touch(world, box, floor));
    world.set_filter(world.shapes(other)[0], {});
    run(world, 0.1);
    EXPECT_TRUE(touch(world, other, floor)) << "what is allowed again is found again";
}

TEST(ChangedInContact, BodiesOfAGroupThatCollidesKeepTheirContactWhenAJointIsAdded) {
    World world({.sleep = false});
    add_floor(world);
    const ShapeDef grouped{.filter = {.group = 1}};
    const BodyId below = add_box(world, {0, 0.5f, 0}, {0.5f, 0.5f, 0.5f}, grouped);
    const BodyId above = add_box(world, {0, 1.5f, 0}, {0.5f, 0.5f, 0.5f}, grouped);
    run(world, 1);
    DistanceJoint rope;
    rope.body_a = below, rope.body_b = above, rope.anchor_a = {0, 0.5f, 0}, rope.anchor_b = {0, 1.5f, 0};
    rope.limits = {true, 0, 5};
    world.add_joint(rope);
    for (int i = 0; i < 30; ++i) {
        world.step(1.0f / 60);
        ASSERT_TRUE(touch(world, below, above)) << i;
    }
}

TEST(ChangedInContact, WhatAJointOfThreeKeptApartCollidesWhenTheThirdBodyIsRemoved) {
    World world({.gravity = {0, 0, 0}});
    const BodyId a = add_box(world, {0, 0, 0}), b = add_box(world, {0.9f, 0, 0}),
                 c = add_box(world, {5, 0, 0});
    UserJoint joint;
    joint.body_a = a, joint.body_b = b, joint.body_c = c;
    joint.evaluate_all = [](const Transform*, Row* rows) { rows[0].active = false; };
    world.add_joint(joint);
    run(world, 0.5);
    EXPECT_FALSE(touch(world, a, b));
    world.remove_body(c);
    run(world, 1);
    EXPECT_GT(world.transform(b).position.x - world.transform(a).position.x, 0.99f);
}

}  // namespace
}  // namespace cairn
