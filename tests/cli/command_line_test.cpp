// The command line as its users meet it: what it prints, where, and its exit status.

#include <gtest/gtest.h>

#ifdef CAIRN_CLI

#include <algorithm>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_line.hpp"

namespace cairn {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;
using test::Outcome;
using test::slurp;

class CommandLine : public test::CommandLineTest {};

int line_count(const std::string& text) {
    return static_cast<int>(std::count(text.begin(), text.end(), '\n'));
}

TEST_F(CommandLine, ListsTheScenes) {
    const Outcome text = run("scenes");
    EXPECT_EQ(text.status, 0);
    EXPECT_THAT(text.output, HasSubstr("newton-cradle"));
    const Json list = Json::parse(run("scenes --json").output);
    EXPECT_EQ(list.size(), 25u);
    EXPECT_THAT(list[0]["parameters"][0]["summary"].get<std::string>(), Not(testing::IsEmpty()));
}

TEST_F(CommandLine, SimPrintsTheFieldsOfTheContract) {
    const Outcome outcome = run("sim catto-stack --set n=3 --steps 20 --threads 2 --json");
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.errors, "");
    const Json json = Json::parse(outcome.output);
    for (const char* key :
         {"scene", "solver", "steps", "dt", "threads", "bodies", "contacts", "hash", "ms_per_step",
          "max_penetration", "mean_penetration", "kinetic_energy", "potential_energy", "linear_momentum",
          "angular_momentum", "max_speed", "dropped"}) {
        EXPECT_TRUE(json.contains(key)) << key;
    }
    EXPECT_EQ(json["steps"], 20);
    EXPECT_EQ(json["bodies"], 3);
    EXPECT_EQ(json["solver"], "soft-step");
    EXPECT_EQ(json["linear_momentum"].size(), 3u);
}

TEST_F(CommandLine, SimCountsTheJointsThatHold) {
    write("weak.json", R"({"bodies":[{"name":"a","mass":1},{"name":"b","mass":1}],"joints":[
        {"name":"strong","type":"ball","bodies":["world","a"],"anchor":[0,0,0]},
        {"name":"weak","type":"ball","bodies":["world","b"],"anchor":[0,0,0],"break_force":5}]})");
    const std::string sim = "sim " + path("weak.json") + " --json --steps ";
    EXPECT_EQ(Json::parse(run(sim + "0").output)["joints"], 2);
    EXPECT_EQ(Json::parse(run(sim + "5").output)["joints"], 1);
}

TEST_F(CommandLine, SimIsTheSameForEveryLaneCount) {
    const std::string sim = "sim mixed-pile --set columns=3 --set layers=3 --steps 60 --json --lanes ";
    EXPECT_EQ(Json::parse(run(sim + "1").output)["hash"], Json::parse(run(sim + "4").output)["hash"]);
}

TEST_F(CommandLine, MistakesEndWithOneLineAndAStatus) {
    const std::pair<const char*, const char*> mistakes[] = {
        {"sim pyramidd", "cairn: unknown scene 'pyramidd'; did you mean 'pyramid'?\n"},
        {"simm", "cairn: unknown command 'simm'; did you mean 'sim'?\n"},
        {"sim pyramid --set bse=3", "cairn: pyramid: unknown parameter 'bse'; did you mean 'base'?\n"},
        {"sim pyramid --set base", "cairn: --set 'base': expected key=value\n"},
        {"sim pyramid --set base=three", "cairn: --set base: expected a number, got 'three'\n"},
        {"sim pyramid --solver softstep", "cairn: unknown solver 'softstep'; did you mean 'soft-step'?\n"},
        {"sim no_such_file.json", "cairn: no_such_file.json: no such file\n"},
        {"sim catto-stack --trace bx0 --steps 1",
         "cairn: --trace: unknown body or joint 'bx0'; did you mean 'box0'?\n"},
        {"replay no_such_recording", "cairn: no_such_recording: no such file\n"},
    };
    for (const auto& [arguments, message] : mistakes) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.status, 1) << arguments;
        EXPECT_EQ(outcome.errors, message);
        EXPECT_EQ(outcome.output, "") << arguments;
    }
    for (const char* arguments :
         {"", "sim", "sim pyramid --steps -3", "sim pyramid --lanes 3", "sim pyramid --foo"}) {
        const Outcome outcome = run(arguments);
        EXPECT_NE(outcome.status, 0) << arguments;
        EXPECT_THAT(outcome.errors, Not(testing::IsEmpty())) << arguments;
    }
}

