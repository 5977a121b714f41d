// Larsen 6.7 and 6.3: the sparse systems, who solves them, and how they grow.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <queue>

#include "solvers/penalty/groups.hpp"
#include "tests/penalty/support.hpp"

namespace cairn::penalty::test {
namespace {

SparseMatrix random_matrix(std::mt19937& engine, int n) {
    std::uniform_real_distribution<double> value(-1, 1);
    SparseMatrix m(n, n);
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < 3; ++k)
            m.coeffRef(i, static_cast<int>(engine() % static_cast<unsigned>(n))) += value(engine);
        m.coeffRef(i, i) += 4 * (1 + std::abs(value(engine)));
    }
    m.makeCompressed();
    return m;
}

TEST(PenaltyLinear, BicgSolvesTenThousandNonsymmetricSystems) {
    std::mt19937 engine(1);
    int failures = 0;
    for (int trial = 0; trial < 10000; ++trial) {
        const int n = 2 + trial % 30;
        const SparseMatrix A = random_matrix(engine, n);
        const Column b = Column::Random(n);
        Column x;
        const LinearResult r = bicg(A, b, x, 1e-10, 200);
        if (!r.converged) ++failures;
        EXPECT_LE((A * x - b).norm(), std::max(1e-9, 1.01 * r.residual) * b.norm());
    }
    EXPECT_EQ(failures, 0);
}

// r~ . z = 0 at the start: with a diagonal of zeros z = b, and b^T b cannot vanish; so the second condition,
// p~ . A p = 0, is met by a rotation by a right angle.
TEST(PenaltyLinear, BicgReportsABreakdownAndKeepsTheBestSolution) {
    SparseMatrix turn(2, 2);
    turn.insert(0, 1) = -1;
    turn.insert(1, 0) = 1;
    turn.makeCompressed();
    Column x;
    const LinearResult r = bicg(turn, Eigen::Vector2d(1, 0), x, 1e-10, 100);
    EXPECT_FALSE(r.converged);
    EXPECT_NE(r.breakdown.find("vanished"), std::string::npos) << r.breakdown;
    EXPECT_TRUE(x.allFinite());
}

TEST(PenaltyLinear, BicgReportsAVanishingRho) {
    // After one step on this matrix the residual is at right angles to its shadow.
    SparseMatrix A(2, 2);
    A.insert(0, 0) = 1;
    A.insert(0, 1) = 1;
    A.insert(1, 0) = -1;
    A.insert(1, 1) = 1;
    A.makeCompressed();
    Column x;
    const LinearResult r = bicg(A, Eigen::Vector2d(1, 1), x, 1e-14, 100);
    EXPECT_TRUE(x.allFinite());
    EXPECT_TRUE(r.converged || !r.breakdown.empty()) << r.residual;
}

TEST(PenaltyLinear, MaximumOfIterationsIsHonoured) {
    std::mt19937 engine(2);
    const SparseMatrix A = random_matrix(engine, 200);
    Column x;
    const LinearResult r = bicg(A, Column::Random(200), x, 1e-14, 3);
    EXPECT_EQ(r.iterations, 3);
    EXPECT_FALSE(r.converged);
}

/// n dominoes that have all fallen, each leaning on the next at the angle at which their faces meet.
Simulator fallen_row(int n, const Options& options) {
    Simulator simulator(options);
    simulator.add(BodyKind::fixed, HalfSpace{}, {}, {});
    const double thickness = 0.1, height = 0.5, spacing = 0.25;
    const double angle = std::acos(thickness / spacing) - 1e-4;
    const Quaternion turn{0, 0, -std::sin(0.5 * angle), std::cos(0.5 * angle)};
    for (int i = 0; i < n; ++i) {
        // The lower right corner stands on the ground.
        const Vec3d corner{0.5 * thickness, -0.5 * height, 0};
        const Vec3d at = Vec3d{spacing * i, 0, 0} - rotation_matrix(turn) * corner;
        simulator.add(BodyKind::dynamic, Box{{0.05f, 0.25f, 0.125f}}, {.density = 500}, at, turn);
    }
    // A fixed ramp at the end, so that the row stays as it is.
    const Vec3d end = Vec3d{spacing * n, 0, 0} - rotation_matrix(turn) * Vec3d{0.05, -0.25, 0};
    simulator.add(BodyKind::fixed, Box{{0.05f, 0.25f, 0.125f}}, {}, end, turn);
    return simulator;
}

