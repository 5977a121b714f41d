// The papers' claims, held to: each finding of `cairn paper` that a test can afford.

#include <gtest/gtest.h>

#include "lab/live_solvers.hpp"
#include "lab/paper.hpp"

namespace cairn::lab {
namespace {

class Papers : public testing::Test {
protected:
    static void SetUpTestSuite() { register_live_solvers(); }
};

void expect_all(const PaperReport& report) {
    for (const Finding& finding : report.findings)
        EXPECT_TRUE(finding.holds) << finding.rows << ": " << finding.claim
                                   << "\n  measured: " << finding.measured;
}

TEST_F(Papers, catto_stacks_stand_with_the_cache_and_fall_without) {
    EXPECT_EQ(starts_that_stand("pgs:friction=pyramid,iterations=10,beta=0.05,slop=0", 15), 8);
    EXPECT_GE(starts_that_stand(catto_solver(true), 15), 4)
        << "the constant bound is on the edge at ten iterations";
    EXPECT_GT(time_to_fall(3, catto_solver(false), 30), 0);
}

/// C37: about 3 % for his solver; a stronger one goes on to 0.1 %.
TEST_F(Papers, catto_mass_ratio_threshold_is_found_and_moved) {
    const double catto = mass_ratio_threshold(catto_solver(true), 0.001);
    EXPECT_GT(catto, 0.003);
    EXPECT_LT(catto, 0.2);
    EXPECT_TRUE(two_boxes_stand(0.001, "robust"));
    EXPECT_FALSE(two_boxes_stand(0.001, catto_solver(true)));
}

/// C18: Coulomb's law: the surface below box k bears 5 - k boxes, the one above 4 - k (k from 0).
TEST_F(Papers, C18_under_coulombs_law_a_box_slides_in_proportion_to_the_weight_above) {
    for (int k = 0; k < 5; ++k)
        EXPECT_NEAR(sliding_force(k, "pgs:friction=pyramid,iterations=50,beta=0.05,slop=0"),
                    0.2 * (9 - 2 * k), 0.02)
            << "box " << k;
}

/// C18: with the constant bound mu m_c g only shares of mass count. A box between two others shares its mass
/// among 8 points: a surface between two such boxes holds mu m g, at any height. At the ends a surface has a
/// share of the ground, which is nothing, or of the top box, which has 4 points only.
TEST_F(Papers, C18_under_the_constant_bound_the_weight_above_does_not_matter) {
    const double shares[5] = {1.5, 2, 2, 2.5, 1.5};
    for (int k = 0; k < 5; ++k)
        EXPECT_NEAR(sliding_force(k, "pgs:friction=fixed,iterations=50,beta=0.05,slop=0"), 0.2 * shares[k],
                    0.02)
            << "box " << k;
}

TEST_F(Papers, tamis) { expect_all(paper_tamis()); }
TEST_F(Papers, tonge) { expect_all(paper_tonge()); }
TEST_F(Papers, larsen) {
    const PaperReport report = paper_larsen();
    expect_all(report);
    ASSERT_EQ(report.figures.size(), 3u);
    for (const PaperFigure& figure : report.figures)
        for (const PaperFigure::Curve& curve : figure.curves)
            EXPECT_EQ(curve.values.size(), figure.x.size()) << figure.title;
}

}  // namespace
}  // namespace cairn::lab