TEST_F(CommandLine, ExportedScenesRunToTheSameHash) {
    write("scene.json", run("scenes --export bridge --set planks=5").output);
    const Json original = Json::parse(run("sim bridge --set planks=5 --steps 50 --json").output);
    const Json exported = Json::parse(run("sim " + path("scene.json") + " --steps 50 --json").output);
    EXPECT_EQ(original["hash"], exported["hash"]);
}

TEST_F(CommandLine, TracesBodiesAndJoints) {
    const Outcome outcome =
        run("sim chain --set links=3 --steps 10 --trace weight,joint0,link1 --trace-file " + path("t.csv"));
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    const std::string bodies = slurp(path("t.csv")), joints = slurp(path("t.joints.csv"));
    EXPECT_EQ(bodies.substr(0, bodies.find('\n')), "step,time,body,px,py,pz,qx,qy,qz,qw,vx,vy,vz,wx,wy,wz");
    EXPECT_EQ(line_count(bodies), 1 + 10 * 2);
    EXPECT_EQ(joints.substr(0, joints.find('\n')), "step,time,joint,fx,fy,fz,tx,ty,tz");
    EXPECT_EQ(line_count(joints), 1 + 10);
    EXPECT_THAT(bodies, HasSubstr("\n10,0.16666"));
}

TEST_F(CommandLine, TracesABodyAndAJointOfOneName) {
    write("arm.json", R"({"bodies":[{"name":"arm","shapes":[{"type":"sphere","radius":1}]}],
        "joints":[{"name":"arm","type":"ball","bodies":["world","arm"],"anchor":[0,2,0]}]})");
    run("sim " + path("arm.json") + " --steps 3 --trace arm --trace-file " + path("t.csv"));
    EXPECT_EQ(line_count(slurp(path("t.csv"))), 1 + 3);
    EXPECT_EQ(line_count(slurp(path("t.joints.csv"))), 1 + 3);
}

TEST_F(CommandLine, ProfilesInTheFormatOfChrome) {
    run("sim catto-stack --steps 5 --profile " + path("p.json"));
    const Json json = Json::parse(slurp(path("p.json")));
    int steps = 0;
    for (const Json& event : json["traceEvents"]) {
        if (event["name"] != "step") continue;
        ++steps;
        EXPECT_EQ(event["ph"], "X");
        EXPECT_GE(event["dur"].get<double>(), 0);
    }
    EXPECT_EQ(steps, 5);
}

TEST_F(CommandLine, RecordsAndReplays) {
    const Outcome recorded = run("record dominoes --set count=5 --steps 30 -o " + path("r.jsonl"));
    EXPECT_EQ(recorded.status, 0) << recorded.errors;
    const Outcome same = run("replay " + path("r.jsonl") + " --lanes 1");
    EXPECT_EQ(same.status, 0);
    EXPECT_EQ(same.output, "30 steps of dominoes: every hash agrees\n");

    std::string text = slurp(path("r.jsonl"));
    const size_t place = text.find("\"step\":17,\"hash\":\"") + 18;
    text[place] = text[place] == '0' ? '1' : '0';
    write("r.jsonl", text);
    const Outcome different = run("replay " + path("r.jsonl"));
    EXPECT_EQ(different.status, 1);
    EXPECT_THAT(different.output, HasSubstr("step 17 of 30 is the first that differs"));

    write("r.jsonl", text.substr(0, text.size() - 5));
    const Outcome cut = run("replay " + path("r.jsonl") + " --json");
    EXPECT_EQ(cut.status, 1);
    EXPECT_THAT(cut.errors, HasSubstr("cut off after step 30"));
    EXPECT_EQ(Json::parse(cut.output)["first_difference"]["step"], 17);
}

TEST_F(CommandLine, BenchSaysWhereTheTimeGoes) {
    const Outcome outcome = run("bench catto-stack --steps 5 --repeat 2 --json");
    EXPECT_EQ(outcome.status, 0) << outcome.errors;
    const Json row = Json::parse(outcome.output).at(0);
    EXPECT_EQ(row["scene"], "catto-stack");
    EXPECT_EQ(row["stages_ms"].size(), 8u);
    EXPECT_GT(row["ms_per_step"].get<double>(), 0);
    EXPECT_EQ(row["solver"], "soft-step");
    EXPECT_THAT(run("bench catto-stack --steps 5 --repeat 1").output, HasSubstr("ms/step"));
    write("si.json", R"({"solver":{"name":"si","iterations":3},"bodies":[{}]})");
    const Json own = Json::parse(run("bench " + path("si.json") + " --steps 1 --repeat 1 --json").output);
    EXPECT_EQ(own.at(0)["solver"], "si:iterations=3") << "that of the file";
}

