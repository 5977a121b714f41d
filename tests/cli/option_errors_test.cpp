// What the command line says about options that cannot be, and about runs that were none.

#include <gtest/gtest.h>

#ifdef CAIRN_CLI

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/support/command_line.hpp"

namespace cairn {
namespace {

class OptionErrors : public test::CommandLineTest {
protected:
    /// Refused with this text on standard error, and with nothing on standard output.
    void expect_refused(const std::string& arguments, const std::string& part) const {
        const test::Outcome outcome = run(arguments);
        EXPECT_TRUE(outcome.status != 0 && outcome.status < 128) << arguments << ": " << outcome.status;
        EXPECT_THAT(outcome.errors, testing::HasSubstr(part)) << arguments;
        EXPECT_EQ(outcome.output, "") << arguments;
    }
};

TEST_F(OptionErrors, a_run_that_was_not_solved_ends_with_a_status_and_the_message_of_the_solver) {
    const test::Outcome text = run("sim chain --solver penalty --steps 5");
    EXPECT_EQ(text.status, 1);
    EXPECT_THAT(text.errors, testing::StartsWith("cairn: chain: penalty: 5 steps were not solved: "));
    EXPECT_THAT(text.errors, testing::HasSubstr("not applicable"));
    const test::Outcome object = run("sim chain --solver penalty --steps 5 --json");
    EXPECT_EQ(object.status, 1);
    const auto json = nlohmann::json::parse(object.output);
    EXPECT_EQ(json["solver_failures"], 5);
    EXPECT_THAT(json["solver_message"].get<std::string>(), testing::HasSubstr("not applicable"));
    const auto solved = nlohmann::json::parse(run("sim chain --steps 5 --json").output);
    EXPECT_EQ(solved["solver_message"], "");
}

TEST_F(OptionErrors, bench_gives_no_time_of_steps_that_were_not_solved) {
    expect_refused("bench chain --solver penalty --steps 3 --repeat 1", "not applicable");
    expect_refused("bench chain --solver penalty --steps 3 --repeat 1 --json", "not applicable");
}

TEST_F(OptionErrors, hash_gives_none_of_steps_that_were_not_solved) {
    expect_refused("hash chain --solver penalty --steps 3",
                   "cairn: chain: penalty: 3 steps were not solved: penalty: not applicable");
}

TEST_F(OptionErrors, a_recording_of_steps_that_were_not_solved_is_written_and_ends_with_a_status) {
    const test::Outcome outcome = run("record chain --solver penalty --steps 3 -o " + path("r.jsonl"));
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.errors, testing::HasSubstr("3 steps were not solved: "));
    EXPECT_THAT(outcome.output, testing::StartsWith("recorded 3 steps of chain"));
    const test::Outcome again = run("replay " + path("r.jsonl"));
    EXPECT_THAT(again.output, testing::HasSubstr("every hash agrees"));
    EXPECT_EQ(again.status, 1) << "the same bits, and as little an answer as the first time";
    EXPECT_THAT(again.errors, testing::HasSubstr("3 steps were not solved: "));
    const test::Outcome object = run("replay " + path("r.jsonl") + " --json");
    EXPECT_EQ(nlohmann::json::parse(object.output)["solver_failures"], 3);
    EXPECT_EQ(object.status, 1);
}

TEST_F(OptionErrors, pictures_of_steps_that_were_not_solved_are_drawn_and_end_with_a_status) {
    const std::string render = "render chain --set links=2 --solver penalty --steps 3 --size 16x9 -o ";
    for (const char* file : {"x.png", "x.gif", "x_%d.png"}) {
        const test::Outcome outcome = run(render + path(file));
        EXPECT_EQ(outcome.status, 1) << file;
        EXPECT_THAT(outcome.errors, testing::HasSubstr(" not solved: ")) << file;
        EXPECT_EQ(outcome.output, path(file) + "\n");
    }
    EXPECT_EQ(run(render + path("x.png") + " --step 0").status, 0) << "no step was taken";
}

TEST_F(OptionErrors, an_option_is_not_the_value_of_the_one_before_it) {
    expect_refused("sim pyramid --trace --steps 3", "--trace: its value is missing before '--steps'");
    expect_refused("record pyramid -o --steps=3", "--output: its value is missing before '--steps=3'");
    expect_refused("sim pyramid --set --json", "--set: its value is missing before '--json'");
    expect_refused("compare pyramid --solvers -h", "--solvers: its value is missing before '-h'");
    EXPECT_EQ(run("sim catto-stack --steps 1 --trace-file " + path("--x.csv") + " --trace box0").status, 0);
}

TEST_F(OptionErrors, words_of_a_list_are_answered_with_the_list) {
    expect_refused("soccer --division C", "--division: must be one of A, B; got 'C'");
    expect_refused("soccer --drive tracks",
                   "--drive: must be one of omni, differential, mixed; got 'tracks'");
    expect_refused("soccer --view eagle", "--view: must be one of field, ball; got 'eagle'");
    EXPECT_EQ(run("soccer --division a --drive OMNI --minutes 0 --json").status, 0) << "in any case";
}

TEST_F(OptionErrors, an_option_that_would_do_nothing_asks_for_the_one_it_belongs_to) {
    expect_refused("sim catto-stack --steps 1 --trace-file t.csv", "--trace-file requires --trace");
    for (const std::string option :
         {"--set n=2", "--steps 2", "--dt 0.01", "--solver si", "--solver-option beta=1"})
        expect_refused("scenes catto-stack " + option, "requires --export");
    for (const std::string option : {"--at 1", "--for 1", "--view ball", "--size 16x9"})
        expect_refused("soccer --minutes 0 " + option, "requires --render");
    for (const std::string option : {"--host 127.0.0.1", "--vision 127.0.0.1:10020", "--control-port 0",
                                     "--blue-port 0", "--yellow-port 0"})
        expect_refused("soccer --minutes 0 " + option, "requires --serve");
}

TEST_F(OptionErrors, a_camera_that_cannot_be_is_refused_before_anything_is_simulated) {
    for (const char* file : {"x.png", "x.gif"}) {
        const std::string render = "render pyramid --steps 1000000000 -o " + path(file);
        expect_refused(render + " --eye 1,2,3", "--eye and --target go together");
        expect_refused(render + " --eye 1,2,3 --target 1,2,3", "are the same point");
        expect_refused(render + " --eye 1e30,2,3 --target 1,2,3", "must not be farther than 1e+07 m");
    }
}

TEST_F(OptionErrors, whole_numbers_are_asked_for_as_such) {
    for (const std::string text :
         {"abc", "1.5", "-1", "1e3", "1000000001", "99999999999999999999", "010", "''"})
        expect_refused("sim pyramid --steps " + text,
                       "--steps: must be a whole number from 0 to 1000000000, got ");
    expect_refused("render pyramid --step -5 -o " + path("x.png"),
                   "--step: must be a whole number from 0 to 1000000000, got '-5'");
    expect_refused("soccer --seed -1",
                   "--seed: must be a whole number from 0 to 18446744073709551615, got '-1'");
    expect_refused("soccer --blue-port -1", "--blue-port: must be a whole number from 0 to 65535, got '-1'");
}

TEST_F(OptionErrors, an_unknown_option_is_named_with_the_one_that_was_meant) {
    expect_refused("sim pyramid --stepps 3", "cairn: unknown option '--stepps'; did you mean '--steps'?\n");
    expect_refused("sim pyramid --stepps=3", "cairn: unknown option '--stepps'; did you mean '--steps'?\n");
    expect_refused("--versoin sim pyramid", "cairn: unknown option '--versoin'; did you mean '--version'?\n");
    expect_refused("sim pyramid -q", "cairn: unknown option '-q'");
    expect_refused("sim pyramid wall", "cairn: unexpected argument 'wall'\n");
}

TEST_F(OptionErrors, the_most_threads_are_those_of_the_library) {
    EXPECT_THAT(run("sim --help").output, testing::HasSubstr("[1 - 256]"));
    expect_refused("sim pyramid --threads 257", "--threads: must be a whole number from 1 to 256, got '257'");
    expect_refused("soccer --threads 257", "--threads: must be a whole number from 1 to 256, got '257'");
    EXPECT_EQ(run("sim pyramid --set base=2 --steps 1 --threads 256").status, 0);
}

TEST_F(OptionErrors, compare_takes_its_solvers_from_one_option_and_shows_them_as_given) {
    expect_refused("compare catto-stack --solver pgs",
                   "unknown option '--solver'; did you mean '--solvers'?");
    for (const char* seconds : {"nan", "-5", "abc"})
        expect_refused(std::string("compare catto-stack --seconds ") + seconds, "--seconds");
    const test::Outcome table =
        run("compare catto-stack --set n=2 --steps 5 --solvers pgs,si:beta=0.1 --iterations 7 --no-frozen");
    EXPECT_EQ(table.status, 0) << table.errors;
    EXPECT_THAT(table.output, testing::HasSubstr("\npgs  "));
    EXPECT_THAT(table.output, testing::HasSubstr("\nsi:beta=0.1 "));
    EXPECT_THAT(table.output, testing::Not(testing::HasSubstr("measure")));
}

TEST_F(OptionErrors, compare_freezes_a_solver_with_its_own_parameters_and_only_once) {
    const test::Outcome table =
        run("compare catto-stack --set n=2 --steps 10 --problems 1 --solvers "
            "pgs:relaxation=1.5,pgs:relaxation=0.5,si:beta=0.1,si:beta=0.2");
    EXPECT_EQ(table.status, 0) << table.errors;
    const std::string frozen =
        table.output.substr(std::min(table.output.find("frozen:"), table.output.size()));
    EXPECT_THAT(frozen, testing::HasSubstr("\n  pgs:relaxation=1.5,friction=pyramid "));
    EXPECT_THAT(frozen, testing::HasSubstr("\n  pgs:relaxation=0.5,friction=pyramid "));
    const size_t first = frozen.find("\n  si:friction=cone ");
    EXPECT_NE(first, std::string::npos) << frozen;
    EXPECT_EQ(frozen.find("\n  si:friction=cone ", first + 1), std::string::npos)
        << "a frozen problem has no beta: the two are one";
}

TEST_F(OptionErrors, compare_runs_a_solver_that_knows_none_of_its_common_parameters) {
    const test::Outcome table = run(
        "compare catto-stack --set n=2 --steps 5 --problems 1 --solvers penalty,si --iterations 5 --cold");
    EXPECT_EQ(table.status, 0) << table.errors;
    EXPECT_THAT(table.output, testing::HasSubstr("\npenalty "));
    EXPECT_THAT(table.output, testing::HasSubstr("not applicable"));
}

TEST_F(OptionErrors, solve_looks_at_the_problem_before_it_asks_the_solvers) {
    const auto line = [&](const std::string& problem) {
        const test::Outcome outcome = run("solve " + problem);
        EXPECT_EQ(outcome.status, 1) << problem;
        EXPECT_EQ(outcome.output, "") << problem;
        return outcome.errors;
    };
    EXPECT_EQ(line("nofile.dat"), "cairn: nofile.dat: cannot be opened\n");
    EXPECT_EQ(line("folder/nofile"), "cairn: folder/nofile: cannot be opened\n");
    EXPECT_EQ(line("towr"), "cairn: unknown problem 'towr'; did you mean 'tower'?\n");
    EXPECT_EQ(line("towr:boxes=3,mu=0.5"), "cairn: unknown problem 'towr'; did you mean 'tower'?\n");
    EXPECT_EQ(line("tower:boxes=-3"), "cairn: tower: boxes must be 1 to 1e+06, got -3\n");
    EXPECT_EQ(line("tower:boxes=2.5"), "cairn: tower: boxes must be a whole number, got 2.5\n");
    EXPECT_EQ(line("tower:boxes=2,boxes=3"), "cairn: tower: 'boxes' is given twice\n");
    EXPECT_EQ(line("random:seed=1.5"), "cairn: random: seed must be a whole number, got 1.5\n");
    EXPECT_EQ(line("random:mu_low=2,mu_high=1"), "cairn: random: mu_high must be 2 to 1e+06, got 1\n");
    EXPECT_EQ(line("tower:boxes=2 wall:colums=2"),
              "cairn: wall: unknown parameter 'colums'; did you mean 'columns'?\n");
}

}  // namespace
}  // namespace cairn

#endif
