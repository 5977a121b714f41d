// Constraints of three and four bodies (Tamis 2015, 4.2; T07): one row, one multiplier, under every solver.

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cairn/world.hpp>

#include "lab/live_solvers.hpp"
#include "math/trigonometry.hpp"

namespace cairn {
namespace {

constexpr float g = 10;
constexpr float sixtieth = 1.0f / 60;

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
    for (int i = 0; i < 60; ++i) world.step(sixtieth);
    const float tension = 4 * g / (1 / mass[0] + 1 / mass[1] + 4 / mass[2]);
    const float expected[] = {tension / mass[0] - g, tension / mass[1] - g, 2 * tension / mass[2] - g};
    for (int i = 0; i < 3; ++i)
        EXPECT_NEAR(world.velocity(bodies[i]).y, expected[i], 1e-3f * g) << "body " << i;
    EXPECT_NEAR(world.reaction(joint).force.y, tension, 1e-3f * tension);
    EXPECT_LT(world.joint_error(joint), 1e-3f);
    EXPECT_EQ(world.report().solver_failures, 0) << world.solver_message();
}

// --- V34: pulleys whose axle is a body (physics_refs.json, V34_pulley)

constexpr float earth = 9.81f;

/// A rope from a over the axle c to b, `ratio` strands on b's side: l_a + ratio l_b stays.
UserJoint rope_over(BodyId a, BodyId b, BodyId axle, float ratio) {
    UserJoint joint;
    joint.body_a = a, joint.body_b = b, joint.body_c = axle;
    joint.evaluate_all = [ratio](const Transform* bodies, Row* rows) {
        const float axle_height = bodies[2].position.y - 1;
        rows[0].error = bodies[0].position.y - axle_height + ratio * (bodies[1].position.y - axle_height);
        rows[0].linear_a = {0, 1, 0}, rows[0].linear_b = {0, ratio, 0};
        rows[0].linear_c = {0, -1 - ratio, 0};
    };
    return joint;
}

/// Weights of 3 kg and 1 kg on a rope over an axle that is a body and is held.
struct Machine {
    World world;
    BodyId a, b;
    JointId held, rope;