TEST_F(CommandLine, HashesScenes) {
    const Outcome outcome = run("hash --steps 3");
    EXPECT_EQ(line_count(outcome.output), 6);
    EXPECT_EQ(run("hash --steps 3 --lanes 1").output, outcome.output);
    EXPECT_THAT(run("hash catto-stack --set n=2 --steps 3").output,
                testing::MatchesRegex("catto-stack [0-9a-f]+\n"));
    EXPECT_EQ(run("hash --set n=2").status, 1);
}

TEST_F(CommandLine, any_solver_runs_a_scene_and_says_what_it_did) {
    const Outcome outcome =
        run("sim catto-stack --set n=2 --steps 20 --solver si --solver-option iterations=7 --json");
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    const Json json = Json::parse(outcome.output);
    EXPECT_EQ(json["solver"], "si");
    EXPECT_EQ(json["solver_parameters"]["iterations"], "7");
    EXPECT_EQ(json["iterations"], 7);
    EXPECT_EQ(json["solver_failures"], 0);
    const Outcome wrong = run("sim catto-stack --solver newtn");
    EXPECT_NE(wrong.status, 0);
    EXPECT_THAT(wrong.errors, HasSubstr("did you mean 'newton'?"));
    EXPECT_THAT(run("sim catto-stack --solver direct:friction=cone").errors, HasSubstr("not applicable"));
}

TEST_F(CommandLine, a_scene_file_names_its_solver_and_the_command_line_overrides_it) {
    const std::string file = path("scene.json");
    std::ofstream(file) << R"({"solver":{"name":"newton","friction":"cone","iterations":40,"measure":true},
        "bodies":[{"position":[0,0.5,0],"shapes":[{"type":"sphere","radius":0.5}]},
                  {"type":"fixed","shapes":[{"type":"plane"}]}]})";
    const Json own = Json::parse(run("sim " + file + " --steps 5 --json").output);
    EXPECT_EQ(own["solver"], "newton");
    EXPECT_EQ(own["solver_parameters"]["iterations"], "40");
    const Json other = Json::parse(run("sim " + file + " --steps 5 --solver si --json").output);
    EXPECT_EQ(other["solver"], "si");
    std::ofstream(file) << R"({"solver":{"name":"newton","iteration":40}})";
    const Outcome wrong = run("sim " + file);
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.errors, HasSubstr("solver.iteration: unknown key; did you mean 'iterations'?"));
}

TEST_F(CommandLine, a_step_of_a_scene_becomes_a_problem_that_solve_reads) {
    const std::string file = path("step.dat");
    const Outcome dump = run("sim catto-stack --set n=3 --steps 30 --dump-problem 29 " + file);
    ASSERT_EQ(dump.status, 0) << dump.errors;
    const Outcome solved = run("solve " + file + " --solvers robust --json");
    ASSERT_EQ(solved.status, 0) << solved.errors;
    EXPECT_THAT(solved.output, HasSubstr("converged"));
    EXPECT_THAT(run("sim catto-stack --steps 5 --dump-problem 5 " + file).errors, HasSubstr("from 0 to 4"));
    const Outcome asleep = run("sim catto-stack --set n=1 --steps 200 --dump-problem 199 " + file);
    EXPECT_EQ(asleep.status, 1);
    EXPECT_THAT(asleep.errors, HasSubstr("asleep"));
}

TEST_F(CommandLine, a_paper_becomes_a_page_with_claims_and_measurements) {
    const std::string page = path("larsen.html");
    const Outcome outcome = run("paper larsen --json --report " + page);
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    const Json json = Json::parse(outcome.output);
    for (const Json& finding : json["findings"]) EXPECT_TRUE(finding["holds"]) << finding;
    EXPECT_EQ(json["figures"].size(), 3u);
    const std::string html = slurp(page);
    EXPECT_THAT(html, HasSubstr("<svg"));
    EXPECT_THAT(html, HasSubstr("the paper claims"));
    const Outcome wrong = run("paper larson");
    EXPECT_EQ(wrong.status, 1);
    EXPECT_THAT(wrong.errors, HasSubstr("unknown paper 'larson'; did you mean 'larsen'?"));
}

