// Each option of the solvers of a world changes the physics in the way that its paper says.

#include <cmath>
#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cairn/world.hpp>

#include "lab/live_solvers.hpp"
#include "scene/load.hpp"
#include "scene/scene.hpp"
#include "tests/support/random.hpp"

namespace cairn {
namespace {

constexpr float h = 1.0f / 60;

/// By how much n boxes of 1 m have sunk into each other and the ground after a second, in m: the loss of
/// height. The whole stack may slide along on ice.
double sinking(int n, const std::string& solver, float speed = 0) {
    World world({.stage_solver = solver, .sleep = false, .continuous = false});
    const BodyId ground = world.add_body({.type = BodyType::fixed});
    world.add_shape(ground, HalfSpace{}, {.friction = 0, .friction_combine = Combine::minimum});
    BodyId top{};
    for (int i = 0; i < n; ++i) {
        top = world.add_body({.position = {0, 0.5f + static_cast<float>(i), 0}, .velocity = {speed, 0, 0}});
        world.add_shape(top, Box{{0.5f, 0.5f, 0.5f}}, {.friction = 0.6f});
    }
    for (int i = 0; i < 60; ++i) world.step(h);
    return n - 0.5 - static_cast<double>(world.center_of_mass(top).y);
}

/// Guendelman 2003: from the ground up, with what lies below held still, a stack bears its weight in a few
/// sweeps.
TEST(LiveOptions, shock_propagation_stiffens_a_stack_of_twenty_at_few_iterations) {
    const double without = sinking(20, "si:iterations=4,warm_start=off"),
                 with = sinking(20, "si:iterations=4,warm_start=off,shock=on");
    EXPECT_GT(without, 0.5) << "four sweeps from zero do not carry twenty boxes";
    EXPECT_LT(std::abs(with), 0.1 * without);
}

/// Catto 8.2: positions in the world forget what slides on; features, and positions on the body, do not.
TEST(LiveOptions, contacts_of_a_sliding_stack_are_recognised_by_feature_and_local_position_only) {
    const std::string few = "si:iterations=4,match_distance=0.02,match=";
    const double forgets = sinking(10, few + "world", 3),
                 cold = sinking(10, "si:iterations=4,warm_start=off", 3);
    EXPECT_GT(forgets, 0.5 * cold) << "5 cm a step is beyond 2 cm: as without a cache";
    EXPECT_LT(sinking(10, few + "feature", 3), 0.2 * cold);
    EXPECT_LT(sinking(10, few + "world", 0), 0.2 * cold) << "at rest it recognises them";
    EXPECT_LT(sinking(10, "si:iterations=4,match=world,match_distance=0.1", 3), 0.2 * cold)
        << "a wider tolerance does, too";
}

/// Speeds of touching balls, of which the last one arrives at -1 m/s: against the order of the contacts.
std::vector<float> cradle(int n, const std::string& settings) {
    World world({.gravity = {},
                 .stage_solver = "pgs:friction=fixed,iterations=300,restitution_speed=0.01," + settings,
                 .sleep = false,
                 .continuous = false});
    std::vector<BodyId> balls;
    for (int i = 0; i < n; ++i) {
        balls.push_back(world.add_body(
            {.position = {static_cast<float>(i), 0, 0}, .velocity = {i + 1 == n ? -1.0f : 0.0f, 0, 0}}));
        world.add_shape(balls.back(), Sphere{0.5f}, {.friction = 0, .restitution = 1});
    }
    world.step(h);
    std::vector<float> speeds;
    for (const BodyId ball : balls) speeds.push_back(world.velocity(ball).x);
    return speeds;
}

void expect_speeds(const std::vector<float>& speeds, const std::vector<float>& expected, const char* what) {
    ASSERT_EQ(speeds.size(), expected.size());
    for (size_t i = 0; i < speeds.size(); ++i)
        EXPECT_NEAR(speeds[i], expected[i], 1e-4f) << what << ", ball " << i;
}

/// L04, L07. Larsen 3: one contact at a time sends one ball off the end; all at once sends all but one; some
/// rounds of the first and then the second.
TEST(LiveOptions, restitution_is_sequential_simultaneous_or_both) {
    expect_speeds(cradle(3, "restitution=sequential"), {-1, 0, 0}, "sequential");
    expect_speeds(cradle(3, "restitution=simultaneous"), {-2 / 3.0f, -2 / 3.0f, 1 / 3.0f}, "simultaneous");
    expect_speeds(cradle(5, "restitution=simultaneous"), {-0.4f, -0.4f, -0.4f, -0.4f, 0.6f}, "simultaneous");
    expect_speeds(cradle(5, "restitution=sequential"), {-1, 0, 0, 0, 0}, "sequential");
    // the first round hands the blow to the next ball; what is left is inelastic, or solved all at once
    expect_speeds(cradle(3, "restitution=sequential,propagations=1"), {-0.5f, -0.5f, 0}, "one round");
    expect_speeds(cradle(3, "restitution=hybrid,propagations=1"), {-1, 0, 0}, "one round, then at once");
    expect_speeds(cradle(3, "restitution=hybrid,propagations=0"), {-2 / 3.0f, -2 / 3.0f, 1 / 3.0f},
                  "no round");
    expect_speeds(cradle(5, "restitution=hybrid"), {-1, 0, 0, 0, 0}, "all rounds");
}

/// L04 - L07: rows of 3 to 7 touching balls of random masses and velocities, some of which part while others
/// meet: whatever the mode, an elastic impact makes no energy. (With v+ >= 0 for points that part, instead of
/// Moreau's v+ >= -e v-, `hybrid` made up to 8 times what there was.)
TEST(LiveOptions, no_mode_of_restitution_makes_energy_in_a_row_of_balls) {
    for (const char* mode :
         {"simultaneous", "sequential", "sequential,propagations=1", "hybrid,propagations=1",
          "hybrid,propagations=2", "hybrid,propagations=3", "hybrid"}) {
        test::Random random(7);
        double kept = 0;
        for (int n = 0; n < 60; ++n) {
            World world({.gravity = {},
                         .stage_solver = std::string("pgs:friction=fixed,iterations=2000,") +
                                         "restitution_speed=0.00001,restitution=" + mode,
                         .sleep = false,
                         .continuous = false});
            double before = 0, after = 0;
            std::vector<BodyId> balls;
            for (int i = 0; i < 3 + n % 5; ++i) {
                const float mass = random.between(0.5f, 4.5f), speed = random.between(-1, 1);
                balls.push_back(world.add_body({.position = {static_cast<float>(i), 0, 0},
                                                .velocity = {speed, 0, 0},
                                                .mass = mass,
                                                .inertia = {1, 1, 1}}));
                world.add_shape(balls.back(), Sphere{0.5f}, {.friction = 0, .restitution = 1});
                before += 0.5 * double(mass * speed * speed);
            }
            world.step(h);
            for (const BodyId ball : balls)
                after += 0.5 * double(world.mass(ball) * length_squared(world.velocity(ball)));
            ASSERT_LT(after, before * (1 + 1e-4)) << mode << ", row " << n;
            kept += after / before / 60;
        }
        EXPECT_GT(kept, 0.5) << mode << " is elastic";
    }
}

/// L06: slower contacts do not bounce, so a ball comes to rest.
TEST(LiveOptions, slow_contacts_do_not_bounce) {
    for (const bool bounces : {true, false}) {
        World world({.gravity = {},
                     .stage_solver = std::string("si:restitution_speed=") + (bounces ? "0.9" : "1.1"),
                     .sleep = false});
        world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
        const BodyId ball = world.add_body({.position = {0, 0.5f, 0}, .velocity = {0, -1, 0}});
        world.add_shape(ball, Sphere{0.5f}, {.restitution = 0.5f});
        world.step(h);
        EXPECT_NEAR(world.velocity(ball).y, bounces ? 0.5f : 0, 1e-5f);
    }
}

/// A ball `depth` deep in the ground, without gravity: where it is after a step, and how fast.
struct Pushed {
    double depth = 0, speed = 0;
};
Pushed pushed_out(const std::string& solver, float depth = 0.02f) {
    World world({.gravity = {}, .stage_solver = solver, .sleep = false});
    world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
    const BodyId ball = world.add_body({.position = {0, 0.5f - depth, 0}, .mass = 1});
    world.add_shape(ball, Sphere{0.5f});
    world.step(h);
    return {0.5 - static_cast<double>(world.center_of_mass(ball).y),
            static_cast<double>(world.velocity(ball).y)};
}

TEST(LiveOptions, position_correction_follows_its_rule) {
    EXPECT_NEAR(pushed_out("si:correction=none").depth, 0.02, 1e-7);
    // beta (depth - slop), at most push_speed
    EXPECT_NEAR(pushed_out("si:beta=0.2,slop=0.005").depth, 0.02 - 0.2 * 0.015, 1e-6);
    EXPECT_NEAR(pushed_out("si:beta=1,slop=0,push_speed=0.3").speed, 0.3, 1e-6);
    EXPECT_NEAR(pushed_out("si:correction=projection,gamma=0.8").depth, 0.2 * 0.02, 1e-6);
    const Pushed split = pushed_out("si:correction=split,beta=0.2,slop=0.005");
    EXPECT_NEAR(split.depth, 0.02 - 0.2 * 0.015, 1e-6);
    EXPECT_EQ(split.speed, 0) << "the push is no velocity";
    // a spring, implicitly: with a1 = 2 zeta + h w, J v (1 + 1 / (h w a1)) = w / a1 depth
    const double w = 2 * 3.14159265358979 * 5, a1 = 2 * 0.7 + double(h) * w;
    EXPECT_NEAR(pushed_out("si:correction=soft,hertz=5,damping=0.7").speed,
                w / a1 * 0.02 / (1 + 1 / (double(h) * w * a1)), 1e-6);
}

/// Catto 2005 has contacts only where there is overlap; a speculative point stops a body at the surface.
TEST(LiveOptions, points_still_apart_close_their_gap_and_no_more) {
    for (const bool speculative : {true, false}) {
        World world({.gravity = {},
                     .stage_solver = speculative ? "si" : "si:speculative=off",
                     .sleep = false,
                     .continuous = false});
        world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
        const BodyId ball = world.add_body({.position = {0, 0.51f, 0}, .velocity = {0, -3, 0}});
        world.add_shape(ball, Sphere{0.5f});
        world.step(h);
        EXPECT_NEAR(world.center_of_mass(ball).y, speculative ? 0.5f : 0.46f, 1e-5f);
    }
}

/// C14: with beta per time, C(t) goes to C(0) exp(-beta t), and the error halves with the step.
TEST(LiveOptions, baumgarte_decays_exponentially_to_first_order_in_the_step) {
    constexpr double rate = 2;  // 1/s
    double error[2];
    for (int k = 0; k < 2; ++k) {
        const int steps = k == 0 ? 30 : 60;
        World world({.gravity = {},
                     .stage_solver = "pgs:iterations=50,joint_beta=" + std::to_string(rate / steps),
                     .sleep = false});
        const BodyId body = world.add_body({.mass = 1, .inertia = {1, 1, 1}});
        BallJoint joint;
        joint.body_b = body;
        const JointId id = world.add_joint(joint);
        world.set_transform(body, {{0.1f, 0, 0}, {}});
        for (int i = 0; i < steps; ++i) {
            world.set_velocity(body, {});
            world.step(1.0f / static_cast<float>(steps));
        }
        error[k] = 0.1 * std::exp(-rate) - static_cast<double>(world.joint_error(id));
    }
    EXPECT_NEAR(error[0] / error[1], 2, 0.1);
}

/// C17: his bound mu m g does not fall with the slope: sin(angle) < mu rests, where Coulomb asks tan(angle) <
/// mu.
TEST(LiveOptions, the_fixed_bound_holds_on_steeper_slopes_than_coulombs_law) {
    const auto slides = [](float degrees, const char* solver) {
        const float angle = degrees * 3.14159265f / 180;
        World world({.gravity = {9.81f * std::sin(angle), -9.81f * std::cos(angle), 0},
                     .stage_solver = solver,
                     .sleep = false});
        world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{}, {.friction = 0.5f});
        const BodyId box = world.add_body({.position = {0, 0.1f, 0}});
        world.add_shape(box, Box{{0.5f, 0.1f, 0.5f}}, {.friction = 0.5f});
        for (int i = 0; i < 120; ++i) world.step(h);
        return world.center_of_mass(box).x > 0.1f;
    };
    // tan 26.6 deg = sin 30 deg = 0.5
    for (const char* solver : {"pgs:friction=fixed,iterations=50", "pgs:friction=pyramid,iterations=50"})
        EXPECT_FALSE(slides(25.5f, solver)) << solver;
    EXPECT_FALSE(slides(28, "pgs:friction=fixed,iterations=50"));
    EXPECT_TRUE(slides(28, "pgs:friction=pyramid,iterations=50"));
    EXPECT_TRUE(slides(31.5f, "pgs:friction=fixed,iterations=50"));
}

/// T06: contacts that vanish change the order of the others, whose impulses are found by what they belong to.
TEST(LiveOptions, a_stack_does_not_notice_that_other_contacts_come_and_go) {
    const auto run = [](bool disturbed) {
        World world({.stage_solver = "si:iterations=4", .sleep = false});
        world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
        std::vector<BodyId> others;
        BodyId top{};
        for (int i = 0; i < 4; ++i) {
            others.push_back(world.add_body({.position = {20.0f + 2.0f * static_cast<float>(i), 0.5f, 0}}));
            world.add_shape(others.back(), Box{{0.5f, 0.5f, 0.5f}});
            top = world.add_body({.position = {0, 0.5f + static_cast<float>(i), 0}});
            world.add_shape(top, Box{{0.5f, 0.5f, 0.5f}});
        }
        for (int i = 0; i < 120; ++i) {
            if (disturbed && i % 30 == 15) {
                world.remove_body(others.back());
                others.pop_back();
            }
            world.step(h);
        }
        return world.center_of_mass(top);
    };
    EXPECT_EQ(run(true), run(false)) << "to the last bit";
}

/// C01: 2 atan(w h / 2) a step instead of w h.
TEST(LiveOptions, a_rotation_step_is_exact_or_first_order) {
    for (const bool exact : {true, false}) {
        World world({.gravity = {},
                     .stage_solver = exact ? "pgs" : "pgs:rotation=first-order,gyroscopic=off",
                     .sleep = false});
        const BodyId body = world.add_body({.angular_velocity = {0, 0, 10}, .mass = 1, .inertia = {1, 1, 1}});
        world.step(h);
        const Quat q = world.transform(body).rotation;
        EXPECT_NEAR(2 * std::atan2(q.z, q.w), exact ? 10 * h : 2 * std::atan(5 * h), 1e-6f);
    }
}

/// Residual after a step from zero of a stack of eight.
StepReport settled(const std::string& settings) {
    const std::vector<SceneSetting> stack{{"n", 8}, {"gap", 0}, {"sleep", 0}};
    SceneDescription description = load_scene("catto-stack", stack);
    description.stage_solver = settings;
    Scene scene(description);
    for (int i = 0; i < 20; ++i) scene.step();
    return scene.world().report();
}

/// Every second sweep goes backwards: another way, to the same answer.
TEST(LiveOptions, symmetric_sweeps_go_another_way_to_the_same_answer) {
    const auto after = [](const char* sweeps, const char* symmetric) {
        return settled(std::string("pgs:warm_start=off,measure=on,iterations=") + sweeps +
                       ",symmetric=" + symmetric)
            .residual;
    };
    EXPECT_EQ(after("1", "on"), after("1", "off")) << "the first one goes forward";
    EXPECT_NE(after("2", "on"), after("2", "off"));
    EXPECT_LT(after("5000", "on"), 1e-4);
}

/// Over-relaxation between 1 and 2 converges faster on such a stack, towards 0 slower.
TEST(LiveOptions, relaxation_changes_the_rate) {
    const std::string common = "pgs:warm_start=off,measure=on,iterations=60,relaxation=";
    const double plain = settled(common + "1").residual;
    EXPECT_LT(settled(common + "1.3").residual, plain);
    EXPECT_GT(settled(common + "0.3").residual, plain);
}

/// C25: each of the four rules ends where it says.
TEST(LiveOptions, four_rules_of_termination) {
    EXPECT_EQ(settled("pgs:iterations=17").iterations, 17);
    const StepReport residual = settled("pgs:iterations=10000,rule=residual,tolerance=1e-4,measure=on");
    EXPECT_LT(residual.residual, 1e-4);
    EXPECT_LT(residual.iterations, 10000);
    const StepReport change = settled("pgs:warm_start=off,iterations=10000,rule=change,tolerance=1e-3");
    EXPECT_LT(change.iterations, 10000);
    EXPECT_GT(settled("pgs:warm_start=off,iterations=10000,rule=change,tolerance=1e-5").iterations,
              change.iterations);
    EXPECT_LT(settled("pgs:iterations=10000,rule=fraction,fraction=0.999").iterations, 10000);
}

/// T08: a chain by blocks of three rows needs fewer sweeps than row by row.
TEST(LiveOptions, blocks_of_a_joint_converge_in_fewer_sweeps) {
    const auto sweeps = [](const char* solver) {
        SceneDescription description =
            load_scene("chain", std::vector<SceneSetting>{{"links", 6}, {"sleep", 0}});
        description.stage_solver = solver;
        description.dt = 1.0f / 240;
        Scene scene(description);
        int sum = 0;
        for (int i = 0; i < 60; ++i) sum += scene.step().iterations;
        return sum;
    };
    EXPECT_LT(sweeps("si:iterations=1000,rule=residual,tolerance=1e-6"),
              sweeps("si:iterations=1000,rule=residual,tolerance=1e-6,block=off"));
}

/// Where a solver has no rows for something it says so: a rolling ball that soft-step slows down.
TEST(LiveOptions, rolling_resistance_is_not_applicable_and_says_so) {
    lab::register_live_solvers();
    for (const char* solver : {"", "pgs", "si", "newton", "penalty"}) {
        for (const bool rolls : {true, false}) {
            World world({.stage_solver = solver, .sleep = false});
            world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
            const BodyId ball = world.add_body(
                {.position = {0, 0.5f, 0}, .velocity = {2, 0, 0}, .angular_velocity = {0, 0, -4}});
            world.add_shape(
                ball, Sphere{0.5f},
                {.rolling_resistance = rolls ? 0.02f : 0, .spinning_friction = rolls ? 0 : 0.02f});
            for (int i = 0; i < 5; ++i) world.step(h);
            const bool own = std::string(solver).empty();
            EXPECT_EQ(world.report().solver_failures > 0, !own) << solver;
            if (!own) {
                EXPECT_THAT(world.solver_message(), testing::HasSubstr("not applicable")) << solver;
            }
        }
    }
}

/// The worst residual in a second of five boxes on one another that fell by a few centimetres.
double worst_residual(const std::string& solver, float density) {
    lab::register_live_solvers();
    World world({.stage_solver = solver + ":measure=on", .sleep = false});
    world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{}, {.friction = 0.5f});
    for (int i = 0; i < 5; ++i)
        world.add_shape(world.add_body({.position = {0, 0.21f + 0.385f * static_cast<float>(i), 0}}),
                        Box{{0.35f, 0.175f, 0.35f}}, {.density = density, .friction = 0.5f});
    double worst = 0;
    for (int i = 0; i < 60; ++i) world.step(h), worst = std::max(worst, world.report().residual);
    return worst;
}

