// A user's joint is code that runs in the middle of a step. It could change the world there, which corrupted
// memory, and what it threw left the world half-way, its next events lost. It also runs where a joint is
// added, changed or asked for its error or reaction, and what is drawn runs a user's code as well: there the
// world could still be changed under the feet of who called.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;
using testing::HasSubstr;

class UserCodeInStep : public testing::Test {
protected:
    UserCodeInStep() {
        add_floor(world);
        hung = add_box(world, {0, 5, 0});
        box = add_box(world, {3, 0.5f, 0});
        UserJoint joint;
        joint.body_b = hung;
        joint.evaluate = [this](const Transform&, const Transform& b, Row* rows) {
            if (act) act();
            rows[0].error = b.position.y - 5;
            rows[0].linear_b = {0, 1, 0};
        };
        id = world.add_joint(joint);
        run(world, 0.5);
    }

    World world{{.sleep = false}};
    BodyId hung, box;
    JointId id;
    std::function<void()> act;
};

TEST_F(UserCodeInStep, CannotChangeTheWorld) {
    const std::function<void()> changes[] = {
        [&] { world.add_body(); },
        [&] { world.remove_body(box); },
        [&] { world.remove_joint(id); },
        [&] { world.set_transform(box, {}); },
        [&] { world.step(1.0f / 60); },
        [&] { world.add_shape(box, Sphere{}); },
        [&] { world.set_velocity(box, {}); },
        [&] {
            world.apply_impulse(box, {1, 0, 0});
        },
    };
    for (const std::function<void()>& change : changes) {
        std::string message;
        act = [&] { message = error_of(change); };
        world.step(1.0f / 60);
        EXPECT_THAT(message, HasSubstr("in the middle of a step"));
    }
    act = nullptr;
    EXPECT_EQ(world.bodies().size(), 3u);
    run(world, 0.2);
    EXPECT_NEAR(world.transform(hung).position.y, 5, 0.01f);
}

TEST_F(UserCodeInStep, CannotCopyAWorldThatIsHalfWay) {
    std::string message;
    act = [&] { message = error_of([&] { world.snapshot(); }); };
    world.step(1.0f / 60);
    EXPECT_THAT(message, HasSubstr("World::snapshot: the world is in the middle of a step"));
}

TEST_F(UserCodeInStep, CannotChangeTheWorldOutsideAStepEither) {
    struct Adder final : DebugDraw {
        std::function<void()>* act = nullptr;
        void shape(const Shape&, const Transform&, uint32_t) override { (*act)(); }
        void line(Vec3, Vec3, uint32_t) override {}
        void point(Vec3, float, uint32_t) override {}
        void bounds(const Bounds&, uint32_t) override {}
    } adder;
    adder.act = &act;
    const std::function<void()> callers[] = {
        [&] { world.joint_error(id); },
        [&] { world.reaction(id); },
        [&] { world.add_joint(world.definition(id)); },
        [&] { world.set_definition(id, world.definition(id)); },
        [&] { world.draw(adder); },
    };
    for (const std::function<void()>& caller : callers) {
        std::string message;
        act = [&] {
            if (message.empty()) message = error_of([&] { world.remove_body(hung); });
        };
        caller();
        EXPECT_THAT(message, HasSubstr("calling a function of yours"));
        EXPECT_TRUE(world.valid(hung));
    }
    act = nullptr;
    world.remove_body(hung);
    EXPECT_FALSE(world.valid(id));
}

TEST_F(UserCodeInStep, ThatThrowsIsLeftOutAndCounted) {
    act = [] { throw std::runtime_error("mine"); };
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().unusable_rows, 1);
    EXPECT_LT(world.velocity(hung).y, -0.1f) << "nothing holds it in that step";
    act = nullptr;
    ASSERT_EQ(world.contacts(box).size(), 1u);
    world.remove_body(box);
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().unusable_rows, 0);
    EXPECT_EQ(world.events().contact_end.size(), 1u) << "what happens between steps is told by the next";
}

TEST_F(UserCodeInStep, ThatThrowsWhenItIsAddedThrowsThere) {
    const size_t before = world.joints().size();
    UserJoint joint;
    joint.body_b = box;
    joint.evaluate = [](const Transform&, const Transform&, Row*) { throw std::runtime_error("mine"); };
    EXPECT_THROW(world.add_joint(joint), std::runtime_error);
    EXPECT_EQ(world.joints().size(), before);
}

}  // namespace
}  // namespace cairn
