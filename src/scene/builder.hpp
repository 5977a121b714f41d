#pragma once
// What the built-in scenes have in common: a ground, a bin, and short ways to add bodies and joints.

#include <span>
#include <string>
#include <vector>

#include "scene/builtin.hpp"
#include "scene/description.hpp"

namespace cairn {

inline SceneParameter whole(const char* name, int value, int minimum, int maximum, const char* summary) {
    return {
        name, summary, static_cast<double>(value), static_cast<double>(minimum), static_cast<double>(maximum),
        true};
}
inline SceneParameter real(const char* name, double value, double minimum, double maximum,
                           const char* summary) {
    return {name, summary, value, minimum, maximum, false};
}
inline SceneParameter sleep_parameter(bool value) {
    return whole("sleep", value ? 1 : 0, 0, 1, "1: bodies at rest fall asleep");
}

class SceneBuilder {
public:
    /// Starts with the name, and with the parameters that every scene has: gravity and sleep.
    SceneBuilder(const char* name, const SceneParameters& parameters);

    SceneDescription description;

    /// Adds a body with one shape and returns its index. The name is `prefix` and the number of bodies so
    /// named so far is the caller's affair: see numbered().
    int add(std::string name, const BodyDef& def, const SceneGeometry& geometry,
            const ShapeDef& material = {});
    int add_fixed(std::string name, Vec3 position, const SceneGeometry& geometry,
                  const ShapeDef& material = {});
    int add_hull(std::string name, std::vector<Vec3> points);
    void join(std::string name, int body_a, int body_b, const JointDef& def);

    /// A box of 2 m thickness whose top is y = 0.
    void ground(float friction = 0.6f, float half_width = 100);
    /// Four walls, 2 m thick, around |x| < half_x, |z| < half_z; pictures show them as glass.
    void bin(float half_x, float half_z, float height, float friction = 0.6f);
    void camera(Vec3 eye, Vec3 target) { description.camera = SceneCamera{eye, target}; }
};

std::string numbered(const char* prefix, int number);

/// Moves the points so that their hull's centre of mass is the origin, and returns where it was.
Vec3 center_points(std::vector<Vec3>& points);

/// A stone: `count` points, well apart, on an ellipsoid of mean radius `radius`, about the origin.
std::vector<Vec3> stone_points(class Random& random, int count, float radius);

std::vector<BuiltinScene> stack_scenes();
std::vector<BuiltinScene> masonry_scenes();
std::vector<BuiltinScene> pile_scenes();
std::vector<BuiltinScene> joint_scenes();
std::vector<BuiltinScene> machine_scenes();
std::vector<BuiltinScene> motion_scenes();
std::vector<BuiltinScene> contact_scenes();

}  // namespace cairn
