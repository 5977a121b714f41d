// Joints as part of the world: ids, errors, sleep, snapshots, collision of connected bodies, the same bits at
// any width.

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include <cairn/cairn.hpp>

#include "tests/support/error_of.hpp"

namespace cairn {
namespace {

BodyId add_box(World& world, Vec3 position, BodyType type = BodyType::dynamic) {
    BodyDef def;
    def.type = type;
    def.position = position;
    const BodyId body = world.add_body(def);
    world.add_shape(body, Box{{0.2f, 0.3f, 0.1f}});
    return body;
}

template <class Joint>
Joint between(BodyId a, BodyId b, Vec3 anchor) {
    Joint joint;
    joint.body_a = a;
    joint.body_b = b;
    joint.anchor = anchor;
    return joint;
}

/// A hanging tangle with every kind of joint and every feature.
void fill(World& world) {
    for (int i = 0; i < 21; ++i) {
        const float x = 3.0f * float(i);
        const BodyId a = add_box(world, {x, 5, 0}), b = add_box(world, {x + 0.6f, 5, 0});
        BallJoint top = between<BallJoint>({}, a, {x - 0.3f, 5, 0});
        if (i % 3 == 1) top.cone_limit = 0.5f, top.twist = {true, -0.2f, 0.2f};
        if (i % 3 == 2) top.spring = {1, 0.5f}, top.motor_velocity = {0, 1, 0}, top.motor_torque = 0.5f;
        world.add_joint(top);
        const Vec3 middle{x + 0.3f, 5, 0};
        HingeJoint hinge = between<HingeJoint>(a, b, middle);
        hinge.motor = {i % 2 == 0, 1, 2};
        hinge.limits = {i % 4 == 0, -0.4f, 0.7f};
        hinge.spring = {i % 5 == 0 ? 2.0f : 0.0f, 0.3f};
        SliderJoint slider = between<SliderJoint>(a, b, middle);
        slider.limits = {true, -0.1f, 0.2f};
        FixedJoint fixed = between<FixedJoint>(a, b, middle);
        fixed.angular_stiffness = {i % 2 ? 5.0f : 0.0f, 1};
        DistanceJoint rope;
        rope.body_a = a, rope.body_b = b, rope.anchor_a = {x, 5, 0}, rope.anchor_b = {x + 0.6f, 5, 0};
        rope.limits = {i % 2 == 0, 0, 1};
        WheelJoint wheel = between<WheelJoint>(a, b, middle);
        wheel.motor = {true, 4, 1};
        wheel.steering = i % 2 == 1;
        MotorJoint motor = between<MotorJoint>(a, b, middle);
        motor.target_position = {0.1f, 0, 0};
        const JointDef defs[] = {hinge, slider, fixed, rope, wheel, motor, between<BallJoint>(a, b, middle)};
        world.add_joint(defs[i % 7]);
    }
}

uint64_t hash_after(int lanes, int threads, int steps) {
    WorldDef def;
    def.lanes = lanes;
    def.threads = threads;
    World world(def);
    fill(world);
    for (int i = 0; i < steps; ++i) world.step(1.0f / 60);
    EXPECT_EQ(world.events().frozen.size(), 0u);
    return world.hash();
}

TEST(JointBits, AreTheSameForEveryWidthAndThreadCount) {
    const uint64_t expected = hash_after(1, 1, 120);
    EXPECT_EQ(hash_after(4, 1, 120), expected);
    EXPECT_EQ(hash_after(0, 2, 120), expected);
    for (int lanes : {8, 16}) {
        try {
            EXPECT_EQ(hash_after(lanes, 1, 120), expected) << lanes;
        } catch (const Error& error) {
            EXPECT_NE(std::string(error.what()).find("not supported"), std::string::npos);
        }
    }
}

TEST(JointSnapshot, RestoresToTheSameBitsAfterJointsCameAndWent) {
    World world;
    fill(world);
    for (int i = 0; i < 40; ++i) world.step(1.0f / 60);
    const Snapshot snapshot = world.snapshot();
    for (int i = 0; i < 40; ++i) world.step(1.0f / 60);
    const uint64_t expected = world.hash();
    world.restore(snapshot);
    const std::vector<JointId> joints = world.joints();
    for (size_t i = 0; i < joints.size(); i += 3) world.remove_joint(joints[i]);
    for (int i = 0; i < 10; ++i) world.step(1.0f / 60);
    EXPECT_NE(world.hash(), expected);
    world.restore(snapshot);
    for (int i = 0; i < 40; ++i) world.step(1.0f / 60);
    EXPECT_EQ(world.hash(), expected);
}

TEST(JointWorld, CountsListsAndForgetsJoints) {
    World world;
    const BodyId a = add_box(world, {0, 5, 0}), b = add_box(world, {1, 5, 0}), c = add_box(world, {2, 5, 0});
    const JointId ab = world.add_joint(between<BallJoint>(a, b, {0.5f, 5, 0}));
    const JointId bc = world.add_joint(between<BallJoint>(b, c, {1.5f, 5, 0}));
    EXPECT_EQ(world.joints(), (std::vector<JointId>{ab, bc}));
    EXPECT_EQ(world.joints(b).size(), 2u);
    EXPECT_EQ(world.step(1.0f / 60).joints, 2);
    world.remove_joint(ab);
    EXPECT_FALSE(world.valid(ab));
    EXPECT_TRUE(world.valid(bc));
    EXPECT_EQ(world.joints(a).size(), 0u);
    world.remove_body(c);
    EXPECT_FALSE(world.valid(bc));
    EXPECT_EQ(world.step(1.0f / 60).joints, 0);
    EXPECT_THROW(world.reaction(ab), Error);
    EXPECT_THROW(world.remove_joint(bc), Error);
}

TEST(JointWorld, MisuseNamesTheValueAndChangesNothing) {
    World world;
    const BodyId a = add_box(world, {0, 5, 0}), b = add_box(world, {1, 5, 0});
    const uint64_t before = world.hash();
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto error = [&](const JointDef& def) { return test::error_of([&] { world.add_joint(def); }); };
    EXPECT_NE(error(between<BallJoint>(a, a, {})).find("both bodies"), std::string::npos);
    EXPECT_NE(error(between<BallJoint>({}, {}, {})).find("must be given"), std::string::npos);
    EXPECT_NE(error(between<BallJoint>(a, BodyId{99, 1}, {})).find("99"), std::string::npos);
    EXPECT_NE(error(between<BallJoint>(a, b, {nan, 0, 0})).find("BallJoint::anchor"), std::string::npos);
    HingeJoint hinge = between<HingeJoint>(a, b, {});
    hinge.axis = {0, 0, 0};
    EXPECT_NE(error(hinge).find("HingeJoint::axis"), std::string::npos);
    hinge = between<HingeJoint>(a, b, {});
    hinge.motor = {true, 1, -3};
    EXPECT_NE(error(hinge).find("-3"), std::string::npos);
    hinge = between<HingeJoint>(a, b, {});
    hinge.limits = {true, 1, -1};
    EXPECT_NE(error(hinge).find("limits"), std::string::npos);
    hinge.limits = {true, -26, 26};
    EXPECT_NE(error(hinge).find("four turns"), std::string::npos);
    WheelJoint wheel = between<WheelJoint>(a, b, {});
    wheel.spin_axis = wheel.suspension_axis;
    EXPECT_NE(error(wheel).find("spin_axis"), std::string::npos);
    UserJoint user;
    user.body_b = a;
    EXPECT_NE(error(user).find("evaluate"), std::string::npos);
    EXPECT_EQ(world.hash(), before);
    const JointId joint = world.add_joint(between<BallJoint>(a, b, {0.5f, 5, 0}));
    EXPECT_THROW(world.set_definition(joint, between<HingeJoint>(a, b, {})), Error);
    EXPECT_THROW(world.set_definition(joint, between<BallJoint>(b, a, {})), Error);
}

TEST(JointWorld, ConnectedBodiesCollideOnlyWhenAsked) {
    for (bool collide : {false, true}) {
        World world({.gravity = {0, 0, 0}});
        const BodyId a = add_box(world, {0, 0, 0}, BodyType::fixed), b = add_box(world, {0.3f, 0, 0});
        world.step(1.0f / 60);
        EXPECT_EQ(world.contacts().size(), 1u);
        SliderJoint slider = between<SliderJoint>(a, b, {0, 0, 0});
        slider.collide_connected = collide;
        const JointId joint = world.add_joint(slider);
        world.step(1.0f / 60);
        EXPECT_EQ(world.contacts().size(), collide ? 1u : 0u);
        world.remove_joint(joint);
        world.step(1.0f / 60);
        EXPECT_EQ(world.contacts().size(), 1u);
    }
}

TEST(JointWorld, JoinedBodiesSleepAndWakeTogether) {
    World world;
    const BodyId a = add_box(world, {0, -0.3f, 0}), b = add_box(world, {0, -0.9f, 0});
    BallJoint top = between<BallJoint>({}, a, {0, 0, 0});
    const JointId joint = world.add_joint(top);
    world.add_joint(between<BallJoint>(a, b, {0, -0.6f, 0}));
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
    EXPECT_FALSE(world.awake(a));
    EXPECT_FALSE(world.awake(b));
    EXPECT_EQ(world.report().joints, 0);
    const float weight = (world.mass(a) + world.mass(b)) * 9.81f;
    EXPECT_NEAR(world.reaction(joint).force.y, weight, 0.001f * weight);
    world.apply_impulse(b, {0, 0, 1e-3f});
    EXPECT_TRUE(world.awake(a));
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().joints, 2);
    // the impulses survived: nothing sags
    EXPECT_NEAR(world.reaction(joint).force.y, weight, 0.01f * weight);
}

TEST(JointWorld, AnchorStaysWhereItIsWhenTheMassChanges) {
    World world({.gravity = {0, 0, 0}});
    const BodyId a = add_box(world, {0, 0, 0});
    const JointId joint = world.add_joint(between<BallJoint>({}, a, {0.2f, 0, 0}));
    world.add_shape(a, Sphere{0.2f, {1, 0, 0}}, {.density = 5000});
    EXPECT_NEAR(world.joint_error(joint), 0, 1e-6f);
    for (int i = 0; i < 60; ++i) world.step(1.0f / 60);
    EXPECT_NEAR(world.joint_error(joint), 0, 1e-5f);
    EXPECT_LT(length(world.velocity(a)), 1e-3f);
}

TEST(JointWorld, TenHeavyBodiesOnALightHubHold) {
    // one sweep in one direction shakes this apart: each joint is solved against what the one before left in
    // the hub
    World world;
    const BodyId hub = add_box(world, {0, 0, 0});
    world.add_joint(between<FixedJoint>({}, hub, {0, 0, 0}));
    for (int i = 0; i < 10; ++i) {
        const float angle = 0.628318f * float(i);
        const Vec3 out{std::cos(angle), 0, std::sin(angle)};
        BodyDef def;
        def.mass = 10;
        def.position = out + Vec3{0, -1, 0};
        world.add_joint(between<BallJoint>(hub, world.add_body(def), out));
    }
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
    for (const JointId joint : world.joints()) EXPECT_LT(world.joint_error(joint), 0.001f);
}

TEST(JointWorld, ManyJointsOnOneBodyOverflowTheColoursAndStillHold) {
    World world;
    const BodyId hub = add_box(world, {0, 0, 0});
    world.add_joint(between<FixedJoint>({}, hub, {0, 0, 0}));
    for (int i = 0; i < 100; ++i) {
        const float angle = 0.0628318f * float(i);
        const Vec3 out{std::cos(angle), 0, std::sin(angle)};
        BodyDef def;
        def.mass = 1;
        def.position = 2.0f * out;
        const BodyId body = world.add_body(def);
        world.add_joint(between<BallJoint>(hub, body, out));
    }
    for (int i = 0; i < 120; ++i) world.step(1.0f / 60);
    EXPECT_GE(world.report().overflow, 100 - 64) << "a body has 64 colours at most";
    EXPECT_LT(world.report().overflow, 100);
    for (const JointId joint : world.joints()) EXPECT_LT(world.joint_error(joint), 0.02f);
}

TEST(JointWorld, UserRowsThatBecomeNoNumbersDoNothingAndAreCounted) {
    World world;
    const BodyId a = add_box(world, {0, 5, 0});
    UserJoint user;
    user.body_b = a;
    user.row_count = 3;
    user.evaluate = [](const Transform&, const Transform& b, Row* rows) {
        if (b.position.y > 4.99f) return;  // good for the first steps of the fall
        rows[0].error = std::numeric_limits<float>::quiet_NaN();
        rows[0].linear_b = {1, 0, 0};
        rows[1].linear_b = {0, std::numeric_limits<float>::infinity(), 0};
    };
    world.add_joint(user);
    world.step(1.0f / 60);
    EXPECT_EQ(world.report().unusable_rows, 0);
    for (int i = 1; i < 30; ++i) world.step(1.0f / 60);
    EXPECT_EQ(world.report().unusable_rows, 2);
    EXPECT_TRUE(std::isfinite(world.velocity(a).y));
    EXPECT_NEAR(world.velocity(a).y, -9.81f * 0.5f, 0.01f);
}

TEST(JointWorld, UserRowsThatAreNoNumbersFromTheStartAreRefusedByName) {
    World world;
    UserJoint user;
    user.body_b = add_box(world, {0, 5, 0});
    user.row_count = 2;
    const auto refusal = [&](const auto& spoil) {
        user.evaluate = [spoil](const Transform&, const Transform&, Row* rows) { spoil(rows[1]); };
        return test::error_of([&] { world.add_joint(user); });
    };
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const auto contains = [](const std::string& text, const char* part) {
        return text.find(part) != std::string::npos;
    };
    EXPECT_PRED2(contains, refusal([&](Row& row) { row.error = nan; }), "row 1: error is not finite");
    EXPECT_PRED2(contains, refusal([&](Row& row) { row.angular_b.z = infinity; }),
                 "row 1: angular_b is not finite");
    EXPECT_PRED2(contains, refusal([&](Row& row) { row.lower = 2, row.upper = 1; }), "lower is above upper");
    EXPECT_TRUE(world.joints().empty());
}

}  // namespace
}  // namespace cairn
