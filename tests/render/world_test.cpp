// What a world looks like: which bodies are drawn, where, and in which colour.

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "cairn/render_color.hpp"
#include "cairn/render_world.hpp"
#include "scene/load.hpp"

namespace cairn::render {
namespace {

TEST(WorldPicture, HoldsEveryShapeOfEveryBodyAtItsPlace) {
    World world;
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    world.add_shape(ground, HalfSpace{});
    const BodyId dumbbell = world.add_body({.position = {1, 2, 3}});
    world.add_shape(dumbbell, Sphere{0.5f, {-1, 0, 0}});
    world.add_shape(dumbbell, Sphere{0.5f, {1, 0, 0}});
    const RenderScene scene = scene_of(world);
    ASSERT_EQ(scene.items.size(), 3u);
    EXPECT_TRUE(scene.items[0].scenery);
    EXPECT_EQ(scene.items[0].rgb, fixed_color);
    EXPECT_EQ(scene.items[1].transform.position, (Vec3{1, 2, 3}));
    EXPECT_EQ(scene.items[1].rgb, scene.items[2].rgb);
    EXPECT_EQ(scene.items[1].body, scene.items[2].body);
    EXPECT_FALSE(scene.items[1].scenery);
}

TEST(WorldPicture, SensorsAreGlassAndGravityPointsDown) {
    World world({.gravity = {0, 0, -5}});
    const BodyId body = world.add_body();
    world.add_shape(body, Sphere{}, {.sensor = true});
    const RenderScene scene = scene_of(world);
    ASSERT_EQ(scene.items.size(), 1u);
    EXPECT_TRUE(scene.items[0].glass);
    EXPECT_EQ(scene.up, (Vec3{0, 0, 1}));
}

TEST(WorldPicture, OutlivesTheWorldItWasTakenFrom) {
    RenderScene scene;
    {
        World world;
        const Vec3 corners[] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
        world.add_shape(world.add_body(), Hull(corners));
        scene = scene_of(world);
    }
    EXPECT_EQ(std::get<Hull>(scene.items[0].shape).vertices().size(), 4u);
}

TEST(WorldPicture, SleepingBodiesAreDarker) {
    const auto sum = [](uint32_t rgb) { return (rgb >> 16) + (rgb >> 8 & 0xff) + (rgb & 0xff); };
    for (uint32_t id = 0; id < 100; ++id) EXPECT_LT(sum(body_color(id, true)), sum(body_color(id, false)));
}

TEST(WorldPicture, NeighboursByIdRarelyShareAColour) {
    int same = 0;
    std::set<uint32_t> colors;
    for (uint32_t id = 0; id < 1000; ++id) {
        same += body_color(id, false) == body_color(id + 1, false);
        colors.insert(body_color(id, false));
    }
    EXPECT_LT(same, 200);
    EXPECT_EQ(colors.size(), 8u);
}

TEST(ScenePicture, FollowsTheDescriptionsColoursAndLeavesOutWhatItHides) {
    SceneDescription description;
    SceneBody painted, hidden;
    painted.name = "painted";
    painted.shapes.push_back({Sphere{0.5f}, {}});
    painted.color = 0x123456;
    hidden.name = "hidden";
    hidden.def.position = {5, 0, 0};
    hidden.shapes.push_back({Sphere{0.5f}, {}});
    hidden.hidden = true;
    description.bodies = {painted, hidden};
    const RenderScene scene = scene_of(Scene(description));
    ASSERT_EQ(scene.items.size(), 1u);
    EXPECT_EQ(scene.items[0].rgb, 0x123456u);
}

TEST(ScenePicture, ShowsABinWhoseWallsAreHiddenAsOneOfGlass) {
    const SceneDescription description = load_scene("box-pile:columns=2,layers=2");
    const RenderScene scene = scene_of(Scene(description));
    std::vector<RenderItem> panes;
    for (const RenderItem& item : scene.items)
        if (item.glass) panes.push_back(item);
    ASSERT_EQ(panes.size(), 4u);
    const auto half_width = [&](int axis, float sign) {  // of the bin, by the walls' near sides
        for (const SceneBody& body : description.bodies) {
            if (!body.hidden || body.def.position[axis] * sign <= 0) continue;
            return std::abs(body.def.position[axis]) -
                   std::get<Box>(body.shapes[0].geometry).half_extents[axis];
        }
        return 0.0f;
    };
    const float x = half_width(0, 1), z = half_width(2, 1);
    ASSERT_GT(x, 0);
    for (const RenderItem& pane : panes) {
        EXPECT_TRUE(pane.scenery);
        int near = 0;
        for (const Vec3 corner : std::get<Hull>(pane.shape).vertices()) {
            // the sides are as wide as the bin: what is behind the other walls is cut off
            near += std::abs(corner.x) < x + 1e-4f && std::abs(corner.z) < z + 1e-4f;
            EXPECT_LT(std::abs(corner.x), 1.1f * x);
            EXPECT_LT(std::abs(corner.z), 1.1f * z);
        }
        EXPECT_EQ(near, 4);
    }
}

TEST(ScenePicture, RodsShowJointsWhereTheyAre) {
    SceneDescription description;
    SceneBody ball;
    ball.name = "ball";
    ball.def.position = {0, 3, 0};
    ball.shapes.push_back({Sphere{0.5f}, {}});
    description.bodies = {ball};
    DistanceJoint rope;
    rope.anchor_a = {0, 6, 0};
    rope.anchor_b = {0, 3, 0};
    description.joints.push_back({"rope", -1, 0, rope});
    const RenderScene scene = scene_of(Scene(description));
    const auto is_rod = [](const RenderItem& item) { return item.rgb == joint_color; };
    ASSERT_TRUE(std::any_of(scene.items.begin(), scene.items.end(), is_rod));
    Bounds reach{{1e9f, 1e9f, 1e9f}, {-1e9f, -1e9f, -1e9f}};
    for (const RenderItem& item : scene.items) {
        if (!is_rod(item)) continue;
        const Capsule& rod = std::get<Capsule>(item.shape);
        reach = join(reach, join({rod.a, rod.a}, {rod.b, rod.b}));
    }
    EXPECT_NEAR(reach.upper.y, 6, 1e-3);
    EXPECT_NEAR(reach.lower.y, 3, 1e-3);
}

}  // namespace
}  // namespace cairn::render
