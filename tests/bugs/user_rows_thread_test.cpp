// User-defined rows are evaluated in the thread that steps the world, says the manual; a user may therefore
// read what is his without a lock. In a large world whose islands are shared out to several threads they were
// asked by whichever worker had their part.

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/support/thread_tasks.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(UserRows, AreAskedInTheThreadThatStepsTheWorldThoughPartsAreSharedOut) {
    ThreadTasks tasks(2);
    World world({.sleep = false, .tasks = &tasks});
    add_floor(world);
    BodyId top{};
    for (int i = 0; i < 1700; ++i)
        for (int k = 0; k < 8; ++k)
            top = add_box(world, {2.0f * static_cast<float>(i % 40), 0.5f + static_cast<float>(k),
                                  2.0f * static_cast<float>(i / 40)});
    UserJoint joint;
    joint.body_b = top;
    std::atomic<int> asked{0}, elsewhere{0};
    const std::thread::id here = std::this_thread::get_id();
    joint.evaluate = [&](const Transform&, const Transform&, Row* rows) {
        ++asked;
        if (std::this_thread::get_id() != here) ++elsewhere;
        rows[0].linear_b = {1, 0, 0};
    };
    world.add_joint(joint);
    for (int i = 0; i < 20; ++i) world.step(1.0f / 60);
    EXPECT_GE(world.report().parts, 8) << "or nothing was shared out";
    EXPECT_GT(asked, 20 * 8);
    EXPECT_EQ(elsewhere, 0);
}

}  // namespace
}  // namespace cairn
