// A contact has room for the points it has. One that comes to have more moves to where there is room, in the
// middle of a step's changes, and takes its impulses along.

#include <gtest/gtest.h>

#include <cairn/cairn.hpp>

namespace cairn {
namespace {

/// A rod that stands on one end, aslant, and falls over; a box on an edge; both end on their sides.
struct Falling {
    World world;
    BodyId rod, box;

    explicit Falling(int lanes = 0) : world(settings(lanes)) {
        BodyDef def;
        def.type = BodyType::fixed;
        world.add_shape(world.add_body(def), Box{{10, 1, 10}, {0, -1, 0}});
        def.type = BodyType::dynamic;
        def.rotation = axis_angle({0, 0, 1}, 0.3f);
        def.position = {0, 0.58f, 0};
        rod = world.add_body(def);
        world.add_shape(rod, Capsule{{0, -0.5f, 0}, {0, 0.5f, 0}, 0.1f});
        def.position = {3, 0.62f, 0};
        box = world.add_body(def);
        world.add_shape(box, Box{{0.5f, 0.5f, 0.5f}});
    }
    static WorldDef settings(int lanes) {
        WorldDef def;
        def.sleep = false;
        def.lanes = lanes;
        return def;
    }
};

int points_of(const World& world, BodyId body) {
    const std::vector<Contact> contacts = world.contacts(body);
    return contacts.empty() ? 0 : contacts[0].point_count;
}

TEST(ContactRoom, a_rod_and_a_box_that_fall_over_go_from_few_points_to_many) {
    Falling scene;
    int rod_before = 0, box_before = 0;
    bool rod_grew = false, box_grew = false;
    for (int i = 0; i < 240; ++i) {
        scene.world.step(1.0f / 60);
        const int rod = points_of(scene.world, scene.rod), box = points_of(scene.world, scene.box);
        rod_grew |= rod_before == 1 && rod == 2;
        box_grew |= box_before == 2 && box == 4;
        rod_before = rod, box_before = box;
    }
    EXPECT_TRUE(rod_grew);
    EXPECT_TRUE(box_grew);
    EXPECT_EQ(rod_before, 2);
    EXPECT_EQ(box_before, 4);
    EXPECT_NEAR(scene.world.transform(scene.rod).position.y, 0.1f, 0.005f);
    EXPECT_NEAR(scene.world.transform(scene.box).position.y, 0.5f, 0.005f);
    EXPECT_LT(length(scene.world.velocity(scene.box)), 1e-3f);
}

TEST(ContactRoom, points_that_stay_are_known_again_when_others_join_them) {
    Falling scene;
    for (int i = 0; i < 240; ++i) {
        const std::vector<Contact> before = scene.world.contacts(scene.box);
        scene.world.step(1.0f / 60);
        const std::vector<Contact> after = scene.world.contacts(scene.box);
        if (before.size() != 1 || after.size() != 1 || before[0].point_count != 2 ||
            after[0].point_count != 4)
            continue;
        int kept = 0;
        for (int k = 0; k < 4; ++k)
            for (int j = 0; j < 2; ++j) kept += after[0].points[k].feature == before[0].points[j].feature;
        EXPECT_EQ(kept, 2);
        return;
    }
    FAIL() << "the box never went from an edge to a face";
}

TEST(ContactRoom, the_bits_do_not_depend_on_the_lanes_nor_on_a_snapshot_on_the_way) {
    Falling narrow(1), wide(4);
    for (int i = 0; i < 20; ++i) narrow.world.step(1.0f / 60), wide.world.step(1.0f / 60);
    const Snapshot snapshot = narrow.world.snapshot();
    for (int i = 0; i < 200; ++i) narrow.world.step(1.0f / 60), wide.world.step(1.0f / 60);
    const uint64_t hash = narrow.world.hash();
    EXPECT_EQ(hash, wide.world.hash());
    narrow.world.restore(snapshot);
    for (int i = 0; i < 200; ++i) narrow.world.step(1.0f / 60);
    EXPECT_EQ(narrow.world.hash(), hash);
}

}  // namespace
}  // namespace cairn
