// Everything that can be done to a world, at random and while it runs: the same bits come out for any number
// of lanes and threads and after a snapshot, and what was begun is ended.

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "tests/support/random.hpp"
#include "tests/support/thread_tasks.hpp"
#include "tests/support/trials.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

class RandomCaller {
public:
    RandomCaller(int lanes, int threads, int seed)
        : tasks_(threads), world({.tasks = &tasks_, .lanes = lanes}), random_(static_cast<uint64_t>(seed)) {
        add_floor(world);
        for (int i = 0; i < 25; ++i) add_something();
    }

    void step(int calls) {
        for (int i = 0; i < calls; ++i) call();
        world.step(1.0f / 60);
        for (const JointEvent& event : world.events().joints_broken) std::erase(joints_, event.joint);
    }
    /// What is drawn next is part of the state.
    struct Saved {
        Snapshot snapshot;
        Random random;
        std::vector<BodyId> bodies;
        std::vector<JointId> joints;
    };
    Saved save() const { return {world.snapshot(), random_, bodies_, joints_}; }
    void restore(const Saved& saved) {
        world.restore(saved.snapshot);
        random_ = saved.random, bodies_ = saved.bodies, joints_ = saved.joints;
    }

private:
    ThreadTasks tasks_;

public:
    World world;

private:
    Vec3 somewhere() { return {random_.between(-4, 4), random_.between(0.2f, 5), random_.between(-4, 4)}; }
    bool one_in(int n) { return random_.below(n) == 0; }
    BodyId any_body() {
        return bodies_[static_cast<size_t>(random_.below(static_cast<int>(bodies_.size())))];
    }
    ShapeId first_shape(BodyId body) { return world.shapes(body).front(); }

    Shape any_shape() {
        const float size = random_.between(0.1f, 0.5f);
        switch (random_.below(4)) {
            case 0:
                return Sphere{size, random_.in_cube(0.1f)};
            case 1:
                return Capsule{{-size, 0, 0}, {size, 0, 0}, 0.5f * size};
            case 2: {
                std::vector<Vec3> points;
                for (int i = 0; i < 10; ++i) points.push_back(random_.in_cube(size));
                return Hull(points);
            }
            default:
                return Box{{size, 0.6f * size, 0.8f * size}, random_.in_cube(0.1f), random_.rotation()};
        }
    }
    void add_something() {
        BodyDef def;
        def.type = one_in(6) ? BodyType::fixed : one_in(6) ? BodyType::kinematic : BodyType::dynamic;
        def.position = somewhere(), def.rotation = random_.rotation();
        if (def.type != BodyType::fixed)
            def.velocity = random_.in_cube(2), def.angular_velocity = random_.in_cube(4);
        def.bullet = one_in(8), def.can_sleep = !one_in(8);
        const ShapeDef material{.restitution = one_in(3) ? 0.5f : 0.0f, .sensor = one_in(8)};
        bodies_.push_back(add_body(world, def, any_shape(), material));
    }
    void remove_something() {
        if (bodies_.size() < 15) return;
        const auto place = bodies_.begin() + random_.below(static_cast<int>(bodies_.size()));
        world.remove_body(*place);
        bodies_.erase(place);
        std::erase_if(joints_, [&](JointId joint) { return !world.valid(joint); });
    }
    template <class Joint>
    void join(Joint joint) {
        joint.body_a = one_in(4) ? BodyId{} : any_body(), joint.body_b = any_body();
        if (joint.body_a == joint.body_b) return;
        joint.collide_connected = one_in(3);
        if (one_in(4)) joint.break_force = 2000;
        const Vec3 anchor = world.transform(joint.body_b).position + random_.in_cube(0.3f);
        if constexpr (requires { joint.anchor; }) joint.anchor = anchor;
        if constexpr (requires { joint.anchor_a; })
            joint.anchor_a = joint.anchor_b = anchor, joint.anchor_a.y += 1;
        joints_.push_back(world.add_joint(joint));
    }
    void join_something() {
        BallJoint ball;
        HingeJoint hinge;
        SliderJoint slider;
        DistanceJoint rope;
        WheelJoint wheel;
        ball.cone_limit = one_in(2) ? 0.5f : infinity;
        hinge.limits = {one_in(2), -0.5f, 0.7f}, hinge.motor = {one_in(2), 2, 50};
        slider.limits = {true, -0.5f, 0.5f}, slider.spring.hertz = one_in(2) ? 2.0f : 0.0f;
        rope.limits = {one_in(2), 0, 1.5f};
        wheel.motor = {true, 5, 20}, wheel.steering = one_in(2);
        switch (random_.below(6)) {
            case 0:
                return join(ball);
            case 1:
                return join(hinge);
            case 2:
                return join(slider);
            case 3:
                return join(FixedJoint{});
            case 4:
                return join(rope);
            default:
                return join(wheel);
        }
    }
    void call();
    void change(BodyId body);