TEST(PenaltyLinear, AFallenRowOfDominoesIsOneGroupWithBlocksInProportion) {
    int blocks[2];
    for (int k = 0; k < 2; ++k) {
        Simulator row = fallen_row(k == 0 ? 20 : 80, {});
        FrameReport report;
        for (int i = 0; i < 3; ++i) report = row.step(1.0 / 60);
        EXPECT_EQ(report.largest_group, k == 0 ? 20 : 80);
        blocks[k] = report.jacobian_blocks;
    }
    EXPECT_EQ(blocks[0], 20 + 2 * 19);
    EXPECT_EQ(blocks[1], 80 + 2 * 79);  // O(n), not n^2 = 6400
}

TEST(PenaltyLinear, AllLinearSolversTakeAFallenRowToTheSamePlace) {
    std::vector<Vec3d> places;
    for (const LinearMethod method : {LinearMethod::sparse_lu, LinearMethod::bicg, LinearMethod::bicgstab}) {
        for (const bool all : {false, true}) {
            Options options;
            options.linear.method = method;
            options.linear.tolerance = 1e-12;
            options.all_unknowns = all;
            Simulator row = fallen_row(10, options);
            int failures = 0;
            for (int i = 0; i < 10; ++i) failures += row.step(1.0 / 60).integration.linear_failures;
            EXPECT_TRUE(failures == 0 || method != LinearMethod::sparse_lu);
            places.push_back(row.bodies()[5].state.position);
        }
    }
    for (const Vec3d& place : places) EXPECT_LT(length(place - places[0]), 1e-5);
}

TEST(PenaltyGroups, UnionFindAgreesWithBreadthFirstSearch) {
    std::mt19937 engine(3);
    for (int trial = 0; trial < 200; ++trial) {
        const int n = 2 + static_cast<int>(engine() % 40);
        std::vector<char> joins(static_cast<std::size_t>(n));
        for (char& j : joins) j = engine() % 5 != 0;
        std::vector<std::pair<int, int>> touching;
        for (int k = 0; k < n; ++k)
            touching.emplace_back(static_cast<int>(engine() % unsigned(n)),
                                  static_cast<int>(engine() % unsigned(n)));
        const Groups groups = find_groups(joins, touching);
        for (int start = 0; start < n; ++start) {
            if (!joins[std::size_t(start)]) {
                EXPECT_EQ(groups.group[std::size_t(start)], -1);
                continue;
            }
            std::vector<char> seen(static_cast<std::size_t>(n), 0);
            std::queue<int> open;
            open.push(start);
            seen[std::size_t(start)] = 1;
            while (!open.empty()) {
                const int at = open.front();
                open.pop();
                for (const auto& [a, b] : touching) {
                    if (!joins[std::size_t(a)] || !joins[std::size_t(b)] || (a != at && b != at)) continue;
                    const int other = a == at ? b : a;
                    if (!seen[std::size_t(other)]) open.push(other), seen[std::size_t(other)] = 1;
                }
            }
            for (int i = 0; i < n; ++i)
                EXPECT_EQ(seen[std::size_t(i)] != 0,
                          joins[std::size_t(i)] &&
                              groups.group[std::size_t(i)] == groups.group[std::size_t(start)]);
        }
    }
}

TEST(PenaltyGroups, FixedAndKinematicBodiesLinkNothing) {
    Simulator s;
    s.add(BodyKind::fixed, HalfSpace{}, {}, {});
    s.add(BodyKind::kinematic, Box{{5, 0.5f, 1}}, {}, {0, 0.5, 0}, {}, {0.1, 0, 0});
    for (int i = 0; i < 3; ++i) s.add(BodyKind::dynamic, Box{{0.2f, 0.2f, 0.2f}}, {}, {2.0 * i - 2, 1.2, 0});
    const FrameReport report = s.step(1.0 / 60);
    EXPECT_EQ(report.groups, 3);
    EXPECT_EQ(report.largest_group, 1);
    EXPECT_EQ(report.contacts, 12);
}

