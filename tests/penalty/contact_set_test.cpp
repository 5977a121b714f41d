// Larsen 4: which features touch, when they came to touch, and that springs bring no energy with them.

#include <gtest/gtest.h>

#include <algorithm>

#include "solvers/penalty/time_search.hpp"
#include "tests/penalty/support.hpp"
#include "tests/support/trials.hpp"

namespace cairn::penalty::test {
namespace {

int count(const Simulator& s, ContactKind kind) {
    int n = 0;
    for (const Pair& pair : s.pairs())
        for (const Contact& c : pair.contacts) n += c.kind == kind;
    return n;
}

Quaternion about_z(double angle) { return {0, 0, std::sin(0.5 * angle), std::cos(0.5 * angle)}; }

/// A table whose edge is the z axis at x = 0, y = 0, and a block on it, turned by `angle` about that edge.
Simulator table(double overhang, double angle) {
    Simulator s;
    s.add(BodyKind::fixed, Box{{1, 0.5f, 1}}, {}, {-1, -0.5, 0});
    const Quaternion turn = about_z(-angle);
    const Vec3d at = rotation_matrix(turn) * Vec3d{overhang, 0.15, 0};
    s.add(BodyKind::dynamic, Box{{0.5f, 0.15f, 0.2f}}, {}, at, turn);
    s.refresh_contacts();
    return s;
}

// Fig. 1(a)
TEST(PenaltyContactSet, ABlockOnATableRestsOnFourVertices) {
    const Simulator s = table(-1, 0);
    EXPECT_EQ(count(s, ContactKind::vertex_face), 4);
    EXPECT_EQ(count(s, ContactKind::edge_edge), 0);
    std::vector<int> vertices;
    for (const Contact& c : s.pairs()[0].contacts) {
        EXPECT_EQ(c.body[0], 1);
        vertices.push_back(c.feature[0]);
    }
    std::sort(vertices.begin(), vertices.end());
    EXPECT_EQ(vertices, (std::vector<int>{0, 1, 4, 5}));  // those with y < 0
}

// Fig. 1(b)
TEST(PenaltyContactSet, ABlockThatTiltsOverTheEdgeRestsOnTwoEdgePairs) {
    const Simulator s = table(0.1, 0.1);
    EXPECT_EQ(count(s, ContactKind::edge_edge), 2);
    EXPECT_EQ(count(s, ContactKind::vertex_face), 0);
    for (const Contact& c : s.pairs()[0].contacts) {
        const Vec3d n = c.body[0] == 1 ? c.normal : -c.normal;
        EXPECT_NEAR(n.x, std::sin(0.1), 1e-6);
        EXPECT_NEAR(n.y, std::cos(0.1), 1e-6);
    }
}

TEST(PenaltyContactSet, HalfOnTheTableItRestsOnTwoOfEach) {
    const Simulator s = table(-0.1, 0);
    EXPECT_EQ(count(s, ContactKind::vertex_face), 2);
    EXPECT_EQ(count(s, ContactKind::edge_edge), 2);
}

TEST(PenaltyContactSet, TheSetOfATippingBlockIsTheOneThatAFreshSearchFinds) {
    Simulator s;
    s.add(BodyKind::fixed, Box{{1, 0.5f, 1}}, {}, {-1, -0.5, 0});
    s.add(BodyKind::dynamic, Box{{0.5f, 0.15f, 0.2f}}, {}, {0.1, 0.15, 0});
    bool tipped = false;
    for (int i = 0; i < 40; ++i) {
        s.step(1.0 / 60);
        std::vector<std::array<int, 3>> kept, fresh;
        const auto names = [](const Simulator& from, std::vector<std::array<int, 3>>& out) {
            for (const Pair& pair : from.pairs())
                for (const Contact& c : pair.contacts)
                    out.push_back({static_cast<int>(c.kind), c.feature[0], c.feature[1]});
            std::sort(out.begin(), out.end());
        };
        names(s, kept);
        Simulator again;
        again.add(BodyKind::fixed, Box{{1, 0.5f, 1}}, {}, {-1, -0.5, 0});
        again.add(BodyKind::dynamic, Box{{0.5f, 0.15f, 0.2f}}, {}, {});
        again.bodies()[1].state = s.bodies()[1].state;
        again.refresh_contacts();
        names(again, fresh);
        EXPECT_EQ(kept, fresh) << "frame " << i;
        tipped = tipped || (count(s, ContactKind::edge_edge) == 2 && count(s, ContactKind::vertex_face) == 0);
    }
    EXPECT_TRUE(tipped);
}

// Fig. 2: a box lands on one edge and falls flat; the other two vertices come by the depth-difference rule or
// the envelope, each un-stretched, and the clock is turned back.
TEST(PenaltyContactSet, NewVerticesAreFoundAsATiltedBoxFallsFlat) {
    Simulator s;
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    const int box = s.add(BodyKind::dynamic, Box{{0.5f, 0.5f, 0.5f}}, {}, {0, 0.8, 0}, about_z(0.3));
    int backups = 0, most = 0;
    std::vector<int> history;
    for (int i = 0; i < 120; ++i) {
        const FrameReport r = s.step(1.0 / 60);
        backups += r.backups;
        EXPECT_EQ(r.backups_left_out, 0);
        const int n = count(s, ContactKind::vertex_face);
        if (history.empty() || history.back() != n) history.push_back(n);
        most = std::max(most, n);
    }
    EXPECT_GE(backups, 2);
    EXPECT_EQ(history.front(), 0);
    EXPECT_NE(std::find(history.begin(), history.end(), 2), history.end());
    EXPECT_EQ(history.back(), 4);
    EXPECT_EQ(most, 4);
    EXPECT_NEAR(s.bodies()[std::size_t(box)].state.position.y, 0.499, 1e-5);
}

/// The energy of a domino that is let go tilted, over two seconds; how often it rose and by how much.
struct EnergyRun {
    int rises = 0;
    double risen = 0, late_speed = 0, born = 0;
};
EnergyRun rocking_domino(bool unstretched) {
    Options options;
    options.unstretched = unstretched;
    options.max_backups = unstretched ? 32 : 0;  // he could not back up far enough
    options.envelope = 1e-5;
    options.impulses.speed = 100;  // springs alone
    Simulator s(options);
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    s.add(BodyKind::dynamic, Box{{0.1f, 0.3f, 0.15f}}, {.density = 100}, {0, 0.32, 0}, about_z(0.15));
    EnergyRun run;
    double energy = s.energy();
    for (int i = 0; i < 240; ++i) {
        run.born += s.step(1.0 / 60).stretch_energy;
        const double after = s.energy();
        if (after > energy * (1 + 1e-9)) {
            ++run.rises;
            run.risen += after - energy;
        }
        energy = after;
        if (i > 180) run.late_speed = std::max(run.late_speed, length(s.bodies()[1].state.spin));
    }
    return run;
}

TEST(PenaltyContactSet, UnstretchedSpringsNeverAddEnergyWherePreStretchedOnesDo) {
    const EnergyRun his = rocking_domino(false), ours = rocking_domino(true);
    EXPECT_EQ(ours.rises, 0);
    EXPECT_EQ(ours.born, 0);
    EXPECT_LT(ours.late_speed, 1e-4);  // it has come to rest
    EXPECT_GT(his.rises, 0);
    EXPECT_GT(his.born, 0);
}

TEST(PenaltyContactSet, ASpringFoundDeepBringsHalfKPSquaredUnlessItsRestIsThere) {
    for (const bool unstretched : {true, false}) {
        Options options;
        options.unstretched = unstretched;
        Simulator s(options);
        s.add(BodyKind::fixed, HalfSpace{}, {}, {});
        s.add(BodyKind::dynamic, Sphere{0.5f}, {.density = 1}, {0, 0.5 - 0.004, 0});
        const double before = s.energy();
        s.refresh_contacts();
        const double k = s.pairs()[0].contacts[0].stiffness;
        EXPECT_NEAR(s.energy() - before, unstretched ? 0 : 0.5 * k * 0.004 * 0.004, 1e-6);
    }
}

TEST(PenaltyContactSet, ARollingCylinderNeitherGainsSpeedNorRollsThroughMud) {
    Simulator s;
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    const double r = 0.25;
    const int roll = s.add(BodyKind::dynamic, Capsule{{0, 0, -0.25f}, {0, 0, 0.25f}, 0.25f}, {},
                           {0, r - 1e-3, 0}, {}, {2, 0, 0}, {0, 0, -2 / r});
    for (int i = 0; i < 60; ++i) s.step(1.0 / 60);
    const Body& body = s.bodies()[std::size_t(roll)];
    const double revolution = 2 * 3.14159265 * r;
    double speed = body.state.momentum.x / body.mass;
    for (int turn = 0; turn < 5; ++turn) {
        const double until = body.state.position.x + revolution;
        while (body.state.position.x < until) s.step(1.0 / 60);
        const double now = body.state.momentum.x / body.mass;
        EXPECT_LE(now, speed * (1 + 1e-6));
        EXPECT_GT(now, 0.99 * speed);
        speed = now;
    }
}

TEST(PenaltyContactSet, APolygonalCylinderNeverGainsEnergyAsItRolls) {
    std::vector<Vec3> points;
    for (int i = 0; i < 24; ++i) {
        const double a = (i + 0.5) * 2 * 3.14159265358979 / 24;
        for (const float z : {-0.25f, 0.25f})
            points.push_back(
                {static_cast<float>(0.25 * std::cos(a)), static_cast<float>(0.25 * std::sin(a)), z});
    }
    Simulator s;
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    s.add(BodyKind::dynamic, Hull(points), {}, {0, 0.25, 0}, {}, {1.5, 0, 0}, {0, 0, -6});
    double energy = s.energy();
    for (int i = 0; i < 120; ++i) {
        s.step(1.0 / 60);
        EXPECT_LE(s.energy(), energy * (1 + 1e-6));
        energy = s.energy();
    }
}

// 4.2: linear interpolation of the state and bisection find when a falling ball enters the envelope.
TEST(PenaltyTimeSearch, BisectionAndSecantFindTheTimeOfImpact) {
    // A ball at height 1 that falls at 30 m/s reaches the envelope's middle at a known time.
    const double envelope = 1e-3, height = 0.3, speed = 30, h = 1.0 / 60;
    const auto gap = [&](double f) { return height - speed * h * f; };
    int evaluations[2];
    for (const TimeSearch method : {TimeSearch::bisection, TimeSearch::secant}) {
        const SearchResult r = search_time(gap, gap(0), gap(1), envelope, method);
        EXPECT_TRUE(r.found);
        EXPECT_GT(r.gap, 0);
        EXPECT_LT(std::abs(r.fraction * h - height / speed), envelope / speed);
        EXPECT_LE(r.evaluations, std::log2(speed * h / (0.5 * envelope)) + 2);
        evaluations[static_cast<int>(method)] = r.evaluations;
    }
    EXPECT_LT(3 * evaluations[1], evaluations[0]);
}

TEST(PenaltyTimeSearch, AnyEnvelopeIsReachedWithoutInterpenetration) {
    std::mt19937 engine(1);
    std::uniform_real_distribution<double> number(0, 1);
    for (int trial = 0; trial < 1000; ++trial) {
        const double start = 0.01 + number(engine), fall = start + number(engine),
                     bend = number(engine) - 0.5;
        const auto gap = [&](double f) { return start - fall * f - bend * f * (1 - f); };
        for (const TimeSearch method : {TimeSearch::bisection, TimeSearch::secant}) {
            const SearchResult r = search_time(gap, gap(0), gap(1), 1e-4, method);
            EXPECT_TRUE(r.found);
            EXPECT_GT(r.gap, 0);
            EXPECT_LT(r.gap, 1e-4);
        }
    }
}

TEST(PenaltyTimeSearch, TurningTheClockBackKeepsMomentumAndLetsNothingThrough) {
    for (const TimeSearch method : {TimeSearch::bisection, TimeSearch::secant}) {
        Options options;
        options.gravity = {};
        options.time_search = method;
        Simulator s(options);
        s.add(BodyKind::dynamic, Box{{0.5f, 0.5f, 0.5f}}, {.density = 1, .restitution = 1}, {-2, 0.1, 0}, {},
              {20, 0, 0}, {0, 0, 1});
        s.add(BodyKind::dynamic, Box{{0.5f, 0.5f, 0.5f}}, {.density = 2, .restitution = 1}, {2, 0, 0.1}, {},
              {-10, 0, 0});
        const double before = s.bodies()[0].state.momentum.x + s.bodies()[1].state.momentum.x;
        int backups = 0;
        for (int i = 0; i < 60; ++i) {
            const FrameReport r = s.step(1.0 / 60);
            backups += r.backups;
            EXPECT_LT(r.max_depth, 1e-3);
        }
        EXPECT_GE(backups, 1);
        EXPECT_NEAR(s.bodies()[0].state.momentum.x + s.bodies()[1].state.momentum.x, before, 1e-9);
        EXPECT_LT(s.bodies()[0].state.position.x, s.bodies()[1].state.position.x);
    }
}

// 4.2, after Wu: the hull of both ends of a way.
TEST(PenaltySweep, NoBulletPassesAThinWall) {
    std::mt19937 engine(2);
    std::uniform_real_distribution<double> number(-1, 1);
    const int trials = cairn::test::trials(400, 10000);
    for (int trial = 0; trial < trials; ++trial) {
        Options options;
        options.gravity = {};
        Simulator s(options);
        s.add(BodyKind::fixed, Box{{0.01f, 5, 5}}, {}, {});
        // Balls up to 1000 times their size a frame; boxes, which start to tumble, up to 20 times.
        const bool ball = trial % 2 == 0;
        const double speed = 30 + (ball ? 2970 : 30) * std::abs(number(engine));
        const Shape shape = ball ? Shape(Sphere{0.025f}) : Shape(Box{{0.025f, 0.025f, 0.025f}});
        const Vec3d at{-1 + 0.5 * number(engine), number(engine), number(engine)};
        const Quaternion turn = normalized(Quaternion{number(engine), number(engine), number(engine), 1});
        const int bullet = s.add(BodyKind::dynamic, shape, {.friction = 0}, at, turn, {speed, 0.1, 0});
        for (int i = 0; i < 4; ++i) s.step(1.0 / 60);
        EXPECT_LT(s.bodies()[std::size_t(bullet)].state.position.x, 0)
            << "trial " << trial << " speed " << speed;
    }
}

TEST(PenaltySweep, TheHullOfBothEndsHoldsAllOfAStraightWay) {
    std::mt19937 engine(3);
    std::uniform_real_distribution<double> number(-1, 1);
    Simulator s;
    s.add(BodyKind::dynamic, Box{{0.1f, 0.2f, 0.3f}}, {}, {});
    s.add(BodyKind::dynamic, Capsule{{0, -0.2f, 0}, {0, 0.2f, 0}, 0.1f}, {}, {});
    const Collider &a = s.colliders()[0], &b = s.colliders()[1];
    int met = 0;
    for (int trial = 0; trial < 2000; ++trial) {
        const auto state = [&] {
            State x;
            x.position = {3 * number(engine), number(engine), number(engine)};
            return x;
        };
        State a0 = state(), a1 = state(), b0 = state();
        bool touched = false;
        for (int k = 0; k <= 50 && !touched; ++k)
            touched = nearest(a, interpolate(a0, a1, k / 50.0), b, b0, {}, {}).distance <= 0;
        met += touched;
        EXPECT_TRUE(!touched || sweeps_meet(a, a0, a1, b, b0, b0)) << trial;
    }
    EXPECT_GT(met, 20);
}

// 6.6: normals that follow their features leave less penetration at the end of a step than fixed ones.
TEST(PenaltyNormals, TurningNormalsEndWithLessPenetrationThanFixedOnes) {
    const auto error = [](bool turning) {
        Options options;
        options.turning_normals = turning;
        options.law.friction = FrictionLaw::tanh;
        options.tolerances = {1e-6, 1e-4, 0, 0};
        options.gravity = {};
        Simulator s(options);
        s.add(BodyKind::dynamic, Box{{1, 0.1f, 1}}, {.density = 1000, .friction = 0}, {}, {}, {}, {0, 0, 6});
        // A ball at rest on a plate that starts to turn under it.
        const int ball = s.add(BodyKind::dynamic, Sphere{0.2f}, {.density = 100, .friction = 0},
                               {0.7, 0.3, 0}, {}, {0, 4.2, 0});
        for (int i = 0; i < 4; ++i) s.step(1.0 / 60);
        // Depth against the plate as it is now, whatever the normals were.
        const Body &plate = s.bodies()[0], &b = s.bodies()[std::size_t(ball)];
        const Mat3d r = rotation_matrix(plate.state.rotation);
        return 0.1 + 0.2 - dot(r.y, b.state.position - plate.state.position);
    };
    EXPECT_LT(error(true), error(false));
}

TEST(PenaltyNormals, ParallelEdgesGiveNoNonsense) {
    // The upper box lies across the lower one's edge with exactly parallel, then nearly parallel edges.
    for (const double twist : {0.0, 1e-12, 1e-6, 1e-3, 0.02, 0.04}) {
        Simulator s;
        s.add(BodyKind::fixed, Box{{0.5f, 0.5f, 0.5f}}, {}, {}, about_z(0.785398163));
        const Quaternion turn =
            Quaternion{0, std::sin(0.5 * twist), 0, std::cos(0.5 * twist)} * about_z(0.785398163);
        s.add(BodyKind::dynamic, Box{{0.5f, 0.5f, 0.5f}}, {}, {0, 1.4143, 0}, turn);
        for (int i = 0; i < 60; ++i) {
            s.step(1.0 / 60);
            const State& state = s.bodies()[1].state;
            ASSERT_TRUE(std::isfinite(length(state.position) + length(state.spin))) << twist;
            ASSERT_LT(length(state.momentum) / s.bodies()[1].mass, 10) << twist;
        }
    }
}

TEST(PenaltyContactSet, CompoundsTouchWithEachOfTheirParts) {
    Simulator s;
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    Body body = box_body(2, {0.6, 0.3, 0.3}, {0, 0.35, 0});
    const std::vector<ShapeOnBody> legs{{Sphere{0.1f, {-0.5f, -0.25f, 0.3f}}},
                                        {Sphere{0.1f, {0.5f, -0.25f, 0.3f}}},
                                        {Sphere{0.1f, {0, -0.25f, -0.4f}}}};
    const int stool = s.add_body(body, legs);
    for (int i = 0; i < 120; ++i) s.step(1.0 / 60);
    EXPECT_EQ(count(s, ContactKind::vertex_face), 3);
    // n of a sphere is 1: three of them carry the weight with three times the stiffness.
    EXPECT_NEAR(0.35 - s.bodies()[std::size_t(stool)].state.position.y, 1e-3 / 3, 2e-4);
}

}  // namespace
}  // namespace cairn::penalty::test
