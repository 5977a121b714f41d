// `cairn record` and `cairn replay`.

#include <cerrno>
#include <memory>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cairn/error.hpp>

#include "commands.hpp"
#include "interruption.hpp"
#include "progress.hpp"
#include "scene/hash_text.hpp"
#include "scene/json_scene.hpp"
#include "scene/output_file.hpp"
#include "scene/recording.hpp"
#include "scene_options.hpp"
#include "unsolved_steps.hpp"

namespace cairn {

namespace {

struct RecordOptions {
    SceneOptions scene;
    std::string name, file;
    bool json = false;
};

void record(const RecordOptions& options) {
    Scene scene(describe(options.name, options.scene), run_options(options.scene));
    scene_to_json(scene.description());  // what cannot be written is said before a file is touched
    const Interruption interruption;     // from the first byte of the file on, which others may wait for
    std::ofstream file = open_output_stream(options.file);
    const auto asked = static_cast<uint64_t>(scene.description().steps);
    uint64_t steps = 0;
    errno = 0;
    Recorder recorder(scene, file);
    // the recorder knows no file, only a stream
    const auto check_file = [&] {
        if (!file) cannot_write(options.file);
    };
    check_file();
    Progress progress("recording " + scene.description().name, asked);
    UnsolvedSteps unsolved;
    while (steps < asked && !interruption.asked()) {
        recorder.step();
        check_file();
        unsolved.see(scene.world());
        progress.at(++steps);
    }
    try {
        recorder.finish();
    } catch (const Error&) {
        check_file();
        throw;
    }
    const std::string hash = hash_text(scene.world().hash());
    if (options.json) {
        const nlohmann::ordered_json json{
            {"scene", scene.description().name}, {"steps", steps}, {"file", options.file}, {"hash", hash}};
        fmt::print("{}\n", json.dump(2));
    } else {
        fmt::print("recorded {} steps of {} in {}, hash {}\n", steps, scene.description().name, options.file,
                   hash);
    }
    unsolved.refuse(scene.description());
    if (steps < asked) throw CLI::RuntimeError(interrupted_status);
}

void print_difference(const ReplayDifference& difference, uint64_t steps) {
    if (difference.step == 0) {
        fmt::print("differs before the first step: recorded {}, replayed {}\n",
                   hash_text(difference.recorded), hash_text(difference.replayed));
    } else {
        fmt::print("step {} of {} is the first that differs: recorded {}, replayed {}\n", difference.step,
                   steps, hash_text(difference.recorded), hash_text(difference.replayed));
    }
}

void print_replay_json(const Recording& recording, const std::optional<ReplayDifference>& difference,
                       const UnsolvedSteps& unsolved) {
    nlohmann::ordered_json json{{"scene", recording.scene.name},
                                {"steps", recording.steps()},
                                {"complete", recording.complete},
                                {"same", !difference},
                                {"solver_failures", unsolved.count}};
    json["first_difference"] = nullptr;
    if (difference) {
        json["first_difference"] = {{"step", difference->step},
                                    {"recorded", hash_text(difference->recorded)},
                                    {"replayed", hash_text(difference->replayed)}};
    }
    fmt::print("{}\n", json.dump(2));
}

/// Steps until the recording ends or differs; what the solver gave up on is seen on the way.
std::optional<ReplayDifference> replay_with_progress(const Recording& recording, const RunOptions& options,
                                                     UnsolvedSteps& unsolved) {
    Progress progress("replaying " + recording.scene.name, recording.steps());
    Replayer replayer(recording, options);
    for (;;) {
        if (const auto difference = replayer.difference()) return difference;
        progress.at(replayer.scene().step_index());
        if (replayer.at_end()) return std::nullopt;
        replayer.step();
        unsolved.see(replayer.scene().world());
    }
}

void run_replay(const RecordOptions& options) {
    const Recording recording = read_recording_file(options.file);
    UnsolvedSteps unsolved;
    const auto difference = replay_with_progress(recording, run_options(options.scene), unsolved);
    if (options.json) {
        print_replay_json(recording, difference, unsolved);
    } else if (difference) {
        print_difference(*difference, recording.steps());
    } else {
        fmt::print("{} steps of {}: every hash agrees\n", recording.steps(), recording.scene.name);
    }
    if (!recording.complete) {
        fmt::print(stderr, "cairn: {}: the recording is cut off after step {}\n", options.file,
                   recording.steps());
    }
    unsolved.refuse(recording.scene);
    if (difference || !recording.complete) throw CLI::RuntimeError(1);
}

}  // namespace

void add_record_command(CLI::App& app) {
    const auto options = std::make_shared<RecordOptions>();
    CLI::App* command = app.add_subcommand("record", "simulate a scene and record a hash a step");
    command->add_option("SCENE", options->name, "built-in scene, NAME[:key=value,...], or JSON file")
        ->required()
        ->type_name("");
    command->add_option("-o,--output", options->file, "recording to write")->required()->type_name("F");
    add_scene_options(*command, options->scene);
    add_solver_options(*command, options->scene);
    add_run_options(*command, options->scene);
    command->add_flag("--json", options->json, "print one JSON object");
    command->callback([options] { record(*options); });
}

void add_replay_command(CLI::App& app) {
    const auto options = std::make_shared<RecordOptions>();
    CLI::App* command =
        app.add_subcommand("replay", "run a recording again and say the first step that differs");
    command->add_option("FILE", options->file, "recording")->required()->type_name("");
    add_run_options(*command, options->scene);
    command->add_flag("--json", options->json, "print one JSON object");
    command->callback([options] { run_replay(*options); });
}

}  // namespace cairn
