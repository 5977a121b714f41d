// Contact, hit and sensor events.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>

#include "tests/support/thread_tasks.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

TEST(Events, ContactsBeginAndEndOnce) {
    World world;
    const BodyId floor = add_floor(world), ball = add_ball(world, {0, 2, 0});
    int begins = 0, ends = 0;
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        for (const ContactEvent& event : world.events().contact_begin) {
            ++begins;
            EXPECT_TRUE((event.body_a == floor && event.body_b == ball) ||
                        (event.body_a == ball && event.body_b == floor));
            EXPECT_EQ(world.body(event.shape_a), event.body_a);
            EXPECT_EQ(world.body(event.shape_b), event.body_b);
        }
        ends += static_cast<int>(world.events().contact_end.size());
    }
    EXPECT_EQ(begins, 1);
    EXPECT_EQ(ends, 0);
    world.set_velocity(ball, {0, 5, 0});
    for (int step = 0; step < 30; ++step) {
        world.step(1.0f / 60);
        ends += static_cast<int>(world.events().contact_end.size());
    }
    EXPECT_EQ(ends, 1);
}

TEST(Events, RemovingATouchingBodyEndsItsContacts) {
    World world;
    add_floor(world);
    const BodyId box = add_box(world, {0, 0.5f, 0}), other = add_box(world, {0, 1.5f, 0});
    run(world, 0.3);
    world.remove_body(box);
    world.step(1.0f / 60);
    EXPECT_EQ(world.events().contact_end.size(), 2u) << "the next step reports what happened before it";
    EXPECT_TRUE(world.valid(other));
}

TEST(Events, CanBeSwitchedOff) {
    World world;
    add_floor(world);
    add_ball(world, {0, 0.5f, 0}, 0.5f, {.contact_events = false});
    for (int step = 0; step < 30; ++step) {
        world.step(1.0f / 60);
        EXPECT_TRUE(world.events().contact_begin.empty());
    }
}

TEST(Events, HitsTellWhereAndHowFast) {
    World world;
    add_floor(world);
    const BodyId ball = add_ball(world, {1, 2.5f, 3}, 0.5f, {.hit_events = true});
    std::vector<HitEvent> hits;
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        for (const HitEvent& hit : world.events().hits) hits.push_back(hit);
    }
    ASSERT_EQ(hits.size(), 1u);
    EXPECT_NEAR(hits[0].speed, std::sqrt(2 * 9.81 * 2), 0.2);  // fell 2 m
    EXPECT_NEAR(length(hits[0].point - Vec3{1, 0, 3}), 0, 0.05);
    EXPECT_NEAR(std::fabs(hits[0].normal.y), 1, 1e-5);
    EXPECT_TRUE(hits[0].body_a == ball || hits[0].body_b == ball);
    // the normal points from a to b
    EXPECT_EQ(hits[0].normal.y > 0, hits[0].body_b == ball);
}

TEST(Events, SlowTouchesAreNoHits) {
    World world({.hit_event_speed = 3});
    add_floor(world);
    add_ball(world, {0, 0.8f, 0}, 0.5f, {.hit_events = true});  // 2.4 m/s
    for (int step = 0; step < 60; ++step) {
        world.step(1.0f / 60);
        EXPECT_TRUE(world.events().hits.empty());
    }
}

TEST(Sensors, ReportWhoComesAndGoesAndPushNobody) {
    World world;
    const BodyId gate = world.add_body({.type = BodyType::fixed});
    const ShapeId sensor = world.add_shape(gate, Box{{1, 0.5f, 1}}, {.sensor = true});
    const BodyId ball = add_ball(world, {0, 3, 0}, 0.25f);
    const ShapeId visitor = world.shapes(ball)[0];
    int came = 0, went = 0;
    float came_at = 0, went_at = 0;
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        for (const SensorEvent& event : world.events().sensor_begin) {
            EXPECT_EQ(event.sensor, sensor);
            EXPECT_EQ(event.visitor, visitor);
            ++came, came_at = world.transform(ball).position.y;
        }
        for (const SensorEvent& event : world.events().sensor_end) {
            EXPECT_EQ(event.sensor, sensor);
            ++went, went_at = world.transform(ball).position.y;
        }
        EXPECT_TRUE(world.contacts().empty());
    }
    EXPECT_EQ(came, 1);
    EXPECT_EQ(went, 1);
    EXPECT_NEAR(came_at, 0.75, 0.3);
    EXPECT_NEAR(went_at, -0.75, 0.35);
    EXPECT_NEAR(world.velocity(ball).y, -9.81 * 2, 0.01) << "nothing held it up";
}

TEST(Sensors, HaveNoMass) {
    World world;
    const BodyId body = add_box(world, {});
    world.add_shape(body, Sphere{5}, {.sensor = true});
    EXPECT_FLOAT_EQ(world.mass(body), 1000);
}

