// A round tower of bricks, laid one after the other around the ring, hummed: a wave of 2 to 5 cm/s went round
// for ever, and its upper courses turned by a degree every three seconds. Laid in another order it lay still.
// Each contact took the first colour that was free, so the colours lay in order around the ring too, and the
// sweep over them ran round with the wave. Pyramids of sixty courses took longer to come to rest for the same
// reason (7 to 10 mm/s after ten seconds, 2 or 3 since). Now one contact in two takes the second free colour,
// as the last digits of where its bodies are will have it.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

struct Order {
    int bricks;  // a course
    int stride;  // from one to the next
};

void expect_still(const Order& order) {
    World world({.sleep = false});
    add_floor(world);
    const float step = 2 * static_cast<float>(pi) / static_cast<float>(order.bricks);
    const float radius = static_cast<float>(order.bricks) / 8;
    for (int course = 0; course < 13; ++course)
        for (int i = 0; i < order.bricks; ++i) {
            const int place = (i * order.stride % order.bricks + order.bricks) % order.bricks;
            const float angle = step * (static_cast<float>(place) + (course % 2 == 0 ? 0 : 0.5f));
            const BodyDef brick{
                .position = {radius * std::cos(angle), 0.15f + 0.3f * static_cast<float>(course),
                             radius * std::sin(angle)},
                .rotation = {0, -std::sin(angle / 2), 0, std::cos(angle / 2)}};
            add_body(world, brick, Box{{0.2f, 0.15f, 0.36f}});
        }
    run(world, 8);
    EXPECT_LT(max_speed(world), 1e-3f) << order.bricks << " bricks a course, laid by " << order.stride;
}

TEST(HummingRings, LieStillInWhateverOrderTheyAreLaid) {
    for (const Order order :
         {Order{24, 1}, {24, -1}, {24, 5}, {36, 1}, {36, -1}, {34, 1}, {21, 1}, {48, 1}, {60, 1}})
        expect_still(order);
}

TEST(HummingRings, PyramidsOfSixtyCoursesAreCalm) {
    for (const float apart : {1.0f, 1.025f, 1.1f}) {
        World world({.gravity = {0, -10, 0}, .sleep = false});
        add_floor(world);
        for (int course = 0; course < 60; ++course)
            for (int i = course; i < 60; ++i) {
                const float x = static_cast<float>(i) - 0.5f * static_cast<float>(course) - 29.5f;
                add_box(world, {apart * x, 0.5f + static_cast<float>(course), 0});
            }
        run(world, 10);
        EXPECT_LT(max_speed(world), 0.005f) << apart << " m apart";
    }
}

}  // namespace
}  // namespace cairn