    Random random_;
    std::vector<BodyId> bodies_;
    std::vector<JointId> joints_;
};

void RandomCaller::call() {
    switch (random_.below(9)) {
        case 0:
            return add_something();
        case 1:
            return remove_something();
        case 2:
            return join_something();
        case 3:
            if (joints_.size() < 6) return;
            world.remove_joint(joints_.front());
            joints_.erase(joints_.begin());
            return;
        case 4:
            if (one_in(10)) world.set_gravity({random_.between(-3, 3), -9.81f, 0});
            return;
        default:
            return change(any_body());
    }
}

void RandomCaller::change(BodyId body) {
    const BodyType type = world.type(body);
    const bool moves = type != BodyType::fixed;
    switch (random_.below(14)) {
        case 0:
            return world.set_transform(body, {somewhere(), random_.rotation()});
        case 1:
            return moves ? world.set_velocity(body, random_.in_cube(3)) : void();
        case 2:
            return moves ? world.set_angular_velocity(body, random_.in_cube(6)) : void();
        case 3:
            return world.set_type(body, static_cast<BodyType>(random_.below(3)));
        case 4:
            return world.set_locks(body, {.linear_x = one_in(4),
                                          .linear_z = one_in(4),
                                          .angular_x = one_in(3),
                                          .angular_y = one_in(3),
                                          .angular_z = one_in(3)});
        case 5:
            return world.set_friction(first_shape(body), random_());
        case 6:
            return world.set_filter(first_shape(body),
                                    {.mask = one_in(3) ? 0u : ~0u, .group = random_.below(5) - 2});
        case 7:
            return world.set_awake(body, one_in(2));
        case 8:
            return world.apply_impulse_at(body, random_.in_cube(100),
                                          world.center_of_mass(body) + random_.in_cube(0.2f));
        case 9:
            return world.apply_force(body, random_.in_cube(1000));
        case 10:
            if (world.shapes(body).size() < 4) world.add_shape(body, any_shape());
            return;
        case 11:
            if (world.shapes(body).size() > 1) world.remove_shape(world.shapes(body).back());
            return;
        case 12:
            if (type == BodyType::dynamic)
                world.set_mass_properties(
                    body, {random_.between(1, 300), random_.in_cube(0.1f), diagonal({5, 6, 7})});
            return;
        default:
            return world.set_surface_velocity(first_shape(body), random_.in_cube(one_in(2) ? 1.0f : 0.0f));
    }
}

TEST(RandomCalls, GiveTheSameBitsForAnyLanesAndThreads) {
    for (int seed = 1; seed <= trials(12, 200); ++seed) {
        RandomCaller plain(1, 1, seed), wide(0, 3, seed), four(4, 2, seed);
        for (int step = 0; step < 150; ++step) {
            for (RandomCaller* caller : {&plain, &wide, &four}) caller->step(3);
            ASSERT_EQ(wide.world.hash(), plain.world.hash()) << "seed " << seed << ", step " << step;
            ASSERT_EQ(four.world.hash(), plain.world.hash()) << "seed " << seed << ", step " << step;
        }
    }
}

TEST(RandomCalls, GiveTheSameBitsAfterARestore) {
    for (int seed = 1; seed <= trials(8, 400); ++seed) {
        RandomCaller caller(0, 1, seed);
        for (int step = 0; step < 40; ++step) caller.step(3);
        const RandomCaller::Saved saved = caller.save();
        uint64_t expected = 0;
        for (const bool again : {false, true}) {
            if (again) caller.restore(saved);
            for (int step = 0; step < 60; ++step) caller.step(3);
            if (!again) expected = caller.world.hash();
        }
        EXPECT_EQ(caller.world.hash(), expected) << "seed " << seed;
    }
}

TEST(RandomCalls, BeginAndEndEveryContactOnce) {
    using Pair = std::pair<uint64_t, uint64_t>;
    const auto key = [](ShapeId id) { return uint64_t{id.generation} << 32 | id.index; };
    for (int seed = 1; seed <= trials(8, 400); ++seed) {
        RandomCaller caller(0, 1, seed);
        std::map<Pair, int> touching;
        for (int step = 0; step < 150; ++step) {
            caller.step(3);
            const Events& events = caller.world.events();
            // a pair may end and begin anew in one step
            for (const ContactEvent& e : events.contact_end) --touching[{key(e.shape_a), key(e.shape_b)}];
            for (const ContactEvent& e : events.contact_begin) ++touching[{key(e.shape_a), key(e.shape_b)}];
            size_t open = 0;
            for (const auto& [pair, count] : touching) {
                ASSERT_TRUE(count == 0 || count == 1) << "seed " << seed << ", step " << step;
                open += static_cast<size_t>(count);
            }
            ASSERT_EQ(open, caller.world.contacts().size()) << "seed " << seed << ", step " << step;
        }
    }
}

}  // namespace
}  // namespace cairn
