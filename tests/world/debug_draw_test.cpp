// What World::draw shows, recorded.

#include <gtest/gtest.h>

#include <cairn/cairn.hpp>
#include <set>
#include <vector>

namespace cairn {
namespace {

class Recorder : public DebugDraw {
public:
    struct Point {
        Vec3 at;
        float size;
        uint32_t rgb;
        bool operator==(const Point&) const = default;
    };
    struct Line {
        Vec3 a, b;
        bool operator==(const Line&) const = default;
    };

    void shape(const Shape& shape, const Transform& transform, uint32_t rgb) override {
        shapes.push_back(shape.index());
        poses.push_back(transform);
        colors.push_back(rgb);
    }
    void line(Vec3 a, Vec3 b, uint32_t) override { lines.push_back({a, b}); }
    void point(Vec3 p, float size, uint32_t rgb) override { points.push_back({p, size, rgb}); }
    void bounds(const Bounds& box, uint32_t) override { boxes.push_back(box); }

    std::vector<size_t> shapes;
    std::vector<Transform> poses;
    std::vector<uint32_t> colors;
    std::vector<Line> lines;
    std::vector<Point> points;
    std::vector<Bounds> boxes;
};

constexpr DebugDrawOptions nothing{false, false, false, false, false, false};

/// A box at rest on the ground with a heavy one on top, and a ball that hangs from the world.
struct Scene {
    World world;
    BodyId ground, low, high, ball;

