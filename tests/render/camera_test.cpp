// The camera that places itself sees everything that matters, and not much else.

#include <cmath>

#include <gtest/gtest.h>

#include "cairn/render_camera.hpp"

namespace cairn::render {
namespace {

constexpr Size picture_size{320, 180};

struct Occupied {
    float left = 1e9f, right = -1e9f, top = 1e9f, bottom = -1e9f;
};

// Where the balls' outermost points appear, to within the small difference between a disc and its projection.
Occupied occupied(const std::vector<Ball>& balls, const Camera& camera) {
    const Projector projector(camera, picture_size);
    Occupied result;
    for (const Ball& ball : balls) {
        for (const Vec3 axis : {projector.right(), projector.up()}) {
            for (const float sign : {-1.0f, 1.0f}) {
                const ScreenPoint p = projector.project(ball.center + sign * ball.radius * axis);
                result.left = std::min(result.left, p.x);
                result.right = std::max(result.right, p.x);
                result.top = std::min(result.top, p.y);
                result.bottom = std::max(result.bottom, p.y);
            }
        }
    }
    return result;
}

void expect_framed(const std::vector<Ball>& balls, Vec3 up) {
    const Occupied area = occupied(balls, frame(balls, up, picture_size));
    EXPECT_GT(area.left, 0);
    EXPECT_GT(area.top, 0);
    EXPECT_LT(area.right, picture_size.width);
    EXPECT_LT(area.bottom, picture_size.height);
    const bool fills_width = area.right - area.left > 0.6f * picture_size.width;
    const bool fills_height = area.bottom - area.top > 0.6f * picture_size.height;
    EXPECT_TRUE(fills_width || fills_height);
}

TEST(Camera, FramesTallWideAndDeepScenes) {
    expect_framed({{{0, 0, 0}, 1}, {{0, 30, 0}, 1}}, {0, 1, 0});
    expect_framed({{{-40, 0, 0}, 1}, {{40, 0, 0}, 1}}, {0, 1, 0});
    expect_framed({{{0, 0, -40}, 2}, {{0, 0, 40}, 1}}, {0, 1, 0});
    expect_framed({{{100, 200, -300}, 0.01f}}, {0, 1, 0});
}

TEST(Camera, FollowsTheDirectionThatIsUp) {
    expect_framed({{{0, 0, 0}, 1}, {{0, 0, 30}, 1}}, {0, 0, 1});
    expect_framed({{{0, 0, 0}, 1}, {{5, 0, 3}, 1}}, {-1, 0, 0});
    const std::vector<Ball> balls{{{0, 0, 0}, 1}};
    const Projector projector(frame(balls, {0, 0, 1}, picture_size), picture_size);
    EXPECT_GT(projector.up().z, 0.5f);
}

TEST(Camera, LooksFromTheDirectionThatIsAskedFor) {
    const std::vector<Ball> balls{{{1, 2, 3}, 1}};
    const Camera camera = frame(balls, {0, 1, 0}, picture_size, {3, 0, 4});
    const Vec3 back = normalized(camera.eye - camera.target);
    EXPECT_NEAR(back.x, 0.6f, 1e-4f);
    EXPECT_NEAR(back.z, 0.8f, 1e-4f);
}

TEST(Camera, LeavesOutTheFewThingsThatFlewAway) {
    RenderScene scene;
    for (int i = 0; i < 50; ++i) {
        RenderItem item{Sphere{0.5f}};
        item.transform.position = {static_cast<float>(i % 10), static_cast<float>(i / 10), 0};
        scene.items.push_back(item);
    }
    EXPECT_EQ(framed_balls(scene).size(), 50u);
    scene.items[7].transform.position = {4000, 0, 0};
    EXPECT_EQ(framed_balls(scene).size(), 49u);
}

TEST(Camera, FramesTheSceneryWhereNothingElseIsThere) {
    RenderScene scene;
    RenderItem wall{Box{{1, 2, 3}}};
    wall.scenery = true;
    RenderItem ground{HalfSpace{}};
    ground.scenery = true;
    scene.items = {wall, ground};
    const std::vector<Ball> corners = framed_balls(scene);
    ASSERT_EQ(corners.size(), 8u);
    for (const Ball& corner : corners) EXPECT_NEAR(length(corner.center), std::sqrt(14.0f), 1e-5f);
}

TEST(Camera, ARayThroughAProjectedPointMeetsThePoint) {
    const Projector projector({{3, 4, 5}, {0, 1, 0}, {0, 1, 0}, 0.7f}, picture_size);
    const Vec3 point{0.3f, 0.9f, -1.1f};
    const ScreenPoint at = projector.project(point);
    const Vec3 met = projector.eye() + projector.ray(at.x, at.y) / at.inverse_depth;
    EXPECT_LT(length(met - point), 1e-4f);
}

// Where the width decides, what is near took the upper part of the picture and left the rest empty.
TEST(Camera, AWideFieldLiesInTheMiddle) {
    std::vector<Ball> field;
    for (int x = -10; x <= 10; ++x)
        for (int z = -10; z <= 10; ++z)
            field.push_back({{static_cast<float>(10 * x), 0, static_cast<float>(10 * z)}, 1});
    const Occupied area = occupied(field, frame(field, {0, 1, 0}, picture_size, {0.2f, 0.5f, 1}));
    const float above = area.top, below = static_cast<float>(picture_size.height) - area.bottom;
    EXPECT_NEAR(above, below, 0.1f * (above + below));
    EXPECT_GT(area.left, 0);
    EXPECT_LT(area.right, picture_size.width);
}

TEST(Camera, SeesBothOfTwoAndSomethingAroundOne) {
    RenderScene two;
    two.items.push_back({Sphere{0.5f}});
    EXPECT_GT(occupied({{{}, 0.5f}}, frame(two, picture_size)).top, 0.2f * picture_size.height);
    two.items.push_back({Sphere{0.5f}});
    two.items.back().transform.position = {20, 0, 0};
    const Occupied area = occupied({{{}, 0.5f}, {{20, 0, 0}, 0.5f}}, frame(two, picture_size));
    EXPECT_GT(area.left, 0);
    EXPECT_LT(area.right, picture_size.width);
}

TEST(Camera, SeesThatByWhichThingsHang) {
    RenderScene scene;
    scene.items.push_back({Sphere{0.5f}});
    RenderItem string{Capsule{{0, 0, 0}, {0, 5, 0}, 0.01f}};
    string.scenery = string.rod = true;
    scene.items.push_back(string);
    EXPECT_GT(occupied({{{0, 5, 0}, 0.01f}}, frame(scene, picture_size)).top, 0);
}

}  // namespace
}  // namespace cairn::render
