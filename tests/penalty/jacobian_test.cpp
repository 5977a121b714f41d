// Larsen 6.2, 6.4, 6.5, 6.6: the differentiation rules, the 13 x 13 blocks, and the debugger that checks
// them.

#include <gtest/gtest.h>

#include "tests/penalty/support.hpp"

namespace cairn::penalty::test {
namespace {

class RandomState {
public:
    explicit RandomState(unsigned seed) : engine_(seed) {}

    double number(double low, double high) {
        return std::uniform_real_distribution<double>(low, high)(engine_);
    }
    Vec3d vector(double size) { return {number(-size, size), number(-size, size), number(-size, size)}; }
    Vec3d unit() {
        for (;;) {
            const Vec3d v = vector(1);
            if (length(v) > 0.1 && length(v) < 1) return v / length(v);
        }
    }
    Quaternion quaternion() {
        return normalized(Quaternion{number(-1, 1), number(-1, 1), number(-1, 1), number(-1, 1)});
    }
    Body body() {
        Body b = box_body(number(0.5, 5), {number(0.2, 1), number(0.2, 1), number(0.2, 1)});
        b.state = state_of(b, vector(1), quaternion(), vector(1), vector(2));
        b.torque = vector(1);
        return b;
    }

private:
    std::mt19937 engine_;
};

/// A contact whose spring is pressed, between two random bodies.
Contact random_contact(RandomState& random, const Body& a, const Body& b, ContactKind kind, bool turning) {
    Contact c;
    c.kind = kind;
    c.turning = turning;
    c.body = {0, 1};
    c.edge_a = random.unit();
    c.edge_b = cross(c.edge_a, random.unit());
    c.face_normal = random.unit();
    c.normal = random.unit();
    c.vertex_a = random.vector(0.5);
    c.vertex_b = random.vector(0.5);
    c.radius_a = random.number(0, 0.2);
    c.radius_b = random.number(0, 0.2);
    c.side = random.number(-1, 1) < 0 ? -1 : 1;
    c.stiffness = random.number(100, 3000);
    c.damping = random.number(1, 20);
    c.friction = random.number(0.1, 1);
    c.tangent_stiffness = random.number(100, 1000);
    c.tangent_damping = random.number(1, 5);
    c.anchor_a = c.vertex_a;
    c.anchor_b = c.vertex_b;
    const Touch<0> t = touch(c, frame_of(a, a.state), frame_of(b, b.state));
    // Rest where the push is sure to be positive: the force has a kink where it vanishes.
    c.rest = t.depth.value - random.number(0.05, 0.5) -
             c.damping / c.stiffness * std::abs(dot(t.velocity.value, t.normal.value));
    return c;
}

TEST(PenaltyDifferential, EachRuleMatchesFiniteDifferences) {
    RandomState random(1);
    for (int trial = 0; trial < 200; ++trial) {
        const Vec3d u0 = random.vector(1), du = random.vector(1), v0 = random.vector(1),
                    dv = random.vector(1);
        const auto u_at = [&](double s) { return u0 + s * du; };
        const auto v_at = [&](double s) { return v0 + s * dv; };
        Vector<1> u(u0), v(v0);
        u.slope[0] = du;
        v.slope[0] = dv;
        const double h = 1e-6;
        const auto expect_number = [&](double slope, auto f) {
            EXPECT_NEAR(slope, (f(h) - f(-h)) / (2 * h), 1e-7 * (1 + std::abs(slope)));
        };
        const auto expect_vector = [&](Vec3d slope, auto f) {
            EXPECT_LT(length(slope - (f(h) - f(-h)) / (2 * h)), 1e-7 * (1 + length(slope)));
        };
        expect_number(dot(u, v).slope[0], [&](double s) { return dot(u_at(s), v_at(s)); });
        expect_vector(cross(u, v).slope[0], [&](double s) { return cross(u_at(s), v_at(s)); });
        expect_vector((dot(u, v) * u).slope[0], [&](double s) { return dot(u_at(s), v_at(s)) * u_at(s); });
        expect_vector(normalized(v).slope[0], [&](double s) { return v_at(s) / length(v_at(s)); });
        const Vector<1> shifted = v + Vector<1>(Vec3d{3, 0, 0});
        expect_number((dot(u, v) / dot(shifted, shifted)).slope[0], [&](double s) {
            const Vec3d w = v_at(s) + Vec3d{3, 0, 0};
            return dot(u_at(s), v_at(s)) / dot(w, w);
        });
    }
}

TEST(PenaltyDifferential, RotationIgnoresTheLengthOfItsQuaternionAndKnowsItsSlope) {
    RandomState random(2);
    for (int trial = 0; trial < 200; ++trial) {
        const Quaternion q = random.quaternion();
        const double s = random.number(0.3, 3);
        const Mat3d r = rotation_matrix(q), scaled = rotation_matrix({s * q.x, s * q.y, s * q.z, s * q.w});
        EXPECT_LT(length(r.x - scaled.x) + length(r.y - scaled.y) + length(r.z - scaled.z), 1e-14);
        const auto slope = rotation_matrix_slope(q);
        for (int k = 0; k < 4; ++k) {
            const double h = 1e-6;
            double ahead[4] = {q.x, q.y, q.z, q.w}, behind[4] = {q.x, q.y, q.z, q.w};
            ahead[k] += h;
            behind[k] -= h;
            const Mat3d a = rotation_matrix({ahead[0], ahead[1], ahead[2], ahead[3]});
            const Mat3d b = rotation_matrix({behind[0], behind[1], behind[2], behind[3]});
            EXPECT_LT(length((a.x - b.x) / (2 * h) - slope[std::size_t(k)].x), 1e-6);
            EXPECT_LT(length((a.y - b.y) / (2 * h) - slope[std::size_t(k)].y), 1e-6);
            EXPECT_LT(length((a.z - b.z) / (2 * h) - slope[std::size_t(k)].z), 1e-6);
        }
    }
}

TEST(PenaltyJacobian, BlocksMatchFiniteDifferencesOnAThousandRandomStates) {
    RandomState random(3), belts(8);
    const ContactKind kinds[] = {ContactKind::vertex_face, ContactKind::edge_edge, ContactKind::vertex_vertex,
                                 ContactKind::vertex_edge};
    const FrictionLaw laws[] = {FrictionLaw::tanh, FrictionLaw::piecewise, FrictionLaw::springs,
                                FrictionLaw::impulses};
    double worst = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        std::vector<Body> bodies{random.body(), random.body()};
        Contact contact = random_contact(random, bodies[0], bodies[1], kinds[trial % 4], trial / 4 % 2 == 0);
        const bool one_fixed = trial % 5 == 0, kinematic = trial % 7 == 0;
        if (kinematic) {
            bodies[1].kind = BodyKind::kinematic;
            bodies[1].state.momentum = random.vector(1);
        }
        ForceLaw law;
        law.friction = laws[trial / 8 % 4];
        law.slip_speed = random.number(0.5, 3);
        contact.sticks = true;
        contact.held = random.vector(1);
        contact.belt = trial % 3 == 0;
        contact.belt_a = belts.vector(1);
        contact.belt_b = belts.vector(1);
        GroupSystem system(bodies, one_fixed ? std::vector<int>{trial % 2} : std::vector<int>{0, 1},
                           {&contact}, law, {}, {});
        if (one_fixed && bodies[std::size_t(trial % 2)].kind != BodyKind::dynamic) continue;
        const JacobianCheck check = check_jacobian(system, system.state(), 1e-5);
        worst = std::max(worst, check.worst_error);
        ASSERT_TRUE(check.wrong.empty()) << "trial " << trial << "\n" << check.text();
    }
    RecordProperty("worst_error", std::to_string(worst));
    EXPECT_LT(worst, 1e-5);
}

TEST(PenaltyJacobian, FreeMotionHasThirteenRowsAndNoForces) {
    RandomState random(4);
    std::vector<Body> bodies{random.body()};
    GroupSystem system(bodies, {0}, {}, {}, {}, {});
    EXPECT_EQ(system.size(), 13);
    system.linearize(system.state());
    const Block& block = system.jacobian().diagonal[0];
    EXPECT_EQ(block.bottomRows<6>().cwiseAbs().maxCoeff(), 0);
    EXPECT_EQ(block.topRows<3>().leftCols<7>().cwiseAbs().maxCoeff(), 0);
    EXPECT_DOUBLE_EQ(block(0, at_momentum), 1 / bodies[0].mass);
    EXPECT_TRUE(check_jacobian(system, system.state(), 1e-6).wrong.empty());
}

// E7 of the checklist: dF/dg_A = -dF/dg_B is true of positions and momenta of equal bodies, not of rotations.
TEST(PenaltyJacobian, TheOtherBodysSlopeIsTheNegativeOnlyForPositions) {
    RandomState random(5);
    std::vector<Body> bodies{random.body(), random.body()};
    const Contact contact = random_contact(random, bodies[0], bodies[1], ContactKind::vertex_face, true);
    GroupSystem system(bodies, {0, 1}, {&contact}, {}, {}, {});
    system.linearize(system.state());
    const auto own = system.jacobian().diagonal[0].bottomRows<6>();
    ASSERT_EQ(system.jacobian().links[0].row, 0);
    const ForceRows& other = system.jacobian().links[0].rows;
    const Eigen::MatrixXd by_x = own.block<3, 3>(0, 0), other_x = other.block<3, 3>(0, 0);
    EXPECT_LT((by_x + other_x).cwiseAbs().maxCoeff(), 1e-6 * by_x.cwiseAbs().maxCoeff());
    const Eigen::MatrixXd by_q = own.block<3, 4>(0, at_rotation), other_q = other.block<3, 4>(0, at_rotation);
    EXPECT_GT((by_q + other_q).cwiseAbs().maxCoeff(), 1e-2 * by_q.cwiseAbs().maxCoeff());
}

TEST(PenaltyJacobian, DebuggerNamesTheBlockWithASeededSignError) {
    RandomState random(6);
    std::vector<Body> bodies{random.body(), random.body()};
    const Contact contact = random_contact(random, bodies[0], bodies[1], ContactKind::edge_edge, true);
    GroupSystem system(bodies, {0, 1}, {&contact}, {}, {}, {});
    const Column y = system.state();
    system.linearize(y);
    Eigen::MatrixXd wrong(system.jacobian().assemble());
    wrong.block<3, 4>(at_momentum, state_size + at_rotation) *= -1;  // dF of body 0 by q of body 1
    const JacobianCheck check = check_jacobian(system, y, wrong);
    ASSERT_EQ(check.wrong.size(), 1u);
    EXPECT_EQ(check.wrong[0].name, "dF[0]/dq[1]");
    EXPECT_TRUE(check.wrong[0].opposite);
    EXPECT_NE(check.text().find("dF[0]/dq[1]"), std::string::npos);
    EXPECT_NE(check.text().find("opposite sign"), std::string::npos);
}

TEST(PenaltyJacobian, ReducedAndWholeSystemsHaveTheSameSolution) {
    RandomState random(7);
    for (int trial = 0; trial < 50; ++trial) {
        std::vector<Body> bodies{random.body(), random.body()};
        const Contact contact = random_contact(random, bodies[0], bodies[1], ContactKind::vertex_face, true);
        GroupSystem system(bodies, {0, 1}, {&contact}, {}, {}, {});
        const Column y = system.state();
        system.linearize(y);
        const Column b = Column::Random(26);
        Column reduced, whole;
        system.solve(120, b, reduced);
        system.keep_all_unknowns(true);
        system.linearize(y);
        system.solve(120, b, whole);
        EXPECT_LT((reduced - whole).norm(), 1e-10 * whole.norm());
    }
}

}  // namespace
}  // namespace cairn::penalty::test
