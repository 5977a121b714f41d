// Small pictures have the properties that projection and light give them.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "cairn/render_picture.hpp"
#include "cairn/render_shade.hpp"

namespace cairn::render {
namespace {

constexpr Size small{160, 120};
constexpr uint32_t red = 0xd02020, blue = 0x2030d0, green = 0x20b030;

Camera camera_on_z(float distance) { return {{0, 0, distance}, {0, 0, 0}, {0, 1, 0}, 0.6f}; }

float focal_of(const Camera& camera, Size size) {
    return 0.5f * static_cast<float>(size.height) / std::tan(0.5f * camera.field_of_view);
}

// Scenery is drawn without a ball's belt, which makes it one colour.
RenderItem item(const Shape& shape, Vec3 position, uint32_t rgb, uint32_t body = 0) {
    RenderItem result{shape};
    result.transform.position = position;
    result.rgb = rgb;
    result.scenery = true;
    result.body = body;
    return result;
}

// Differences, not ratios: where the sun glints, red is pale.
bool is_red(const uint8_t* p) { return p[0] > p[1] + 25 && p[0] > p[2] + 25; }
bool is_blue(const uint8_t* p) { return p[2] > 1.4 * p[0]; }
int brightness(const uint8_t* p) { return p[0] + p[1] + p[2]; }

int count_red(const Image& image) {
    int count = 0;
    for (int y = 0; y < image.height; ++y) {
        for (int x = 0; x < image.width; ++x) count += is_red(image.pixel(x, y));
    }
    return count;
}

TEST(Picture, ASphereCoversTheDiscOfItsProjection) {
    const Camera camera = camera_on_z(5);
    RenderScene scene;
    scene.items.push_back(item(Sphere{1}, {0, 0, 0}, red));
    const Image image = render_picture(scene, camera, small);
    // The cone of rays that touch a sphere of radius r at distance d has the tangent r / sqrt(d^2 - r^2).
    const float radius = focal_of(camera, small) / std::sqrt(25.0f - 1.0f);
    for (int y = 0; y < small.height; ++y) {
        for (int x = 0; x < small.width; ++x) {
            const float away =
                std::hypot(static_cast<float>(x) + 0.5f - 80, static_cast<float>(y) + 0.5f - 60);
            if (std::abs(away - radius) < 1.5f) continue;  // the smooth edge
            EXPECT_EQ(is_red(image.pixel(x, y)), away < radius) << x << "," << y;
        }
    }
    const double area = std::numbers::pi * radius * radius;
    EXPECT_NEAR(count_red(image), area, 0.03 * area);
}

TEST(Picture, ABoxSeenFromTheFrontCoversItsFrontFace) {
    const Camera camera = camera_on_z(6);
    RenderScene scene;
    scene.items.push_back(item(Box{{1, 0.5f, 1}}, {0, 0, 0}, red));
    const double metre = focal_of(camera, small) / 5.0;  // pixels at the front face
    EXPECT_NEAR(count_red(render_picture(scene, camera, small)), 2 * metre * metre, 0.03 * 2 * metre * metre);
}

TEST(Picture, ACapsuleCoversASegmentWithARadius) {
    const Camera camera = camera_on_z(40);  // far away, the projection is nearly parallel
    RenderScene scene;
    scene.items.push_back(item(Capsule{{-3, 0, 0}, {3, 0, 0}, 2}, {0, 0, 0}, red));
    const double metre = focal_of(camera, small) / 40;
    const double area = (std::numbers::pi * 4 + 6 * 4) * metre * metre;
    EXPECT_NEAR(count_red(render_picture(scene, camera, small)), area, 0.04 * area);
}

TEST(Picture, AHullCoversItsOutline) {
    const Camera camera = camera_on_z(40);
    const Vec3 points[] = {{-4, -4, 0}, {4, -4, 0}, {0, 4, 0}, {0, 0, -3}};
    RenderScene scene;
    scene.items.push_back(item(Hull(points), {0, 0, 0}, red));
    const Size size{480, 360};
    const double metre = focal_of(camera, size) / 40;
    EXPECT_NEAR(count_red(render_picture(scene, camera, size)), 32 * metre * metre,
                0.03 * 32 * metre * metre);
}

TEST(Picture, TheNearerThingHidesTheOtherInWhicheverOrderTheyAreDrawn) {
    const RenderItem near = item(Box{{0.5f, 0.5f, 0.5f}}, {0, 0, 2}, red, 1);
    const RenderItem far = item(Box{{1.5f, 1.5f, 0.5f}}, {0, 0, -2}, blue, 2);
    RenderScene one, other;
    one.items = {near, far};
    other.items = {far, near};
    const Image first = render_picture(one, camera_on_z(9), small);
    const Image second = render_picture(other, camera_on_z(9), small);
    EXPECT_TRUE(is_red(first.pixel(80, 60)));
    EXPECT_TRUE(is_blue(first.pixel(80 + 15, 60)));
    EXPECT_EQ(first.rgb, second.rgb);
}

TEST(Picture, ThingsThatPassThroughEachOtherAreCutWhereTheyMeet) {
    RenderScene scene;
    scene.items.push_back(item(Sphere{1}, {0.5f, 0, 0}, red, 1));
    scene.items.push_back(item(Sphere{1}, {-0.5f, 0, 0}, blue, 2));
    const Image image = render_picture(scene, camera_on_z(7), small);
    EXPECT_TRUE(is_red(image.pixel(84, 60)));
    EXPECT_TRUE(is_blue(image.pixel(76, 60)));
}

TEST(Picture, TheGroundReachesTheHorizonAndNoFurther) {
    RenderScene scene;
    scene.items.push_back(item(HalfSpace{}, {0, 0, 0}, green));
    const Camera camera{{0, 2, 10}, {0, 2, 0}, {0, 1, 0}, 0.6f};
    const Image image = render_picture(scene, camera, small);
    const auto is_green = [](const uint8_t* p) { return p[1] > 1.3 * p[0] && p[1] > 1.3 * p[2]; };
    for (int x = 0; x < small.width; ++x) {
        EXPECT_TRUE(is_green(image.pixel(x, small.height - 1))) << x;
        EXPECT_FALSE(is_green(image.pixel(x, small.height / 2 - 1))) << x;
    }
}

TEST(Picture, AFloorThatPassesUnderTheCameraIsCutAtTheNearPlaneWithoutAGap) {
    RenderScene scene;
    scene.items.push_back(item(Box{{50, 1, 50}}, {0, -1, 0}, red));
    // The floor ends 50 m ahead, 1.1 degrees below the horizon; the middle of the picture is 2.9 degrees
    // below it.
    const Camera camera{{0, 1, 0}, {0, 0.95f, -1}, {0, 1, 0}, 0.6f};
    const Image image = render_picture(scene, camera, small);
    for (int x = 0; x < small.width; ++x) {
        for (int y = 0; y < 45; ++y) EXPECT_FALSE(is_red(image.pixel(x, y))) << x << "," << y;
        for (int y = 60; y < small.height; ++y) EXPECT_TRUE(is_red(image.pixel(x, y))) << x << "," << y;
    }
}

TEST(Picture, AThingCastsItsShadowWhereTheSunPutsIt) {
    RenderScene scene;
    scene.items.push_back(item(HalfSpace{}, {0, 0, 0}, 0xb0b0b0));
    scene.items.push_back(item(Sphere{0.6f}, {0, 1.5f, 0}, red, 1));
    scene.items[1].scenery = false;
    const Camera camera{{0, 6, 10}, {0, 0.5f, 0}, {0, 1, 0}, 0.6f};
    const Projector projector(camera, small);
    const Stage stage = set_stage(scene, projector);
    const Image image = render_picture(scene, camera, small);
    const Vec3 shadow = Vec3{0, 1.5f, 0} - (1.5f / stage.to_sun.y) * stage.to_sun;
    const Vec3 mirrored{-shadow.x, 0, shadow.z};  // as far from the camera and the ball, but in the sun
    const auto brightness_at = [&](Vec3 p) {
        const ScreenPoint at = projector.project(p);
        return brightness(image.pixel(static_cast<int>(at.x), static_cast<int>(at.y)));
    };
    EXPECT_LT(brightness_at(shadow), 0.8 * brightness_at(mirrored));
}

TEST(Picture, GlassHidesNothingAndTintsWhatIsBehindIt) {
    RenderScene scene;
    scene.items.push_back(item(Sphere{1}, {0, 0, 0}, red, 1));
    const Image clear = render_picture(scene, camera_on_z(7), small);
    scene.items.push_back(item(Box{{2, 2, 0.1f}}, {0, 0, 2}, blue, 2));
    scene.items[1].glass = true;
    const Image tinted = render_picture(scene, camera_on_z(7), small);
    EXPECT_TRUE(is_red(tinted.pixel(80, 60)));
    EXPECT_NE(brightness(tinted.pixel(80, 60)), brightness(clear.pixel(80, 60)));
}

TEST(Picture, EmptyScenesAndOnePixelAreDrawnToo) {
    EXPECT_EQ(render_picture({}, camera_on_z(3), {1, 1}).rgb.size(), 3u);
    RenderScene scene;
    scene.items.push_back(item(Sphere{1}, {0, 0, 0}, red));
    EXPECT_TRUE(is_red(render_picture(scene, camera_on_z(3), {1, 1}).pixel(0, 0)));
}

}  // namespace
}  // namespace cairn::render
