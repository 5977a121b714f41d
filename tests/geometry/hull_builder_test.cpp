#include "geometry/hull_builder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include <cairn/error.hpp>
#include <cairn/shape.hpp>

#include "tests/geometry/random.hpp"

namespace cairn {
namespace {

using test::GeometryRandom;
using Points = std::vector<Vec3>;

// How far the worst point is outside the hull's planes.
float worst_outside(const HullData& hull, const Points& points) {
    float worst = -std::numeric_limits<float>::max();
    for (const Vec3& p : points) {
        for (const HullFace& f : hull.faces) worst = std::max(worst, dot(f.normal, p) - f.offset);
    }
    return worst;
}

float extent_of(const HullData& hull) {
    const Vec3 e = hull.bounds.upper - hull.bounds.lower;
    return std::max({e.x, e.y, e.z});
}

// Room for rounding in float planes far from the origin.
float tolerance_of(const HullData& hull) {
    return 2e-5f * extent_of(hull) + 1e-6f * std::max(length(hull.bounds.lower), length(hull.bounds.upper));
}

void expect_sound(const HullData& hull, const Points& points) {
    EXPECT_EQ(hull_defect(hull, tolerance_of(hull)), "");
    EXPECT_LE(worst_outside(hull, points), tolerance_of(hull));
}

Points cube_corners(float half) {
    Points points;
    for (int i = 0; i < 8; ++i)
        points.push_back({i & 1 ? half : -half, i & 2 ? half : -half, i & 4 ? half : -half});
    return points;
}

// A grid of points over all six faces of the cube, corners and edges included.
Points cube_surface(float half, int steps) {
    Points points;
    for (int i = 0; i <= steps; ++i) {
        for (int j = 0; j <= steps; ++j) {
            const float u = half * (2 * float(i) / float(steps) - 1),
                        v = half * (2 * float(j) / float(steps) - 1);
            for (const float side : {-half, half}) {
                points.push_back({u, v, side});
                points.push_back({v, side, u});
                points.push_back({side, u, v});
            }
        }
    }
    return points;
}

Points transformed(const Points& points, const Transform& t) {
    Points result;
    for (const Vec3& p : points) result.push_back(t * p);
    return result;
}

void expect_cube(const HullData& hull, float half, float relative) {
    EXPECT_EQ(hull.vertices.size(), 8u);
    EXPECT_EQ(hull.faces.size(), 6u);
    EXPECT_EQ(hull.edges.size(), 12u);
    for (const HullFace& face : hull.faces) EXPECT_EQ(face.count, 4);
    EXPECT_NEAR(hull.volume / (8 * half * half * half), 1, relative);
}

TEST(HullBuilder, CornersOfACubeGiveSixQuads) {
    const auto hull = build_hull(cube_corners(1));
    expect_cube(*hull, 1, 1e-6f);
    expect_sound(*hull, cube_corners(1));
    EXPECT_NEAR(hull->inner_radius, 1, 1e-6f);
    EXPECT_NEAR(hull->radius, std::sqrt(3.0f), 1e-6f);
}

TEST(HullBuilder, DuplicatesAndPointsOnFacesAndEdgesOfACubeStillGiveSixQuads) {
    Points points = cube_surface(0.5f, 16);
    const Points copy = points;
    points.insert(points.end(), copy.begin(), copy.end());
    points.push_back({0, 0, 0});
    const auto hull = build_hull(points);
    expect_cube(*hull, 0.5f, 1e-6f);
    expect_sound(*hull, points);
}

TEST(HullBuilder, RotatedAndMovedCubeSurfacesGiveSixQuads) {
    GeometryRandom random(1);
    for (int i = 0; i < 200; ++i) {
        const float half = std::pow(10.0f, random.uniform(-2.5f, 2.5f));
        const Points points = transformed(cube_surface(half, 5), random.transform(3 * half));
        const auto hull = build_hull(points);
        expect_cube(*hull, half, 1e-4f);
        expect_sound(*hull, points);
    }
}

TEST(HullBuilder, NearlyCoplanarNoiseOfAFewUlpsIsMerged) {
    GeometryRandom random(2);
    for (int i = 0; i < 100; ++i) {
        Points points = transformed(cube_surface(1, 7), random.transform(0.5f));
        for (Vec3& p : points) p += random.vector(1e-6f);
        const auto hull = build_hull(points);
        expect_cube(*hull, 1, 1e-4f);
        expect_sound(*hull, points);
    }
}

TEST(HullBuilder, NoiseLargerThanTheToleranceStillGivesASoundHull) {
    GeometryRandom random(3);
    for (const float noise : {3e-6f, 1e-5f, 2e-5f, 5e-5f, 1e-4f, 1e-3f, 1e-2f}) {
        for (int i = 0; i < 20; ++i) {
            Points points = transformed(cube_surface(1, 6), random.transform(0.5f));
            for (Vec3& p : points) p += random.vector(noise);
            const auto hull = build_hull(points);
            EXPECT_EQ(hull_defect(*hull, tolerance_of(*hull)), "") << noise;
            EXPECT_LE(worst_outside(*hull, points), tolerance_of(*hull) + 0.5f * noise) << noise;
        }
    }
}

TEST(HullBuilder, RandomCloudsOfAllSizesAndShapesAreSound) {
    GeometryRandom random(4);
    for (int i = 0; i < 1500; ++i) {
        const int count = random.integer(4, 60);
        const float size = std::pow(10.0f, random.uniform(-3, 3));
        const Vec3 scales{size * std::pow(10.0f, random.uniform(-2, 0)), size,
                          size * std::pow(10.0f, random.uniform(-2, 0))};
        const Transform t = random.transform(size);
        Points points;
        for (int k = 0; k < count; ++k) points.push_back(t * scale(scales, random.vector(1)));
        if (i % 3 == 0) points.insert(points.end(), points.begin(), points.begin() + count / 2);
        const auto hull = build_hull(points);
        expect_sound(*hull, points);
    }
}

// Few distinct coordinates: nearly everything is coplanar, collinear or equal.
TEST(HullBuilder, PointsOfATinyIntegerGridAreSoundAndFewer) {
    GeometryRandom random(5);
    int built = 0;
    for (int i = 0; i < 3000; ++i) {
        Points points;
        const Quat rotation = i % 2 == 0 ? Quat{} : random.rotation();
        const int count = random.integer(4, 40);
        for (int k = 0; k < count; ++k) {
            points.push_back(rotate(rotation, {float(random.integer(0, 3)), float(random.integer(0, 3)),
                                               float(random.integer(0, 2))}));
        }
        try {
            const auto hull = build_hull(points);
            expect_sound(*hull, points);
            EXPECT_LE(hull->vertices.size(), 32u);
            ++built;
        } catch (const Error& error) {
            EXPECT_LE(count, 8) << error.what();
        }
    }
    EXPECT_GT(built, 2700);
}

// Once, a sliver between three corners of a cluster got a plane that cut through the hull: the direction of
// its normal was all rounding. About one cluster in a thousand had one.
TEST(HullBuilder, ClustersOfPointsAroundCornersGiveNoSliversThatCutThroughTheHull) {
    GeometryRandom random(777);
    for (int i = 0; i < 4000; ++i) {
        Points points;
        const Quat rotation = random.rotation();
        const float noise = std::pow(10.0f, random.uniform(-8, -2));
        const int count = random.integer(20, 80);
        for (int k = 0; k < count; ++k) {
            const Vec3 corner = cube_corners(1)[size_t(random.integer(0, 7))];
            points.push_back(rotate(rotation, corner + random.vector(1e-4f) + random.vector(noise)));
        }
        const auto hull = build_hull(points);
        expect_sound(*hull, points);
    }
}

TEST(HullBuilder, TenThousandPointsOnASphereStayWithinTheLimits) {
    GeometryRandom random(6);
    Points points;
    for (int i = 0; i < 10'000; ++i) points.push_back(random.direction());
    const auto hull = build_hull(points);
    EXPECT_EQ(hull_defect(*hull, 1e-5f), "");
    EXPECT_GE(hull->vertices.size(), 120u);
    EXPECT_LT(worst_outside(*hull, points), 0.05f);
    const float ball = 4.18879f;
    EXPECT_GT(hull->volume, 0.93f * ball);
    EXPECT_LT(hull->volume, ball);
    EXPECT_NEAR(length(hull->center), 0, 0.01f);
}

TEST(HullBuilder, AllOfTwoHundredAndFiftyFivePointsOnASphereAreKept) {
    GeometryRandom random(255);
    Points points;
    for (int i = 0; i < 255; ++i) points.push_back(random.direction());
    const auto hull = build_hull(points);
    EXPECT_EQ(hull->vertices.size(), 255u);
    EXPECT_GT(hull->faces.size(), 500u);  // 506, but for faces that lie in one plane
    expect_sound(*hull, points);
}

TEST(HullBuilder, TenThousandPointsInABoxKeepItsVolume) {
    GeometryRandom random(7);
    Points points;
    for (int i = 0; i < 10'000; ++i) points.push_back(scale({3, 1, 2}, random.vector(1)));
    const auto hull = build_hull(points);
    EXPECT_EQ(hull_defect(*hull, 1e-4f), "");
    EXPECT_LT(worst_outside(*hull, points), 0.05f);
    EXPECT_NEAR(hull->volume, 48, 1.5f);
}

TEST(HullBuilder, PrismsAndPyramidsHaveTheirKnownVolumeAndFaces) {
    for (const int sides : {3, 4, 5, 8, 17, 64, 120}) {
        Points points;
        for (int i = 0; i < sides; ++i) {
            const double a = 2 * 3.14159265358979 * i / sides;
            for (const float y : {-0.5f, 1.5f}) points.push_back({float(std::cos(a)), y, float(std::sin(a))});
        }
        const auto prism = build_hull(points);
        EXPECT_EQ(int(prism->faces.size()), sides + 2);
        EXPECT_EQ(int(prism->vertices.size()), 2 * sides);
        const double area = 0.5 * sides * std::sin(2 * 3.14159265358979 / sides);
        EXPECT_NEAR(prism->volume / (2 * area), 1, 1e-6);
        expect_sound(*prism, points);
    }
    const Points corner{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const auto tetrahedron = build_hull(corner);
    EXPECT_NEAR(tetrahedron->volume, 1.0f / 6, 1e-7f);
    EXPECT_LT(length(tetrahedron->center - Vec3{0.25f, 0.25f, 0.25f}), 1e-6f);
    EXPECT_EQ(tetrahedron->faces.size(), 4u);
}

TEST(HullBuilder, NearlyFlatPlatesKeepTheirTwoSides) {
    GeometryRandom random(8);
    for (const float thickness : {1e-2f, 1e-3f, 2e-4f, 1e-4f}) {
        for (int i = 0; i < 40; ++i) {
            Points points;
            for (const Vec3& p : cube_surface(1, 4)) points.push_back(scale({1, thickness, 1}, p));
            if (i > 0) points = transformed(points, {{}, random.rotation()});
            const auto hull = build_hull(points);
            EXPECT_EQ(hull_defect(*hull, 1e-5f), "");
            EXPECT_LE(worst_outside(*hull, points), 1e-5f);
            EXPECT_NEAR(hull->volume / (8 * thickness), 1, 0.03f);
            if (thickness >= 1e-3f) {
                EXPECT_EQ(hull->faces.size(), 6u);
            }
        }
    }
}

TEST(HullBuilder, SizesFromAMillimetreToAKilometreGiveTheSameHull) {
    GeometryRandom random(9);
    Points points;
    for (int i = 0; i < 50; ++i) points.push_back(random.vector(1));
    const auto unit = build_hull(points);
    for (const float size : {1e-3f, 0.125f, 1e3f}) {
        Points scaled = points;
        for (Vec3& p : scaled) p *= size;
        const auto hull = build_hull(scaled);
        EXPECT_EQ(hull->face_vertices, unit->face_vertices);
        EXPECT_NEAR(hull->volume / (size * size * size) / unit->volume, 1, 1e-5f);
        expect_sound(*hull, scaled);
    }
}

TEST(HullBuilder, ResultDoesNotDependOnTheOrderOfThePoints) {
    GeometryRandom random(10);
    for (int i = 0; i < 100; ++i) {
        Points points = i % 2 == 0 ? cube_surface(1, 4) : Points{};
        for (int k = 0; k < 100; ++k) points.push_back(random.vector(1.1f));
        const auto hull = build_hull(points);
        for (size_t k = points.size(); k > 1; --k)
            std::swap(points[k - 1], points[size_t(random.integer(0, int(k) - 1))]);
        const auto shuffled = build_hull(points);
        EXPECT_EQ(hull->vertices, shuffled->vertices);
        EXPECT_EQ(hull->face_vertices, shuffled->face_vertices);
        EXPECT_EQ(hull->volume, shuffled->volume);
    }
}

TEST(HullBuilder, EveryVertexIsOneOfTheGivenPoints) {
    GeometryRandom random(11);
    Points points;
    for (int i = 0; i < 300; ++i) points.push_back(random.vector(1));
    const auto hull = build_hull(points);
    for (const Vec3& v : hull->vertices) EXPECT_EQ(std::count(points.begin(), points.end(), v), 1);
}

std::string message_for(const Points& points) {
    try {
        build_hull(points);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(HullBuilder, BadInputIsAnErrorThatNamesTheValue) {
    Points points = cube_corners(1);
    points[5].y = std::numeric_limits<float>::quiet_NaN();
    EXPECT_NE(message_for(points).find("hull point 5 is not finite"), std::string::npos)
        << message_for(points);
    points[5].y = std::numeric_limits<float>::infinity();
    EXPECT_NE(message_for(points).find("inf"), std::string::npos) << message_for(points);
    EXPECT_EQ(message_for({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}), "a hull needs at least 4 points, got 3");
    EXPECT_NE(message_for({}).find("got 0"), std::string::npos);
    EXPECT_NE(message_for(Points(20, Vec3{1, 2, 3})).find("no volume"), std::string::npos);
    EXPECT_NE(message_for({{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}}).find("no volume"), std::string::npos);
    EXPECT_NE(message_for({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}).find("no volume"), std::string::npos);
    EXPECT_NE(message_for({{0, 0, 0}, {1e20f, 0, 0}, {0, 1, 0}, {1, 1, 1}}).find("extent 1e+20"),
              std::string::npos);
}

TEST(HullBuilder, FlatAndStraightCloudsInAnyDirectionHaveNoVolume) {
    GeometryRandom random(12);
    for (int i = 0; i < 200; ++i) {
        const Transform t = random.transform(1);
        Points points;
        for (int k = 0; k < 50; ++k) {
            const Vec3 p = random.vector(1);
            points.push_back(t * (i % 2 == 0 ? Vec3{p.x, p.y, 0} : Vec3{p.x, 0, 0}));
        }
        EXPECT_NE(message_for(points).find("no volume"), std::string::npos) << message_for(points);
    }
}

TEST(HullBuilder, BoxHullNeedsNoSearchAndEqualsTheSearchedOne) {
    GeometryRandom random(13);
    for (int i = 0; i < 100; ++i) {
        const Vec3 half{random.uniform(0.05f, 2), random.uniform(0.05f, 2), random.uniform(0.05f, 2)};
        const Transform t = random.transform(3);
        const auto box = make_box_hull(half, t.position, t.rotation);
        EXPECT_EQ(hull_defect(*box, 2e-5f), "");
        EXPECT_NEAR(box->volume / (8 * half.x * half.y * half.z), 1, 1e-5f);
        const auto searched = build_hull(box->vertices);
        EXPECT_EQ(searched->faces.size(), 6u);
        EXPECT_NEAR(searched->volume / box->volume, 1, 1e-6f);
    }
    const auto box = make_box_hull({1, 2, 3});
    EXPECT_EQ(box->vertices[5], (Vec3{1, -2, 3}));
}

TEST(Hull, ShowsItsVerticesAndFaces) {
    const Hull hull(cube_corners(2));
    EXPECT_EQ(hull.vertices().size(), 8u);
    EXPECT_EQ(hull.face_count(), 6);
    EXPECT_EQ(hull.face(0).size(), 4u);
    EXPECT_THROW(hull.face(6), std::out_of_range);
    EXPECT_THROW(Hull(Points{{0, 0, 0}}), Error);
}

}  // namespace
}  // namespace cairn
