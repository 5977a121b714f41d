// Stacks that must stand, without sleep or damping: V28 to V30 of the checklist and the stability list of the
// engine.

#include <gtest/gtest.h>

#include <vector>

#include "scene/builtin.hpp"
#include "scene/scene.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

constexpr float allowed_depth = 0.006f;  // slop of 5 mm and 1 mm
constexpr float still = 1e-3f;           // m/s

Scene scene_of(const char* name, std::vector<SceneSetting> settings) {
    settings.emplace_back("sleep", 0);
    return Scene(make_scene(name, settings));
}

void play(Scene& scene, double seconds) {
    const int steps = static_cast<int>(std::lround(seconds / static_cast<double>(scene.description().dt)));
    for (int step = 0; step < steps; ++step) scene.step();
}

std::vector<Vec3> positions(const Scene& scene) {
    std::vector<Vec3> result;
    for (const BodyId body : scene.bodies()) result.push_back(scene.world().center_of_mass(body));
    return result;
}

/// The largest distance by which any body is away from where it was.
float moved(const Scene& scene, const std::vector<Vec3>& before) {
    float distance = 0;
    const std::vector<Vec3> now = positions(scene);
    for (size_t i = 0; i < now.size(); ++i) distance = max_of(distance, length(now[i] - before[i]));
    return distance;
}

TEST(V28StackReactions, EachInterfaceCarriesWhatIsAboveIt) {
    World world({.sleep = false});
    const int count = 10;
    std::vector<BodyId> boxes{add_floor(world)};
    for (int i = 0; i < count; ++i) boxes.push_back(add_box(world, {0, 0.5f + static_cast<float>(i), 0}));
    run(world, 20);
    const float weight = world.mass(boxes[1]) * gravity;
    int interfaces = 0;
    for (const Contact& contact : world.contacts()) {
        for (int k = 0; k < count; ++k) {
            const BodyId lower = boxes[static_cast<size_t>(k)], upper = boxes[static_cast<size_t>(k) + 1];
            const bool this_one = (contact.body_a == lower && contact.body_b == upper) ||
                                  (contact.body_a == upper && contact.body_b == lower);
            if (!this_one) continue;
            const float expected = static_cast<float>(count - k) * weight;
            EXPECT_NEAR(std::fabs(contact.force.y), expected, 0.01f * expected) << "interface " << k;
            ++interfaces;
        }
    }
    EXPECT_EQ(interfaces, count);
    EXPECT_LT(max_speed(world), still);
    EXPECT_LT(max_penetration(world), allowed_depth);
}

TEST(V29CattoStack, TenBoxesAreStillAfterFiveSecondsAndForAMinuteMore) {
    Scene scene = scene_of("catto-stack", {{"n", 10}});
    play(scene, 5);
    EXPECT_LT(max_speed(scene.world()), still) << "after 5 s";
    EXPECT_LT(max_penetration(scene.world()), allowed_depth);
    const std::vector<Vec3> settled = positions(scene);
    for (int second = 0; second < 60; ++second) {
        play(scene, 1);
        ASSERT_LT(max_speed(scene.world()), still) << "second " << second;
    }
    EXPECT_LT(moved(scene, settled), 1e-3f);
}

TEST(V29CattoStack, StandsWithAnyNumberOfBoxesUpToTwelve) {
    for (const int count : {1, 2, 3, 5, 8, 12}) {
        Scene scene = scene_of("catto-stack", {{"n", count}});
        play(scene, 15);
        const float top = scene.world().transform(scene.bodies().back()).position.y;
        EXPECT_NEAR(top, 0.175 + 0.35 * (count - 1), 0.01 * count) << count << " boxes";
        EXPECT_LT(max_speed(scene.world()), still) << count << " boxes";
    }
}

/// Height of the top box against the ideal, and whether all is still, after ten seconds.
void check_mass_ratio(double ratio, int boxes, double tolerance) {
    Scene scene = scene_of("mass-ratio", {{"ratio", ratio}, {"boxes", static_cast<double>(boxes)}});
    play(scene, 10);
    const Vec3 top = scene.world().transform(scene.bodies().back()).position;
    EXPECT_NEAR(top.y, 0.5 + (boxes - 1), tolerance) << ratio << " : 1 on " << boxes - 1;
    EXPECT_LT(std::hypot(top.x, top.z), tolerance) << ratio << " : 1 on " << boxes - 1;
    EXPECT_LT(max_speed(scene.world()), still) << ratio << " : 1 on " << boxes - 1;
    EXPECT_LT(max_penetration(scene.world()), allowed_depth) << ratio << " : 1 on " << boxes - 1;
}

