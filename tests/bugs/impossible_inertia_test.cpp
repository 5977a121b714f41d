// Moments of inertia that no body has, such as (1, 1, 100), were taken without a word. Of three principal
// moments none is more than the other two together.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;
using testing::HasSubstr;

std::string error_with(Vec3 inertia) {
    return error_of([&] {
        World world;
        world.add_body({.mass = 1, .inertia = inertia});
    });
}

TEST(ImpossibleInertia, IsRefused) {
    for (const float scale : {1e-20f, 1.0f, 1e18f}) {
        EXPECT_THAT(error_with(scale * Vec3{1, 1, 100}), HasSubstr("other two together")) << scale;
        EXPECT_THAT(error_with(scale * Vec3{3, 1, 1}), HasSubstr("other two together")) << scale;
    }
    World world;
    const BodyId body = add_box(world, {});
    const Mat3 turn = to_matrix(axis_angle(normalized(Vec3{1, 2, 3}), 1));
    const Mat3 turned = turn * diagonal({1, 1, 3}) * transpose(turn);
    EXPECT_THAT(error_of([&] { world.set_mass_properties(body, {.mass = 1, .inertia = turned}); }),
                HasSubstr("other two together"));
}

TEST(ImpossibleInertia, IsNotThatOfFlatThingsNorOfTwoDigits) {
    for (const float scale : {1e-20f, 1.0f, 1e18f}) {
        EXPECT_EQ(error_with(scale * Vec3{1, 2, 3}), "") << scale;
        EXPECT_EQ(error_with(scale * Vec3{1e-6f, 1, 1}), "") << scale;
        EXPECT_EQ(error_with(scale * Vec3{0.33f, 0.33f, 0.67f}), "") << scale;
    }
}

/// What a world says of a body can be given back to it, however thin the shape and wherever its centre.
TEST(ImpossibleInertia, IsNotThatOfAnyShape) {
    for (const float thin : {1.0f, 1e-2f, 1e-3f, 1e-4f}) {
        std::vector<Vec3> corners;
        for (int i = 0; i < 12; ++i) {
            const float angle = 30 * degree * static_cast<float>(i);
            for (const float side : {-thin, thin})
                corners.push_back({std::cos(angle), std::sin(angle), 0.5f + side});
        }
        const Shape shapes[] = {Box{{1, 1, thin}}, Box{{1, thin, thin}}, Capsule{{0, -1, 0}, {0, 1, 0}, thin},
                                Hull(corners)};
        for (const Shape& shape : shapes) {
            for (const Vec3 center : {Vec3{}, Vec3{0, 0, 30}}) {
                World world;
                const BodyId body = world.add_body({.rotation = axis_angle({1, 0, 0}, 1)});
                world.add_shape(body, shape);
                if (center.z > 0)
                    world.set_mass_properties(body, {1, center, world.mass_properties(body).inertia});
                EXPECT_EQ(error_of([&] { world.set_mass_properties(body, world.mass_properties(body)); }), "")
                    << thin << " " << shape.index();
            }
        }
    }
}

}  // namespace
}  // namespace cairn