TEST(LiveOptions, a_tolerance_means_the_same_whatever_the_bodies_weigh) {
    for (const char* solver : {"newton", "robust", "nncg", "interior"})
        for (const float density : {1e-4f, 1e-2f, 1e3f, 1e6f})
            EXPECT_LT(worst_residual(solver, density), 1e-5) << solver << " " << density;
}

TEST(LiveOptions, balls_without_friction_part_freely_under_every_cone) {
    lab::register_live_solvers();
    for (const char* solver : {"si", "si:friction=cone-relaxed", "newton", "newton:friction=cone-relaxed",
                               "apgd", "robust", "interior", "jacobi:friction=cone-relaxed"}) {
        World world({.gravity = {}, .stage_solver = solver, .sleep = false});
        world.set_stage_solver(std::string(solver) + (std::strchr(solver, ':') ? "," : ":") + "measure=on");
        BodyId balls[2];
        for (int i = 0; i < 2; ++i) {
            const float side = i == 0 ? -1.0f : 1.0f;
            balls[i] = world.add_body({.position = {0.505f * side, 0, 0}, .velocity = {0.3f * side, 0, 0}});
            world.add_shape(balls[i], Sphere{0.5f}, {.friction = 0});
        }
        for (int i = 0; i < 3; ++i) {
            world.step(h);
            EXPECT_LT(world.report().residual, 1e-6) << solver;
        }
        EXPECT_FLOAT_EQ(world.velocity(balls[1]).x, 0.3f) << solver;
    }
}

