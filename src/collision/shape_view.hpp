#pragma once
// One shape by value and kind: what the narrow phase dispatches on, small enough to be stored in an array.

#include <cstdint>
#include <type_traits>
#include <variant>

#include <cairn/math.hpp>
#include <cairn/shape.hpp>

namespace cairn {

/// The order matters: `collide` takes a pair with kind(a) <= kind(b).
enum class ShapeKind : uint8_t { sphere, capsule, box, hull, half_space };
inline constexpr int shape_kind_count = 5;

struct ShapeView {
    union {
        Sphere sphere;
        Capsule capsule;
        Box box;
        const HullData* hull;  // not owned
        HalfSpace half_space;
    };
    ShapeKind kind = ShapeKind::sphere;

    ShapeView() : sphere{} {}
    ShapeView(const Sphere& shape) : sphere(shape), kind(ShapeKind::sphere) {}
    ShapeView(const Capsule& shape) : capsule(shape), kind(ShapeKind::capsule) {}
    ShapeView(const Box& shape) : box(shape), kind(ShapeKind::box) {}
    ShapeView(const HullData& shape) : hull(&shape), kind(ShapeKind::hull) {}
    ShapeView(const HalfSpace& shape) : half_space(shape), kind(ShapeKind::half_space) {}
};

/// A hull's data stays the shape's.
inline ShapeView view_of(const Shape& shape) {
    return std::visit(
        [](const auto& s) -> ShapeView {
            if constexpr (std::is_same_v<std::decay_t<decltype(s)>, Hull>) {
                return s.data();
            } else {
                return s;
            }
        },
        shape);
}

}  // namespace cairn
