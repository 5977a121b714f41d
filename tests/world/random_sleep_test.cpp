// Worlds in which bodies come, go, are teleported, put to sleep, woken and given other types, at random.
// After every step geometry, contacts, events and sleep must tell the same story.

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "geometry/bounds.hpp"
#include "geometry/distance.hpp"
#include "tests/support/random.hpp"
#include "tests/support/trials.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

template <class Id>
uint64_t key(Id id) {
    return uint64_t{id.generation} << 32 | id.index;
}
using Pair = std::pair<uint64_t, uint64_t>;
Pair pair_of(ShapeId a, ShapeId b) { return std::minmax(key(a), key(b)); }

/// A world and what happens to it; a plain value but for the world, so that it can be kept and gone back to.
class Story {
public:
    explicit Story(int seed) : random_(static_cast<uint64_t>(seed)) {
        for (const Vec3 half : {Vec3{6, 0.5f, 6}, Vec3{0.5f, 3, 6}}) {
            const Vec3 place = half.y < 1 ? Vec3{0, -0.5f, 0} : Vec3{-5, 0, 0};
            add_body(world, {.type = BodyType::fixed, .position = place}, Box{half});
        }
        plate_ = add_body(world, {.type = BodyType::kinematic, .position = home}, Box{{1.5f, 0.1f, 2}});
        for (int i = 0; i < 14; ++i) add();
    }

    void call() {
        switch (random_.below(12)) {
            case 0:
                return bodies_.size() < 24 ? add() : remove();
            case 1:
                return remove();
            case 2:
                return world.set_transform(any(), place());
            case 3: {  // parked
                const BodyId body = any();
                world.set_transform(body, random_.below(2) ? place() : nudged(body));
                return world.set_awake(body, false);
            }
            case 4:
            case 5:
                return world.set_awake(any(), random_.below(3) == 0);
            case 6:
                return world.set_type(any(), static_cast<BodyType>(random_.below(3)));
            case 7:
            case 8:  // pulled from under what lies on it, and put back
                if (world.velocity(plate_) == Vec3{})
                    return world.set_velocity(plate_, {random_.between(-80, 80), 0, 0});
                world.set_velocity(plate_, {});
                return world.set_transform(plate_, {home, {}});
            default: {
                const BodyId body = any();
                const Vec3 velocity = random_.in_cube(random_.below(3) ? 2.0f : 30.0f);
                if (world.type(body) != BodyType::fixed)
                    world.set_velocity(body, random_.below(2) ? velocity : Vec3{});
            }
        }
    }

    struct Saved {
        Snapshot snapshot;
        Random random;
        std::vector<BodyId> bodies;
    };
    Saved save() const { return {world.snapshot(), random_, bodies_}; }
    void go_back(const Saved& saved) {
        world.restore(saved.snapshot);
        random_ = saved.random, bodies_ = saved.bodies;
    }

    World world;

private:
    BodyId any() { return bodies_[static_cast<size_t>(random_.below(static_cast<int>(bodies_.size())))]; }
    /// Near others, and often just touching the ground.
    Transform place() {
        const float x = random_.between(-4, 3), ground = x > 0 ? 0.2f : 0.0f;
        const float height = random_.below(2) ? 0.3f : random_.between(0.2f, 2.5f);
        return {{x, ground + height, random_.between(-2, 2)}, random_.below(2) ? Quat{} : random_.rotation()};
    }
    Transform nudged(BodyId body) {
        Transform at = world.transform(body);
        at.position += random_.in_cube(0.06f);
        return at;
    }
    void add() {
        const Transform at = place();
        const int chance = random_.below(6);
        const BodyType type = chance == 0   ? BodyType::fixed
                              : chance == 1 ? BodyType::kinematic
                                            : BodyType::dynamic;
        const Shape shapes[] = {Box{{0.4f, 0.3f, 0.5f}}, Sphere{0.3f},
                                Capsule{{-0.3f, 0, 0}, {0.3f, 0, 0}, 0.2f}, Box{{0.3f, 0.3f, 0.3f}}};
        const BodyDef def{
            .type = type, .position = at.position, .rotation = at.rotation, .awake = random_.below(2) == 0};
        bodies_.push_back(add_body(world, def, shapes[random_.below(4)], {.sensor = random_.below(5) == 0}));
    }
    void remove() {
        if (bodies_.size() < 8) return;
        const auto body = bodies_.begin() + random_.below(static_cast<int>(bodies_.size()));
        world.remove_body(*body);
        bodies_.erase(body);
    }

    static constexpr Vec3 home{1.5f, 0.1f, 0};
    Random random_;
    BodyId plate_;
    std::vector<BodyId> bodies_;
};

/// Follows a world by its events alone, and says where they, or the world, are wrong.
class Watch {
public:
    explicit Watch(World& world) : world_(world) { meet_bodies(); }

    /// A body that is not fixed counts as awake when it is added: that it is not is told.
    void meet_bodies() {
        for (const BodyId body : world_.bodies())
            awake_.try_emplace(key(body), world_.type(body) != BodyType::fixed);
    }
    void step() {
        std::vector<Placed> shapes;  // where they are when the step looks at them
        for (const BodyId body : world_.bodies())
            for (const ShapeId shape : world_.shapes(body))
                shapes.push_back({shape, body, world_.transform(body)});
        const auto asleep = sleepers();
        world_.step(1.0f / 60);
        take_events();
        check_contacts();
        for (size_t i = 0; i < shapes.size(); ++i)
            for (size_t k = i + 1; k < shapes.size(); ++k) check_pair(shapes[i], shapes[k]);
        check_sleep(asleep);
    }

private:
    struct Placed {
        ShapeId shape;
        BodyId body;
        Transform pose;
    };
    struct Sleeper {
        Transform pose;
        std::set<uint64_t> partners;
    };

