// set_definition took other anchors and axes without a word: the joint stayed where it was, and definition()
// gave back what was false.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;
using testing::HasSubstr;

template <class Joint, class Change>
void expect_refused(Change change) {
    World world;
    Joint joint;
    joint.body_b = add_box(world, {1, 0, 0});
    const JointId id = world.add_joint(joint);
    Joint other = std::get<Joint>(world.definition(id));
    world.set_definition(id, other);
    change(other);
    EXPECT_THAT(error_of([&] { world.set_definition(id, other); }), HasSubstr("anchors and axes"));
}

TEST(FalseAnchor, IsRefusedAsAnotherBodyIs) {
    const auto move = [](auto& joint) { joint.anchor = {0, 1, 0}; };
    expect_refused<BallJoint>(move);
    expect_refused<HingeJoint>(move);
    expect_refused<SliderJoint>(move);
    expect_refused<FixedJoint>(move);
    expect_refused<WheelJoint>(move);
    expect_refused<MotorJoint>(move);
    expect_refused<DistanceJoint>([](DistanceJoint& joint) { joint.anchor_b = {0, 1, 0}; });
}

TEST(FalseAnchor, AnotherAxisIsRefusedToo) {
    const auto turn = [](auto& joint) { joint.axis = {1, 1, 0}; };
    expect_refused<BallJoint>(turn);
    expect_refused<HingeJoint>(turn);
    expect_refused<SliderJoint>(turn);
    expect_refused<WheelJoint>([](WheelJoint& joint) { joint.spin_axis = {1, 0, 1}; });
}

}  // namespace
}  // namespace cairn
