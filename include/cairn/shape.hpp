#pragma once
// Shapes are values in the frame of their body, in metres. A body may carry any number of them.

#include <cstdint>
#include <memory>
#include <span>
#include <variant>
#include <vector>

#include <cairn/math.hpp>

namespace cairn {

struct Sphere {
    float radius = 0.5f;
    Vec3 center{};
};

/// A segment with a radius.
struct Capsule {
    Vec3 a{0, -0.5f, 0};
    Vec3 b{0, 0.5f, 0};
    float radius = 0.25f;
};

struct Box {
    Vec3 half_extents{0.5f, 0.5f, 0.5f};
    Vec3 center{};
    Quat rotation{};
};

struct HullData;

/// A convex hull of points, built once and shared by all shapes that use it. The builder takes messy input:
/// duplicates, coplanar and nearly coplanar points, thousands of points; at most 255 vertices are kept (the
/// most extreme ones). Throws Error where the points span no volume or are not finite.
class Hull {
public:
    explicit Hull(std::span<const Vec3> points);
    explicit Hull(std::shared_ptr<const HullData> data) : data_(std::move(data)) {}

    std::span<const Vec3> vertices() const;
    /// Number of polygonal faces, and the vertex indices of one of them, counter-clockwise seen from outside.
    int face_count() const;
    std::span<const uint8_t> face(int index) const;
    const HullData& data() const { return *data_; }
    const std::shared_ptr<const HullData>& shared() const { return data_; }

private:
    std::shared_ptr<const HullData> data_;
};

/// Everything below the plane normal.x = offset is solid. Only for fixed bodies.
struct HalfSpace {
    Vec3 normal{0, 1, 0};
    float offset = 0;
};

using Shape = std::variant<Sphere, Capsule, Box, Hull, HalfSpace>;

/// Two shapes collide when each one's category is in the other's mask; equal groups other than 0 override
/// that: positive groups always collide, negative groups never.
struct Filter {
    uint64_t category = 1;
    uint64_t mask = ~uint64_t{0};
    int32_t group = 0;

    constexpr bool operator==(const Filter&) const = default;
};

/// How the numbers of two shapes that touch become one; where the two ask for different rules, the later one
/// of this list counts.
enum class Combine : uint8_t { average, minimum, multiply, maximum, geometric };

struct ShapeDef {
    float density = 1000;   ///< kg/m^3; 0 adds no mass
    float friction = 0.6f;  ///< Coulomb's coefficient, 0 or more
    /// 0 to 1: share of the approach speed that comes back, where it is above SoftStep::restitution_speed.
    float restitution = 0;
    /// Lever arm in metres of the resistance against rolling (0: none); 0.01 stops a ball of radius 0.5 soon.
    float rolling_resistance = 0;
    /// Lever arm in metres of the friction against spinning about the normal, on top of what the contact
    /// patch gives.
    float spinning_friction = 0;
    /// Velocity of the surface relative to the body, in the body's frame (conveyor belts), m/s.
    Vec3 surface_velocity{};
    Combine friction_combine = Combine::geometric;
    Combine restitution_combine = Combine::maximum;
    Filter filter{};
    /// A sensor reports overlaps as events and pushes nothing.
    bool sensor = false;
    /// Contacts of this shape raise begin and end events.
    bool contact_events = true;
    /// Contacts of this shape raise hit events when they meet faster than WorldDef::hit_event_speed.
    bool hit_events = false;
    uint64_t user_data = 0;  ///< yours
};

struct MassProperties {
    float mass = 0;  ///< kg
    Vec3 center{};   ///< of mass, in the body's frame, m
    /// Inertia about the centre of mass, in the body's axes, kg m^2.
    Mat3 inertia{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
};

/// Exact mass properties of a shape of this density (kg/m^3), in the body's frame.
MassProperties mass_properties(const Shape& shape, float density);

}  // namespace cairn
