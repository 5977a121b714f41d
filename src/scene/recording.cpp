#include "scene/recording.hpp"

#include <ostream>

#include "scene/hash_text.hpp"
#include "scene/json_scene.hpp"

namespace cairn {

namespace {

constexpr int format_version = 1;

[[noreturn]] void bad_line(size_t line, const std::string& problem) {
    throw Error("line " + std::to_string(line) + ": " + problem);
}

uint64_t parse_hash(const Json& json) {
    const std::string text = json.is_string() ? json.get<std::string>() : "";
    if (text.size() != 16 || text.find_first_not_of("0123456789abcdef") != std::string::npos) {
        throw Error("hash: must be 16 hexadecimal digits, got " + shown(json));
    }
    return std::stoull(text, nullptr, 16);
}

void read_first_line(const Json& json, Recording& recording) {
    if (!json.is_object() || !json.contains("cairn_recording")) throw Error("this is not a Cairn recording");
    const Json& version = json["cairn_recording"];
    if (version != format_version) {
        throw Error("cairn_recording: this program reads version " + std::to_string(format_version) +
                    ", got " + shown(version));
    }
    if (!json.contains("scene")) throw Error("scene: is missing");
    recording.scene = scene_from_json(json["scene"], "scene");
}

void read_line(const Json& json, Recording& recording) {
    if (!json.is_object()) throw Error("must be an object, got " + shown(json));
    if (recording.complete) throw Error("nothing may follow the end mark");
    if (json.contains("hash")) {
        const Json step = json.value("step", Json());
        if (step != recording.hashes.size()) {
            throw Error("step: must be " + std::to_string(recording.hashes.size()) + ", got " + shown(step));
        }
        recording.hashes.push_back(parse_hash(json["hash"]));
    } else if (json.contains("input")) {
        recording.inputs.push_back(input_from_json(json["input"], "input", recording.scene));
        if (recording.inputs.back().step != recording.steps()) {
            throw Error("input.step: must be " + std::to_string(recording.steps()) + ", got " +
                        std::to_string(recording.inputs.back().step));
        }
    } else if (json.contains("end")) {
        if (json["end"] != recording.steps()) {
            throw Error("end: must be " + std::to_string(recording.steps()) + ", got " + shown(json["end"]));
        }
        recording.complete = true;
    } else {
        throw Error("must hold a hash, an input or the end, got " + shown(json));
    }
}

}  // namespace

Recorder::Recorder(Scene& scene, std::ostream& output) : scene_(scene), output_(output) {
    if (scene.step_index() != 0) throw Error("a recording begins with the first step of a scene");
    Json first{{"cairn_recording", format_version}, {"scene", scene_to_json(scene.description())}};
    output_ << first.dump() << '\n';
    write_hash();
}

void Recorder::write_hash() {
    output_ << Json{{"step", scene_.step_index()}, {"hash", hash_text(scene_.world().hash())}}.dump() << '\n';
}

void Recorder::apply(SceneInput input) {
    input.step = scene_.step_index();
    scene_.apply(input);
    output_ << Json{{"input", input_to_json(input, scene_.description())}}.dump() << '\n';
}

const StepReport& Recorder::step() {
    const StepReport& report = scene_.step();
    write_hash();
    return report;
}

void Recorder::finish() {
    output_ << Json{{"end", scene_.step_index()}}.dump() << '\n';
    output_.flush();
    if (!output_) throw Error("the recording could not be written");
}

Recording read_recording(const std::string& text) {
    Recording recording;
    size_t line = 0;
    for (size_t begin = 0; begin < text.size();) {
        const size_t end = text.find('\n', begin);
        if (end == std::string::npos && line > 0) break;  // cut off in the middle of a line
        ++line;
        try {
            const Json json = parse_json(text.substr(begin, end == std::string::npos ? end : end - begin));
            if (line == 1) {
                read_first_line(json, recording);
            } else {
                read_line(json, recording);
            }
        } catch (const Error& error) {
            bad_line(line, error.what());
        }
        if (end == std::string::npos) break;
        begin = end + 1;
    }
    if (line == 0) throw Error("this is not a Cairn recording: it is empty");
    if (recording.hashes.empty()) throw Error("the recording holds no hash");
    return recording;
}

Recording read_recording_file(const std::string& path) {
    const std::string text = read_text_file(path);
    try {
        return read_recording(text);
    } catch (const Error& error) {
        throw Error(path + ": " + error.what());
    }
}

std::optional<ReplayDifference> replay(const Recording& recording, const RunOptions& options,
                                       const std::function<void(uint64_t)>& progress) {
    Scene scene(recording.scene, options);
    size_t next_input = 0;
    for (uint64_t step = 0;; ++step) {
        const uint64_t hash = scene.world().hash();
        if (hash != recording.hashes[step]) return ReplayDifference{step, recording.hashes[step], hash};
        if (progress) progress(step);
        if (step == recording.steps()) return std::nullopt;
        while (next_input < recording.inputs.size() && recording.inputs[next_input].step == step) {
            scene.apply(recording.inputs[next_input++]);
        }
        scene.step();
    }
}

}  // namespace cairn
