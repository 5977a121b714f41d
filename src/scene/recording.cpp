#include "scene/recording.hpp"

#include <ostream>
#include <sstream>

#include "scene/hash_text.hpp"
#include "scene/json_reader.hpp"
#include "scene/json_scene.hpp"

namespace cairn {

namespace {

constexpr int format_version = 1;

[[noreturn]] void bad_line(size_t line, const std::string& problem) {
    throw Error("line " + std::to_string(line) + ": " + problem);
}

/// The next line without its end, and no more of it than is too long to be one; false where nothing is left.
/// The stream has ended where the line has no end.
bool take_line(std::istream& input, std::string& line) {
    line.clear();
    char letter = 0;
    while (line.size() <= JsonLimits::bytes && input.get(letter)) {
        if (letter == '\n') return true;
        line += letter;
    }
    return !line.empty();
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
    JsonReader reader(json, "");
    const Json& version = *reader.find("cairn_recording", Need::must);
    if (version != format_version) {
        throw Error("cairn_recording: this program reads version " + std::to_string(format_version) +
                    ", got " + shown(version));
    }
    recording.scene = scene_from_json(*reader.find("scene", Need::must), "scene");
    reader.finish();
}

class RecordingReader {
public:
    void first_line(const Json& json) {
        read_first_line(json, recording_);
        everything_ = recording_.scene;
        names_ = SceneNames(everything_);
    }

    void line(const Json& json) {
        if (!json.is_object()) throw Error("must be an object, got " + shown(json));
        if (recording_.complete) throw Error("nothing may follow the end mark");
        JsonReader reader(json, "");
        if (const Json* text = reader.find("hash", Need::may)) {
            check_step(reader, recording_.hashes.size());
            recording_.hashes.push_back(parse_hash(*text));
        } else if (recording_.hashes.empty()) {
            throw Error("must hold the hash before the first step, got " + shown(json));
        } else if (const Json* input = reader.find("input", Need::may)) {
            recording_.inputs.push_back(input_from_json(*input, "input", names_));
            const uint64_t step = recording_.inputs.back().step;
            if (step != recording_.steps()) wrong("input.step", recording_.steps(), std::to_string(step));
        } else if (const Json* body = reader.find("add", Need::may)) {
            check_step(reader, recording_.steps());
            addition(*body);
        } else if (const Json* end = reader.find("end", Need::may)) {
            if (*end != recording_.steps()) wrong("end", recording_.steps(), shown(*end));
            recording_.complete = true;
        } else {
            throw Error("must hold a hash, an input, an added body or the end, got " + shown(json));
        }
        reader.finish();  // a line says one thing: nothing in it is passed over
    }

    bool complete() const { return recording_.complete; }

    Recording finish() {
        if (recording_.hashes.empty()) throw Error("the recording holds no hash");
        recording_.scene.hulls = std::move(everything_.hulls);  // added bodies may have brought more
        return std::move(recording_);
    }

private:
    void addition(const Json& body) {
        if (recording_.additions.size() >= SceneLimits::bodies) throw Error("add: too many bodies");
        append_body(body, "add", everything_, names_);
        recording_.additions.push_back(
            {recording_.steps(), recording_.inputs.size(), everything_.bodies.back()});
    }

    static void check_step(JsonReader& reader, uint64_t expected) {
        const Json& step = *reader.find("step", Need::must);
        if (step != expected) wrong("step", expected, shown(step));
    }

    [[noreturn]] static void wrong(const char* what, uint64_t expected, const std::string& got) {
        throw Error(std::string(what) + ": must be " + std::to_string(expected) + ", got " + got);
    }

    Recording recording_;
    SceneDescription everything_;  // the scene with the bodies added so far
    SceneNames names_;             // of it
};

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

int Recorder::add_body(const SceneBody& body) {
    const int index = scene_.add_body(body);
    const SceneDescription& scene = scene_.description();
    output_ << Json{{"step", scene_.step_index()}, {"add", body_to_json(scene.bodies.back(), scene)}}.dump()
            << '\n';
    return index;
}

const StepReport& Recorder::step() {
    const StepReport& report = scene_.step();
    write_hash();
    return report;
}

std::string Recorder::end_mark() const { return Json{{"end", scene_.step_index()}}.dump() + '\n'; }

void Recorder::finish() {
    output_ << end_mark();
    output_.flush();
    if (!output_) throw Error("the recording could not be written");
}

Recording read_recording(std::istream& input) {
    RecordingReader reader;
    std::string text;
    size_t line = 0;
    while (take_line(input, text)) {
        if (input.eof() && line > 0 && !reader.complete()) break;  // cut off within a line
        ++line;
        try {
            const Json json = parse_json(text);
            if (line == 1) {
                reader.first_line(json);
            } else {
                reader.line(json);
            }
        } catch (const Error& error) {
            bad_line(line, error.what());
        }
    }
    if (line == 0) throw Error("this is not a Cairn recording: it is empty");
    return reader.finish();
}

Recording read_recording(const std::string& text) {
    std::istringstream input(text);
    return read_recording(input);
}

Recording read_recording_file(const std::string& path) {
    std::ifstream file = open_text_file(path);
    try {
        Recording recording = read_recording(file);
        recording.scene.file = path;
        return recording;
    } catch (const Error& error) {
        throw Error(path + ": " + error.what());
    }
}

Replayer::Replayer(const Recording& recording, const RunOptions& options)
    : recording_(recording), scene_(recording.scene, options) {}

std::optional<ReplayDifference> Replayer::difference() const {
    const uint64_t step = scene_.step_index();
    if (step > recording_.steps()) return std::nullopt;
    const uint64_t hash = scene_.world().hash();
    if (hash == recording_.hashes[step]) return std::nullopt;
    return ReplayDifference{step, recording_.hashes[step], hash};
}

const StepReport& Replayer::step() {
    const uint64_t now = scene_.step_index();
    const auto& inputs = recording_.inputs;
    const auto& additions = recording_.additions;
    for (;;) {
        const bool add = next_addition_ < additions.size() && additions[next_addition_].step == now &&
                         additions[next_addition_].inputs_before <= next_input_;
        if (add) {
            scene_.add_body(additions[next_addition_++].body);
        } else if (next_input_ < inputs.size() && inputs[next_input_].step == now) {
            scene_.apply(inputs[next_input_++]);
        } else {
            return scene_.step();
        }
    }
}

std::optional<ReplayDifference> replay(const Recording& recording, const RunOptions& options,
                                       const std::function<void(uint64_t)>& progress) {
    Replayer replayer(recording, options);
    for (;;) {
        if (const auto difference = replayer.difference()) return difference;
        if (progress) progress(replayer.scene().step_index());
        if (replayer.at_end()) return std::nullopt;
        replayer.step();
    }
}

}  // namespace cairn
