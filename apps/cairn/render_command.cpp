#include "render_command.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <cairn/error.hpp>

#include "base/range.hpp"
#include "base/suggest.hpp"
#include "image_gif.hpp"
#include "option_checks.hpp"
#include "progress.hpp"
#include "render_picture.hpp"
#include "render_world.hpp"
#include "scene/output_file.hpp"
#include "scene/solver_choice.hpp"
#include "scene_options.hpp"
#include "unsolved_steps.hpp"

namespace cairn {
namespace render {
namespace {

constexpr double frame_seconds = 1.0 / 30;

struct RenderOptions {
    SceneOptions scene;
    std::string name, size = "640x360", eye, target, output;
    int step = -1;
    int every = 0;  ///< steps from frame to frame; 0: thirty frames a second
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

void run_to(Scene& scene, int step, UnsolvedSteps& unsolved) {
    while (static_cast<int>(scene.step_index()) < step) {
        scene.step();
        unsolved.see(scene.world());
    }
}

void render_still(const RenderOptions& options, const SceneDescription& description, Size size,
                  UnsolvedSteps& unsolved) {
    const std::optional<Camera> asked = asked_camera(options, description);
    Scene scene(description, run_options(options.scene));
    run_to(scene, options.step >= 0 ? options.step : description.steps, unsolved);
    const RenderScene picture = scene_of(scene);
    const Camera camera = asked ? *asked : frame(picture, size, camera_direction(description));
    write_png(options.output, render_picture(picture, camera, size));
}

// An animation's frames, from its first step to the last.
struct Film {
    int first = 0, last = 0, stride = 1;
    Camera camera;
    std::vector<Image> samples;  // a few pictures of it, for the palette
};

// The scene is run once beforehand, for a camera that holds still and sees everything, and for the colours.
Film plan_film(const RenderOptions& options, const SceneDescription& description, Size size,
               UnsolvedSteps& unsolved) {
    const std::optional<Camera> asked = asked_camera(options, description);
    Film film;
    film.first = std::max(options.step, 0);
    film.last = film.first + description.steps;
    film.stride = options.every > 0
                      ? options.every
                      : std::max(1, static_cast<int>(std::lround(frame_seconds / description.dt)));
    Scene scene(description, run_options(options.scene));
    std::vector<RenderScene> looks;
    std::vector<Ball> balls;
    constexpr int count = 8;
    for (int i = 0; i <= count; ++i) {
        run_to(scene, film.first + (film.last - film.first) * i / count, unsolved);
        looks.push_back(scene_of(scene));
        const std::vector<Ball> now = framed_balls(looks.back());
        balls.insert(balls.end(), now.begin(), now.end());
    }
    film.camera = asked ? *asked : frame(balls, -description.gravity, size, camera_direction(description));
    for (const RenderScene& look : looks) film.samples.push_back(render_picture(look, film.camera, size));
    return film;
}

// Calls show(frame, picture) for every frame.
void play_film(const RenderOptions& options, const SceneDescription& description, Size size, const Film& film,
               UnsolvedSteps& unsolved, const std::function<void(int, const Image&)>& show) {
    const int frames = (film.last - film.first) / film.stride + 1;
    Scene scene(description, run_options(options.scene));
    Progress progress("rendering", static_cast<uint64_t>(frames));
    for (int i = 0; i < frames; ++i) {
        run_to(scene, film.first + i * film.stride, unsolved);
        show(i, render_picture(scene_of(scene), film.camera, size));
        progress.at(static_cast<uint64_t>(i) + 1);
    }
}

/// Refused before anything is simulated.
void check_output(const std::string& output) {
    const bool pattern = is_frame_pattern(output);
    if (output.find('%') != std::string::npos && !pattern)
        throw Error("-o '" + output + "': a % stands for the frame's number, once, as %d or %04d");
    if (!ends_with(output, ".png") && (pattern || !ends_with(output, ".gif")))
        throw Error("-o '" + output +
                    "': expected a name that ends in .png or .gif, or frames as f_%04d.png");
}

void run_render(const RenderOptions& options) {
    check_output(options.output);
    const Size size = parse_size(options.size);
    const SceneDescription description = describe(options.name, options.scene);
    UnsolvedSteps unsolved;
    if (is_frame_pattern(options.output)) {
        const Film film = plan_film(options, description, size, unsolved);
        play_film(options, description, size, film, unsolved, [&](int frame, const Image& image) {
            write_png(frame_path(options.output, frame), image);
        });
    } else if (ends_with(options.output, ".gif")) {
        const Film film = plan_film(options, description, size, unsolved);
        const int centiseconds = static_cast<int>(std::lround(100.0 * film.stride * description.dt));
        GifWriter writer(film.samples, std::max(centiseconds, 2));
        play_film(options, description, size, film, unsolved,
                  [&](int, const Image& image) { writer.add(image); });
        write_file(options.output, writer.finish());
    } else {
        render_still(options, description, size, unsolved);
    }
    std::printf("%s\n", options.output.c_str());
    unsolved.refuse(description);
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
        const double value = parse_number(what, text.substr(begin, comma - begin));
        if (!(std::fabs(value) <= double(farthest)))
            throw Error(what + " '" + text + "': must not be farther than " + short_number(double(farthest)) +
                        " m from the origin");
        point[i] = static_cast<float>(value);
        begin = comma + 1;
    }
    return point;
}

// One %d or %0Nd, and no other percent sign.
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
    command->add_option("SCENE", options->name, "built-in scene, NAME[:key=value,...], or JSON file")
        ->required()
        ->type_name("");
    command->add_option("-o,--output", options->output, "F.png, F.gif, or frames as DIR/frame_%04d.png")
        ->required()
        ->type_name("F");
    add_scene_options(*command, options->scene);
    add_solver_options(*command, options->scene);
    add_run_options(*command, options->scene);
    command->add_option("--step", options->step, "draw after this many steps (animations begin there)")
        ->check(whole_number(0, most_steps))
        ->type_name("N");
    command->add_option("--every", options->every, "steps from frame to frame (default: 30 frames a second)")
        ->check(whole_number(1, most_steps))
        ->type_name("N");
    command->add_option("--size", options->size, "in pixels (default 640x360)")->type_name("WxH");
    command->add_option("--eye", options->eye, "where the camera is")->type_name("X,Y,Z");
    command->add_option("--target", options->target, "what it looks at")->type_name("X,Y,Z");
    command->callback([options] { render::run_render(*options); });
}

}  // namespace cairn
