// Limits that leave nothing within reach, infinite on the wrong side or farther off than a body can be, were
// taken: the first step threw the body out of the finite range, where it froze.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;
using testing::HasSubstr;

constexpr Limits out_of_reach[] = {
    {true, infinity, infinity}, {true, -infinity, -infinity}, {true, 1e30f, 1e30f}, {true, 1e9f, infinity}};

template <class Joint>
void expect_refused(Limits Joint::*limits, const char* name) {
    World world;
    Joint joint;
    joint.body_b = add_box(world, {0, 5, 0});
    for (const Limits& wrong : out_of_reach) {
        joint.*limits = wrong;
        EXPECT_THAT(error_of([&] { world.add_joint(joint); }), HasSubstr(name)) << wrong.lower;
    }
}

TEST(EndlessLimits, AreRefused) {
    expect_refused(&SliderJoint::limits, "SliderJoint::limits must leave something within");
    expect_refused(&WheelJoint::travel, "WheelJoint::travel must leave something within");
    expect_refused(&DistanceJoint::limits, "DistanceJoint::limits");
}

TEST(EndlessLimits, MayBeInfiniteOnTheirOwnSide) {
    World world;
    const BodyId body = add_box(world, {0, 5, 0});
    SliderJoint slider;
    slider.body_b = body, slider.axis = {0, 1, 0}, slider.limits = {true, -infinity, infinity};
    world.add_joint(slider);
    run(world, 0.5);
    EXPECT_FALSE(world.frozen(body));
    EXPECT_LT(world.velocity(body).y, -4);
}

}  // namespace
}  // namespace cairn
