#include "render_command.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <unistd.h>

#include <cairn/error.hpp>

#include "image_gif.hpp"
#include "render_picture.hpp"
#include "render_world.hpp"
#include "scene/load.hpp"
#include "scene/solver_choice.hpp"

namespace cairn {
namespace render {
namespace {

constexpr double frame_seconds = 1.0 / 30;

struct RenderOptions {
    std::string scene, solver, size = "640x360", eye, target, output;
    std::vector<std::string> settings;
    int step = -1, steps = -1, threads = 1;
};

bool ends_with(const std::string& text, const std::string& end) {
    return text.size() >= end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

int parse_count(const std::string& what, const std::string& text) {
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw Error(what + ": '" + text + "' is not a whole number");
    }
    return value;
}

SceneDescription describe(const RenderOptions& options) {
    std::vector<SceneSetting> settings;
    for (const std::string& text : options.settings) {
        const size_t equals = text.find('=');
        if (equals == std::string::npos) throw Error("--set '" + text + "': expected key=value");
        settings.emplace_back(text.substr(0, equals), parse_number("--set " + text, text.substr(equals + 1)));
    }
    SceneDescription description = load_scene(options.scene, settings);
    if (!options.solver.empty()) description.solver = parse_solver(options.solver, description.solver);
    return description;
}

std::optional<Camera> asked_camera(const RenderOptions& options, const SceneDescription& description) {
    if (options.eye.empty() && options.target.empty()) return std::nullopt;
    if (options.eye.empty() || options.target.empty()) throw Error("--eye and --target go together");
    Camera camera;
    camera.eye = parse_point("--eye", options.eye);
    camera.target = parse_point("--target", options.target);
    camera.up = normalized(-description.gravity, {0, 1, 0});
    if (length(camera.eye - camera.target) < 1e-6f) throw Error("--eye and --target are the same point");
    return camera;
}

void show_progress(const char* what, int done, int all) {
    if (!isatty(2)) return;
    std::fprintf(stderr, "\r%s %d/%d%s", what, done, all, done == all ? "\n" : "");
}

void run_to(Scene& scene, int step) {
    while (static_cast<int>(scene.step_index()) < step) scene.step();
}

void render_still(const RenderOptions& options, const SceneDescription& description, Size size) {
    Scene scene(description, {.threads = options.threads});
    run_to(scene, options.step >= 0 ? options.step : description.steps);
    const RenderScene picture = scene_of(scene);
    const std::optional<Camera> asked = asked_camera(options, description);
    const Camera camera = asked ? *asked : frame(picture, size, camera_direction(description));
    write_png(options.output, render_picture(picture, camera, size));
}

// A camera that holds still and sees what moves from the first frame to the last: the scene is run once
// beforehand.
Camera camera_for_all(const RenderOptions& options, const SceneDescription& description, Size size, int first,
                      int last) {
    if (const std::optional<Camera> asked = asked_camera(options, description)) return *asked;
    Scene scene(description, {.threads = options.threads});
    std::vector<Ball> balls;
    constexpr int looks = 8;
    for (int i = 0; i <= looks; ++i) {
        run_to(scene, first + (last - first) * i / looks);
        const std::vector<Ball> now = framed_balls(scene_of(scene));
        balls.insert(balls.end(), now.begin(), now.end());
    }
    return frame(balls, -description.gravity, size, camera_direction(description));
}

// Calls show(frame, picture) for every frame from the first step to the last.
void for_frames(const RenderOptions& options, const SceneDescription& description, Size size, int stride,
                const std::function<void(int, const Image&)>& show) {
    const int first = std::max(options.step, 0);
    const int last = first + (options.steps >= 0 ? options.steps : description.steps);
    const Camera camera = camera_for_all(options, description, size, first, last);
    const int frames = (last - first) / stride + 1;
    Scene scene(description, {.threads = options.threads});
    for (int i = 0; i < frames; ++i) {
        run_to(scene, first + i * stride);
        show(i, render_picture(scene_of(scene), camera, size));
        show_progress("rendering", i + 1, frames);
    }
}

void run_render(const RenderOptions& options) {
    const Size size = parse_size(options.size);
    const SceneDescription description = describe(options);
    const int stride = std::max(1, static_cast<int>(std::lround(frame_seconds / description.dt)));
    if (is_frame_pattern(options.output)) {
        for_frames(options, description, size, stride, [&](int frame, const Image& image) {
            write_png(frame_path(options.output, frame), image);
        });
    } else if (ends_with(options.output, ".gif")) {
        std::vector<Image> frames;
        for_frames(options, description, size, stride,
                   [&](int, const Image& image) { frames.push_back(image); });
        const int centiseconds = static_cast<int>(std::lround(100.0 * stride * description.dt));
        write_file(options.output, encode_gif(frames, std::max(centiseconds, 2)));
    } else if (ends_with(options.output, ".png")) {
        render_still(options, description, size);
    } else {
        throw Error("-o '" + options.output +
                    "': expected a name that ends in .png or .gif, or frames as f_%04d.png");
    }
    std::printf("%s\n", options.output.c_str());
}

}  // namespace

Size parse_size(const std::string& text) {
    const size_t cross_at = text.find('x');
    if (cross_at == std::string::npos) throw Error("--size '" + text + "': expected WIDTHxHEIGHT");
    const Size size{parse_count("--size", text.substr(0, cross_at)),
                    parse_count("--size", text.substr(cross_at + 1))};
    if (size.width < 1 || size.height < 1 || size.width > 8192 || size.height > 8192) {
        throw Error("--size '" + text + "': each side must be between 1 and 8192");
    }
    return size;
}

Vec3 parse_point(const std::string& what, const std::string& text) {
    Vec3 point;
    size_t begin = 0;
    for (int i = 0; i < 3; ++i) {
        const size_t comma = text.find(',', begin);
        if ((comma == std::string::npos) != (i == 2)) throw Error(what + " '" + text + "': expected x,y,z");
        point[i] = static_cast<float>(parse_number(what, text.substr(begin, comma - begin)));
        begin = comma + 1;
    }
    return point;
}

// %d or %0Nd; anything else that has a percent sign is a plain name.
bool is_frame_pattern(const std::string& path) {
    const size_t percent = path.find('%');
    if (percent == std::string::npos || path.find('%', percent + 1) != std::string::npos) return false;
    size_t i = percent + 1;
    while (i < path.size() && path[i] >= '0' && path[i] <= '9') ++i;
    return i < path.size() && path[i] == 'd' && i - percent <= 3;
}

std::string frame_path(const std::string& pattern, int frame) {
    const size_t percent = pattern.find('%'), letter = pattern.find('d', percent);
    const std::string digits = pattern.substr(percent + 1, letter - percent - 1);
    std::string number = std::to_string(frame);
    const size_t width = digits.empty() ? 0 : static_cast<size_t>(parse_count("frame pattern", digits));
    if (number.size() < width) number.insert(0, width - number.size(), '0');
    return pattern.substr(0, percent) + number + pattern.substr(letter + 1);
}

}  // namespace render

void add_render_command(CLI::App& app) {
    CLI::App* command =
        app.add_subcommand("render", "draw a picture or an animation of a scene, without GPU or display");
    auto options = std::make_shared<render::RenderOptions>();
    command->add_option("scene", options->scene, "a built-in scene or a JSON file")->required();
    command->add_option("-o,--output", options->output, "F.png, F.gif, or frames as DIR/frame_%04d.png")
        ->required();
    command->add_option("--set", options->settings, "key=value of the scene's parameters")
        ->allow_extra_args(false);
    command->add_option("--solver", options->solver, "NAME[:key=value,...]");
    command->add_option("--step", options->step, "draw after this many steps (animations: begin there)")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--steps", options->steps, "length of an animation in steps")
        ->check(CLI::NonNegativeNumber);
    command->add_option("--size", options->size, "WIDTHxHEIGHT in pixels");
    command->add_option("--eye", options->eye, "x,y,z of the camera");
    command->add_option("--target", options->target, "x,y,z that it looks at");
    command->add_option("--threads", options->threads, "workers of the simulation")
        ->check(CLI::Range(1, 256));
    command->callback([options] { render::run_render(*options); });
}

}  // namespace cairn
