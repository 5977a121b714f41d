#pragma once
// A scene as plain data: what the built-in scenes generate, what a JSON file holds, what a recording carries.
// Nothing here runs; `Scene` (scene.hpp) builds a world from it.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <cairn/body.hpp>
#include <cairn/joint.hpp>
#include <cairn/shape.hpp>
#include <cairn/solver.hpp>

namespace cairn {

/// Points of a convex hull. Shapes refer to it by index, so that a thousand stones may share fifty hulls. A
/// hull without a name is written inside the shape that uses it.
struct SceneHull {
    std::string name;
    std::vector<Vec3> points;
};

/// A shape that is a hull: index into SceneDescription::hulls.
struct HullReference {
    int hull = 0;

    constexpr bool operator==(const HullReference&) const = default;
};

using SceneGeometry = std::variant<Sphere, Capsule, Box, HullReference, HalfSpace>;

struct SceneShape {
    SceneGeometry geometry;
    ShapeDef material{};
};

struct SceneBody {
    std::string name;
    BodyDef def{};
    std::vector<SceneShape> shapes;
    /// 0xrrggbb for pictures; unset: the renderer chooses.
    std::optional<uint32_t> color{};
    /// A wall that would hide what it holds: pictures show a fixed box as a pane of glass, and leave out the
    /// rest.
    bool hidden = false;
};

/// A joint between two bodies of the scene by index; -1 is the world. The ids inside `def` are filled in when
/// built.
struct SceneJoint {
    std::string name;
    int body_a = -1;
    int body_b = -1;
    JointDef def;
};

/// How a kinematic body moves by itself: turns about an axis through its centre, sways about where it began,
/// or both.
struct SceneMotion {
    int body = 0;
    Vec3 axis{0, 0, 1};
    /// Angular speed in rad/s, reached evenly within `ramp` seconds.
    float speed = 0;
    float ramp = 0;
    /// position(t) = start + sway * sin(2 pi hertz t)
    Vec3 sway{};
    float hertz = 0;
};

enum class InputKind : uint8_t { impulse, angular_impulse, force, torque, velocity, angular_velocity };

/// Something that is done to a body just before step `step` (the first step is 0). A recording holds them
/// too.
struct SceneInput {
    uint64_t step = 0;
    int body = 0;
    InputKind kind = InputKind::impulse;
    Vec3 value{};
    /// Where an impulse or force acts, in world space; unset: at the centre of mass.
    std::optional<Vec3> at{};
};

struct SceneCamera {
    Vec3 eye{};
    Vec3 target{};
};

struct SceneDescription {
    std::string name = "scene";
    /// One line on what it shows.
    std::string summary;
    Vec3 gravity{0, -9.81f, 0};
    float dt = 1.0f / 60;
    /// Steps that show what the scene is about.
    int steps = 300;
    SoftStep solver{};
    /// In place of soft-step, NAME[:key=value,...]; empty: none.
    std::string stage_solver;
    bool sleep = true;
    bool continuous = true;
    std::optional<SceneCamera> camera{};
    std::vector<SceneHull> hulls;
    std::vector<SceneBody> bodies;
    std::vector<SceneJoint> joints;
    std::vector<SceneMotion> motions;
    std::vector<SceneInput> inputs;
    /// The file it was read from, for complaints about it; empty: none.
    std::string file;
};

}  // namespace cairn
