// C04: every row's Jacobian against central differences of its constraint, written down again here in double
// precision. C46: how many degrees of freedom each joint takes.
#define CAIRN_LANES 1

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "joints/ball.hpp"
#include "joints/distance.hpp"
#include "joints/fixed.hpp"
#include "joints/hinge.hpp"
#include "joints/motor.hpp"
#include "joints/slider.hpp"
#include "joints/wheel.hpp"

namespace cairn::wide1 {
namespace {

struct V {
    double x, y, z;
};
V operator+(V a, V b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
V operator-(V a, V b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
V operator*(double s, V a) { return {s * a.x, s * a.y, s * a.z}; }
double dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
V cross(V a, V b) { return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }

struct Q {
    double x, y, z, w;
};
Q operator*(Q a, Q b) {
    return {a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}
Q conj(Q q) { return {-q.x, -q.y, -q.z, q.w}; }
V rotate(Q q, V v) {
    const V u{q.x, q.y, q.z};
    const V t = 2.0 * cross(u, v);
    return v + q.w * t + cross(u, t);
}
Q turned_by(V angle, Q q) {
    const double length = std::sqrt(dot(angle, angle));
    if (length == 0) return q;
    const V v = (std::sin(length / 2) / length) * angle;
    return Q{v.x, v.y, v.z, std::cos(length / 2)} * q;
}

/// Two bodies (centres of mass and rotations) with a joint frame in each.
struct Placement {
    V xa, xb;
    Q qa, qb;
    V anchor_a, anchor_b;
    Q frame_a, frame_b;

    V arm_a() const { return rotate(qa, anchor_a); }
    V arm_b() const { return rotate(qb, anchor_b); }
    V gap() const { return xb + arm_b() - xa - arm_a(); }
    Q a() const { return qa * frame_a; }
    Q b() const { return qb * frame_b; }
    V axis_a(V v) const { return rotate(a(), v); }
    V axis_b(V v) const { return rotate(b(), v); }

    /// Moved along degree of freedom k of twelve: linear a, angular a, linear b, angular b.
    Placement moved(int k, double by) const {
        V step{0, 0, 0};
        (k % 3 == 0 ? step.x : k % 3 == 1 ? step.y : step.z) = by;
        Placement s = *this;
        if (k < 3) s.xa = s.xa + step;
        if (k >= 3 && k < 6) s.qa = turned_by(step, s.qa);
        if (k >= 6 && k < 9) s.xb = s.xb + step;
        if (k >= 9) s.qb = turned_by(step, s.qb);
        return s;
    }
};

class Dice {
public:
    double in(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
    V vector(double size) { return {in(-size, size), in(-size, size), in(-size, size)}; }
    Q rotation() {
        std::normal_distribution<double> normal;
        const Q q{normal(engine_), normal(engine_), normal(engine_), normal(engine_)};
        const double l = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
        return {q.x / l, q.y / l, q.z / l, q.w / l};
    }
    Placement setup() {
        return {vector(2), vector(2), rotation(), rotation(), vector(1), vector(1), rotation(), rotation()};
    }
    /// The z axes are less than 40 degrees apart: rows of what is torn farther open are others (unbend).
    Placement upright() {
        Placement s = setup();
        while (dot(s.axis_a({0, 0, 1}), s.axis_b({0, 0, 1})) < 0.77) s = setup();
        return s;
    }
    /// The frames agree, as a fixed joint or a slider holds them.
    Placement aligned() {
        Placement s = setup();
        s.frame_b = conj(s.qb) * s.a();
        return s;
    }

private:
    std::mt19937 engine_{7};
};

Vec3w wide(V v) { return {Float(float(v.x)), Float(float(v.y)), Float(float(v.z))}; }
Quatw wide(Q q) { return {Float(float(q.x)), Float(float(q.y)), Float(float(q.z)), Float(float(q.w))}; }

JointPose pose_of(const Placement& s) {
    return {wide(s.arm_a()), wide(s.arm_b()), wide(s.gap()), wide(s.a()), wide(s.b())};
}

JointBodies bodies_at_rest(const float* masses) { return {zero3(), zero3(), zero3(), zero3(), masses}; }

JointBodies unit_bodies() {
    static constexpr float masses[part_columns<JointMasses>] = {1, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0};
    return bodies_at_rest(masses);
}

/// Speeds of all rows of a joint at given velocities.
using Rows = std::function<std::vector<double>(const JointPose&, const JointBodies&)>;
using Constraint = std::function<std::vector<double>(const Placement&)>;

using Jacobian = std::vector<std::array<double, 12>>;

Jacobian jacobian_of(const Rows& rows, const Placement& setup) {
    const JointPose pose = pose_of(setup);
    Jacobian result(rows(pose, unit_bodies()).size());
    for (int k = 0; k < 12; ++k) {
        JointBodies bodies = unit_bodies();
        Vec3w* const parts[4] = {&bodies.linear_a, &bodies.angular_a, &bodies.linear_b, &bodies.angular_b};
        Vec3w& part = *parts[k / 3];
        (k % 3 == 0 ? part.x : k % 3 == 1 ? part.y : part.z) = Float(1.0f);
        const std::vector<double> speeds = rows(pose, bodies);
        for (size_t i = 0; i < speeds.size(); ++i) result[i][size_t(k)] = speeds[i];
    }
    return result;
}

void expect_derivative(const Rows& rows, const Constraint& constraint,
                       const std::function<Placement(Dice&)>& draw, double tolerance = 1e-5) {
    Dice dice;
    double worst = 0;
    for (int trial = 0; trial < 1000; ++trial) {
        const Placement setup = draw(dice);
        const Jacobian j = jacobian_of(rows, setup);
        const double eps = 1e-6;
        for (int k = 0; k < 12; ++k) {
            const std::vector<double> up = constraint(setup.moved(k, eps)),
                                      down = constraint(setup.moved(k, -eps));
            ASSERT_EQ(up.size(), j.size());
            for (size_t i = 0; i < up.size(); ++i) {
                const double expected = (up[i] - down[i]) / (2 * eps);
                worst = std::max(worst, std::abs(j[i][size_t(k)] - expected) / (1 + std::abs(expected)));
            }
        }
    }
    EXPECT_LT(worst, tolerance);
}

std::vector<double> list(Vec3w v) { return {v.x.v, v.y.v, v.z.v}; }

const V x_axis{1, 0, 0}, y_axis{0, 1, 0}, z_axis{0, 0, 1};

std::vector<double> point_rows(const JointPose& pose, const JointBodies& bodies) {
    const PointBlock block = make_point(pose, bodies);
    return list(point_speed(bodies, block.arm_a, block.arm_b));
}

std::vector<double> tilt_rows(const JointPose& pose, const JointBodies& bodies) {
    const TiltBlock block =
        make_tilt(bodies, axis_z(pose.frame_b), axis_x(pose.frame_a), axis_y(pose.frame_a));
    const Vec3w w = bodies.angular_b - bodies.angular_a;
    return {dot(block.axis_1, w).v, dot(block.axis_2, w).v};
}

std::vector<double> side_rows(const JointPose& pose, const JointBodies& bodies) {
    const SideBlock block = make_side(pose, bodies, axis_x(pose.frame_a), axis_y(pose.frame_a));
    return {speed_of(bodies, block.row_1).v, speed_of(bodies, block.row_2).v};
}

std::vector<double> turn_rows(const JointPose&, const JointBodies& bodies) {
    return list(bodies.angular_b - bodies.angular_a);
}

std::vector<double> joined(std::vector<double> a, const std::vector<double>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

TEST(Jacobian, PointRowsAreTheDerivativeOfTheGap) {
    expect_derivative(
        point_rows,
        [](const Placement& s) {
            return std::vector<double>{s.gap().x, s.gap().y, s.gap().z};
        },
        [](Dice& dice) { return dice.setup(); });
}

TEST(Jacobian, TiltRowsAreExactInAnyPoseThatIsNotTorn) {
    expect_derivative(
        tilt_rows,
        [](const Placement& s) {
            return std::vector<double>{dot(s.axis_b(z_axis), s.axis_a(x_axis)),
                                       dot(s.axis_b(z_axis), s.axis_a(y_axis))};
        },
        [](Dice& dice) { return dice.upright(); });
}

TEST(Jacobian, TwistRowIsTheDerivativeOfTheTwistAngle) {
    const Rows rows = [](const JointPose& pose, const JointBodies& bodies) {
        return std::vector<double>{speed_of(bodies, make_twist(pose, bodies)).v};
    };
    const Constraint angle = [](const Placement& s) {
        const Q q = conj(s.a()) * s.b();
        return std::vector<double>{2 * std::atan(q.z / q.w)};
    };
    // away from a swing of half a turn, where no twist is defined
    const auto draw = [](Dice& dice) {
        for (;;) {
            const Placement s = dice.setup();
            if (dot(s.axis_a(z_axis), s.axis_b(z_axis)) > -0.7 && std::abs((conj(s.a()) * s.b()).w) > 0.05)
                return s;
        }
    };
    expect_derivative(rows, angle, draw, 5e-5);
}

TEST(Jacobian, ConeRowIsTheDerivativeOfTheSwingAngle) {
    const Rows rows = [](const JointPose& pose, const JointBodies& bodies) {
        return std::vector<double>{speed_of(bodies, make_cone(pose, bodies).row).v};
    };
    const Constraint angle = [](const Placement& s) {
        return std::vector<double>{std::acos(dot(s.axis_a(z_axis), s.axis_b(z_axis)))};
    };
    const auto draw = [](Dice& dice) {
        for (;;) {
            const Placement s = dice.setup();
            if (std::abs(dot(s.axis_a(z_axis), s.axis_b(z_axis))) < 0.98) return s;
        }
    };
    expect_derivative(rows, angle, draw);
}

TEST(Jacobian, SideAndSlideRowsAreExactInAnyPose) {
    const Rows rows = [](const JointPose& pose, const JointBodies& bodies) {
        const SlideRow slide =
            make_slide_row(bodies, axis_z(pose.frame_a), pose.arm_a + pose.gap, pose.arm_b);
        return joined(side_rows(pose, bodies), {speed_of(bodies, slide).v});
    };
    expect_derivative(
        rows,
        [](const Placement& s) {
            return std::vector<double>{dot(s.gap(), s.axis_a(x_axis)), dot(s.gap(), s.axis_a(y_axis)),
                                       dot(s.gap(), s.axis_a(z_axis))};
        },
        [](Dice& dice) { return dice.setup(); });
}

TEST(Jacobian, TurnRowsAreTheDerivativeWhereTheFramesAgree) {
    const Constraint twice_the_vector_part = [](const Placement& s) {
        const Q q = s.b() * conj(s.a());
        return std::vector<double>{2 * q.x, 2 * q.y, 2 * q.z};
    };
    expect_derivative(turn_rows, twice_the_vector_part, [](Dice& dice) { return dice.aligned(); });
}

TEST(Jacobian, DistanceRowIsTheDerivativeOfTheDistance) {
    const Rows rows = [](const JointPose& pose, const JointBodies& bodies) {
        Float length;
        return std::vector<double>{speed_of(bodies, make_distance_row(pose, bodies, length)).v};
    };
    const Constraint distance = [](const Placement& s) {
        return std::vector<double>{std::sqrt(dot(s.gap(), s.gap()))};
    };
    const auto draw = [](Dice& dice) {
        for (;;) {
            const Placement s = dice.setup();
            if (dot(s.gap(), s.gap()) > 0.1) return s;
        }
    };
    expect_derivative(rows, distance, draw);
}

TEST(Jacobian, WheelRowsAreExactInAnyPoseThatIsNotTorn) {
    const Rows rows = [](const JointPose& pose, const JointBodies& bodies) {
        float columns[Wheel::columns] = {}, settings[settings_columns<WheelParts>] = {}, angles[2] = {};
        Wheel::refresh(pose, bodies, settings, angles, columns);
        const WheelGeometry g = load_part<WheelGeometry>(columns);
        return std::vector<double>{speed_of(bodies, g.side.row_1).v, speed_of(bodies, g.side.row_2).v,
                                   speed_of(bodies, g.suspension).v, speed_of(bodies, g.tilt).v,
                                   speed_of(bodies, g.straight).v,   speed_of(bodies, g.steering).v};
    };
    const Constraint constraint = [](const Placement& s) {
        const V x = s.axis_a(x_axis), y = s.axis_a(y_axis), z = s.axis_a(z_axis), spin = s.axis_b(z_axis),
                d = s.gap();
        return std::vector<double>{dot(d, y),    dot(d, z),    dot(d, x),
                                   dot(spin, x), dot(spin, y), std::atan2(-dot(spin, y), dot(spin, z))};
    };
    // away from a spin axis along the suspension, where no steering angle is defined, and from the jump of
    // the angle
    const auto draw = [](Dice& dice) {
        for (;;) {
            const Placement s = dice.upright();
            const V spin = s.axis_b(z_axis);
            if (std::abs(dot(spin, s.axis_a(x_axis))) < 0.9 && dot(spin, s.axis_a(z_axis)) > -0.2) return s;
        }
    };
    expect_derivative(rows, constraint, draw, 5e-5);
}

/// Rank by Gaussian elimination with full pivoting.
int rank_of(Jacobian j) {
    int rank = 0;
    std::vector<bool> used(j.size(), false);
    for (;;) {
        size_t row = 0, column = 0;
        double best = 1e-4;
        for (size_t i = 0; i < j.size(); ++i)
            for (size_t k = 0; !used[i] && k < 12; ++k)
                if (std::abs(j[i][k]) > best) best = std::abs(j[i][k]), row = i, column = k;
        if (best == 1e-4) return rank;
        used[row] = true;
        ++rank;
        for (size_t i = 0; i < j.size(); ++i) {
            if (used[i]) continue;
            const double factor = j[i][column] / j[row][column];
            for (size_t k = 0; k < 12; ++k) j[i][k] -= factor * j[row][k];
        }
    }
}

TEST(Freedom, EachJointTakesAsManyDegreesAsItShould) {
    const Rows ball = point_rows;
    const Rows hinge = [](const JointPose& p, const JointBodies& b) {
        return joined(point_rows(p, b), tilt_rows(p, b));
    };
    const Rows slider = [](const JointPose& p, const JointBodies& b) {
        return joined(side_rows(p, b), turn_rows(p, b));
    };
    const Rows fixed = [](const JointPose& p, const JointBodies& b) {
        return joined(point_rows(p, b), turn_rows(p, b));
    };
    const Rows wheel = [](const JointPose& p, const JointBodies& b) {
        return joined(side_rows(p, b), tilt_rows(p, b));
    };
    Dice dice;
    for (int trial = 0; trial < 100; ++trial) {
        const Placement s = dice.aligned();
        EXPECT_EQ(rank_of(jacobian_of(ball, s)), 3);
        EXPECT_EQ(rank_of(jacobian_of(hinge, s)), 5);
        EXPECT_EQ(rank_of(jacobian_of(slider, s)), 5);
        EXPECT_EQ(rank_of(jacobian_of(fixed, s)), 6);
        EXPECT_EQ(rank_of(jacobian_of(wheel, s)), 4);
    }
}

TEST(PointBlock, EffectiveMassInvertsTheResponseToAnImpulse) {
    Dice dice;
    for (int trial = 0; trial < 1000; ++trial) {
        const float masses[part_columns<JointMasses>] = {
            float(dice.in(0, 3)), 1, 2, 3, 4, 0.3f, -0.4f, 0.5f, 1, 0.5f, 2, -0.1f, 0.2f, 0.1f};
        JointBodies bodies = bodies_at_rest(masses);
        const PointBlock block = make_point(pose_of(dice.setup()), bodies);
        const Vec3w impulse = wide(dice.vector(1));
        push_point(bodies, block.arm_a, block.arm_b, impulse);
        const Vec3w back = block.mass * point_speed(bodies, block.arm_a, block.arm_b);
        EXPECT_NEAR(back.x.v, impulse.x.v, 2e-4);
        EXPECT_NEAR(back.y.v, impulse.y.v, 2e-4);
        EXPECT_NEAR(back.z.v, impulse.z.v, 2e-4);
    }
}

}  // namespace
}  // namespace cairn::wide1
