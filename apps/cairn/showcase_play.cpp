#include "showcase_play.hpp"

#include <algorithm>
#include <cmath>

#include "image.hpp"
#include "render_picture.hpp"
#include "render_world.hpp"
#include "scene/metrics.hpp"
#include "scene/scene.hpp"

namespace cairn::showcase {
namespace {

std::vector<Vec3> positions(const Scene& scene) {
    std::vector<Vec3> result;
    for (const BodyId body : scene.bodies()) result.push_back(scene.world().center_of_mass(body));
    return result;
}

// How far the body moved, in units of the radius of what it is made of.
double largest_shift(const Scene& scene, const std::vector<Vec3>& before) {
    const std::vector<Vec3> after = positions(scene);
    double largest = 0;
    for (size_t i = 0; i < after.size(); ++i) {
        const BodyId body = scene.bodies()[i];
        if (scene.world().type(body) != BodyType::dynamic) continue;
        double radius = 0;
        for (const ShapeId shape : scene.world().shapes(body)) {
            const Bounds bounds = scene.world().bounds(shape);
            radius = std::max(radius, 0.5 * static_cast<double>(length(bounds.upper - bounds.lower)));
        }
        if (radius > 0)
            largest = std::max(largest, static_cast<double>(length(after[i] - before[i])) / radius);
    }
    return largest;
}

void note_step(const StepReport& report, const SceneMetrics& metrics, double time, Performance& out) {
    out.time.push_back(time);
    out.kinetic_energy.push_back(metrics.kinetic_energy);
    out.penetration.push_back(1e3 * metrics.max_penetration);
    for (int stage = 0; stage < static_cast<int>(Stage::count); ++stage) {
        out.stage_milliseconds[stage].push_back(1e3 * report.seconds[stage]);
    }
    out.milliseconds_per_step += 1e3 * report.total_seconds;
}

}  // namespace

std::vector<Act> default_program() {
    return {
        {"pyramid",
         {{"base", 30}},
         4,
         true,
         "A wall of boxes, one layer on the other, without help from sleeping."},
        {"card-house", {}, 5, true, "Thin cards that lean on each other: friction alone holds the house."},
        {"arch",
         {},
         5,
         true,
         "Stones in a curve; each pushes its neighbours, and the push holds all of them."},
        {"mass-ratio", {{"ratio", 100}}, 4, true, "A box a hundred times heavier than the one it stands on."},
        {"dominoes", {}, 8, false, "One push, and the wave runs round."},
        {"wrecking-ball", {}, 5, false, "A heavy ball on a chain of small links, and a brick wall."},
        {"ragdolls", {{"count", 40}}, 4, false, "Bodies of bones joined with limits, falling on a heap."},
        {"hull-pile", {}, 4, false, "Stones of random convex shape poured into a bin."},
        {"washer", {}, 6, false, "A turning drum that lifts its load and lets it tumble."},
    };
}

std::string Performance::verdict() const {
    if (!act.stands) return "";
    return largest_shift < standing_shift ? "yes" : "no";
}

Performance play(const Act& act, int threads, render::Size size) {
    SceneDescription description = make_scene(act.scene, act.settings);
    if (act.stands) description.sleep = false;
    Scene scene(description, {.threads = threads});
    Performance out;
    out.act = act;
    out.dt = static_cast<double>(description.dt);
    out.steps = std::max(1, static_cast<int>(std::lround(act.seconds / out.dt)));
    const std::vector<Vec3> start = positions(scene);
    const render::RenderScene begin = render::scene_of(scene);
    SceneMetrics metrics;
    for (int step = 0; step < out.steps; ++step) {
        const StepReport& report = scene.step();
        metrics = measure(scene);
        note_step(report, metrics, out.dt * (step + 1), out);
    }
    out.milliseconds_per_step /= out.steps;
    out.bodies = metrics.bodies;
    out.contacts = metrics.contacts;
    out.joints = static_cast<int>(scene.joints().size());
    out.awake = metrics.awake;
    out.max_penetration = metrics.max_penetration;
    out.residual_speed = metrics.max_speed;
    out.largest_shift = largest_shift(scene, start);
    out.hash = metrics.hash;

    // One camera for both pictures: it must see where things began and where they ended.
    const render::RenderScene end = render::scene_of(scene);
    std::vector<render::Ball> balls = render::framed_balls(begin);
    const std::vector<render::Ball> later = render::framed_balls(end);
    balls.insert(balls.end(), later.begin(), later.end());
    const render::Camera camera = render::frame(balls, begin.up, size, render::camera_direction(description));
    out.begin_png = render::encode_png(render::render_picture(begin, camera, size));
    out.end_png = render::encode_png(render::render_picture(end, camera, size));
    return out;
}

}  // namespace cairn::showcase
