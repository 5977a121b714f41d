// Shapes and joints were added after the example of others: add_shape(body, world.geometry(s),
// world.definition(s)). The definition is the world's own, and the array that holds it grows with what is
// added: flags and filter of the new shape, and all of the new joint, were read from memory that was gone.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(CopiedDefinition, OfAShapeIsThatOfTheOther) {
    World world({.hit_event_speed = 1.5f});
    const BodyId body = world.add_body({.position = {0, 5, 0}});
    const ShapeId first = world.add_shape(body, Box{{0.25f, 0.25f, 0.25f}},
                                          {.friction = 0.3f,
                                           .filter = {.category = 4, .mask = 8, .group = -2},
                                           .hit_events = true,
                                           .user_data = 9});
    ShapeId last = first;
    for (int i = 0; i < 100; ++i) {
        last = world.add_shape(body, world.geometry(last), world.definition(last));
        const ShapeDef& def = world.definition(last);
        ASSERT_TRUE(def.filter == world.definition(first).filter) << i;
        ASSERT_TRUE(def.hit_events) << i;
        ASSERT_EQ(def.user_data, 9u) << i;
        ASSERT_EQ(world.overlapping(world.bounds(last), {.category = 8, .mask = 4}).size(), size_t(i) + 2)
            << "found by its category";
    }
}

TEST(CopiedDefinition, OfAJointIsThatOfTheOther) {
    World world;
    const BodyId body = add_box(world, {0, 5, 0});
    HingeJoint hinge;
    hinge.body_b = body;
    hinge.anchor = {1, 5, 0};
    hinge.axis = {0, 1, 0};
    hinge.limits = {true, -0.5f, 0.75f};
    hinge.user_data = 7;
    JointId last = world.add_joint(hinge);
    for (int i = 0; i < 100; ++i) {
        last = world.add_joint(world.definition(last));
        const HingeJoint& copy = std::get<HingeJoint>(world.definition(last));
        ASSERT_TRUE(copy.limits == hinge.limits && copy.anchor == hinge.anchor && copy.axis == hinge.axis)
            << i;
        ASSERT_EQ(copy.user_data, 7u) << i;
        ASSERT_NEAR(world.joint_error(last), 0, 1e-5f) << i;
    }
    EXPECT_EQ(world.joints(body).size(), 101u);
}

}  // namespace
}  // namespace cairn