    Machine(const WorldDef& def, float ratio) : world(def) {
        a = weight(world, -1, 3), b = weight(world, 1, 1);
        const BodyId axle = world.add_body({.position = {0, 1, 0}, .mass = 2, .inertia = {1, 1, 1}});
        FixedJoint bracket;
        bracket.body_b = axle, bracket.anchor = {0, 1, 0};
        held = world.add_joint(bracket);
        rope = world.add_joint(rope_over(a, b, axle, ratio));
        for (int i = 0; i < 60; ++i) world.step(sixtieth);
    }
};

/// Atwood's machine of 3 kg and 1 kg: a = 4.905, T = 14.715. What holds the axle bears both ropes and it.
TEST_P(ManyBodies, v34_atwood_with_an_axle_that_is_a_body) {
    const Machine machine(quiet(GetParam(), {0, -earth, 0}), 1);
    EXPECT_NEAR(machine.world.velocity(machine.a).y, -4.905f, 1e-3f * 4.905f);
    EXPECT_NEAR(machine.world.velocity(machine.b).y, 4.905f, 1e-3f * 4.905f);
    EXPECT_NEAR(machine.world.reaction(machine.rope).force.y, 14.715f, 1e-3f * 14.715f);
    EXPECT_NEAR(machine.world.reaction(machine.held).force.y, 2 * 14.715f + 2 * earth, 1e-3f * 49);
}

TEST_P(ManyBodies, v34_two_strands_on_one_side) {
    const Machine machine(quiet(GetParam(), {0, -earth, 0}), 2);
    EXPECT_NEAR(machine.world.velocity(machine.a).y, -7.546154f, 1e-3f * 7.546154f);
    EXPECT_NEAR(machine.world.velocity(machine.b).y, 7.546154f / 2, 1e-3f * 7.546154f / 2);
}

float turn_about_z(const Transform& body) { return 2 * std::atan2(body.rotation.z, body.rotation.w); }

/// A disc of I = m r^2 / 2 with m = 2 that the rope turns: two rows, three bodies, a = 2 g / 5.
TEST_P(ManyBodies, v34_a_disc_that_turns_with_the_rope) {
    constexpr float r = 0.5f, inertia = 0.5f * 2 * r * r;
    World world(quiet(GetParam(), {0, -earth, 0}));
    const BodyId a = weight(world, -1, 3), b = weight(world, 1, 1);
    const BodyId disc =
        world.add_body({.position = {0, 1, 0}, .mass = 2, .inertia = {inertia, inertia, inertia}});
    HingeJoint axle;
    axle.body_b = disc, axle.anchor = {0, 1, 0}, axle.axis = {0, 0, 1};
    world.add_joint(axle);
    UserJoint rope;
    rope.body_a = a, rope.body_b = b, rope.body_c = disc, rope.row_count = 2;
    rope.evaluate_all = [](const Transform* bodies, Row* rows) {
        const float wound = r * turn_about_z(bodies[2]), height = bodies[2].position.y - 1;
        rows[0].error = bodies[0].position.y - height - wound;
        rows[0].linear_a = {0, 1, 0}, rows[0].linear_c = {0, -1, 0}, rows[0].angular_c = {0, 0, -r};
        rows[1].error = bodies[1].position.y - height + wound;
        rows[1].linear_b = {0, 1, 0}, rows[1].linear_c = {0, -1, 0}, rows[1].angular_c = {0, 0, r};
    };
    world.add_joint(rope);
    constexpr int steps = 30;
    for (int i = 0; i < steps; ++i) world.step(sixtieth);
    const float expected = 3.924f * static_cast<float>(steps) * sixtieth;
    EXPECT_NEAR(world.velocity(a).y, -expected, 1e-3f * expected);
    EXPECT_NEAR(world.velocity(b).y, expected, 1e-3f * expected);
    EXPECT_NEAR(world.angular_velocity(disc).z, -expected / r, 1e-3f * expected / r);
}

/// The axle is pulled up: T (1/m_a + 1/m_b + 4/m_c) = 2 F / m_c, as gravity moves all alike.
TEST_P(ManyBodies, a_rope_over_an_axle_that_is_pulled_up) {
    World world(quiet(GetParam(), {0, -earth, 0}));
    constexpr float m_a = 3, m_b = 1, m_c = 2, force = 100;
    const BodyId a = weight(world, -1, m_a), b = weight(world, 1, m_b);
    const BodyId axle = world.add_body({.position = {0, 1, 0}, .mass = m_c, .inertia = {1, 1, 1}});
    const JointId rope = world.add_joint(rope_over(a, b, axle, 1));
    for (int i = 0; i < 60; ++i) {
        world.apply_force(axle, {0, force, 0});
        world.step(sixtieth);
    }
    constexpr float tension = 2 * force / m_c / (1 / m_a + 1 / m_b + 4 / m_c);
    constexpr float up = (force - 2 * tension) / m_c - earth;
    EXPECT_NEAR(world.velocity(a).y, tension / m_a - earth, 1e-3f * tension / m_a);
    EXPECT_NEAR(world.velocity(b).y, tension / m_b - earth, 1e-3f * tension / m_b);
    EXPECT_NEAR(world.velocity(axle).y, up, 1e-3f * force / m_c);
    EXPECT_NEAR(world.reaction(rope).force.y, tension, 1e-3f * tension);
}

/// A winch: the axle moves by itself at 1 m/s, and both weights on its rope are carried along, whether the
/// rope is a rod (an equality), can only pull (C >= 0), or pulls with 1000 N at most.
TEST_P(ManyBodies, a_kinematic_axle_carries_its_weights) {
    const float lower[] = {-infinity, 0, -1000}, upper[] = {infinity, infinity, 1000};
    for (int kind = 0; kind < 3; ++kind) {
        World world(quiet(GetParam(), {0, -earth, 0}));
        const BodyId a = weight(world, -1, 2), b = weight(world, 1, 2);
        const BodyId axle = world.add_body({.type = BodyType::kinematic, .position = {0, 1, 0}});
        world.set_velocity(axle, {0, 1, 0});
        UserJoint rope = rope_over(a, b, axle, 1);
        rope.evaluate_all = [row = rope.evaluate_all, low = lower[kind], up = upper[kind]](
                                const Transform* bodies, Row* rows) {
            row(bodies, rows);
            rows[0].lower = low, rows[0].upper = up;
        };
        world.add_joint(rope);
        for (int i = 0; i < 30; ++i) world.step(sixtieth);
        EXPECT_NEAR(world.velocity(a).y, 1, 0.02f) << "kind " << kind;
        EXPECT_NEAR(world.velocity(b).y, 1, 0.02f) << "kind " << kind;
        const float error = world.transform(a).position.y + world.transform(b).position.y -
                            2 * (world.transform(axle).position.y - 1);
        EXPECT_NEAR(error, 0, 0.02f) << "kind " << kind << ": they follow, not after a delay";
    }
}

// --- gears on a carrier that moves

constexpr float sun_teeth = 24, planet_teeth = 18, ring_teeth = 60;

float turn_on(const Transform& carrier, const Transform& gear) {
    return turn_about_z({{}, conjugate(carrier.rotation) * gear.rotation});
}

/// Teeth are whole numbers: turns of any gear change the sum by whole turns, so it is known without counting.
float wrapped(float angle) { return angle - 2 * pi * std::round(angle / (2 * pi)); }

/// Rows of sun a, planet b, carrier c and ring d: teeth that mesh pass as many on both sides, as seen from
/// the carrier; the ring's are inside. Coefficients add up to nothing: no torque comes from outside.
void planetary_rows(const Transform* bodies, Row* rows) {
    const Vec3 axis = rotate(bodies[2].rotation, {0, 0, 1});
    const float sun = turn_on(bodies[2], bodies[0]), planet = turn_on(bodies[2], bodies[1]),
                ring = turn_on(bodies[2], bodies[3]);
    rows[0].error = wrapped(sun_teeth * sun + planet_teeth * planet);
    rows[0].angular_a = sun_teeth * axis, rows[0].angular_b = planet_teeth * axis;
    rows[0].angular_c = -(sun_teeth + planet_teeth) * axis;
    rows[1].error = wrapped(planet_teeth * planet - ring_teeth * ring);
    rows[1].angular_b = planet_teeth * axis, rows[1].angular_d = -ring_teeth * axis;
    rows[1].angular_c = (ring_teeth - planet_teeth) * axis;
}

struct PlanetaryGear {
    PlanetaryGear(World& its_world, float arm) : world(its_world) {
        sun = gear({}, 0.5f), planet = gear({arm, 0, 0}, 0.3f), carrier = gear({}, 1), ring = gear({}, 2);
        for (const BodyId body : {sun, planet, ring}) {
            HingeJoint axle;
            axle.body_a = carrier, axle.body_b = body;
            axle.anchor = world.transform(body).position, axle.axis = {0, 0, 1};
            world.add_joint(axle);
        }
        UserJoint mesh;
        mesh.body_a = sun, mesh.body_b = planet, mesh.body_c = carrier, mesh.body_d = ring;
        mesh.row_count = 2;
        mesh.evaluate_all = planetary_rows;
        world.add_joint(mesh);
    }
    BodyId gear(Vec3 position, float mass) const {
        const float inertia = 0.1f * mass;
        return world.add_body({.position = position, .mass = mass, .inertia = {inertia, inertia, inertia}});
    }
    float spin(BodyId body) const {
        return world.angular_velocity(body).z - world.angular_velocity(carrier).z;
    }
    float angular_momentum() const {
        float sum = 0;
        for (const BodyId body : {sun, planet, carrier, ring}) {
            const float mass = world.mass(body);
            sum += cross(world.center_of_mass(body), mass * world.velocity(body)).z +
                   0.1f * mass * world.angular_velocity(body).z;
        }
        return sum;
    }
    Vec3 momentum() const {
        Vec3 sum{};
        for (const BodyId body : {sun, planet, carrier, ring}) sum += world.mass(body) * world.velocity(body);
        return sum;
    }

