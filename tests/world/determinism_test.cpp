// The same bits for every number of lanes and threads, and after every snapshot.

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/thread_tasks.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// Piles, stacks, chains, motors, a conveyor and a sensor, all small.
struct Mixed {
    std::unique_ptr<ThreadTasks> tasks;
    World world;
    std::vector<BodyId> bodies;
    std::vector<JointId> joints;

    Mixed(int lanes, int threads, uint64_t seed, bool sleep = true)
        : tasks(std::make_unique<ThreadTasks>(threads)),
          world({.sleep = sleep, .tasks = tasks.get(), .lanes = lanes}) {
        add_floor(world);
        const BodyId belt = add_body(world, {.type = BodyType::fixed, .position = {6, 0, 0}},
                                     Box{{2, 0.3f, 2}}, {.surface_velocity = {-0.5f, 0, 0}});
        world.add_shape(belt, Box{{2, 1, 2}, {0, 1, 0}}, {.sensor = true});
        Dice dice(seed);
        for (int i = 0; i < 60; ++i) add_random(dice);
        BodyId above{};
        for (int i = 0; i < 8; ++i) {
            const float x = 0.3f * static_cast<float>(i);
            bodies.push_back(add_body(world, {.position = {-4 + x + 0.15f, 4, 0}},
                                      Capsule{{-0.1f, 0, 0}, {0.1f, 0, 0}, 0.05f}));
            BallJoint joint;
            joint.body_a = above, joint.body_b = above = bodies.back();
            joint.anchor = {-4 + x, 4, 0};
            joints.push_back(world.add_joint(joint));
        }
        bodies.push_back(add_box(world, {-6, 1, 0}, {0.8f, 0.1f, 0.1f}));
        HingeJoint rotor;
        rotor.body_b = bodies.back(), rotor.anchor = {-6, 1, 0}, rotor.motor = {true, 3, 50};
        joints.push_back(world.add_joint(rotor));
    }

    void add_random(Dice& dice) {
        const BodyDef def{.position = {dice.between(-2, 6), dice.between(0.5f, 5), dice.between(-2, 2)},
                          .rotation = dice.rotation(),
                          .velocity = dice.vector(2),
                          .angular_velocity = dice.vector(3)};
        switch (dice.below(4)) {
            case 0:
                bodies.push_back(add_body(world, def, Sphere{0.3f}, {.restitution = 0.4f}));
                break;
            case 1:
                bodies.push_back(add_body(world, def, Capsule{{0, -0.2f, 0}, {0, 0.2f, 0}, 0.2f}));
                break;
            case 2: {
                std::vector<Vec3> points;
                for (int i = 0; i < 12; ++i) points.push_back(0.4f * normalized(dice.vector(1), {1, 0, 0}));
                bodies.push_back(add_body(world, def, Hull(points)));
                break;
            }
            default:
                bodies.push_back(add_body(world, def, Box{{0.3f, 0.2f, 0.25f}}));
        }
    }
};

bool supported(int lanes) {
    return error_of([&] { World world({.lanes = lanes}); }) == "";
}

/// Hashes of every tenth step.
std::vector<uint64_t> hashes(int lanes, int threads, bool sleep) {
    Mixed mixed(lanes, threads, 5, sleep);
    std::vector<uint64_t> result;
    for (int step = 0; step < 300; ++step) {
        mixed.world.step(1.0f / 60);
        if (step % 10 == 9) result.push_back(mixed.world.hash());
    }
    return result;
}

TEST(SameBits, ForEveryNumberOfLanes) {
    for (const bool sleep : {false, true}) {
        const std::vector<uint64_t> expected = hashes(1, 1, sleep);
        for (const int lanes : {4, 8, 16}) {
            if (!supported(lanes)) {
                std::printf("this machine has no %d lanes\n", lanes);
                continue;
            }
            EXPECT_EQ(hashes(lanes, 1, sleep), expected) << lanes << " lanes, sleep " << sleep;
        }
    }
}

