// A user's row whose bounds are both plus infinity passed as usable, since the lower one was not above the
// upper one: its impulse was infinite, and the first step froze the body without counting a row.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;
using testing::HasSubstr;

UserJoint bounded_by(BodyId body, const float* bounds) {
    UserJoint joint;
    joint.body_b = body;
    joint.evaluate = [bounds](const Transform&, const Transform& b, Row* rows) {
        rows[0].error = b.position.y - 5, rows[0].linear_b = {0, 1, 0};
        rows[0].lower = bounds[0], rows[0].upper = bounds[1];
    };
    return joint;
}

TEST(UnreachableRow, IsRefused) {
    for (const float bound : {infinity, -infinity}) {
        World world;
        const float bounds[] = {bound, bound};
        const UserJoint joint = bounded_by(add_box(world, {0, 5, 0}), bounds);
        EXPECT_THAT(error_of([&] { world.add_joint(joint); }), HasSubstr("lower and upper")) << bound;
    }
}

TEST(UnreachableRow, IsLeftOutAndCountedWhereItBecomesSo) {
    World world;
    const BodyId body = add_box(world, {0, 5, 0});
    float bounds[] = {-infinity, infinity};
    world.add_joint(bounded_by(body, bounds));
    bounds[0] = infinity;
    world.step(1.0f / 60);
    EXPECT_FALSE(world.frozen(body));
    EXPECT_EQ(world.report().unusable_rows, 1);
}

}  // namespace
}  // namespace cairn
