// A body with a locked axis of translation should meet what loads it along the axis as a wall does. It met it
// with its mass: joints and contacts took it for free until the sub-step ended, when what they had given it
// was taken away again. A joint bore 0.88 of a load of three times the body's weight, 1.34 at ten times; a
// ball of its own mass that should have stopped on it went back at 1.2 m/s of 10, one that should have
// bounced at 5.6. And where the body bore its own weight, a bounce on it was told that both were falling.

#include <gtest/gtest.h>

#include <variant>

#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr Locks level{.linear_y = true};
constexpr Locks level_unturned{.linear_y = true, .angular_x = true, .angular_y = true, .angular_z = true};
constexpr float ratios[] = {0.1f, 1, 3, 10, 100};

BodyId add_table(World& world, Locks locks, const ShapeDef& material = {}) {
    return add_body(world, {.mass = 1, .locks = locks}, Box{{0.5f, 0.1f, 0.5f}}, material);
}

TEST(RailLoad, OfAContactIsWhatWeighsOnIt) {
    for (const float ratio : ratios)
        for (const bool ball : {false, true}) {
            World world({.sleep = false});
            add_table(world, ball ? level : level_unturned);
            const Shape shape = ball ? Shape{Sphere{0.5f}} : Shape{Box{{0.5f, 0.5f, 0.5f}}};
            const BodyId load = add_body(world, {.position = {0, 0.6f, 0}, .mass = ratio}, shape);
            run(world, 3);
            Vec3 force{};
            for (const Contact& contact : world.contacts(load)) force += contact.force;
            EXPECT_NEAR(length(force), ratio * gravity, 0.01f * ratio * gravity) << ratio << ' ' << ball;
            EXPECT_NEAR(world.transform(load).position.y, 0.6f, 1e-3f) << ratio << ' ' << ball;
        }
}

/// The speed of a ball that fell on a table, a tenth of a second after.
float bounce_of(const BodyDef& table_def, float ratio, float e) {
    World world({.sleep = false});
    const BodyId table = add_body(world, table_def, Box{{0.5f, 0.1f, 0.5f}}, {.restitution = e});
    const BodyId ball = add_body(world, {.position = {0, 0.8f, 0}, .velocity = {0, -10, 0}, .mass = ratio},
                                 Sphere{0.5f}, {.restitution = e});
    run(world, 0.1);
    EXPECT_EQ(world.velocity(table).y, 0);
    return world.velocity(ball).y;
}

/// Gravity pulls at both, but what pulls at the table is borne by the lock.
TEST(RailLoad, ThatHitsItBouncesAsFromAWall) {
    for (const Locks locks : {level, level_unturned})
        for (const float e : {0.0f, 0.5f, 1.0f})
            for (const float ratio : ratios)
                EXPECT_NEAR(bounce_of({.mass = 1, .locks = locks}, ratio, e),
                            bounce_of({.type = BodyType::fixed}, ratio, e), 0.02f)
                    << e << ' ' << ratio;
}

struct Hanging {
    const char* name;
    JointDef joint;
};

/// All of which bear what hangs below the table.
std::vector<Hanging> all_joints() {
    SliderJoint across, spring, limit, motor;
    across.axis = {1, 0, 0};
    spring.axis = limit.axis = motor.axis = {0, 1, 0};
    spring.spring = {3, 1}, limit.limits = {true, -0.1f, 0.1f}, motor.motor = {true, 0, infinity};
    DistanceJoint rod, rope;
    rod.anchor_b = rope.anchor_b = {0, -1, 0};
    rope.limits = {true, 0, 1.2f};
    WheelJoint wheel, on_its_stop;
    on_its_stop.suspension = {}, on_its_stop.travel = {true, -0.1f, 0.1f};
    MotorJoint drive;
    drive.target_position = {0, -0.1f, 0};
    UserJoint row;
    row.evaluate = [](const Transform& a, const Transform& b, Row* rows) {
        rows[0].error = b.position.y - a.position.y + 1;
        rows[0].linear_a = {0, -1, 0}, rows[0].linear_b = {0, 1, 0};
    };
    return {{"ball", BallJoint{}},
            {"hinge", HingeJoint{}},
            {"fixed", FixedJoint{}},
            {"slider across", across},
            {"slider", spring},
            {"slider on its stop", limit},
            {"slider with a motor", motor},
            {"rod", rod},
            {"rope", rope},
            {"wheel", wheel},
            {"wheel on its stop", on_its_stop},
            {"motor", drive},
            {"user", row}};
}

