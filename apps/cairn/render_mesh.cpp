#include "render_mesh.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <type_traits>

namespace cairn::render {
namespace {

// Corners of the unit cube by bits x y z, and its faces counter-clockwise seen from outside.
constexpr size_t box_faces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                    {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};

void append_flat(Vec3 a, Vec3 b, Vec3 c, Vec3 normal, std::vector<Triangle>& out) {
    out.push_back({{a, b, c}, {normal, normal, normal}});
}

std::array<Vec3, 8> box_corners(const Box& box, const Transform& transform) {
    const Transform frame = transform * Transform{box.center, box.rotation};
    std::array<Vec3, 8> corners;
    for (size_t i = 0; i < 8; ++i) {
        const Vec3 sign{i & 1 ? 1.0f : -1.0f, i & 2 ? 1.0f : -1.0f, i & 4 ? 1.0f : -1.0f};
        corners[i] = frame * scale(sign, box.half_extents);
    }
    return corners;
}

void append_box(const Box& box, const Transform& transform, std::vector<Triangle>& out) {
    const std::array<Vec3, 8> corner = box_corners(box, transform);
    for (const auto& face : box_faces) {
        const Vec3 a = corner[face[0]], b = corner[face[1]], c = corner[face[2]], d = corner[face[3]];
        const Vec3 normal = normalized(cross(b - a, d - a));
        append_flat(a, b, c, normal, out);
        append_flat(a, c, d, normal, out);
    }
}

void append_hull(const Hull& hull, const Transform& transform, std::vector<Triangle>& out) {
    const std::span<const Vec3> vertices = hull.vertices();
    std::vector<Vec3> world;
    world.reserve(vertices.size());
    for (const Vec3& vertex : vertices) world.push_back(transform * vertex);
    for (int f = 0; f < hull.face_count(); ++f) {
        const std::span<const uint8_t> face = hull.face(f);
        // Newell's sum: the polygon's area vector, robust where neighbouring vertices nearly line up.
        Vec3 area{};
        for (size_t i = 0; i < face.size(); ++i) {
            area +=
                cross(world[face[i]] - world[face[0]], world[face[(i + 1) % face.size()]] - world[face[0]]);
        }
        const Vec3 normal = normalized(area);
        for (size_t i = 1; i + 1 < face.size(); ++i) {
            append_flat(world[face[0]], world[face[i]], world[face[i + 1]], normal, out);
        }
    }
}

}  // namespace

// Unit directions on rings from the south pole to the north pole, (segments / 2 + 1) rings of `segments`
// each.
const std::vector<Vec3>& Tessellator::directions(int segments) {
    std::vector<Vec3>& table = directions_[segments];
    if (!table.empty()) return table;
    constexpr float pi = std::numbers::pi_v<float>;
    for (int ring = 0; ring <= segments / 2; ++ring) {
        const float latitude = pi * (2.0f * static_cast<float>(ring) / static_cast<float>(segments) - 0.5f);
        for (int i = 0; i < segments; ++i) {
            const float longitude = 2 * pi * static_cast<float>(i) / static_cast<float>(segments);
            table.push_back({std::cos(latitude) * std::cos(longitude), std::sin(latitude),
                             -std::cos(latitude) * std::sin(longitude)});
        }
    }
    return table;
}

// A capsule is a sphere cut at the equator with its halves moved to the ends; a sphere is a capsule of length
// zero.
void Tessellator::append_round(Vec3 a, Vec3 b, float radius, int segments, std::vector<Triangle>& out) {
    const std::vector<Vec3>& table = directions(segments);
    const Vec3 axis = normalized(b - a, {0, 1, 0});
    const Vec3 side = perpendicular(axis);
    const Mat3 frame{side, axis, cross(side, axis)};
    const int rings = segments / 2;
    // Ring r of the surface: the equator appears twice, once at each end.
    const auto vertex = [&](int ring, int i, Vec3& position, Vec3& normal) {
        const bool upper = ring > rings / 2;
        const int row = upper ? ring - 1 : ring;
        normal = frame * table[static_cast<size_t>(row * segments + i % segments)];
        position = (upper ? b : a) + radius * normal;
    };
    for (int ring = 0; ring <= rings; ++ring) {
        if (ring == rings / 2 && a == b) continue;
        for (int i = 0; i < segments; ++i) {
            Triangle lower, upper;
            vertex(ring, i, lower.position[0], lower.normal[0]);
            vertex(ring, i + 1, lower.position[1], lower.normal[1]);
            vertex(ring + 1, i + 1, lower.position[2], lower.normal[2]);
            upper = lower;
            upper.position[1] = lower.position[2];
            upper.normal[1] = lower.normal[2];
            vertex(ring + 1, i, upper.position[2], upper.normal[2]);
            if (ring > 0) out.push_back(lower);
            if (ring < rings) out.push_back(upper);
        }
    }
}

void Tessellator::append(const RenderItem& item, int segments, std::vector<Triangle>& out) {
    int fine = 8;
    while (fine < segments && fine < 128) fine += fine >= 32 ? 16 : 4;
    std::visit(
        [&](const auto& shape) {
            using T = std::decay_t<decltype(shape)>;
            if constexpr (std::is_same_v<T, Sphere>) {
                const Vec3 center = item.transform * shape.center;
                append_round(center, center, shape.radius, fine, out);
            } else if constexpr (std::is_same_v<T, Capsule>) {
                append_round(item.transform * shape.a, item.transform * shape.b, shape.radius, fine, out);
            } else if constexpr (std::is_same_v<T, Box>) {
                append_box(shape, item.transform, out);
            } else if constexpr (std::is_same_v<T, Hull>) {
                append_hull(shape, item.transform, out);
            }
        },
        item.shape);
}

Ball bounding_ball(const RenderItem& item) {
    Ball ball;
    std::visit(
        [&](const auto& shape) {
            using T = std::decay_t<decltype(shape)>;
            if constexpr (std::is_same_v<T, Sphere>) {
                ball = {shape.center, shape.radius};
            } else if constexpr (std::is_same_v<T, Capsule>) {
                ball = {0.5f * (shape.a + shape.b), 0.5f * length(shape.b - shape.a) + shape.radius};
            } else if constexpr (std::is_same_v<T, Box>) {
                ball = {shape.center, length(shape.half_extents)};
            } else if constexpr (std::is_same_v<T, Hull>) {
                Bounds bounds{shape.vertices()[0], shape.vertices()[0]};
                for (const Vec3& v : shape.vertices()) bounds = join(bounds, {v, v});
                ball.center = 0.5f * (bounds.lower + bounds.upper);
                for (const Vec3& v : shape.vertices())
                    ball.radius = std::max(ball.radius, length(v - ball.center));
            }
        },
        item.shape);
    ball.center = item.transform * ball.center;
    return ball;
}

void append_support_balls(const RenderItem& item, std::vector<Ball>& out) {
    std::visit(
        [&](const auto& shape) {
            using T = std::decay_t<decltype(shape)>;
            if constexpr (std::is_same_v<T, Sphere>) {
                out.push_back({item.transform * shape.center, shape.radius});
            } else if constexpr (std::is_same_v<T, Capsule>) {
                out.push_back({item.transform * shape.a, shape.radius});
                out.push_back({item.transform * shape.b, shape.radius});
            } else if constexpr (std::is_same_v<T, Box>) {
                for (const Vec3& corner : box_corners(shape, item.transform)) out.push_back({corner, 0});
            } else if constexpr (std::is_same_v<T, Hull>) {
                for (const Vec3& vertex : shape.vertices()) out.push_back({item.transform * vertex, 0});
            }
        },
        item.shape);
}

}  // namespace cairn::render