    World& world;
    BodyId sun, planet, carrier, ring;
};

/// A motor between carrier and sun in free space: nothing from outside, so the total of both momenta stays,
/// and the ring turns back against the sun as its teeth say, for many turns. Returns the angular momentum
/// that appeared, as a part of what the motor passed on.
float run_free_gear(const char* solver, float arm, int substeps) {
    World world(quiet(solver, {}));
    PlanetaryGear gear(world, arm);
    const float dt = sixtieth / static_cast<float>(substeps);
    float impulse = 0;
    for (int i = 0; i < 360 * substeps; ++i) {
        const float torque = i < 180 * substeps ? 2.0f : -1.0f;
        world.apply_torque(gear.sun, {0, 0, torque});
        world.apply_torque(gear.carrier, {0, 0, -torque});
        world.step(dt);
        impulse += torque * dt;
    }
    EXPECT_GT(std::abs(gear.spin(gear.sun)), 5) << "it turns";
    EXPECT_NEAR(gear.spin(gear.ring) / gear.spin(gear.sun), -sun_teeth / ring_teeth, 1e-3f);
    EXPECT_NEAR(gear.spin(gear.planet) / gear.spin(gear.sun), -sun_teeth / planet_teeth, 1e-3f);
    EXPECT_LT(length(gear.momentum()), 1e-4f * impulse);
    EXPECT_EQ(world.report().unusable_rows, 0);
    return std::abs(gear.angular_momentum()) / impulse;
}

TEST_P(ManyBodies, gears_on_a_free_carrier_keep_its_momentum_and_their_ratio) {
    EXPECT_LT(run_free_gear(GetParam(), 0, 1), 1e-4f);
}

/// A planet that goes round adds what any joint off the centres does: solved for velocities alone, the pin's
/// two ends part by w^2 r h^2 / 2 a step and pull on different lines, an error of first order in h.
TEST_P(ManyBodies, a_free_planetary_gear_keeps_its_momentum_to_first_order) {
    const float error = run_free_gear(GetParam(), 0.42f, 1), finer = run_free_gear(GetParam(), 0.42f, 4);
    EXPECT_LT(error, *GetParam() ? 0.12f : 1e-3f);
    EXPECT_LT(finer, 0.3f * error + 1e-4f);
}

// --- what a row does to each of its bodies is the derivative of its error

/// C = |p_a - p_c| + 2 |p_b - p_d|, the rope tied to points off all centres; of three bodies, c is d too.
struct Rope {
    static constexpr Vec3 arm[4] = {
        {0.1f, 0.2f, -0.3f}, {-0.2f, 0.1f, 0.1f}, {0.3f, 0, 0.2f}, {0, -0.2f, 0.1f}};
    int sides;