TEST_F(CommandLine, CompareCountsTheBodiesThatSimCounts) {
    const std::string arguments = " catto-stack --json --steps 0";
    EXPECT_EQ(Json::parse(run("compare --no-frozen --solvers pgs" + arguments).output)["bodies"],
              Json::parse(run("sim" + arguments).output)["bodies"]);
}

TEST_F(CommandLine, TraceTakesANameWithACommaForOne) {
    write("named.json", R"({"bodies":[{"name":"a,b"},{"name":"a"},{"name":"b"}]})");
    run("sim " + path("named.json") + " --steps 1 --trace a,b --trace b,a --trace-file " + path("t.csv"));
    const std::string rows = slurp(path("t.csv"));
    EXPECT_THAT(rows, HasSubstr("\"a,b\","));
    EXPECT_LT(rows.find(",b,"), rows.find(",a,"));
    EXPECT_EQ(line_count(rows), 4);
}

TEST_F(CommandLine, compare_runs_a_scene_under_several_solvers) {
    const std::string page = path("page.html"), csv = path("table.csv");
    const Outcome outcome =
        run("compare catto-stack --set n=2 --steps 40 --solvers soft-step,pgs,robust --problems 1 "
            "--iterations 20 --json --report " +
            page + " --csv " + csv);
    ASSERT_EQ(outcome.status, 0) << outcome.errors;
    const Json json = Json::parse(outcome.output);
    ASSERT_EQ(json["runs"].size(), 3u);
    for (const Json& run : json["runs"]) EXPECT_EQ(run["status"], "ok") << run;
    EXPECT_LT(json["runs"][2]["mean_residual"], 1e-4);
    EXPECT_EQ(json["frozen"]["rows"].size(), 3u) << "soft-step by the impulses of its own step";
    EXPECT_EQ(line_count(slurp(csv)), 4);
    const std::string html = slurp(page);
    EXPECT_THAT(html, HasSubstr("data:image/png"));
    EXPECT_THAT(html, HasSubstr("Performance profiles"));
    EXPECT_THAT(html, Not(HasSubstr("src=\"http")));
    EXPECT_NE(run("compare catto-stack --solvers pgs,nonsense").status, 0);
}

TEST_F(CommandLine, HelpIsACommandToo) {
    EXPECT_EQ(run("help").output, run("--help").output);
    EXPECT_EQ(run("help sim").output, run("sim --help").output);
    EXPECT_THAT(run("help").output, HasSubstr("Subcommands:"));
    EXPECT_THAT(run("help simm").errors, HasSubstr("did you mean 'sim'?"));
}

TEST_F(CommandLine, NonsenseIsRefusedByNameAndCrashesNothing) {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"nonsense", "unknown command"},
        {"sim", "SCENE is required"},
        {"sim pyramid --dt nan", "--dt"},
        {"sim pyramid --dt 0", "--dt"},
        {"sim pyramid --steps -1", "--steps"},
        {"sim pyramid --set base=nan", "base"},
        {"sim pyramid --set base=2.5", "whole number"},
        {"sim pyramid --threads 100000", "--threads"},
        {"sim " + path("missing.json"), "no such file"},
        {"sim /", "not a regular file"},
        {"render pyramid -o x.bmp", ".png"},
        {"render pyramid --size 99999x9 -o " + path("x.png"), "--size"},
        {"replay " + path("missing"), "no such file"},
        {"solve " + path("missing.dat"), "cannot be opened"},
        {"solve tower:boxes=2 --solvers ''", "--solvers"},
        {"solve tower:boxes=2 --tolerance nan", "--tolerance"},
        {"solve tower:boxes=1e9", "boxes"},
        {"compare pyramid --solvers ''", "--solvers"},
        {"compare pyramid --solvers pgs,,si", "unknown solver ''"},
        {"soccer --minutes nan", "--minutes"},
        {"soccer --render " + path("x.png") + " --at nan", "--at"},
        {"showcase --seconds nan", "--seconds"},
    };
    for (const auto& [arguments, part] : cases) {
        const Outcome outcome = run(arguments);
        EXPECT_TRUE(outcome.status != 0 && outcome.status < 128) << arguments << ": " << outcome.status;
        EXPECT_THAT(outcome.errors, HasSubstr(part)) << arguments;
    }
}

}  // namespace
}  // namespace cairn

#else

TEST(CommandLine, WasBuilt) {
    GTEST_SKIP() << "CLI11, fmt, stb or Eigen was not found: there is no command line";
}

#endif
