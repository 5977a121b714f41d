// Catto's recipe (2005, section 3; C06): from C to Cdot to J, by the user. A distance row written outside the
// engine is the engine's own, to the last bit, under the solvers that see joints as rows. (`soft-step` treats
// its built-in joints to their second derivative, which a row does not tell: joints' UserJoint tests.)

#include <cstring>

#include <gtest/gtest.h>

#include <cairn/world.hpp>

#include "lab/live_solvers.hpp"

namespace cairn {
namespace {

class Recipe : public testing::TestWithParam<const char*> {
protected:
    static void SetUpTestSuite() { lab::register_live_solvers(); }
};

struct Ends {
    BodyId a, b;
    Vec3 on_a, on_b;  // in the bodies' own axes
    float length;
};

/// C = |d| - length with d from one end to the other; Cdot = n.(vB - vA) + (rB x n).wB - (rA x n).wA.
UserJoint own_distance(const Ends& ends) {
    UserJoint joint;
    joint.body_a = ends.a, joint.body_b = ends.b;
    joint.evaluate = [ends](const Transform& a, const Transform& b, Row* rows) {
        const Vec3 arm_a = rotate(a.rotation, ends.on_a), arm_b = rotate(b.rotation, ends.on_b);
        const Vec3 d = (b.position - a.position) + (arm_b - arm_a);
        const float distance = length(d);
        const Vec3 n = (1 / distance) * d;
        rows[0].error = distance - ends.length;
        rows[0].linear_a = -n, rows[0].angular_a = -cross(arm_a, n);
        rows[0].linear_b = n, rows[0].angular_b = cross(arm_b, n);
    };
    return joint;
}

DistanceJoint built_in_distance(const World& world, const Ends& ends) {
    DistanceJoint joint;
    joint.body_a = ends.a, joint.body_b = ends.b;
    joint.anchor_a = world.transform(ends.a) * ends.on_a;
    joint.anchor_b = world.transform(ends.b) * ends.on_b;
    joint.length = ends.length;
    return joint;
}

/// Three bars, each hung by its end on a link from the one before, let go from the side.
std::vector<Transform> swing(const char* solver, bool own, int steps) {
    World world({.stage_solver = solver, .sleep = false});
    BodyId above = world.add_body({});
    Vec3 on_above{0, 5, 0};
    for (int i = 0; i < 3; ++i) {
        const BodyId bar =
            world.add_body({.type = BodyType::dynamic, .position = {1.5f * static_cast<float>(i) + 1, 5, 0}});
        world.add_shape(bar, Box{{0.5f, 0.1f, 0.2f}});
        const Ends ends{above, bar, on_above, {-0.5f, 0, 0}, 0.5f};
        if (own) {
            world.add_joint(own_distance(ends));
        } else {
            world.add_joint(built_in_distance(world, ends));
        }
        above = bar, on_above = {0.5f, 0, 0};
    }
    std::vector<Transform> path;
    for (int i = 0; i < steps; ++i) {
        world.step(1.0f / 60);
        path.push_back(world.transform(above));
    }
    return path;
}

TEST_P(Recipe, C06_a_distance_row_of_the_users_own_gives_the_same_bits_as_the_built_in_one) {
    const std::vector<Transform> built_in = swing(GetParam(), false, 120), own = swing(GetParam(), true, 120);
    for (size_t i = 0; i < own.size(); ++i)
        ASSERT_EQ(std::memcmp(&own[i], &built_in[i], sizeof(Transform)), 0) << "step " << i;
    EXPECT_GT(length(own.back().position - own.front().position), 0.5f) << "it swings";
}

INSTANTIATE_TEST_SUITE_P(Solvers, Recipe,
                         testing::Values("pgs", "si", "si:correction=split", "newton", "robust", "direct"));

}  // namespace
}  // namespace cairn
