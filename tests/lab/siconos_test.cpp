// Agreement with Siconos, an independent implementation, where it is installed (Debian: python3-siconos).

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "lab/generate.hpp"
#include "lab/problem_file.hpp"
#include "solvers/frozen/residual.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn::lab {
namespace {

struct Reference {
    int exit_status = -1;
    int status = -1;
    double error = 0.0;
    Vector reaction;
};

Reference siconos(const ContactProblem& problem, const std::string& solver, const std::string& tolerance) {
    // one of its own: tests run beside each other
    const std::string name = "cairn_siconos_" + std::to_string(getpid()) + ".dat";
    const std::string path = (std::filesystem::path(testing::TempDir()) / name).string();
    write_siconos(problem, path);
    // The distribution's own interpreter: Siconos is a system package.
    const std::string command = "timeout 600 /usr/bin/python3 '" + std::string(CAIRN_SOURCE_DIR) +
                                "/tests/lab/siconos_reference.py' '" + path + "' " + solver + " " +
                                tolerance + " 2>&1";
    std::string output;
    FILE* pipe = popen(command.c_str(), "r");
    char buffer[4096];
    while (std::fgets(buffer, sizeof buffer, pipe) != nullptr) output += buffer;
    Reference reference;
    reference.exit_status = pclose(pipe);
    std::filesystem::remove(path);
    if (reference.exit_status != 0) return reference;
    std::istringstream stream(output);
    std::string line;
    std::string before;
    std::string last;
    while (std::getline(stream, line)) {
        before = last;
        last = line;
    }
    std::istringstream(before) >> reference.status >> reference.error;
    std::istringstream values(last);
    reference.reaction.resize(problem.q.size());
    for (Index i = 0; i < reference.reaction.size(); ++i) values >> reference.reaction[i];
    return reference;
}

bool installed() { return std::system("/usr/bin/python3 -c 'import siconos.numerics' >/dev/null 2>&1") == 0; }

TEST(Siconos, judges_its_own_answers_as_we_do) {
    if (!installed()) GTEST_SKIP() << "python3-siconos is not installed";
    for (const char* text : {"tower:boxes=2,push=0.2", "random:seed=4,bodies=4,contacts=6,mu_low=0.2"}) {
        const ContactProblem problem = generate_problem(text);
        const Reference reference = siconos(problem, "NSGS", "1e-6");
        ASSERT_EQ(reference.exit_status, 0);
        EXPECT_EQ(reference.status, 0) << text;
        const double ours = contact_residual(problem, reference.reaction).de_saxce;
        EXPECT_LE(ours, 1e-6 * 1.001) << text << ": the file, the operator and the residual mean the same";
        EXPECT_NEAR(ours, reference.error, 1e-3 * ours + 1e-15) << text;
    }
}

TEST(Siconos, and_our_solvers_agree_to_1e8_without_friction) {
    if (!installed()) GTEST_SKIP() << "python3-siconos is not installed";
    for (int seed = 1; seed <= 3; ++seed) {
        const ContactProblem problem =
            generate_problem("random:bodies=5,contacts=7,mu_high=0,seed=" + std::to_string(seed));
        const Reference reference = siconos(problem, "NSGS", "1e-12");
        ASSERT_EQ(reference.status, 0);
        const Vector velocity = problem.velocity(reference.reaction);
        for (const char* spec :
             {"direct:friction=pyramid", "mprgp:friction=pyramid", "apgd", "newton", "robust"}) {
            SolveOptions options;
            options.tolerance = 1e-11;
            options.max_iterations = 1000000;
            options.max_seconds = 600.0;
            const SolveResult result = run_solver(parse_solver(spec), problem, options);
            const Vector u = problem.velocity(result.reaction);
            for (int i = 0; i < problem.contacts(); ++i) EXPECT_NEAR(u[3 * i], velocity[3 * i], 1e-8) << spec;
        }
    }
}

TEST(Siconos, accepts_our_coulomb_answers) {
    if (!installed()) GTEST_SKIP() << "python3-siconos is not installed";
    // One contact: Coulomb's solution is unique, so the impulses themselves agree.
    ContactProblem problem = generate_problem("random:seed=9,bodies=1,contacts=1,mu_low=0.3");
    problem.q << -1.0, 2.0, 0.5;
    const Reference reference = siconos(problem, "NSGS", "1e-13");
    ASSERT_EQ(reference.status, 0);
    SolveOptions options;
    options.tolerance = 1e-12;
    for (const char* spec : {"si", "newton", "robust", "apgd"}) {
        const SolveResult result = run_solver(parse_solver(spec), problem, options);
        EXPECT_LT((result.reaction - reference.reaction).lpNorm<Eigen::Infinity>(), 1e-8) << spec;
    }
}

}  // namespace
}  // namespace cairn::lab
