// Symptom: a rod on a hinge whose axis points at the origin of a half-space's body swings half a metre into
// the ground without a contact; slowly turning rods sink in that a box would have carried. Cause: a pair that
// is apart is watched by the smaller body's motion, seen from the larger. A half-space had radius 0, so it
// was the smaller one, and what turns about an axis through its origin did not move it at all. A half-space
// is larger than anything.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(RodAboveAHalfSpace, MeetsItThoughItTurnsAboutItsOrigin) {
    for (const Vec3 at : {Vec3{-3, 0.5f, 0}, Vec3{-3, 0.3f, 0}, Vec3{0, 0.5f, 0.01f}}) {
        World world({.sleep = false});
        add_floor(world);
        const BodyId rod = add_body(world, {.position = at}, Box{{0.05f, 0.05f, 1}});
        HingeJoint hinge;
        hinge.body_b = rod;
        hinge.anchor = hinge.axis = at;
        world.add_joint(hinge);
        world.set_angular_velocity(rod, 2 * normalized(at));
        float lowest = 0;
        for (int step = 0; step < 240; ++step) {
            world.step(1.0f / 60);
            for (const float z : {-1.0f, 1.0f})
                lowest = min_of(lowest, (world.transform(rod) * Vec3{0, 0, z}).y);
        }
        EXPECT_GT(lowest, -0.02f) << at.x << ' ' << at.y << ' ' << at.z;
    }
}

}  // namespace
}  // namespace cairn
