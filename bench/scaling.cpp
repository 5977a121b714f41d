// How the cost of a step grows with the scene: time and memory per contact or joint from a thousand to a
// hundred thousand bodies, with one thread and with two.
//
// Flat means that each costs the same in a scene of any size; `flatness` is the dearest over the
// cheapest size. The least costs of a few settled steps are taken, of processor time for one thread and of
// wall time for several.

#include <cmath>
#include <cstdio>
#include <exception>

#include "bench/arguments.hpp"
#include "bench/clock.hpp"
#include "scene/builtin.hpp"
#include "scene/scene.hpp"

namespace cairn::bench {

namespace {

struct Options {
    std::vector<std::string> scenes;
    std::vector<int> sizes, threads;
    int settle, steps;
};

struct Point {
    int bodies = 0, constraints = 0;  // contacts and joints
    uint64_t bytes = 0;
    Cost step{};  // the cheapest of the measured ones
};

/// About `bodies` bodies; larger scenes are wider, not higher, so that a constraint means the same in all of
/// them.
SceneDescription scene_of_size(const std::string& name, int bodies) {
    std::vector<SceneSetting> settings{{"sleep", 0}};
    const auto side = [](double count) { return std::fmax(1, std::round(std::sqrt(count))); };
    if (name == "many-pyramids") {
        const double pyramids = side(bodies / 55.0);  // 55 boxes each
        settings.insert(settings.end(), {{"rows", pyramids}, {"columns", pyramids}});
    } else if (name == "ragdolls") {
        settings.emplace_back("count", std::round(bodies / 10.0));
    } else {  // the piles
        const double layers = 10;
        settings.insert(settings.end(), {{"layers", layers}, {"columns", side(bodies / layers)}});
    }
    return make_scene(name, settings);
}

Point measure(const SceneDescription& description, int threads, const Options& options) {
    Scene scene(description, {.threads = threads});
    for (int i = 0; i < options.settle; ++i) scene.step();
    Point point;
    point.step = {1e300, 1e300};
    for (int i = 0; i < options.steps; ++i) {
        const Cost cost = cost_of(threads, [&] { scene.step(); });
        point.step.wall_ms = std::min(point.step.wall_ms, cost.wall_ms);
        point.step.cpu_ms = std::min(point.step.cpu_ms, cost.cpu_ms);
    }
    const StepReport& report = scene.world().report();
    point.bodies = report.bodies;
    point.constraints = report.contacts + report.joints;
    point.bytes = report.bytes;
    return point;
}

double least(const std::vector<double>& values) { return *std::min_element(values.begin(), values.end()); }
double most(const std::vector<double>& values) { return *std::max_element(values.begin(), values.end()); }

void measure_scene(const std::string& name, const Options& options) {
    std::vector<double> alone_ms(options.sizes.size(), 0);
    for (const int threads : options.threads) {
        std::vector<double> times, sizes;
        for (size_t i = 0; i < options.sizes.size(); ++i) {
            const Point point = measure(scene_of_size(name, options.sizes[i]), threads, options);
            const double constraints = std::max(point.constraints, 1);
            const double ms = threads > 1 ? point.step.wall_ms : point.step.cpu_ms;
            if (threads == 1) alone_ms[i] = point.step.wall_ms;
            times.push_back(1e6 * ms / constraints);
            sizes.push_back(static_cast<double>(point.bytes) / constraints);
            std::printf("%-14s %2d  %7d %8d  %9.3f %9.3f  %9.1f %9.0f", name.c_str(), threads, point.bodies,
                        point.constraints, point.step.wall_ms, point.step.cpu_ms, times.back(), sizes.back());
            if (threads > 1 && alone_ms[i] > 0) std::printf("  %6.2f", alone_ms[i] / point.step.wall_ms);
            std::printf("\n");
            std::fflush(stdout);
        }
        std::printf("%-14s %2d  flatness: time %.2f, memory %.2f\n", name.c_str(), threads,
                    most(times) / least(times), most(sizes) / least(sizes));
    }
}

constexpr const char* usage =
    "cairn_bench_scaling [--scenes many-pyramids,box-pile] [--sizes 1000,10000,100000] [--threads 1,2]\n"
    "                    [--settle 60] [--steps 20]\n"
    "Time and memory a contact or joint, by the number of bodies.\n";

Options parse(int count, char** values) {
    Arguments arguments(count, values, usage);
    Options options{arguments.list("--scenes", "many-pyramids,box-pile"),
                    arguments.integers("--sizes", "1000,3000,10000,30000,100000"),
                    arguments.integers("--threads", "1,2"), arguments.count("--settle", 60),
                    arguments.integer("--steps", 20)};
    arguments.done();
    return options;
}

}  // namespace

}  // namespace cairn::bench

int main(int count, char** values) {
    using namespace cairn::bench;
    try {
        const Options options = parse(count, values);
        std::printf("%-14s %2s  %7s %8s  %9s %9s  %9s %9s  %6s\n", "scene", "th", "bodies", "constr.",
                    "ms/step", "cpu ms", "ns/c.", "bytes/c.", "x1thr");
        for (const std::string& name : options.scenes) measure_scene(name, options);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cairn_bench_scaling: %s\n", error.what());
        return 1;
    }
    return 0;
}
