// A capsule whose end is nearest to an edge of a box, both nearly parallel: the normal leans along the
// capsule's axis, and the two points that stand for the stretch they share were measured along it. Two
// millimetres apart they were told to overlap by 37, and the capsule was thrown off at 1.6 m/s. Found by a
// reviewer with an exact distance.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(LeaningCapsule, IsNoNearerAtItsPointsThanWhereItIsNearest) {
    World world({.gravity = {0, 0, 0}});
    add_body(world,
             {.type = BodyType::fixed,
              .position = {-1.87639213f, 1.06047618f, -0.633349955f},
              .rotation = {-0.25974372f, -0.20567967f, -0.715012848f, -0.615618169f}},
             Box{{0.532945096f, 0.444118887f, 0.786480546f},
                 {-0.151068375f, 0.040244367f, -0.328236401f},
                 {0.285939425f, -0.500127494f, -0.258433521f, 0.775450349f}});
    const Capsule capsule{{-0.239285722f, -0.232495472f, 0.711056709f},
                          {0.0953702852f, -0.580157459f, -0.183913901f},
                          0.530742466f};
    const Transform pose{{-1.15885258f, -0.0634122863f, -1.32014215f},
                         {-0.683108509f, -0.0105589759f, -0.513841093f, -0.518862724f}};
    const BodyId body = add_body(world, {.position = pose.position, .rotation = pose.rotation}, capsule);
    EXPECT_EQ(world.overlapping(capsule, pose).size(), 1u) << "itself alone";
    world.step(1.0f / 60);
    ASSERT_EQ(world.contacts(body).size(), 1u);
    for (int i = 0; i < world.contacts(body)[0].point_count; ++i)
        EXPECT_GT(world.contacts(body)[0].points[i].separation, 0.002f);
    EXPECT_EQ(world.velocity(body), (Vec3{}));
}

}  // namespace
}  // namespace cairn
