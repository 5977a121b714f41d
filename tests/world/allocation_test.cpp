// No heap allocation in a settled step. The whole test executable counts every call of operator new.

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "tests/support/world_checks.hpp"

namespace {

std::atomic<long> allocations{0};

void* counted(std::size_t size, std::size_t alignment) {
    ++allocations;
    const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
    void* memory = std::aligned_alloc(alignment, rounded == 0 ? alignment : rounded);
    if (!memory) throw std::bad_alloc();
    return memory;
}

/// Out of line: g++ 13 that sees both ends complains that `new` was met by `free`.
__attribute__((noinline)) void give_back(void* memory) { std::free(memory); }

}  // namespace

void* operator new(std::size_t size) { return counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
    return counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { give_back(memory); }

namespace cairn {
namespace {

using namespace test;

/// A heap of boxes and balls and a chain, after it has settled.
World make_settled(bool sleep) {
    World world({.sleep = sleep});
    add_floor(world);
    Dice dice(4);
    for (int i = 0; i < 100; ++i) {
        const Vec3 position{dice.between(-2, 2), dice.between(0.5f, 6), dice.between(-2, 2)};
        if (i % 3)
            add_box(world, position, {0.2f, 0.25f, 0.3f});
        else
            add_ball(world, position, 0.25f, {.rolling_resistance = 0.02f});
    }
    BodyId above{};
    for (int i = 0; i < 5; ++i) {
        BallJoint joint;
        joint.body_a = above;
        joint.body_b = above = add_ball(world, {8, 5 - 0.5f * static_cast<float>(i), 0}, 0.2f);
        joint.anchor = {8, 5.25f - 0.5f * static_cast<float>(i), 0};
        world.add_joint(joint);
    }
    run(world, 8);
    return world;
}

TEST(Allocation, IsCountedHere) {
    const long before = allocations;
    int* volatile memory = new int(3);  // or the compiler may leave both out
    delete memory;
    EXPECT_GT(allocations, before);
}

TEST(Allocation, NoneInASettledStepThatIsAwake) {
    World world = make_settled(false);
    ASSERT_GT(world.report().awake_bodies, 100);
    const long before = allocations;
    for (int step = 0; step < 60; ++step) world.step(1.0f / 60);
    EXPECT_EQ(allocations - before, 0) << "in 60 steps";
}

TEST(Allocation, NoneInAStepThatIsAsleep) {
    World world = make_settled(true);
    run(world, 10);
    const long before = allocations;
    for (int step = 0; step < 60; ++step) world.step(1.0f / 60);
    EXPECT_EQ(allocations - before, 0) << "in 60 steps";
}

}  // namespace
}  // namespace cairn
