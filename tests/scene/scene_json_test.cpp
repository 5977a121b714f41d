#include "scene/scene_json.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "scene/metrics.hpp"
#include "scene/scene.hpp"
#include "scene_support.hpp"

namespace cairn {
namespace {

const char* const pendulum = R"({ "name": "pendulum", "gravity": [0, -9.81, 0], "dt": 0.004166667,
  "solver": { "name": "soft-step", "substeps": 4 },
  "bodies": [
    { "name": "ground", "type": "fixed",
      "shapes": [ { "type": "plane", "normal": [0, 1, 0], "offset": 0, "friction": 0.5 } ] },
    { "name": "rod", "position": [0.5, 2, 0], "rotation": [0, 0, 0, 1], "velocity": [0, 0, 0],
      "angular_velocity": [0, 0, 0], "mass": 1, "inertia": [0.01, 0.0833, 0.0833],
      "shapes": [ { "type": "box", "half_extents": [0.5, 0.05, 0.05], "density": 100, "restitution": 0.2 } ] } ],
  "joints": [ { "name": "pivot", "type": "ball", "bodies": [ "world", "rod" ], "anchor": [0, 2, 0] } ] })";

TEST(ReadScene, ReadsThePendulumOfTheManual) {
    const SceneDescription scene = read_scene(pendulum);
    EXPECT_EQ(scene.name, "pendulum");
    EXPECT_FLOAT_EQ(scene.dt, 0.004166667f);
    ASSERT_EQ(scene.bodies.size(), 2u);
    EXPECT_EQ(scene.bodies[0].def.type, BodyType::fixed);
    EXPECT_FLOAT_EQ(scene.bodies[0].shapes.at(0).material.friction, 0.5f);
    EXPECT_EQ(scene.bodies[1].def.inertia, (Vec3{0.01f, 0.0833f, 0.0833f}));
    ASSERT_EQ(scene.joints.size(), 1u);
    EXPECT_EQ(scene.joints[0].body_a, -1);
    EXPECT_EQ(scene.joints[0].body_b, 1);
    EXPECT_EQ(std::get<BallJoint>(scene.joints[0].def).anchor, (Vec3{0, 2, 0}));
}

TEST(ReadScene, ThePendulumSwings) {
    Scene scene(read_scene(pendulum));
    for (int i = 0; i < 116; ++i) scene.step();  // a quarter of the period from 90 degrees, 1.933 s
    EXPECT_NEAR(scene.world().transform(scene.body("rod")).position.x, 0, 0.02f);
    EXPECT_NEAR(scene.world().transform(scene.body("rod")).position.y, 1.5f, 0.01f);
    EXPECT_LT(measure(scene).max_joint_error, 0.01);
}

TEST(ReadScene, GivesNamesToTheNameless) {
    const SceneDescription scene = read_scene(R"({"bodies": [{}, {"name": "b"}, {}]})");
    EXPECT_EQ(scene.bodies[0].name, "body0");
    EXPECT_EQ(scene.bodies[2].name, "body2");
}

TEST(ReadScene, AnEmptyObjectIsAnEmptyScene) {
    Scene scene(read_scene("{}"));
    scene.step();
    EXPECT_EQ(measure(scene).bodies, 0);
}