TEST(Sensors, OfMovingBodiesSeeFixedOnesButNotOtherSensors) {
    World world({.gravity = {0, 0, 0}});
    const BodyId probe = world.add_body({.velocity = {4, 0, 0}});
    world.add_shape(probe, Sphere{0.5f}, {.sensor = true});
    const BodyId wall = world.add_body({.type = BodyType::fixed, .position = {2, 0, 0}});
    const ShapeId wall_shape = world.add_shape(wall, Box{{0.2f, 1, 1}});
    const BodyId other = world.add_body({.type = BodyType::fixed, .position = {3, 0, 0}});
    world.add_shape(other, Box{{0.2f, 1, 1}}, {.sensor = true});
    std::vector<ShapeId> seen;
    for (int step = 0; step < 60; ++step) {
        world.step(1.0f / 60);
        for (const SensorEvent& event : world.events().sensor_begin) seen.push_back(event.visitor);
    }
    EXPECT_THAT(seen, testing::ElementsAre(wall_shape));
}

/// All that happened in two seconds of a heap of things falling, as one list of numbers.
std::vector<uint32_t> story(int threads, int lanes) {
    ThreadTasks tasks(threads);
    World world({.tasks = &tasks, .lanes = lanes});
    add_floor(world);
    const BodyId gate = world.add_body({.type = BodyType::fixed, .position = {0, 1, 0}});
    world.add_shape(gate, Box{{2, 0.5f, 2}}, {.sensor = true});
    Dice dice(11);
    for (int i = 0; i < 120; ++i)
        add_body(world,
                 {.position = {dice.between(-3, 3), dice.between(1, 8), dice.between(-3, 3)},
                  .rotation = dice.rotation()},
                 Box{{0.3f, 0.2f, 0.25f}}, {.hit_events = true});
    std::vector<uint32_t> told;
    for (int step = 0; step < 120; ++step) {
        world.step(1.0f / 60);
        const Events& events = world.events();
        const auto add = [&](ShapeId a, ShapeId b) { told.push_back(a.index), told.push_back(b.index); };
        const auto ordered = [](const auto& list) {
            for (size_t i = 1; i < list.size(); ++i)
                EXPECT_LT(std::pair(list[i - 1].shape_a.index, list[i - 1].shape_b.index),
                          std::pair(list[i].shape_a.index, list[i].shape_b.index));
        };
        ordered(events.contact_begin), ordered(events.contact_end), ordered(events.hits);
        for (const auto& event : events.contact_begin) add(event.shape_a, event.shape_b);
        told.push_back(~0u);
        for (const auto& event : events.contact_end) add(event.shape_a, event.shape_b);
        told.push_back(~0u);
        for (const auto& event : events.hits) add(event.shape_a, event.shape_b);
        told.push_back(~0u);
        for (const auto& event : events.sensor_begin) add(event.sensor, event.visitor);
        for (const auto& event : events.sensor_end) add(event.sensor, event.visitor);
        for (const BodyId body : events.fell_asleep) told.push_back(body.index);
    }
    return told;
}

TEST(Events, ComeInAnOrderThatThreadsAndLanesDoNotChange) {
    const std::vector<uint32_t> expected = story(1, 1);
    EXPECT_GT(expected.size(), 1000u);
    EXPECT_EQ(story(3, 1), expected);
    EXPECT_EQ(story(2, 4), expected);
}

TEST(SensorEvents, NameTheBodiesToo) {
    World world({.gravity = {0, 0, 0}});
    const BodyId gate = world.add_body({.type = BodyType::fixed});
    const ShapeId beam = world.add_shape(gate, Box{}, {.sensor = true});
    const BodyId visitor = add_ball(world, {0, 0, 0}, 0.1f);
    world.step(1.0f / 60);
    ASSERT_EQ(world.events().sensor_begin.size(), 1u);
    world.set_transform(visitor, {{5, 0, 0}, {}});
    const SensorEvent begin = world.events().sensor_begin[0];
    world.step(1.0f / 60);
    ASSERT_EQ(world.events().sensor_end.size(), 1u);
    for (const SensorEvent& event : {begin, world.events().sensor_end[0]}) {
        EXPECT_EQ(event.sensor, beam);
        EXPECT_EQ(event.sensor_body, gate);
        EXPECT_EQ(event.visitor_body, visitor);
    }
}

TEST(ContactEvents, CanBeAskedForLater) {
    World world;
    add_floor(world);
    const BodyId ball = add_ball(world, {0, 1, 0}, 0.5f, {.restitution = 1, .contact_events = false});
    const ShapeId shape = world.shapes(ball)[0];
    int begun = 0, hits = 0;
    const auto watch = [&] {
        for (int i = 0; i < 60; ++i) {
            world.step(1.0f / 60);
            begun += static_cast<int>(world.events().contact_begin.size());
            hits += static_cast<int>(world.events().hits.size());
        }
    };
    watch();
    EXPECT_EQ(begun + hits, 0);
    world.set_contact_events(shape, true);
    world.set_hit_events(shape, true);
    watch();
    EXPECT_GT(begun, 0);
    EXPECT_GT(hits, 0);
    world.set_hit_event_speed(100);
    EXPECT_EQ(world.hit_event_speed(), 100);
    hits = 0;
    watch();
    EXPECT_EQ(hits, 0);
}

}  // namespace
}  // namespace cairn
