// C44: the order of a step. Catto's slides list nine stages; here each is seen by what it needs of the stages
// before it and leaves to those after it, so that two that change places are noticed.

#include <gtest/gtest.h>

#include <cairn/world.hpp>

#include "solvers/live/live_stage.hpp"

namespace cairn {
namespace {

constexpr float h = 1.0f / 60, g = 10;

// --- the nine stages in a velocity-level step

struct Seen {
    size_t points = 0;
    double separation = 0, arm = 0, approach = 0;  // of the first point
    double start_impulse = 0;
    double velocity = 0;  // of the box, upwards
};
std::vector<Seen> trace;

/// Stands where the solver stands (stage 5): writes down what it is given and answers with known impulses.
class Spy : public ImpulseSolver {
public:
    static double answer(size_t step) { return 0.25 + 0.125 * static_cast<double>(step); }

    void solve(LiveSystem& system, const LiveOptions&, LiveWork&) override {
        Seen seen;
        seen.points = system.points.size();
        if (!system.contacts.empty()) {
            const LivePoint& point = system.points[0];
            const bool box_is_a =
                system.bodies[static_cast<size_t>(system.contacts[0].body_a)].inverse_mass > 0;
            seen.separation = point.separation, seen.approach = point.approach;
            seen.arm = box_is_a ? point.arm_a.y : point.arm_b.y;
            seen.start_impulse = point.impulse[0];
        }
        for (const LiveBody& body : system.bodies)
            if (body.inverse_mass > 0) seen.velocity = body.velocity.y;
        for (LivePoint& point : system.points) point.impulse[0] = answer(trace.size());
        trace.push_back(seen);
        apply_impulses(system);
    }
};

std::unique_ptr<StageSolver> make_spy(StageSettings&) {
    LiveOptions options = sweep_defaults("pgs");
    options.correction = LiveCorrection::off;
    return std::make_unique<LiveStage>(options, std::make_unique<Spy>());
}

TEST(StepOrder, C44_the_nine_stages_of_catto_follow_one_another) {
    trace.clear();
    register_stage_solver({"order-spy", "writes down what a solver is given", {}, make_spy});
    World world({.gravity = {0, -g, 0}, .stage_solver = "order-spy", .sleep = false});
    world.add_shape(world.add_body({.type = BodyType::fixed}), HalfSpace{}, {.friction = 0});
    const BodyId box = world.add_body({.position = {0, 100, 0}});
    world.add_shape(box, Box{{0.5f, 0.5f, 0.5f}}, {.density = 1, .friction = 0});
    world.step(h);
    ASSERT_EQ(trace.size(), 1u);
    EXPECT_EQ(trace[0].points, 0u) << "far from the ground";

    constexpr float overlap = 0.002f;
    world.set_transform(box, {{0, 0.5f - overlap, 0}, {}});
    world.set_velocity(box, {});
    float height = 0.5f - overlap, speed = 0;
    for (size_t step = 1; step < 4; ++step) {
        world.step(h);
        ASSERT_EQ(trace.size(), step + 1) << "a step solves once";
        const Seen& seen = trace.back();
        ASSERT_EQ(seen.points, 4u) << "1: contacts are generated before the solve, of this step's poses";
        EXPECT_NEAR(seen.separation, double(height) - 0.5, 1e-6)
            << "1: where the last step (7) has put the box";
        EXPECT_EQ(seen.start_impulse, step == 1 ? 0 : Spy::answer(step - 1))
            << "2: the solve starts from the cache, which holds the impulses that 8 stored";
        EXPECT_NEAR(seen.arm, -0.5 * (double(height) + 0.5), 1e-5)
            << "3: Jacobians are there, of this step's contacts";
        EXPECT_NEAR(seen.approach, double(speed), 1e-6)
            << "4: the speed that points met with is without forces";
        EXPECT_NEAR(seen.velocity, double(speed - g * h), 1e-6)
            << "4: the equation's velocities are with them";
        speed += -g * h + 4 * static_cast<float>(Spy::answer(step));
        EXPECT_NEAR(world.velocity(box).y, speed, 1e-5f) << "6: velocities follow from the impulses of 5";
        height += h * speed;
        EXPECT_NEAR(world.transform(box).position.y, height, 1e-5f)
            << "7: places follow from the velocities of 6";
        // back to the ground, so that the next step has its contacts again
        height = 0.5f - overlap * static_cast<float>(step), speed = 0;
        world.set_transform(box, {{0, height, 0}, {}});
        world.set_velocity(box, {});
    }
}

// --- the stages of a world's step, under its own solver

BodyId ball(World& world, Vec3 position, float radius = 0.5f) {
    const BodyId body = world.add_body({.position = position});
    world.add_shape(body, Sphere{radius}, {.density = 1});
    return body;
}

TEST(StepOrder, C44_stages_are_timed_in_their_order_without_a_gap) {
    World world;
    ball(world, {});
    world.step(h);
    const StepReport& report = world.report();
    EXPECT_EQ(report.begin[0], 0);
    for (int i = 1; i < static_cast<int>(Stage::count); ++i)
        EXPECT_NEAR(report.begin[i], report.begin[i - 1] + report.seconds[i - 1], 1e-12)
            << stage_name(static_cast<Stage>(i));
}

/// Pairs, then contacts, then the cache, then the solve: bodies that were put together a moment ago are
/// pushed apart in the next step, and it says that they touch.
TEST(StepOrder, C44_what_meets_is_found_and_solved_in_one_step) {
    World world({.gravity = {}});
    const BodyId a = ball(world, {}), b = ball(world, {100, 0, 0});
    world.step(h);
    world.set_transform(b, {{0.99f, 0, 0}, {}});
    world.set_velocity(a, {1, 0, 0});
    world.step(h);
    EXPECT_EQ(world.events().contact_begin.size(), 1u);
    EXPECT_NEAR(world.velocity(a).x, 0.5f, 0.01f) << "they go on together";
    EXPECT_NEAR(world.velocity(b).x, 0.5f, 0.01f);
}

/// Islands come before the solve: a body that falls asleep is not moved in that step any more.
TEST(StepOrder, C44_who_falls_asleep_does_not_move_in_that_step) {
    World world({.gravity = {}});
    const BodyId body = ball(world, {});
    world.set_velocity(body, {0.02f, 0, 0});
    for (int i = 0; i < 120; ++i) {
        const Vec3 before = world.transform(body).position;
        world.step(h);
        if (world.events().fell_asleep.empty()) {
            EXPECT_GT(world.transform(body).position.x, before.x);
            continue;
        }
        EXPECT_EQ(world.transform(body).position, before);
        return;
    }
    FAIL() << "it never fell asleep";
}

/// The solve comes before what needs its result: a force of this step makes a body fast, and it is stopped at
/// the wall in this step; a joint bears too much, and breaks in this step.
TEST(StepOrder, C44_continuous_collision_and_breaking_follow_the_solve) {
    World world({.gravity = {0, -g, 0}});
    const BodyId wall = world.add_body({.type = BodyType::fixed, .position = {5, 0, 0}});
    world.add_shape(wall, Box{{0.05f, 5, 5}});
    const BodyId bullet = ball(world, {0, 0, 0}, 0.1f);
    world.apply_force(bullet, {world.mass(bullet) * 1000 / h, 0, 0});
    const BodyId lamp = ball(world, {0, 20, 0});
    BallJoint hook;
    hook.body_b = lamp, hook.anchor = {0, 20, 0}, hook.break_force = 0.5f * g * world.mass(lamp);
    world.add_joint(hook);
    world.step(h);
    EXPECT_EQ(world.report().continuous, 1);
    EXPECT_GT(world.transform(bullet).position.x, 4);
    EXPECT_LT(world.transform(bullet).position.x, 5);
    EXPECT_EQ(world.events().joints_broken.size(), 1u);
}

/// Poses and bounds are written last: queries after a step see where its continuous stage has left the body.
TEST(StepOrder, C44_a_step_ends_with_poses_and_bounds) {
    World world({.gravity = {}});
    const BodyId wall = world.add_body({.type = BodyType::fixed, .position = {5, 0, 0}});
    world.add_shape(wall, Box{{0.05f, 5, 5}});
    const BodyId bullet = ball(world, {0, 0, 0}, 0.1f);
    world.set_velocity(bullet, {1000, 0, 0});
    world.step(h);
    const float x = world.transform(bullet).position.x;
    RayHit hit;
    ASSERT_TRUE(world.cast_ray({x, 3, 0}, {x, -3, 0}, hit));
    EXPECT_EQ(hit.body, bullet);
    EXPECT_FALSE(world.cast_ray({0, 3, 0}, {0, -3, 0}, hit)) << "it has left where it was";
}

}  // namespace
}  // namespace cairn
