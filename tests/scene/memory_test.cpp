// What a world keeps in memory follows what is in it.

#include <gtest/gtest.h>

#include "scene/builtin.hpp"
#include "scene/scene.hpp"

namespace cairn {
namespace {

/// Of a heap that has fallen and been put in order for a while.
double bytes_a_contact(double columns) {
    const SceneSetting settings[] = {{"sleep", 0}, {"layers", 10}, {"columns", columns}};
    Scene scene(make_scene("box-pile", settings), {});
    for (int i = 0; i < 70; ++i) scene.step();
    const StepReport& report = scene.world().report();
    return static_cast<double>(report.bytes) / report.contacts;
}

/// Capacity that doubles left up to half of it idle, and buffers that went round among colours, when their
/// contacts were put in order, all became as large as the largest: a heap of 5,000 boxes took 2.0 kB a
/// contact.
TEST(Memory, OfAContactIsTheSameInAHeapOfAnySize) {
    const double small = bytes_a_contact(10), large = bytes_a_contact(22);
    EXPECT_LT(large, 1.15 * small);
    EXPECT_LT(small, 1.15 * large);
    EXPECT_LT(large, 1500);
}

}  // namespace
}  // namespace cairn
