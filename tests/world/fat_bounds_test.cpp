// A body's bounds are looked at again only when it may have left them. Whatever it does, queries find it
// where it is.

#include <algorithm>

#include <gtest/gtest.h>

#include <cairn/cairn.hpp>

#include "tests/support/random.hpp"

namespace cairn {
namespace {

bool found_at(const World& world, Vec3 point, ShapeId shape) {
    const std::vector<ShapeId> found = world.overlapping(Sphere{1e-3f}, Transform{point, {}});
    return std::find(found.begin(), found.end(), shape) != found.end();
}

struct Wanderer {
    BodyId body;
    ShapeId shape;
    Vec3 inside;
};

TEST(FatBounds, bodies_that_creep_turn_and_leap_are_found_where_they_are) {
    test::Random random(3);
    WorldDef def;
    def.gravity = {};
    def.sleep = false;
    World world(def);
    std::vector<Wanderer> wanderers;
    for (int i = 0; i < 30; ++i) {
        BodyDef body;
        body.type = i % 3 == 0 ? BodyType::kinematic : BodyType::dynamic;
        body.position = {5.0f * static_cast<float>(i), i % 7 == 0 ? 20000.0f : 0.0f, 0};
        const float speed = i % 2 == 0 ? 0.02f : 3;  // some creep, some fly
        body.velocity = {0, random.between(-speed, speed), random.between(-speed, speed)};
        body.angular_velocity = {random.between(-speed, speed), random.between(-speed, speed),
                                 random.between(-speed, speed)};
        const BodyId id = world.add_body(body);
        const Vec3 end{0, random.between(0.2f, 0.6f), 0};
        const ShapeId shape = world.add_shape(id, Capsule{-end, end, 0.05f});
        wanderers.push_back({id, shape, end});
    }
    for (int step = 0; step < 600; ++step) {
        world.step(1.0f / 60);
        if (step % 97 == 0)  // a leap
            for (size_t i = 0; i < wanderers.size(); i += 4) {
                Transform place = world.transform(wanderers[i].body);
                place.position.z += 2;
                world.set_transform(wanderers[i].body, place);
            }
        for (const Wanderer& w : wanderers) {
            const Transform place = world.transform(w.body);
            ASSERT_TRUE(found_at(world, place * w.inside, w.shape)) << "step " << step;
            ASSERT_TRUE(found_at(world, place * -w.inside, w.shape)) << "step " << step;
        }
    }
}

TEST(FatBounds, a_shape_added_on_the_way_is_followed_too) {
    WorldDef def;
    def.gravity = {};
    World world(def);
    BodyDef body;
    body.type = BodyType::kinematic;
    body.angular_velocity = {0, 0, 1};
    const BodyId id = world.add_body(body);
    world.add_shape(id, Sphere{0.1f});
    for (int i = 0; i < 30; ++i) world.step(1.0f / 60);
    const ShapeId arm = world.add_shape(id, Capsule{{1, 0, 0}, {4, 0, 0}, 0.05f});
    for (int i = 0; i < 60; ++i) {
        world.step(1.0f / 60);
        ASSERT_TRUE(found_at(world, world.transform(id) * Vec3{4, 0, 0}, arm)) << "step " << i;
    }
}

}  // namespace
}  // namespace cairn
