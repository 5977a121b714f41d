#pragma once
// A scene as Bullet and ODE want it: bodies about their centre of mass with principal axes of inertia, shapes
// about their own middle. Written once, so that both get the same masses and the same geometry as Cairn.

#include <memory>
#include <variant>
#include <vector>

#include "scene/description.hpp"

namespace cairn::bench {

struct Rod {  ///< a capsule along y
    float half_length = 0, radius = 0;
};
/// A hull's points are in the mass frame of its body; a half-space is in world space.
using PeerGeometry = std::variant<Sphere, Rod, Box, Hull, HalfSpace>;

struct PeerShape {
    PeerGeometry geometry;
    Transform pose{};  ///< in the mass frame of its body
    float friction = 0, restitution = 0;
};

struct PeerBody {
    BodyDef def{};
    /// Centre of mass and principal axes, seen from the body's own frame.
    Transform mass_frame{};
    float mass = 0;
    Vec3 inertia{};
    Filter filter{};
    std::vector<PeerShape> shapes;

    bool dynamic() const { return def.type == BodyType::dynamic; }
    Transform own_frame() const { return {def.position, def.rotation}; }
    Transform start() const { return own_frame() * mass_frame; }
    /// From a pose of the mass frame to that of the body.
    Transform own_frame(const Transform& mass_pose) const;
};

struct PeerScene {
    explicit PeerScene(const SceneDescription& description);

    const SceneDescription& description;
    std::vector<PeerBody> bodies;
};

struct Twist {
    Vec3 velocity, angular_velocity;
};

/// The velocity with which a kinematic body follows its motion during the step that `time` begins.
Twist motion_velocity(const SceneMotion& motion, double time, float dt, Vec3 start, Vec3 position);

/// The filters of two bodies, by Cairn's rule (cairn::Filter).
bool may_collide(const Filter& a, const Filter& b);

/// The bodies and flags that all joints have.
const JointBase& base_of(const JointDef& def);

}  // namespace cairn::bench
