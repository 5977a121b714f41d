// Parts of the world that are solved on their own: they change the time a step takes, never what comes out.

#include <gtest/gtest.h>

#include <memory>

#include "tests/support/random.hpp"
#include "tests/support/thread_tasks.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr int base = 6, pyramids = 130;  // 36 contacts each: four and a half thousand

/// Where a pyramid of 21 boxes stands.
Vec3 place(int pyramid) {
    return {9.0f * static_cast<float>(pyramid % 12), 0, 9.0f * static_cast<float>(pyramid / 12)};
}

/// Returns the top box.
BodyId add_pyramid(World& world, Vec3 at) {
    BodyId box{};
    for (int row = 0; row < base; ++row)
        for (int i = 0; i < base - row; ++i)
            box = add_box(world, at + Vec3{1.1f * (static_cast<float>(i) + 0.5f * static_cast<float>(row)),
                                           0.5f + static_cast<float>(row), 0});
    return box;
}

struct Crowd {
    std::unique_ptr<ThreadTasks> tasks;
    World world;
    std::vector<BodyId> tops;

    explicit Crowd(int lanes = 0, int threads = 1)
        : tasks(std::make_unique<ThreadTasks>(threads)),
          world({.sleep = false, .tasks = tasks.get(), .lanes = lanes}) {
        add_floor(world);
        Dice dice(3);
        for (int i = 0; i < pyramids; ++i) {
            tops.push_back(add_pyramid(world, place(i)));
            world.set_velocity(tops.back(), {dice.between(-2, 2), 0, dice.between(-2, 2)});
        }
    }
};

TEST(Parts, IslandsOfALargeWorldAreSolvedInSeveral) {
    Crowd crowd;
    run(crowd.world, 0.5);
    EXPECT_GE(crowd.world.report().parts, 2);
    EXPECT_GE(crowd.world.report().contacts, 4096);
}

TEST(Parts, AWorldThatHangsTogetherIsOne) {
    Crowd crowd;
    // a plate that moves all pyramids a little: what it carries must see it where it is in the sub-step
    const BodyId plate = add_body(crowd.world, {.type = BodyType::kinematic, .position = {50, -0.49f, 45}},
                                  Box{{80, 0.5f, 80}});
    crowd.world.set_velocity(plate, {0.05f, 0, 0});
    run(crowd.world, 1);
    EXPECT_EQ(crowd.world.report().parts, 1);
}

TEST(Parts, AnIslandMovesTheSameToTheLastBitWhateverElseIsInTheWorld) {
    Crowd crowd;
    std::vector<int> chosen;
    std::vector<World> alone;
    std::vector<BodyId> tops;
    for (int i = 7; i < pyramids; i += 20) {
        chosen.push_back(i);
        alone.emplace_back(WorldDef{.sleep = false});
        add_floor(alone.back());
        tops.push_back(add_pyramid(alone.back(), place(i)));
        alone.back().set_velocity(tops.back(), crowd.world.velocity(crowd.tops[static_cast<size_t>(i)]));
    }
    for (int step = 0; step < 60; ++step) {
        crowd.world.step(1.0f / 60);
        for (size_t k = 0; k < chosen.size(); ++k) {
            alone[k].step(1.0f / 60);
            ASSERT_EQ(crowd.world.transform(crowd.tops[static_cast<size_t>(chosen[k])]),
                      alone[k].transform(tops[k]))
                << "pyramid " << chosen[k] << ", step " << step;
        }
    }
    EXPECT_GE(crowd.world.report().parts, 2);
}

BodyId add_rider_on_turntable(World& world) {
    const BodyId table =
        add_body(world, {.type = BodyType::kinematic, .position = {-20, 0.25f, -20}}, Box{{2, 0.25f, 2}});
    world.set_angular_velocity(table, {0, 1.5f, 0});
    return add_box(world, {-19.2f, 0.75f, -20}, {0.25f, 0.25f, 0.25f});
}

TEST(Parts, CarryARiderOnATurntableTheSameWhateverElseIsInTheWorld) {
    Crowd crowd;
    World alone({.sleep = false});
    add_floor(alone);
    const BodyId in_crowd = add_rider_on_turntable(crowd.world), lonely = add_rider_on_turntable(alone);
    for (int step = 0; step < 60; ++step) {
        crowd.world.step(1.0f / 60), alone.step(1.0f / 60);
        ASSERT_EQ(crowd.world.transform(in_crowd), alone.transform(lonely)) << "step " << step;
    }
    EXPECT_GE(crowd.world.report().parts, 2);
}

