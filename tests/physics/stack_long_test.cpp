// The large wall of the engine's stability list.

#include <gtest/gtest.h>

#include "scene/builtin.hpp"
#include "scene/scene.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

TEST(Stability, APyramidOfBaseSixtyStandsAMinute) {
    const SceneSetting settings[] = {{"base", 60}, {"sleep", 0}};
    Scene scene(make_scene("pyramid", settings), {.threads = 2});
    const Vec3 top = scene.world().transform(scene.bodies().back()).position;
    for (int step = 0; step < 3600; ++step) scene.step();
    EXPECT_LT(length(scene.world().transform(scene.bodies().back()).position - top), 0.2f);
    EXPECT_LT(test::max_speed(scene.world()), 1e-3f);
    EXPECT_LT(test::max_penetration(scene.world()), 0.006f);
}

}  // namespace
}  // namespace cairn
