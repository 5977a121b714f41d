// Springs without damping that made energy, and a motor joint that turned what floats free. Found by pairs of
// bodies thrown into empty space. The stiffness was that of the row's own mass, which changes as the bodies
// turn, so that no potential belonged to it: a MotorJoint reached six hundred times the energy it had, and
// its force, stiffer in one direction than in another, was not along the line between the two bodies and
// changed the angular momentum by three quarters. The manual says the reduced mass; a slider that was held a
// metre beside its centre of mass sagged by 1.1 m in place of 6 cm.

#include <gtest/gtest.h>

#include "tests/support/random.hpp"
#include "tests/support/world_checks.hpp"

namespace cairn {
namespace {

using namespace test;

/// Two bodies of any shape and centre of mass that fly about, held by a joint.
struct Pair {
    World world;
    BodyId bodies[2];

    Pair(Random& random, JointDef def, int substeps)
        : world({.gravity = {}, .solver = {.substeps = substeps}, .sleep = false}) {
        for (int i = 0; i < 2; ++i) {
            BodyDef body;
            body.position = Vec3{1.2f * static_cast<float>(i), 0, 0} + random.in_cube(0.3f);
            body.rotation = random.rotation();
            body.velocity = random.in_cube(3), body.angular_velocity = random.in_cube(5);
            if (random.below(2) == 0) body.center_of_mass = random.in_cube(0.2f);
            const float size = random.between(0.2f, 0.5f);
            const Shape shape = random.below(2) == 0
                                    ? Shape(Box{{size, 0.5f * size, 0.2f * size}})
                                    : Shape(Capsule{{-size, 0, 0}, {size, 0, 0}, 0.3f * size});
            bodies[i] = add_body(world, body, shape, {.filter = {.mask = 0}});
        }
        const Vec3 anchor = Vec3{0.6f, 0, 0} + random.in_cube(0.3f);
        const Vec3 other = anchor + Vec3{0, random.between(0.3f, 1), 0};
        std::visit(
            [&](auto& joint) {
                joint.body_a = bodies[0], joint.body_b = bodies[1];
                if constexpr (requires { joint.anchor; }) joint.anchor = anchor;
                if constexpr (requires { joint.anchor_a; }) joint.anchor_a = anchor, joint.anchor_b = other;
            },
            def);
        world.add_joint(def);
    }
    Sums sums() const {
        Sums result;
        for (const BodyId body : bodies) add_sums(world, body, result);
        return result;
    }
};

/// The most that the pair's energy comes to, and its angular momentum changes by, in four seconds.
struct Growth {
    double energy = 0, turned = 0;
};

Growth most_growth(const JointDef& def, int pairs, int substeps) {
    Growth most;
    Random random(11);
    for (int i = 0; i < pairs; ++i) {
        Pair pair(random, def, substeps);
        const Sums start = pair.sums();
        double scale = start.angular_scale;
        for (int step = 0; step < 240; ++step) {
            pair.world.step(1.0f / 60);
            const Sums now = pair.sums();
            double change = 0;
            for (int axis = 0; axis < 3; ++axis)
                change += std::pow(now.angular_momentum[axis] - start.angular_momentum[axis], 2);
            scale = std::max(scale, now.angular_scale);
            most.energy = std::max(most.energy, now.kinetic / start.kinetic);
            most.turned = std::max(most.turned, std::sqrt(change) / scale);
        }
    }
    return most;
}

TEST(SpringsWithoutEnergy, OfMotorJointsNeitherMakeEnergyNorTurnWhatFloatsFree) {
    MotorJoint spring, damped;
    spring.linear = {5, 0}, spring.angular = {5, 0};
    damped.linear = {2, 0.3f}, damped.angular = {0, 0};
    for (const int substeps : {4, 16}) {
        const Growth free = most_growth(spring, 30, substeps), slow = most_growth(damped, 30, substeps);
        EXPECT_LT(free.energy, 1.05) << substeps;
        EXPECT_LT(free.turned, 0.02) << substeps;
        EXPECT_LT(slow.energy, 1.01) << substeps;
        EXPECT_LT(slow.turned, 0.02) << substeps;
    }
}

TEST(SpringsWithoutEnergy, OfDistanceBallAndFixedJointsMakeNone) {
    DistanceJoint distance;
    distance.spring = {6, 0};
    BallJoint ball;
    ball.spring = {4, 0};
    FixedJoint fixed;
    fixed.angular_stiffness = {3, 0};
    for (const int substeps : {4, 16}) {
        EXPECT_LT(most_growth(distance, 40, substeps).energy, 1.02) << substeps;
        EXPECT_LT(most_growth(ball, 40, substeps).energy, 1.02) << substeps;
        EXPECT_LT(most_growth(fixed, 40, substeps).energy, 1.03) << substeps;
    }
}

/// How far a box sags that hangs on a spring of 2 Hz by something `aside` of its middle.
template <class Joint>
float sag(Joint joint, float aside, const char* solver) {
    World world({.stage_solver = solver, .sleep = false});
    joint.body_b = add_box(world, {0, 1, 0}, {0.3f, 0.3f, 0.3f});
    const Vec3 anchor{aside, 1, 0};
    if constexpr (requires { joint.anchor; }) joint.anchor = anchor;
    if constexpr (requires { joint.anchor_a; }) {
        joint.anchor_a = anchor + Vec3{0, 2, 0}, joint.anchor_b = anchor;
        world.set_locks(joint.body_b, {.angular_x = true, .angular_y = true, .angular_z = true});
    }
    const JointId id = world.add_joint(joint);
    run(world, 12);
    return anchor.y - world.joint_place(id).anchor_b.y;
}

TEST(SpringsWithoutEnergy, StretchByTheReducedMassWhereverTheyAreFixed) {
    SliderJoint slider;
    slider.axis = {0, 1, 0}, slider.spring = {2, 0.7f};
    WheelJoint wheel;
    wheel.spin_axis = {1, 0, 0}, wheel.suspension = {2, 0.7f};
    MotorJoint motor;
    motor.linear = {2, 0.7f}, motor.angular = {100, 1};
    DistanceJoint distance;
    distance.spring = {2, 0.7f};
    const float omega = 4 * static_cast<float>(pi), expected = gravity / (omega * omega);
    for (const char* solver : {"", "pgs:iterations=200", "si:iterations=200"})
        for (const float aside : {0.0f, 0.4f, 1.0f}) {
            EXPECT_NEAR(sag(slider, aside, solver), expected, 0.003f) << solver << aside;
            EXPECT_NEAR(sag(wheel, aside, solver), expected, 0.003f) << solver << aside;
            EXPECT_NEAR(sag(distance, aside, solver), expected, 0.003f) << solver << aside;
            EXPECT_NEAR(sag(motor, aside, solver), expected, 0.005f) << solver << aside;
        }
}

}  // namespace
}  // namespace cairn