/// Every kind of shape and joint, every option away from its default.
const char* const everything = R"({
  "name": "everything", "summary": "one of each", "gravity": [0.5, -3, 0.25], "dt": 0.01, "steps": 7,
  "sleep": false, "continuous": false, "camera": {"eye": [1, 2, 3], "target": [0, 1, 0]},
  "solver": {"name": "soft-step", "substeps": 6, "contact_hertz": 25, "contact_damping": 9, "push_speed": 2,
             "joint_hertz": 50, "joint_damping": 3, "restitution_speed": 0.5, "load_memory": 0.02, "stiff_mass_ratio": 50},
  "hulls": [{"name": "wedge", "points": [[0,0,0],[1,0,0],[0,1,0],[0,0,1]]}],
  "bodies": [
    {"name": "floor", "type": "fixed", "shapes": [{"type": "plane", "normal": [0,1,0.1], "offset": -5}]},
    {"name": "arm", "type": "kinematic", "position": [9,9,9], "shapes": [{"type": "capsule", "a": [0,0,0], "b": [1,0,0], "radius": 0.1}]},
    {"name": "a", "position": [0,1,0], "rotation": [0,0.6,0,0.8], "velocity": [1,0,0], "angular_velocity": [0,1,0],
     "mass": 2, "inertia": [1,1,1], "center_of_mass": [0.1,0,0], "gravity_scale": 0.5, "linear_damping": 0.1,
     "angular_damping": 0.2, "locks": {"linear_x": true, "angular_z": true}, "can_sleep": false, "awake": true,
     "bullet": true, "gyroscopic": false, "color": "#12ab34", "hidden": true,
     "shapes": [
       {"type": "sphere", "radius": 0.5, "center": [0,0.1,0], "density": 10, "friction": 0.1, "restitution": 0.3,
        "rolling_resistance": 0.01, "spinning_friction": 0.02, "surface_velocity": [1,0,0],
        "friction_combine": "minimum", "restitution_combine": "average",
        "filter": {"category": 2, "mask": 18446744073709551614, "group": -3},
        "sensor": true, "contact_events": false, "hit_events": true},
       {"type": "box", "half_extents": [0.1,0.2,0.3], "center": [1,0,0], "rotation": [0,0,1,0]},
       {"type": "hull", "hull": "wedge"},
       {"type": "hull", "points": [[0,0,0],[2,0,0],[0,2,0],[0,0,2],[2,2,2]]}]},
    {"name": "b", "position": [3,1,0], "shapes": [{"type": "sphere", "radius": 0.5}]}],
  "joints": [
    {"name": "j0", "type": "ball", "bodies": ["a", "b"], "anchor": [1,1,0], "axis": [1,0,0], "cone_limit": 0.5, "twist": [-0.5, 0.5],
     "spring": {"hertz": 2, "damping_ratio": 0.5}, "motor_velocity": [1,0,0], "motor_torque": 3, "collide_connected": true,
     "break_force": 100, "break_torque": 200, "stiffness": {"hertz": 5}},
    {"name": "j1", "type": "hinge", "bodies": ["a", "b"], "anchor": [1,1,0], "axis": [0,1,0], "limits": [-1, 1],
     "motor": {"speed": 2, "max_force": 5}, "spring": {"hertz": 1}, "spring_target": 0.1},
    {"name": "j2", "type": "slider", "bodies": ["world", "b"], "anchor": [1,1,0], "axis": [0,0,1], "limits": [0, 1],
     "motor": {"speed": 0}, "spring": {"hertz": 1, "damping_ratio": 0}, "spring_target": 0.2},
    {"name": "j3", "type": "fixed", "bodies": ["a", "world"], "anchor": [1,1,0], "angular_stiffness": {"hertz": 3}},
    {"name": "j4", "type": "distance", "bodies": ["a", "b"], "anchor_a": [0,1,0], "anchor_b": [3,1,0], "length": 2,
     "limits": [0, 4], "motor": {"speed": 1}, "spring": {"hertz": 3}},
    {"name": "j5", "type": "wheel", "bodies": ["a", "b"], "anchor": [3,1,0], "suspension_axis": [0,1,0], "spin_axis": [0,0,1],
     "suspension": {"hertz": 3}, "travel": [-0.1, 0.1], "motor": {"speed": 5, "max_force": 2}, "steering": true,
     "steering_spring": {"hertz": 8, "damping_ratio": 0.7}, "steering_target": 0.2, "steering_torque": 9, "steering_limits": [-0.5, 0.5]},
    {"name": "j6", "type": "motor", "bodies": ["a", "b"], "anchor": [3,1,0], "target_position": [1,0,0], "target_rotation": [0,1,0,0],
     "linear": {"hertz": 2}, "angular": {"hertz": 0, "damping_ratio": 1}, "max_force": 10, "max_torque": 20}],
  "motions": [{"body": "arm", "axis": [0,1,0], "speed": 2, "ramp": 1, "sway": [0,1,0], "hertz": 0.5}],
  "inputs": [{"step": 2, "body": "a", "kind": "impulse", "value": [0,1,0], "at": [0,1,0]},
             {"step": 3, "body": "b", "kind": "angular_velocity", "value": [0,1,0]}]
})";