    Scene() {
        ground = world.add_body({.type = BodyType::fixed});
        world.add_shape(ground, HalfSpace{});
        low = world.add_body({.position = {0, 0.5f, 0}});
        world.add_shape(low, Box{});
        high = world.add_body({.position = {0, 1.5f, 0}});
        world.add_shape(high, Box{}, {.density = 20000});
        ball = world.add_body({.position = {5, 2, 0}});
        world.add_shape(ball, Sphere{0.25f});
        BallJoint joint;
        joint.body_b = ball;
        joint.anchor = {5, 3, 0};
        world.add_joint(joint);
        for (int i = 0; i < 30; ++i) world.step(1.0f / 60);
    }
    Recorder draw(DebugDrawOptions options) const {
        Recorder recorder;
        world.draw(recorder, options);
        return recorder;
    }
};

TEST(DebugDraw, ShowsEveryShapeInOrderWhereItIs) {
    Scene scene;
    DebugDrawOptions options = nothing;
    options.shapes = true;
    const Recorder seen = scene.draw(options);
    EXPECT_EQ(seen.shapes, (std::vector<size_t>{4, 2, 2, 0}));
    EXPECT_EQ(seen.poses[1], scene.world.transform(scene.low));
    EXPECT_EQ(seen.poses[3], scene.world.transform(scene.ball));
    EXPECT_TRUE(seen.lines.empty() && seen.points.empty() && seen.boxes.empty());
}

TEST(DebugDraw, TellsFixedKinematicAwakeAsleepAndSensorsByColour) {
    World world;
    for (const BodyType type : {BodyType::fixed, BodyType::kinematic, BodyType::dynamic}) {
        const BodyId body = world.add_body({.type = type});
        world.add_shape(body, Sphere{});
    }
    const BodyId sleeper = world.add_body({.position = {9, 0, 0}, .awake = false});
    world.add_shape(sleeper, Sphere{});
    world.add_shape(sleeper, Sphere{}, {.sensor = true});
    Recorder seen;
    world.draw(seen);
    ASSERT_EQ(seen.colors.size(), 5u);
    EXPECT_EQ(std::set<uint32_t>(seen.colors.begin(), seen.colors.end()).size(), 5u);
}

TEST(DebugDraw, ShowsContactPointsLargerAndRedderWhereTheyArePressed) {
    Scene scene;
    DebugDrawOptions options = nothing;
    options.contacts = true;
    const Recorder seen = scene.draw(options);
    ASSERT_EQ(seen.points.size(), 8u);
    EXPECT_TRUE(seen.lines.empty());
    for (const Recorder::Point& point : seen.points) {
        EXPECT_GT(point.size, 0.01f);
        EXPECT_LE(point.size, 0.05f);
        EXPECT_NEAR(abs_of(point.at.x), 0.5f, 0.01f);
    }
    // a light box under the same world, by itself, is pressed less
    World light;
    const BodyId ground = light.add_body({.type = BodyType::fixed});
    light.add_shape(ground, HalfSpace{});
    const BodyId box = light.add_body({.position = {0, 0.5f, 0}});
    light.add_shape(box, Box{});
    for (int i = 0; i < 30; ++i) light.step(1.0f / 60);
    Recorder alone;
    light.draw(alone, options);
    ASSERT_EQ(alone.points.size(), 4u);
    EXPECT_LT(alone.points[0].size, seen.points[0].size);
    EXPECT_GT(alone.points[0].rgb >> 8 & 255u, seen.points[0].rgb >> 8 & 255u);
}

TEST(DebugDraw, ShowsNormalsFromTheContactPoints) {
    Scene scene;
    DebugDrawOptions options = nothing;
    options.normals = true;
    const Recorder seen = scene.draw(options);
    ASSERT_EQ(seen.lines.size(), 8u);
    for (const Recorder::Line& line : seen.lines) {
        EXPECT_NEAR(length(line.b - line.a), 0.1f, 1e-4f);
        EXPECT_NEAR(abs_of(line.b.y - line.a.y), 0.1f, 1e-3f);
    }
}

TEST(DebugDraw, ShowsAJointToTheWorldFromItsAnchorToTheBody) {
    Scene scene;
    DebugDrawOptions options = nothing;
    options.joints = true;
    const Recorder seen = scene.draw(options);
    ASSERT_EQ(seen.lines.size(), 2u);
    EXPECT_EQ(seen.lines[0].a, (Vec3{5, 3, 0}));
    EXPECT_EQ(seen.lines[1].b, scene.world.center_of_mass(scene.ball));
    EXPECT_EQ(seen.points.size(), 2u);
}

TEST(DebugDraw, ShowsRowsOfAUserFromCentreToCentreOfAllTheirBodies) {
    World world({.gravity = {}});
    std::vector<BodyId> bodies;
    for (int i = 0; i < 3; ++i) {
        bodies.push_back(world.add_body({.position = {3.0f * static_cast<float>(i), 5, 0}}));
        world.add_shape(bodies.back(), Sphere{.radius = 0.5f, .center = {0, 1, 0}});
    }
    UserJoint row;
    row.body_b = bodies[0];  // of the world and one body: there is no line to draw
    row.evaluate = [](const Transform&, const Transform&, Row* rows) { rows[0].linear_b = {1, 0, 0}; };
    world.add_joint(row);
    DebugDrawOptions options = nothing;
    options.joints = true;
    Recorder seen;
    world.draw(seen, options);
    EXPECT_TRUE(seen.lines.empty()) << "none to the origin of the world";
    ASSERT_EQ(seen.points.size(), 1u);
    EXPECT_EQ(seen.points[0].at, world.center_of_mass(bodies[0]));
    UserJoint pulley;
    pulley.body_a = bodies[0], pulley.body_b = bodies[1], pulley.body_c = bodies[2];
    pulley.evaluate_all = [](const Transform*, Row* rows) { rows[0].linear_a = {1, 0, 0}; };
    world.add_joint(pulley);
    seen = {};
    world.draw(seen, options);
    ASSERT_EQ(seen.lines.size(), 2u);
    EXPECT_EQ(seen.lines[1],
              (Recorder::Line{world.center_of_mass(bodies[1]), world.center_of_mass(bodies[2])}));
    EXPECT_EQ(seen.points.size(), 4u);
}

TEST(DebugDraw, ShowsFatBoundsAndCentresOfMass) {
    Scene scene;
    DebugDrawOptions options = nothing;
    options.bounds = options.centers = true;
    const Recorder seen = scene.draw(options);
    ASSERT_EQ(seen.boxes.size(), 4u);
    EXPECT_TRUE(contains(seen.boxes[1], scene.world.bounds(scene.world.shapes(scene.low)[0])));
    ASSERT_EQ(seen.points.size(), 3u) << "a fixed body has none";
    EXPECT_EQ(seen.points[2].at, scene.world.center_of_mass(scene.ball));
}

TEST(DebugDraw, ShowsTheSameInTwoWorldsOfTheSameHistory) {
    DebugDrawOptions options{true, true, true, true, true, true};
    const Recorder a = Scene().draw(options), b = Scene().draw(options);
    EXPECT_EQ(a.poses, b.poses);
    EXPECT_EQ(a.lines, b.lines);
    EXPECT_EQ(a.points, b.points);
    EXPECT_EQ(a.boxes, b.boxes);
}

}  // namespace
}  // namespace cairn
