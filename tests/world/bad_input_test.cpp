// Misuse of the world gives an Error that names the value, and leaves the world as it was.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;
using testing::HasSubstr;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
constexpr float inf = std::numeric_limits<float>::infinity();

/// A world in which something goes on, and a check that an action is refused without a trace.
class BadInput : public testing::Test {
protected:
    World world;
    BodyId floor = add_floor(world), box = add_box(world, {0, 0.5f, 0}), ball = add_ball(world, {0, 3, 0});
    ShapeId shape = world.shapes(box)[0];
    JointId joint;

    BadInput() {
        BallJoint rope;
        rope.body_a = box, rope.body_b = ball, rope.anchor = {0, 2, 0};
        joint = world.add_joint(rope);
        run(world, 0.2);
    }

    void refused(const std::function<void()>& action, const std::string& value,
                 const std::string& name = "") {
        const uint64_t before = world.hash();
        const size_t bodies = world.bodies().size(), joints = world.joints().size();
        const std::string message = error_of(action);
        EXPECT_NE(message, "") << "accepted: " << name << " " << value;
        EXPECT_THAT(message, HasSubstr(value));
        EXPECT_THAT(message, HasSubstr(name));
        EXPECT_EQ(world.hash(), before) << message;
        EXPECT_EQ(world.bodies().size(), bodies) << message;
        EXPECT_EQ(world.joints().size(), joints) << message;
        EXPECT_EQ(world.shapes(box).size(), 1u) << message;
    }
};

TEST_F(BadInput, BodiesWithNumbersThatAreNone) {
    refused([&] { world.add_body({.position = {0, nan, 0}}); }, "nan", "position");
    refused([&] { world.add_body({.position = {inf, 0, 0}}); }, "inf", "position");
    refused([&] { world.add_body({.velocity = {0, 0, -inf}}); }, "-inf", "velocity");
    refused([&] { world.add_body({.angular_velocity = {nan, 0, 0}}); }, "nan", "angular_velocity");
    refused([&] { world.add_body({.mass = nan}); }, "nan", "mass");
    refused([&] { world.add_body({.center_of_mass = Vec3{0, inf, 0}}); }, "inf", "center_of_mass");
    refused([&] { world.add_body({.gravity_scale = inf}); }, "inf", "gravity_scale");
    refused([&] { world.add_body({.linear_damping = nan}); }, "nan", "linear_damping");
}

TEST_F(BadInput, BodiesWithNegativeMassesAndDampings) {
    refused([&] { world.add_body({.mass = -2}); }, "-2", "mass");
    refused([&] { world.add_body({.inertia = {1, -3, 1}}); }, "-3", "inertia");
    refused([&] { world.add_body({.inertia = {1, 0, 1}}); }, "(1, 0, 1)", "inertia");
    refused([&] { world.add_body({.linear_damping = -1}); }, "-1", "linear_damping");
    refused([&] { world.add_body({.angular_damping = -4}); }, "-4", "angular_damping");
}

TEST_F(BadInput, TargetsThatAreTooFarForTheTime) {
    const BodyId lift = world.add_body({.type = BodyType::kinematic});
    refused([&] { world.move_to(lift, {{1000, 0, 0}, {}}, 1e-8f); }, "1e+11", "World::move_to");
}

TEST_F(BadInput, StepsOfNoLength) {
    refused([&] { world.step(0); }, "0", "dt");
    refused([&] { world.step(-0.1f); }, "-0.1", "dt");
    refused([&] { world.step(nan); }, "nan", "dt");
    refused([&] { world.step(inf); }, "inf", "dt");
}

TEST_F(BadInput, Solvers) {
    SoftStep solver;
    solver.substeps = 0;
    refused([&] { world.set_solver(solver); }, "0", "substeps");
    solver = {};
    solver.contact_hertz = -5;
    refused([&] { world.set_solver(solver); }, "-5", "contact_hertz");
    EXPECT_THAT(error_of([] { World other({.gravity = {nan, 0, 0}}); }), HasSubstr("nan"));
    EXPECT_THAT(error_of([] { World other({.threads = 0}); }), HasSubstr("0"));
    EXPECT_THAT(error_of([] { World other({.lanes = 3}); }), HasSubstr("3"));
}

