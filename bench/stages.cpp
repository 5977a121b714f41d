// Where the time of a step goes, by stage, with one thread.
//
// Of each step and stage the least time over the repeats counts. `ns/contact` is the whole step over its
// contacts.
//
// What bounds a scene, instructions or bytes, is counted from outside, on this program with one scene and one
// repeat:
//   perf stat -e instructions:u,cycles:u,cache-misses:u cairn_bench_stages --scenes pyramid --repeats 1
//   valgrind --tool=callgrind cairn_bench_stages --scenes pyramid --steps 30 --repeats 1
// (valgrind has no AVX-512: add --lanes 8). Subtract a run with half the steps to be rid of building the
// scene, and divide by the steps between and by the contacts in the last column. Cycles well above a third of
// the instructions say that memory bounds it, not arithmetic.

#include <algorithm>
#include <cstdio>
#include <exception>

#include "bench/arguments.hpp"
#include "bench/scenes.hpp"
#include "scene/scene.hpp"

namespace cairn::bench {

namespace {

constexpr int stage_count = static_cast<int>(Stage::count);

struct Options {
    std::vector<std::string> scenes;
    int settle, steps, repeats, lanes;
};

/// The stages of one step, and the whole of it in the last place; seconds.
struct StepTimes {
    double seconds[stage_count + 1];
    int contacts;
};

std::vector<StepTimes> run(const SceneDescription& description, const Options& options) {
    std::vector<StepTimes> least;
    for (int repeat = 0; repeat < options.repeats; ++repeat) {
        Scene scene(description, {.lanes = options.lanes});
        for (int i = 0; i < options.settle; ++i) scene.step();
        for (size_t i = 0; i < static_cast<size_t>(options.steps); ++i) {
            const StepReport& report = scene.step();
            StepTimes times{};
            std::copy_n(report.seconds, stage_count, times.seconds);
            times.seconds[stage_count] = report.total_seconds;
            times.contacts = report.contacts;
            if (repeat == 0) least.push_back(times);
            for (int k = 0; k <= stage_count; ++k) {
                least[i].seconds[k] = std::min(least[i].seconds[k], times.seconds[k]);
            }
        }
    }
    return least;
}

void print(const std::string& name, const std::vector<StepTimes>& steps) {
    double sums[stage_count + 1] = {}, contacts = 0;
    for (const StepTimes& step : steps) {
        for (int k = 0; k <= stage_count; ++k) sums[k] += step.seconds[k];
        contacts += step.contacts;
    }
    const double to_ms = 1e3 / static_cast<double>(steps.size()), total = sums[stage_count];
    std::printf("%-14s %8.3f", name.c_str(), total * to_ms);
    double staged = 0;
    for (int k = 0; k < stage_count; ++k) {
        std::printf("  %7.3f %2.0f%%", sums[k] * to_ms, 100 * sums[k] / total);
        staged += sums[k];
    }
    std::printf("  %7.3f %2.0f%%", (total - staged) * to_ms, 100 * (total - staged) / total);
    std::printf("  %9.0f %10.0f\n", contacts / static_cast<double>(steps.size()),
                contacts > 0 ? 1e9 * total / contacts : 0.0);
}

constexpr const char* usage =
    "cairn_bench_stages [--scenes pyramid,box-pile] [--settle 0] [--steps 300] [--repeats 3] [--lanes 8]\n"
    "Milliseconds of each stage of a step, with one thread. A scene may have parameters, as in "
    "pyramid:base=30.\n";

Options parse(int count, char** values) {
    Arguments arguments(count, values, usage);
    Options options{
        arguments.list("--scenes",
                       "pyramid,many-pyramids,box-pile,sphere-pile,hull-pile,joint-grid,ragdolls"),
        arguments.count("--settle", 0), arguments.integer("--steps", 300), arguments.integer("--repeats", 3),
        arguments.count("--lanes", 0)};
    arguments.done();
    return options;
}

}  // namespace

}  // namespace cairn::bench

int main(int count, char** values) {
    using namespace cairn;
    try {
        const bench::Options options = bench::parse(count, values);
        std::printf("%-14s %8s", "scene", "ms/step");
        for (int k = 0; k < bench::stage_count; ++k) std::printf("  %11s", stage_name(static_cast<Stage>(k)));
        std::printf("  %11s  %9s %10s\n", "between", "contacts", "ns/contact");
        for (const std::string& name : options.scenes) {
            bench::print(name, bench::run(bench::scene_of(name), options));
            std::fflush(stdout);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cairn_bench_stages: %s\n", error.what());
        return 1;
    }
    return 0;
}
