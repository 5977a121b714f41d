// Cairn beside Bullet and ODE, on the same scenes in one run: cost and quality.
//
// A scene is a built-in one (with parameters after it, as in pyramid:base=30) or a JSON file. All engines run
// at the scene's own rate (60 Hz), without sleeping. They take turns, a block of steps each, so that what
// else the machine does hits all alike; each step counts with its least cost over the repeats. Ratios are of
// processor time for one thread, where load from outside hardly shows, and of wall time for several.

#include <cstdio>
#include <exception>
#include <nlohmann/json.hpp>

#include "bench/arguments.hpp"
#include "bench/clock.hpp"
#include "bench/peers/engine.hpp"
#include "bench/peers/quality.hpp"
#include "bench/scenes.hpp"

namespace cairn::bench {

namespace {

constexpr const char* usage =
    "cairn_peers [--scenes pyramid,box-pile] [--threads 1,2] [--steps 300] [--repeats 3] [--json]\n"
    "            [--engines cairn,bullet,ode]\n"
    "Cairn beside Bullet and ODE: milliseconds a step, and how well things stand and hold. A scene is a\n"
    "built-in one, with parameters after it as in pyramid:base=30, or a JSON file.\n";

constexpr int block_steps = 20;

struct Run {
    EngineKind kind;
    int threads = 1;
    std::unique_ptr<Engine> engine{};
    LeastCosts costs{};
    Quality quality{};
    std::string failure{};

    /// The cost that ratios are of.
    double ms() const {
        const Cost cost = costs.mean();
        return threads > 1 ? cost.wall_ms : cost.cpu_ms;
    }
};

struct Options {
    std::vector<std::string> scenes, engines;
    std::vector<int> threads;
    int steps, repeats;
    bool json;
};

Options parse(int count, char** values) {
    Arguments arguments(count, values, usage);
    Options options{arguments.list("--scenes", "pyramid,box-pile,hull-pile,ragdolls"),
                    arguments.list("--engines", "cairn,bullet,ode"),
                    arguments.integers("--threads", "1"),
                    arguments.integer("--steps", 300),
                    arguments.integer("--repeats", 1),
                    arguments.flag("--json")};
    arguments.done();
    return options;
}

std::vector<Run> runs_of(const Options& options) {
    std::vector<Run> runs;
    for (const int threads : options.threads) {
        for (const EngineKind& kind : engine_kinds()) {
            const auto& wanted = options.engines;
            if (std::find(wanted.begin(), wanted.end(), kind.name) == wanted.end()) continue;
            if (threads == 1 || kind.threads) runs.push_back({kind, threads});
        }
    }
    return runs;
}

/// Does `work` for a run that is still well; what it throws ends the run, not the program.
template <class Work>
void attempt(Run& run, Work&& work) {
    if (!run.failure.empty()) return;
    try {
        work();
    } catch (const std::exception& error) {
        run.failure = error.what();
    }
}

void repeat(const PeerScene& scene, std::vector<Run>& runs, int steps) {
    for (Run& run : runs) attempt(run, [&] { run.engine = run.kind.make(scene, run.threads); });
    for (int first = 0; first < steps; first += block_steps) {
        for (Run& run : runs) {
            attempt(run, [&] {
                for (int i = first; i < std::min(first + block_steps, steps); ++i) {
                    run.costs.add(static_cast<size_t>(i), cost_of(run.threads, [&] { run.engine->step(); }));
                }
            });
        }
    }
    for (Run& run : runs) {
        attempt(run, [&] {
            std::vector<BodyState> states;
            for (size_t i = 0; i < scene.bodies.size(); ++i) states.push_back(run.engine->state(i));
            run.quality = quality_of(scene, states);
        });
        run.engine.reset();
    }
}

/// Of the same number of threads if there is one, or else of one thread.
const Run* cairn_beside(const std::vector<Run>& runs, const Run& run) {
    for (const Run& other : runs) {
        if (std::string(other.kind.name) == "cairn" && other.threads == run.threads) return &other;
    }
    return nullptr;
}

void print_head() {
    std::printf("%-18s %-7s %2s  %9s %9s %8s  %8s %8s %8s  %8s %8s  %s\n", "scene", "engine", "th", "ms/step",
                "cpu ms", "x cairn", "pen max", "mean mm", "speed", "joint mm", "mean", "");
}

void print_row(const std::string& scene, const std::vector<Run>& runs, const Run& run) {
    if (!run.failure.empty()) {
        std::printf("%-18s %-7s %2d  %s\n", scene.c_str(), run.kind.name, run.threads, run.failure.c_str());
        return;
    }
    const Cost cost = run.costs.mean();
    const Run* cairn = cairn_beside(runs, run);
    const Quality& q = run.quality;
    std::printf("%-18s %-7s %2d  %9.3f %9.3f %8.2f  %8.2f %8.3f %8.4f  %8.2f %8.3f  %s\n", scene.c_str(),
                run.kind.name, run.threads, cost.wall_ms, cost.cpu_ms, cairn ? run.ms() / cairn->ms() : 0,
                1e3 * q.max_penetration, 1e3 * q.mean_penetration, q.mean_speed, 1e3 * q.max_joint_error,
                1e3 * q.mean_joint_error, q.verdict.c_str());
}

nlohmann::json to_json(const std::string& scene, const std::vector<Run>& runs, const Run& run) {
    nlohmann::json row{{"scene", scene},
                       {"engine", run.kind.name},
                       {"settings", run.kind.settings},
                       {"threads", run.threads}};
    if (!run.failure.empty()) {
        row["failure"] = run.failure;
        return row;
    }
    const Cost cost = run.costs.mean();
    const Run* cairn = cairn_beside(runs, run);
    row["ms_per_step"] = cost.wall_ms;
    row["cpu_ms_per_step"] = cost.cpu_ms;
    if (cairn) row["ratio_to_cairn"] = run.ms() / cairn->ms();
    row["touching_pairs"] = run.quality.touching;
    row["max_penetration"] = run.quality.max_penetration;
    row["mean_penetration"] = run.quality.mean_penetration;
    row["mean_speed"] = run.quality.mean_speed;
    row["max_joint_error"] = run.quality.max_joint_error;
    row["mean_joint_error"] = run.quality.mean_joint_error;
    row["verdict"] = run.quality.verdict;
    return row;
}

void compare(const Options& options) {
    nlohmann::json rows = nlohmann::json::array();
    if (!options.json) print_head();
    for (const std::string& name : options.scenes) {
        const SceneDescription description = scene_of(name);
        const PeerScene scene(description);
        std::vector<Run> runs = runs_of(options);
        for (int i = 0; i < options.repeats; ++i) repeat(scene, runs, options.steps);
        for (const Run& run : runs) {
            if (options.json)
                rows.push_back(to_json(name, runs, run));
            else
                print_row(name, runs, run);
        }
        std::fflush(stdout);
    }
    if (options.json) std::printf("%s\n", rows.dump(2).c_str());
}

}  // namespace

}  // namespace cairn::bench

int main(int count, char** values) {
    try {
        cairn::bench::compare(cairn::bench::parse(count, values));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cairn_peers: %s\n", error.what());
        return 1;
    }
    return 0;
}