TEST(LiveOptions, shock_propagation_leaves_a_soft_contact_with_the_ground_as_it_is) {
    float heights[2];
    for (const bool shock : {false, true}) {
        World world(
            {.stage_solver = std::string("si:correction=soft,hertz=5,damping=1,iterations=50,shock=") +
                             (shock ? "on" : "off"),
             .sleep = false});
        world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
        const BodyId ball = world.add_body({.position = {0, 0.5f, 0}});
        world.add_shape(ball, Sphere{0.5f});
        for (int i = 0; i < 120; ++i) world.step(h);
        heights[shock] = world.center_of_mass(ball).y;
    }
    EXPECT_LT(heights[0], 0.499f) << "it sinks into its spring";
    EXPECT_NEAR(heights[1], heights[0], 1e-5f);
}

// --- a stronger solver where it is needed (issue: per-island choice)

/// Two pairs of boxes, far apart: in one the upper box weighs `ratio` times the lower. A second; the worst
/// residual and the sum of switched islands.
StepReport two_islands(const std::string& solver, float ratio, float* sunk = nullptr) {
    lab::register_live_solvers();
    World world({.stage_solver = solver, .sleep = false});
    world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
    BodyId top{};
    for (const float x : {0.0f, 10.0f})
        for (int i = 0; i < 2; ++i) {
            top = world.add_body({.position = {x, 0.5f + static_cast<float>(i), 0}});
            world.add_shape(top, Box{{0.5f, 0.5f, 0.5f}}, {.density = i == 1 && x > 5 ? 100 * ratio : 100});
        }
    StepReport report;
    int switched = 0;
    double residual = 0;
    for (int i = 0; i < 60; ++i) {
        world.step(h);
        report = world.report();
        switched += report.switched_islands;
        residual = std::max(residual, report.residual);
    }
    report.switched_islands = switched, report.residual = residual;
    if (sunk) *sunk = std::abs(1.5f - world.center_of_mass(top).y);
    return report;
}

