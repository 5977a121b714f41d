// Bodies of many shapes, which are added, taken away and placed one by one.

#include <gtest/gtest.h>

#include <ctime>

#include "tests/support/random.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(ManyShapes, AreListedInTheOrderInWhichTheyWereAddedWhateverIsRemoved) {
    for (const BodyType type : {BodyType::fixed, BodyType::kinematic, BodyType::dynamic}) {
        World world;
        Random random(7);
        const BodyId body = world.add_body({.type = type});
        std::vector<ShapeId> expected;
        for (int i = 0; i < 300; ++i) {
            if (random.below(3) == 0 && !expected.empty()) {
                const auto place = expected.begin() + random.below(static_cast<int>(expected.size()));
                world.remove_shape(*place);
                expected.erase(place);
            } else {
                expected.push_back(world.add_shape(body, Sphere{0.1f, random.in_cube(1)}));
            }
            ASSERT_EQ(world.shapes(body), expected) << i;
            if (i % 40 == 0) world.step(1.0f / 60);
        }
    }
}

TEST(ManyShapes, OfAFixedBodyCarryWhatRestsOnThemWheneverTheyWereAdded) {
    World world;
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    std::vector<BodyId> boxes;
    for (int i = 0; i < 20; ++i) {
        world.add_shape(ground, Box{{0.5f, 0.5f, 0.5f}, {static_cast<float>(i), -0.5f, 0}});
        boxes.push_back(add_box(world, {static_cast<float>(i), 0.2f, 0}, {0.2f, 0.2f, 0.2f}));
        run(world, 0.1);
    }
    run(world, 1);
    for (const BodyId box : boxes) EXPECT_NEAR(world.transform(box).position.y, 0.2f, 0.01f);
}

/// Each used to look at all others, and each that was taken away too: 1.7 s and 3 s, now some milliseconds.
/// Time of the processor in this process: what others on the machine take does not count.
TEST(ManyShapes, MakeALevelInATimeThatGrowsWithTheirNumber) {
    const std::clock_t begin = std::clock();
    World world;
    const BodyId level = world.add_body({.type = BodyType::fixed});
    for (int i = 0; i < 8000; ++i)
        world.add_shape(level, Box{{0.5f, 0.5f, 0.5f}, {static_cast<float>(i), 0, 0}});
    world.step(1.0f / 60);
    world.remove_body(level);
    EXPECT_LT(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC, 0.7);
}

TEST(ManyShapes, ThatCameAndWentBeforeTheFirstStepLeaveNoTrace) {
    World world;
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    std::vector<ShapeId> gone;
    for (int i = 0; i < 30; ++i)
        gone.push_back(world.add_shape(ground, Sphere{0.3f, {0, static_cast<float>(i), 0}}));
    for (size_t i = 0; i < gone.size(); i += 2) world.remove_shape(gone[i]);
    for (size_t i = 1; i < gone.size(); i += 2) world.remove_shape(gone[i]);
    world.add_shape(ground, Box{{5, 1, 5}, {0, -1, 0}});
    const BodyId box = add_box(world, {0, 0.5f, 0});
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().pairs, 1);
    EXPECT_EQ(world.overlapping(Bounds{{-9, -9, -9}, {9, 40, 9}}).size(), 2u);
    run(world, 1);
    EXPECT_NEAR(world.transform(box).position.y, 0.5f, 0.001f);
}

}  // namespace
}  // namespace cairn
