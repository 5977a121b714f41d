#pragma once
// Joints. Frames are given in world space at the pose the bodies have when the joint is added (`anchor`,
// `axis`), which is what one has at hand when building a scene. A null body id means the world.

#include <cstdint>
#include <functional>
#include <limits>
#include <variant>

#include <cairn/ids.hpp>
#include <cairn/math.hpp>

namespace cairn {

inline constexpr float infinity = std::numeric_limits<float>::infinity();

/// A spring given by how it behaves: the frequency in hertz at which the two bodies swing against each other,
/// and damping ratio (1: critical). Its stiffness is m (2 pi hertz)^2 with the bodies' reduced mass m, which
/// is nearly the lighter one's. hertz 0 is no spring.
struct Spring {
    float hertz = 0;
    float damping_ratio = 1;

    constexpr bool operator==(const Spring&) const = default;
};

/// A range of the joint's coordinate: radians of what turns, metres of what moves along.
struct Limits {
    bool enabled = false;
    float lower = 0;
    float upper = 0;

    constexpr bool operator==(const Limits&) const = default;
};

/// Drives a speed (m/s or rad/s) with bounded force (N) or torque (N m). A target speed of 0 with a bound is
/// dry friction.
struct Motor {
    bool enabled = false;
    float speed = 0;
    float max_force = infinity;

    constexpr bool operator==(const Motor&) const = default;
};

/// What all joints have. Anchors are points in metres, axes need not be of unit length.
struct JointBase {
    BodyId body_a{};
    BodyId body_b{};
    /// Let the two bodies collide with each other.
    bool collide_connected = false;
    /// The joint breaks, is removed and raises an event, when its reaction exceeds one of these (N, N m).
    float break_force = infinity;
    float break_torque = infinity;
    /// Softness of the constraint itself; hertz 0: as stiff as the solver allows.
    Spring stiffness{};
    uint64_t user_data = 0;  ///< yours
};

/// Holds two points together.
struct BallJoint : JointBase {
    Vec3 anchor{};
    Vec3 axis{0, 1, 0};           ///< the twist axis of both bodies
    float cone_limit = infinity;  ///< largest angle between the two bodies' twist axes, radians
    Limits twist{};               ///< range of the angle about the axis, radians, within half a turn
    Spring spring{};              ///< turns back to the rest pose
    /// Drives the relative angular velocity (body b against a, world axes at rest pose of a) to this, rad/s,
    /// with at most motor_torque, N m.
    Vec3 motor_velocity{};
    float motor_torque = 0;
};

/// One rotation about `axis`. Angles are of body b against body a, zero at the pose when the joint is added.
struct HingeJoint : JointBase {
    Vec3 anchor{};
    Vec3 axis{0, 0, 1};
    Limits limits{};          ///< radians, up to four turns either way
    Motor motor{};            ///< rad/s, N m
    Spring spring{};          ///< turns to spring_target
    float spring_target = 0;  ///< radians
};

/// One translation along `axis`; distances are zero at the pose when the joint is added.
struct SliderJoint : JointBase {
    Vec3 anchor{};
    Vec3 axis{1, 0, 0};
    Limits limits{};          ///< metres
    Motor motor{};            ///< m/s, N
    Spring spring{};          ///< pulls to spring_target
    float spring_target = 0;  ///< metres
};

/// All six degrees of freedom held; `angular_stiffness` may soften the rotation apart from the translation.
struct FixedJoint : JointBase {
    Vec3 anchor{};
    Spring angular_stiffness{};
};

/// Keeps the distance of two points at `length` (metres; negative: as it is now; World::definition then says
/// how long that was), or, with limits, within a range; with a spring it is a spring of that rest length. A
/// rope is a limit with lower 0.
struct DistanceJoint : JointBase {
    Vec3 anchor_a{};
    Vec3 anchor_b{};
    float length = -1;
    Limits limits{};  ///< metres
    Motor motor{};    ///< m/s at which the distance grows, N
    Spring spring{};
};

/// A wheel (body b) on a chassis (body a): travels along the suspension axis, turns about the spin axis and
/// may steer about the suspension axis.
struct WheelJoint : JointBase {
    Vec3 anchor{};
    Vec3 suspension_axis{0, 1, 0};
    Vec3 spin_axis{0, 0, 1};
    Spring suspension{4, 0.7f};
    Limits travel{};        ///< metres along the suspension axis
    Motor motor{};          ///< about the spin axis, rad/s, N m
    bool steering = false;  ///< whether it may turn about the suspension axis
    Spring steering_spring{10, 1};
    float steering_target = 0;         ///< radians, which the steering spring turns to
    float steering_torque = infinity;  ///< the most that it turns with, N m
    Limits steering_limits{};          ///< radians
};

/// Drives the pose of body b relative to body a towards a target, with bounded force and torque.
struct MotorJoint : JointBase {
    Vec3 anchor{};
    Vec3 target_position{};  ///< metres from where it was when the joint was added, in the axes of body a
    Quat target_rotation{};  ///< from how it was turned then, in the axes of body a
    Spring linear{4, 1};
    Spring angular{4, 1};
    float max_force = infinity;   ///< N
    float max_torque = infinity;  ///< N m
};

/// One scalar constraint that the user defines by Catto's recipe (2005, section 3): C, its Jacobian and
/// bounds.
struct Row {
    float error = 0;  ///< C in metres or radians
    Vec3 linear_a{}, angular_a{}, linear_b{}, angular_b{};
    /// Bounds of the multiplier as a force (N) or torque (N m): (-inf, inf) equality, (0, inf) keeps C >= 0.
    float lower = -infinity;
    float upper = infinity;
    /// Target of JV on top of the position correction (a motor), m/s or rad/s.
    float speed = 0;
    bool active = true;  ///< false: this row asks for nothing now
    /// Parts of the Jacobian for UserJoint::body_c and body_d.
    Vec3 linear_c{}, angular_c{}, linear_d{}, angular_d{};
};

/// A user-defined joint of 1 to 6 rows, evaluated from the bodies' current poses several times a sub-step, in
/// the thread that steps, and wherever joint_error or reaction is asked for. The function must be pure (same
/// input, same output, nothing shared written), or determinism and replay are lost.
struct UserJoint : JointBase {
    int row_count = 1;
    std::function<void(const Transform& a, const Transform& b, Row* rows)> evaluate;
    Spring spring{};
    /// For constraints of three or four bodies, such as pulleys and differentials (Tamis 2015, 4.2).
    BodyId body_c{};
    BodyId body_d{};
    /// Takes the place of `evaluate` and gets the poses of a, b, c and d.
    std::function<void(const Transform* bodies, Row* rows)> evaluate_all;
};

using JointDef = std::variant<BallJoint, HingeJoint, SliderJoint, FixedJoint, DistanceJoint, WheelJoint,
                              MotorJoint, UserJoint>;

/// What can be read of a joint, of body b against body a. All but the length are zero at the pose when the
/// joint is added; angles count whole turns, but for those of a ball.
enum class JointCoordinate : uint8_t {
    angle,        ///< of a hinge
    translation,  ///< of a slider
    length,       ///< of a distance joint
    swing,        ///< of a ball: the angle between the twist axes
    twist,        ///< of a ball: the angle about them
    travel,       ///< of a wheel, along the suspension axis
    steering,     ///< of a wheel, about the suspension axis
    spin          ///< of a wheel, about its spin axis
};

/// Force (N) and torque (N m), world axes, with which the joint acts on body b at its anchor, in the last
/// sub-step.
struct Reaction {
    Vec3 force{};
    Vec3 torque{};
};

}  // namespace cairn