    float ratio(int end) const { return end == 0 ? 1.0f : 2.0f; }
    int other(int end) const { return end == 0 || sides == 4 ? end + 2 : 2; }
    Vec3 point(const Transform* bodies, int side) const { return bodies[side] * arm[side]; }
    float error(const Transform* bodies) const {
        float sum = 0;
        for (int end = 0; end < 2; ++end)
            sum += ratio(end) * length(point(bodies, end) - point(bodies, other(end)));
        return sum;
    }
    void operator()(const Transform* bodies, Row* rows) const {
        Vec3* const linear[] = {&rows->linear_a, &rows->linear_b, &rows->linear_c, &rows->linear_d};
        Vec3* const angular[] = {&rows->angular_a, &rows->angular_b, &rows->angular_c, &rows->angular_d};
        for (int end = 0; end < 2; ++end) {
            const int from = other(end);
            const Vec3 along = ratio(end) * normalized(point(bodies, end) - point(bodies, from));
            *linear[end] += along, *linear[from] += -along;
            *angular[end] += cross(rotate(bodies[end].rotation, arm[end]), along);
            *angular[from] += -cross(rotate(bodies[from].rotation, arm[from]), along);
        }
    }
};

struct Random {
    uint32_t state = 1;
    float number() {
        state = state * 1664525u + 1013904223u;
        return static_cast<float>(state >> 8) / static_cast<float>(1 << 23) - 1;
    }
    Vec3 vector() {
        const float x = number(), y = number(), z = number();
        return {x, y, z};
    }
};

/// Of C with respect to a body's place (axis 0 to 2) or its turn (3 to 5), by central differences.
float derivative(const Rope& rope, const Transform (&bodies)[4], int side, int axis) {
    constexpr float step = 0.02f;
    const Vec3 along{axis % 3 == 0 ? 1.0f : 0, axis % 3 == 1 ? 1.0f : 0, axis % 3 == 2 ? 1.0f : 0};
    float value[2];
    for (int k = 0; k < 2; ++k) {
        Transform moved[4] = {bodies[0], bodies[1], bodies[2], bodies[3]};
        const float by = k == 0 ? step : -step;
        if (axis < 3) {
            moved[side].position += by * along;
        } else {
            moved[side].rotation = axis_angle(along, by) * moved[side].rotation;
        }
        value[k] = rope.error(moved);
    }
    return (value[0] - value[1]) / (2 * step);
}

/// One step of free bodies: each changes its momentum by one and the same multiplier times the derivative of
/// C with respect to its own place and turn; afterwards C does not change.
TEST_P(ManyBodies, momenta_change_along_the_finite_differences_of_the_constraint) {
    Random random;
    for (int n = 0; n < 40; ++n) {
        World world(quiet(GetParam(), {}));
        const Rope rope{3 + n % 2};
        BodyId ids[4];
        Transform poses[4];
        float mass[4];
        UserJoint joint;
        BodyId* const of_joint[] = {&joint.body_a, &joint.body_b, &joint.body_c, &joint.body_d};
        for (int i = 0; i < rope.sides; ++i) {
            const Vec3 position = 2 * random.vector() + Vec3{6.0f * static_cast<float>(i), 0, 0};
            const Quat rotation =
                normalized(Quat{random.number(), random.number(), random.number(), 1 + random.number()});
            mass[i] = 2 + random.number();
            ids[i] = world.add_body({.position = position,
                                     .rotation = rotation,
                                     .velocity = random.vector(),
                                     .angular_velocity = random.vector(),
                                     .mass = mass[i],
                                     .inertia = {mass[i], mass[i], mass[i]}});
            poses[i] = world.transform(ids[i]), *of_joint[i] = ids[i];
        }
        joint.evaluate_all = rope;
        world.add_joint(joint);
        Vec3 before[8];
        for (int i = 0; i < rope.sides; ++i)
            before[2 * i] = world.velocity(ids[i]), before[2 * i + 1] = world.angular_velocity(ids[i]);
        world.step(1e-4f);
        float change[24] = {}, gradient[24] = {}, product = 0, square = 0, rate = 0;
        for (int i = 0; i < rope.sides; ++i)
            for (int axis = 0; axis < 6; ++axis) {
                const Vec3 now = axis < 3 ? world.velocity(ids[i]) : world.angular_velocity(ids[i]);
                const int k = 6 * i + axis;
                change[k] = mass[i] * (now - before[2 * i + axis / 3])[axis % 3];
                gradient[k] = derivative(rope, poses, i, axis);
                product += change[k] * gradient[k], square += gradient[k] * gradient[k];
                rate += gradient[k] * now[axis % 3];
            }
        const float multiplier = product / square;
        ASSERT_GT(std::abs(multiplier), 1e-4f) << n;
        for (int k = 0; k < 6 * rope.sides; ++k)
            ASSERT_NEAR(change[k], multiplier * gradient[k], 2e-3f)
                << n << " body " << k / 6 << " axis " << k % 6;
        ASSERT_NEAR(rate, 0, 5e-3f) << n;
    }
}

INSTANTIATE_TEST_SUITE_P(Solvers, ManyBodies,
                         testing::Values("", "pgs", "si", "si:correction=split",
                                         "si:strong=robust,strong_residual=1e-9", "newton", "robust",
                                         "direct"));

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
    for (int i = 0; i < 120; ++i) world.step(sixtieth);
    for (const BodyId body : bodies) EXPECT_FALSE(world.awake(body));
    world.set_velocity(bodies[2], {0, 1, 0});
    for (const BodyId body : bodies) EXPECT_TRUE(world.awake(body));
    world.step(sixtieth);
    EXPECT_LT(world.velocity(bodies[0]).y, -0.1f) << "the rope pulls at once";
}

