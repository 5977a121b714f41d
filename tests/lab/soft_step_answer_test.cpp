// soft-step on the yardstick of frozen problems.

#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lab/capture.hpp"
#include "lab/soft_step_answer.hpp"
#include "lab/solve_report.hpp"
#include "scene/load.hpp"
#include "solvers/frozen/residual.hpp"

namespace cairn::lab {
namespace {

TEST(SoftStepAnswer, impulses_of_all_sub_steps_explain_the_step_of_a_resting_stack) {
    Scene scene(load_scene("catto-stack", std::vector<SceneSetting>{{"n", 4}, {"gap", 0}, {"sleep", 0}}));
    for (int i = 0; i < 240; ++i) scene.step();
    const uint64_t hash = scene.world().hash();
    const SoftStepAnswer answer = soft_step_answer(scene, scene.world().solver());
    EXPECT_EQ(scene.world().hash(), hash) << "the scene stays as it is";
    EXPECT_EQ(answer.not_applicable, "");
    ASSERT_EQ(answer.reaction.size(), 3 * answer.problem.contacts());
    EXPECT_EQ(answer.problem.contacts(), capture_problem(scene).contacts());
    double weight = 0, carried = 0;
    for (const BodyId body : scene.bodies())
        weight += double(scene.world().mass(body)) * 9.8 * double(scene.description().dt);
    // the ground's contacts come last: what cannot yield is solved last
    for (int i = answer.problem.contacts() - 4; i < answer.problem.contacts(); ++i)
        carried += answer.reaction[3 * i];
    EXPECT_NEAR(carried, weight, 1e-3 * weight) << "the lowest four points carry the stack";
    EXPECT_LT(answer.unexplained, 1e-4) << "m/s";
    const ContactResidual residual = contact_residual(answer.problem, answer.reaction);
    EXPECT_LT(residual.de_saxce_scaled, 0.05) << "at rest its springs answer the rigid problem";
    EXPECT_LT(residual.cone_violation, 1e-6) << "N s";
}

TEST(SoftStepAnswer, moving_boxes_show_that_it_solves_another_problem) {
    Scene scene(load_scene("box-pile", std::vector<SceneSetting>{{"columns", 3}, {"layers", 4}}));
    for (int i = 0; i < 60; ++i) scene.step();
    const SoftStepAnswer answer = soft_step_answer(scene, scene.world().solver());
    ASSERT_GT(answer.problem.contacts(), 20);
    const ContactResidual residual = contact_residual(answer.problem, answer.reaction);
    EXPECT_GT(residual.de_saxce_scaled, 1e-3) << "sub-steps and springs change the problem";
    EXPECT_TRUE(std::isfinite(residual.de_saxce_scaled));
}

TEST(SoftStepAnswer, says_why_it_has_none) {
    Scene scene(load_scene("chain"));
    EXPECT_THAT(soft_step_answer(scene, scene.world().solver()).not_applicable, testing::HasSubstr("joints"));
    const SolveReport report = solve_report({"tower:boxes=2"}, {"soft-step", "si"}, {});
    EXPECT_EQ(report.rows[0].status, Status::not_applicable);
    EXPECT_THAT(report.rows[0].message, testing::HasSubstr("cairn compare"));
    EXPECT_NE(report.rows[1].status, Status::not_applicable);
}

}  // namespace
}  // namespace cairn::lab