TEST(SameBits, ForEveryNumberOfThreads) {
    const std::vector<uint64_t> expected = hashes(0, 1, true);
    EXPECT_EQ(hashes(0, 2, true), expected);
    EXPECT_EQ(hashes(0, 4, true), expected);
    EXPECT_EQ(hashes(4, 3, true), hashes(4, 1, true));
}

TEST(SameBits, WithTheBuiltInTaskSystem) {
    const auto run_with = [](int threads) {
        World world({.threads = threads});
        add_floor(world);
        Dice dice(2);
        for (int i = 0; i < 150; ++i)
            add_box(world, {dice.between(-2, 2), dice.between(0.5f, 8), dice.between(-2, 2)},
                    {0.2f, 0.2f, 0.2f});
        run(world, 3);
        return world.hash();
    };
    const uint64_t expected = run_with(1);
    EXPECT_EQ(run_with(2), expected);
    EXPECT_EQ(run_with(4), expected);
}

TEST(SameBits, TwoRunsAreOne) { EXPECT_EQ(hashes(0, 1, true), hashes(0, 1, true)); }

TEST(Hash, SeesEveryChangeThatTheFutureDependsOn) {
    Mixed mixed(0, 1, 5);
    World& world = mixed.world;
    for (int step = 0; step < 30; ++step) world.step(1.0f / 60);
    const BodyId body = mixed.bodies[0];
    const ShapeId shape = world.shapes(body)[0];
    const Snapshot start = world.snapshot();
    const uint64_t before = world.hash();
    SoftStep solver = world.solver();
    solver.contact_damping *= 2;
    HingeJoint rotor = std::get<HingeJoint>(world.definition(mixed.joints.back()));
    rotor.motor.speed = 4;
    HingeJoint brittle = std::get<HingeJoint>(world.definition(mixed.joints.back()));
    brittle.break_force = 1e6f;
    const std::pair<const char*, std::function<void()>> changes[] = {
        {"velocity",
         [&] {
             world.set_velocity(body, {1, 2, 3});
         }},
        {"angular velocity",
         [&] {
             world.set_angular_velocity(body, {1, 2, 3});
         }},
        {"position",
         [&] {
             world.set_transform(body, {{1, 2, 3}, {}});
         }},
        {"force",
         [&] {
             world.apply_force(body, {1, 0, 0});
         }},
        {"torque",
         [&] {
             world.apply_torque(body, {1, 0, 0});
         }},
        {"type", [&] { world.set_type(body, BodyType::kinematic); }},
        {"mass",
         [&] {
             world.set_mass_properties(body, {3, {}, diagonal({1, 1, 1})});
         }},
        {"gravity scale", [&] { world.set_gravity_scale(body, 0.5f); }},
        {"damping", [&] { world.set_damping(body, 0.1f, 0); }},
        {"locks", [&] { world.set_locks(body, {.linear_x = true}); }},
        {"awake", [&] { world.set_awake(body, false); }},
        {"can sleep", [&] { world.set_can_sleep(body, false); }},
        {"bullet", [&] { world.set_bullet(body, true); }},
        {"friction", [&] { world.set_friction(shape, 0.1f); }},
        {"restitution", [&] { world.set_restitution(shape, 0.9f); }},
        {"surface velocity",
         [&] {
             world.set_surface_velocity(shape, {1, 0, 0});
         }},
        {"filter", [&] { world.set_filter(shape, {.mask = 2}); }},
        {"gravity",
         [&] {
             world.set_gravity({0, -1, 0});
         }},
        {"solver", [&] { world.set_solver(solver); }},
        {"sleep", [&] { world.set_sleep(false); }},
        {"joint removed", [&] { world.remove_joint(mixed.joints[0]); }},
        {"motor", [&] { world.set_definition(mixed.joints.back(), rotor); }},
        {"break threshold", [&] { world.set_definition(mixed.joints.back(), brittle); }},
        {"shape added", [&] { world.add_shape(body, Sphere{0.1f}); }},
        {"body added", [&] { world.add_body(); }},
        {"body removed", [&] { world.remove_body(body); }},
        {"a slot used and freed again", [&] { world.remove_body(world.add_body()); }},
    };
    for (const auto& [name, change] : changes) {
        change();
        EXPECT_NE(world.hash(), before) << name;
        world.restore(start);
        EXPECT_EQ(world.hash(), before) << "restored after " << name;
    }
}