TEST(LiveOptions, islands_above_the_mass_ratio_go_to_the_stronger_solver_and_only_they) {
    const std::string strong = "si:iterations=10,strong=robust,strong_mass_ratio=50";
    EXPECT_EQ(two_islands(strong, 10).switched_islands, 0) << "both are below the bound";
    float weak_sinks = 0, strong_sinks = 0;
    EXPECT_EQ(two_islands("si:iterations=10", 1000, &weak_sinks).switched_islands, 0);
    EXPECT_EQ(two_islands(strong, 1000, &strong_sinks).switched_islands, 60) << "one island in each step";
    EXPECT_GT(weak_sinks, 0.05f) << "ten sweeps do not hold a thousandfold weight";
    EXPECT_LT(strong_sinks, 0.01f);
}

TEST(LiveOptions, an_island_that_the_stronger_solver_gives_up_on_is_counted_whatever_follows_it) {
    lab::register_live_solvers();
    World world({.stage_solver = "si:strong=direct,strong_mass_ratio=50,friction=pyramid", .sleep = false});
    world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{});
    // first a tray with more boxes on it than direct takes rows, then a pair that it can solve
    const auto add_box = [&](Vec3 position, Vec3 half, float density) {
        world.add_shape(world.add_body({.position = position}), Box{half}, {.density = density});
    };
    add_box({0, 0.1f, 0}, {10, 0.1f, 10}, 1000);
    for (int i = 0; i < 64; ++i)
        add_box({2.0f * static_cast<float>(i % 8) - 7, 0.45f, 2.0f * static_cast<float>(i / 8) - 7},
                {0.25f, 0.25f, 0.25f}, 100);
    add_box({30, 0.5f, 0}, {0.5f, 0.5f, 0.5f}, 100);
    add_box({30, 1.5f, 0}, {0.5f, 0.5f, 0.5f}, 100000);
    world.step(h);
    EXPECT_EQ(world.report().switched_islands, 2);
    EXPECT_EQ(world.report().solver_failures, 1);
    EXPECT_THAT(world.solver_message(), testing::HasSubstr("max_rows"));
}