TEST(WriteScene, ComesBackFromEveryKindOfField) {
    const std::string once = write_scene(read_scene(everything));
    EXPECT_EQ(write_scene(read_scene(once)), once);
    for (const char* word :
         {"cone_limit", "18446744073709551614", "#12ab34", "steering_limits", "\"hertz\":8.0",
          "spinning_friction", "stiff_mass_ratio", "angular_stiffness", "center_of_mass", "load_memory",
          "\"at\"", "\"ramp\"", "\"limits\":[0.0,4.0]", "wedge", "\"group\":-3", "max_torque"}) {
        EXPECT_THAT(once, testing::HasSubstr(word));
    }
}

TEST(WriteScene, NestedDefaultsAreThoseOfTheNestedType) {
    // A wheel's suspension is 4 Hz, 0.7 damping by default; a spring is 0 Hz, 1. Written 0 Hz must come back
    // 0 Hz, 1.
    SceneDescription scene = read_scene(everything);
    WheelJoint& wheel = std::get<WheelJoint>(scene.joints.at(5).def);
    wheel.suspension = {0, 1};
    const SceneDescription again = read_scene(write_scene(scene));
    EXPECT_EQ(std::get<WheelJoint>(again.joints.at(5).def).suspension, (Spring{0, 1}));
}

TEST(WriteScene, InfinityIsWrittenAsTheLargestNumber) {
    SceneDescription scene;
    scene.solver.stiff_mass_ratio = infinity;
    EXPECT_GT(read_scene(write_scene(scene)).solver.stiff_mass_ratio, 1e38f);
}

TEST(WriteScene, AnySolverComesBackWithItsParameters) {
    SceneDescription scene;
    scene.stage_solver = "si:friction=pyramid8,iterations=30,beta=1e-2,warm_start=off,shock=1";
    EXPECT_EQ(read_scene(write_scene(scene)).stage_solver,
              "si:friction=pyramid8,iterations=30,beta=0.01,warm_start=false,shock=true");
}

TEST(WriteScene, RefusesCode) {
    SceneDescription scene = read_scene(everything);
    scene.joints.at(0).def = UserJoint{};
    EXPECT_THAT(error_of([&] { write_scene(scene); }), testing::HasSubstr("user-defined joint"));
}

class EverySceneAsJson : public testing::TestWithParam<std::string> {};

INSTANTIATE_TEST_SUITE_P(Builtin, EverySceneAsJson, testing::ValuesIn(builtin_names()),
                         [](const testing::TestParamInfo<std::string>& scene) { return test_name(scene); });

TEST_P(EverySceneAsJson, IsReadBackWordForWord) {
    const std::string text = write_scene(make_scene(GetParam()));
    EXPECT_EQ(write_scene(read_scene(text)), text);
}

TEST_P(EverySceneAsJson, RunsToTheSameBits) {
    const SceneDescription original = small_scene(GetParam());
    Scene first(original), second(read_scene(write_scene(original)));
    for (int i = 0; i < 30; ++i) {
        first.step();
        second.step();
    }
    EXPECT_EQ(first.world().hash(), second.world().hash());
}

}  // namespace
}  // namespace cairn