TEST_F(BadInput, Joints) {
    BallJoint ball_joint;
    refused([&] { world.add_joint(ball_joint); }, "at least one");
    ball_joint.body_a = ball_joint.body_b = box;
    refused([&] { world.add_joint(ball_joint); }, "both bodies");
    ball_joint.body_b = {77, 1};
    refused([&] { world.add_joint(ball_joint); }, "77", "does not exist");
    ball_joint.body_b = ball;
    ball_joint.anchor = {0, nan, 0};
    refused([&] { world.add_joint(ball_joint); }, "nan", "anchor");
    HingeJoint hinge;
    hinge.body_a = box, hinge.body_b = ball;
    hinge.axis = {};
    refused([&] { world.add_joint(hinge); }, "(0, 0, 0)", "axis");
    hinge.axis = {0, 0, 1};
    hinge.limits = {true, 2, 1};
    refused([&] { world.add_joint(hinge); }, "2", "limits");
    hinge.limits = {};
    hinge.spring = {-1, 0};
    refused([&] { world.add_joint(hinge); }, "-1", "hertz");
    hinge.spring = {};
    hinge.motor = {true, nan, 1};
    refused([&] { world.add_joint(hinge); }, "nan", "motor");
    DistanceJoint rope;
    rope.body_a = box, rope.body_b = ball;
    rope.length = inf;
    refused([&] { world.add_joint(rope); }, "inf", "length");
    UserJoint user;
    user.body_a = box, user.body_b = ball;
    refused([&] { world.add_joint(user); }, "evaluate");
    user.evaluate = [](const Transform&, const Transform&, Row*) {};
    user.row_count = 7;
    refused([&] { world.add_joint(user); }, "7", "row_count");
}

TEST_F(BadInput, JointsOfAnotherKind) {
    HingeJoint hinge;
    hinge.body_a = box, hinge.body_b = ball;
    refused([&] { world.set_definition(joint, hinge); }, "a BallJoint cannot become a HingeJoint");
}

TEST_F(BadInput, StaleIds) {
    World other;
    const BodyId extra = add_box(world, {5, 5, 5});
    const ShapeId extra_shape = world.shapes(extra)[0];
    HingeJoint hinge;
    hinge.body_b = extra;
    const JointId extra_joint = world.add_joint(hinge);
    world.remove_body(extra);
    EXPECT_FALSE(world.valid(extra));
    EXPECT_FALSE(world.valid(extra_shape));
    EXPECT_FALSE(world.valid(extra_joint)) << "joints go with their bodies";
    const std::string slot = std::to_string(extra.index);
    refused([&] { world.transform(extra); }, slot, "does not exist");
    refused([&] { world.remove_body(extra); }, slot, "does not exist");
    refused([&] { world.add_shape(extra, Sphere{}); }, slot, "does not exist");
    refused([&] { world.apply_impulse(extra, {1, 0, 0}); }, slot, "does not exist");
    refused([&] { world.remove_shape(extra_shape); }, "does not exist");
    refused([&] { world.geometry(extra_shape); }, "does not exist");
    refused([&] { world.remove_joint(extra_joint); }, "does not exist");
    refused([&] { world.reaction(extra_joint); }, "does not exist");
    refused([&] { world.transform(BodyId{}); }, "body", "id is null");
    refused([&] { world.joint_error(JointId{}); }, "joint", "id is null");
    refused([&] { world.transform(BodyId{0, 0}); }, "generation 0", "no world has given out");
    refused([&] { world.transform(BodyId{0, 1}); }, "does not exist");  // the world itself is nobody's body

    // the slot is used again, and the old id still is not the new body
    const BodyId heir = world.add_body();
    EXPECT_EQ(heir.index, extra.index);
    EXPECT_FALSE(world.valid(extra));
    EXPECT_TRUE(world.valid(heir));
}

TEST_F(BadInput, SnapshotsOfNothing) {
    refused([&] { world.restore(Snapshot{}); }, "empty");
    World narrow({.lanes = 1}), wide({.lanes = 4});
    const Snapshot snapshot = narrow.snapshot();
    EXPECT_THAT(error_of([&] { wide.restore(snapshot); }), HasSubstr("lanes"));
}

}  // namespace
}  // namespace cairn
