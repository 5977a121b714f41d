// Hulls that overlap by centimetres while their contact said they were apart. Found by random pairs against
// separations in double precision: the face of one was clipped by the chosen face of the other, but the
// vertex that was deepest below it was a corner of other faces, or edges met beyond its sides; what was left
// was a point as far as two centimetres above. Sensors said nothing had entered them, and boxes sank into
// hulls before anything held them.

#include <gtest/gtest.h>

#include "collision/narrow/hull_hull.hpp"
#include "geometry/hull_builder.hpp"
#include "tests/support/narrow_checks.hpp"

namespace cairn {
namespace {

using oracle::Dice;

/// Flattened by up to a tenth.
std::vector<Vec3> cloud(Dice& dice, float size, int count) {
    std::vector<Vec3> points;
    const float flat = dice.between(0.1f, 1);
    for (int i = 0; i < count; ++i) points.push_back(scale(size * dice.direction(), {1, flat, 1}));
    return points;
}

/// What the manifolds of pairs that overlap by some millimetres or centimetres lack.
struct Lacks {
    int pairs = 0, without = 0, shallow = 0;
};

template <class MakePair>
Lacks lacks(MakePair&& collide_pair, int count) {
    Lacks result;
    for (int i = 0; i < count; ++i) {
        Manifold m;
        double truth = 0;
        if (!collide_pair(m, truth)) continue;
        ++result.pairs;
        expect_sound(m);
        const double found = m.count == 0 ? 1 : static_cast<double>(deepest(m));
        result.without += found > 0.001;
        result.shallow += found > 0.4 * truth + 0.004;
    }
    return result;
}

/// Where b goes so that it overlaps a by up to some centimetres along a direction.
Transform touching(Dice& dice, const oracle::Polyhedron& a, const oracle::Polyhedron& b) {
    const Vec3 direction = dice.direction();
    const Quat rotation = dice.rotation();
    const oracle::Polyhedron turned = b.moved({{}, rotation});
    const oracle::Point along = oracle::point(direction);
    const oracle::Point back = oracle::point(-direction);
    const double apart = oracle::highest(a, along) + oracle::highest(turned, back);
    return {static_cast<float>(apart) * direction - dice.between(0.002f, 0.3f) * direction, rotation};
}

bool overlap_a_little(const oracle::Polyhedron& a, const oracle::Polyhedron& b, double& truth) {
    truth = oracle::separations(a, b).best();
    return truth < -0.001 && truth > -0.05;
}

TEST(DeepestVertex, OfHullsAndBoxesThatOverlapIsNotLost) {
    Dice dice(5);
    for (const bool box : {true, false}) {
        const Lacks found = lacks(
            [&](Manifold& m, double& truth) {
                const auto a = build_hull(cloud(dice, dice.between(0.1f, 1), 7));
                const auto b = build_hull(cloud(dice, dice.between(0.1f, 1), 12));
                const Box cuboid{{dice.between(0.1f, 1), dice.between(0.05f, 1), dice.between(0.05f, 1)}};
                const oracle::Polyhedron own = box ? oracle::polyhedron(cuboid) : oracle::polyhedron(*a);
                const Transform pose = touching(dice, own, oracle::polyhedron(*b));
                if (!overlap_a_little(own, oracle::polyhedron(*b).moved(pose), truth)) return false;
                AxisCache cache;
                if (box)
                    narrow::collide_box_hull(m, cuboid, *b, pose, cache);
                else
                    narrow::collide_hull_hull(m, *a, *b, pose, cache);
                return true;
            },
            15000);
        EXPECT_GT(found.pairs, 1000) << box;
        EXPECT_EQ(found.without, 0) << box << " of " << found.pairs;
        EXPECT_LE(found.shallow, found.pairs / 1000) << box << " of " << found.pairs;
    }
}

}  // namespace
}  // namespace cairn