TEST(PenaltyGroups, GroupsIntegratedApartEqualTheWholeSystem) {
    // The same steps for both: a system of many groups would otherwise choose its steps together.
    const auto run = [](bool apart) {
        Options options;
        options.groups = apart;
        options.integrator.method = Method::semi_implicit_euler;
        options.integrator.substeps = 4;
        Simulator s(options);
        s.add(BodyKind::fixed, HalfSpace{}, {}, {});
        for (int i = 0; i < 6; ++i)
            s.add(BodyKind::dynamic, Box{{0.2f, 0.2f, 0.2f}}, {},
                  {0.45 * (i / 2), 0.2 + 0.4 * (i % 2), 0.01 * i}, {}, {0.1, 0, 0.05 * i});
        for (int i = 0; i < 60; ++i) s.step(1.0 / 60);
        return std::vector<Body>(s.bodies().begin(), s.bodies().end());
    };
    const std::vector<Body> apart = run(true), whole = run(false);
    for (std::size_t i = 0; i < apart.size(); ++i) {
        EXPECT_LT(length(apart[i].state.position - whole[i].state.position), 1e-10);
        EXPECT_LT(length(apart[i].state.momentum - whole[i].state.momentum), 1e-10 * apart[i].mass);
    }
}

TEST(PenaltyGroups, ThreadsDoNotChangeABit) {
    const auto run = [](TaskSystem* tasks) {
        Simulator s;
        s.add(BodyKind::fixed, HalfSpace{}, {}, {});
        for (int i = 0; i < 12; ++i)
            s.add(BodyKind::dynamic, Box{{0.2f, 0.2f, 0.2f}}, {}, {1.5 * (i % 6), 0.3 + 0.5 * (i / 6), 0});
        Crew crew(tasks);
        for (int i = 0; i < 60; ++i) s.step(1.0 / 60, &crew);
        std::vector<double> all;
        for (const Body& body : s.bodies()) {
            all.resize(all.size() + state_size);
            write_state(body.state, all.data() + all.size() - state_size);
        }
        return all;
    };
    TaskSystem* tasks = make_task_system(4);
    const std::vector<double> alone = run(nullptr), shared = run(tasks);
    delete tasks;
    EXPECT_EQ(alone, shared);
}

// L39: Eigen's vector instructions on 3 x 3, 3 x 4 and 4 x 4 blocks against plain loops.
TEST(PenaltyLinear, BlockProductsEqualScalarLoops) {
    Simulator row = fallen_row(6, {});
    row.step(1.0 / 60);
    std::vector<const Contact*> contacts;
    for (const Pair& pair : row.pairs())
        for (const Contact& c : pair.contacts) contacts.push_back(&c);
    GroupSystem system(row.bodies(), {1, 2, 3, 4, 5, 6}, contacts, {}, {}, {});
    system.linearize(system.state());
    const Column v = Column::Random(system.size());
    const Column wide = system.jacobian().assemble() * v;
    Column plain = Column::Zero(v.size());
    const auto add = [&](const auto& block, int row_at, int column_at) {
        for (int r = 0; r < block.rows(); ++r)
            for (int c = 0; c < block.cols(); ++c) plain[row_at + r] += block(r, c) * v[column_at + c];
    };
    const GroupJacobian& j = system.jacobian();
    for (std::size_t i = 0; i < j.diagonal.size(); ++i) add(j.diagonal[i], 13 * int(i), 13 * int(i));
    for (const auto& link : j.links) add(link.rows, 13 * link.row + at_momentum, 13 * link.column);
    EXPECT_LT((wide - plain).norm(), 1e-13 * plain.norm());
}

}  // namespace
}  // namespace cairn::penalty::test
