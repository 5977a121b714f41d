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

struct Recording {
    SceneDescription scene;
    /// Hash before the first step, after the first step, and so on.
    std::vector<uint64_t> hashes;
    /// Done from outside while recording, just before the step they name (and before that step's own inputs).
    std::vector<SceneInput> inputs;
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
    const StepReport& step();
    /// Writes the end mark; throws Error where the output could not be written.
    void finish();

private:
    void write_hash();

    Scene& scene_;
    std::ostream& output_;
};

Recording read_recording(const std::string& text);
Recording read_recording_file(const std::string& path);

struct ReplayDifference {
    uint64_t step = 0;  ///< steps taken when the hashes first differed; 0: before the first
    uint64_t recorded = 0;
    uint64_t replayed = 0;
};

/// Runs the recording again; the first difference, or nothing where every hash agrees. `progress` is called
/// after each step with the number of steps taken.
std::optional<ReplayDifference> replay(const Recording& recording, const RunOptions& options = {},
                                       const std::function<void(uint64_t)>& progress = {});

}  // namespace cairn
