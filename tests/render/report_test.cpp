// Reports are safe and self-contained.

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cairn/report_html.hpp"
#include "cairn/report_plot.hpp"
#include "cairn/showcase.hpp"
#include "cairn/showcase_report.hpp"

namespace cairn {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

TEST(Html, EscapesEveryCharacterThatCouldEndTextOrAttribute) {
    EXPECT_EQ(report::escape("<b a=\"1\" c='2'>&amp;"), "&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;");
    EXPECT_EQ(report::escape("plain text, 100 %"), "plain text, 100 %");
}

TEST(Html, EncodesTheVectorsOfRfc4648) {
    EXPECT_EQ(report::base64(""), "");
    EXPECT_EQ(report::base64("f"), "Zg==");
    EXPECT_EQ(report::base64("fo"), "Zm8=");
    EXPECT_EQ(report::base64("foo"), "Zm9v");
    EXPECT_EQ(report::base64("foob"), "Zm9vYg==");
    EXPECT_EQ(report::base64("fooba"), "Zm9vYmE=");
    EXPECT_EQ(report::base64("foobar"), "Zm9vYmFy");
    EXPECT_EQ(report::base64("\xff\xfe\xfd"), "//79");
}

TEST(Html, TablesEscapeTitlesAndCells) {
    const std::string html = report::table({{"<name>", false}, {"n", true}}, {{"a<script>", "1"}});
    EXPECT_THAT(html, HasSubstr("&lt;name&gt;"));
    EXPECT_THAT(html, HasSubstr("a&lt;script&gt;"));
    EXPECT_THAT(html, HasSubstr("<td class=\"number\">1</td>"));
    EXPECT_THAT(html, Not(HasSubstr("<script>")));
}

TEST(Plot, TicksAreRoundAndInsideTheRange) {
    EXPECT_THAT(report::nice_ticks(0, 10, 5), ElementsAre(0, 2, 4, 6, 8, 10));
    EXPECT_THAT(report::nice_ticks(-1, 1, 4), ElementsAre(-1, -0.5, 0, 0.5, 1));
    EXPECT_EQ(report::nice_ticks(3, 3, 4).size(), 1u);
    for (const double tick : report::nice_ticks(0.13, 7.7, 4)) {
        EXPECT_GE(tick, 0.13);
        EXPECT_LE(tick, 7.7);
    }
}

TEST(Plot, CondensingKeepsTheMean) {
    std::vector<double> values;
    for (int i = 0; i < 1000; ++i) values.push_back(i);
    const std::vector<double> few = report::condense(values, 100);
    ASSERT_EQ(few.size(), 100u);
    EXPECT_DOUBLE_EQ(few[0], 4.5);
    EXPECT_DOUBLE_EQ(few[99], 994.5);
    EXPECT_EQ(report::condense({1, 2}, 100).size(), 2u);
}

TEST(Plot, MediansHideTheFewValuesThatStandOut) {
    std::vector<double> values(100, 2.0);
    values[13] = 1000;
    for (const double value : report::condense_medians(values, 20)) EXPECT_EQ(value, 2.0);
}

TEST(Plot, ValuesThatAreNotFiniteLeaveAGapAndNoNanInTheFile) {
    report::Plot plot{"a<b", "t", {0, 1, 2, 3}, {{"x", {1, std::nan(""), 2, 3}}}, false};
    const std::string line = report::svg_plot(plot);
    EXPECT_THAT(line, Not(HasSubstr("nan")));
    EXPECT_THAT(line, HasSubstr("a&lt;b"));
    plot.stacked = true;
    plot.series.push_back({"y", {1, std::numeric_limits<double>::infinity(), 1, 1}});
    const std::string areas = report::svg_plot(plot);
    EXPECT_THAT(areas, Not(HasSubstr("nan")));
    EXPECT_THAT(areas, Not(HasSubstr("inf")));
}

TEST(Plot, NothingToDrawIsDrawnAsAnEmptyFrame) {
    const std::string html = report::svg_plot({"empty", "t", {}, {{"x", {}}}, false});
    EXPECT_THAT(html, HasSubstr("<svg"));
    EXPECT_THAT(html, Not(HasSubstr("nan")));
}

showcase::Performance performance(const std::string& name) {
    showcase::Performance p;
    p.act.scene = name;
    p.act.caption = "caption of " + name;
    p.act.stands = true;
    p.steps = 2;
    p.dt = 0.5;
    p.time = {0.5, 1};
    p.kinetic_energy = {3, 2};
    p.penetration = {0.1, 0.2};
    for (auto& stage : p.stage_milliseconds) stage = {0.1, 0.1};
    p.begin_png = p.end_png = "not really a picture";
    p.hash = 0xabc;
    return p;
}

TEST(ShowcasePage, LoadsNothingFromElsewhereAndEscapesNames) {
    const std::string html = showcase::report_page({performance("<img onerror=x>")}, {});
    EXPECT_THAT(html, Not(HasSubstr("http")));
    EXPECT_THAT(html, Not(HasSubstr("<script")));
    EXPECT_THAT(html, Not(HasSubstr("<link")));
    EXPECT_THAT(html, Not(HasSubstr("<img onerror")));
    EXPECT_THAT(html, HasSubstr("&lt;img onerror=x&gt;"));
    EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
    EXPECT_THAT(html, HasSubstr("data:image/png;base64," + report::base64("not really a picture")));
    EXPECT_THAT(html, HasSubstr("0000000000000abc"));
}

TEST(ShowcasePage, ASceneStandsWhenNothingMovedFar) {
    showcase::Performance p = performance("pyramid");
    p.largest_shift = 0.01;
    EXPECT_EQ(p.verdict(), "yes");
    p.largest_shift = 2;
    EXPECT_EQ(p.verdict(), "no");
    p.act.stands = false;
    EXPECT_EQ(p.verdict(), "");
}

TEST(ShowcaseTable, PadsColumnsToTheWidestCell) {
    EXPECT_EQ(showcase::text_table({"scene", "n"}, {{"a", "100"}, {"longer", "1"}}),
              "scene     n\n-----------\na       100\nlonger    1\n");
}

}  // namespace
}  // namespace cairn