TEST(ManyBodiesWorld, the_joint_goes_with_any_of_its_bodies) {
    for (int k = 0; k < 3; ++k) {
        Tackle t;
        t.world.step(sixtieth);
        const BodyId all[] = {t.a, t.b, t.c};
        EXPECT_EQ(t.world.joints(all[k]).size(), 1u);
        t.world.remove_body(all[k]);
        EXPECT_FALSE(t.world.valid(t.joint));
        EXPECT_TRUE(t.world.joints(all[(k + 1) % 3]).empty());
        t.world.step(sixtieth);
    }
}

TEST(ManyBodiesWorld, its_bodies_do_not_collide_unless_told_to) {
    for (const bool collide : {false, true}) {
        World world({.gravity = {}});
        const BodyId a = weight(world, 0, 1), b = weight(world, 5, 1), c = weight(world, 0.15f, 1);
        UserJoint joint = tackle(a, b, c);
        joint.collide_connected = collide;
        const JointId id = world.add_joint(joint);
        world.step(sixtieth);
        EXPECT_EQ(world.contacts().size(), collide ? 1u : 0u);
        world.remove_joint(id);
        world.step(sixtieth);
        EXPECT_EQ(world.contacts().size(), 1u) << "without the joint a and c meet";
    }
}

TEST(ManyBodiesWorld, a_snapshot_brings_it_back) {
    Tackle t;
    for (int i = 0; i < 10; ++i) t.world.step(sixtieth);
    const Snapshot snapshot = t.world.snapshot();
    for (int i = 0; i < 10; ++i) t.world.step(sixtieth);
    const uint64_t hash = t.world.hash();
    t.world.remove_body(t.c);
    t.world.restore(snapshot);
    for (int i = 0; i < 10; ++i) t.world.step(sixtieth);
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
    t.world.step(sixtieth);
    EXPECT_GT(t.world.report().solver_failures, 0);
    EXPECT_THAT(t.world.solver_message(), testing::HasSubstr("not applicable"));
}

}  // namespace
}  // namespace cairn
