#pragma once
// A recording: the scene, what was done to it from outside, and the hash of the world after every step. One
// JSON value a line, so a recording that was cut off is good up to its last whole line.

#include <cstdint>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

#include "scene/scene.hpp"

namespace cairn {

/// A body that was added from outside while recording.
struct SceneAddition {
    uint64_t step = 0;         ///< steps taken when it came
    size_t inputs_before = 0;  ///< how many of the recording's inputs had been done by then
    SceneBody body;
};

struct Recording {
    SceneDescription scene;
    /// Hash before the first step, after the first step, and so on.
    std::vector<uint64_t> hashes;
    /// Done from outside while recording, just before the step they name (and before that step's own inputs).
    std::vector<SceneInput> inputs;
    std::vector<SceneAddition> additions;
    /// The end mark was there: nothing is missing.
    bool complete = false;

    uint64_t steps() const { return hashes.empty() ? 0 : hashes.size() - 1; }
};

/// Steps a scene and writes down what happens. Scene and stream must outlive it.
class Recorder {
public:
    Recorder(Scene& scene, std::ostream& output);
    /// Does something to a body and records it.
    void apply(SceneInput input);
    /// Adds a body and records it; its index among the scene's bodies.
    int add_body(const SceneBody& body);
    const StepReport& step();
    /// The line that would end the recording now.
    std::string end_mark() const;
    /// Writes the end mark; throws Error where the output could not be written.
    void finish();

private:
    void write_hash();

    Scene& scene_;
    std::ostream& output_;
};

/// Line by line: each is within the limits of JSON files, and there may be any number of them.
Recording read_recording(std::istream& input);
Recording read_recording(const std::string& text);
Recording read_recording_file(const std::string& path);

struct ReplayDifference {
    uint64_t step = 0;  ///< steps taken when the hashes first differed; 0: before the first
    uint64_t recorded = 0;
    uint64_t replayed = 0;
};

/// Runs a recording again, step by step. The recording must outlive it.
class Replayer {
public:
    explicit Replayer(const Recording& recording, const RunOptions& options = {});
    Scene& scene() { return scene_; }
    bool at_end() const { return scene_.step_index() >= recording_.steps(); }
    /// How this moment differs from the recorded one, if it does.
    std::optional<ReplayDifference> difference() const;
    /// Does what was done from outside at this point, then steps; past the end nothing is done from outside.
    const StepReport& step();

private:
    const Recording& recording_;
    Scene scene_;
    size_t next_input_ = 0;
    size_t next_addition_ = 0;
};

/// Runs the recording again; the first difference, or nothing where every hash agrees. `progress` is called
/// after each step with the number of steps taken.
std::optional<ReplayDifference> replay(const Recording& recording, const RunOptions& options = {},
                                       const std::function<void(uint64_t)>& progress = {});

}  // namespace cairn
