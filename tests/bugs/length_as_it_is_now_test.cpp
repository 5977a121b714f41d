// A distance joint's negative length, "as it is now", meant what it was before to set_definition: the body
// went back to the old length. And the definition did not say how long that was.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

struct Line {
    World world{WorldDef{.gravity = {0, 0, 0}}};
    BodyId body = add_box(world, {0, 5, 0});
    DistanceJoint joint;
    JointId id;

    explicit Line(float length) {
        joint.body_b = body, joint.anchor_a = {0, 6, 0}, joint.anchor_b = {0, 5, 0};
        joint.length = length;
        id = world.add_joint(joint);
    }
};

TEST(LengthAsItIsNow, IsThatOfTheMomentInWhichItIsGiven) {
    Line line(3);
    run(line.world, 1);
    ASSERT_NEAR(line.world.joint_position(line.id), 3, 1e-3);
    line.world.set_transform(line.body, {{0, 4.5f, 0}, {}});
    line.world.set_velocity(line.body, {});
    line.joint.length = -1;
    line.world.set_definition(line.id, line.joint);
    run(line.world, 1);
    EXPECT_NEAR(line.world.joint_position(line.id), 1.5f, 1e-4);
}

TEST(LengthAsItIsNow, IsToldAndStaysWhereTheDefinitionIsGivenBack) {
    Line line(-1);
    DistanceJoint told = std::get<DistanceJoint>(line.world.definition(line.id));
    EXPECT_EQ(told.length, 1);
    line.world.set_transform(line.body, {{0, 4.5f, 0}, {}});
    told.break_force = 1e6f;
    line.world.set_definition(line.id, told);
    run(line.world, 1);
    EXPECT_NEAR(line.world.joint_position(line.id), 1, 1e-3);
}

}  // namespace
}  // namespace cairn
