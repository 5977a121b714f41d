// Symptom: thousands of bodies that were built fixed and then let go left their bounds in nearly every step,
// each time to be sought in the tree and paired anew. Cause: set_type kept the margin of the type before, and
// that of what never moves is narrow; of what was moved and became fixed it stayed wide, and made pairs.

#include <gtest/gtest.h>

#include "tests/support/world_checks.hpp"
#include "world/impl.hpp"

namespace cairn {
namespace {

using namespace test;

Bounds fat_bounds(const World& world, BodyId body) {
    const Model& model = World::Impl::of(world).model;
    const ShapeRecord& shape = model.shapes[world.shapes(body).front().index];
    return model.tree(shape).bounds(shape.proxy);
}

TEST(MarginOfType, IsThatOfTheTypeThatABodyHasNow) {
    constexpr BodyType types[] = {BodyType::fixed, BodyType::kinematic, BodyType::dynamic};
    for (const BodyType now : types) {
        World world;
        const BodyId born = add_body(world, {.type = now}, Box{});
        for (const BodyType before : types) {
            const BodyId made = add_body(world, {.type = before}, Box{});
            world.set_type(made, now);
            EXPECT_EQ(fat_bounds(world, made), fat_bounds(world, born));
        }
    }
}

}  // namespace
}  // namespace cairn
