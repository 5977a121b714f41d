// Constraints of three and four bodies (Tamis 2015, 4.2; T07): one row, one multiplier, under every solver.

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cairn/world.hpp>

#include "lab/live_solvers.hpp"

namespace cairn {
namespace {

constexpr float g = 10;
constexpr float h = 1.0f / 60;

class ManyBodies : public testing::TestWithParam<const char*> {
protected:
    static void SetUpTestSuite() { lab::register_live_solvers(); }
};

WorldDef quiet(const std::string& solver, Vec3 gravity) {
    return {.gravity = gravity, .stage_solver = solver, .sleep = false};
}

BodyId weight(World& world, float x, float mass) {
    const BodyId body = world.add_body({.position = {x, 0, 0}, .mass = mass, .inertia = {1, 1, 1}});
    world.add_shape(body, Sphere{0.1f});
    return body;
}

/// A rope over two fixed pulleys: a and b hang on its ends, c on a loose pulley between: y_a + y_b + 2 y_c =
/// 0.
UserJoint tackle(BodyId a, BodyId b, BodyId c) {
    UserJoint joint;
    joint.body_a = a, joint.body_b = b, joint.body_c = c;
    joint.evaluate_all = [](const Transform* bodies, Row* rows) {
        rows[0].error = bodies[0].position.y + bodies[1].position.y + 2 * bodies[2].position.y;
        rows[0].linear_a = rows[0].linear_b = {0, 1, 0};
        rows[0].linear_c = {0, 2, 0};
    };
    return joint;
}

/// m_a a_a = T - m_a g, m_b a_b = T - m_b g, m_c a_c = 2 T - m_c g and a_a + a_b + 2 a_c = 0.
TEST_P(ManyBodies, a_loose_pulley_accelerates_as_computed) {
    World world(quiet(GetParam(), {0, -g, 0}));
    const float mass[] = {1, 3, 5};
    const BodyId bodies[] = {weight(world, 0, mass[0]), weight(world, 2, mass[1]), weight(world, 1, mass[2])};
    const JointId joint = world.add_joint(tackle(bodies[0], bodies[1], bodies[2]));
    for (int i = 0; i < 60; ++i) world.step(h);
    const float tension = 4 * g / (1 / mass[0] + 1 / mass[1] + 4 / mass[2]);
    const float expected[] = {tension / mass[0] - g, tension / mass[1] - g, 2 * tension / mass[2] - g};
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(world.velocity(bodies[i]).y, expected[i], 1e-3f * g) << "body " << i;
    EXPECT_NEAR(world.reaction(joint).force.y, tension, 1e-3f * tension);
    EXPECT_LT(world.joint_error(joint), 1e-3f);
    EXPECT_EQ(world.report().solver_failures, 0) << world.solver_message();
}

float turn_about_x(const Transform& body) { return 2 * std::atan2(body.rotation.x, body.rotation.w); }

/// A summing gear on a frame that turns too: (w_a - w_d) + (w_b - w_d) = 3 (w_c - w_d).
TEST_P(ManyBodies, a_differential_on_a_moving_frame_shares_a_torque_as_computed) {
    World world(quiet(GetParam(), {}));
    const float inertia[] = {0.5f, 1, 2, 4}, factor[] = {1, 1, -3, 1};
    BodyId bodies[4];
    for (int i = 0; i < 4; ++i)
        bodies[i] = world.add_body({.position = {static_cast<float>(i), 0, 0},
                                    .mass = 1,
                                    .inertia = {inertia[i], inertia[i], inertia[i]}});
    UserJoint gear;
    gear.body_a = bodies[0], gear.body_b = bodies[1], gear.body_c = bodies[2], gear.body_d = bodies[3];
    gear.evaluate_all = [factor](const Transform* frames, Row* rows) {
        Vec3* parts[] = {&rows[0].angular_a, &rows[0].angular_b, &rows[0].angular_c, &rows[0].angular_d};
        for (int i = 0; i < 4; ++i) {
            rows[0].error += factor[i] * turn_about_x(frames[i]);
            *parts[i] = {factor[i], 0, 0};
        }
    };
    const JointId joint = world.add_joint(gear);
    constexpr float torque = 2;
    for (int i = 0; i < 30; ++i) {
        world.apply_torque(bodies[0], {torque, 0, 0});
        world.step(h);
    }
    float k = 0;
    for (int i = 0; i < 4; ++i) k += factor[i] * factor[i] / inertia[i];
    const float multiplier = -torque / inertia[0] / k;
    for (int i = 0; i < 4; ++i) {
        const float applied = (i == 0 ? torque : 0) + factor[i] * multiplier;
        EXPECT_NEAR(world.angular_velocity(bodies[i]).x, 0.5f * applied / inertia[i], 2e-3f) << "body " << i;
    }
    EXPECT_LT(world.joint_error(joint), 1e-3f);
}

INSTANTIATE_TEST_SUITE_P(Solvers, ManyBodies,
                         testing::Values("", "pgs", "si", "si:correction=split",
                                         "si:strong=robust,strong_residual=1e-9", "newton", "robust",
                                         "direct"));

// --- a rope between two hooks that move themselves

constexpr Vec3 arm{0.1f, 0.2f, -0.3f};
constexpr float ratio = 2;

float rope_length(const Transform* bodies) {
    return length(bodies[0] * arm - bodies[2].position) +
           ratio * length(bodies[1] * arm - bodies[3].position);
}

/// C = |p_a - p_c| + ratio |p_b - p_d| - L, the rope tied to a point off the centres of a and b.
void rope_row(const Transform* bodies, Row* rows) {
    const Vec3 arm_a = rotate(bodies[0].rotation, arm), arm_b = rotate(bodies[1].rotation, arm);
    const Vec3 u = normalized(bodies[0].position + arm_a - bodies[2].position);
    const Vec3 w = ratio * normalized(bodies[1].position + arm_b - bodies[3].position);
    rows[0].error = rope_length(bodies);
    rows[0].linear_a = u, rows[0].angular_a = cross(arm_a, u), rows[0].linear_c = -u;
    rows[0].linear_b = w, rows[0].angular_b = cross(arm_b, w), rows[0].linear_d = -w;
}

TEST(ManyBodiesRow, the_jacobian_of_four_bodies_is_the_derivative_of_the_constraint) {
    uint32_t state = 1;
    const auto random = [&] {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / static_cast<float>(1 << 23) - 1;
    };
    const auto vector = [&] { return Vec3{random(), random(), random()}; };
    constexpr float step = 0.01f;
    for (int n = 0; n < 1000; ++n) {
        Transform bodies[4], ahead[4], behind[4];
        Vec3 v[4], w[4];
        for (int i = 0; i < 4; ++i) {
            bodies[i] = {3 * vector() + Vec3{10.0f * static_cast<float>(i), 0, 0},
                         normalized(Quat{random(), random(), random(), random()})};
            v[i] = vector(), w[i] = vector();
            const float angle = length(w[i]) * step;
            ahead[i] = {bodies[i].position + step * v[i], axis_angle(w[i], angle) * bodies[i].rotation};
            behind[i] = {bodies[i].position - step * v[i], axis_angle(w[i], -angle) * bodies[i].rotation};
        }
        Row row;
        rope_row(bodies, &row);
        const float speed = dot(row.linear_a, v[0]) + dot(row.angular_a, w[0]) + dot(row.linear_b, v[1]) +
                            dot(row.angular_b, w[1]) + dot(row.linear_c, v[2]) + dot(row.angular_c, w[2]) +
                            dot(row.linear_d, v[3]) + dot(row.angular_d, w[3]);
        const float difference = (rope_length(ahead) - rope_length(behind)) / (2 * step);
        ASSERT_NEAR(speed, difference, 2e-3f) << n;
    }
}

// --- the world keeps them together

struct Tackle {
    World world{{.gravity = {0, -g, 0}}};
    BodyId a = weight(world, 0, 1), b = weight(world, 4, 1), c = weight(world, 2, 1);
    JointId joint = world.add_joint(tackle(a, b, c));
};

TEST(ManyBodiesWorld, bodies_of_one_row_fall_asleep_and_wake_together) {
    World world({.gravity = {}});
    const BodyId bodies[] = {weight(world, 0, 1), weight(world, 4, 1), weight(world, 2, 1)};
    world.add_joint(tackle(bodies[0], bodies[1], bodies[2]));
    for (int i = 0; i < 120; ++i) world.step(h);
    for (const BodyId body : bodies) EXPECT_FALSE(world.awake(body));
    world.set_velocity(bodies[2], {0, 1, 0});
    for (const BodyId body : bodies) EXPECT_TRUE(world.awake(body));
    world.step(h);
    EXPECT_LT(world.velocity(bodies[0]).y, -0.1f) << "the rope pulls at once";
}

TEST(ManyBodiesWorld, the_joint_goes_with_any_of_its_bodies) {
    for (int k = 0; k < 3; ++k) {
        Tackle t;
        t.world.step(h);
        const BodyId all[] = {t.a, t.b, t.c};
        EXPECT_EQ(t.world.joints(all[k]).size(), 1u);
        t.world.remove_body(all[k]);
        EXPECT_FALSE(t.world.valid(t.joint));
        EXPECT_TRUE(t.world.joints(all[(k + 1) % 3]).empty());
        t.world.step(h);
    }
}

TEST(ManyBodiesWorld, its_bodies_do_not_collide_unless_told_to) {
    for (const bool collide : {false, true}) {
        World world({.gravity = {}});
        const BodyId a = weight(world, 0, 1), b = weight(world, 5, 1), c = weight(world, 0.15f, 1);
        UserJoint joint = tackle(a, b, c);
        joint.collide_connected = collide;
        const JointId id = world.add_joint(joint);
        world.step(h);
        EXPECT_EQ(world.contacts().size(), collide ? 1u : 0u);
        world.remove_joint(id);
        world.step(h);
        EXPECT_EQ(world.contacts().size(), 1u) << "without the joint a and c meet";
    }
}

TEST(ManyBodiesWorld, a_snapshot_brings_it_back) {
    Tackle t;
    for (int i = 0; i < 10; ++i) t.world.step(h);
    const Snapshot snapshot = t.world.snapshot();
    for (int i = 0; i < 10; ++i) t.world.step(h);
    const uint64_t hash = t.world.hash();
    t.world.remove_body(t.c);
    t.world.restore(snapshot);
    for (int i = 0; i < 10; ++i) t.world.step(h);
    EXPECT_EQ(t.world.hash(), hash);
}

std::string refusal(World& world, const UserJoint& joint) {
    try {
        world.add_joint(joint);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(ManyBodiesWorld, refuses_what_makes_no_sense) {
    Tackle t;
    UserJoint joint = tackle(t.a, t.b, t.c);
    joint.body_c = {}, joint.body_d = t.c;
    EXPECT_THAT(refusal(t.world, joint), testing::HasSubstr("body_d is given without UserJoint::body_c"));
    joint = tackle(t.a, t.b, t.a);
    EXPECT_THAT(refusal(t.world, joint), testing::HasSubstr("two bodies of a user's joint are body"));
    joint = tackle(t.a, t.b, t.c);
    joint.evaluate_all = {};
    EXPECT_THAT(refusal(t.world, joint), testing::HasSubstr("evaluate_all must be given for more than two"));
    joint = tackle(t.a, t.b, t.c);
    joint.evaluate = [](const Transform&, const Transform&, Row*) {};
    EXPECT_THAT(refusal(t.world, joint), testing::HasSubstr("both given"));
    UserJoint other = tackle(t.a, t.b, t.c);
    other.body_c = weight(t.world, 9, 1);
    EXPECT_THROW(t.world.set_definition(t.joint, other), Error) << "bodies of a joint cannot change";
}

TEST(ManyBodiesWorld, penalty_has_no_joints_and_says_so) {
    lab::register_live_solvers();
    Tackle t;
    t.world.set_stage_solver("penalty");
    t.world.step(h);
    EXPECT_GT(t.world.report().solver_failures, 0);
    EXPECT_THAT(t.world.solver_message(), testing::HasSubstr("not applicable"));
}

}  // namespace
}  // namespace cairn
