// cairn_hash [--steps N] [--threads N] [--lanes N]: prints `scene hash` for six scenes after N steps, then
// `scene solver hash` for the core's other solvers after a quarter of that. The determinism matrix builds it
// with every compiler and runs it on every machine; it needs the core and the scenes, nothing else.

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <vector>

#include "scene/hash_scenes.hpp"
#include "scene/hash_text.hpp"
#include "scene/scene.hpp"
#include "tests/support/thread_tasks.hpp"

namespace {

struct Options {
    int steps = 1000;
    cairn::RunOptions run{};
};

bool parse(int count, char** words, Options& options) {
    for (int i = 1; i < count; i += 2) {
        int* target = !std::strcmp(words[i], "--steps")     ? &options.steps
                      : !std::strcmp(words[i], "--threads") ? &options.run.threads
                      : !std::strcmp(words[i], "--lanes")   ? &options.run.lanes
                                                            : nullptr;
        char* end = nullptr;
        const long value = target && i + 1 < count ? std::strtol(words[i + 1], &end, 10) : -1;
        if (!end || *end != '\0' || value < 0 || value > 100000000) {
            std::fprintf(stderr, "usage: cairn_hash [--steps N] [--threads N] [--lanes N]\n");
            return false;
        }
        *target = static_cast<int>(value);
    }
    return true;
}

void print_hash(const cairn::SceneDescription& description, int steps, const cairn::RunOptions& options) {
    cairn::Scene scene(description, options);
    for (int i = 0; i < steps; ++i) scene.step();
    const char* gap = description.stage_solver.empty() ? "" : " ";
    std::printf("%s%s%s %s\n", description.name.c_str(), gap, description.stage_solver.c_str(),
                cairn::hash_text(scene.world().hash()).c_str());
    std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
    Options options;
    if (!parse(count, words, options)) return 2;
    std::unique_ptr<cairn::TaskSystem> tasks;
#if !defined(CAIRN_HAS_TBB)
    // no built-in threads in this build: bring our own, so that its rows of the matrix are threaded too
    if (options.run.threads > 1) tasks = std::make_unique<cairn::test::ThreadTasks>(options.run.threads);
    options.run.tasks = tasks.get();
#endif
    try {
        const std::vector<cairn::SceneDescription> scenes = cairn::hash_scenes();
        for (const cairn::SceneDescription& scene : scenes) print_hash(scene, options.steps, options.run);
        for (const char* solver : {"pgs:friction=pyramid16", "si"}) {
            for (cairn::SceneDescription scene : scenes) {
                if (scene.name != "ragdolls" && scene.name != "mixed-pile") continue;
                scene.stage_solver = solver;
                print_hash(scene, options.steps / 4, options.run);
            }
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "cairn_hash: %s\n", error.what());
        return 1;
    }
    return 0;
}
