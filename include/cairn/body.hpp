#pragma once

#include <cstdint>
#include <optional>

#include <cairn/ids.hpp>
#include <cairn/math.hpp>
#include <cairn/shape.hpp>

namespace cairn {

/// fixed: never moves. kinematic: moves with the velocity it is given, pushes and is not pushed. dynamic:
/// everything.
enum class BodyType : uint8_t { fixed, kinematic, dynamic };

/// Axes a dynamic body may not move along or turn about (world axes).
struct Locks {
    bool linear_x = false, linear_y = false, linear_z = false;
    bool angular_x = false, angular_y = false, angular_z = false;

    constexpr bool operator==(const Locks&) const = default;
};

struct BodyDef {
    BodyType type = BodyType::dynamic;
    Vec3 position{};  ///< of the body's origin, m
    Quat rotation{};
    /// Of the centre of mass, m/s; until the first step shapes may move that, and leave its velocity as it
    /// is.
    Vec3 velocity{};
    Vec3 angular_velocity{};  ///< rad/s, world axes
    /// Mass in kg; 0: from the shapes' densities. With a mass but no inertia, the shapes' inertia is scaled.
    float mass = 0;
    /// Principal inertia about the centre of mass, body axes, kg m^2; all zero: from the shapes. None of the
    /// three can be more than the other two together.
    Vec3 inertia{};
    /// Centre of mass in the body's frame, m; unset: from the shapes.
    std::optional<Vec3> center_of_mass{};
    float gravity_scale = 1;    ///< factor of the world's gravity
    float linear_damping = 0;   ///< 1/s: share of the velocity that is lost in a second, where it is small
    float angular_damping = 0;  ///< 1/s
    Locks locks{};
    bool can_sleep = true;  ///< may fall asleep where it is at rest, and where WorldDef::sleep is on
    bool awake = true;      ///< whether it begins awake
    /// Continuous collision against other moving bodies too, not only against fixed ones.
    bool bullet = false;
    /// The gyroscopic term w x Iw; off reproduces Catto 2005, which drops it.
    bool gyroscopic = true;
    uint64_t user_data = 0;  ///< yours
};

}  // namespace cairn
