// Hulls of thin clouds left points out that were far outside: centimetres of a metre at a thickness of a
// ten-thousandth. The builder took for inside what lay within its tolerance above the planes of all faces.
// The two sides of a thin cloud meet in an edge so sharp that both planes pass that near points far beyond
// it.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "geometry/hull_builder.hpp"
#include "tests/geometry/polytope_oracle.hpp"
#include "tests/geometry/random.hpp"

namespace cairn {
namespace {

using test::GeometryRandom;
using Points = std::vector<Vec3>;

double distance_to_segment(Vec3d p, Vec3d a, Vec3d b) {
    const Vec3d edge = b - a;
    return length(p - a - std::clamp(dot(p - a, edge) / dot(edge, edge), 0.0, 1.0) * edge);
}

/// From the surface, of the point that is farthest outside.
double farthest_outside(const HullData& hull, const Points& points) {
    const test::Polytope solid = test::polytope(hull, {});
    const auto distance = [&](Vec3d p) {
        double nearest = 1e9;
        for (const auto& t : solid.triangles)
            nearest = std::min(
                nearest, test::point_triangle(p, solid.vertices[size_t(t[0])], solid.vertices[size_t(t[1])],
                                              solid.vertices[size_t(t[2])]));
        for (const auto& e : solid.edges)
            nearest = std::min(
                nearest, distance_to_segment(p, solid.vertices[size_t(e[0])], solid.vertices[size_t(e[1])]));
        return nearest;
    };
    double farthest = 0;
    for (const Vec3 p : points)
        if (std::any_of(hull.faces.begin(), hull.faces.end(),
                        [&](const HullFace& face) { return dot(face.normal, p) > face.offset; }))
            farthest = std::max(farthest, distance(Vec3d(p)));
    return farthest;
}

Vec3 in_a_box(GeometryRandom& random) {
    return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}
Vec3 on_a_lens(GeometryRandom& random) { return normalized(in_a_box(random)); }
Vec3 on_a_disc(GeometryRandom& random) {
    const Vec3 rim = normalized(Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0});
    return {rim.x, rim.y, random.uniform(-1, 1)};
}

void expect_all_within(const std::function<Vec3(GeometryRandom&)>& draw, bool turned) {
    GeometryRandom random(7);
    for (const float thickness : {1e-1f, 1e-2f, 1e-3f, 3e-4f, 1e-4f, 3e-5f})
        for (int i = 0; i < 20; ++i) {
            const Transform pose = turned ? random.transform(0) : Transform{};
            Points points;
            for (int k = 0; k < 80; ++k) {
                Vec3 p = draw(random);
                p.z *= thickness;
                points.push_back(rotate(pose.rotation, p));
            }
            const auto hull = build_hull(points);
            EXPECT_EQ(hull_defect(*hull, 4e-5f), "") << thickness;
            // 4e-6 of the extent to leave a point out, 1e-5 of it to make faces one
            EXPECT_LT(farthest_outside(*hull, points), 4e-5) << thickness;
        }
}

TEST(ThinHull, HoldsAllPointsOfABox) {
    expect_all_within(in_a_box, false), expect_all_within(in_a_box, true);
}
TEST(ThinHull, HoldsAllPointsOfALens) {
    expect_all_within(on_a_lens, false), expect_all_within(on_a_lens, true);
}
TEST(ThinHull, HoldsAllPointsOfADisc) {
    expect_all_within(on_a_disc, false), expect_all_within(on_a_disc, true);
}

}  // namespace
}  // namespace cairn