/// Everything that takes parts together: balls through several pyramids, a sweeping kinematic wall, joints of
/// both kinds between pyramids, bodies that go and come.
void disturb(Crowd& crowd, int step) {
    World& world = crowd.world;
    const auto top = [&](int i) { return crowd.tops[static_cast<size_t>(i)]; };
    if (step == 40)
        for (int i = 0; i < 4; ++i)
            world.set_velocity(add_ball(world, place(12 * i) + Vec3{-4, 2, 0}, 0.8f), {40, 0, 0});
    if (step == 50) {
        const BodyId wall =
            add_body(world, {.type = BodyType::kinematic, .position = {-4, 1, 60}}, Box{{0.5f, 1, 30}});
        world.set_velocity(wall, {4, 0, 0});
    }
    if (step == 55) {
        DistanceJoint rope;
        rope.body_a = top(5), rope.body_b = top(100);
        rope.anchor_a = world.center_of_mass(top(5)), rope.anchor_b = world.center_of_mass(top(100));
        world.add_joint(rope);
    }
    if (step == 60)
        for (int i = 20; i < 40; ++i) world.remove_body(top(i));
    if (step == 65) add_pyramid(world, {-20, 0, -20});
}

TEST(Parts, GiveTheSameBitsForAnyLanesAndThreadsAndAfterASnapshotWhileTheyMeetAndGo) {
    const int steps = 110;
    std::vector<uint64_t> expected;
    int most = 0, least = 1000;
    for (const auto& [lanes, threads] : {std::pair{0, 1}, {4, 1}, {0, 2}, {4, 3}}) {
        Crowd crowd(lanes, threads);
        Snapshot snapshot;
        for (int step = 0; step < steps; ++step) {
            if (step == 70) snapshot = crowd.world.snapshot();
            disturb(crowd, step);
            crowd.world.step(1.0f / 60);
            if (step >= 20) most = std::max(most, crowd.world.report().parts);
            if (step >= 20) least = std::min(least, crowd.world.report().parts);
            const uint64_t hash = crowd.world.hash();
            if (threads == 1 && lanes == 0) expected.push_back(hash);
            ASSERT_EQ(hash, expected[static_cast<size_t>(step)])
                << lanes << " lanes, " << threads << " threads, step " << step;
        }
        crowd.world.restore(snapshot);
        for (int step = 70; step < steps; ++step) crowd.world.step(1.0f / 60);
        EXPECT_EQ(crowd.world.hash(), expected.back());
    }
    EXPECT_GE(most, 3) << "with one thread; so few are not shared out to several";
    EXPECT_LT(least, most) << "some were taken together on the way";
}

TEST(Parts, AreTakenTogetherByAJointOfThreeBodiesAtOnce) {
    Crowd crowd;
    run(crowd.world, 0.6);
    const int parts = crowd.world.report().parts;
    ASSERT_GE(parts, 3);  // so that the first body, the middle one and the last are in three of them
    UserJoint joint;
    joint.body_a = crowd.tops.front(), joint.body_b = crowd.tops[pyramids / 2],
    joint.body_c = crowd.tops.back();
    joint.evaluate_all = [](const Transform*, Row* rows) {
        rows[0].linear_a = rows[0].linear_b = {1, 0, 0}, rows[0].linear_c = {2, 0, 0};
    };
    crowd.world.add_joint(joint);
    crowd.world.set_velocity(crowd.tops.back(), {1, 2, 0});
    crowd.world.step(1.0f / 60);
    EXPECT_EQ(crowd.world.report().parts, parts - 2);
    const auto speed = [&](BodyId body) { return crowd.world.velocity(body).x; };
    EXPECT_NEAR(speed(joint.body_a) + speed(joint.body_b) + 2 * speed(joint.body_c), 0, 0.02f);
}

/// Arms of ball joints and hinges that hang from the world and swing; the i-th joints of all are made before
/// the next, as where robots are cloned, so that a block has joints of many arms.
struct Arms {
    static constexpr int count = 300, length = 12;
    std::unique_ptr<ThreadTasks> tasks;
    World world;
    std::vector<BodyId> links;
    std::vector<JointId> joints;

