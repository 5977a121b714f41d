// Beyond 8192 bodies memory is asked for ahead that smaller worlds leave alone: of blocks, bodies and pairs
// that come next, and at the end of a run there are none.

#include <gtest/gtest.h>

#include "scene/builtin.hpp"
#include "scene/scene.hpp"

namespace cairn {
namespace {

uint64_t hash_after(const SceneDescription& description, int steps, const RunOptions& options) {
    Scene scene(description, options);
    for (int i = 0; i < steps; ++i) scene.step();
    EXPECT_GT(scene.world().report().bodies, 8192);
    EXPECT_GT(scene.world().report().contacts, 1000);
    return scene.world().hash();
}

void expect_same_bits(const SceneDescription& description, int steps) {
    const uint64_t expected = hash_after(description, steps, {.threads = 1, .lanes = 4});
    EXPECT_EQ(hash_after(description, steps, {.threads = 2, .lanes = 8}), expected);
    EXPECT_EQ(hash_after(description, steps, {.threads = 1, .lanes = 16}), expected);
}

TEST(LargeWorld, OfOneIslandHasTheSameBitsForAnyLanesAndThreads) {
    const SceneSetting settings[] = {{"sleep", 0}, {"layers", 10}, {"columns", 30}};
    expect_same_bits(make_scene("box-pile", settings), 40);
}

/// It is cut into parts at the first step (world/parts.cpp).
TEST(LargeWorld, OfManyIslandsHasTheSameBitsForAnyLanesAndThreads) {
    const SceneSetting settings[] = {{"sleep", 0}, {"rows", 13}, {"columns", 13}};
    expect_same_bits(make_scene("many-pyramids", settings), 6);
}

}  // namespace
}  // namespace cairn