TEST(RailLoad, OfAJointIsWhatHangsOnIt) {
    for (Hanging& hanging : all_joints())
        for (const Locks locks : {level, level_unturned})
            for (const float ratio : ratios) {
                World world({.sleep = false});
                const ShapeDef apart{.filter = {.group = -1}};
                const BodyId table = add_table(world, locks, apart);
                const BodyId load =
                    add_body(world, {.position = {0, -1, 0}, .mass = ratio}, Sphere{0.3f}, apart);
                std::visit([&](auto& joint) { joint.body_a = table, joint.body_b = load; }, hanging.joint);
                const JointId id = world.add_joint(hanging.joint);
                run(world, 5);
                const Reaction reaction = world.reaction(id);
                const float weight = ratio * gravity;
                EXPECT_NEAR(length(reaction.force - Vec3{0, weight, 0}), 0, 0.01f * weight)
                    << hanging.name << ' ' << ratio;
                EXPECT_LT(length(world.velocity(load)), 0.01f) << hanging.name << ' ' << ratio;
                EXPECT_EQ(world.transform(table).position.y, 0);
            }
}

/// Pressed against a wall by a force along its normal, which is any in the plane of its rails, what slides
/// along it is braked by friction.
TEST(RailLoad, LeavesFrictionAlongTheFreeAxis) {
    for (int i = 0; i < 8; ++i)
        for (const bool ball : {false, true}) {
            const float angle = 0.2f + 0.7f * static_cast<float>(i);
            const Vec3 out{std::cos(angle), 0, std::sin(angle)}, along{-out.z, 0, out.x};
            World world({.sleep = false});
            add_floor(world, {.friction = 0.5f}, out);
            const Quat turned = axis_angle({0, 1, 0}, -angle);
            const Shape shape = ball ? Shape{Sphere{0.5f}} : Shape{Box{{0.5f, 0.5f, 0.5f}}};
            const BodyId body = add_body(world,
                                         {.position = 0.5f * out,
                                          .rotation = turned,
                                          .velocity = 4 * along,
                                          .mass = 2,
                                          .locks = level_unturned},
                                         shape, {.friction = 0.5f});
            for (int step = 0; step < 30; ++step) {
                world.apply_force(body, -20 * out);
                world.step(1.0f / 60);
            }
            EXPECT_NEAR(dot(world.velocity(body), along), 4 - 0.5f * 0.5f * 20 / 2, 0.05f)
                << i << ' ' << ball;
            EXPECT_NEAR(dot(world.velocity(body), out), 0, 0.01f) << i << ' ' << ball;
        }
}

/// It cannot climb.
TEST(RailLoad, OfASlopeStopsWhatRunsUpIt) {
    for (const float slope : {10.0f, 30.0f, 60.0f}) {
        World world({.sleep = false});
        add_floor(world, {.friction = 0}, {-std::sin(slope * degree), std::cos(slope * degree), 0});
        const BodyId puck = add_body(world,
                                     {.position = {-1 / std::sin(slope * degree), 0, 0},
                                      .velocity = {5, 0, 0},
                                      .locks = level_unturned},
                                     Sphere{0.5f}, {.friction = 0});
        run(world, 2);
        EXPECT_NEAR(world.velocity(puck).x, 0, 0.02f) << slope;
        EXPECT_NEAR(world.transform(puck).position.x, -0.5f / std::sin(slope * degree), 0.02f) << slope;
    }
}

