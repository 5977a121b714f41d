// A scene file names any solver of the laboratory, and the manual's JSON Schema knows them all.

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cairn/error.hpp>
#include <nlohmann/json.hpp>

#include "lab/capture.hpp"
#include "lab/live_solvers.hpp"
#include "scene/load.hpp"
#include "scene/scene.hpp"
#include "scene/scene_json.hpp"
#include "solvers/live/stage_solver.hpp"

namespace cairn::lab {
namespace {

using Json = nlohmann::json;

class SceneSolver : public testing::Test {
protected:
    static void SetUpTestSuite() { register_live_solvers(); }
};

std::string file_with(const Json& solver) {
    return Json{
        {"solver", solver},
        {"bodies",
         Json::array(
             {{{"name", "ball"},
               {"position", {0, 0.5, 0}},
               {"shapes", Json::array({{{"type", "sphere"}, {"radius", 0.5}}})}},
              {{"name", "ground"}, {"type", "fixed"}, {"shapes", Json::array({{{"type", "plane"}}})}}})}}
        .dump();
}

std::string error_of(const Json& solver) {
    try {
        read_scene(file_with(solver));
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST_F(SceneSolver, the_schema_of_the_manual_is_up_to_date) {
    std::ifstream file(std::string(CAIRN_SOURCE_DIR) + "/docs/scene.schema.json");
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_EQ(text.str(), scene_schema()) << "renew it: cairn scenes --schema > docs/scene.schema.json";
}

// Symptom: the schema test failed in a process that had run the papers before. Cause: what shows a step to
// the laboratory was registered as a solver and stayed, so lists of solvers and the schema had one more.
TEST_F(SceneSolver, capturing_a_step_leaves_no_solver_behind) {
    const std::string schema = scene_schema();
    Scene scene(load_scene("catto-stack:n=2,gap=0"));
    scene.step();
    const uint64_t hash = scene.world().hash();
    EXPECT_EQ(capture_problem(scene).contacts(), 8);
    EXPECT_EQ(scene.world().hash(), hash);
    EXPECT_EQ(scene_schema(), schema);
    EXPECT_THROW(make_stage_solver("capture"), Error);
}

TEST_F(SceneSolver, each_is_named_by_a_file_and_steps_it) {
    ASSERT_GE(stage_solvers().size(), 12u);
    for (const StageSolverInfo& info : stage_solvers()) {
        const SceneDescription description = read_scene(file_with({{"name", info.name}}));
        EXPECT_EQ(description.stage_solver, info.name);
        Scene scene(description);
        for (int i = 0; i < 10; ++i) scene.step();
        EXPECT_EQ(scene.world().stage_solver(), info.name);
        EXPECT_NEAR(scene.world().center_of_mass(scene.body("ball")).y, 0.5f, 0.01f) << info.name;
    }
}

Json value_of(const StageParameter& parameter) {
    if (parameter.kind == "flag") return parameter.value == "true";
    if (parameter.kind == "integer") return std::stoll(parameter.value);
    if (parameter.kind == "number") return std::stod(parameter.value);
    return parameter.value;
}

/// What is listed is what is read: a default may be written out, a value of another kind or beyond the range
/// is refused, and the message names the parameter.
TEST_F(SceneSolver, every_listed_parameter_is_read_and_checked) {
    int checked = 0;
    for (const StageSolverInfo& info : stage_solvers()) {
        for (const StageParameter& parameter : info.parameters) {
            Json solver{{"name", info.name}};
            const auto wrong = [&](const Json& value) {
                solver[parameter.name] = value;
                EXPECT_THAT(error_of(solver), testing::HasSubstr(parameter.name))
                    << info.name << " accepts " << parameter.name << " = " << value;
            };
            if (!parameter.value.empty()) {
                solver[parameter.name] = value_of(parameter);
                EXPECT_EQ(error_of(solver), "") << info.name << " " << parameter.name;
            }
            wrong(Json::array({1}));
            const bool number = parameter.kind == "number" || parameter.kind == "integer";
            wrong(number ? Json("word") : parameter.kind == "flag" ? Json(2) : Json("no such word"));
            if (number && parameter.least > -1e30) wrong(parameter.least - 1);
            if (number && parameter.most < 1e30) wrong(parameter.most * 2 + 1);
            ++checked;
        }
    }
    EXPECT_GT(checked, 300);
}

TEST_F(SceneSolver, slips_of_the_fingers_are_answered_with_the_nearest) {
    EXPECT_EQ(error_of({{"name", "newtn"}}), "solver.name: unknown solver 'newtn'; did you mean 'newton'?");
    EXPECT_EQ(error_of({{"name", "newton"}, {"toleranse", 1e-6}}),
              "solver.toleranse: unknown key; did you mean 'tolerance'?");
    EXPECT_EQ(error_of({{"name", "penalty"}, {"method", "rosenbrok"}}),
              "solver: penalty: unknown method 'rosenbrok'; did you mean 'rosenbrock'?");
    EXPECT_THAT(error_of({{"name", "direct"}, {"friction", "cone"}}), testing::HasSubstr("not applicable"));
}

/// A budget of seconds would make the bits depend on how fast the machine is.
TEST_F(SceneSolver, a_step_takes_no_budget_of_time) {
    EXPECT_THAT(error_of({{"name", "newton"}, {"seconds", 1}}),
                testing::HasSubstr("solver.seconds: unknown key"));
    EXPECT_THROW(make_stage_solver("newton:seconds=1"), Error);
}

}  // namespace
}  // namespace cairn::lab
