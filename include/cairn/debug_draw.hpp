#pragma once
// Implement this to see what the world sees.

#include <cstdint>

#include <cairn/math.hpp>
#include <cairn/shape.hpp>

namespace cairn {

/// Everything is in world space and metres; colours are 0xrrggbb.
class DebugDraw {
public:
    virtual ~DebugDraw() = default;
    virtual void shape(const Shape& shape, const Transform& transform, uint32_t rgb) = 0;
    virtual void line(Vec3 a, Vec3 b, uint32_t rgb) = 0;
    virtual void point(Vec3 p, float size, uint32_t rgb) = 0;
    virtual void bounds(const Bounds& box, uint32_t rgb) = 0;
};

struct DebugDrawOptions {
    bool shapes = true, contacts = true, normals = true, joints = true, bounds = false, centers = false;
};

}  // namespace cairn
