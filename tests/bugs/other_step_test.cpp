// Where steps became shorter, what rested jumped: automatic stiffness belongs to the length of the step, and
// springs that bore a weight were four or sixty times as stiff from one step to the next. A stack went up at
// 0.3 m/s and its floor bore eight times its weight when it came down; a chain pushed its ceiling. Impulses
// were scaled with the step before already, as forces stay. Stiffness now follows within some tenths of a
// second.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// A stack on the floor and a chain that hangs from the world; both rest.
struct Resting {
    World world{{.sleep = false}};
    BodyId ground, top;
    JointId hook;
    float stack_weight = 0, chain_weight = 0;

    Resting() {
        ground = world.add_body({.type = BodyType::fixed});
        world.add_shape(ground, HalfSpace{});
        BodyId link{};
        for (int i = 0; i < 5; ++i) {
            top = world.add_body({.position = {0, 0.5f + float(i), 0}});
            world.add_shape(top, Box{{0.5f, 0.5f, 0.5f}});
            stack_weight += gravity * world.mass(top);
            const BodyId next = world.add_body({.position = {5, 9.5f - float(i), 0}});
            world.add_shape(next, Box{{0.1f, 0.4f, 0.1f}});
            chain_weight += gravity * world.mass(next);
            BallJoint joint;
            joint.body_a = link, joint.body_b = next, joint.anchor = {5, 10 - float(i), 0};
            const JointId id = world.add_joint(joint);
            if (i == 0) hook = id;
            link = next;
        }
        run(300, 1.0f / 60);
    }

    void run(int steps, float dt) {
        for (int i = 0; i < steps; ++i) world.step(dt);
    }
    float floor_load() const {
        float force = 0;
        for (const Contact& contact : world.contacts())
            if (contact.body_a == ground || contact.body_b == ground) force += std::abs(contact.force.y);
        return force / stack_weight;
    }
    float hook_load() const { return world.reaction(hook).force.y / chain_weight; }
};

TEST(OtherStep, LeavesLoadsAsTheyAre) {
    for (const float dt : {1.0f / 30, 1.0f / 40, 1.0f / 90, 1.0f / 120, 1.0f / 240, 1.0f / 480}) {
        Resting scene;
        for (int i = 0; i < 120; ++i) {
            scene.world.step(dt);
            ASSERT_NEAR(scene.floor_load(), 1, 0.1f) << "1 / " << 1 / dt << " s, step " << i;
            ASSERT_NEAR(scene.hook_load(), 1, 0.1f) << "1 / " << 1 / dt << " s, step " << i;
            ASSERT_LT(length(scene.world.velocity(scene.top)), 0.03f) << "1 / " << 1 / dt << " s, step " << i;
        }
    }
}

TEST(OtherStep, MayAlternate) {
    Resting scene;
    for (int i = 0; i < 240; ++i) {
        scene.world.step(i % 2 ? 1.0f / 60 : 1.0f / 240);
        ASSERT_NEAR(scene.floor_load(), 1, 0.1f) << i;
        ASSERT_NEAR(scene.hook_load(), 1, 0.1f) << i;
        ASSERT_LT(length(scene.world.velocity(scene.top)), 0.03f) << i;
    }
}

/// Shorter steps are stiffer ones: after a second, springs are those of a world that never had others.
TEST(OtherStep, IsAsStiffAsItsOwnAfterASecond) {
    Resting changed;
    changed.run(240, 1.0f / 240);
    World always({.sleep = false});
    const BodyId ground = always.add_body({.type = BodyType::fixed});
    always.add_shape(ground, HalfSpace{});
    BodyId top;
    for (int i = 0; i < 5; ++i) {
        top = always.add_body({.position = {0, 0.5f + float(i), 0}});
        always.add_shape(top, Box{{0.5f, 0.5f, 0.5f}});
    }
    for (int i = 0; i < 480; ++i) always.step(1.0f / 240);
    EXPECT_NEAR(changed.world.transform(changed.top).position.y, always.transform(top).position.y, 1e-5f);
}

TEST(OtherStep, OnItsWayIsPartOfASnapshot) {
    Resting scene;
    scene.run(5, 1.0f / 240);
    const Snapshot half_way = scene.world.snapshot();
    scene.run(30, 1.0f / 240);
    const uint64_t end = scene.world.hash();
    scene.world.restore(half_way);
    scene.run(30, 1.0f / 240);
    EXPECT_EQ(scene.world.hash(), end);
}

}  // namespace
}  // namespace cairn
