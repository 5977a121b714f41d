// A frozen body that was given the type it had stayed frozen, though the manual says that set_type sets it
// free: the call returned early. What slept on a frozen body was not woken when that one got another type,
// since the pairs were taken away before the neighbours were sought.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(FreedByType, AnyTypeSetsAFrozenBodyFreeTheOneItHasToo) {
    for (const BodyType type : {BodyType::dynamic, BodyType::kinematic, BodyType::fixed}) {
        World world;
        const BodyId lost = add_box(world, {0, 5, 0}), above = add_box(world, {0, 6, 0});
        world.step(1.0f / 60);
        world.apply_impulse(lost, {1e30f, 0, 0});
        ASSERT_TRUE(world.frozen(lost));
        run(world, 0.2);
        world.set_awake(above, false);
        world.set_type(lost, type);
        EXPECT_FALSE(world.frozen(lost));
        EXPECT_TRUE(world.awake(above)) << "it lay on what has changed";
        run(world, 1);
        EXPECT_EQ(world.report().frozen, 0);
        EXPECT_EQ(world.transform(lost).position.y < 4, type == BodyType::dynamic);
    }
}

}  // namespace
}  // namespace cairn
