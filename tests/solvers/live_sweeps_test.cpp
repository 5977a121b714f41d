// Sweeps over blocks of contacts in lanes are Gauss-Seidel's: one row after another, in the system's order.

#include <cstring>

#include <gtest/gtest.h>

#include "base/crew.hpp"
#include "base/widths.hpp"
#include "lab/capture.hpp"
#include "scene/load.hpp"
#include "solvers/live/live_stage.hpp"

namespace cairn {
namespace {

/// A pile that has begun to settle: contacts of one to four points, with the ground and with each other.
LiveSystem pile_system() {
    Scene scene(load_scene("box-pile", std::vector<SceneSetting>{{"columns", 4}, {"layers", 6}}));
    for (int i = 0; i < 90; ++i) scene.step();
    return lab::capture_system(scene);
}

LiveSystem swept(const LiveSystem& start, const LiveOptions& options, int lanes, Crew* crew = nullptr) {
    LiveSystem system = start;
    LiveWork work;
    work.lanes = lanes, work.crew = crew;
    SweepSolver(false, 1.0).solve(system, options, work);
    EXPECT_EQ(work.iterations, options.iterations);
    EXPECT_EQ(work.row_updates, options.iterations * system.row_count(options));
    return system;
}

/// Catto 2005, Algorithm 4, as it is written: each row with its own Jacobian, bodies moved after every row.
void sweep_row_by_row(LiveSystem& system, bool fixed) {
    for (LiveContact& contact : system.contacts)
        for (int i = contact.first; i < contact.first + contact.count; ++i) {
            LivePoint& point = system.points[static_cast<size_t>(i)];
            LiveBody& a = system.bodies[static_cast<size_t>(contact.body_a)];
            LiveBody& b = system.bodies[static_cast<size_t>(contact.body_b)];
            const Vec3d axes[3] = {contact.normal, contact.tangent_1, contact.tangent_2};
            const double wanted[3] = {point.target, -contact.surface_1, -contact.surface_2};
            for (int k = 0; k < 3; ++k) {
                const Vec3d ja = cross(point.arm_a, axes[k]), jb = cross(point.arm_b, axes[k]);
                const double diagonal = a.inverse_mass + b.inverse_mass + dot(ja, a.inverse_inertia * ja) +
                                        dot(jb, b.inverse_inertia * jb);
                const double speed =
                    dot(axes[k], b.velocity - a.velocity) + dot(jb, b.angular) - dot(ja, a.angular);
                const double next = point.impulse[k] + (wanted[k] - speed) / diagonal;
                const double bound = fixed ? point.bound : contact.friction * point.impulse[0];
                const double clamped = k == 0 ? std::max(0.0, next) : std::max(-bound, std::min(next, bound));
                push_point(a, b, point, (clamped - point.impulse[k]) * axes[k]);
                point.impulse[k] = clamped;
            }
        }
}

TEST(LiveSweeps, blocks_in_lanes_follow_catto_s_algorithm_row_by_row) {
    const LiveSystem start = pile_system();
    ASSERT_GT(start.points.size(), 200u);
    for (const LiveFriction friction : {LiveFriction::pyramid, LiveFriction::fixed}) {
        LiveOptions options;
        options.friction = friction, options.iterations = 20;
        const LiveSystem mine = swept(start, options, 0);
        LiveSystem reference = start;
        for (int i = 0; i < options.iterations; ++i)
            sweep_row_by_row(reference, friction == LiveFriction::fixed);
        double largest = 0, difference = 0;
        for (size_t i = 0; i < start.points.size(); ++i)
            for (int k = 0; k < 3; ++k) {
                largest = std::max(largest, std::abs(reference.points[i].impulse[k]));
                difference = std::max(difference,
                                      std::abs(reference.points[i].impulse[k] - mine.points[i].impulse[k]));
            }
        EXPECT_LT(difference, 1e-12 * largest) << "after 20 sweeps";
    }
}

bool same_bits(const LiveSystem& a, const LiveSystem& b) {
    bool same = a.points.size() == b.points.size();
    for (size_t i = 0; same && i < a.points.size(); ++i)
        same = std::memcmp(a.points[i].impulse, b.points[i].impulse, sizeof a.points[i].impulse) == 0;
    for (size_t i = 0; same && i < a.bodies.size(); ++i)
        same = std::memcmp(&a.bodies[i].velocity, &b.bodies[i].velocity, sizeof a.bodies[i].velocity) == 0 &&
               std::memcmp(&a.bodies[i].angular, &b.bodies[i].angular, sizeof a.bodies[i].angular) == 0;
    return same;
}

TEST(LiveSweeps, every_friction_model_has_the_same_bits_in_any_lanes_and_threads) {
    const LiveSystem start = pile_system();
    const std::unique_ptr<TaskSystem> tasks(make_task_system(3));
    for (const auto& [friction, sides] : {std::pair{LiveFriction::fixed, 4},
                                          {LiveFriction::pyramid, 4},
                                          {LiveFriction::pyramid, 8},
                                          {LiveFriction::pyramid, 16},
                                          {LiveFriction::cone, 4},
                                          {LiveFriction::cone_relaxed, 4}})
        for (const bool symmetric : {false, true}) {
            LiveOptions options;
            options.friction = friction, options.sides = sides;
            options.symmetric = symmetric, options.iterations = 5;
            const LiveSystem one = swept(start, options, 1);
            for (const int lanes : {4, 8, 16})
                if (lanes_supported(lanes)) {
                    EXPECT_TRUE(same_bits(one, swept(start, options, lanes))) << lanes << " lanes";
                }
            Crew crew(tasks.get());
            EXPECT_TRUE(same_bits(one, swept(start, options, 0, &crew))) << "three workers";
        }
}

}  // namespace
}  // namespace cairn