/// A floor that it stands on to rounding is none of its business, not even where it is a hair too high.
TEST(RailLoad, IsNoneWhereItStandsOnAFloorAsHighAsItsRails) {
    for (const float overlap : {-1e-4f, 0.0f, 1e-4f, 1e-2f}) {
        World world({.sleep = false});
        add_floor(world, {.friction = 0.5f}, normalized(Vec3{1e-6f, 1, 3e-3f}));
        const BodyId puck = add_body(
            world, {.position = {0, 0.5f - overlap, 0}, .velocity = {3, 0, 0}, .locks = level_unturned},
            Sphere{0.5f}, {.friction = 0.5f});
        run(world, 1);
        EXPECT_NEAR(length(world.velocity(puck) - Vec3{3, 0, 0}), 0, 1e-3f) << overlap;
    }
}

/// Chains, tables and stones on rails of all kinds, thrown about.
void add_machine(World& world, unsigned seed) {
    const auto number = [&] {
        seed = seed * 1664525u + 1013904223u;
        return static_cast<float>(seed >> 8) / 16777216.0f;
    };
    const auto place = [&](float size) {
        return size * (Vec3{number(), number(), number()} - Vec3{0.5f, 0.5f, 0.5f});
    };
    std::vector<BodyId> bodies;
    for (int i = 0; i < 24; ++i) {
        const Vec3 cell{static_cast<float>(i % 4), static_cast<float>(i / 4 % 3), static_cast<float>(i / 12)};
        BodyDef def{.position = Vec3{0, 1.5f, 0} + 1.8f * cell + place(0.4f), .mass = 1 + 9 * number()};
        def.velocity = place(6), def.angular_velocity = place(6);
        if (i % 2 == 0) {
            const float kind = number();
            def.locks = {kind<0.5f, kind> 0.3f, number() < 0.3f && kind < 0.5f, number() < 0.3f,
                         number() < 0.3f, number() < 0.3f};
            if (def.locks.linear_x) def.velocity.x = 0;
            if (def.locks.linear_y) def.velocity.y = 0;
            if (def.locks.linear_z) def.velocity.z = 0;
            def.angular_velocity = {};
        }
        bodies.push_back(i % 3 == 0 ? add_body(world, def, Sphere{0.4f})
                                    : add_body(world, def, Box{{0.3f, 0.4f, 0.5f}}));
    }
    for (size_t i = 0; i + 1 < bodies.size(); i += 2) {
        const Vec3 a = world.transform(bodies[i]).position, b = world.transform(bodies[i + 1]).position;
        JointDef joints[] = {BallJoint{}, HingeJoint{}, SliderJoint{}, FixedJoint{}, DistanceJoint{}};
        JointDef& joint = joints[i / 2 % 5];
        if (auto* rod = std::get_if<DistanceJoint>(&joint)) rod->anchor_a = a, rod->anchor_b = b;
        std::visit(
            [&](auto& any) {
                any.body_a = bodies[i], any.body_b = bodies[i + 1];
                if constexpr (requires { any.anchor; }) any.anchor = 0.5f * (a + b);
            },
            joint);
        world.add_joint(joint);
    }
}

TEST(RailLoad, MakesNoEnergy) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
        World world({.sleep = false});
        add_floor(world);
        add_machine(world, seed);
        EXPECT_LT(energy_gain(world, 5), 1.01) << seed;
    }
}

TEST(RailLoad, HasTheSameBitsForAnyLanes) {
    uint64_t expected = 0;
    for (const int lanes : {1, 4, 8, 16}) {
        if (error_of([&] { World world({.lanes = lanes}); }) != "") continue;  // not on this machine
        World world({.lanes = lanes});
        add_floor(world);
        for (unsigned seed = 1; seed <= 5; ++seed) add_machine(world, seed);
        run(world, 3);
        if (lanes == 1) expected = world.hash();
        EXPECT_EQ(world.hash(), expected) << lanes << " lanes";
    }
}

}  // namespace
}  // namespace cairn
