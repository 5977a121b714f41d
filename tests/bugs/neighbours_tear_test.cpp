// Symptom: a joint moved otherwise when another one, of the same kind and with nothing to do with it, was
// torn open somewhere in the world; and with one lane the same world had other bits than with four or more.
// Cause: joints are looked at a block at a time for tears, and where one was found, all of its block were
// treated as if their errors had been found large too. A hinge or wheel on a body with a locked axis of
// rotation may turn much for a small error, and then closed slowly though it was not torn.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// An arm on a turntable, and far away a box on a joint of the same kind.
struct TwoJoints {
    World world;
    BodyId arm, box;

    template <class Joint>
    TwoJoints(Joint joint, int lanes) : world({.sleep = false, .lanes = lanes}) {
        const BodyId table =
            world.add_body({.type = BodyType::kinematic, .angular_velocity = {-2.5f, 5.9f, -4.7f}});
        arm = add_body(world, {.position = {1, 0, 0}, .locks = {.angular_x = true}},
                       Box{{0.47f, 0.44f, 0.23f}});
        box = add_box(world, {10, 0, 0});
        joint.body_a = table, joint.body_b = arm, joint.anchor = {0.3f, 0, 0};
        world.add_joint(joint);
        joint.body_a = {}, joint.body_b = box, joint.anchor = {9, 0, 0};
        world.add_joint(joint);
    }
    void tear() { world.set_transform(box, {{13, 1, 0}, axis_angle({0, 1, 0}, 1)}); }
};

template <class Joint>
void expect_arm_does_not_notice(const Joint& joint) {
    for (const int lanes : {1, 4}) {
        TwoJoints whole(joint, lanes), torn(joint, lanes);
        torn.tear();
        for (int step = 0; step < 120; ++step) {
            whole.world.step(1.0f / 60), torn.world.step(1.0f / 60);
            ASSERT_EQ(whole.world.transform(whole.arm), torn.world.transform(torn.arm))
                << lanes << " lanes, step " << step;
        }
    }
}

template <class Joint>
void expect_same_bits(const Joint& joint) {
    TwoJoints narrow(joint, 1), wide(joint, 4);
    narrow.tear(), wide.tear();
    for (int step = 0; step < 120; ++step) {
        narrow.world.step(1.0f / 60), wide.world.step(1.0f / 60);
        ASSERT_EQ(narrow.world.hash(), wide.world.hash()) << "step " << step;
    }
}

TEST(NeighboursTear, IsNoneOfAHingesBusiness) { expect_arm_does_not_notice(HingeJoint{}); }
TEST(NeighboursTear, IsNoneOfAWheelsBusiness) { expect_arm_does_not_notice(WheelJoint{}); }
TEST(NeighboursTear, GivesTheSameBitsForAnyLanes) {
    expect_same_bits(HingeJoint{});
    expect_same_bits(WheelJoint{});
}

}  // namespace
}  // namespace cairn