    void take_events() {
        const Events& events = world_.events();
        for (const ContactEvent& e : events.contact_end) --open_[pair_of(e.shape_a, e.shape_b)];
        for (const ContactEvent& e : events.contact_begin) ++open_[pair_of(e.shape_a, e.shape_b)];
        for (const SensorEvent& e : events.sensor_end) --inside_[pair_of(e.sensor, e.visitor)];
        for (const SensorEvent& e : events.sensor_begin) ++inside_[pair_of(e.sensor, e.visitor)];
        for (const BodyId body : events.fell_asleep) --awake_[key(body)];
        for (const BodyId body : events.woke_up) ++awake_[key(body)];
        for (const BodyId body : world_.bodies())
            EXPECT_EQ(awake_[key(body)], static_cast<int>(world_.awake(body))) << "body " << body.index;
    }
    /// Each begun once, ended once, and listed in between.
    void check_contacts() {
        listed_.clear();
        for (const Contact& contact : world_.contacts())
            listed_.insert(pair_of(contact.shape_a, contact.shape_b));
        for (const auto& [pair, count] : open_) EXPECT_EQ(count, static_cast<int>(listed_.count(pair)));
        for (const Pair& pair : listed_) EXPECT_EQ(open_[pair], 1);
        for (const auto& [pair, count] : inside_) EXPECT_TRUE(count == 0 || count == 1) << count;
    }
    /// What is listed is near, what overlaps is listed.
    void check_pair(const Placed& a, const Placed& b) {
        const bool sensor_a = world_.definition(a.shape).sensor, sensor_b = world_.definition(b.shape).sensor;
        if (a.body == b.body || (sensor_a && sensor_b)) return;
        const Pair pair = pair_of(a.shape, b.shape);
        const DistanceResult near =
            shape_distance(world_.geometry(a.shape), a.pose, world_.geometry(b.shape), b.pose);
        const float distance = near.overlap ? -1 : near.distance;
        const auto moves = [&](BodyType least) {
            return world_.type(a.body) >= least || world_.type(b.body) >= least;
        };
        const std::string who = "bodies " + std::to_string(a.body.index) + ", " +
                                std::to_string(b.body.index) + ", apart by " + std::to_string(distance);
        if (sensor_a || sensor_b) {
            const bool inside = inside_[pair] == 1;
            const bool may = moves(BodyType::kinematic);
            EXPECT_TRUE(inside || !may || distance > -0.001f) << who;
            EXPECT_TRUE(!inside || (may && distance < 0.001f)) << who;
            return;
        }
        const bool touching = listed_.count(pair) > 0;
        const bool may = moves(BodyType::dynamic);
        EXPECT_TRUE(touching || !may || distance > -0.005f) << who;
        // at 2 cm it begins; by up to a tenth of a thin body's size a pair of boxes may move and be kept
        EXPECT_TRUE(!touching || (may && distance < 0.06f)) << who;
    }
    std::map<uint64_t, Sleeper> sleepers() const {
        std::map<uint64_t, Sleeper> all;
        for (const BodyId body : world_.bodies()) {
            if (world_.type(body) != BodyType::dynamic || world_.awake(body)) continue;
            Sleeper& sleeper = all[key(body)];
            sleeper.pose = world_.transform(body);
            for (const Contact& contact : world_.contacts(body))
                sleeper.partners.insert(key(contact.body_a == body ? contact.body_b : contact.body_a));
        }
        return all;
    }
    /// Who sleeps on stays where it is, and goes on touching what it touched: nothing has left it.
    void check_sleep(const std::map<uint64_t, Sleeper>& before) {
        for (const auto& [body, sleeper] : sleepers()) {
            const auto was = before.find(body);
            if (was == before.end()) continue;
            EXPECT_EQ(was->second.pose.position, sleeper.pose.position);
            EXPECT_EQ(was->second.pose.rotation, sleeper.pose.rotation);
            for (const uint64_t partner : was->second.partners)
                EXPECT_TRUE(sleeper.partners.count(partner))
                    << "body " << (body & 0xffffffffu) << " sleeps on nothing";
        }
    }

    World& world_;
    std::map<Pair, int> open_, inside_;
    std::map<uint64_t, int> awake_;
    std::set<Pair> listed_;
};

TEST(RandomSleep, GeometryContactsEventsAndSleepAgreeAfterEveryStep) {
    for (int seed = 1; seed <= trials(40, 400) && !testing::Test::HasFailure(); ++seed) {
        Story story(seed);
        Watch watch(story.world);
        for (int step = 0; step < 120 && !testing::Test::HasFailure(); ++step) {
            SCOPED_TRACE("seed " + std::to_string(seed) + ", step " + std::to_string(step));
            for (int call = step % 3; call < 2; ++call) story.call(), watch.meet_bodies();
            watch.step();
        }
    }
}

TEST(RandomSleep, GoesOnInTheSameWayAfterARestore) {
    for (int seed = 1; seed <= trials(40, 400); ++seed) {
        Story story(seed);
        const auto go_on = [&](int steps) {
            for (int step = 0; step < steps; ++step) {
                if (step % 3 == 0) story.call(), story.call();
                story.world.step(1.0f / 60);
            }
            return story.world.hash();
        };
        go_on(40);
        story.call(), story.call();  // what was done is in it, before a step has looked at it
        const Story::Saved saved = story.save();
        const uint64_t expected = go_on(40);
        story.go_back(saved);
        EXPECT_EQ(go_on(40), expected) << "seed " << seed;
    }
}

}  // namespace
}  // namespace cairn