TEST(V30MassRatio, LightOnHeavyStandsAtAnyRatio) {
    for (const double ratio : {0.01, 0.1, 1.0}) check_mass_ratio(ratio, 2, 0.005);
}

TEST(V30MassRatio, TenToOneStands) { check_mass_ratio(10, 2, 0.010); }

TEST(V30MassRatio, AHundredToOneStandsWithinTenMillimetres) { check_mass_ratio(100, 2, 0.010); }

TEST(V30MassRatio, AThousandToOneStands) {
    Scene scene = scene_of("mass-ratio", {{"ratio", 1000}});
    play(scene, 10);
    EXPECT_NEAR(scene.world().transform(scene.bodies().back()).position.y, 1.5, 0.1);
    EXPECT_LT(max_speed(scene.world()), still);
}

TEST(V30MassRatio, TenBoxesWithATopOfAHundredStand) {
    Scene scene = scene_of("mass-ratio", {{"ratio", 100}, {"boxes", 10}});
    play(scene, 60);
    const Vec3 top = scene.world().transform(scene.bodies().back()).position;
    EXPECT_NEAR(top.y, 9.5, 0.1);
    EXPECT_LT(std::hypot(top.x, top.z), 0.05f);
    EXPECT_LT(max_speed(scene.world()), still);
    EXPECT_LT(max_penetration(scene.world()), allowed_depth);
}

/// Plays a minute; all must stay where it was, and be still and barely overlapping at the end.
void check_stands(const char* name, std::vector<SceneSetting> settings, float tolerance) {
    Scene scene = scene_of(name, std::move(settings));
    const std::vector<Vec3> before = positions(scene);
    play(scene, 5);
    EXPECT_LT(max_speed(scene.world()), still) << name << " after 5 s";
    play(scene, 55);
    EXPECT_LT(moved(scene, before), tolerance) << name;
    EXPECT_LT(max_speed(scene.world()), still) << name << " after 60 s";
    EXPECT_LT(max_penetration(scene.world()), allowed_depth) << name;
}

TEST(Stability, TheArchStandsAMinute) { check_stands("arch", {}, 0.05f); }

TEST(Stability, TheCardHouseStandsAMinute) { check_stands("card-house", {}, 0.05f); }

TEST(Stability, ASmallPyramidStandsAMinute) { check_stands("pyramid", {{"base", 10}}, 0.03f); }

TEST(C22VariableSteps, AStackStandsWithJitterOfAFifth) {
    Scene scene = scene_of("catto-stack", {{"n", 10}});
    Dice dice(22);
    for (int step = 0; step < 600; ++step) scene.world().step(dice.between(0.8f, 1.2f) / 60);
    EXPECT_NEAR(scene.world().transform(scene.bodies().back()).position.y, 3.325, 0.02);
    EXPECT_LT(max_speed(scene.world()), 0.05f);
}

TEST(C39CollapsedStack, ComesApartWithoutSticking) {
    World world({.sleep = false});
    add_floor(world);
    for (int i = 0; i < 8; ++i)
        add_box(world, {0.2f * static_cast<float>(i), 0.26f + 0.52f * static_cast<float>(i), 0},
                {0.25f, 0.25f, 0.25f});
    const double before = sums_of(world).energy();
    run(world, 8);
    EXPECT_LT(sums_of(world).energy(), 0.5 * before);
    for (const BodyId body : world.bodies()) {
        if (world.type(body) != BodyType::dynamic) continue;
        EXPECT_LT(length(world.velocity(body)), 0.01f);
        EXPECT_FALSE(world.contacts(body).empty()) << "a box hovers";
    }
    for (const Contact& contact : world.contacts())
        for (int i = 0; i < contact.point_count; ++i) EXPECT_GE(contact.points[i].normal_impulse, 0);
}

}  // namespace
}  // namespace cairn