TEST(Hash, TellsShapesWithTheSameBoundsApart) {
    const auto hash_with = [](const Shape& shape) {
        World world;
        add_body(world, {.type = BodyType::fixed}, shape);
        return world.hash();
    };
    const std::vector<Vec3> octahedron{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
    const uint64_t box = hash_with(Box{{1, 1, 1}}), ball = hash_with(Sphere{1}),
                   hull = hash_with(Hull(octahedron));
    EXPECT_NE(box, ball);
    EXPECT_NE(box, hull);
    EXPECT_NE(ball, hull);
}

/// Hashes of the next steps, during which bodies also come and go.
std::vector<uint64_t> go_on(World& world, uint64_t seed, int steps) {
    Dice dice(seed);
    std::vector<uint64_t> result;
    for (int step = 0; step < steps; ++step) {
        if (dice.below(8) == 0)
            add_box(world, {dice.between(-2, 6), 4, dice.between(-2, 2)}, {0.2f, 0.3f, 0.2f});
        if (dice.below(12) == 0) {
            std::vector<BodyId> dynamic;
            for (const BodyId body : world.bodies())
                if (world.type(body) == BodyType::dynamic) dynamic.push_back(body);
            world.remove_body(dynamic[static_cast<size_t>(dice.below(static_cast<int>(dynamic.size())))]);
        }
        world.step(1.0f / 60);
        result.push_back(world.hash());
    }
    return result;
}

TEST(Snapshot, RestoresEverythingAtARandomStep) {
    for (uint64_t seed = 1; seed <= 5; ++seed) {
        Mixed mixed(0, 1, seed);
        World& world = mixed.world;
        Dice dice(100 + seed);
        const int when = 5 + dice.below(200);
        go_on(world, seed, when);
        const Snapshot snapshot = world.snapshot();
        const uint64_t hash = world.hash();
        EXPECT_GT(snapshot.byte_count(), 1000u);
        const std::vector<uint64_t> expected = go_on(world, 7, 100);
        go_on(world, 55, 40);  // somewhere else entirely
        world.restore(snapshot);
        EXPECT_EQ(world.hash(), hash);
        EXPECT_EQ(go_on(world, 7, 100), expected) << "seed " << seed << " step " << when;
        world.restore(snapshot);
        EXPECT_EQ(go_on(world, 7, 100), expected) << "a second time, seed " << seed;
    }
}

TEST(Snapshot, RestoresSleepAndIds) {
    World world;
    add_floor(world);
    std::vector<BodyId> boxes;
    for (int i = 0; i < 4; ++i) boxes.push_back(add_box(world, {0, 0.5f + static_cast<float>(i), 0}));
    run(world, 4);
    ASSERT_FALSE(world.awake(boxes[0]));
    const Snapshot asleep = world.snapshot();
    world.remove_body(boxes[1]);
    const BodyId intruder = add_ball(world, {0.3f, 8, 0});
    run(world, 3);
    world.restore(asleep);
    EXPECT_TRUE(world.valid(boxes[1]));
    EXPECT_FALSE(world.valid(intruder));
    EXPECT_FALSE(world.awake(boxes[0]));
    EXPECT_EQ(world.contacts().size(), 4u);
}

TEST(Snapshot, OutlivesTheChangesOfTheWorldItCameFrom) {
    Mixed mixed(0, 1, 9);
    const Snapshot start = mixed.world.snapshot();
    const std::vector<uint64_t> expected = go_on(mixed.world, 3, 60);
    for (const BodyId body : mixed.bodies)
        if (mixed.world.valid(body)) mixed.world.remove_body(body);
    run(mixed.world, 0.5);
    mixed.world.restore(start);
    EXPECT_EQ(go_on(mixed.world, 3, 60), expected);
}

}  // namespace
}  // namespace cairn