TEST(LiveOptions, islands_above_the_residual_go_to_the_stronger_solver_which_meets_it) {
    const StepReport weak = two_islands("si:iterations=10,measure=on", 1000);
    EXPECT_GT(weak.residual, 1e-2);
    const StepReport strong = two_islands(
        "si:iterations=10,measure=on,strong=robust,strong_residual=1e-4,strong_tolerance=1e-9", 1000);
    EXPECT_GT(strong.switched_islands, 0);
    EXPECT_LT(strong.switched_islands, 60) << "once solved, ten sweeps from there meet the bound";
    EXPECT_LT(strong.residual, 1e-4);
    EXPECT_EQ(two_islands("si:strong=robust,strong_residual=1e3", 1000).switched_islands, 0);
    // more sweeps of the same solver may be the stronger one, too; it stops at its own tolerance
    const StepReport sweeps = two_islands(
        "si:iterations=10,measure=on,strong=si,strong_residual=1e-4,strong_iterations=100000,"
        "strong_tolerance=1e-5",
        100);
    EXPECT_LT(sweeps.residual, 1e-4);
    EXPECT_GT(sweeps.switched_islands, 0);
}

TEST(LiveOptions, a_choice_per_island_that_cannot_be_made_is_refused) {
    lab::register_live_solvers();
    const auto error = [](const char* solver) -> std::string {
        try {
            World world({.stage_solver = solver});
        } catch (const Error& e) {
            return e.what();
        }
        return "";
    };
    EXPECT_THAT(error("si:strong=robust"), testing::HasSubstr("to say when"));
    EXPECT_THAT(error("si:strong_residual=1"), testing::HasSubstr("to say which"));
    EXPECT_THAT(error("si:strong=robst,strong_residual=1"), testing::HasSubstr("did you mean 'robust'?"));
    EXPECT_THAT(error("si:friction=cone,strong=direct,strong_residual=1"),
                testing::HasSubstr("not applicable"));
}

}  // namespace
}  // namespace cairn