    explicit Arms(int lanes = 0, int threads = 1)
        : tasks(std::make_unique<ThreadTasks>(threads)),
          world({.sleep = false, .tasks = tasks.get(), .lanes = lanes}) {
        for (int k = 0; k < length; ++k)
            for (int arm = 0; arm < count; ++arm) {
                const Vec3 root{8.0f * static_cast<float>(arm % 20), 0, 2.0f * static_cast<float>(arm / 20)};
                const float x = 0.5f * static_cast<float>(k);
                links.push_back(add_box(world, root + Vec3{x + 0.25f, 0, 0}, {0.2f, 0.05f, 0.05f}));
                const BodyId before = k == 0 ? BodyId{} : link(arm, k - 1);
                joints.push_back(join(before, links.back(), root + Vec3{x, 0, 0}, (arm + k) % 3 == 0));
            }
    }
    BodyId link(int arm, int k) const { return links[static_cast<size_t>(k * count + arm)]; }
    JointId join(BodyId a, BodyId b, Vec3 anchor, bool hinge) {
        if (hinge) {
            HingeJoint joint;
            joint.body_a = a, joint.body_b = b, joint.anchor = anchor, joint.axis = {0, 0, 1};
            return world.add_joint(joint);
        }
        BallJoint joint;
        joint.body_a = a, joint.body_b = b, joint.anchor = anchor;
        return world.add_joint(joint);
    }
};

TEST(Parts, HoldJointsOfIslandsWhoseJointsWereMadeInTurn) {
    Arms arms;
    run(arms.world, 0.1);
    EXPECT_GE(arms.world.report().parts, 3) << "3600 joints, a thousand a part";
}

TEST(Parts, GiveTheSameBitsWhileJointsComeAndGo) {
    std::vector<uint64_t> expected;
    for (const auto& [lanes, threads] : {std::pair{16, 1}, {1, 1}, {4, 2}}) {
        Arms arms(lanes, threads);
        Dice dice(11);
        Snapshot snapshot;
        std::vector<uint64_t> hashes;
        const auto step = [&] {
            for (int i = 0; i < 6; ++i) {
                JointId& joint = arms.joints[static_cast<size_t>(dice.below(Arms::count * Arms::length))];
                if (arms.world.valid(joint)) arms.world.remove_joint(joint);
                const BodyId a = arms.link(dice.below(Arms::count), dice.below(Arms::length));
                const BodyId b = arms.link(dice.below(Arms::count), dice.below(Arms::length));
                if (i == 0 && a != b) arms.join(a, b, arms.world.center_of_mass(a), dice.below(2) == 0);
            }
            arms.world.step(1.0f / 60);
            hashes.push_back(arms.world.hash());
        };
        for (int i = 0; i < 60; ++i) step();
        snapshot = arms.world.snapshot();
        for (int i = 0; i < 20; ++i) arms.world.step(1.0f / 60);
        hashes.push_back(arms.world.hash());
        arms.world.restore(snapshot);
        for (int i = 0; i < 20; ++i) arms.world.step(1.0f / 60);
        EXPECT_EQ(arms.world.hash(), hashes.back());
        if (expected.empty()) expected = hashes;
        ASSERT_EQ(hashes, expected) << lanes << " lanes, " << threads << " threads";
    }
}

/// Stacks of ten boxes, some pushed into their neighbours.
std::vector<uint64_t> run_stacks(int threads, int& parts) {
    ThreadTasks tasks(threads);
    World world({.sleep = false, .tasks = &tasks});
    add_floor(world);
    for (int i = 0; i < 1700; ++i) {
        const Vec3 foot{2.0f * static_cast<float>(i % 40), 0, 2.0f * static_cast<float>(i / 40)};
        for (int k = 0; k < 10; ++k) {
            const BodyId box = add_box(world, foot + Vec3{0, 0.5f + static_cast<float>(k), 0});
            if (i % 100 == 7) world.set_velocity(box, {3, 0, 0});
        }
    }
    std::vector<uint64_t> hashes;
    for (int step = 0; step < 40; ++step) {
        world.step(1.0f / 60);
        if (step % 8 == 7) hashes.push_back(world.hash());
    }
    parts = world.report().parts;
    return hashes;
}

TEST(Parts, AreSharedOutToThreadsAndGiveTheSameBits) {
    int alone = 0, shared = 0;
    EXPECT_EQ(run_stacks(1, alone), run_stacks(2, shared));
    EXPECT_GE(alone, 8);
    EXPECT_EQ(shared, alone);
}

TEST(Parts, AreOneAgainForASolverOfTheLaboratory) {
    Crowd crowd;
    run(crowd.world, 0.5);
    ASSERT_GE(crowd.world.report().parts, 2);
    const int contacts = crowd.world.report().contacts;
    crowd.world.set_stage_solver("si:iterations=10");
    crowd.world.step(1.0f / 60);
    EXPECT_EQ(crowd.world.report().parts, 1);
    EXPECT_NEAR(crowd.world.report().contacts, contacts, 50);
    run(crowd.world, 0.2);
    for (const BodyId top : crowd.tops) EXPECT_GT(crowd.world.transform(top).position.y, 0.4f);
}

}  // namespace
}  // namespace cairn
