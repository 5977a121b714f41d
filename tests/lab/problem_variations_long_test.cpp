// Problems of the same families as Siconos' test data that nobody has seen: frictions changed, masses scaled,
// parts left out. What is known of a variation is that a solver must not lie about it.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>

#include "lab/generate.hpp"
#include "lab/problem_file.hpp"
#include "solvers/frozen/residual.hpp"
#include "solvers/registry/registry.hpp"

namespace cairn::lab {
namespace {

std::vector<ContactProblem> seeds() {
    std::vector<std::filesystem::path> files;
    const char* named = std::getenv("CAIRN_PROBLEMS");
    const std::filesystem::path place =
        named ? std::filesystem::path(named)
              : std::filesystem::path(CAIRN_SOURCE_DIR) / ".." / "shared" / "problems";
    if (std::filesystem::is_directory(place))
        for (const auto& entry : std::filesystem::directory_iterator(place))
            if (entry.path().extension() == ".dat" || (entry.path().extension() == ".hdf5" && has_fclib()))
                files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    std::vector<ContactProblem> problems;
    for (const auto& file : files) problems.push_back(read_problem(file.string()));
    for (const char* text : {"wall:columns=6,rows=6,mu=0.6", "tower:boxes=12,mass_ratio=100"})
        problems.push_back(generate_problem(text));
    return problems;
}

/// Contacts `kept` alone, W becoming D W D with D one positive number a contact (lighter and heavier bodies),
/// q D q, friction times its factor.
ContactProblem variation(const ContactProblem& seed, const std::vector<int>& kept, const Vector& scale,
                         const Vector& friction, const std::string& name) {
    std::vector<int> place(static_cast<std::size_t>(seed.contacts()), -1);
    for (std::size_t i = 0; i < kept.size(); ++i)
        place[static_cast<std::size_t>(kept[i])] = static_cast<int>(i);
    const int count = static_cast<int>(kept.size());
    ContactProblem problem;
    problem.name = name;
    problem.q = Vector::Zero(3 * count);
    problem.mu = problem.fixed_bound = Vector::Zero(count);
    std::vector<BlockMatrix::Entry> entries;
    for (int i = 0; i < count; ++i) {
        const int row = kept[static_cast<std::size_t>(i)];
        problem.q.segment<3>(3 * i) = scale[row] * seed.q.segment<3>(3 * row);
        problem.mu[i] = friction[row] * seed.mu[row];
        for (int slot = seed.W.row_begin(row); slot < seed.W.row_end(row); ++slot) {
            const int column = seed.W.column(slot), to = place[static_cast<std::size_t>(column)];
            if (to >= 0) entries.push_back({i, to, scale[row] * scale[column] * Matrix3(seed.W.block(slot))});
        }
    }
    problem.W = BlockMatrix(count, std::move(entries));
    return problem;
}

std::vector<ContactProblem> variations(const ContactProblem& seed, Random& random) {
    const int n = seed.contacts();
    std::vector<int> all, some;
    for (int i = 0; i < n; ++i) all.push_back(i);
    for (int i = 0; i < n; ++i)
        if (random.uniform(0, 1) < 0.7) some.push_back(i);
    if (some.empty()) some.push_back(0);
    Vector frictions(n), scales(n);
    const Vector one = Vector::Ones(n);
    for (int i = 0; i < n; ++i)
        frictions[i] = random.uniform(0.3, 1.5), scales[i] = std::exp(random.uniform(-1, 1));
    return {variation(seed, all, one, frictions, seed.name + " with other frictions"),
            variation(seed, all, scales, one, seed.name + " with other masses"),
            variation(seed, some, one, one, seed.name + " in part")};
}

TEST(ProblemVariations, robust_reaches_1e8_on_problems_nobody_has_seen_and_tells_the_truth) {
    Random random(17);
    int count = 0, reached = 0;
    for (const ContactProblem& seed : seeds())
        for (const ContactProblem& problem : variations(seed, random)) {
            SolveOptions options;
            options.max_seconds = 20.0;
            options.max_iterations = 100000000;
            const SolveResult result = run_solver(parse_solver("robust"), problem, options);
            const double residual = contact_residual(problem, result.reaction).de_saxce;
            ++count;
            if (result.status == Status::converged) {
                ++reached;
                EXPECT_LE(residual, 1e-8) << problem.name << " says it converged";
            } else {
                RecordProperty("missed_" + std::to_string(count),
                               problem.name + ": " + to_string(result.status));
                EXPECT_TRUE(result.reaction.allFinite()) << problem.name;
                std::printf("%s: %s, residual %.1e\n", problem.name.c_str(), to_string(result.status).c_str(),
                            residual);
            }
        }
    RecordProperty("reached", std::to_string(reached) + " of " + std::to_string(count));
    EXPECT_GE(20 * reached, 19 * count) << reached << " of " << count;
}

}  // namespace
}  // namespace cairn::lab
